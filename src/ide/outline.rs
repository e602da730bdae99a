//! The outline of a text, what folds in it, and what a growing selection takes.

use super::at::{entry_range, name};
use super::card::code;
use crate::analysis::Analysis;
use crate::syntax::{Entry, NodeId, NodeKind, Tree, Value};
use crate::text::{LineIndex, TextRange, clean};

/// How deep the outline and the growing selection go: protocols nest them, two
/// levels of JSON for each of the outline, and many readers of JSON give up
/// behind 128.
const DEEPEST: usize = 56;

/// The longest value that the outline shows.
const LONGEST: usize = 60;

/// An entry or an item, with what lies below it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symbol {
    /// Its name; never empty.
    pub name: String,
    /// Its value in short; empty for what has symbols below it.
    pub detail: String,
    /// What it is.
    pub kind: SymbolKind,
    /// All of it.
    pub range: TextRange,
    /// The key, or the item.
    pub selection: TextRange,
    /// What lies below it, in order.
    pub children: Vec<Symbol>,
}

/// What a symbol is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SymbolKind {
    /// Keys with values.
    Mapping,
    /// A list.
    List,
    /// A string, or anything else that is written like one.
    Text,
    /// A number.
    Number,
    /// True or false.
    Boolean,
    /// Nothing.
    Null,
    /// Another value once more.
    Alias,
}

/// The outline of a text.
pub fn outline(analysis: &Analysis) -> Vec<Symbol> {
    let tree = analysis.reading.tree();
    let text = &analysis.reading.text;
    tree.root()
        .map_or_else(Vec::new, |root| below(tree, text, root, 0))
}

fn below(tree: &Tree, text: &str, node: NodeId, depth: usize) -> Vec<Symbol> {
    if depth == DEEPEST {
        return Vec::new();
    }
    match &tree.node(node).kind {
        NodeKind::Mapping(mapping) => {
            let entries = mapping.entries.iter();
            let symbol = |entry: &Entry| {
                let selection = tree.node(entry.key).range;
                let named = name(tree, entry.key).unwrap_or_else(|| selection.slice(text));
                symbol(
                    tree,
                    text,
                    entry.value,
                    depth,
                    Symbol {
                        range: entry_range(tree, *entry),
                        ..unfilled(named, selection)
                    },
                )
            };
            entries.map(symbol).collect()
        }
        NodeKind::Sequence(list) => {
            let items = list.items.iter().enumerate();
            let symbol = |(at, item): (usize, &NodeId)| {
                let range = tree.node(*item).full_range();
                symbol(
                    tree,
                    text,
                    *item,
                    depth,
                    unfilled(&format!("[{at}]"), range),
                )
            };
            items.map(symbol).collect()
        }
        NodeKind::Scalar(_) | NodeKind::Alias(_) => Vec::new(),
    }
}

/// A symbol of which the value is not known yet.
fn unfilled(name: &str, selection: TextRange) -> Symbol {
    let name = short(name);
    Symbol {
        name: if name.trim().is_empty() {
            "(no name)".to_owned()
        } else {
            name
        },
        detail: String::new(),
        kind: SymbolKind::Null,
        range: selection,
        selection,
        children: Vec::new(),
    }
}

fn symbol(tree: &Tree, text: &str, value: NodeId, depth: usize, symbol: Symbol) -> Symbol {
    let node = tree.node(value);
    let kind = match &node.kind {
        NodeKind::Mapping(_) => SymbolKind::Mapping,
        NodeKind::Sequence(_) => SymbolKind::List,
        NodeKind::Alias(_) => SymbolKind::Alias,
        NodeKind::Scalar(scalar) => match scalar.value {
            Value::Null => SymbolKind::Null,
            Value::Bool(_) => SymbolKind::Boolean,
            Value::Int(_) | Value::Float(_) => SymbolKind::Number,
            _ => SymbolKind::Text,
        },
    };
    let detail = match &node.kind {
        NodeKind::Scalar(scalar) => short(&scalar.text),
        NodeKind::Alias(_) => short(node.range.slice(text)),
        _ => String::new(),
    };
    Symbol {
        kind,
        detail,
        children: below(tree, text, value, depth + 1),
        ..symbol
    }
}

/// The first line of a text, cut.
fn short(text: &str) -> String {
    let line = text.lines().next().unwrap_or_default();
    let cut: String = line.chars().take(LONGEST).collect();
    clean::line(&cut).into_owned()
}

/// A name that a search through all profiles finds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Landmark {
    /// The name.
    pub name: String,
    /// What it names, such as `custom board`.
    pub what: &'static str,
    /// Where it stands.
    pub range: TextRange,
}

