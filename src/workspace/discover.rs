//! Which files to look at: those named, and the YAML files of the folders named.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use ignore::{DirEntry, WalkBuilder};

use super::Workspace;
use super::read::Problem;
use crate::profile::detect::{Standing, is_yaml_name};

/// A file to look at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// The file, from the root of the disk on.
    pub path: PathBuf,
    /// The file as the user would write it.
    pub shown: String,
    /// How it came to be looked at.
    pub standing: Standing,
}

/// What the arguments mean.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Targets {
    /// The files in the order of their paths, each once.
    pub files: Vec<Target>,
    /// The folders that were searched.
    pub searched: Vec<PathBuf>,
    /// Folders and files that cannot be looked at, as the user would write them, and why.
    pub problems: Vec<(String, String)>,
}

/// Finds the files that the arguments mean. Folders are searched as git sees them: hidden files
/// and those that a `.gitignore` names are left out, and links are not followed.
pub fn discover(workspace: &Workspace, arguments: &[PathBuf]) -> Targets {
    let mut found: BTreeMap<PathBuf, Target> = BTreeMap::new();
    let (mut searched, mut problems) = (Vec::new(), Vec::new());
    for argument in arguments {
        let path = workspace.absolute(argument);
        let shown = workspace.show(&path);
        match path.metadata() {
            Ok(about) if about.is_dir() => {
                search(workspace, &path, &mut found, &mut problems);
                searched.push(path);
            }
            Ok(_) => {
                let standing = Standing::Named;
                found.insert(
                    path.clone(),
                    Target {
                        path,
                        shown,
                        standing,
                    },
                );
            }
            Err(error) => problems.push((shown, Problem::from(error).to_string())),
        }
    }
    Targets {
        files: found.into_values().collect(),
        searched,
        problems,
    }
}

fn search(
    workspace: &Workspace,
    folder: &Path,
    found: &mut BTreeMap<PathBuf, Target>,
    problems: &mut Vec<(String, String)>,
) {
    for entry in walk(folder).build() {
        match entry {
            Ok(entry) if is_yaml(&entry) => {
                let path = entry.into_path();
                let shown = workspace.show(&path);
                let standing = Standing::Found;
                let target = Target {
                    path: path.clone(),
                    shown,
                    standing,
                };
                found.entry(path).or_insert(target);
            }
            Ok(_) => {}
            Err(error) => problems.push(problem(workspace, folder, error)),
        }
    }
}

/// The YAML files in and below a folder, among the first `most` files and folders by name.
pub fn yaml_files(folder: &Path, most: usize) -> Vec<PathBuf> {
    let mut walk = walk(folder);
    walk.sort_by_file_name(Ord::cmp);
    let entries = walk.build().take(most).flatten();
    entries.filter(is_yaml).map(DirEntry::into_path).collect()
}

fn walk(folder: &Path) -> WalkBuilder {
    let mut walk = WalkBuilder::new(folder);
    walk.require_git(false);
    walk
}

fn is_yaml(entry: &DirEntry) -> bool {
    let is_file = entry.file_type().is_some_and(|kind| kind.is_file());
    is_file && is_yaml_name(&entry.file_name().to_string_lossy())
}

/// What went wrong at which path.
fn problem(workspace: &Workspace, folder: &Path, error: ignore::Error) -> (String, String) {
    match error {
        ignore::Error::WithDepth { err, .. } | ignore::Error::WithLineNumber { err, .. } => {
            problem(workspace, folder, *err)
        }
        ignore::Error::WithPath { path, err } => problem(workspace, &path, *err),
        ignore::Error::Io(error) => (workspace.show(folder), Problem::from(error).to_string()),
        other => (workspace.show(folder), other.to_string()),
    }
}
