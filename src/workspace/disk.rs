//! The files around a profile, on the disk.

use std::collections::HashMap;
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use super::read::{self, Problem};
use super::seen::Seen;
use crate::artifact::path::{normalised, sidecar};
use crate::artifact::{Files, Home, ModelFile, Stat, TextProblem};

/// The largest model that is read: four times the largest memory that a board has.
pub const LARGEST_MODEL: u64 = 256 << 20;

/// What is remembered of the disk, whatever folder it was asked from.
#[derive(Debug, Default)]
pub struct Disk {
    home: Option<PathBuf>,
    /// By the path on the disk and as the profile spells it.
    models: Mutex<HashMap<(PathBuf, String), Arc<ModelFile>>>,
    seen: Option<Arc<Seen>>,
}

impl Disk {
    /// Nothing is known yet; `home` is the folder that `~` stands for, and `seen` remembers what
    /// was looked at.
    pub fn new(home: Option<PathBuf>, seen: Option<Arc<Seen>>) -> Self {
        Disk {
            home,
            seen,
            ..Disk::default()
        }
    }

    /// The folder that `~` stands for.
    pub fn home(&self) -> Option<&PathBuf> {
        self.home.as_ref()
    }

    fn note(&self, path: &Path) {
        if let Some(seen) = &self.seen {
            seen.note(path);
        }
    }
}

/// The files that a profile names, where hpx is started in a certain folder.
#[derive(Clone, Debug)]
pub struct DiskFiles {
    start: PathBuf,
    shown: String,
    disk: Arc<Disk>,
}

impl DiskFiles {
    /// Files as seen from the folder `start`, which people call `shown`.
    pub fn new(start: PathBuf, shown: String, disk: Arc<Disk>) -> Self {
        DiskFiles { start, shown, disk }
    }

    /// The folder that relative paths begin in.
    pub fn folder(&self) -> &Path {
        &self.start
    }

    /// The folder that `~` stands for.
    pub fn home(&self) -> Option<&PathBuf> {
        self.disk.home()
    }

    /// The path on the disk that a profile means; `None` where its `~user` is not known.
    pub fn resolve(&self, path: &str, home: Home) -> Option<PathBuf> {
        let path = normalised(path);
        if home == Home::Keep || !path.starts_with('~') {
            return Some(self.start.join(path));
        }
        let (user, rest) = path.split_once('/').unwrap_or((&path, ""));
        let folder = match user {
            "~" => self.disk.home.clone(),
            _ => home_of(user.trim_start_matches('~')),
        };
        folder.map(|folder| {
            if rest.is_empty() {
                folder
            } else {
                folder.join(rest)
            }
        })
    }

    fn read_model(&self, path: &str, on_disk: &Path) -> ModelFile {
        self.disk.note(on_disk);
        let stat = stat(on_disk);
        let Stat::File { size } = stat else {
            return ModelFile::without_contents(path, stat);
        };
        let bytes = match read::bytes_up_to(on_disk, LARGEST_MODEL) {
            Ok(bytes) => bytes,
            Err(Problem::TooLarge(_)) => return ModelFile::too_large(path, size),
            Err(_) => return ModelFile::without_contents(path, stat),
        };
        let manifest = self.start.join(sidecar(path));
        self.disk.note(&manifest);
        if !self::stat(&manifest).is_file() {
            return ModelFile::from_bytes(path, &bytes, None);
        }
        match read::bytes_up_to(&manifest, LARGEST_MODEL) {
            Ok(manifest) => ModelFile::from_bytes(path, &bytes, Some(&manifest)),
            Err(_) => ModelFile::from_bytes(path, &bytes, None).with_unreadable_sidecar(),
        }
    }
}

impl Files for DiskFiles {
    fn start(&self) -> Option<&str> {
        Some(&self.shown)
    }

    fn stat(&self, path: &str, home: Home) -> Stat {
        let path = self.resolve(path, home);
        path.map_or(Stat::Unreadable, |path| {
            self.disk.note(&path);
            stat(&path)
        })
    }

    fn model(&self, path: &str) -> Arc<ModelFile> {
        let on_disk = self.start.join(normalised(path));
        let key = (on_disk, path.to_owned());
        let models = || {
            self.disk
                .models
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
        };
        let known = models().get(&key).cloned();
        known.unwrap_or_else(|| {
            let model = Arc::new(self.read_model(path, &key.0));
            Arc::clone(models().entry(key).or_insert(model))
        })
    }

    fn bytes(&self, path: &str, home: Home) -> Result<Arc<[u8]>, TextProblem> {
        let path = self.resolve(path, home).ok_or(TextProblem::Unreadable)?;
        self.disk.note(&path);
        match stat(&path) {
            Stat::Missing => Err(TextProblem::Missing),
            Stat::Directory | Stat::Other => Err(TextProblem::NotAFile),
            Stat::Unreadable => Err(TextProblem::Unreadable),
            Stat::File { .. } => match read::bytes_up_to(&path, read::LARGEST) {
                Ok(bytes) => Ok(bytes.into()),
                Err(Problem::Missing) => Err(TextProblem::Missing),
                Err(Problem::TooLarge(_)) => Err(TextProblem::TooLarge),
                Err(_) => Err(TextProblem::Unreadable),
            },
        }
    }

    fn list(&self, folder: &str, home: Home) -> Vec<String> {
        let path = self.resolve(folder, home);
        if let Some(path) = &path {
            self.disk.note(path);
        }
        let entries = path.map(fs::read_dir);
        let entries = entries.into_iter().flatten().flatten().flatten();
        let mut names: Vec<String> = entries
            // A profile can name no other.
            .filter_map(|entry| entry.file_name().into_string().ok())
            .collect();
        names.sort();
        names
    }
}

/// What is at a path, in the terms of Python's `Path.exists`.
fn stat(path: &Path) -> Stat {
    match fs::metadata(path) {
        Ok(about) if about.is_file() => Stat::File { size: about.len() },
        Ok(about) if about.is_dir() => Stat::Directory,
        Ok(_) => Stat::Other,
        Err(error) if is_missing(&error) => Stat::Missing,
        Err(_) => Stat::Unreadable,
    }
}

fn is_missing(error: &io::Error) -> bool {
    /// Too many links: Linux, then macOS.
    const LOOPS: [i32; 2] = [40, 62];
    // An invalid input is a path with a NUL in it.
    let kinds = [
        ErrorKind::NotFound,
        ErrorKind::NotADirectory,
        ErrorKind::InvalidInput,
    ];
    let loops = || {
        error
            .raw_os_error()
            .is_some_and(|code| LOOPS.contains(&code))
    };
    kinds.contains(&error.kind()) || cfg!(unix) && loops()
}

/// The home folder of a user, where the system has a list of them.
fn home_of(user: &str) -> Option<PathBuf> {
    let users = read::text(Path::new("/etc/passwd")).ok()?;
    let mut lines = users
        .lines()
        .map(|line| line.split(':').collect::<Vec<_>>());
    let found = lines.find(|fields| fields.first() == Some(&user))?;
    found.get(5).map(PathBuf::from)
}
