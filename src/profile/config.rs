//! Free-form mappings: `engine.config` and what lies below it, which hpx
//! reads key by key without a schema.

use std::collections::BTreeSet;

use super::datum::Datum;
use crate::syntax::{self, Field, NodeId, NodeKind, Parse, Tree};
use crate::text::TextRange;

/// A key of a free-form mapping and its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The key.
    pub key: NodeId,
    /// The value.
    pub value: NodeId,
}

/// A mapping read key by key.
#[derive(Clone, Copy, Debug)]
pub struct FreeForm<'a> {
    /// The tree it is in.
    pub tree: &'a Tree,
    /// The mapping; an absent one is empty.
    pub node: Option<NodeId>,
}

impl<'a> FreeForm<'a> {
    /// The mapping at a node; empty where there is none.
    pub fn new(tree: &'a Tree, node: Option<NodeId>) -> Self {
        let is_mapping =
            |node: &NodeId| matches!(tree.node(tree.resolve(*node)).kind, NodeKind::Mapping(_));
        FreeForm {
            tree,
            node: node.filter(is_mapping),
        }
    }

    /// The entry of a key.
    pub fn entry(&self, name: &str) -> Option<Entry> {
        let field = self.tree.field(self.node?, name)?;
        Some(Entry {
            key: field.key,
            value: field.value,
        })
    }

    /// The value of a key; an absent one reads as null, as with Python's
    /// `dict.get`.
    pub fn get(&self, name: &str) -> Datum<'a> {
        self.entry(name)
            .map_or(Datum::Null, |entry| Datum::of(self.tree, entry.value))
    }

    /// The mapping below a key; empty where there is none.
    pub fn below(&self, name: &str) -> FreeForm<'a> {
        FreeForm::new(self.tree, self.entry(name).map(|entry| entry.value))
    }

    /// The items of a list below a key.
    pub fn items(&self, name: &str) -> Vec<NodeId> {
        let Some(entry) = self.entry(name) else {
            return Vec::new();
        };
        match &self.tree.node(self.tree.resolve(entry.value)).kind {
            NodeKind::Sequence(sequence) => sequence.items.clone(),
            _ => Vec::new(),
        }
    }

    /// The entries with string keys, in the order of Python's dictionary.
    pub fn entries(&self) -> Vec<(&'a str, Entry)> {
        let Some(node) = self.node else {
            return Vec::new();
        };
        let fields = self.tree.fields(node);
        let named = fields
            .iter()
            .filter_map(|field| match Datum::of(self.tree, field.key) {
                Datum::Str(name) => Some((
                    name,
                    Entry {
                        key: field.key,
                        value: field.value,
                    },
                )),
                _ => None,
            });
        named.collect()
    }

    /// The value of an entry.
    pub fn datum(&self, entry: Entry) -> Datum<'a> {
        Datum::of(self.tree, entry.value)
    }

    /// Where the value of an entry stands.
    pub fn range(&self, entry: Entry) -> TextRange {
        self.tree.node(entry.value).range
    }

    /// The mappings of a list below a key; an item that is none is empty.
    pub fn forms(&self, name: &str) -> Vec<FreeForm<'a>> {
        let items = self.items(name);
        let form = |node: &NodeId| FreeForm::new(self.tree, Some(*node));
        items.iter().map(form).collect()
    }

    /// The value of a key.
    pub fn value(&self, name: &str) -> Option<Value<'a>> {
        let node = self.entry(name)?.value;
        Some(Value {
            tree: self.tree,
            node,
        })
    }
}

/// A value of a free-form mapping, of whatever kind.
#[derive(Clone, Copy, Debug)]
pub struct Value<'a> {
    tree: &'a Tree,
    node: NodeId,
}

