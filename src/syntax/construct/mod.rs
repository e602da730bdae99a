//! What the loader makes of the tree, where anything in it is unusual.
//!
//! The loader builds the values level by level and never builds some at all: a mapping that is
//! only merged, whatever its tag, or what stands beside a `=`. So the nodes are visited here as
//! it visits them, and only what it meets is a problem.

mod flatten;

use std::collections::{HashMap, HashSet, VecDeque};

use super::merge::{Merges, Part, Walk};
use super::problem::{Problem, ProblemKind};
use super::report;
use super::tree::{Class, Entry, Node, NodeId, NodeKind, Scalar, Tree, Value};
use super::value::{Refusal, value_of};
use flatten::{DEEPEST_MERGE, Flattening};

struct Constructor<'a> {
    tree: &'a mut Tree,
    merges: Merges,
    /// Whether each node was visited.
    visited: Vec<bool>,
    /// Whether each mapping's own entries were visited.
    entered: Vec<bool>,
    /// The versions of mappings whose entries were visited.
    walked: HashSet<usize>,
    /// Where each mapping's merges stand.
    flattening: HashMap<NodeId, Flattening>,
    /// The parts of lists of mappings that were merged before.
    lists: HashMap<NodeId, Part>,
    waiting: VecDeque<NodeId>,
    /// The collections whose tag makes a scalar of them.
    scalars: Vec<(NodeId, Scalar)>,
    problems: Vec<Problem>,
}

/// Finds what the loader refuses, and settles what merges and odd tags make of the tree.
pub(super) fn construct(tree: &mut Tree) -> Vec<Problem> {
    let count = tree.nodes.len();
    let mut constructor = Constructor {
        tree,
        merges: Merges::default(),
        visited: vec![false; count],
        entered: vec![false; count],
        walked: HashSet::new(),
        flattening: HashMap::new(),
        lists: HashMap::new(),
        waiting: VecDeque::new(),
        scalars: Vec::new(),
        problems: Vec::new(),
    };
    if let Some(root) = constructor.tree.root {
        constructor.visit(root);
    }
    while let Some(id) = constructor.waiting.pop_front() {
        constructor.fill(id);
    }
    constructor.settle()
}

