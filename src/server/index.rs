//! The profiles under the roots that are not open.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use tower_lsp_server::ls_types::{self as lsp, Uri};

use super::abilities::Abilities;
use super::convert::{self, Findings};
use super::documents::Snapshot;
use crate::workspace::Workspace;
use crate::workspace::discover::discover;
use crate::workspace::read;

/// A profile on the disk.
#[derive(Debug)]
pub struct Entry {
    /// Its name.
    pub uri: Uri,
    /// A number that no other state of a file has.
    pub serial: u64,
    /// What is found in it.
    pub found: Vec<lsp::Diagnostic>,
}

/// Profiles by their paths.
pub type Index = BTreeMap<PathBuf, Arc<Entry>>;

/// Finds and examines the profiles under a root.
pub fn build(
    workspace: &Arc<Workspace>,
    root: &Path,
    abilities: Abilities,
    serials: &AtomicU64,
) -> Index {
    let targets = discover(workspace, &[root.to_owned()]);
    let paths = targets.files.into_iter().map(|target| target.path);
    let entries = paths.filter_map(|path| {
        let entry = entry(workspace, &path, abilities, serials)?;
        Some((path, Arc::new(entry)))
    });
    entries.collect()
}

/// Examines one file; `None` where it is no profile.
pub fn entry(
    workspace: &Arc<Workspace>,
    path: &Path,
    abilities: Abilities,
    serials: &AtomicU64,
) -> Option<Entry> {
    let uri = convert::uri(path)?;
    let text = read::text(path).ok()?;
    let serial = serials.fetch_add(1, Ordering::Relaxed);
    let workspace = Arc::clone(workspace);
    let document = Snapshot::opened(uri.clone(), path.to_owned(), 0, text, workspace, serial);
    document.examined()?;
    let found = Findings {
        document: &document,
        abilities,
    };
    Some(Entry {
        uri,
        serial,
        found: found.all(),
    })
}
