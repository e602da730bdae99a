//! Free-form mappings: `engine.config` and what lies below it, which hpx
//! reads key by key without a schema.

use std::collections::BTreeSet;

use super::datum::Datum;
use crate::syntax::{self, NodeId, NodeKind, Parse, Tree};
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

    /// The first value below a key that Python's `json.dumps` with sorted keys
    /// refuses: a date, bytes, a set, or a mapping whose keys do not sort.
    pub fn not_json(&self, name: &str) -> Option<TextRange> {
        let tree = self.tree;
        let mut open = vec![self.entry(name)?.value];
        let mut seen = BTreeSet::new();
        while let Some(node) = open.pop() {
            let node = tree.resolve(node);
            if !seen.insert(node) {
                continue;
            }
            match Datum::of(tree, node) {
                Datum::Time | Datum::Bytes(_) | Datum::Set(_) => {
                    return Some(tree.node(node).range);
                }
                Datum::Map(_) => {
                    let fields = tree.fields(node);
                    let keys: Vec<_> = fields.iter().map(|f| Datum::of(tree, f.key)).collect();
                    if !sorts(&keys) {
                        return Some(tree.node(node).range);
                    }
                    open.extend(fields.iter().map(|field| field.value));
                }
                _ => open.extend(tree.children(node)),
            }
        }
        None
    }
}

/// Whether Python can sort the keys and JSON can hold them.
fn sorts(keys: &[Datum<'_>]) -> bool {
    let strings = keys.iter().all(|key| matches!(key, Datum::Str(_)));
    let numbers = keys
        .iter()
        .all(|key| matches!(key, Datum::Bool(_) | Datum::Int(_) | Datum::Float(_)));
    strings || numbers || matches!(keys, [Datum::Null])
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
