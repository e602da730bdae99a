//! How much of a broken config is still read rightly.
//!
//! The repair search was made with the configs in `recovery/develop`; the floors hold for those
//! in `recovery/held_out`, on which nothing was tuned.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use hpx_lsp::syntax::{NodeId, NodeKind, Parse, Tree, parse};
use hpx_lsp::text::TextRange;

/// What people leave in the middle of a line.
const FRAGMENTS: [&str; 41] = [
    "\"",
    "'",
    "[",
    "{",
    "]",
    "}",
    "*",
    "&",
    "!",
    "@",
    "`",
    "%",
    "|",
    ">",
    "?",
    ":",
    ": ",
    "- ",
    ",",
    "#",
    " #",
    "\t",
    "\n",
    "\n  foo",
    "\nfoo",
    "\n    foo",
    "\n  foo:",
    "\n  foo: \"",
    "\n  foo: [1, ",
    "\n  foo: {a: ",
    "\n  foo: 'bar",
    "\n  - ",
    "\n  -",
    "\n\tfoo: 1",
    "\n  foo: *",
    "\n  foo: @x",
    "\n  foo: a: b",
    "\n  \"foo",
    "{{ x }}",
    "${x}",
    "\\",
];

struct Config {
    name: String,
    text: String,
}

fn configs(set: &str) -> Vec<Config> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/recovery");
    let mut configs: Vec<Config> = fs::read_dir(folder.join(set))
        .expect("the folder is part of the repository")
        .map(|entry| {
            let path = entry.expect("an entry").path();
            Config {
                name: path.display().to_string(),
                text: fs::read_to_string(path).expect("a config"),
            }
        })
        .collect();
    configs.sort_by(|one, other| one.name.cmp(&other.name));
    configs
}

/// The keys that lead to a place, as a completion there would need them: those around the key
/// that is being written, or those of the value.
fn path_at(tree: &Tree, text: &str, offset: usize) -> Vec<String> {
    let line = text[..offset].rfind('\n').map_or(0, |at| at + 1);
    let column = text[line..offset].chars().count();
    let blank = text[line..offset].trim().is_empty();
    let begins_before = |id: NodeId| (tree.node(id).range.start as usize) < offset;
    let mut path = Vec::new();
    let mut next = tree.root();
    while let Some(id) = next {
        let node = tree.node(id);
        let outside = blank && column <= column_of(text, node.range.start as usize);
        if outside && !path.is_empty() {
            path.pop();
            break;
        }
        next = match &node.kind {
            NodeKind::Mapping(mapping) => {
                let mut before = mapping.entries.iter().rev();
                let Some(entry) = before.find(|entry| begins_before(entry.key)) else {
                    break;
                };
                if blank && !mapping.flow && column <= column_of(text, node.range.start as usize) {
                    break;
                }
                if offset <= tree.node(entry.key).range.end as usize {
                    return path;
                }
                path.push(key_text(tree, entry.key));
                Some(entry.value)
            }
            NodeKind::Sequence(sequence) => {
                let before = sequence.items.iter().filter(|&&item| begins_before(item));
                let Some(at) = before.count().checked_sub(1) else {
                    break;
                };
                path.push(format!("[{at}]"));
                Some(sequence.items[at])
            }
            NodeKind::Scalar(_) | NodeKind::Alias(_) => None,
        };
    }
    path
}

fn column_of(text: &str, at: usize) -> usize {
    let line = text[..at].rfind('\n').map_or(0, |at| at + 1);
    text[line..at].chars().count()
}

fn key_text(tree: &Tree, key: NodeId) -> String {
    let scalar = tree.node(key).as_scalar();
    scalar.map_or("?".to_owned(), |scalar| scalar.text.clone())
}

/// Every key with the keys that lead to it.
fn keys(tree: &Tree) -> Vec<(String, TextRange)> {
    let mut keys = Vec::new();
    let mut waiting: Vec<(String, NodeId)> = tree
        .root()
        .map(|id| (String::new(), id))
        .into_iter()
        .collect();
    while let Some((path, id)) = waiting.pop() {
        match &tree.node(id).kind {
            NodeKind::Mapping(mapping) => {
                for entry in &mapping.entries {
                    let path = format!("{path}.{}", key_text(tree, entry.key));
                    keys.push((path.clone(), tree.node(entry.key).range));
                    waiting.push((path, entry.value));
                }
            }
            NodeKind::Sequence(sequence) => {
                let items = sequence.items.iter().enumerate();
                waiting.extend(items.map(|(at, &item)| (format!("{path}[{at}]"), item)));
            }
            NodeKind::Scalar(_) | NodeKind::Alias(_) => {}
        }
    }
    keys
}

