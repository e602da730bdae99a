//! A profile written out plainly: no anchor, no merge and no duplicate, each value where Python
//! has it. A change that the author's text leaves no room for can still be tried there.

use std::fmt::Write;

use super::Facts;
use crate::profile::Datum;
use crate::syntax::{MappingKind, NodeId, NodeKind, Scalar, Tree, Value};

/// The most that is written: aliases of aliases grow without end.
const MOST_BYTES: usize = 1 << 18;

/// How deep is written.
const MOST_LEVELS: usize = 64;

/// The profile with a value put at each of these dotted keys. None where it is too large, or no
/// mapping.
pub(super) fn with(facts: &Facts<'_>, changes: &[(&str, &str)]) -> Option<String> {
    let mut writer = Writer {
        tree: facts.tree,
        text: String::new(),
    };
    let changes = changes.iter().map(|(key, value)| (*key, *value)).collect();
    writer.mapping(facts.profile.root, changes, 0)?;
    Some(writer.text)
}

/// Dotted keys with the values to put there.
type Changes<'c> = Vec<(&'c str, &'c str)>;

struct Writer<'a> {
    tree: &'a Tree,
    text: String,
}

impl Writer<'_> {
    /// A mapping with changes below it, their keys counted from here.
    fn mapping(
        &mut self,
        mapping: Option<NodeId>,
        mut changes: Changes<'_>,
        level: usize,
    ) -> Option<()> {
        if level > MOST_LEVELS || self.text.len() > MOST_BYTES {
            return None;
        }
        let fields = mapping.map_or_else(Vec::new, |mapping| self.tree.fields(mapping));
        self.text.push('{');
        for field in fields {
            let name = match Datum::of(self.tree, field.key) {
                Datum::Str(name) => Some(name),
                _ => None,
            };
            let below = name.map_or_else(Vec::new, |name| take(&mut changes, name));
            self.text.push_str("? ");
            self.node(field.key, Vec::new(), level + 1)?;
            self.text.push_str(" : ");
            self.node(field.value, below, level + 1)?;
            self.text.push_str(", ");
        }
        while let Some((key, _)) = changes.first() {
            let name = key.split('.').next().unwrap_or_default();
            let below = take(&mut changes, name);
            let _ = write!(self.text, "? {name} : ");
            self.changed(None, below, level + 1)?;
            self.text.push_str(", ");
        }
        self.text.push('}');
        Some(())
    }

    /// A node with the changes below it; one of no key stands for the node itself.
    fn node(&mut self, node: NodeId, changes: Changes<'_>, level: usize) -> Option<()> {
        let node = self.tree.resolve(node);
        if !changes.is_empty() {
            return self.changed(Some(node), changes, level);
        }
        match &self.tree.node(node).kind {
            NodeKind::Scalar(scalar) => self.scalar(scalar),
            NodeKind::Sequence(sequence) => {
                if level > MOST_LEVELS {
                    return None;
                }
                self.text.push('[');
                for item in &sequence.items {
                    self.node(*item, Vec::new(), level + 1)?;
                    self.text.push_str(", ");
                }
                self.text.push(']');
            }
            NodeKind::Mapping(mapping) => {
                if mapping.kind == MappingKind::Set {
                    self.text.push_str("!!set ");
                }
                self.mapping(Some(node), Vec::new(), level)?;
            }
            NodeKind::Alias(_) => return None,
        }
        Some(())
    }

    fn changed(&mut self, node: Option<NodeId>, changes: Changes<'_>, level: usize) -> Option<()> {
        match changes.iter().find(|(key, _)| key.is_empty()) {
            Some((_, value)) => {
                self.text.push_str(value);
                Some(())
            }
            None => self.mapping(node, changes, level),
        }
    }

    fn scalar(&mut self, scalar: &Scalar) {
        let tag = match scalar.value {
            Value::Str => "",
            Value::Null => "!!null",
            Value::Bool(_) => "!!bool",
            Value::Int(_) => "!!int",
            Value::Float(_) => "!!float",
            Value::Bytes(_) => "!!binary",
            Value::Date(_) | Value::DateTime(_) => "!!timestamp",
            Value::Invalid => "!invalid",
        };
        let _ = write!(self.text, "{tag} {}", quoted(&scalar.text));
    }
}

/// Takes the changes at or below a name out, their keys counted from there.
fn take<'c>(changes: &mut Changes<'c>, name: &str) -> Changes<'c> {
    let below = |key: &'c str| match key.strip_prefix(name) {
        Some("") => Some(""),
        Some(rest) => rest.strip_prefix('.'),
        None => None,
    };
    let mut taken = Vec::new();
    changes.retain(|(key, value)| match below(key) {
        Some(rest) => {
            taken.push((rest, *value));
            false
        }
        None => true,
    });
    taken
}

/// A text in double quotes.
fn quoted(text: &str) -> String {
    let mut quoted = String::from('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            ' '..='~' => quoted.push(c),
            _ => {
                let _ = write!(quoted, "\\U{:08X}", u32::from(c));
            }
        }
    }
    quoted.push('"');
    quoted
}