/// The names of a profile that a search through all profiles finds: its model,
/// board and engine, the parts that it describes, and its anchors.
pub fn landmarks(analysis: &Analysis) -> Vec<Landmark> {
    let reading = &analysis.reading;
    let (tree, profile) = (reading.tree(), &reading.profile);
    let mut found = Vec::new();
    for (what, value) in [
        ("model", &profile.model.path),
        ("board", &profile.target.board),
        ("engine", &profile.engine.name),
    ] {
        let (Some(node), Some(name)) = (value.node(), value.get()) else {
            continue;
        };
        found.push((what, name.as_str(), tree.node(node).range));
    }
    for (what, key) in super::names::definitions(reading) {
        let name = name(tree, key).unwrap_or_default();
        found.push((what.title(), name, tree.node(key).range));
    }
    found.extend(
        tree.anchors()
            .map(|(_, anchor)| ("anchor", anchor.name.as_str(), anchor.range)),
    );
    found.retain(|(_, name, _)| !name.is_empty());
    found.sort_by_key(|(_, _, range)| *range);
    let landmark = |(what, name, range): (&'static str, &str, TextRange)| Landmark {
        name: code(name).replace('`', ""),
        what,
        range,
    };
    found.into_iter().map(landmark).collect()
}

/// What an editor can fold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fold {
    /// From its first line, which stays, to its last.
    pub range: TextRange,
    /// Whether it is lines of comments.
    pub comment: bool,
}

/// Everything that spans lines: values, and comments on lines that follow each
/// other.
pub fn folds(analysis: &Analysis) -> Vec<Fold> {
    let tree = analysis.reading.tree();
    let lines = LineIndex::new(&analysis.reading.text);
    let several = |range: &TextRange| lines.line(range.start) < lines.line(range.end);
    let mut ranges: Vec<TextRange> = Vec::new();
    for id in tree.ids() {
        match &tree.node(id).kind {
            NodeKind::Mapping(mapping) => {
                ranges.extend(
                    mapping
                        .entries
                        .iter()
                        .map(|entry| entry_range(tree, *entry)),
                );
            }
            NodeKind::Sequence(list) => {
                ranges.extend(list.items.iter().map(|item| tree.node(*item).full_range()));
            }
            NodeKind::Scalar(_) | NodeKind::Alias(_) => {}
        }
    }
    ranges.retain(several);
    let mut folds: Vec<Fold> = ranges
        .into_iter()
        .map(|range| Fold {
            range,
            comment: false,
        })
        .collect();
    folds.extend(comment_blocks(analysis, &lines));
    folds.sort_by_key(|fold| (fold.range.start, std::cmp::Reverse(fold.range.end)));
    folds
}

/// Comments that have their lines to themselves and follow each other.
fn comment_blocks(analysis: &Analysis, lines: &LineIndex) -> Vec<Fold> {
    let text = &analysis.reading.text;
    let alone = |range: &TextRange| {
        let start = lines.line_start(lines.line(range.start));
        TextRange::new(start, range.start)
            .slice(text)
            .trim()
            .is_empty()
    };
    let comments = analysis.reading.tree().comments().iter();
    let mut blocks: Vec<TextRange> = Vec::new();
    for range in comments.map(|comment| comment.range).filter(alone) {
        match blocks.last_mut() {
            Some(block) if lines.line(block.end) + 1 == lines.line(range.start) => {
                *block = block.cover(range);
            }
            _ => blocks.push(range),
        }
    }
    blocks.retain(|block| lines.line(block.start) < lines.line(block.end));
    let fold = |range| Fold {
        range,
        comment: true,
    };
    blocks.into_iter().map(fold).collect()
}

/// What a selection that grows from an offset takes, the least first: the
/// value, its entry, what it lies in, and in the end all of the text.
pub fn selections(analysis: &Analysis, offset: u32) -> Vec<TextRange> {
    let tree = analysis.reading.tree();
    let mut found: Vec<TextRange> = Vec::new();
    let mut add = |range: TextRange| {
        let grows = match found.last() {
            Some(last) => range.contains_range(*last) && range != *last,
            None => range.touches(offset),
        };
        if grows {
            found.push(range);
        }
    };
    let mut at = tree.node_at(offset);
    while let Some(id) = at {
        let node = tree.node(id);
        add(node.range);
        add(node.full_range());
        let parent = tree.parent(id);
        let mapping = parent.and_then(|parent| tree.node(parent).as_mapping());
        let entries = mapping.map_or(&[][..], |mapping| &mapping.entries);
        let mut entry = entries.iter();
        if let Some(entry) = entry.find(|entry| entry.key == id || entry.value == id) {
            add(entry_range(tree, *entry));
        }
        at = parent;
    }
    found.truncate(DEEPEST);
    let length = u32::try_from(analysis.reading.text.len()).unwrap_or(u32::MAX);
    let all = TextRange::new(0, length);
    if found.last() != Some(&all) {
        found.push(all);
    }
    found
}
