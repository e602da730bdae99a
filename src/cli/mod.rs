//! `hpx-lint`: arguments in, text and an exit status out.
//!
//! The program itself knows only [`run`]. It takes the outside world as [`World`] and writes to
//! what it is given, so that tests see what a terminal sees.

mod args;
mod boards;
mod check;
mod examine;
mod plan;
pub mod render;
mod results;
mod rules;

use std::ffi::OsString;
use std::fmt;
use std::io::{self, Write};
use std::path::PathBuf;

use clap::Parser;

use crate::text::clean;
use crate::workspace::Workspace;
use crate::workspace::release::{self, Chosen};
use args::{Arguments, Command, Given};

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

/// Where the program writes.
pub struct Output<'a> {
    /// What was asked for.
    pub out: &'a mut dyn Write,
    /// Everything else.
    pub err: &'a mut dyn Write,
}

impl Output<'_> {
    /// A line besides what was asked for.
    fn note(&mut self, note: impl fmt::Display) -> io::Result<()> {
        writeln!(self.err, "hpx-lint: {}", clean::line(&note.to_string()))
    }
}

/// Does what the arguments ask for.
pub fn run(
    arguments: impl IntoIterator<Item = OsString>,
    world: &World,
    mut output: Output<'_>,
) -> Exit {
    let done = match Arguments::try_parse_from(arguments) {
        Ok(arguments) => obey(arguments, world, &mut output),
        Err(error) => refuse(&error, &mut output),
    };
    let done = done.and_then(|exit| output.out.flush().map(|()| exit));
    match done {
        Ok(exit) => exit,
        // Whoever read the output has seen enough.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Exit::Sound,
        Err(error) => {
            let _ = output.note(format_args!("cannot write: {error}"));
            Exit::Failed
        }
    }
}

/// Help and the version are asked for; anything else is a mistake.
fn refuse(error: &clap::Error, output: &mut Output<'_>) -> io::Result<Exit> {
    let text = error.to_string();
    let text = clean::lines(text.trim_end());
    if error.use_stderr() {
        writeln!(output.err, "{text}")?;
        return Ok(Exit::Failed);
    }
    writeln!(output.out, "{text}")?;
    Ok(Exit::Sound)
}

fn obey(arguments: Arguments, world: &World, output: &mut Output<'_>) -> io::Result<Exit> {
    match arguments.command {
        None => check::run(&arguments.check, world, output),
        Some(Command::Check(check)) => check::run(&check, world, output),
        Some(Command::Plan(plan)) => plan::run(&plan, world, output),
        Some(Command::Explain { rule }) => rules::explain(&rule, world, output),
        Some(Command::Rules) => rules::list(world, output),
        Some(Command::Boards(boards)) => boards::run(&boards, world, output),
    }
}

/// The workspace as the user wants it seen; a message where that cannot be.
fn workspace(
    given: &Given,
    world: &World,
    output: &mut Output<'_>,
) -> io::Result<Option<Workspace>> {
    let Ok(chosen) = given_release(given.hpx.as_deref(), output)? else {
        return Ok(None);
    };
    for variable in &world.ignored_variables {
        output.note(format_args!(
            "{variable} is set: hpx heeds it, hpx-lint does not"
        ))?;
    }
    let workspace = Workspace::new(world.folder.clone(), world.home.clone());
    if let Some(root) = given
        .root
        .as_deref()
        .filter(|root| !workspace.is_folder(root))
    {
        output.note(format_args!("--root {}: no such folder", root.display()))?;
        return Ok(None);
    }
    Ok(Some(
        workspace
            .with_release(chosen)
            .with_root(given.root.as_deref()),
    ))
}

/// A release that could not be understood.
struct NoRelease;

fn given_release(
    text: Option<&str>,
    output: &mut Output<'_>,
) -> io::Result<Result<Option<Chosen>, NoRelease>> {
    let Some(text) = text else {
        return Ok(Ok(None));
    };
    let chosen = release::named(text, "--hpx");
    if chosen.is_none() {
        let newest = &crate::catalog::Release::newest().name;
        output.note(format_args!(
            "--hpx {text}: no release; expected one such as {newest}"
        ))?;
    }
    Ok(chosen.map(Some).ok_or(NoRelease))
}
