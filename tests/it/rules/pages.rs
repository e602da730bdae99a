//! The pages of `schemas/rules` are what the rules' documentation says.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use hpx_lsp::rules::{self, page};

use super::{names, package};

/// Every page by its file name without the suffix.
fn pages() -> BTreeMap<String, String> {
    let pages = rules::all()
        .iter()
        .map(|rule| (rule.id.to_owned(), page::of(rule)));
    let index = ("README".to_owned(), page::index());
    pages.chain([index]).collect()
}

#[test]
fn the_pages_are_those_that_the_rules_make() {
    let committed = names("schemas/rules", ".md");
    let wanted: BTreeSet<String> = pages().into_keys().collect();
    assert_eq!(committed, wanted);
    for (name, page) in pages() {
        let path = package("schemas/rules").join(format!("{name}.md"));
        let same = fs::read_to_string(&path).unwrap() == page;
        assert!(
            same,
            "run the ignored test write_the_pages: {}",
            path.display()
        );
    }
}

#[test]
#[ignore = "writes schemas/rules"]
fn write_the_pages() {
    for name in names("schemas/rules", ".md") {
        fs::remove_file(package("schemas/rules").join(format!("{name}.md"))).unwrap();
    }
    for (name, page) in pages() {
        fs::write(package("schemas/rules").join(format!("{name}.md")), page).unwrap();
    }
}
