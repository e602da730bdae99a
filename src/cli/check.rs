//! `hpx-lint check`: every profile that the arguments mean.

use std::path::PathBuf;
use std::sync::Arc;

use rayon::iter::{IntoParallelRefIterator, ParallelIterator};

use super::args::{Check, Format};
use super::render::paint::Paint;
use super::render::{Others, Subject, concise, full, json};
use super::results::Results;
use super::{Exit, Output, World};
use crate::artifact::{Files, Home};
use crate::diagnostic::Level;
use crate::text::nearest;
use crate::workspace::discover::{Target, discover};
use crate::workspace::disk::DiskFiles;
use crate::workspace::examine::{Examined, Outcome, examine};
use crate::workspace::{BrokenSettings, Workspace};

/// What may be misspelt as the name of a file.
const COMMANDS: [&str; 6] = ["check", "plan", "init", "explain", "rules", "boards"];

/// Checks, and shows what was found.
pub fn run(check: &Check, world: &World, output: &mut Output<'_>) -> Exit {
    let workspace = match super::workspace(&check.given, world, output) {
        Ok(workspace) => workspace,
        Err(problem) => {
            output.note(&problem);
            if check.format == Format::Json {
                output.print(&json::not_run(&problem));
            }
            return Exit::Failed;
        }
    };
    let here = [PathBuf::from(".")];
    let paths = if check.paths.is_empty() {
        &here[..]
    } else {
        &check.paths
    };
    let targets = discover(&workspace, paths);
    if let ([_], [(name, _)]) = (paths, targets.problems.as_slice())
        && let Some(near) = nearest(name, COMMANDS)
    {
        output.note(format_args!("did you mean the command `{near}`?"));
    }
    let show = Show {
        format: check.format,
        paint: Paint { on: world.colours },
    };
    let checked = check_all(&workspace, &targets.files, show);
    let mut results = Results::new(&workspace, &targets, checked);
    results.add_problems(targets.problems);
    results.print(&workspace, check, show, output)
}

/// How to show it.
#[derive(Clone, Copy, Debug)]
pub struct Show {
    /// In which form.
    pub format: Format,
    /// In which colours.
    pub paint: Paint,
}

/// A file when it has been seen to: what is printed of it, and no text of it any more.
#[derive(Debug)]
pub enum Checked {
    /// It is somebody else's.
    NotOurs,
    /// It could not be checked, for this reason.
    Failed(String),
    /// Its settings cannot be used.
    Unsettled(Arc<BrokenSettings>),
    /// It was checked.
    Done(Box<Done>),
}

/// A file that was checked.
#[derive(Debug)]
pub struct Done {
    /// The file as the user would write it.
    pub path: String,
    /// What is printed of it.
    pub shown: String,
    /// The levels of its findings.
    pub levels: Vec<Level>,
    /// How many findings its comments take back.
    pub ignored: usize,
    /// The release that it was checked against.
    pub release: &'static str,
    /// What `-v` says of it.
    pub about: String,
    /// What the user should know although nothing is wrong.
    pub notices: Vec<String>,
    /// The file, which is no profile, that it names.
    pub config_path: Option<PathBuf>,
}

fn check_all(workspace: &Workspace, targets: &[Target], show: Show) -> Vec<Checked> {
    let one = |target: &Target| check_one(workspace, target, show);
    match targets {
        // Threads would take longer to start than one file takes.
        [target] => vec![one(target)],
        targets => targets.par_iter().map(one).collect(),
    }
}

fn check_one(workspace: &Workspace, target: &Target, show: Show) -> Checked {
    match examine(workspace, target) {
        Outcome::NotOurs => Checked::NotOurs,
        Outcome::Unreadable(problem) => Checked::Failed(problem),
        Outcome::Unsettled(broken) => Checked::Unsettled(broken),
        Outcome::Examined(file) => Checked::Done(Box::new(finish(workspace, &file, show))),
    }
}

fn finish(workspace: &Workspace, file: &Examined, show: Show) -> Done {
    let others = FilesAround {
        workspace,
        files: workspace.files(&file.start),
    };
    let subject = Subject {
        path: &file.path,
        text: &file.analysis.reading.text,
        diagnostics: &file.analysis.diagnostics,
        others: &others,
    };
    Done {
        path: file.path.clone(),
        shown: match show.format {
            Format::Full => full::render(&subject, show.paint),
            Format::Concise => concise::render(&subject, show.paint),
            Format::Json => json::examined(file, &subject),
        },
        levels: file
            .analysis
            .diagnostics
            .iter()
            .map(|it| it.level)
            .collect(),
        ignored: file.analysis.ignored,
        release: &file.release.name,
        about: file.about(),
        notices: file.notices.clone(),
        config_path: file.config_path.clone(),
    }
}

/// The files that a profile's findings point into.
#[derive(Debug)]
struct FilesAround<'a> {
    workspace: &'a Workspace,
    files: DiskFiles,
}

impl Others for FilesAround<'_> {
    fn path(&self, named: &str) -> String {
        let path = self.files.resolve(named, Home::Expand);
        path.map_or_else(
            || named.to_owned(),
            |path| self.workspace.show(&self.workspace.absolute(&path)),
        )
    }

    fn text(&self, named: &str) -> Option<Arc<str>> {
        self.files.text(named, Home::Expand).ok()
    }
}
