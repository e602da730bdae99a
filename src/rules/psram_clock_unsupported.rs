//! `psram-clock-unsupported`: a PSRAM clock that the part cannot make.

use super::{Docs, Facts, Findings, Rule};
use crate::diagnostic::{Level, Origin};
use num_bigint::BigInt;

use super::{edits, or_list};
use crate::diagnostic::Applicability;

/// See [`Docs`].
pub static RULE: Rule = Rule {
    id: "psram-clock-unsupported",
    origin: Origin::Own,
    level: Level::Warning,
    summary: "a PSRAM clock that the part cannot make",
    docs: Docs {
        what: "Something lies in PSRAM, and hpx takes a `target.psram.clock_hz` that the board's part can probably not make.",
        why: "hpx passes the clock on without a look at the part (`helia_profiler.config.PsramConfig`, 0.1.2 on). By the enumerations of the board SDK's HAL, apollo3p makes 12, 24 and 48 MHz, the apollo4 parts also 96, and the apollo5 family all of hpx's seven.",
        example: "\
model:
  path: kws.tflite
  weights_location: psram
target:
  board: apollo3p_evb
  psram:
    clock_hz: 96000000
",
        instead: "\
model:
  path: kws.tflite
  weights_location: psram
target:
  board: apollo3p_evb
  psram:
    clock_hz: 48000000
",
    },
    check,
};

fn check(facts: &Facts<'_>, out: &mut Findings<'_>) {
    let clock = &facts.profile.target.psram_clock_hz;
    let (Some(hz), Some(platform)) = (clock.get(), &facts.resolved.platform) else {
        return;
    };
    let clocks = &facts.catalog.psram_clocks;
    let is = |known: &i64| *hz == BigInt::from(*known);
    if !clock.is_written() || !clocks.accepted.iter().any(is) || !facts.uses_psram() {
        return;
    }
    let family = clocks
        .families
        .iter()
        .find(|row| row.family == platform.soc.family);
    let Some(family) = family.filter(|family| !family.possible.iter().any(is)) else {
        return;
    };
    let most = family.possible.iter().max();
    let fix = most.and_then(|most| {
        let edit = edits::set_value(facts, clock, &most.to_string())?;
        Some(edits::fix(
            format!("Change to {most}"),
            Applicability::Unsafe,
            edit,
        ))
    });
    let names: Vec<String> = family.possible.iter().map(ToString::to_string).collect();
    let board = facts.at(&facts.profile.target.board, "target.board").range;
    out.say(
        facts.at(clock, "target.psram.clock_hz"),
        format!(
            "the {} can probably not clock PSRAM at {hz} Hz",
            platform.soc.name
        ),
    )
    .related(board, "the board sets the part")
    .help(format!("it makes {} Hz", or_list(names)))
    .fix(fix);
}
