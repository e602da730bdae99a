//! The pages of `schemas/rules` are what the rules' documentation says.

use std::collections::{BTreeMap, BTreeSet};

use hpx_lsp::rules::{self, page};

use super::names;

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
        crate::committed::hold(&format!("schemas/rules/{name}.md"), page.as_bytes());
    }
}
