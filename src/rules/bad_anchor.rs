//! `bad-anchor`: an anchor or alias that does not resolve.

use super::yaml;
use super::{Docs, Facts, Findings, Rule};
use crate::diagnostic::{Level, Origin};
use crate::syntax::ProblemKind;

/// See [`Docs`].
pub static RULE: Rule = Rule {
    id: "bad-anchor",
    origin: Origin::Hpx,
    level: Level::Error,
    summary: "an anchor or alias that does not resolve",
    docs: Docs {
        what: "An alias has no anchor before it, or two anchors have one name.",
        why: "PyYAML refuses both before hpx sees a single key (`yaml.composer`, all releases of hpx).",
        example: "\
model:
  path: *kws
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
        matches!(
            kind,
            ProblemKind::UndefinedAlias | ProblemKind::DuplicateAnchor
        )
    });
}
