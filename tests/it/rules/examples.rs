//! The documentation of the rules is true: what it shows is what happens.

use hpx_lsp::analysis::{Analysis, Context, analyze};
use hpx_lsp::catalog::Release;
use hpx_lsp::diagnostic::Origin;
use hpx_lsp::profile::Overrides;
use hpx_lsp::rules::{self, Rule};
use hpx_lsp::settings::Settings;

use super::files::folder;

fn analysis(text: &str) -> Analysis {
    let overrides = Overrides::default();
    let context = Context {
        settings: &Settings::default(),
        release: Release::newest(),
        overrides: &overrides,
        files: folder(),
    };
    analyze(text, &context)
}

fn fired(analysis: &Analysis) -> Vec<&'static str> {
    analysis
        .diagnostics
        .iter()
        .map(|found| found.rule)
        .collect()
}

/// The ids of the rules of origin `hpx` that fired.
fn refused(analysis: &Analysis) -> Vec<&'static str> {
    let found = analysis.diagnostics.iter();
    let refused = found.filter(|found| found.origin == Origin::Hpx);
    refused.map(|found| found.rule).collect()
}

/// Fails with everything that the check says of any rule.
fn hold(check: impl Fn(&Rule) -> Vec<String>) {
    let wrong = rules::all().iter().flat_map(|rule| {
        let said = check(rule).into_iter();
        said.map(move |what| format!("{}: {what}", rule.id))
    });
    let wrong: Vec<String> = wrong.collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What is wrong, where something is.
fn unless(holds: bool, what: impl Into<String>) -> Vec<String> {
    if holds { Vec::new() } else { vec![what.into()] }
}

#[test]
fn every_example_makes_its_rule_fire_and_no_other_refuse() {
    hold(|rule| {
        let found = analysis(rule.docs.example);
        let fires = fired(&found).contains(&rule.id);
        let others = refused(&found).into_iter().any(|id| id != rule.id);
        let accepted = found.accepted == (rule.origin == Origin::Own);
        unless(fires && !others && accepted, format!("{:?}", fired(&found)))
    });
}

#[test]
fn every_instead_is_accepted_and_finds_nothing() {
    hold(|rule| {
        let found = analysis(rule.docs.instead);
        let quiet = found.accepted && found.diagnostics.is_empty();
        unless(quiet, format!("{:?}", fired(&found)))
    });
}

#[test]
fn summaries_are_one_line_and_end_without_a_full_stop() {
    hold(|rule| {
        let summary = rule.summary;
        let line = !summary.is_empty() && !summary.contains('\n') && summary.len() <= 80;
        unless(line && !summary.ends_with('.'), summary)
    });
}

#[test]
fn documentation_is_in_whole_sentences() {
    hold(|rule| {
        let whole = |text: &&str| {
            let first = text.chars().next().unwrap_or_default();
            let starts = first.is_uppercase()
                || first == '`'
                || text.starts_with("hpx")
                || text.starts_with("heliaAOT");
            starts && text.ends_with('.') && text.split_whitespace().count() >= 3
        };
        let texts = [rule.docs.what, rule.docs.why].into_iter();
        let broken = texts.filter(|text| !whole(text));
        broken.map(str::to_owned).collect()
    });
}

#[test]
fn every_why_names_its_source_and_the_releases() {
    let release = |word: &str| {
        let word = word.trim_matches(|c: char| !c.is_ascii_alphanumeric());
        Release::find(word).is_some()
    };
    hold(|rule| {
        // It is about this project's own comments.
        if rule.id == "unused-suppression" {
            return Vec::new();
        }
        let why = rule.docs.why;
        let source = ["`helia_profiler.", "`yaml."];
        let source = source.iter().any(|name| why.contains(name));
        let releases = why.contains("all releases") || why.split_whitespace().any(release);
        unless(source && releases, why)
    });
}

#[test]
fn examples_are_profiles_that_a_page_can_show() {
    hold(|rule| {
        let fine = |text: &&str| {
            let narrow = text.lines().all(|line| line.len() <= 100);
            text.ends_with('\n') && !text.contains("```") && narrow
        };
        let texts = [rule.docs.example, rule.docs.instead].into_iter();
        texts
            .filter(|text| !fine(text))
            .map(str::to_owned)
            .collect()
    });
}
