//! `engine-config-path`: a file that the engine does not read.

use super::edits;
use super::{Docs, Facts, Findings, Rule};
use crate::catalog::EngineKind;
use crate::diagnostic::Applicability;
use crate::diagnostic::{Level, Origin};
use crate::profile::Source;

/// See [`Docs`].
pub static RULE: Rule = Rule {
    id: "engine-config-path",
    origin: Origin::Hpx,
    level: Level::Error,
    summary: "a file that the engine does not read",
    docs: Docs {
        what: "The profile sets `engine.config_path` for litert or helia-rt.",
        why: "Only helia-aot reads such a file, and these engines refuse the key rather than ignore it (`helia_profiler.engines.litert` and `helia_profiler.engines.helia_rt.adapter`, 0.2.0 on).",
        example: "\
model:
  path: kws.tflite
engine:
  type: helia-rt
  config_path: aot.yaml
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
    let path = &facts.profile.engine.config_path;
    let refuses = matches!(
        facts.resolved.engine,
        Some(EngineKind::Litert | EngineKind::HeliaRt)
    );
    if !refuses || path.get().is_none() || !facts.catalog.traits.config_path_for_aot_only {
        return;
    }
    let name = facts.profile.engine.name.get().map_or("", String::as_str);
    let fix = match path.source {
        Source::Node { key, value } => edits::remove(facts, key, value)
            .map(|edit| edits::fix("Remove `config_path`", Applicability::Unsafe, edit)),
        Source::Default | Source::CommandLine => None,
    };
    out.say(
        facts.at(path, "engine.config_path"),
        format!("{name} reads no file of its own settings"),
    )
    .help("remove `engine.config_path`; its settings go below `engine.config`")
    .fix(fix);
}
