//! The disk: the only door to it besides `runner` and the programs.
//!
//! What governs a profile is found in the folders above it, up to the **workspace root**: the
//! nearest folder with a `.git`; without one the nearest with an `hpx-lint.toml`, else with a
//! `pyproject.toml`; else the folder that the program was started in where that is above the
//! profile; else the profile's own folder. Both programs ask here, so they agree on
//!
//! - the settings ([`Project::settings`]): of the nearest folder that has some;
//! - the hpx release ([`Project::release`]): see [`release`];
//! - the start folder ([`Workspace::start`]), in which hpx resolves a profile's paths;
//! - which files are profiles ([`discover`], [`Workspace::standing`]).
//!
//! A [`Workspace`] remembers what it has seen of folders and models and is meant for one run:
//! later changes need a new one. One that was told to watch knows when.

// The ban on the disk holds everywhere else.
#![allow(clippy::disallowed_methods, clippy::disallowed_types)]

pub mod discover;
pub mod disk;
mod editor_settings;
pub mod examine;
mod folder;
mod moved;
mod paths;
mod poetry;
pub mod read;
pub mod release;
mod requirement;
mod seen;
mod settings_file;
mod start;
mod version;

use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use crate::profile::detect::Standing;
use crate::settings::{Parsed, Patterns, Settings};

use disk::{Disk, DiskFiles};
pub use editor_settings::EditorSettings;
use folder::Folder;
use release::{Chosen, Evidence};
use seen::Seen;
use settings_file::FolderSettings;
pub use start::{Reason, Start};

/// What is remembered of the disk for one run. It may be shared between threads.
#[derive(Debug)]
pub struct Workspace {
    started_in: PathBuf,
    release: Option<Chosen>,
    root: Option<PathBuf>,
    editor: Option<Arc<EditorSettings>>,
    folders: Mutex<HashMap<PathBuf, Arc<Folder>>>,
    projects: Mutex<HashMap<PathBuf, Arc<Project>>>,
    disk: Arc<Disk>,
    seen: Option<Arc<Seen>>,
    /// The last sound settings of each file, where the workspace is renewed.
    last_sound: Arc<Mutex<HashMap<PathBuf, Arc<SettingsSource>>>>,
}

/// What governs the files of one folder.
#[derive(Clone, Debug)]
pub struct Project {
    /// The topmost folder that belongs to it.
    pub root: PathBuf,
    /// The settings.
    pub settings: SettingsFound,
    /// The hpx release to check against.
    pub release: Chosen,
    /// The settings file that is broken, whatever is in force instead.
    pub broken: Option<Arc<BrokenSettings>>,
    /// What the user should know of the files that were asked.
    pub notices: Vec<String>,
}

/// The settings that were found.
#[derive(Clone, Debug)]
pub enum SettingsFound {
    /// None: the defaults hold.
    Nowhere(Arc<Settings>),
    /// Sound ones.
    In(Arc<SettingsSource>),
    /// A file with mistakes, by which nothing can be checked.
    Broken(Arc<BrokenSettings>),
}

/// Sound settings with their file.
#[derive(Clone, Debug)]
pub struct SettingsSource {
    /// The file.
    pub path: PathBuf,
    /// What it says.
    pub settings: Settings,
    /// The folder in which it has hpx started.
    pub root: Option<PathBuf>,
    /// Its patterns of files.
    pub patterns: Patterns,
}

/// A settings file by which nothing can be checked.
#[derive(Clone, Debug)]
pub struct BrokenSettings {
    /// The file.
    pub path: PathBuf,
    /// Its text and the mistakes in it, or why it cannot be read.
    pub problem: Result<(String, Parsed), read::Problem>,
}

/// Why a file cannot be written anew.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CreateProblem {
    /// It is there already.
    Exists,
    /// Its folder is not there.
    NoFolder,
    /// The system says this.
    Io(String),
}

impl fmt::Display for CreateProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CreateProblem::Exists => f.write_str("is there already, and is left as it is"),
            CreateProblem::NoFolder => f.write_str("there is no such folder"),
            CreateProblem::Io(why) => write!(f, "cannot be written: {why}"),
        }
    }
}

