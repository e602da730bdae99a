//! `cpu-clock`: a clock that the SoC does not have.

use super::{Docs, Facts, Findings, Rule};
use super::{edits, shortened};
use crate::diagnostic::{Level, Origin};
use crate::resolve::{ClockProblem, Platform};
use crate::text::nearest;

/// See [`Docs`].
pub static RULE: Rule = Rule {
    id: "cpu-clock",
    origin: Origin::Hpx,
    level: Level::Error,
    summary: "a clock that the SoC does not have",
    docs: Docs {
        what: "`target.clock.cpu` is no speed of the SoC.",
        why: "Each SoC has its own speeds, and without the key its default holds (`helia_profiler.stages.resolve_platform`, all releases).",
        example: "\
model:
  path: kws.tflite
target:
  board: apollo510_evb
  clock:
    cpu: turbo
",
        instead: "\
model:
  path: kws.tflite
target:
  board: apollo510_evb
  clock:
    cpu: hp
",
    },
    check,
};

fn check(facts: &Facts<'_>, out: &mut Findings<'_>) {
    let clock = &facts.profile.target.clock_cpu;
    let Some(platform) = &facts.resolved.platform else {
        return;
    };
    let Some(Err(problem)) = &platform.clock else {
        return;
    };
    let soc = &platform.soc.name;
    let at = facts.at(clock, "target.clock.cpu");
    match problem {
        ClockProblem::NoCpuDomain => {
            out.say(at, format!("the SoC `{soc}` has no clock domain `cpu`"))
                .help("add one to the `clocks` of the custom SoC");
        }
        ClockProblem::NoTier { name } => {
            out.say(
                at,
                format!("the speed `{name}` of `{soc}` has no performance tier"),
            )
            .help("add `perf_tier` to the speed of the custom SoC");
        }
        ClockProblem::NoSuchSpeed { name, known } => {
            let nearest = nearest(name, known.iter().map(String::as_str));
            let fix = nearest.and_then(|nearest| {
                let edit = edits::set_value(facts, clock, &edits::scalar(nearest))?;
                Some(edits::fix(
                    format!("Change to `{nearest}`"),
                    edits::meant(name, nearest),
                    edit,
                ))
            });
            let board = facts.at(&facts.profile.target.board, "target.board").range;
            out.say(
                at,
                format!("the {soc} has no CPU speed `{}`", shortened(name)),
            )
            .related(board, format!("the board sets the SoC: {soc}"))
            .help(format!("it has {}", speeds(platform, known)))
            .fix(fix);
        }
    }
}

/// The speeds with their frequencies.
fn speeds(platform: &Platform, known: &[String]) -> String {
    let domains = platform
        .soc
        .clocks
        .iter()
        .filter(|domain| domain.name == "cpu");
    let speeds: Vec<_> = domains.flat_map(|domain| &domain.speeds).collect();
    let named = known.iter().map(|name| {
        let mhz = speeds
            .iter()
            .find(|speed| speed.name == *name)
            .map_or(0, |speed| speed.mhz);
        format!("`{name}` ({mhz} MHz)")
    });
    named.collect::<Vec<_>>().join(", ")
}
