//! Edits of a profile that keep its comments and layout: replace a value, add
//! a key, rename a key, remove an entry. Each answers `None` where the text is
//! written in a way that it would not read well after.

use crate::diagnostic::{Applicability, Fix};
use crate::profile::{Datum, Entry, FreeForm, Source, Sourced};
use crate::syntax::{self, NodeId, NodeKind};
use crate::text::{Edit, TextRange, apply_edits};

use super::Facts;

/// A fix of one edit in the analysed text.
pub fn fix(title: impl Into<String>, applicability: Applicability, edit: Edit) -> Fix {
    Fix::here(title, applicability, [edit])
}

/// Whether a name near another is surely meant: it is where only case and
/// dashes differ.
pub fn meant(name: &str, near: &str) -> Applicability {
    let folded = |name: &str| name.to_lowercase().replace('-', "_");
    if folded(name) == folded(near) {
        Applicability::Safe
    } else {
        Applicability::Unsafe
    }
}

/// Whether setting a key is sure: it is where the author had not set it.
pub fn unset<T>(of: &Sourced<T>) -> Applicability {
    if of.is_written() {
        Applicability::Unsafe
    } else {
        Applicability::Safe
    }
}

/// Whether an edit brings up no error that there was not before.
pub fn harmless(facts: &Facts<'_>, edit: &Edit) -> bool {
    let Some(trial) = facts.trial else {
        return true;
    };
    let before = trial(facts.text);
    let after = apply_edits(facts.text, std::slice::from_ref(edit));
    after.is_some_and(|text| trial(&text).iter().all(|error| before.contains(error)))
}

