//! What must be true of everything that completion offers.

use std::fs;
use std::path::Path;

use hpx_lsp::analysis::{Analysis, Context, analyze};
use hpx_lsp::catalog::{Engine, Release, releases};
use hpx_lsp::ide::completion::skeleton::skeleton;
use hpx_lsp::ide::completion::{Completions, completions, documentation};
use hpx_lsp::profile::Overrides;
use hpx_lsp::settings::Settings;
use hpx_lsp::syntax::{self, Parse};
use hpx_lsp::text::{LineIndex, apply_edits};

use super::everywhere::{broken, texts};
use super::with;
use crate::models::MemoryFiles;
use crate::rules::files::folder;

/// Whether a text is more broken than it was.
fn is_worse(after: &Parse, before: &Parse) -> bool {
    after.repairs.len() > before.repairs.len()
}

/// Checks what is offered at a place; how many items that are.
fn check(text: &str, at: u32, analysis: &Analysis, context: &Context<'_>) -> usize {
    let Completions { items, .. } = completions(analysis, at, context);
    let lines = LineIndex::new(text);
    let duplicates = |parse: &Parse| parse.tree.duplicate_keys().len();
    let before = &analysis.reading.parse;
    let mut seen: Vec<(&str, bool)> = Vec::new();
    for item in &items {
        let range = item.edit.range;
        assert!(range.touches(at), "{item:?} at {at} in {text:?}");
        assert_eq!(
            lines.line(range.start),
            lines.line(range.end),
            "{item:?} in {text:?}"
        );
        assert!(!item.label.is_empty() && !seen.contains(&(&item.label, item.required)));
        seen.push((&item.label, item.required));
        let after = apply_edits(text, std::slice::from_ref(&item.edit)).unwrap();
        let parse = syntax::parse(&after);
        assert!(
            !is_worse(&parse, before),
            "{item:?} at {at} in {text:?} makes {after:?}"
        );
        if before.repairs.is_empty() {
            assert!(
                duplicates(&parse) <= duplicates(before),
                "{item:?} in {after:?}"
            );
        }
        assert!(documentation(analysis, &item.subject).is_some(), "{item:?}");
    }
    items.len()
}

fn check_everywhere(text: &str, step: usize) -> usize {
    with(text, Release::newest(), |analysis, context| {
        let places = (0..=text.len()).step_by(step);
        places
            .map(|at| check(text, at as u32, analysis, context))
            .sum()
    })
}

fn profile() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/profile.yml");
    fs::read_to_string(path).unwrap()
}

/// What hpx refuses in a profile to begin with, but for its model, which may not be there.
fn refused(release: &'static Release, engine: &Engine, board: Option<&str>) -> Vec<&'static str> {
    let made = skeleton(release, engine, board, folder());
    assert!(
        syntax::parse(&made.text).problems.is_empty(),
        "{}",
        made.text
    );
    with(&made.text, release, |analysis, _| {
        let found = analysis.diagnostics.iter().map(|it| it.rule);
        found.filter(|rule| *rule != "model-file").collect()
    })
}

#[test]
fn a_profile_to_begin_with_is_accepted_by_every_release() {
    let nothing: [&str; 0] = [];
    for release in releases() {
        for engine in &release.catalog().engines {
            let name = &engine.name;
            assert_eq!(
                refused(release, engine, None),
                nothing,
                "{} {name}",
                release.name
            );
        }
    }
    let newest = Release::newest();
    for board in &newest.catalog().boards {
        for engine in &newest.catalog().engines {
            let aot = engine.name == "helia-aot" && board.aot_platform.is_none();
            let expected = aot.then_some("aot-platform");
            let found = refused(newest, engine, Some(&board.name));
            assert_eq!(
                found,
                Vec::from_iter(expected),
                "{} {}",
                board.name,
                engine.name
            );
        }
    }
}

/// A snippet without its tab stops is the text.
#[test]
fn a_snippet_is_its_text_with_tab_stops() {
    for engine in &Release::newest().catalog().engines {
        let made = skeleton(Release::newest(), engine, Some("a$b}"), folder());
        let mut plain = String::new();
        let mut rest = made.snippet.chars().peekable();
        while let Some(c) = rest.next() {
            match c {
                '\\' => plain.extend(rest.next()),
                '$' => while rest.next().is_some_and(|c| c != ':') {},
                '}' => {}
                _ => plain.push(c),
            }
        }
        assert_eq!(plain, made.text);
    }
}

#[test]
fn nothing_breaks_the_cases_of_the_rules() {
    let found: usize = texts().iter().map(|text| check_everywhere(text, 7)).sum();
    assert!(found > 1000, "only {found} items");
}

#[test]
fn nothing_breaks_a_whole_profile() {
    let text = profile();
    check_everywhere(&text, 11);
    check_everywhere(&text.replace('\n', "\r\n"), 37);
}

#[test]
fn nothing_breaks_a_profile_that_is_being_written() {
    let text = profile();
    for (end, _) in text.char_indices().step_by(3) {
        let text = &text[..end];
        with(text, Release::newest(), |analysis, context| {
            for back in [0, 1, 5, 40, 160] {
                if let Some(at) = end.checked_sub(back) {
                    check(text, at as u32, analysis, context);
                }
            }
        });
    }
}

#[test]
fn nothing_breaks_a_broken_text_further() {
    for text in broken() {
        let step = if text.len() > 1000 { text.len() / 5 } else { 3 };
        check_everywhere(&text, step);
    }
}

/// What the item of a label makes of a text at its end.
fn made(text: &str, label: &str) -> String {
    with(text, Release::newest(), |analysis, context| {
        let found = completions(analysis, text.len() as u32, context).items;
        let item = found.into_iter().find(|item| item.label == label).unwrap();
        apply_edits(text, &[item.edit]).unwrap()
    })
}

#[test]
fn added_lines_end_as_the_others_do() {
    for end in ["\n", "\r\n"] {
        let text = format!("model: {{path: kws.tflite}}{end}engine:");
        assert_eq!(made(&text, "type"), format!("{text}{end}  type: "));
        let text = format!("target:{end}    ");
        assert_eq!(made(&text, "clock"), format!("{text}clock:{end}      "));
        assert!(
            made(&format!("# Mine{end}"), "litert profile").contains(&format!("{end}model:{end}"))
        );
    }
    assert!(made("\u{feff}", "litert profile").starts_with("\u{feff}#"));
}

#[test]
fn a_longer_word_finds_a_file_among_very_many() {
    let mut files = MemoryFiles::default();
    for at in 0..1500 {
        files.insert(&format!("models/{at:04}.tflite"), "");
    }
    let (settings, overrides) = (Settings::default(), Overrides::default());
    let context = Context {
        release: Release::newest(),
        settings: &settings,
        overrides: &overrides,
        files: &files,
    };
    let found = |text: &str| {
        let found = completions(&analyze(text, &context), text.len() as u32, &context);
        let labels = found.items.into_iter().map(|item| item.label);
        (labels.collect::<Vec<_>>(), found.incomplete)
    };
    let (first, incomplete) = found("model:\n  path: models/");
    assert_eq!((first.len(), incomplete), (1000, true));
    let (longer, _) = found("model:\n  path: models/149");
    assert_eq!((longer.len(), longer[0].as_str()), (10, "1490.tflite"));
    assert!(!found("model:\n  path: ").1);
}
