//! `invalid-scalar`: a scalar that cannot be what it looks like.

use super::yaml;
use super::{Docs, Facts, Findings, Rule};
use crate::diagnostic::{Level, Origin};
use crate::syntax::ProblemKind;

/// See [`Docs`].
pub static RULE: Rule = Rule {
    id: "invalid-scalar",
    origin: Origin::Hpx,
    level: Level::Error,
    summary: "a scalar that cannot be what it looks like",
    docs: Docs {
        what: "A date does not exist, a text is not what its tag says, a number has more digits than Python reads, or a bare `=` stands as a value.",
        why: "PyYAML reads YAML 1.1, in which `2026-02-30` is a date, and hpx dies on one that does not exist with a traceback (`yaml.constructor`, all releases of hpx).",
        example: "\
model:
  path: kws.tflite
output:
  dir: 2026-02-30
",
        instead: "\
model:
  path: kws.tflite
output:
  dir: \"2026-02-30\"
",
    },
    check,
};

fn check(facts: &Facts<'_>, out: &mut Findings<'_>) {
    yaml::say(facts, out, |kind| {
        matches!(
            kind,
            ProblemKind::InvalidValue
                | ProblemKind::TooManyDigits
                | ProblemKind::ImpossibleDate
                | ProblemKind::BareEquals
        )
    });
}
