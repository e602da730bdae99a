//! Cases as data. Each file of `tests/ide` holds cases of one kind: a line `#### title`, maybe
//! `#: release 0.1.6`, a text with `‸` at each place that is asked about, `====`, and what
//! comes of it.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use hpx_lsp::analysis::{Analysis, Context};
use hpx_lsp::catalog::Release;
use hpx_lsp::ide::completion::{Item, completions};
use hpx_lsp::ide::outline::Symbol;
use hpx_lsp::ide::{hints, hover, lens, links, names, outline};
use hpx_lsp::text::{Edit, LineIndex, TextRange, apply_edits};

use super::with;
use crate::committed;

const TITLE: &str = "#### ";
const RELEASE: &str = "#: release ";
const ANSWER: &str = "====\n";
const CURSOR: char = '‸';

/// What a file's cases ask, given the places that are asked about.
type Ask = fn(&Analysis, &Context<'_>, &[u32]) -> String;

/// Holds the answers of the file `name`.
fn hold(name: &str, ask: Ask) {
    let path = format!("tests/ide/{name}.txt");
    let file = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(&path)).unwrap();
    let mut right = String::new();
    for case in file.split(TITLE).skip(1) {
        let question = case.split(ANSWER).next().unwrap();
        let (title, rest) = question.split_once('\n').unwrap();
        write!(right, "{TITLE}{title}\n{rest}{ANSWER}").unwrap();
        let (release, marked) = match rest.strip_prefix(RELEASE) {
            Some(rest) => rest.split_once('\n').unwrap(),
            None => ("0.4.1", rest),
        };
        let (text, cursors) = unmarked(marked);
        let release = Release::find(release).unwrap();
        let answer = with(&text, release, |analysis, context| {
            ask(analysis, context, &cursors)
        });
        right.push_str(&answer);
        right.push('\n');
    }
    committed::hold(&path, right.as_bytes());
}

/// A text without its marks, and where they were.
fn unmarked(marked: &str) -> (String, Vec<u32>) {
    let mut text = String::new();
    let mut cursors = Vec::new();
    for part in marked.split_inclusive(CURSOR) {
        text.push_str(part.trim_end_matches(CURSOR));
        if part.ends_with(CURSOR) {
            cursors.push(text.len() as u32);
        }
    }
    (text, cursors)
}

#[test]
fn hover_explains() {
    hold("hover", |analysis, _, cursors| {
        let cards = cursors.iter().map(|at| hover::hover(analysis, *at));
        let shown = cards.map(|card| match card {
            Some(card) => {
                let range = card.range.slice(&analysis.reading.text);
                format!("[{range}]\n{}", card.plain())
            }
            None => "nothing\n".to_owned(),
        });
        shown.collect::<Vec<_>>().join("----\n")
    });
}

#[test]
fn hover_is_markdown() {
    hold("hover-markdown", |analysis, _, cursors| {
        let cards = cursors.iter().map(|at| hover::hover(analysis, *at));
        let shown = cards.map(|card| card.unwrap().markdown());
        shown.collect::<Vec<_>>().join("----\n")
    });
}

#[test]
fn hints_tell_what_is_not_written() {
    hold("hints", |analysis, _, _| {
        let text = &analysis.reading.text;
        let all = TextRange::new(0, text.len() as u32);
        let hint = |hint: &hints::Hint| Edit {
            range: TextRange::empty(hint.offset),
            text: format!(" «{}»", hint.label),
        };
        let hints: Vec<Edit> = hints::hints(analysis, all).iter().map(hint).collect();
        apply_edits(text, &hints).unwrap()
    });
}

#[test]
fn lenses_tell_and_pin() {
    hold("lenses", |analysis, context, _| {
        let mut shown = String::new();
        for lens in lens::lenses(analysis, context) {
            let at = lens.range.slice(&analysis.reading.text);
            writeln!(shown, "[{at}] {} ({:?})", lens.title, lens.action).unwrap();
        }
        if let Some(fix) = lens::pin_placement(analysis, context) {
            let text = apply_edits(&analysis.reading.text, &fix.edits_of_this());
            write!(shown, "----\n{}", text.unwrap()).unwrap();
        }
        shown
    });
}

#[test]
fn a_text_without_a_last_line_end_stays_one() {
    for end in ["\n", "\r\n"] {
        let text = format!("model:{end}  path: kws.tflite");
        let pinned = with(&text, Release::newest(), |analysis, context| {
            let fix = lens::pin_placement(analysis, context).unwrap();
            apply_edits(&text, &fix.edits_of_this()).unwrap()
        });
        let expected = format!("{text}{end}  arena_location: tcm{end}  weights_location: sram");
        assert_eq!(pinned, expected);
    }
}