impl Constructor<'_> {
    fn refuse(&mut self, id: NodeId, refusal: Refusal) {
        let problem = report::refusal(self.tree.node(id), refusal);
        self.problems.push(problem);
    }

    fn push(&mut self, kind: ProblemKind, id: NodeId) {
        let range = self.tree.node(id).range;
        self.problems.push(Problem::new(kind, range));
    }

    /// Visits a node for its value, once.
    fn visit(&mut self, id: NodeId) {
        let id = self.tree.resolve(id);
        match self.visited.get_mut(id.index()) {
            Some(visited) if !*visited => *visited = true,
            _ => return,
        }
        let Node { kind, class, .. } = self.tree.node(id);
        let class = *class;
        match (kind, class) {
            (NodeKind::Scalar(scalar), _) => {
                // An undefined alias has no value either, but its problem is known already.
                if scalar.value == Value::Invalid
                    && let Err(refusal) = value_of(class, &scalar.text)
                {
                    self.refuse(id, refusal);
                }
            }
            (_, Class::Seq | Class::Map | Class::Set | Class::Pairs) => {
                self.waiting.push_back(id);
            }
            (_, Class::Merge | Class::Default | Class::Unknown) => {
                self.refuse(id, Refusal::UnknownTag);
            }
            _ => self.visit_as_scalar(id, class),
        }
    }

    /// Visits a collection whose tag is for scalars: the value of its key `=` stands for it.
    fn visit_as_scalar(&mut self, id: NodeId, class: Class) {
        let Some(scalar) = self.default_value(id) else {
            return self.refuse(id, Refusal::WrongShape);
        };
        let mut scalar = scalar.clone();
        // The loader reads a date from the node itself, which has no text.
        let value = match class {
            Class::Timestamp => Err(Refusal::WrongShape),
            _ => value_of(class, &scalar.text),
        };
        match value {
            Ok(value) => {
                scalar.value = value;
                self.scalars.push((id, scalar));
            }
            Err(refusal) => self.refuse(id, refusal),
        }
    }

    /// The scalar that the key `=` of a mapping leads to, through mappings that have one too.
    fn default_value(&self, id: NodeId) -> Option<&Scalar> {
        let mut id = id;
        for _ in 0..DEEPEST_MERGE {
            let mapping = match &self.tree.node(id).kind {
                NodeKind::Scalar(scalar) => return Some(scalar),
                NodeKind::Mapping(mapping) => mapping,
                _ => return None,
            };
            let is_default = |entry: &&Entry| {
                let key = self.tree.resolve(entry.key);
                self.tree.node(key).class == Class::Default
            };
            let entry = mapping.entries.iter().find(is_default)?;
            id = self.tree.resolve(entry.value);
        }
        None
    }

    /// Visits what a collection consists of.
    fn fill(&mut self, id: NodeId) {
        let node = self.tree.node(id);
        match (&node.kind, node.class) {
            (NodeKind::Sequence(sequence), Class::Seq) => {
                for item in sequence.items.clone() {
                    self.visit(item);
                }
            }
            (NodeKind::Sequence(sequence), Class::Pairs) => {
                for item in sequence.items.clone() {
                    self.fill_pair(item);
                }
            }
            (NodeKind::Mapping(_), Class::Map | Class::Set) => {
                self.flatten(id, true);
                self.visit_parts(self.merges.current(id));
            }
            _ => self.refuse(id, Refusal::WrongShape),
        }
    }

    fn visit_parts(&mut self, part: Part) {
        let merges = std::mem::take(&mut self.merges);
        let mut walk = Walk::after(&merges, std::mem::take(&mut self.walked));
        walk.enter(part);
        for mapping in walk.by_ref() {
            self.visit_entries(mapping);
        }
        self.walked = walk.into_seen();
        self.merges = merges;
    }

    /// Visits the entries of a mapping, once.
    fn visit_entries(&mut self, mapping: NodeId) {
        match self.entered.get_mut(mapping.index()) {
            Some(entered) if !*entered => *entered = true,
            _ => return,
        }
        for entry in self.entries(mapping) {
            if entry.merge {
                continue;
            }
            self.visit(entry.key);
            if self.is_unhashable(entry.key) {
                self.push(ProblemKind::UnhashableKey, entry.key);
            }
            self.visit(entry.value);
        }
    }

    fn entries(&self, mapping: NodeId) -> Vec<Entry> {
        let mapping = self.tree.node(mapping).as_mapping();
        mapping.map_or(Vec::new(), |mapping| mapping.entries.clone())
    }

    fn is_unhashable(&self, key: NodeId) -> bool {
        let node = self.tree.node(self.tree.resolve(key));
        let collection = !matches!(node.kind, NodeKind::Scalar(_));
        collection
            && matches!(
                node.class,
                Class::Seq | Class::Map | Class::Set | Class::Pairs
            )
    }

    /// Visits one item of an `!!omap` or `!!pairs`, which must be a mapping of one entry.
    fn fill_pair(&mut self, item: NodeId) {
        let id = self.tree.resolve(item);
        let entries = match self.flattening.get(&id) {
            Some(_) => self.merged_entries(id),
            None => self.entries(id),
        };
        let [entry] = entries.as_slice() else {
            return self.refuse(item, Refusal::WrongShape);
        };
        self.visit(entry.key);
        self.visit(entry.value);
    }

    /// The entries of a mapping whose merges were followed.
    fn merged_entries(&self, mapping: NodeId) -> Vec<Entry> {
        let mut walk = Walk::new(&self.merges, false);
        walk.enter(self.merges.current(mapping));
        let entries = walk.flat_map(|source| self.entries(source));
        entries.filter(|entry| !entry.merge).take(2).collect()
    }

    /// Writes down what was found, for mappings too that the loader never reads.
    fn settle(mut self) -> Vec<Problem> {
        for id in self.tree.ids() {
            let mapping = self.tree.node(id).as_mapping();
            if mapping.is_some_and(|mapping| mapping.entries.iter().any(|entry| entry.merge)) {
                self.flatten(id, false);
            }
        }
        for (id, scalar) in std::mem::take(&mut self.scalars) {
            self.merges.keep(id, self.entries(id));
            if let Some(node) = self.tree.nodes.get_mut(id.index()) {
                node.kind = NodeKind::Scalar(scalar);
            }
        }
        self.tree.merges = self.merges;
        self.problems
    }
}