/// The part of the truncations after which the keys that lead to the end are still known.
fn truncations(configs: &[Config]) -> f64 {
    let (mut right, mut all) = (0usize, 0usize);
    for Config { name, text } in configs {
        let whole = parse(text);
        assert_eq!(whole.problems, [], "{name}");
        for (at, _) in text.char_indices() {
            let truncated = &text[..at];
            let broken = parse(truncated);
            check(&broken, truncated);
            let (wanted, found) = (
                path_at(&whole.tree, text, at),
                path_at(&broken.tree, truncated, at),
            );
            all += 1;
            right += usize::from(wanted == found);
            if wanted != found && std::env::var_os("SHOW_RECOVERY").is_some() {
                println!("{name} at {at}: {wanted:?} became {found:?}");
            }
        }
    }
    right as f64 / all as f64
}

/// The part of the keys on other lines that are kept, at their places, when a fragment gets in.
fn insertions(configs: &[Config]) -> f64 {
    // Without optimisation fewer places are tried; the floor holds for them as well.
    let step = if cfg!(debug_assertions) { 61 } else { 13 };
    let (mut kept, mut documents) = (0.0, 0usize);
    for (number, Config { name, text }) in configs.iter().enumerate() {
        let whole = keys(&parse(text).tree);
        let offsets: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
        for (place, fragment) in FRAGMENTS.iter().enumerate() {
            for at in offsets.iter().skip((place + number) % step).step_by(step) {
                let part = kept_with(text, &whole, *at, fragment);
                if part < 0.9 && std::env::var_os("SHOW_RECOVERY").is_some() {
                    println!("{name} at {at}, {fragment:?}: {part:.2}");
                }
                kept += part;
                documents += 1;
            }
        }
    }
    kept / documents as f64
}

fn kept_with(text: &str, whole: &[(String, TextRange)], at: usize, fragment: &str) -> f64 {
    let edited = format!("{}{fragment}{}", &text[..at], &text[at..]);
    let broken = parse(&edited);
    check(&broken, &edited);
    let line = text[..at].rfind('\n').map_or(0, |at| at + 1) as u32;
    let line_end = text[at..]
        .find('\n')
        .map_or(text.len(), |length| at + length) as u32;
    let moved = |at: u32| at + fragment.len() as u32;
    let found: BTreeSet<_> = keys(&broken.tree).into_iter().collect();
    let others = whole
        .iter()
        .filter(|(_, range)| range.end < line || range.start > line_end);
    let (mut kept, mut all) = (0usize, 0usize);
    for (path, range) in others {
        let place = if range.start > line_end {
            TextRange::new(moved(range.start), moved(range.end))
        } else {
            *range
        };
        all += 1;
        kept += usize::from(found.contains(&(path.clone(), place)));
    }
    kept as f64 / all.max(1) as f64
}

/// What holds of every tree: places lie in the text, and a broken text has one syntax problem.
fn check(parsed: &Parse, text: &str) {
    for id in parsed.tree.ids() {
        let range = parsed.tree.node(id).range;
        assert!(
            text.get(range.start as usize..range.end as usize).is_some(),
            "{text:?} {range:?}"
        );
    }
    let syntax = parsed
        .problems
        .iter()
        .filter(|problem| problem.kind.is_syntax());
    assert!(syntax.count() <= 1, "{text:?}: {:?}", parsed.problems);
}

#[test]
fn the_keys_that_lead_to_the_end_are_known_at_every_truncation() {
    let developed = truncations(&configs("develop"));
    let held_out = truncations(&configs("held_out"));
    println!("truncations: develop {developed:.4}, held out {held_out:.4}");
    assert!(held_out >= 0.97, "{held_out}");
}

#[test]
fn a_fragment_in_one_line_costs_few_keys_on_the_others() {
    let developed = insertions(&configs("develop"));
    let held_out = insertions(&configs("held_out"));
    println!("insertions: develop {developed:.4}, held out {held_out:.4}");
    assert!(held_out >= 0.97, "{held_out}");
}
