//! What one folder says about the profiles in and below it.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use super::read::{self, Problem};
use super::release::{Claim, Evidence};
use super::requirement;
use super::settings_file::{self, FolderSettings};
use crate::settings::SettingsFile;

/// The largest `uv.lock` or requirements file that is read.
const LARGEST: u64 = 64 << 20;

/// A folder, looked at once; the files in it are read when they are asked for.
#[derive(Debug)]
pub struct Folder {
    /// What is in it.
    pub has: Contents,
    path: PathBuf,
    settings: OnceLock<Option<FolderSettings>>,
    told: OnceLock<Told>,
}

/// Which of the files that matter are in a folder.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Contents {
    /// It is the top of a git checkout.
    pub git: bool,
    /// It has an `hpx-lint.toml`.
    pub settings_file: bool,
    /// It has a `pyproject.toml`.
    pub pyproject: bool,
    venv: bool,
    lock: bool,
    requirements: BTreeSet<String>,
}

impl Contents {
    fn of(path: &Path) -> Contents {
        let mut has = Contents::default();
        for name in names(path) {
            match name.as_str() {
                ".git" => has.git = true,
                ".venv" => has.venv = true,
                "uv.lock" => has.lock = true,
                "hpx-lint.toml" => has.settings_file = true,
                "pyproject.toml" => has.pyproject = true,
                _ if name.starts_with("requirements") && name.ends_with(".txt") => {
                    has.requirements.insert(name);
                }
                _ => {}
            }
        }
        has
    }
}

/// What a folder tells of the hpx release.
#[derive(Clone, Debug, Default)]
pub struct Told {
    /// The claims, the strongest first.
    pub evidence: Vec<Evidence>,
    /// Files that may tell something and cannot be read.
    pub problems: Vec<(PathBuf, Problem)>,
}

impl Folder {
    /// Looks which of the files that matter are there.
    pub fn look(path: &Path) -> Folder {
        Folder {
            has: Contents::of(path),
            path: path.to_owned(),
            settings: OnceLock::new(),
            told: OnceLock::new(),
        }
    }

    /// Whether the same files are still there.
    pub fn is_as_seen(&self) -> bool {
        Contents::of(&self.path) == self.has
    }

    /// The files and folders that an answer about this one may rest on.
    pub fn rests_on(&self) -> Vec<PathBuf> {
        let files = SettingsFile::ALL.map(SettingsFile::name);
        let files = files.into_iter().chain(["uv.lock"]).map(str::to_owned);
        let files = files.chain(self.has.requirements.iter().cloned());
        let mut paths: Vec<PathBuf> = files.map(|name| self.path.join(name)).collect();
        if self.has.venv {
            paths.extend(self.site_packages());
        }
        paths
    }

    /// The settings in this folder itself.
    pub fn settings(&self) -> Option<FolderSettings> {
        let is_there = |file: &SettingsFile| match file {
            SettingsFile::HpxLintToml => self.has.settings_file,
            SettingsFile::Pyproject => self.has.pyproject,
        };
        let read = || {
            let mut files = SettingsFile::ALL.into_iter().filter(is_there);
            files.find_map(|file| settings_file::read(&self.path, file))
        };
        self.settings.get_or_init(read).clone()
    }

    /// What this folder itself tells of the hpx release.
    pub fn told(&self) -> &Told {
        self.told.get_or_init(|| {
            let mut told = Told::default();
            let installed = self.has.venv.then(|| self.installed()).flatten();
            told.evidence.extend(installed);
            if self.has.lock {
                told.add(self.path.join("uv.lock"), |path| {
                    let text = read::text_up_to(path, LARGEST)?;
                    let version = requirement::in_uv_lock(&text)?;
                    Ok(version.into_iter().map(Claim::Locked).collect())
                });
            }
            if self.has.pyproject {
                told.add(self.path.join("pyproject.toml"), |path| {
                    let text = read::text_up_to(path, LARGEST)?;
                    let required = requirement::in_pyproject(&text)?;
                    Ok(required.into_iter().map(Claim::Required).collect())
                });
            }
            for name in &self.has.requirements {
                told.add(self.path.join(name), |path| {
                    let text = read::marked_text_up_to(path, LARGEST)?;
                    let required = requirement::in_requirements(&text);
                    Ok(required.into_iter().map(Claim::Required).collect())
                });
            }
            told
        })
    }

    /// Where the packages of its virtual environment may lie.
    fn site_packages(&self) -> Vec<PathBuf> {
        let venv = self.path.join(".venv");
        let lib = venv.join("lib");
        let pythons = names(&lib)
            .into_iter()
            .filter(|name| name.starts_with("python"));
        let mut places: Vec<PathBuf> = pythons
            .map(|python| lib.join(python).join("site-packages"))
            .collect();
        places.push(venv.join("Lib").join("site-packages"));
        places
    }

    fn installed(&self) -> Option<Evidence> {
        let source = self.path.join(".venv");
        let places = self.site_packages();
        let found = places.iter().flat_map(|place| names(place));
        let version = found
            .filter_map(|name| requirement::of_dist_info(&name))
            .max()?;
        Some(Evidence {
            claim: Claim::Installed(version),
            source,
        })
    }
}

impl Told {
    fn add(&mut self, source: PathBuf, read: impl Fn(&Path) -> Result<Vec<Claim>, Problem>) {
        match read(&source) {
            Err(problem) => self.problems.push((source, problem)),
            Ok(claims) => self
                .evidence
                .extend(claims.into_iter().map(|claim| Evidence {
                    claim,
                    source: source.clone(),
                })),
        }
    }
}

/// The names in a folder that are UTF-8; none where it cannot be read.
fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries
        .filter_map(|entry| entry.file_name().into_string().ok())
        .collect()
}
