//! Mappings as Python's `dict` sees them.

use std::collections::HashMap;

use super::merge::{Part, Walk};
use super::tree::{Entry, NodeId, NodeKind, Tree, Value};
use super::value::{Key, key_of};

/// An entry of a `dict`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Field {
    /// The key that is written with the value.
    pub key: NodeId,
    /// The value.
    pub value: NodeId,
    /// The key that Python keeps: the first of those that are equal, as `1`, `1.0` and `true` are.
    pub python_key: NodeId,
}

/// A key that a mapping is written with twice; the later value wins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Duplicate {
    /// The mapping.
    pub mapping: NodeId,
    /// The first of the equal keys.
    pub first: NodeId,
    /// A later one.
    pub again: NodeId,
}

/// The identity of a key: what it equals, or itself where it equals nothing else.
#[derive(PartialEq, Eq, Hash)]
enum Identity<'a> {
    Equal(Key<'a>),
    Itself(NodeId),
}

/// The places that keys have among others, counted from 0. Most mappings are
/// so small that comparing with each key is faster than hashing.
#[derive(Default)]
struct Places<'a> {
    few: Vec<(Identity<'a>, usize)>,
    many: HashMap<Identity<'a>, usize>,
}

impl<'a> Places<'a> {
    const FEW: usize = 16;

    /// The place of a key; a new one gets `next`.
    fn place(&mut self, key: Identity<'a>, next: usize) -> usize {
        if let Some(place) = self.get(&key) {
            return place;
        }
        if self.few.len() < Self::FEW {
            self.few.push((key, next));
        } else {
            self.many.insert(key, next);
        }
        next
    }

    fn get(&self, key: &Identity<'a>) -> Option<usize> {
        let few = self.few.iter().find(|(known, _)| known == key);
        match few {
            Some((_, place)) => Some(*place),
            None if self.many.is_empty() => None,
            None => self.many.get(key).copied(),
        }
    }
}

impl Tree {
    /// The entries of the `dict` that Python makes of a mapping, in its order.
    ///
    /// Merge keys are applied as PyYAML 6.0.3 does, and of equal keys the last value counts.
    /// Empty for a node that is no mapping.
    pub fn fields(&self, mapping: NodeId) -> Vec<Field> {
        let id = self.resolve(mapping);
        if self.node(id).as_mapping().is_none() {
            return Vec::new();
        }
        self.fields_of(self.merges.current(id))
    }

    /// The entry of the `dict` whose key is the string `name`.
    pub fn field(&self, mapping: NodeId, name: &str) -> Option<Field> {
        let id = self.resolve(mapping);
        let named = |key: NodeId| {
            let scalar = self.node(self.resolve(key)).as_scalar();
            scalar.is_some_and(|scalar| scalar.value == Value::Str && scalar.text == name)
        };
        if self.merges.current(id) != Part::Own(id) {
            let fields = self.fields(id);
            return fields.into_iter().find(|field| named(field.key));
        }
        self.node(id).as_mapping()?;
        let mut same = self.own_entries(id).filter(|entry| named(entry.key));
        let last = same.next_back()?;
        Some(Field {
            key: last.key,
            value: last.value,
            python_key: same.next().map_or(last.key, |first| first.key),
        })
    }

    fn fields_of(&self, part: Part) -> Vec<Field> {
        let mut fields: Vec<Field> = Vec::new();
        let mut places = Places::default();
        for (source, entry) in self.entries_of(part) {
            let field = Field {
                key: entry.key,
                value: entry.value,
                python_key: entry.key,
            };
            let identity = self.identity(entry.key);
            let place = places.place(identity, fields.len());
            match fields.get_mut(place) {
                // Only the mapping's own entries come here in the order in which they count.
                Some(known) if part == Part::Own(source) => {
                    let python_key = known.python_key;
                    *known = Field {
                        python_key,
                        ..field
                    };
                }
                Some(_) => {}
                None => fields.push(field),
            }
        }
        if let Part::Version(_) = part {
            self.take_last_values(part, &mut fields, &places);
        }
        fields
    }

    /// Gives each field the last of the values that its key has.
    fn take_last_values<'a>(&'a self, part: Part, fields: &mut [Field], places: &Places<'a>) {
        let mut done = vec![false; fields.len()];
        for source in self.walk(part, true) {
            for entry in self.own_entries(source).rev() {
                let Some(place) = places.get(&self.identity(entry.key)) else {
                    continue;
                };
                let (Some(field), Some(done)) = (fields.get_mut(place), done.get_mut(place)) else {
                    continue;
                };
                if !*done {
                    *done = true;
                    field.key = entry.key;
                    field.value = entry.value;
                }
            }
        }
    }

    fn walk(&self, part: Part, backwards: bool) -> Walk<'_> {
        let mut walk = Walk::new(&self.merges, backwards);
        walk.enter(part);
        walk
    }

    /// The entries of a mapping with those merged into it, the mappings that have them first.
    fn entries_of(&self, part: Part) -> impl Iterator<Item = (NodeId, &Entry)> {
        let sources = self.walk(part, false);
        sources.flat_map(|source| self.own_entries(source).map(move |entry| (source, entry)))
    }

    /// The entries that a mapping is written with, without its `<<`.
    fn own_entries(&self, mapping: NodeId) -> impl DoubleEndedIterator<Item = &Entry> {
        let entries = match &self.node(mapping).kind {
            NodeKind::Mapping(mapping) => &mapping.entries,
            _ => self.merges.kept(mapping),
        };
        entries.iter().filter(|entry| !entry.merge)
    }

    fn identity(&self, key: NodeId) -> Identity<'_> {
        let id = self.resolve(key);
        let equal = self.node(id).as_scalar().and_then(key_of);
        equal.map_or(Identity::Itself(id), Identity::Equal)
    }

    /// The keys that are written twice in one mapping, in order.
    pub fn duplicate_keys(&self) -> Vec<Duplicate> {
        let mut duplicates = Vec::new();
        for mapping in self.ids() {
            let mut seen = Places::default();
            let mut keys: Vec<NodeId> = Vec::new();
            for entry in self.own_entries(mapping) {
                let place = seen.place(self.identity(entry.key), keys.len());
                let Some(&first) = keys.get(place) else {
                    keys.push(entry.key);
                    continue;
                };
                duplicates.push(Duplicate {
                    mapping,
                    first,
                    again: entry.key,
                });
            }
        }
        duplicates
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::parse;

    #[test]
    fn a_field_is_the_one_among_all_fields() {
        let long: String = (0..40).map(|n| format!("k{n}: {n}\nk7: {n}\n")).collect();
        for text in [
            "a: 1\nb: 2\n\"a\": 3\n",
            "base: &b {a: 1, b: 2}\nm:\n  <<: *b\n  a: 3\n",
            "1: x\n\"1\": y\ntrue: z\n",
            &long,
        ] {
            let tree = parse(text).tree;
            for mapping in tree.ids() {
                let fields = tree.fields(mapping);
                for name in ["a", "b", "1", "k7", "k39", "m", "absent"] {
                    let is = |field: &&Field| {
                        let scalar = tree.node(field.key).as_scalar();
                        scalar.is_some_and(|s| s.value == Value::Str && s.text == name)
                    };
                    assert_eq!(
                        tree.field(mapping, name),
                        fields.iter().find(is).copied(),
                        "{text}"
                    );
                }
            }
        }
    }
}
