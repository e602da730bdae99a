//! `hpx-lint plan`: what each memory region would hold.

use std::fmt::Write;

use super::args::{Plan, PlanFormat};
use super::render::paint::Paint;
use super::render::{json, table};
use super::{Exit, Output, World};
use crate::diagnostic::{Level, Origin};
use crate::ide::capacity;
use crate::profile::detect::Standing;
use crate::text::clean;
use crate::workspace::Workspace;
use crate::workspace::discover::Target;
use crate::workspace::examine::{Examined, Outcome, examine};

/// Shows the plan of a profile; the status tells whether hpx accepts it.
pub fn run(plan: &Plan, world: &World, output: &mut Output<'_>) -> Exit {
    let wants_json = plan.format == PlanFormat::Json;
    let workspace = match super::workspace(&plan.given, world, output) {
        Ok(workspace) => workspace,
        Err(problem) => {
            output.note(&problem);
            if wants_json {
                output.print(&json::not_run(&problem));
            }
            return Exit::Failed;
        }
    };
    match look(&workspace, plan) {
        Err((shown, problem)) => {
            output.note(format_args!("{shown}: {problem}"));
            if wants_json {
                output.print(&json::document([json::failed(&shown, &problem)]));
            }
            Exit::Failed
        }
        Ok(file) => {
            for note in plan
                .given
                .verbose
                .then(|| file.about())
                .iter()
                .chain(&file.notices)
            {
                output.note(note);
            }
            let shown = match plan.format {
                PlanFormat::Full => full(&file, Paint { on: world.colours }),
                PlanFormat::Json => json::document([json::planned(&file)]),
            };
            output.print(&shown);
            if file.analysis.accepted && unlinked(&file).next().is_none() {
                Exit::Sound
            } else {
                Exit::Findings
            }
        }
    }
}

/// Examines the file; else its name and why that cannot be.
fn look(workspace: &Workspace, plan: &Plan) -> Result<Box<Examined>, (String, String)> {
    let path = workspace.absolute(&plan.file);
    let target = Target {
        shown: workspace.show(&path),
        path,
        standing: Standing::Named,
    };
    let shown = target.shown.clone();
    if workspace.is_folder(&target.path) {
        return Err((shown, "is a folder: name one profile".to_owned()));
    }
    let problem = match examine(workspace, &target) {
        Outcome::Examined(file) => return Ok(file),
        Outcome::Unreadable(problem) => problem,
        Outcome::NotOurs => "is no profile".to_owned(),
        Outcome::Unsettled(broken) => {
            let settings = workspace.show(&broken.path);
            match &broken.problem {
                Ok(_) => {
                    format!("{settings} has mistakes; `hpx-lint check {shown}` shows them")
                }
                Err(problem) => format!("{settings} {problem}"),
            }
        }
    };
    Err((shown, problem))
}

fn full(file: &Examined, paint: Paint) -> String {
    let mut out = String::new();
    let path = clean::line(&file.path);
    let _ = writeln!(out, "{} (hpx {})", paint.bold(&path), file.release.name);
    if let Some(clock) = &file.analysis.cpu_clock {
        let name = clean::line(&clock.name);
        let _ = writeln!(out, "cpu clock {name} ({} MHz)", clock.mhz);
    }
    out.push_str(&table::lines(
        &capacity::card(&file.analysis.reading),
        paint,
    ));
    for message in unlinked(file) {
        let _ = writeln!(out, "\n{}", clean::line(message));
    }
    if !file.analysis.accepted {
        let mut found = file.analysis.diagnostics.iter();
        let why = if found.any(|found| found.origin == Origin::Hpx) {
            format!("`hpx-lint {path}` tells why")
        } else {
            "its comments or the settings ignore why".to_owned()
        };
        let _ = writeln!(out, "\nhpx refuses this profile; {why}.");
    }
    out
}

/// What fits hpx's plan and cannot be linked.
fn unlinked(file: &Examined) -> impl Iterator<Item = &str> {
    let found = file.analysis.diagnostics.iter();
    let found =
        found.filter(|found| found.rule == "linker-overflow" && found.level == Level::Error);
    found.filter_map(|found| found.message.lines().next())
}
