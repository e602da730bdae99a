//! `not-a-mapping`: the file is no mapping of keys.

use super::{Docs, Facts, Findings, Rule};
use crate::diagnostic::{Level, Origin};
use crate::profile::ProblemKind;

/// See [`Docs`].
pub static RULE: Rule = Rule {
    id: "not-a-mapping",
    origin: Origin::Hpx,
    level: Level::Error,
    summary: "the file is no mapping of keys",
    docs: Docs {
        what: "The top level of the file is a list or a single value.",
        why: "hpx reads a profile as keys with values (`helia_profiler.config.read_config_yaml`, all releases; before 0.2.0 an empty list or string counts as an empty profile).",
        example: "\
- model:
    path: kws.tflite
",
        instead: "\
model:
  path: kws.tflite
",
    },
    check,
};

fn check(facts: &Facts<'_>, out: &mut Findings<'_>) {
    for problem in &facts.profile.problems {
        if let ProblemKind::NotAMapping(found) = problem.kind {
            out.say(
                facts.at_problem(problem),
                format!("a profile is a mapping of keys; this is {found}"),
            )
            .help("begin with `model:` and its `path:` below it");
        }
    }
}
