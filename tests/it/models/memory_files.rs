//! A folder of files in memory.

use std::collections::BTreeMap;
use std::sync::Arc;

use hpx_lsp::artifact::{Files, Home, ModelFile, Stat, TextProblem, path};

/// Files by their normalised paths; a folder is there if something is below it.
#[derive(Clone, Default)]
pub struct MemoryFiles {
    files: BTreeMap<String, Vec<u8>>,
}

impl MemoryFiles {
    /// The home folder that `~` stands for.
    pub const HOME: &'static str = "/home/me";

    /// The stand-ins, below `models/`.
    pub fn with_stand_ins() -> Self {
        let mut files = Self::default();
        for (name, bytes) in super::stand_ins() {
            files.insert(&format!("models/{name}"), bytes);
        }
        files
    }

    /// Put a file there.
    pub fn insert(&mut self, path: &str, bytes: impl Into<Vec<u8>>) {
        self.files.insert(path::normalised(path), bytes.into());
    }

    fn found(path: &str, home: Home) -> String {
        match path.strip_prefix('~') {
            Some(rest) if home == Home::Expand && (rest.is_empty() || rest.starts_with('/')) => {
                path::normalised(&format!("{}{rest}", Self::HOME))
            }
            _ => without_parents(&path::normalised(path)),
        }
    }

    fn below<'a>(&'a self, folder: &'a str) -> impl Iterator<Item = &'a str> {
        let names = self.files.keys().filter_map(move |path| match folder {
            "." => Some(path.as_str()).filter(|path| !path.starts_with('/')),
            "/" => path.strip_prefix('/'),
            _ => path.strip_prefix(folder)?.strip_prefix('/'),
        });
        names.filter_map(|below| below.split('/').next())
    }
}

/// The path with each `..` and the folder before it gone, for no folder here is
/// a link.
fn without_parents(path: &str) -> String {
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match parts.last() {
            Some(last) if part == ".." && !["", ".."].contains(last) => drop(parts.pop()),
            _ => parts.push(part),
        }
    }
    parts.join("/")
}

impl Files for MemoryFiles {
    fn stat(&self, path: &str, home: Home) -> Stat {
        let path = Self::found(path, home);
        match self.files.get(&path) {
            Some(bytes) => Stat::File {
                size: bytes.len() as u64,
            },
            None if path == "." || self.below(&path).next().is_some() => Stat::Directory,
            None => Stat::Missing,
        }
    }

    fn model(&self, path: &str) -> Arc<ModelFile> {
        let manifest = self.files.get(&path::sidecar(path));
        Arc::new(match self.files.get(&Self::found(path, Home::Keep)) {
            Some(bytes) => ModelFile::from_bytes(path, bytes, manifest.map(Vec::as_slice)),
            None => ModelFile::without_contents(path, self.stat(path, Home::Keep)),
        })
    }

    fn bytes(&self, path: &str, home: Home) -> Result<Arc<[u8]>, TextProblem> {
        match self.files.get(&Self::found(path, home)) {
            Some(bytes) => Ok(bytes.as_slice().into()),
            None if self.stat(path, home) == Stat::Missing => Err(TextProblem::Missing),
            None => Err(TextProblem::NotAFile),
        }
    }

    fn list(&self, folder: &str, home: Home) -> Vec<String> {
        let folder = Self::found(folder, home);
        let mut names: Vec<String> = self.below(&folder).map(str::to_owned).collect();
        names.sort();
        names.dedup();
        names
    }
}
