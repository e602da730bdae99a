//! `key-not-a-string`: a key that is no string.

use super::{Docs, Facts, Findings, Rule};
use crate::diagnostic::{Level, Origin};
use crate::profile::{ProblemKind, Spot};

/// See [`Docs`].
pub static RULE: Rule = Rule {
    id: "key-not-a-string",
    origin: Origin::Hpx,
    level: Level::Error,
    summary: "a key that is no string",
    docs: Docs {
        what: "YAML 1.1 reads a key as a number, a boolean, a date or nothing, as it does with `on:`, `5:` and `2026-01-01:`.",
        why: "hpx takes only strings as keys of its sections, and dies with a traceback on some others (`helia_profiler.config`, all releases).",
        example: "\
model:
  path: kws.tflite
target:
  clock:
    on: lp
",
        instead: "\
model:
  path: kws.tflite
target:
  clock:
    cpu: lp
",
    },
    check,
};

fn check(facts: &Facts<'_>, out: &mut Findings<'_>) {
    for problem in &facts.profile.problems {
        let ProblemKind::NotAStringKey(found) = problem.kind else {
            continue;
        };
        let Spot::Key(key) = problem.spot else {
            continue;
        };
        let written = facts.written(key);
        let name = if written.is_empty() {
            "a key without a name".to_owned()
        } else {
            format!("the key `{written}`")
        };
        out.say(
            facts.at_problem(problem),
            format!("{name} is {found} in YAML 1.1, and hpx takes only strings as keys"),
        )
        .help("use one of hpx's names, or put the key in quotes where the name is yours");
    }
}
