//! Edits of a profile that keep its comments and layout: replace a value, add
//! a key, rename a key, remove an entry. Each answers `None` where the text is
//! written in a way that it would not read well after.

use crate::diagnostic::{Applicability, File, FileEdit, Fix};
use crate::profile::{Entry, FreeForm, Source, Sourced};
use crate::syntax::{NodeId, NodeKind, Tree};
use crate::text::{Edit, TextRange};

use super::Facts;

/// A fix of one edit in the analysed text.
pub fn fix(title: impl Into<String>, applicability: Applicability, edit: Edit) -> Fix {
    let edits = vec![FileEdit {
        file: File::This,
        edit,
    }];
    Fix {
        title: title.into(),
        applicability,
        edits,
    }
}

/// Puts `value` at a dotted key: in place of what stands there, else as a new
/// key of its section, else as a new section.
pub fn set(facts: &Facts<'_>, key: &str, value: &str) -> Option<Edit> {
    let mut at = FreeForm::new(facts.tree, Some(facts.profile.root?));
    let names: Vec<&str> = key.split('.').collect();
    for (depth, name) in names.iter().enumerate() {
        let missing = names.get(depth..)?;
        let mapping = at.node?;
        // What a merge brings in belongs to the mapping it comes from.
        let own = |entry: &Entry| facts.tree.parent(entry.key) == Some(mapping);
        let Some(entry) = at.entry(name).filter(own) else {
            return add(facts, mapping, missing, value);
        };
        if missing.len() == 1 {
            return replace(facts.tree, entry.value, value);
        }
        if facts.tree.node(entry.value).range.is_empty() {
            return fill(facts, entry.key, entry.value, missing.get(1..)?, value);
        }
        if facts.tree.resolve(entry.value) != entry.value {
            return None;
        }
        at = FreeForm::new(facts.tree, Some(entry.value));
    }
    None
}

/// Puts `value` in place of a value that stands in the file.
pub fn set_value<T>(facts: &Facts<'_>, of: &Sourced<T>, value: &str) -> Option<Edit> {
    match of.source {
        Source::Node { value: node, .. } => replace(facts.tree, node, value),
        Source::Default | Source::CommandLine => None,
    }
}

/// Puts `value` in place of a node. One that carries an anchor may be meant
/// elsewhere too, and one behind an alias is: both are left alone.
pub fn replace(tree: &Tree, node: NodeId, value: &str) -> Option<Edit> {
    let node = tree.node(node);
    if node.anchor.is_some() || node.tag.is_some() {
        return None;
    }
    let simple = match &node.kind {
        NodeKind::Scalar(_) => true,
        NodeKind::Sequence(sequence) => sequence.flow,
        NodeKind::Mapping(mapping) => mapping.flow,
        NodeKind::Alias(_) => true,
    };
    let text = if node.range.is_empty() {
        format!(" {value}")
    } else {
        value.to_owned()
    };
    simple.then_some(Edit {
        range: node.range,
        text,
    })
}

/// Renames a key.
pub fn rename(tree: &Tree, key: NodeId, name: &str) -> Option<Edit> {
    let node = tree.node(key);
    let plain = node.as_scalar().is_some() && node.anchor.is_none() && node.tag.is_none();
    plain.then(|| Edit {
        range: node.range,
        text: name.to_owned(),
    })
}

/// Adds keys, one below the other, to a mapping.
fn add(facts: &Facts<'_>, mapping: NodeId, names: &[&str], value: &str) -> Option<Edit> {
    let mapping = facts.tree.resolve(mapping);
    let node = facts.tree.node(mapping);
    let entries = &node.as_mapping()?.entries;
    if node.as_mapping()?.flow {
        return add_in_braces(facts, node.range, entries.is_empty(), names, value);
    }
    let last = entries.last()?;
    let column = column(
        facts.text,
        facts.tree.node(entries.first()?.key).range.start,
    )?;
    let end = facts
        .tree
        .node(last.value)
        .range
        .end
        .max(facts.tree.node(last.key).range.end);
    let (at, prefix) = line_after(facts.text, end);
    let text = format!("{prefix}{}", nested(facts, column, names, value));
    Some(Edit {
        range: TextRange::empty(at),
        text,
    })
}

