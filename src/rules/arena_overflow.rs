//! `arena-overflow`: a region that the arena overflows.

use super::overflow::{self, Culprit};
use super::{Docs, Facts, Findings, Rule};
use crate::diagnostic::{Level, Origin};

/// See [`Docs`].
pub static RULE: Rule = Rule {
    id: "arena-overflow",
    origin: Origin::Hpx,
    level: Level::Error,
    summary: "a region that the arena overflows",
    docs: Docs {
        what: "More is planned into a memory region than it holds, and an arena or a buffer is the largest part of it.",
        why: "hpx adds up the arena, the weights and what its own firmware reserves, and refuses what does not fit (`helia_profiler.stages.plan_memory`, all releases; the firmware's share is counted from 0.2.0 on). From 0.2.3 on, the MRAM of a known part is what the linker leaves to the application.",
        example: "\
model:
  path: kws.tflite
  arena_size: 600000
  arena_location: tcm
",
        instead: "\
model:
  path: kws.tflite
  arena_size: 600000
  arena_location: sram
",
    },
    check,
};

fn check(facts: &Facts<'_>, out: &mut Findings<'_>) {
    overflow::check(facts, Culprit::Arena, out);
}