impl SettingsFound {
    /// The settings to go by; the defaults where they are broken.
    pub fn settings(&self) -> &Settings {
        static DEFAULT: std::sync::LazyLock<Settings> = std::sync::LazyLock::new(Settings::default);
        match self {
            SettingsFound::Nowhere(settings) => settings,
            SettingsFound::In(source) => &source.settings,
            SettingsFound::Broken(_) => &DEFAULT,
        }
    }

    /// The broken ones.
    pub fn broken(&self) -> Option<&Arc<BrokenSettings>> {
        match self {
            SettingsFound::Broken(broken) => Some(broken),
            _ => None,
        }
    }
}

impl Workspace {
    /// Nothing is known yet. `started_in` is the folder that relative paths of the user begin
    /// in, `home` the one that `~` stands for.
    pub fn new(started_in: PathBuf, home: Option<PathBuf>) -> Self {
        Workspace {
            started_in,
            release: None,
            root: None,
            editor: None,
            folders: Mutex::default(),
            projects: Mutex::default(),
            disk: Arc::new(Disk::new(home, None)),
            seen: None,
            last_sound: Arc::default(),
        }
    }

    /// The same, which remembers what its answers rest on, for [`Self::is_stale`].
    pub fn watching(started_in: PathBuf, home: Option<PathBuf>) -> Self {
        let seen = Arc::new(Seen::default());
        Workspace {
            disk: Arc::new(Disk::new(home, Some(Arc::clone(&seen)))),
            seen: Some(seen),
            ..Workspace::new(started_in, None)
        }
    }

    /// The same workspace beside the disk as it is now. Where settings have become broken, the
    /// last sound ones of that file stay in force.
    #[must_use]
    pub fn renewed(&self) -> Self {
        Workspace {
            release: self.release.clone(),
            root: self.root.clone(),
            editor: self.editor.clone(),
            last_sound: Arc::clone(&self.last_sound),
            ..Workspace::watching(self.started_in.clone(), self.disk.home().cloned())
        }
    }

    /// Whether the disk is no longer what the answers so far rest on.
    pub fn is_stale(&self) -> bool {
        let folders = self.folders.lock().unwrap_or_else(PoisonError::into_inner);
        self.seen.as_ref().is_some_and(|seen| seen.has_changed())
            || folders.values().any(|folder| !folder.is_as_seen())
    }

    fn note(&self, path: &Path) {
        if let Some(seen) = &self.seen {
            seen.note(path);
        }
    }

    /// Checks every profile against this release, whatever its project says.
    #[must_use]
    pub fn with_release(mut self, release: Option<Chosen>) -> Self {
        self.release = release;
        self
    }

    /// Starts hpx in this folder for every profile, whatever its project says.
    #[must_use]
    pub fn with_root(mut self, root: Option<&Path>) -> Self {
        self.root = root.map(|root| self.absolute(root));
        self
    }

    /// Holds by what an editor asks for, where the project's settings say nothing.
    #[must_use]
    pub fn with_editor(mut self, editor: Arc<EditorSettings>) -> Self {
        self.editor = Some(editor);
        self
    }

    /// Whether a path is a folder.
    pub fn is_folder(&self, path: &Path) -> bool {
        self.absolute(path).is_dir()
    }

    /// The path from the root of the disk on, without `.` and `..`.
    pub fn absolute(&self, path: &Path) -> PathBuf {
        paths::plain(&self.started_in.join(path))
    }

    /// The path that a file has when no link leads to it; where there is none, the path itself.
    pub fn real(&self, path: &Path) -> PathBuf {
        path.canonicalize().unwrap_or_else(|_| path.to_owned())
    }

    /// The path as a user here would write it: relative below the folder the program was
    /// started in, and with `/`. One that is no UTF-8 is a `file` URL.
    pub fn show(&self, path: &Path) -> String {
        let whole = self.started_in.join(path);
        let short = whole.strip_prefix(&self.started_in).unwrap_or(&whole);
        match short.to_str() {
            Some("") => ".".to_owned(),
            Some(_) => paths::text(short),
            None => paths::text(&whole),
        }
    }

