//! Free-form mappings: `engine.config` and what lies below it, which hpx
//! reads key by key without a schema.

use super::datum::Datum;
use crate::syntax::{NodeId, NodeKind, Tree};

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
        let fields = self.tree.fields(self.node?);
        let field = fields
            .iter()
            .find(|f| Datum::of(self.tree, f.key) == Datum::Str(name))?;
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
}
