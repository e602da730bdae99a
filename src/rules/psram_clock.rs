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
        what: "A `target.psram.clock_hz` that is none of the clocks hpx can ask for.",
        why: "hpx knows seven (`helia_profiler.config.PSRAM_CLOCK_HZ_VALUES`, 0.1.2 on).",
        example: "\
model:
  path: kws.tflite
target:
  psram:
    clock_hz: 50000000
",
        instead: "\
model:
  path: kws.tflite
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
    let near = known
        .iter()
        .min_by_key(|known| (BigInt::from(**known) - hz).magnitude().clone());
    let fix = near.and_then(|near| {
        let edit = edits::set_value(facts, clock, &near.to_string())?;
        Some(edits::fix(
            format!("Change to {near}, the nearest"),
            Applicability::Unsafe,
            edit,
        ))
    });
    out.say(
        facts.at(clock, "target.psram.clock_hz"),
        format!("hpx has no PSRAM clock of {hz} Hz"),
    )
    .help(format!("it takes {} Hz", or_list(names)))
    .fix(fix);
}