impl<'a> Value<'a> {
    fn datum(self) -> Datum<'a> {
        Datum::of(self.tree, self.node)
    }

    /// The fields of a mapping; `None` for anything else.
    fn fields(self) -> Option<Vec<(Datum<'a>, Value<'a>)>> {
        let Datum::Map(_) = self.datum() else {
            return None;
        };
        let fields = self.tree.fields(self.node);
        let field = |field: &Field| {
            let key = Datum::of(self.tree, field.key);
            let node = field.value;
            (
                key,
                Value {
                    tree: self.tree,
                    node,
                },
            )
        };
        Some(fields.iter().map(field).collect())
    }

    /// The first value at or below it that Python's `json.dumps` with sorted
    /// keys refuses: a date, bytes, a set, or a mapping whose keys do not sort.
    fn not_json(self) -> Option<TextRange> {
        let mut open = vec![self.node];
        let mut seen = BTreeSet::new();
        while let Some(node) = open.pop() {
            let value = Value {
                node: self.tree.resolve(node),
                ..self
            };
            if !seen.insert(value.node) {
                continue;
            }
            let fields = value.fields();
            let refused = match (&fields, value.datum()) {
                (Some(fields), _) => !sorts(fields.iter().map(|(key, _)| *key)),
                (None, datum) => matches!(datum, Datum::Time | Datum::Bytes(_) | Datum::Set(_)),
            };
            if refused {
                return Some(self.tree.node(value.node).range);
            }
            match fields {
                Some(fields) => open.extend(fields.iter().map(|(_, below)| below.node)),
                None => open.extend(self.tree.children(value.node)),
            }
        }
        None
    }
}

/// What Python's `json.dumps` refuses in one value merged over another, as
/// mappings merge: whether it stands in the lower, and where.
pub fn not_json(upper: Option<Value<'_>>, lower: Option<Value<'_>>) -> Vec<(bool, TextRange)> {
    let mut found = Vec::new();
    let mut open = vec![(upper, lower)];
    let mut seen = BTreeSet::new();
    while let Some((upper, lower)) = open.pop() {
        let place = |value: Option<Value<'_>>| value.map(|v| v.tree.resolve(v.node));
        if !seen.insert((place(upper), place(lower))) {
            continue;
        }
        let above = upper.and_then(Value::fields);
        let below = lower.and_then(Value::fields);
        let (Some(above), Some(below)) = (above, below) else {
            let of_lower = upper.is_none();
            let refused = upper.or(lower).and_then(Value::not_json);
            found.extend(refused.map(|range| (of_lower, range)));
            continue;
        };
        if !sorts(above.iter().chain(&below).map(|(key, _)| *key)) {
            found.extend(upper.map(|value| (false, value.tree.node(value.node).range)));
            continue;
        }
        for (key, value) in &above {
            let twin = below.iter().find(|(other, _)| other == key);
            open.push((Some(*value), twin.map(|(_, value)| *value)));
        }
        let alone = below
            .iter()
            .filter(|(key, _)| !above.iter().any(|(other, _)| other == key));
        open.extend(alone.map(|(_, value)| (None, Some(*value))));
    }
    found
}

/// Whether Python can sort the keys and JSON can hold them.
fn sorts<'a>(keys: impl Iterator<Item = Datum<'a>> + Clone) -> bool {
    let strings = keys.clone().all(|key| matches!(key, Datum::Str(_)));
    let number = |key| matches!(key, Datum::Bool(_) | Datum::Int(_) | Datum::Float(_));
    let numbers = keys.clone().all(number);
    let mut keys = keys;
    strings || numbers || (keys.next() == Some(Datum::Null) && keys.next().is_none())
}

/// Another file's YAML, read as hpx reads it and looked at key by key.
#[derive(Debug)]
pub struct Document {
    parse: Parse,
}

impl Document {
    /// Reads a text.
    pub fn read(text: &str) -> Self {
        Document {
            parse: syntax::parse(text),
        }
    }

    /// The first thing for which hpx refuses the text: where, and what.
    pub fn problem(&self) -> Option<(TextRange, &str)> {
        let first = self.parse.problems.first()?;
        Some((first.range, &first.message))
    }

    /// What the document holds; nothing reads as null.
    pub fn datum(&self) -> Datum<'_> {
        let tree = &self.parse.tree;
        tree.root()
            .map_or(Datum::Null, |root| Datum::of(tree, root))
    }

    /// The mapping at the top; empty where there is none.
    pub fn root(&self) -> FreeForm<'_> {
        FreeForm::new(&self.parse.tree, self.parse.tree.root())
    }
}
