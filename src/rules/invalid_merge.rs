//! `invalid-merge`: a merge of what cannot be merged.

use super::yaml;
use super::{Docs, Facts, Findings, Rule};
use crate::diagnostic::{Level, Origin};
use crate::syntax::ProblemKind;

/// See [`Docs`].
pub static RULE: Rule = Rule {
    id: "invalid-merge",
    origin: Origin::Hpx,
    level: Level::Error,
    summary: "a merge of what cannot be merged",
    docs: Docs {
        what: "The value of `<<` is no mapping or list of mappings, or `<<` itself stands as a value.",
        why: "PyYAML refuses it before hpx sees a single key (`yaml.constructor`, all releases of hpx).",
        example: "\
model:
  <<: kws
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
    yaml::say(facts, out, |kind| kind == ProblemKind::InvalidMerge);
}
