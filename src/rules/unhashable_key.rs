//! `unhashable-key`: a key that is a collection.

use super::yaml;
use super::{Docs, Facts, Findings, Rule};
use crate::diagnostic::{Level, Origin};
use crate::syntax::ProblemKind;

/// See [`Docs`].
pub static RULE: Rule = Rule {
    id: "unhashable-key",
    origin: Origin::Hpx,
    level: Level::Error,
    summary: "a key that is a collection",
    docs: Docs {
        what: "A list or a mapping stands as a key.",
        why: "Python cannot look such a key up, so PyYAML refuses it (`yaml.constructor`, all releases of hpx). Templates in double braces end here, too.",
        example: "\
model:
  path: kws.tflite
output:
  dir: {{ results }}
",
        instead: "\
model:
  path: kws.tflite
output:
  dir: results
",
    },
    check,
};

fn check(facts: &Facts<'_>, out: &mut Findings<'_>) {
    yaml::say(facts, out, |kind| kind == ProblemKind::UnhashableKey);
}
