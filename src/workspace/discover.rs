//! Which files to look at: those named, and the YAML files of the folders named.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use ignore::{DirEntry, WalkBuilder};

use super::Workspace;
use super::read::{LARGEST, Problem};
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
    let mut add = |(path, why): (PathBuf, String)| problems.push((workspace.show(&path), why));
    let odd = Odd::default();
    let Some(walk) = walk(folder, &odd) else {
        odd_files(&odd).into_iter().for_each(add);
        return;
    };
    for entry in walk.build() {
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
            Err(error) => add(problem(folder, error)),
        }
    }
    odd_files(&odd).into_iter().for_each(add);
}

/// The YAML files in and below a folder, among the first `most` files and folders by name.
pub fn yaml_files(folder: &Path, most: usize) -> Vec<PathBuf> {
    let Some(mut walk) = walk(folder, &Odd::default()) else {
        return Vec::new();
    };
    walk.sort_by_file_name(Ord::cmp);
    let entries = walk.build().take(most).flatten();
    entries.filter(is_yaml).map(DirEntry::into_path).collect()
}

/// Ignore files that must not be read.
type Odd = Arc<Mutex<Vec<PathBuf>>>;

/// A walk through a folder. One below it whose ignore file is odd is left out, and noted; there
/// is no walk where that is one of the folder itself or of one above it.
fn walk(folder: &Path, odd: &Odd) -> Option<WalkBuilder> {
    let note = |file: PathBuf| {
        odd.lock()
            .unwrap_or_else(PoisonError::into_inner)
            .push(file)
    };
    if let Some(file) = folder.ancestors().find_map(odd_ignore_file) {
        note(file);
        return None;
    }
    let mut walk = WalkBuilder::new(folder);
    walk.require_git(false);
    let odd = Arc::clone(odd);
    walk.filter_entry(move |entry| {
        let is_folder = entry.file_type().is_some_and(|kind| kind.is_dir());
        let found = is_folder.then(|| odd_ignore_file(entry.path())).flatten();
        let sound = found.is_none();
        let mut odd = odd.lock().unwrap_or_else(PoisonError::into_inner);
        odd.extend(found);
        sound
    });
    Some(walk)
}

/// An ignore file of a folder that could be read for ever, or is much too large to be one.
fn odd_ignore_file(folder: &Path) -> Option<PathBuf> {
    let files = [".gitignore", ".ignore"].map(|name| folder.join(name));
    files.into_iter().find(|file| {
        let about = file.metadata();
        about.is_ok_and(|it| !it.is_dir() && (!it.is_file() || it.len() > LARGEST))
    })
}

fn odd_files(odd: &Odd) -> Vec<(PathBuf, String)> {
    let mut odd = odd.lock().unwrap_or_else(PoisonError::into_inner);
    let why = "is no file that can tell what to ignore; its folder is not searched";
    odd.drain(..).map(|file| (file, why.to_owned())).collect()
}

fn is_yaml(entry: &DirEntry) -> bool {
    let is_file = entry.file_type().is_some_and(|kind| kind.is_file());
    is_file && is_yaml_name(&entry.file_name().to_string_lossy())
}

/// What went wrong at which path.
fn problem(folder: &Path, error: ignore::Error) -> (PathBuf, String) {
    match error {
        ignore::Error::WithDepth { err, .. } | ignore::Error::WithLineNumber { err, .. } => {
            problem(folder, *err)
        }
        ignore::Error::WithPath { path, err } => problem(&path, *err),
        ignore::Error::Io(error) => (folder.to_owned(), Problem::from(error).to_string()),
        other => (folder.to_owned(), other.to_string()),
    }
}
