//! `hpx-lint`: arguments in, text and an exit status out.
//!
//! The program itself knows only [`run`]. It takes the outside world as [`World`] and writes to
//! what it is given, so that tests see what a terminal sees.

mod args;
mod boards;
mod check;
mod init;
mod output;
mod owners;
mod plan;
pub mod render;
mod results;
mod rules;

use std::ffi::OsString;
use std::path::PathBuf;

use clap::Parser;

use crate::catalog::Release;
use crate::rules::or_list;
use crate::text::{clean, nearest, related};
use crate::workspace::Workspace;
use crate::workspace::release::{self, Chosen};
use args::{Arguments, Command, Given};
pub use output::Output;

/// What the program knows of the world around it.
#[derive(Clone, Debug, Default)]
pub struct World {
    /// The folder it was started in.
    pub folder: PathBuf,
    /// The user's home folder.
    pub home: Option<PathBuf>,
    /// Whether standard output takes colours.
    pub colours: bool,
    /// Environment variables that hpx reads, that change its verdicts and that are set.
    pub ignored_variables: Vec<&'static str>,
}

/// Environment variables by which hpx decides otherwise than the profile says.
pub const VARIABLES: [&str; 3] = ["CMSIS_NN_PATH", "HELIART_DIST_PATH", "HELIART_SOURCE_PATH"];

/// What the exit status means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Exit {
    /// Nothing at or above the failing level.
    Sound = 0,
    /// Findings at or above it.
    Findings = 1,
    /// Something could not be done.
    Failed = 2,
}

/// Does what the arguments ask for.
pub fn run(
    arguments: impl IntoIterator<Item = OsString>,
    world: &World,
    mut output: Output<'_>,
) -> Exit {
    let exit = match Arguments::try_parse_from(arguments) {
        Ok(arguments) => obey(arguments, world, &mut output),
        Err(error) => refuse(&error, &mut output),
    };
    match output.finish() {
        Ok(()) => exit,
        Err(error) => {
            output.note(format_args!("cannot write: {error}"));
            Exit::Failed
        }
    }
}

/// Help and the version are asked for; anything else is a mistake.
fn refuse(error: &clap::Error, output: &mut Output<'_>) -> Exit {
    let text = error.to_string();
    let text = format!("{}\n", clean::lines(text.trim_end()));
    if error.use_stderr() {
        output.tell(&text);
        return Exit::Failed;
    }
    output.print(&text);
    Exit::Sound
}

fn obey(arguments: Arguments, world: &World, output: &mut Output<'_>) -> Exit {
    match arguments.command {
        None => check::run(&arguments.check, world, output),
        Some(Command::Check(check)) => check::run(&check, world, output),
        Some(Command::Plan(plan)) => plan::run(&plan, world, output),
        Some(Command::Init(init)) => init::run(&init, world, output),
        Some(Command::Explain { rule }) => rules::explain(&rule, world, output),
        Some(Command::Rules) => rules::list(world, output),
        Some(Command::Boards(boards)) => boards::run(&boards, world, output),
    }
}

/// The workspace as the user wants it seen; else why that cannot be.
fn workspace(given: &Given, world: &World, output: &mut Output<'_>) -> Result<Workspace, String> {
    let chosen = given_release(given.hpx.as_deref())?;
    for variable in &world.ignored_variables {
        output.note(format_args!(
            "{variable} is set: hpx heeds it, hpx-lint does not"
        ));
    }
    let workspace = Workspace::new(world.folder.clone(), world.home.clone());
    let root = given.root.as_deref();
    if let Some(root) = root.filter(|root| !workspace.is_folder(root)) {
        let root = workspace.show(root);
        return Err(format!("--root {root}: no such folder"));
    }
    Ok(workspace.with_release(chosen).with_root(root))
}

/// The release that the user names; else why it is none.
fn given_release(text: Option<&str>) -> Result<Option<Chosen>, String> {
    let Some(text) = text else {
        return Ok(None);
    };
    let newest = &Release::newest().name;
    let chosen = release::named(text, "--hpx")
        .ok_or_else(|| format!("--hpx {text}: no release; expected one such as {newest}"))?;
    Ok(Some(chosen))
}

/// Tells of a name that a release does not know, with the nearest that it does, else with
/// `otherwise`.
fn unknown(
    release: &Release,
    (what, name): (&str, &str),
    known: &[&str],
    otherwise: &str,
    output: &mut Output<'_>,
) -> Exit {
    let near = nearest(name, known.iter().copied());
    let related = near.map_or_else(|| related(name, known.iter().copied()), |near| vec![near]);
    let way_out = match related.as_slice() {
        [] => otherwise.to_owned(),
        related => format!("did you mean {}?", or_list(related)),
    };
    output.note(format_args!(
        "hpx {} knows no {what} `{name}`; {way_out}",
        release.name
    ));
    Exit::Failed
}
