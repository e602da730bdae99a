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
        what: "A memory region into which more is planned than it holds, the model file being the largest part.",
        why: "The weights are the size of the model file, wherever they are placed (`helia_profiler.stages.plan_memory`).",
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
