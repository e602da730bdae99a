//! The keys of a profile, per folder of `schemas/`: type, default, choices,
//! unit, documentation. Read from the JSON Schema that editors use too.

mod history;
mod key;
mod read;

pub use history::{Span, choice_span, key_span};
pub use key::{Choice, Key, Kind};

use std::collections::BTreeMap;
use std::sync::OnceLock;

use crate::embedded::PerFolder;

/// The keys of one release's profile.
#[derive(Debug)]
pub struct Schema {
    root: Key,
    paths: OnceLock<BTreeMap<String, Vec<String>>>,
}

/// Adds the dotted paths of the keys below one, by their names.
fn gather(key: &Key, path: &str, paths: &mut BTreeMap<String, Vec<String>>) {
    for child in &key.children {
        let path = match path {
            "" => child.name.clone(),
            _ => format!("{path}.{}", child.name),
        };
        gather(child, &path, paths);
        paths.entry(child.name.clone()).or_default().push(path);
    }
}

impl Schema {
    /// The schema of a release's folder; the newest for a folder that is none.
    pub fn of_release(folder: &str) -> &'static Schema {
        static SCHEMAS: PerFolder<Schema> = PerFolder::new();
        SCHEMAS.of(folder, |folder| Schema {
            root: read::root(folder),
            paths: OnceLock::new(),
        })
    }

    /// The profile as a whole.
    pub fn root(&self) -> &Key {
        &self.root
    }

    /// The dotted paths of all keys of a name.
    pub fn paths_named(&self, name: &str) -> &[String] {
        let paths = self.paths.get_or_init(|| {
            let mut paths = BTreeMap::new();
            gather(&self.root, "", &mut paths);
            paths
        });
        paths.get(name).map_or(&[], Vec::as_slice)
    }

    /// The key at a path. A name that the user chose finds what is said of all
    /// such names, and an index, or `[]`, what is said of a list's items.
    pub fn key(&self, path: &[&str]) -> Option<&Key> {
        path.iter()
            .try_fold(&self.root, |key, segment| key.child(segment))
    }
}
