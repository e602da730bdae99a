//! One file, from its path to its analysis.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::discover::Target;
use super::disk::LARGEST_MODEL;
use super::{BrokenSettings, Project, Reason, Start, Workspace, read};
use crate::analysis::{self, Analysis, Context, Reading};
use crate::artifact::{Home, TextProblem, Unread};
use crate::catalog::Release;
use crate::profile::Overrides;
use crate::profile::detect::{Standing, is_profile, landmarks, may_be_profile};
use crate::resolve::AotFileProblem;
use crate::syntax;

/// A profile with what was found.
#[derive(Debug)]
pub struct Examined {
    /// The file as the user would write it.
    pub path: String,
    /// What governs it.
    pub project: Arc<Project>,
    /// The release that it was checked against.
    pub release: &'static Release,
    /// Why that one.
    pub release_reason: String,
    /// What the user should know although nothing is wrong.
    pub notices: Vec<String>,
    /// The folder in which hpx is started.
    pub start: PathBuf,
    /// The same as the user would write it.
    pub start_folder: String,
    /// Why that one.
    pub start_reason: String,
    /// The file, which is no profile, that `engine.config_path` names; no link leads to it.
    pub config_path: Option<PathBuf>,
    /// What was found.
    pub analysis: Analysis,
}

impl Examined {
    /// Which release and start folder were taken, and why.
    pub fn about(&self) -> String {
        let Examined {
            path,
            release,
            release_reason,
            start_folder,
            start_reason,
            ..
        } = self;
        format!(
            "{path}: hpx {} ({release_reason}), started in {start_folder} ({start_reason})",
            release.name
        )
    }

    /// What surrounded the text when it was examined.
    pub fn with_context<T>(&self, workspace: &Workspace, ask: impl FnOnce(&Context<'_>) -> T) -> T {
        let files = workspace.files(&self.start);
        ask(&Context {
            release: self.release,
            settings: self.project.settings.settings(),
            overrides: &Overrides::default(),
            files: &files,
        })
    }
}

/// What became of a file.
#[derive(Debug)]
pub enum Outcome {
    /// It is somebody else's.
    NotOurs,
    /// It cannot be read.
    Unreadable(String),
    /// Its settings cannot be used.
    Unsettled(Arc<BrokenSettings>),
    /// It was examined.
    Examined(Box<Examined>),
}

/// Examines a file.
pub fn examine(workspace: &Workspace, target: &Target) -> Outcome {
    let project = workspace.project(&target.path);
    // What a broken settings file would have said of this file is not known.
    if let Some(broken) = project.settings.broken() {
        return Outcome::Unsettled(Arc::clone(broken));
    }
    let standing = workspace.standing(&target.path, target.standing, &project);
    let name = target
        .path
        .file_name()
        .unwrap_or_default()
        .to_string_lossy();
    let read = match target.standing {
        Standing::Named => read::named_text(&target.path),
        _ => read::text(&target.path),
    };
    let text = match read {
        Ok(text) => text,
        // Nothing but its content could tell that it is a profile.
        Err(_) if !may_be_profile(&name, standing, "") => return Outcome::NotOurs,
        Err(problem) => return Outcome::Unreadable(problem.to_string()),
    };
    match examine_text(workspace, &project, &target.path, standing, &text) {
        Some(examined) => Outcome::Examined(Box::new(examined)),
        None => Outcome::NotOurs,
    }
}

/// Examines the text of a file; `None` where it is somebody else's.
pub fn examine_text(
    workspace: &Workspace,
    project: &Arc<Project>,
    path: &Path,
    standing: Standing,
    text: &str,
) -> Option<Examined> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    if !may_be_profile(&name, standing, text) {
        return None;
    }
    let parse = syntax::parse(text);
    is_profile(&name, standing, text, &parse.tree)
        .then(|| analyse(workspace, project, path, text, parse))
}

fn analyse(
    workspace: &Workspace,
    project: &Arc<Project>,
    path: &Path,
    text: &str,
    parse: syntax::Parse,
) -> Examined {
    let landmarks = landmarks(&parse.tree);
    let shown = workspace.show(path);
    let start = workspace.start(path, project, landmarks.model_path);
    let files = workspace.files(&start.folder);
    let context = Context {
        release: project.release.release,
        settings: project.settings.settings(),
        overrides: &Overrides::default(),
        files: &files,
    };
    let config_path = landmarks
        .config_path
        .and_then(|it| files.resolve(it, Home::Expand))
        .map(|path| workspace.real(&path));
    let analysis = analysis::analyze_parsed(text, parse, &context);
    let own = project.release.notice.iter();
    let mut notices: Vec<String> = own.chain(&project.notices).cloned().collect();
    notices.extend(too_large(&shown, &analysis));
    Examined {
        path: shown,
        project: Arc::clone(project),
        release: project.release.release,
        release_reason: project.release.why.clone(),
        notices,
        start_folder: workspace.show(&start.folder),
        start_reason: reason(workspace, &start),
        start: start.folder,
        config_path,
        analysis,
    }
}

/// What is said of the files that hpx reads and that are too large to be read here.
fn too_large(shown: &str, analysis: &Analysis) -> Vec<String> {
    let Reading {
        profile, resolved, ..
    } = &analysis.reading;
    let model = resolved.model.as_ref();
    let model = model.filter(|model| model.contents() == Err(Unread::TooLarge));
    let model = model.and(profile.model.path.get());
    let config = match &resolved.aot_file {
        Some(Err(AotFileProblem::Unreadable(TextProblem::TooLarge))) => {
            profile.engine.config_path.get()
        }
        _ => None,
    };
    let notice = |(named, limit): (&String, u64)| {
        format!(
            "{shown}: {named} is larger than {} MiB, the most that hpx-lint reads; what is in it \
             is not checked",
            limit >> 20
        )
    };
    let model = model.map(|named| (named, LARGEST_MODEL));
    let config = config.map(|named| (named, read::LARGEST));
    model.into_iter().chain(config).map(notice).collect()
}

/// The same as [`Examined::config_path`], of a file that is not examined.
pub fn config_path(workspace: &Workspace, file: &Path) -> Option<PathBuf> {
    let text = read::text(file).ok()?;
    if !text.contains("config_path") {
        return None;
    }
    let project = workspace.project(file);
    let standing = workspace.standing(file, Standing::Found, &project);
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    let parse = syntax::parse(&text);
    if !is_profile(&name, standing, &text, &parse.tree) {
        return None;
    }
    let landmarks = landmarks(&parse.tree);
    let start = workspace.start(file, &project, landmarks.model_path);
    let files = workspace.files(&start.folder);
    let path = files.resolve(landmarks.config_path?, Home::Expand)?;
    Some(workspace.real(&path))
}

fn reason(workspace: &Workspace, start: &Start) -> String {
    match &start.reason {
        Reason::CommandLine => "from --root".to_owned(),
        Reason::Settings(path) => format!("from {}", workspace.show(path)),
        Reason::Editor => "from the editor's settings".to_owned(),
        Reason::Model => "where model.path exists".to_owned(),
        Reason::Profile(top) => format!(
            "the profile's own; model.path exists in none from there up to {}",
            workspace.show(top)
        ),
    }
}
