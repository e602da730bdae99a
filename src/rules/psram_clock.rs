//! `psram-clock`: a PSRAM clock that hpx does not take.

use super::{Docs, Facts, Findings, Rule};
use crate::diagnostic::{Level, Origin};
use num_bigint::BigInt;

use super::{edits, or_list};
use crate::diagnostic::Applicability;

/// See [`Docs`].
pub static RULE: Rule = Rule {
    id: "psram-clock",
    origin: Origin::Hpx,
    level: Level::Error,
    summary: "a PSRAM clock that hpx does not take",
    docs: Docs {
        what: "`target.psram.clock_hz` is none of the clocks that hpx can ask for.",
        why: "hpx knows seven clocks, and no value between them (`helia_profiler.config.PsramConfig`, 0.1.2 on).",
        example: "\
model:
  path: kws.tflite
  weights_location: psram
target:
  psram:
    clock_hz: 50000000
",
        instead: "\
model:
  path: kws.tflite
  weights_location: psram
target:
  psram:
    clock_hz: 48000000
",
    },
    check,
};

fn check(facts: &Facts<'_>, out: &mut Findings<'_>) {
    let clock = &facts.profile.target.psram_clock_hz;
    let Some(hz) = clock.get() else { return };
    let known = &facts.catalog.psram_clocks.accepted;
    if known.is_empty() || known.iter().any(|known| *hz == BigInt::from(*known)) {
        return;
    }
    let names: Vec<String> = known.iter().map(ToString::to_string).collect();
    let in_mhz = known
        .iter()
        .find(|known| hz * BigInt::from(1_000_000) == BigInt::from(**known));
    let nearest = known
        .iter()
        .min_by_key(|known| (BigInt::from(**known) - hz).magnitude().clone());
    let title = match (in_mhz, nearest) {
        (Some(meant), _) => Some((meant, format!("Change to {meant}, which is in Hz"))),
        (None, Some(near)) => Some((near, format!("Change to {near}, the nearest"))),
        (None, None) => None,
    };
    let fix = title.and_then(|(value, title)| {
        let edit = edits::set_value(facts, clock, &value.to_string())?;
        Some(edits::fix(title, Applicability::Unsafe, edit))
    });
    out.say(
        facts.at(clock, "target.psram.clock_hz"),
        format!("hpx has no PSRAM clock of {hz} Hz"),
    )
    .help(format!("it takes {} Hz", or_list(names)))
    .fix(fix);
}
