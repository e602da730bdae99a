//! One text at its place: whether it is a profile, and what is found in it.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::{Project, Start, Workspace};
use crate::analysis::{self, Analysis, Context};
use crate::artifact::Home;
use crate::profile::Overrides;
use crate::profile::detect::{Standing, is_profile, landmarks, may_be_profile};
use crate::syntax::{self, Parse};

/// A profile with what was found.
#[derive(Debug)]
pub struct Examined {
    /// What governs it.
    pub project: Arc<Project>,
    /// The folder in which hpx is started.
    pub start: Start,
    /// The file, which is no profile, that `engine.config_path` names.
    pub config_path: Option<PathBuf>,
    /// What was found.
    pub analysis: Analysis,
}

/// Examines a text; `None` where it is somebody else's. `path` is given from the root of the
/// disk on.
pub fn examine(
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

impl Examined {
    /// What surrounded the text when it was examined.
    pub fn with_context<T>(
        &self,
        workspace: &Workspace,
        ask: impl FnOnce(&Context<'_>) -> T,
    ) -> T {
        let files = workspace.files(&self.start.folder);
        ask(&Context {
            release: self.project.release.release,
            settings: self.project.settings.settings(),
            overrides: &Overrides::default(),
            files: &files,
        })
    }
}

fn analyse(
    workspace: &Workspace,
    project: &Arc<Project>,
    path: &Path,
    text: &str,
    parse: Parse,
) -> Examined {
    let landmarks = landmarks(&parse.tree);
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
        .and_then(|it| files.resolve(it, Home::Expand));
    Examined {
        project: Arc::clone(project),
        config_path: config_path.map(|path| workspace.absolute(&path)),
        analysis: analysis::analyze_parsed(text, parse, &context),
        start,
    }
}
