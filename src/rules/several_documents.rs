//! `several-documents`: more than one document.

use super::yaml;
use super::{Docs, Facts, Findings, Rule};
use crate::diagnostic::{Level, Origin};
use crate::syntax::ProblemKind;

/// See [`Docs`].
pub static RULE: Rule = Rule {
    id: "several-documents",
    origin: Origin::Hpx,
    level: Level::Error,
    summary: "more than one document",
    docs: Docs {
        what: "The file holds a second YAML document.",
        why: "hpx reads exactly one document (`yaml.composer`, all releases of hpx).",
        example: "\
model:
  path: kws.tflite
---
model: {}
",
        instead: "\
model:
  path: kws.tflite
",
    },
    check,
};

fn check(facts: &Facts<'_>, out: &mut Findings<'_>) {
    yaml::say(facts, out, |kind| kind == ProblemKind::SecondDocument);
}
