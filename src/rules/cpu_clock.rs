//! `cpu-clock`: a clock that the SoC does not have.

use super::{At, Docs, Facts, Findings, Rule};
use super::{edits, shortened};
use crate::catalog::ClockSpeed;
use crate::diagnostic::{Level, Origin};
use crate::profile::{Datum, FreeForm};
use crate::resolve::{ClockProblem, Platform};
use crate::text::{TextRange, nearest};

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
    let described = || described_default(facts, &platform.soc.name);
    let at = At {
        range: match clock.is_written() {
            true => facts.at(clock, "target.clock.cpu").range,
            false => described().unwrap_or_else(|| facts.at_key("target.clock.cpu").range),
        },
        key: Some("target.clock.cpu".to_owned()),
    };
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
            let nearest = by_frequency(platform, name)
                .or_else(|| nearest(name, known.iter().map(String::as_str)));
            let fix =
                nearest.and_then(|nearest| edits::change_to_near(facts, clock, name, nearest));
            let board = facts.at(&facts.profile.target.board, "target.board").range;
            out.say(
                at,
                format!("the {soc} has no CPU speed `{}`", shortened(name)),
            )
            .related(board, format!("the board sets the SoC: {soc}"))
            .help(format!("it has {}", speeds(platform)))
            .fix(fix);
        }
    }
}

/// The default speed of a SoC that the profile describes; else its clocks.
fn described_default(facts: &Facts<'_>, soc: &str) -> Option<TextRange> {
    let target = FreeForm::new(facts.tree, facts.profile.root).below("target");
    let soc = target.below("custom_socs").below(soc);
    let clocks = soc.entry("clocks")?;
    let mut domains = soc.forms("clocks").into_iter();
    let cpu = domains.find(|domain| domain.get("name") == Datum::Str("cpu"));
    let default = cpu.and_then(|cpu| cpu.entry("default")).unwrap_or(clocks);
    Some(facts.value_range(Some(default.key), default.value))
}

/// The speed that a frequency in MHz is of.
pub(super) fn by_frequency<'a>(platform: &'a Platform, written: &str) -> Option<&'a str> {
    let written = written.trim().to_ascii_lowercase();
    let mhz = written.strip_suffix("mhz").unwrap_or(&written).trim_end();
    let mhz: i128 = mhz.parse().ok()?;
    let mut speeds = cpu_speeds(platform).filter(|speed| speed.mhz == mhz);
    let speed = speeds.next().filter(|_| speeds.next().is_none())?;
    Some(&speed.name)
}

fn cpu_speeds(platform: &Platform) -> impl Iterator<Item = &ClockSpeed> {
    let domain = platform.soc.clock("cpu");
    domain.into_iter().flat_map(|domain| &domain.speeds)
}

/// The speeds with their frequencies, the first dozen of them.
pub(super) fn speeds(platform: &Platform) -> String {
    const MOST: usize = 12;
    let named = cpu_speeds(platform).map(|speed| format!("`{}` ({} MHz)", speed.name, speed.mhz));
    let more = cpu_speeds(platform).nth(MOST).map(|_| "...".to_owned());
    named.take(MOST).chain(more).collect::<Vec<_>>().join(", ")
}
