//! What must be true of every text and every place in it, broken ones included.

use std::fs;
use std::path::Path;

use hpx_lsp::analysis::{Analysis, Context, analyze};
use hpx_lsp::catalog::Release;
use hpx_lsp::diagnostic::Level;
use hpx_lsp::ide::outline::Symbol;
use hpx_lsp::ide::table::WIDTH;
use hpx_lsp::ide::{hints, hover, lens, links, names, outline};
use hpx_lsp::profile::OverrideValue;
use hpx_lsp::resolve::Outcome;
use hpx_lsp::syntax;
use hpx_lsp::text::{TextRange, apply_edits};

use super::with;

/// The texts of the rules' cases, marks and all: they are comments.
pub(super) fn texts() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/rules");
    let mut files: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|it| it.unwrap().path())
        .collect();
    files.sort();
    let mut texts: Vec<String> = Vec::new();
    for file in files {
        let file = fs::read_to_string(file).unwrap();
        texts.extend(file.split("#### ").skip(1).step_by(4).map(|case| {
            let case = case.split_once('\n').unwrap().1;
            case.lines()
                .filter(|line| !line.starts_with('#'))
                .fold(String::new(), |all, line| all + line + "\n")
        }));
    }
    texts
}

/// Texts that break YAML, or are none.
pub(super) fn broken() -> Vec<String> {
    let whole = "model:\n  path: kws.tflite\n  arena_size: 65536 # comment\n\
                 base: &b\n  board: mine\ntarget:\n  <<: *b\n  board: [é😀, {x: \"y\n";
    let mut texts: Vec<String> = Vec::new();
    for (at, _) in whole.char_indices() {
        texts.push(whole[..at].to_owned());
    }
    texts.extend(["[".repeat(20_000), "- ".repeat(3_000), "{a: ".repeat(2_000)]);
    texts.push("\u{feff}model: {path: kws.tflite}".to_owned());
    texts.push("? [a]\n: b\n? {c: d}\n: ''\n'': e\n? |\n  f\n: g\n".to_owned());
    texts
}

fn check_symbols(symbols: &[Symbol], around: TextRange) {
    for symbol in symbols {
        assert!(!symbol.name.is_empty());
        assert!(around.contains_range(symbol.range), "{symbol:?}");
        assert!(symbol.range.contains_range(symbol.selection), "{symbol:?}");
        check_symbols(&symbol.children, symbol.range);
    }
}

/// Checks all that is shown of a text, at every `step`th place of it.
fn check(text: &str, step: usize) {
    with(text, Release::newest(), |analysis, context| {
        let all = TextRange::new(0, text.len() as u32);
        check_symbols(&outline::outline(analysis), all);
        let ranges = outline::folds(analysis).into_iter().map(|it| it.range);
        let ranges = ranges.chain(links::links(analysis).into_iter().map(|it| it.range));
        let ranges = ranges.chain(outline::landmarks(analysis).into_iter().map(|it| it.range));
        for range in ranges {
            assert!(!range.slice(text).is_empty(), "{range:?} in {text:?}");
        }
        for hint in hints::hints(analysis, all) {
            assert!(
                text.is_char_boundary(hint.offset as usize),
                "{hint:?} in {text:?}"
            );
        }
        lens::lenses(analysis, context);
        for at in (0..=text.len()).step_by(step) {
            let at = at as u32;
            if let Some(card) = hover::hover(analysis, at) {
                assert!(card.range.touches(at), "{text}");
                for shown in [card.plain(), card.markdown()] {
                    let wide = shown.lines().find(|line| line.chars().count() > WIDTH);
                    assert_eq!(wide, None, "{text}");
                }
            }
            let selections = outline::selections(analysis, at);
            assert_eq!(selections.last(), Some(&all));
            assert!(
                selections
                    .windows(2)
                    .all(|pair| pair[1].contains_range(pair[0]))
            );
            check_name(text, at, analysis);
        }
    });
}

