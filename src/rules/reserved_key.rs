//! `reserved-key`: a key that hpx keeps for itself.

use super::edits;
use super::{Docs, Facts, Findings, Rule};
use crate::diagnostic::Applicability;
use crate::diagnostic::{Level, Origin};
use crate::profile::{ProblemKind, Spot};

/// See [`Docs`].
pub static RULE: Rule = Rule {
    id: "reserved-key",
    origin: Origin::Hpx,
    level: Level::Error,
    summary: "a key that hpx keeps for itself",
    docs: Docs {
        what: "A key at the top names something that hpx works out on its own.",
        why: "hpx works these out by itself and refuses them before it looks at anything else (`helia_profiler.config`, all releases).",
        example: "\
model:
  path: kws.tflite
platform_registry: {}
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
        if problem.kind != ProblemKind::ReservedKey {
            continue;
        }
        let fix = match problem.spot {
            Spot::Value {
                key: Some(key),
                value,
            } => edits::remove(facts, key, value),
            _ => None,
        };
        let fix = fix.map(|edit| {
            edits::fix(
                format!("Remove `{}`", problem.key),
                Applicability::Safe,
                edit,
            )
        });
        out.say(
            facts.at_problem(problem),
            format!(
                "hpx works out `{}` itself; a profile cannot set it",
                problem.key
            ),
        )
        .help("remove the key")
        .fix(fix);
    }
}
