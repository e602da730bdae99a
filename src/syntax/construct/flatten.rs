//! Following merges, as deep as they go.

use super::Constructor;
use crate::syntax::merge::Part;
use crate::syntax::problem::ProblemKind;
use crate::syntax::tree::{Class, NodeId, NodeKind, Value};

/// How deep merges may nest before Python gives up.
pub(super) const DEEPEST_MERGE: usize = 900;

/// How far the merges of one mapping were followed.
#[derive(Clone, Copy, Default)]
pub(super) struct Flattening {
    next_entry: usize,
    /// Whether it was begun at all.
    begun: bool,
    /// How often it stands on the stack of merges being followed.
    active: usize,
}

/// A mapping whose merges are being followed.
pub(super) struct Frame {
    mapping: NodeId,
    parts: Vec<Part>,
    list: Option<List>,
    /// The mapping that is flattened before this one goes on.
    awaited: Option<NodeId>,
}

/// A list of mappings being merged.
struct List {
    id: NodeId,
    next_item: usize,
    parts: Vec<Part>,
    /// Whether all its mappings are flattened for good.
    settled: bool,
}

impl Constructor<'_> {
    /// Follows the merges of a mapping, and of those that it merges.
    pub(super) fn flatten(&mut self, mapping: NodeId, report: bool) {
        let mut stack = Vec::new();
        self.begin(mapping, &mut stack);
        while let Some(mut frame) = stack.pop() {
            self.take_awaited(&mut frame);
            match self.next_merged(&mut frame, report) {
                Some(merged) => {
                    frame.awaited = Some(merged);
                    stack.push(frame);
                    self.begin(merged, &mut stack);
                }
                None => self.finish(frame),
            }
            if report && stack.len() == DEEPEST_MERGE {
                self.push(ProblemKind::NestingTooDeep, mapping);
            }
        }
    }

    pub(super) fn begin(&mut self, mapping: NodeId, stack: &mut Vec<Frame>) {
        let flattening = self.flattening.entry(mapping).or_default();
        flattening.active += 1;
        if !std::mem::replace(&mut flattening.begun, true) {
            self.retag_defaults(mapping);
        }
        stack.push(Frame {
            mapping,
            parts: Vec::new(),
            list: None,
            awaited: None,
        });
    }

    /// From here on, the keys `=` of a mapping are texts.
    pub(super) fn retag_defaults(&mut self, mapping: NodeId) {
        for entry in self.entries(mapping) {
            let key = self.tree.resolve(entry.key);
            let Some(node) = self.tree.nodes.get_mut(key.index()) else {
                continue;
            };
            if node.class == Class::Default {
                node.class = Class::Str;
                if let NodeKind::Scalar(scalar) = &mut node.kind {
                    scalar.value = Value::Str;
                }
            }
        }
    }

    /// Adds the mapping that was flattened for this frame.
    pub(super) fn take_awaited(&mut self, frame: &mut Frame) {
        if let Some(merged) = frame.awaited.take() {
            let part = self.merges.current(merged);
            match &mut frame.list {
                Some(list) => list.parts.push(part),
                None => frame.parts.push(part),
            }
        }
    }

    /// The next mapping that this one merges.
    pub(super) fn next_merged(&mut self, frame: &mut Frame, report: bool) -> Option<NodeId> {
        loop {
            if let Some(merged) = self.next_in_list(frame, report) {
                return Some(merged);
            }
            let value = self.next_merge(frame.mapping)?;
            let id = self.tree.resolve(value);
            match &self.tree.node(id).kind {
                NodeKind::Mapping(_) => return Some(id),
                NodeKind::Sequence(_) => match self.lists.get(&id) {
                    Some(&part) => frame.parts.push(part),
                    None => {
                        frame.list = Some(List {
                            id,
                            next_item: 0,
                            parts: Vec::new(),
                            settled: true,
                        });
                    }
                },
                _ if report => self.refuse_merge(value),
                _ => {}
            }
        }
    }

    /// The value of the mapping's next `<<`, which counts as followed from then on.
    pub(super) fn next_merge(&mut self, mapping: NodeId) -> Option<NodeId> {
        let flattening = self.flattening.entry(mapping).or_default();
        let entries = &self.tree.node(mapping).as_mapping()?.entries;
        let rest = entries.get(flattening.next_entry..)?;
        let ahead = rest.iter().position(|entry| entry.merge);
        let at = flattening.next_entry + ahead.unwrap_or(rest.len());
        flattening.next_entry = at + 1;
        entries.get(at).map(|entry| entry.value)
    }

    /// The next mapping of the list being merged; the list is done when there is none.
    pub(super) fn next_in_list(&mut self, frame: &mut Frame, report: bool) -> Option<NodeId> {
        let list = frame.list.as_mut()?;
        while let Some(item) = self.item(list.id, list.next_item) {
            list.next_item += 1;
            let id = self.tree.resolve(item);
            if self.tree.node(id).as_mapping().is_some() {
                let flattening = self.flattening.get(&id);
                list.settled &= flattening.is_none_or(|flattening| flattening.active == 0);
                return Some(id);
            }
            if report {
                self.refuse_merge(item);
            }
        }
        let mut list = frame.list.take()?;
        list.parts.reverse();
        let part = self.merges.group(list.parts);
        if list.settled {
            self.lists.insert(list.id, part);
        }
        frame.parts.push(part);
        None
    }

    /// What cannot be merged; of an undefined alias that is known already.
    fn refuse_merge(&mut self, value: NodeId) {
        let scalar = self.tree.node(self.tree.resolve(value)).as_scalar();
        let undefined = scalar.is_some_and(|scalar| {
            let text = self.tree.node(value).class == Class::Str;
            text && scalar.value == Value::Invalid
        });
        if !undefined {
            self.push(ProblemKind::InvalidMerge, value);
        }
    }

    pub(super) fn item(&self, sequence: NodeId, at: usize) -> Option<NodeId> {
        let sequence = self.tree.node(sequence).as_sequence()?;
        sequence.items.get(at).copied()
    }

    pub(super) fn finish(&mut self, frame: Frame) {
        let flattening = self.flattening.entry(frame.mapping).or_default();
        flattening.active -= 1;
        if !frame.parts.is_empty() {
            self.merges.prepend(frame.mapping, frame.parts);
        }
    }
}
