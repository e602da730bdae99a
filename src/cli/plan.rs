//! `hpx-lint plan`: what each memory region would hold.

use std::fmt::Write;
use std::io;

use super::args::{Plan, PlanFormat};
use super::examine::{Examined, Outcome, examine};
use super::render::paint::Paint;
use super::render::{json, table};
use super::{Exit, Output, World};
use crate::ide::capacity;
use crate::profile::detect::Standing;
use crate::text::clean;
use crate::workspace::Workspace;
use crate::workspace::discover::Target;

/// Shows the plan of a profile; the status tells whether hpx accepts it.
pub fn run(plan: &Plan, world: &World, output: &mut Output<'_>) -> io::Result<Exit> {
    let Some(workspace) = super::workspace(&plan.given, world, output)? else {
        return Ok(Exit::Failed);
    };
    match look(&workspace, plan) {
        Err(problem) => {
            output.note(problem)?;
            Ok(Exit::Failed)
        }
        Ok(file) => {
            for note in plan
                .given
                .verbose
                .then(|| file.about())
                .iter()
                .chain(&file.notice)
            {
                output.note(note)?;
            }
            let shown = match plan.format {
                PlanFormat::Full => full(&file, Paint { on: world.colours }),
                PlanFormat::Json => json::document([json::planned(&file)]),
            };
            output.out.write_all(shown.as_bytes())?;
            Ok(if file.analysis.accepted {
                Exit::Sound
            } else {
                Exit::Findings
            })
        }
    }
}

fn look(workspace: &Workspace, plan: &Plan) -> Result<Box<Examined>, String> {
    let path = workspace.absolute(&plan.file);
    let target = Target {
        shown: workspace.show(&path),
        path,
        standing: Standing::Named,
    };
    let shown = target.shown.clone();
    match examine(workspace, &target) {
        Outcome::Examined(file) => Ok(file),
        Outcome::Unreadable(problem) => Err(format!("{shown}: {problem}")),
        Outcome::NotOurs => Err(format!("{shown}: is no profile")),
        Outcome::Unsettled(broken) => {
            let settings = workspace.show(&broken.path);
            Err(format!(
                "{shown}: {settings} has mistakes; `hpx-lint check {shown}` shows them"
            ))
        }
    }
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
    if !file.analysis.accepted {
        let _ = writeln!(
            out,
            "\nhpx refuses this profile; `hpx-lint {path}` tells why."
        );
    }
    out
}