    /// What governs a file, which is given from the root of the disk on.
    pub fn project(&self, file: &Path) -> Arc<Project> {
        let folder = file.parent().unwrap_or(file);
        remembered(&self.projects, folder, || self.find_project(folder))
    }

    /// How a file that was found in a folder stands with its project.
    pub fn standing(&self, file: &Path, found: Standing, project: &Project) -> Standing {
        let own = match &project.settings {
            SettingsFound::In(source) => Some(&source.patterns),
            _ => None,
        };
        let editors = self.editor.as_ref().map(|it| &it.patterns);
        let mut patterns = own.into_iter().chain(editors);
        if found == Standing::Found && patterns.any(|it| it.matches(file)) {
            Standing::Matched
        } else {
            found
        }
    }

    /// The folder in which hpx is started for a profile whose `model.path` is this.
    pub fn start(&self, file: &Path, project: &Project, model: Option<&str>) -> Start {
        let settings = match &project.settings {
            SettingsFound::In(source) => {
                let root = source.root.clone();
                root.map(|root| (root, Reason::Settings(source.path.clone())))
            }
            _ => None,
        };
        let editors = || Some((self.editor.as_ref()?.root.clone()?, Reason::Editor));
        let settings = settings.or_else(editors);
        let is_file = |path: &Path| {
            self.note(path);
            path.is_file()
        };
        let root = self.root.as_deref();
        start::find(file, root, settings, &project.root, model, is_file)
    }

    /// The files around a profile for which hpx is started in `start`.
    pub fn files(&self, start: &Path) -> DiskFiles {
        DiskFiles::new(start.to_owned(), self.show(start), Arc::clone(&self.disk))
    }

