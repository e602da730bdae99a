//! `syntax-error`: text that is no YAML.

use super::yaml;
use super::{Docs, Facts, Findings, Rule};
use crate::diagnostic::{Level, Origin};

/// See [`Docs`].
pub static RULE: Rule = Rule {
    id: "syntax-error",
    origin: Origin::Hpx,
    level: Level::Error,
    summary: "text that is no YAML",
    docs: Docs {
        what: "The text breaks the grammar of YAML as PyYAML reads it.",
        why: "hpx loads a profile with PyYAML's pure-Python safe loader and stops at the first error (`helia_profiler.config.read_config_yaml`, all releases). Findings elsewhere in the file still hold.",
        example: "\
model:
  path: \"kws.tflite
",
        instead: "\
model:
  path: \"kws.tflite\"
",
    },
    check,
};

fn check(facts: &Facts<'_>, out: &mut Findings<'_>) {
    yaml::say(facts, out, |kind| kind.is_syntax());
}
