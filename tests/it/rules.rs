//! The rules: their documentation, their examples, their cases and their pages.

#![allow(
    clippy::disallowed_methods,
    reason = "the data and the pages are files"
)]

mod cases;
mod examples;
pub mod files;
mod pages;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use hpx_lsp::rules;

/// A path below the package's folder.
fn package(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// The data file of a rule.
fn data(id: &str) -> PathBuf {
    package("tests/rules").join(format!("{id}.yaml"))
}

/// The file names of a folder that end so, without that end.
fn names(folder: &str, suffix: &str) -> BTreeSet<String> {
    let entries = fs::read_dir(package(folder)).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    names
        .filter_map(|name| name.strip_suffix(suffix).map(str::to_owned))
        .collect()
}

/// The cases of all rules.
pub fn all_cases() -> Vec<cases::Case> {
    let files = names("tests/rules", ".yaml").into_iter();
    let texts = files.map(|name| fs::read_to_string(data(&name)).unwrap());
    texts.flat_map(|text| cases::cases(&text)).collect()
}

#[test]
fn every_file_of_a_rule_is_registered_under_its_name() {
    let shared = [
        "mod", "rule", "attempt", "edits", "overflow", "plain", "shape", "ways_out", "page", "yaml",
    ];
    let files = names("src/rules", ".rs");
    let files = files.iter().filter(|name| !shared.contains(&name.as_str()));
    let files: BTreeSet<String> = files.map(|name| name.replace('_', "-")).collect();
    let registered: Vec<&str> = rules::all().iter().map(|rule| rule.id).collect();
    let unique: BTreeSet<String> = registered.iter().map(|id| (*id).to_owned()).collect();
    assert_eq!(unique.len(), registered.len(), "an id is taken twice");
    assert_eq!(files, unique);
}

#[test]
fn ids_are_kebab_case() {
    for rule in rules::all() {
        let plain = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit();
        let words = rule
            .id
            .split('-')
            .all(|word| !word.is_empty() && word.bytes().all(plain));
        assert!(words, "{}", rule.id);
    }
}

#[test]
fn every_rule_has_cases_in_which_it_fires() {
    for rule in rules::all() {
        let text = fs::read_to_string(data(rule.id)).unwrap_or_default();
        let fires = |case: &cases::Case| case.findings().iter().any(|f| f.rule == rule.id);
        let cases = cases::cases(&text);
        let firing = cases.iter().filter(|case| fires(case)).count();
        assert!(firing >= 2, "{} fires in {firing} cases", rule.id);
    }
}

#[test]
fn the_rules_find_what_the_cases_mark() {
    for name in names("tests/rules", ".yaml") {
        let text = fs::read_to_string(data(&name)).unwrap();
        let path = format!("tests/rules/{name}.yaml");
        crate::committed::hold(&path, marked(&text).as_bytes());
    }
}

/// A data file with its findings marked anew.
fn marked(text: &str) -> String {
    let cases = cases::cases(text);
    cases.iter().map(|case| case.marked()).collect()
}
