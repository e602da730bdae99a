//! `hpx-lint plan`: what each memory region would hold.

use std::fmt::Write;
use std::io;

use super::args::{Plan, PlanFormat};
use super::examine::{Examined, Outcome, examine};
use super::render::paint::Paint;
use super::render::{clean, json, table};
use super::{Exit, Output, World};
use crate::profile::detect::Standing;
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
    for line in [placement(file), clock(file)].into_iter().flatten() {
        let _ = writeln!(out, "{}", clean::line(&line));
    }
    out.push('\n');
    match &file.analysis.plan {
        Some(plan) => out.push_str(&table::plan(plan, paint)),
        None => {
            let note = file
                .analysis
                .plan_note
                .as_deref()
                .unwrap_or("it cannot be computed");
            let _ = writeln!(out, "No plan: {}", clean::lines(note));
        }
    }
    if let Some(note) = &file
        .analysis
        .plan_note
        .as_ref()
        .filter(|_| file.analysis.plan.is_some())
    {
        let _ = writeln!(out, "\n{}", table::wrapped(note, ""));
    }
    if !file.analysis.accepted {
        let _ = writeln!(
            out,
            "\nhpx refuses this profile; `hpx-lint {path}` tells why."
        );
    }
    out
}

/// Where things lie, and who decided it.
fn placement(file: &Examined) -> Option<String> {
    let placed = file.analysis.placement.as_ref()?;
    let by = |chosen| {
        if chosen {
            "as the profile says"
        } else {
            "chosen by hpx"
        }
    };
    let (arena, weights) = file.chosen;
    Some(format!(
        "arena in {} ({}), weights in {} ({})",
        placed.arena.name(),
        by(arena),
        placed.weights.name(),
        by(weights)
    ))
}

fn clock(file: &Examined) -> Option<String> {
    let clock = file.analysis.cpu_clock.as_ref()?;
    Some(format!("cpu clock {} ({} MHz)", clock.name, clock.mhz))
}
