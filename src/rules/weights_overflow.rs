//! `weights-overflow`: a region that the weights overflow.

use super::overflow::{self, Culprit};
use super::{Docs, Facts, Findings, Rule};
use crate::diagnostic::{Level, Origin};

/// See [`Docs`].
pub static RULE: Rule = Rule {
    id: "weights-overflow",
    origin: Origin::Hpx,
    level: Level::Error,
    summary: "a region that the weights overflow",
    docs: Docs {
        what: "More is planned into a memory region than it holds, and the model file is the largest part of it.",
        why: "The weights take the size of the model file, wherever they are placed (`helia_profiler.stages.plan_memory`, all releases).",
        example: "\
model:
  path: big.tflite
target:
  board: apollo510_evb
",
        instead: "\
model:
  path: big.tflite
  weights_location: psram
target:
  board: apollo510_evb
",
    },
    check,
};

fn check(facts: &Facts<'_>, out: &mut Findings<'_>) {
    overflow::check(facts, Culprit::Weights, out);
}
