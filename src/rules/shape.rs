//! What of a tree stands in more than one place, looked up once: fixes ask for each key.

use std::collections::{BTreeMap, BTreeSet};

use crate::syntax::{Duplicate, NodeId, NodeKind, Tree};
use crate::text::TextRange;

/// The keys of a tree that are written twice, and what aliases and merges repeat.
#[derive(Debug)]
pub struct Shape {
    /// Each key that is given again in its mapping, with the first of its kind, in order.
    pub duplicates: Vec<Duplicate>,
    doubled: BTreeSet<NodeId>,
    repeated: BTreeSet<NodeId>,
    /// The least end of what is repeated from each place on.
    places: BTreeMap<u32, u32>,
    merging: BTreeSet<NodeId>,
}

impl Shape {
    /// Looks a tree through.
    pub fn of(tree: &Tree) -> Self {
        let duplicates = tree.duplicate_keys();
        let doubled = duplicates.iter().flat_map(|pair| [pair.first, pair.again]);
        let mut shape = Shape {
            doubled: doubled.collect(),
            duplicates,
            repeated: BTreeSet::new(),
            places: BTreeMap::new(),
            merging: BTreeSet::new(),
        };
        for id in tree.ids() {
            match &tree.node(id).kind {
                NodeKind::Alias(target) => shape.note_repeated(tree, *target),
                NodeKind::Mapping(mapping) if mapping.entries.iter().any(|entry| entry.merge) => {
                    shape.merging.insert(id);
                }
                _ => {}
            }
        }
        shape
    }

    fn note_repeated(&mut self, tree: &Tree, target: NodeId) {
        self.repeated.insert(target);
        let range = tree.node(target).range;
        let end = self.places.entry(range.start).or_insert(range.end);
        *end = range.end.min(*end);
    }

    /// Whether a key stands twice in its mapping.
    pub fn is_doubled(&self, key: NodeId) -> bool {
        self.doubled.contains(&key)
    }

    /// Whether an alias repeats a node.
    pub fn is_repeated(&self, node: NodeId) -> bool {
        self.repeated.contains(&node)
    }

    /// Whether an alias repeats something that lies in a range.
    pub fn repeats_inside(&self, range: TextRange) -> bool {
        let mut inside = self.places.range(range.start..=range.end);
        inside.any(|(_, end)| *end <= range.end)
    }

    /// Whether a mapping merges others.
    pub fn merges(&self, mapping: NodeId) -> bool {
        self.merging.contains(&mapping)
    }
}