#[test]
fn the_outline_is_a_tree() {
    fn show(symbols: &[Symbol], depth: usize, shown: &mut String) {
        for symbol in symbols {
            let indent = depth * 2;
            let Symbol {
                name, detail, kind, ..
            } = symbol;
            writeln!(shown, "{:indent$}{name} ({kind:?}) {detail}", "").unwrap();
            show(&symbol.children, depth + 1, shown);
        }
    }
    hold("outline", |analysis, _, _| {
        let mut shown = String::new();
        show(&outline::outline(analysis), 0, &mut shown);
        for mark in outline::landmarks(analysis) {
            writeln!(shown, "landmark: {} {}", mark.what, mark.name).unwrap();
        }
        shown
    });
}

#[test]
fn values_and_comments_fold() {
    hold("folds", |analysis, _, _| {
        let lines = LineIndex::new(&analysis.reading.text);
        let mut shown = String::new();
        for fold in outline::folds(analysis) {
            let line = |offset| lines.line(offset) + 1;
            let (first, last) = (line(fold.range.start), line(fold.range.end));
            let comment = if fold.comment { " comment" } else { "" };
            writeln!(shown, "{first}-{last}{comment}").unwrap();
        }
        shown
    });
}

#[test]
fn selections_grow() {
    hold("selections", |analysis, _, cursors| {
        let mut shown = String::new();
        for cursor in cursors {
            for range in outline::selections(analysis, *cursor) {
                writeln!(shown, "{:?}", range.slice(&analysis.reading.text)).unwrap();
            }
        }
        shown
    });
}

#[test]
fn paths_are_links() {
    hold("links", |analysis, _, _| {
        let mut shown = String::new();
        for link in links::links(analysis) {
            let at = link.range.slice(&analysis.reading.text);
            writeln!(shown, "[{at}] {} {:?} {}", link.key, link.home, link.path).unwrap();
        }
        shown
    });
}

#[test]
fn names_are_followed_and_changed() {
    hold("names", |analysis, _, cursors| {
        let text = &analysis.reading.text;
        let lines = LineIndex::new(text);
        let mut shown = String::new();
        for cursor in cursors {
            let found = names::definition(analysis, *cursor);
            let defined = found.map(|(_, to)| format!("defined on {}", lines.line(to.start) + 1));
            let found = names::references(analysis, *cursor);
            let on = found.iter().map(|it| {
                let mark = if it.definition { "*" } else { "" };
                format!("{}{mark}", lines.line(it.range.start) + 1)
            });
            let on = on.collect::<Vec<_>>().join(", ");
            let can = names::prepare_rename(analysis, *cursor).map(|(_, name)| name);
            writeln!(shown, "{defined:?}, on {on}, change {can:?}").unwrap();
            for new in ["other", "apollo510_evb", "a b", ""] {
                match names::rename(analysis, *cursor, new) {
                    Ok(edits) => {
                        let text = apply_edits(text, &edits).unwrap();
                        writeln!(shown, "  {new:?} makes {text:?}").unwrap();
                    }
                    Err(why) => writeln!(shown, "  {new:?}: {why}").unwrap(),
                }
            }
        }
        shown
    });
}

/// An item: its marks, what it means, and what it writes where that is not what one expects.
fn listed(item: &Item) -> String {
    let marks = [
        (item.required, "*"),
        (item.preselect, "+"),
        (item.deprecated, "-"),
    ];
    let marks: String = marks.iter().filter(|it| it.0).map(|it| it.1).collect();
    let mut shown = format!("  {}{marks}: {}\n", item.label, item.detail);
    if ![item.label.clone(), format!("{}: ", item.label)].contains(&item.edit.text) {
        writeln!(shown, "    writes {:?}", item.edit.text).unwrap();
    }
    if item.filter != item.label {
        writeln!(shown, "    found by {:?}", item.filter).unwrap();
    }
    if let Some(snippet) = &item.snippet {
        writeln!(shown, "    snippet {snippet:?}").unwrap();
    }
    shown
}

/// A case may begin with a comment `# list word, word`, and lists only these then.
#[test]
fn what_can_be_written_is_listed() {
    hold("completion", |analysis, context, cursors| {
        let text = &analysis.reading.text;
        let wanted = text
            .strip_prefix("# list ")
            .and_then(|it| it.lines().next());
        let wanted: Vec<&str> = wanted.into_iter().flat_map(|it| it.split(", ")).collect();
        let mut shown = String::new();
        for cursor in cursors {
            let found = completions(analysis, *cursor, context);
            let mut heading = None;
            for item in &found.items {
                let here = (item.kind, item.edit.range.slice(text));
                if heading != Some(here) {
                    writeln!(shown, "{:?} for {:?}", here.0, here.1).unwrap();
                    heading = Some(here);
                }
                if wanted.is_empty() || wanted.contains(&item.label.as_str()) {
                    shown.push_str(&listed(item));
                }
            }
            if found.items.is_empty() {
                shown.push_str("nothing\n");
            }
        }
        shown
    });
}
