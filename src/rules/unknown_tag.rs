//! `unknown-tag`: a tag that means nothing here.

use super::yaml;
use super::{Docs, Facts, Findings, Rule};
use crate::diagnostic::{Level, Origin};
use crate::syntax::ProblemKind;

/// See [`Docs`].
pub static RULE: Rule = Rule {
    id: "unknown-tag",
    origin: Origin::Hpx,
    level: Level::Error,
    summary: "a tag that means nothing here",
    docs: Docs {
        what: "The safe loader does not know a tag, or the tag is on a node of another kind.",
        why: "PyYAML's safe loader constructs only YAML's own types (`yaml.constructor`, all releases of hpx).",
        example: "\
model:
  path: !file kws.tflite
",
        instead: "\
model:
  path: kws.tflite
",
    },
    check,
};

fn check(facts: &Facts<'_>, out: &mut Findings<'_>) {
    yaml::say(facts, out, |kind| {
        matches!(kind, ProblemKind::UnknownTag | ProblemKind::MismatchedTag)
    });
}
