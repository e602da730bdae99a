//! What one folder says about the profiles in and below it.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use super::read::{self, Problem};
use super::release::{Claim, Evidence};
use super::version::Version;
use super::{BrokenSettings, SettingsSource, requirement};
use crate::settings::{Patterns, SettingsFile, parse};

/// The largest `uv.lock` or requirements file that is read.
const LARGEST: u64 = 64 << 20;

/// A folder, looked at once; the files in it are read when they are asked for.
#[derive(Debug)]
pub struct Folder {
    /// It is the top of a git checkout.
    pub has_git: bool,
    /// It has an `hpx-lint.toml`.
    pub has_settings_file: bool,
    /// It has a `pyproject.toml`.
    pub has_pyproject: bool,
    path: PathBuf,
    has_venv: bool,
    has_lock: bool,
    requirements: BTreeSet<String>,
    settings: OnceLock<Option<FolderSettings>>,
    evidence: OnceLock<Vec<Evidence>>,
}

/// The settings in a folder.
#[derive(Clone, Debug)]
pub enum FolderSettings {
    Sound(Arc<SettingsSource>),
    Broken(Arc<BrokenSettings>),
}

impl Folder {
    /// Looks which of the files that matter are there.
    pub fn look(path: &Path) -> Folder {
        let mut folder = Folder {
            has_git: false,
            has_settings_file: false,
            has_pyproject: false,
            path: path.to_owned(),
            has_venv: false,
            has_lock: false,
            requirements: BTreeSet::new(),
            settings: OnceLock::new(),
            evidence: OnceLock::new(),
        };
        for name in names(path) {
            match name.as_str() {
                ".git" => folder.has_git = true,
                ".venv" => folder.has_venv = true,
                "uv.lock" => folder.has_lock = true,
                "hpx-lint.toml" => folder.has_settings_file = true,
                "pyproject.toml" => folder.has_pyproject = true,
                _ if name.starts_with("requirements") && name.ends_with(".txt") => {
                    folder.requirements.insert(name);
                }
                _ => {}
            }
        }
        folder
    }

    /// The settings in this folder itself.
    pub fn settings(&self) -> Option<FolderSettings> {
        let read = || {
            SettingsFile::ALL
                .iter()
                .find_map(|file| self.read_settings(*file))
        };
        self.settings.get_or_init(read).clone()
    }

    fn read_settings(&self, file: SettingsFile) -> Option<FolderSettings> {
        let is_there = match file {
            SettingsFile::HpxLintToml => self.has_settings_file,
            SettingsFile::Pyproject => self.has_pyproject,
        };
        let path = self.path.join(file.name());
        let broken = |problem| {
            let path = path.clone();
            Some(FolderSettings::Broken(Arc::new(BrokenSettings {
                path,
                problem,
            })))
        };
        let text = match is_there.then(|| read::text(&path))? {
            Ok(text) => text,
            // Any other tool's file; a folder or a dangling link is no settings file.
            Err(Problem::Missing | Problem::NotAFile) => return None,
            Err(_) if file == SettingsFile::Pyproject => return None,
            Err(problem) => return broken(Err(problem)),
        };
        let parsed = parse(&text, file);
        if !parsed.diagnostics.is_empty() {
            return broken(Ok((text, parsed)));
        }
        let settings = parsed.settings?;
        let patterns = Patterns::new(&self.path, &settings.profiles);
        Some(FolderSettings::Sound(Arc::new(SettingsSource {
            path,
            settings,
            patterns,
        })))
    }

    /// What this folder itself tells of the hpx release, the strongest first.
    pub fn evidence(&self) -> &[Evidence] {
        self.evidence.get_or_init(|| {
            let installed = self.has_venv.then(|| self.installed()).flatten();
            let locked = self.has_lock.then(|| self.locked()).flatten();
            installed
                .into_iter()
                .chain(locked)
                .chain(self.required())
                .collect()
        })
    }

    fn installed(&self) -> Option<Evidence> {
        let source = self.path.join(".venv");
        let lib = source.join("lib");
        let pythons = names(&lib)
            .into_iter()
            .filter(|name| name.starts_with("python"));
        let mut places: Vec<PathBuf> = pythons
            .map(|python| lib.join(python).join("site-packages"))
            .collect();
        places.push(source.join("Lib").join("site-packages"));
        let found = places.iter().flat_map(|place| names(place));
        let version = found
            .filter_map(|name| requirement::of_dist_info(&name))
            .max()?;
        Some(Evidence {
            claim: Claim::Installed(version),
            source,
        })
    }

    fn locked(&self) -> Option<Evidence> {
        let source = self.path.join("uv.lock");
        let text = read::text_up_to(&source, LARGEST).ok()?;
        let version: Version = requirement::in_uv_lock(&text)?;
        Some(Evidence {
            claim: Claim::Locked(version),
            source,
        })
    }

    fn required(&self) -> Vec<Evidence> {
        let mut evidence = Vec::new();
        let mut add = |name: &str, find: fn(&str) -> Vec<_>| {
            let source = self.path.join(name);
            let text = read::text_up_to(&source, LARGEST).unwrap_or_default();
            evidence.extend(find(&text).into_iter().map(|specifiers| Evidence {
                claim: Claim::Required(specifiers),
                source: source.clone(),
            }));
        };
        if self.has_pyproject {
            add("pyproject.toml", requirement::in_pyproject);
        }
        for name in &self.requirements {
            add(name, requirement::in_requirements);
        }
        evidence
    }
}

/// The names in a folder that are UTF-8; none where it cannot be read.
fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries
        .filter_map(|entry| entry.file_name().into_string().ok())
        .collect()
}
