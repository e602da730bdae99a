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
        what: "A memory region into which more is planned than it holds, the arena or a buffer being the largest part.",
        why: "hpx adds up arena, weights and what its own firmware reserves, and refuses what does not fit (`helia_profiler.stages.plan_memory`). The MRAM of a known part is what the linker leaves to the application.",
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