/// A string as YAML: as it is where that reads as the same string, else in
/// quotes.
pub fn scalar(text: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "_-./".contains(c);
    let starts = text.starts_with(|c: char| c.is_alphanumeric() || c == '.' || c == '/');
    let tree = syntax::parse(text).tree;
    let same = tree.root().map(|root| Datum::of(&tree, root)) == Some(Datum::Str(text));
    if starts && text.chars().all(plain) && same {
        text.to_owned()
    } else {
        format!("'{}'", text.replace('\'', "''"))
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
            return replace(facts, entry.value, value);
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

/// As [`set`], for a key whose value is `of`: what the command line gives would
/// still count.
pub fn set_over<T>(facts: &Facts<'_>, of: &Sourced<T>, key: &str, value: &str) -> Option<Edit> {
    match of.source {
        Source::CommandLine => None,
        Source::Node { .. } | Source::Default => set(facts, key, value),
    }
}

/// Puts `value` in place of a value that stands in the file.
pub fn set_value<T>(facts: &Facts<'_>, of: &Sourced<T>, value: &str) -> Option<Edit> {
    match of.source {
        Source::Node { value: node, .. } => replace(facts, node, value),
        Source::Default | Source::CommandLine => None,
    }
}

/// A fix that puts a name in place of a value that stands in the file.
pub fn change<T>(
    facts: &Facts<'_>,
    of: &Sourced<T>,
    name: &str,
    applicability: Applicability,
) -> Option<Fix> {
    let edit = set_value(facts, of, &scalar(name))?;
    Some(fix(format!("Change to `{name}`"), applicability, edit))
}

/// The same for a name that is near the one that stands there.
pub fn change_to_near<T>(
    facts: &Facts<'_>,
    of: &Sourced<T>,
    name: &str,
    near: &str,
) -> Option<Fix> {
    change(facts, of, near, meant(name, near))
}

/// Puts `value` in place of a node. One that an alias repeats is meant
/// elsewhere too, and is left alone.
pub fn replace(facts: &Facts<'_>, node: NodeId, value: &str) -> Option<Edit> {
    if is_shared(facts, node) {
        return None;
    }
    let node = facts.tree.node(node);
    if node.tag.is_some() {
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
pub fn rename(facts: &Facts<'_>, key: NodeId, name: &str) -> Option<Edit> {
    let tree = facts.tree;
    let node = tree.node(key);
    let plain = node.as_scalar().is_some() && node.anchor.is_none() && node.tag.is_none();
    let once = !facts.shape.is_doubled(key);
    (plain && once && !is_shared(facts, key)).then(|| Edit {
        range: node.range,
        text: name.to_owned(),
    })
}

/// Whether an alias repeats a node, or something around it.
fn is_shared(facts: &Facts<'_>, node: NodeId) -> bool {
    std::iter::successors(Some(node), |node| facts.tree.parent(*node))
        .any(|node| facts.shape.is_repeated(node))
}

/// Adds keys, one below the other, to a mapping.
fn add(facts: &Facts<'_>, mapping: NodeId, names: &[&str], value: &str) -> Option<Edit> {
    let mapping = facts.tree.resolve(mapping);
    if is_shared(facts, mapping) {
        return None;
    }
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
    let end = entry_end(facts, last.key, last.value);
    Some(new_lines(facts, end, &nested(facts, column, names, value)))
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
    let node = facts.tree.node(value_node);
    if node.anchor.is_some() || node.tag.is_some() {
        return None;
    }
    let at = node.range.start;
    let column = column(facts.text, facts.tree.node(key).range.start)?;
    let text = nested(facts, column + indentation(facts), names, value);
    Some(new_lines(facts, at, &text))
}

/// Adds lines after the one that an offset is in. At the end of a text whose
/// last line is not ended, the last of them is not ended either, so that more
/// can be added in the same way.
fn new_lines(facts: &Facts<'_>, offset: u32, lines: &str) -> Edit {
    let (at, prefix) = line_after(facts.text, offset);
    let lines = match prefix {
        "" => lines,
        _ => lines.trim_end_matches(['\n', '\r']),
    };
    Edit {
        range: TextRange::empty(at),
        text: format!("{prefix}{lines}"),
    }
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

/// Removes an entry with its line, or lines; where it is the only one of its
/// mapping, with the entry that holds it.
pub fn remove(facts: &Facts<'_>, key: NodeId, value: NodeId) -> Option<Edit> {
    let range = removal(facts, key, value)?;
    let needed = facts.shape.repeats_inside(range);
    (!needed && !is_shared(facts, key)).then_some(Edit {
        range,
        text: String::new(),
    })
}

fn removal(facts: &Facts<'_>, key: NodeId, value: NodeId) -> Option<TextRange> {
    let mapping = facts.tree.parent(key)?;
    let siblings = facts.tree.node(mapping).as_mapping()?;
    if hides_another(facts, mapping, key) {
        return None;
    }
    match siblings.entries.as_slice() {
        [_] => with_its_section(facts, mapping, key, value),
        entries if siblings.flow => flow_removal(facts, entries, key),
        _ => lines(facts, key, value),
    }
}

/// Whether another entry would count in place of this one: one before it, or
/// one that is merged.
fn hides_another(facts: &Facts<'_>, mapping: NodeId, key: NodeId) -> bool {
    let merges = facts.shape.merges(mapping);
    if !facts.shape.is_doubled(key) {
        return merges;
    }
    let duplicates = &facts.shape.duplicates;
    let first = duplicates.iter().find(|duplicate| duplicate.again == key);
    let last = first.is_some_and(|first| {
        let mut same = duplicates.iter().filter(|other| other.first == first.first);
        same.next_back().is_some_and(|last| last.again == key)
    });
    last || merges
}

/// The lines of an entry in block style.
fn lines(facts: &Facts<'_>, key: NodeId, value: NodeId) -> Option<TextRange> {
    let start = facts.tree.node(key).range.start;
    column(facts.text, start)?;
    let line_start = facts
        .text
        .get(..start as usize)?
        .rfind(['\n', '\r'])
        .map_or(0, |at| at + 1);
    let end = entry_end(facts, key, value);
    let (end, prefix) = line_after(facts.text, end);
    let all = !prefix.is_empty() && line_start == 0;
    let range = TextRange::new(u32::try_from(line_start).ok()?, end);
    (!all).then_some(range)
}

/// An only entry goes with the one that holds it, unless comments would go
/// that are about something else.
fn with_its_section(
    facts: &Facts<'_>,
    mapping: NodeId,
    key: NodeId,
    value: NodeId,
) -> Option<TextRange> {
    let tree = facts.tree;
    let above = tree.node(tree.parent(mapping)?).as_mapping()?;
    let holder = above.entry_of_value(mapping)?;
    let whole = removal(facts, holder.key, holder.value)?;
    let own = TextRange::new(tree.node(key).range.start, entry_end(facts, key, value));
    let own = TextRange::new(own.start, line_after(facts.text, own.end).0);
    let mut inside = tree.comments().iter().map(|comment| comment.range);
    let others =
        inside.any(|comment| whole.contains_range(comment) && !own.contains_range(comment));
    (!others).then_some(whole)
}

/// An entry in braces with the comma that it brings.
fn flow_removal(facts: &Facts<'_>, entries: &[syntax::Entry], key: NodeId) -> Option<TextRange> {
    let tree = facts.tree;
    let at = entries.binary_search_by_key(&key, |entry| entry.key).ok()?;
    let start = |entry: &syntax::Entry| tree.node(entry.key).full_range().start;
    let end = |entry: &syntax::Entry| entry_end(facts, entry.key, entry.value);
    let entry = entries.get(at)?;
    let range = match entries.get(at + 1) {
        Some(next) => TextRange::new(start(entry), start(next)),
        None => TextRange::new(end(entries.get(at.checked_sub(1)?)?), end(entry)),
    };
    let one_line = !range.slice(facts.text).contains(['\n', '\r']);
    one_line.then_some(range)
}

/// Where an entry ends.
fn entry_end(facts: &Facts<'_>, key: NodeId, value: NodeId) -> u32 {
    let end = |node: NodeId| facts.tree.node(node).full_range().end;
    end(value).max(end(key))
}
