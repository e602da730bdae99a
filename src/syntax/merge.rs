//! Mappings as the loader merges them.
//!
//! What `<<` merges is kept as a graph: a version of a mapping is a list of other versions,
//! followed by its own entries. No list of entries is ever copied into another, so that a few
//! hundred bytes of merges of merges stay a few hundred bytes.

use std::collections::{BTreeMap, HashSet};

use super::tree::NodeId;

/// The versions of the mappings that merge others.
#[derive(Clone, Debug, Default)]
pub(super) struct Merges {
    versions: Vec<Vec<Part>>,
    current: BTreeMap<NodeId, Part>,
}

/// A piece of a merged mapping.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Part {
    /// The entries that a mapping is written with, without its `<<`.
    Own(NodeId),
    /// The parts of a version, by its number.
    Version(usize),
}

impl Merges {
    /// The mapping as it is now.
    pub(super) fn current(&self, mapping: NodeId) -> Part {
        let current = self.current.get(&mapping);
        current.copied().unwrap_or(Part::Own(mapping))
    }

    /// Puts `parts` before the mapping's own entries.
    pub(super) fn prepend(&mut self, mapping: NodeId, mut parts: Vec<Part>) {
        parts.push(self.current(mapping));
        let version = self.group(parts);
        self.current.insert(mapping, version);
    }

    /// Makes one part of several.
    pub(super) fn group(&mut self, parts: Vec<Part>) -> Part {
        self.versions.push(parts);
        Part::Version(self.versions.len() - 1)
    }

    /// The parts of a version.
    fn parts(&self, version: usize) -> &[Part] {
        self.versions.get(version).map_or(&[], Vec::as_slice)
    }
}

/// Walks the mappings that a part consists of, each once.
pub(super) struct Walk<'a> {
    merges: &'a Merges,
    stack: Vec<Part>,
    seen: HashSet<usize>,
    backwards: bool,
}

impl<'a> Walk<'a> {
    pub(super) fn new(merges: &'a Merges, backwards: bool) -> Self {
        Self {
            merges,
            stack: Vec::new(),
            seen: HashSet::new(),
            backwards,
        }
    }

    pub(super) fn enter(&mut self, part: Part) {
        self.stack.push(part);
    }
}

impl Iterator for Walk<'_> {
    type Item = NodeId;

    fn next(&mut self) -> Option<NodeId> {
        loop {
            let version = match self.stack.pop()? {
                Part::Own(mapping) => return Some(mapping),
                Part::Version(version) => version,
            };
            if !self.seen.insert(version) {
                continue;
            }
            let parts = self.merges.parts(version).iter().copied();
            if self.backwards {
                self.stack.extend(parts);
            } else {
                self.stack.extend(parts.rev());
            }
        }
    }
}
