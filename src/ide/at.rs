//! What stands at an offset, or between two.

use crate::syntax::{Entry, NodeId, NodeKind, Tree};
use crate::text::TextRange;

/// The name in a [`path`] of what is said of a list's items.
pub const ITEM: &str = "[]";

/// A key, a value or an item, with the names that lead to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spot {
    /// The names from the top; [`ITEM`] for an item of a list.
    pub path: Vec<String>,
    /// The key or the value itself.
    pub node: NodeId,
    /// Whether it is the key.
    pub on_key: bool,
}

impl Spot {
    /// The names as slices.
    pub fn names(&self) -> Vec<&str> {
        self.path.iter().map(String::as_str).collect()
    }

    /// The names as one dotted key.
    pub fn dotted(&self) -> String {
        self.path.join(".")
    }
}

/// The key, or the value that is no collection, that an offset touches.
pub fn spot(tree: &Tree, offset: u32) -> Option<Spot> {
    let node = tree.node_at(offset)?;
    match tree.node(node).kind {
        NodeKind::Scalar(_) | NodeKind::Alias(_) => {}
        NodeKind::Sequence(_) | NodeKind::Mapping(_) => return None,
    }
    let (path, on_key) = path(tree, node)?;
    Some(Spot { path, node, on_key })
}

/// The names that lead to a node, and whether it is the key of the last; none
/// where a key on the way is no scalar.
pub fn path(tree: &Tree, node: NodeId) -> Option<(Vec<String>, bool)> {
    let mut names = Vec::new();
    let mut on_key = false;
    let mut at = node;
    while let Some(parent) = tree.parent(at) {
        match &tree.node(parent).kind {
            NodeKind::Mapping(mapping) => {
                let here = |entry: &&Entry| entry.key == at || entry.value == at;
                let entry = mapping.entries.iter().find(here)?;
                on_key |= at == node && entry.key == node;
                names.push(name(tree, entry.key)?.to_owned());
            }
            _ => names.push(ITEM.to_owned()),
        }
        at = parent;
    }
    names.reverse();
    Some((names, on_key))
}

/// The text of a scalar, aliases followed.
pub fn name(tree: &Tree, node: NodeId) -> Option<&str> {
    let scalar = tree.node(tree.resolve(node)).as_scalar()?;
    Some(&scalar.text)
}

/// An entry from its key to the end of its value.
pub fn entry_range(tree: &Tree, entry: Entry) -> TextRange {
    let key = tree.node(entry.key).full_range();
    key.cover(tree.node(entry.value).full_range())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::parse;

    #[test]
    fn an_offset_has_a_path() {
        let text = "a:\n  b: [x, {c: y}]\n? [k]\n: z\nd: \"e\n";
        let tree = parse(text).tree;
        for (mark, expected) in [
            ("b:", "a.b key"),
            ("x", "a.b.[] value"),
            ("c:", "a.b.[].c key"),
            ("y", "a.b.[].c value"),
            ("k", "none"),
            ("z", "none"),
            ("[x", "none"),
            ("d:", "d key"),
        ] {
            let offset = text.find(mark).unwrap() as u32;
            let found = spot(&tree, offset).map_or("none".to_owned(), |spot| {
                let kind = if spot.on_key { "key" } else { "value" };
                format!("{} {kind}", spot.dotted())
            });
            assert_eq!(found, expected, "{mark}");
        }
    }
}