/// A name that can be changed stays one name, and the text what it was.
fn check_name(text: &str, at: u32, analysis: &Analysis) {
    let found = names::references(analysis, at);
    assert!(
        found.iter().all(|it| !it.range.slice(text).is_empty()),
        "{text}"
    );
    let Some((range, _)) = names::prepare_rename(analysis, at) else {
        return;
    };
    let edits = names::rename(analysis, at, "renamed").unwrap();
    let after = apply_edits(text, &edits).unwrap();
    assert!(syntax::parse(&after).repairs.is_empty(), "{after}");
    let before = analysis.diagnostics.iter().map(|it| it.rule);
    with(&after, Release::newest(), |changed, _| {
        let after_rules = changed.diagnostics.iter().map(|it| it.rule);
        assert!(before.eq(after_rules), "{text}\n{after}");
        let shift: i64 = edits
            .iter()
            .filter(|edit| edit.range.start < range.start)
            .map(|edit| edit.text.len() as i64 - i64::from(edit.range.len()))
            .sum();
        let again = names::references(changed, (i64::from(range.start) + shift) as u32);
        assert_eq!(again.len(), found.len(), "{after}");
    });
}

#[test]
fn everything_holds_in_the_cases_of_the_rules() {
    let texts = texts();
    assert!(texts.len() > 100, "only {} texts", texts.len());
    for text in texts {
        check(&text, 3);
    }
}

#[test]
fn everything_holds_in_broken_texts() {
    for text in broken() {
        check(&text, (text.len() / 60).max(1));
    }
}

/// What the table says of another placement is what comes of writing it.
fn check_alternatives(text: &str, release: &'static Release) -> usize {
    with(text, release, |analysis, context| {
        let reading = &analysis.reading;
        let config = reading.engine_config();
        let others = reading.resolved.alternatives(config, reading.catalog);
        for other in &others {
            let value = OverrideValue::Str(other.to.name().to_owned());
            let mut overrides = context.overrides.clone();
            overrides.set(other.part.key(), value);
            let context = Context {
                overrides: &overrides,
                ..*context
            };
            let moved = analyze(text, &context);
            let errors = |of: &Analysis| {
                let errors = of.diagnostics.iter().filter(|it| it.level == Level::Error);
                errors
                    .map(|it| (it.rule, it.key.clone()))
                    .collect::<Vec<_>>()
            };
            let (before, after) = (errors(analysis), errors(&moved));
            let has = |rules: &[&str]| after.iter().any(|(rule, _)| rules.contains(rule));
            let new = after.iter().filter(|error| !before.contains(error)).count();
            let planned = ["arena-overflow", "weights-overflow"];
            let right = match other.outcome {
                Outcome::Fits(_) => new == 0 && !has(&planned) && !has(&["linker-overflow"]),
                Outcome::Overflows(_) => has(&planned),
                Outcome::LinkOverflows(_) => has(&["linker-overflow"]) && !has(&planned),
                Outcome::Refused(_) => new > 0,
            };
            assert!(
                right,
                "{other:?} in {text}\nbefore {before:?}, after {after:?}"
            );
        }
        others.len()
    })
}

#[test]
fn the_alternatives_are_what_comes_of_them() {
    let mut texts = texts();
    for board in ["apollo3p_evb", "apollo4p_evb", "apollo510_evb"] {
        for model in ["kws", "medium", "big"] {
            for size in [4096, 60_000, 465_000, 600_000, 99_999_999] {
                for engine in ["{type: helia-rt}", "{type: helia-aot}"] {
                    for transport in ["rtt", "uart"] {
                        texts.push(format!(
                            "model: {{path: {model}.tflite, arena_size: {size}}}\nengine: {engine}\n\
                             target: {{board: {board}, transport: {transport}}}\n"
                        ));
                    }
                }
            }
        }
    }
    let mut checked = 0;
    for release in ["0.1.1", "0.1.6", "0.4.1"] {
        let release = Release::find(release).unwrap();
        for text in &texts {
            checked += check_alternatives(text, release);
        }
    }
    assert!(checked > 2_000, "only {checked} alternatives");
}