    /// Writes a file that is not there yet.
    pub fn create(&self, path: &Path, text: &str) -> Result<(), CreateProblem> {
        let made = File::create_new(self.absolute(path));
        let written = made.and_then(|mut file| file.write_all(text.as_bytes()));
        written.map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => CreateProblem::Exists,
            io::ErrorKind::NotFound => CreateProblem::NoFolder,
            io::ErrorKind::PermissionDenied => CreateProblem::Io("permission denied".to_owned()),
            _ => CreateProblem::Io(error.to_string()),
        })
    }

    fn folder(&self, path: &Path) -> Arc<Folder> {
        remembered(&self.folders, path, || {
            let folder = Folder::look(path);
            if self.seen.is_some() {
                folder.rests_on().iter().for_each(|path| self.note(path));
            }
            folder
        })
    }

    fn find_project(&self, folder: &Path) -> Project {
        let mut above: Vec<(PathBuf, Arc<Folder>)> = Vec::new();
        for path in folder.ancestors() {
            let folder = self.folder(path);
            let is_top = folder.has.git;
            above.push((path.to_owned(), folder));
            if is_top {
                break;
            }
        }
        let root = self.root_of(folder, &above);
        let inside = above.iter().take_while(|(path, _)| path.starts_with(&root));
        let inside: Vec<&Arc<Folder>> = inside.map(|(_, folder)| folder).collect();
        let mut unread = BTreeMap::new();
        let found = settings_of(&inside, &mut unread);
        let broken = found.broken().cloned();
        let settings = self.beside_editor(self.in_force(found));
        let release = self
            .release
            .clone()
            .unwrap_or_else(|| self.release_of(&settings, &inside, &mut unread));
        let notice = |(path, problem): (PathBuf, read::Problem)| {
            format!("{} {problem}; what it says is not known", self.show(&path))
        };
        Project {
            root,
            settings,
            release,
            broken,
            notices: unread.into_iter().map(notice).collect(),
        }
    }

    /// The settings, or the last sound ones of the file that is broken now.
    fn in_force(&self, found: SettingsFound) -> SettingsFound {
        if self.seen.is_none() {
            return found;
        }
        let mut sound = self
            .last_sound
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        match found {
            SettingsFound::In(source) => {
                sound.insert(source.path.clone(), Arc::clone(&source));
                SettingsFound::In(source)
            }
            SettingsFound::Broken(broken) => match sound.get(&broken.path) {
                Some(source) => SettingsFound::In(Arc::clone(source)),
                None => SettingsFound::Broken(broken),
            },
            SettingsFound::Nowhere(settings) => SettingsFound::Nowhere(settings),
        }
    }

    /// The settings, with what the editor has beside them.
    fn beside_editor(&self, found: SettingsFound) -> SettingsFound {
        let Some(editor) = &self.editor else {
            return found;
        };
        let editors = editor.settings.rules.clone();
        match found {
            SettingsFound::Nowhere(_) => {
                let settings = Settings {
                    rules: editors,
                    ..Settings::default()
                };
                SettingsFound::Nowhere(Arc::new(settings))
            }
            SettingsFound::In(source) => {
                let mut source = SettingsSource::clone(&source);
                let own = std::mem::replace(&mut source.settings.rules, editors);
                source.settings.rules.extend(own);
                SettingsFound::In(Arc::new(source))
            }
            SettingsFound::Broken(broken) => SettingsFound::Broken(broken),
        }
    }

    fn release_of(
        &self,
        settings: &SettingsFound,
        inside: &[&Arc<Folder>],
        unread: &mut BTreeMap<PathBuf, read::Problem>,
    ) -> Chosen {
        if let SettingsFound::In(source) = settings
            && let Some(hpx) = &source.settings.hpx
            && let Some(chosen) = release::named(&hpx.text, &self.show(&source.path))
        {
            return chosen;
        }
        if let Some(editor) = &self.editor
            && let Some(hpx) = &editor.settings.hpx
            && let Some(chosen) = release::named(&hpx.text, "the editor's settings")
        {
            return chosen;
        }
        let told = || inside.iter().map(|folder| folder.told());
        unread.extend(told().flat_map(|told| told.problems.clone()));
        let evidence: Vec<Evidence> = told().flat_map(|told| told.evidence.clone()).collect();
        release::choose(&evidence, |path| self.show(path))
    }

    fn root_of(&self, folder: &Path, above: &[(PathBuf, Arc<Folder>)]) -> PathBuf {
        let with = |has: fn(&Folder) -> bool| {
            let found = above.iter().find(|(_, folder)| has(folder));
            found.map(|(path, _)| path.clone())
        };
        let here = folder
            .starts_with(&self.started_in)
            .then(|| self.started_in.clone());
        with(|it| it.has.git)
            .or_else(|| with(|it| it.has.settings_file))
            .or_else(|| with(|it| it.has.pyproject))
            .or(here)
            .unwrap_or_else(|| folder.to_owned())
    }
}

/// What is remembered of a path, found out the first time. Two threads may both find it out; the
/// first answer stays.
fn remembered<T>(
    memory: &Mutex<HashMap<PathBuf, Arc<T>>>,
    path: &Path,
    find: impl FnOnce() -> T,
) -> Arc<T> {
    let lock = || memory.lock().unwrap_or_else(PoisonError::into_inner);
    let known = lock().get(path).cloned();
    known.unwrap_or_else(|| {
        let found = Arc::new(find());
        Arc::clone(lock().entry(path.to_owned()).or_insert(found))
    })
}

/// The settings of the nearest folder that has some.
fn settings_of(
    inside: &[&Arc<Folder>],
    unread: &mut BTreeMap<PathBuf, read::Problem>,
) -> SettingsFound {
    for folder in inside {
        match folder.settings() {
            None => {}
            Some(FolderSettings::Sound(source)) => return SettingsFound::In(source),
            Some(FolderSettings::Broken(broken)) => return SettingsFound::Broken(broken),
            Some(FolderSettings::Unknown(path, problem)) => {
                unread.insert(path, problem);
            }
        }
    }
    SettingsFound::Nowhere(Arc::default())
}