fn add_in_braces(
    facts: &Facts<'_>,
    range: TextRange,
    empty: bool,
    names: &[&str],
    value: &str,
) -> Option<Edit> {
    let inside = facts
        .text
        .get(range.start as usize..range.end.checked_sub(1)? as usize)?;
    let end = range.start + u32::try_from(inside.trim_end().len()).ok()?;
    if inside.contains(['\n', '\r']) || inside.trim_end().ends_with(',') {
        return None;
    }
    let (last, above) = names.split_last()?;
    let flow = above
        .iter()
        .rev()
        .fold(format!("{last}: {value}"), |inner, name| {
            format!("{name}: {{{inner}}}")
        });
    let text = if empty { flow } else { format!(", {flow}") };
    Some(Edit {
        range: TextRange::empty(end),
        text,
    })
}

/// Fills a section that is written with nothing in it.
fn fill(
    facts: &Facts<'_>,
    key: NodeId,
    value_node: NodeId,
    names: &[&str],
    value: &str,
) -> Option<Edit> {
    let at = facts.tree.node(value_node).range.start;
    let column = column(facts.text, facts.tree.node(key).range.start)?;
    let (line, prefix) = line_after(facts.text, at);
    let text = nested(facts, column + indentation(facts), names, value);
    Some(Edit {
        range: TextRange::empty(line),
        text: format!("{prefix}{text}"),
    })
}

/// Keys one below the other, each on its line.
fn nested(facts: &Facts<'_>, column: usize, names: &[&str], value: &str) -> String {
    let step = indentation(facts);
    let mut text = String::new();
    for (depth, name) in names.iter().enumerate() {
        let indent = " ".repeat(column + depth * step);
        let last = depth + 1 == names.len();
        let line = if last {
            format!("{indent}{name}: {value}")
        } else {
            format!("{indent}{name}:")
        };
        text.push_str(&line);
        text.push_str(line_end(facts.text));
    }
    text
}

/// How far the file indents: what its first section does, else two.
fn indentation(facts: &Facts<'_>) -> usize {
    let sections = FreeForm::new(facts.tree, facts.profile.root).entries();
    let found = sections.iter().find_map(|(_, entry)| {
        let section = facts.tree.node(facts.tree.resolve(entry.value));
        let mapping = section.as_mapping().filter(|mapping| !mapping.flow)?;
        let inner = facts.tree.node(mapping.entries.first()?.key).range.start;
        let outer = column(facts.text, facts.tree.node(entry.key).range.start)?;
        column(facts.text, inner)?.checked_sub(outer)
    });
    found.filter(|step| *step > 0).unwrap_or(2)
}

/// The spaces before an offset, where only spaces are before it on its line.
fn column(text: &str, offset: u32) -> Option<usize> {
    let before = text.get(..offset as usize)?;
    let line = before
        .rsplit(['\n', '\r'])
        .next()?
        .trim_start_matches('\u{feff}');
    line.bytes().all(|b| b == b' ').then_some(line.len())
}

/// Where the line after an offset begins, and what must come before new text
/// there.
fn line_after(text: &str, offset: u32) -> (u32, &'static str) {
    let rest = text.get(offset as usize..).unwrap_or_default();
    let Some(length) = rest.find(['\n', '\r']) else {
        let end = u32::try_from(text.len()).unwrap_or(offset);
        return (end, line_end(text));
    };
    let breaks = if rest.get(length..).is_some_and(|r| r.starts_with("\r\n")) {
        2
    } else {
        1
    };
    (offset + u32::try_from(length + breaks).unwrap_or(0), "")
}

/// The line end that the file uses.
fn line_end(text: &str) -> &'static str {
    match text.find(['\n', '\r']).and_then(|at| text.get(at..)) {
        Some(rest) if rest.starts_with("\r\n") => "\r\n",
        Some(rest) if rest.starts_with('\r') => "\r",
        _ => "\n",
    }
}

/// Removes an entry with its line, or lines.
pub fn remove(facts: &Facts<'_>, key: NodeId, value: NodeId) -> Option<Edit> {
    let start = facts.tree.node(key).range.start;
    column(facts.text, start)?;
    let line_start = facts
        .text
        .get(..start as usize)?
        .rfind(['\n', '\r'])
        .map_or(0, |at| at + 1);
    let end = facts
        .tree
        .node(value)
        .range
        .end
        .max(facts.tree.node(key).range.end);
    let (end, prefix) = line_after(facts.text, end);
    if !prefix.is_empty() && line_start == 0 {
        return None;
    }
    let siblings = facts.tree.node(facts.tree.parent(key)?).as_mapping()?;
    let range = TextRange::new(u32::try_from(line_start).ok()?, end);
    (siblings.entries.len() > 1 && !siblings.flow).then_some(Edit {
        range,
        text: String::new(),
    })
}
