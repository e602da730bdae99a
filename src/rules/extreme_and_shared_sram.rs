//! `extreme-and-shared-sram`: two switches that exclude each other.

use super::edits;
use super::{Docs, Facts, Findings, Rule};
use crate::diagnostic::Applicability;
use crate::diagnostic::{Level, Origin};

/// See [`Docs`].
pub static RULE: Rule = Rule {
    id: "extreme-and-shared-sram",
    origin: Origin::Hpx,
    level: Level::Error,
    summary: "two switches that exclude each other",
    docs: Docs {
        what: "`profiling.extreme_mode` and `profiling.force_shared_sram` are both true.",
        why: "One powers the shared SRAM down and the other keeps it on (`helia_profiler.config.ProfilingConfig`, 0.2.0 on).",
        example: "\
model:
  path: kws.tflite
  weights_location: tcm
profiling:
  extreme_mode: true
  force_shared_sram: true
",
        instead: "\
model:
  path: kws.tflite
  weights_location: tcm
profiling:
  extreme_mode: true
  force_shared_sram: false
",
    },
    check,
};

fn check(facts: &Facts<'_>, out: &mut Findings<'_>) {
    let profiling = &facts.profile.profiling;
    let (extreme, shared) = (&profiling.extreme_mode, &profiling.force_shared_sram);
    let both = extreme.get() == Some(&true) && shared.get() == Some(&true);
    if !both || !facts.catalog.traits.extreme_excludes_shared_sram {
        return;
    }
    let fix = edits::set_value(facts, shared, "false").map(|edit| {
        edits::fix(
            "Set `force_shared_sram: false`",
            Applicability::Unsafe,
            edit,
        )
    });
    let second = facts.at(shared, "profiling.force_shared_sram").range;
    out.say(
        facts.at(extreme, "profiling.extreme_mode"),
        "`extreme_mode` powers down the SRAM that `force_shared_sram` keeps on",
    )
    .related(second, "`force_shared_sram` is on here")
    .help("turn one of them off")
    .fix(fix);
}
