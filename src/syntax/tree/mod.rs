//! What a text says, as nodes with their places.

mod node;

use super::merge::Merges;

pub(super) use node::Class;
pub use node::{
    Anchor, Comment, Date, DateTime, Entry, Mapping, MappingKind, Node, NodeId, NodeKind, Scalar,
    ScalarStyle, Sequence, SequenceKind, Tag, Value,
};

/// What a text says.
#[derive(Clone, Debug, Default)]
pub struct Tree {
    pub(in crate::syntax) nodes: Vec<Node>,
    pub(in crate::syntax) root: Option<NodeId>,
    pub(in crate::syntax) comments: Vec<Comment>,
    pub(in crate::syntax) merges: Merges,
}

impl Tree {
    /// The value of the document; `None` where the text has no document.
    pub fn root(&self) -> Option<NodeId> {
        self.root
    }

    /// A node of this tree.
    ///
    /// # Panics
    ///
    /// Where the id names a node of another, larger tree.
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.index()]
    }

    /// How many nodes there are.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there is no node.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// All nodes, in the order in which they begin.
    pub fn ids(&self) -> impl DoubleEndedIterator<Item = NodeId> + use<> {
        (0..self.nodes.len()).map(NodeId::new)
    }

    /// The comments, in order.
    pub fn comments(&self) -> &[Comment] {
        &self.comments
    }

    /// The node itself, or the one that it is an alias of.
    pub fn resolve(&self, id: NodeId) -> NodeId {
        match self.node(id).kind {
            NodeKind::Alias(target) => target,
            _ => id,
        }
    }

    /// The collection that the node is written in; `None` for the root.
    pub fn parent(&self, id: NodeId) -> Option<NodeId> {
        self.node(id).parent
    }

    /// The nodes with an anchor, in order.
    pub fn anchors(&self) -> impl Iterator<Item = (NodeId, &Anchor)> {
        self.ids()
            .filter_map(|id| Some((id, self.node(id).anchor.as_deref()?)))
    }

    /// The nodes that it consists of, in order: items, or keys and values in turn.
    pub fn children(&self, id: NodeId) -> Vec<NodeId> {
        match &self.node(id).kind {
            NodeKind::Sequence(sequence) => sequence.items.clone(),
            NodeKind::Mapping(mapping) => {
                let pair = |entry: &Entry| [entry.key, entry.value];
                mapping.entries.iter().flat_map(pair).collect()
            }
            NodeKind::Scalar(_) | NodeKind::Alias(_) => Vec::new(),
        }
    }

    /// The innermost node whose value touches `offset`, the end of it included.
    pub fn node_at(&self, offset: u32) -> Option<NodeId> {
        let mut found = self.root?;
        if !self.node(found).full_range().touches(offset) {
            return None;
        }
        while let Some(child) = self.child_at(found, offset) {
            found = child;
        }
        Some(found)
    }

    fn child_at(&self, id: NodeId, offset: u32) -> Option<NodeId> {
        let starts_before = |child: NodeId| self.node(child).full_range().start <= offset;
        let child = match &self.node(id).kind {
            NodeKind::Sequence(sequence) => {
                let after = sequence.items.partition_point(|&item| starts_before(item));
                sequence.items.get(after.checked_sub(1)?).copied()?
            }
            NodeKind::Mapping(mapping) => {
                let entries = &mapping.entries;
                let after = entries.partition_point(|entry| starts_before(entry.key));
                let entry = entries.get(after.checked_sub(1)?)?;
                if starts_before(entry.value) {
                    entry.value
                } else {
                    entry.key
                }
            }
            NodeKind::Scalar(_) | NodeKind::Alias(_) => return None,
        };
        let touched = self.node(child).full_range().touches(offset);
        touched.then_some(child)
    }
}
