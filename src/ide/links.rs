//! The paths of a profile, for an editor to follow.

use super::at::name;
use crate::analysis::Analysis;
use crate::artifact::Home;
use crate::profile::Datum;
use crate::schema::{Key, Kind};
use crate::syntax::{NodeId, NodeKind};
use crate::text::TextRange;

/// The paths in which hpx takes `~` as a name like any other.
const KEPT: [&str; 3] = ["model.path", "output.dir", "work_dir"];

/// What becomes of a leading `~` at a dotted key.
pub(super) fn home(key: &str) -> Home {
    if KEPT.contains(&key) {
        Home::Keep
    } else {
        Home::Expand
    }
}

/// A path in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// Where it stands.
    pub range: TextRange,
    /// The path as the profile spells it; a relative one starts at the folder
    /// in which hpx is started.
    pub path: String,
    /// What becomes of a leading `~`.
    pub home: Home,
    /// The dotted key that it stands at.
    pub key: String,
}

/// The paths of a profile, in order.
pub fn links(analysis: &Analysis) -> Vec<Link> {
    let tree = analysis.reading.tree();
    let mut found = Vec::new();
    let mut open: Vec<(NodeId, &Key, String)> = Vec::new();
    let root = analysis.reading.schema.root();
    open.extend(tree.root().map(|node| (node, root, String::new())));
    while let Some((node, key, path)) = open.pop() {
        match &tree.node(node).kind {
            NodeKind::Mapping(mapping) => {
                open.extend(mapping.entries.iter().filter_map(|entry| {
                    let name = name(tree, entry.key)?;
                    let path = match path.as_str() {
                        "" => name.to_owned(),
                        _ => format!("{path}.{name}"),
                    };
                    Some((entry.value, key.child(name)?, path))
                }));
            }
            NodeKind::Scalar(_) if key.kind == Kind::Path => {
                if let Datum::Str(written) = Datum::of(tree, node)
                    && !written.trim().is_empty()
                {
                    found.push(Link {
                        range: tree.node(node).range,
                        path: written.to_owned(),
                        home: home(&path),
                        key: path,
                    });
                }
            }
            NodeKind::Scalar(_) | NodeKind::Sequence(_) | NodeKind::Alias(_) => {}
        }
    }
    found.sort_by_key(|link| link.range);
    found
}
