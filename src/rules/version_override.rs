//! `version-override`: an override for an engine that has none.

use super::edits;
use super::{Docs, Facts, Findings, Rule};
use crate::catalog::EngineKind;
use crate::diagnostic::Applicability;
use crate::diagnostic::{Level, Origin};
use crate::profile::Source;

/// See [`Docs`].
pub static RULE: Rule = Rule {
    id: "version-override",
    origin: Origin::Hpx,
    level: Level::Error,
    summary: "an override for an engine that has none",
    docs: Docs {
        what: "`engine.allow_unsupported_version` is true with another engine than helia-aot.",
        why: "Only heliaAOT's compiler has a range of versions to override (`helia_profiler.config.EngineConfig`, 0.2.0 on).",
        example: "\
model:
  path: kws.tflite
engine:
  type: helia-rt
  allow_unsupported_version: true
",
        instead: "\
model:
  path: kws.tflite
engine:
  type: helia-rt
",
    },
    check,
};

fn check(facts: &Facts<'_>, out: &mut Findings<'_>) {
    const KEY: &str = "engine.allow_unsupported_version";
    let engine = &facts.profile.engine;
    let wanted = engine.allow_unsupported_version.get() == Some(&true);
    let Some(kind) = facts.resolved.engine else {
        return;
    };
    if !wanted || kind == EngineKind::HeliaAot {
        return;
    }
    let fix = match engine.allow_unsupported_version.source {
        Source::Node { key, value } => edits::remove(facts, key, value)
            .map(|edit| edits::fix("Remove it", Applicability::Safe, edit)),
        Source::Default | Source::CommandLine => None,
    };
    out.say(
        facts.at(&engine.allow_unsupported_version, KEY),
        "only helia-aot has a version range to override",
    )
    .help("remove the key, or use `engine.type: helia-aot`")
    .fix(fix);
}
