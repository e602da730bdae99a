//! `missing-model-path`: no model is named.

use super::{Docs, Facts, Findings, Rule};
use crate::diagnostic::{Level, Origin};
use crate::profile::ProblemKind;

/// See [`Docs`].
pub static RULE: Rule = Rule {
    id: "missing-model-path",
    origin: Origin::Hpx,
    level: Level::Error,
    summary: "no model is named",
    docs: Docs {
        what: "The profile has no `model.path`, or an empty one.",
        why: "hpx needs a model to run (`helia_profiler.config`, all releases). One that is given on the command line counts.",
        example: "\
model:
  arena_size: 65536
",
        instead: "\
model:
  path: kws.tflite
  arena_size: 65536
",
    },
    check,
};

fn check(facts: &Facts<'_>, out: &mut Findings<'_>) {
    for problem in &facts.profile.problems {
        if problem.kind == ProblemKind::MissingModelPath {
            out.say(facts.at_problem(problem), "no model is named: `model.path` is required")
                .help("set `model.path` to the .tflite or .pte file, relative to the folder in which hpx is started");
        }
    }
}
