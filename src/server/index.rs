//! The profiles under the roots, open or not.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rayon::iter::{IntoParallelIterator, ParallelIterator};
use tower_lsp_server::ls_types::{self as lsp, Uri};

use super::abilities::Abilities;
use super::convert::Findings;
use super::documents::Snapshot;
use super::features::Look;
use crate::workspace::Workspace;
use crate::workspace::discover::discover;

/// The profiles under all roots.
#[derive(Debug, Default)]
pub struct Index {
    /// By their paths.
    pub profiles: BTreeMap<PathBuf, Entry>,
    /// The files that they name in `engine.config_path`, which are no profiles, with those that
    /// name them.
    pub configs: BTreeMap<PathBuf, BTreeSet<PathBuf>>,
}

/// A profile on the disk.
#[derive(Debug)]
pub struct Entry {
    /// Its name.
    pub uri: Uri,
    /// What tells this state of it from the next.
    pub mark: String,
    /// What is found in it.
    pub found: Vec<lsp::Diagnostic>,
    /// The names by which it is looked for.
    pub symbols: Vec<lsp::SymbolInformation>,
}

impl Index {
    /// Finds and examines the profiles under the roots.
    pub fn build(roots: &[(PathBuf, Arc<Workspace>)], abilities: Abilities) -> Index {
        let targets = roots.iter().flat_map(|(root, workspace)| {
            let targets = discover(workspace, std::slice::from_ref(root));
            let paths = targets.files.into_iter().map(|target| target.path);
            paths.map(move |path| (Arc::clone(workspace), path))
        });
        let targets: Vec<_> = targets.collect();
        let found = targets.into_par_iter().filter_map(|(workspace, path)| {
            let (entry, config) = entry(workspace, &path, abilities)?;
            Some((path, entry, config))
        });
        let mut index = Index::default();
        for (path, entry, config) in found.collect::<Vec<_>>() {
            if let Some(config) = config.filter(|config| *config != path) {
                index
                    .configs
                    .entry(config)
                    .or_default()
                    .insert(path.clone());
            }
            index.profiles.insert(path, entry);
        }
        let configs = &index.configs;
        index.profiles.retain(|path, _| !configs.contains_key(path));
        index
    }
}

/// Examines one file; `None` where it is no profile.
fn entry(
    workspace: Arc<Workspace>,
    path: &Path,
    abilities: Abilities,
) -> Option<(Entry, Option<PathBuf>)> {
    let document = Snapshot::on_disk(path, workspace)?;
    let examined = document.examined()?;
    let found = Findings {
        document: &document,
        abilities,
    };
    let found = found.all();
    let look = Look::of(&document, abilities)?;
    let entry = Entry {
        uri: document.uri.clone(),
        mark: mark(&found),
        symbols: look.symbols(),
        found,
    };
    Some((entry, examined.config_path.clone()))
}

/// Equal where the findings are.
fn mark(found: &[lsp::Diagnostic]) -> String {
    use std::hash::{DefaultHasher, Hash, Hasher};
    let mut hasher = DefaultHasher::new();
    serde_json::to_string(found)
        .unwrap_or_default()
        .hash(&mut hasher);
    format!("disk-{:x}", hasher.finish())
}
