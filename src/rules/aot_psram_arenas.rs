//! `aot-psram-arenas`: heliaAOT in PSRAM with arenas of its own.

use super::edits;
use super::{Docs, Facts, Findings, Rule};
use crate::catalog::Placement;
use crate::diagnostic::Applicability;
use crate::diagnostic::{Level, Origin};

/// See [`Docs`].
pub static RULE: Rule = Rule {
    id: "aot-psram-arenas",
    origin: Origin::Hpx,
    level: Level::Error,
    summary: "heliaAOT in PSRAM with arenas of its own",
    docs: Docs {
        what: "The profile puts something into PSRAM with helia-aot, and `aot_args.memory.allocate_arenas` is not off.",
        why: "Only with arenas that the application binds does the generated firmware write to PSRAM at all (`helia_profiler.engines.helia_aot.adapter`, 0.2.0 on). hpx takes Python's truth of the value: 0, `\"\"` and null are off, `\"false\"` is on.",
        example: "\
model:
  path: kws.tflite
  weights_location: psram
engine:
  type: helia-aot
",
        instead: "\
model:
  path: kws.tflite
  weights_location: psram
engine:
  type: helia-aot
  config:
    aot_args:
      memory:
        allocate_arenas: false
",
    },
    check,
};

const KEY: &str = "engine.config.aot_args.memory.allocate_arenas";

fn check(facts: &Facts<'_>, out: &mut Findings<'_>) {
    let (resolved, config) = (facts.resolved, facts.engine_config());
    let Some(args) = resolved.aot_args(config) else {
        return;
    };
    if !resolved.wants_external_arenas(config, facts.catalog) || !facts.profile.complete {
        return;
    }
    let model = &facts.profile.model;
    let coarse = [
        (&model.arena_location, "model.arena_location"),
        (&model.weights_location, "model.weights_location"),
    ];
    let coarse = coarse
        .into_iter()
        .find(|(place, _)| place.get() == Some(&Placement::Psram));
    let rules = args.psram_rules();
    let sure = match args.entry(&["memory", "allocate_arenas"]) {
        Some(_) => Applicability::Unsafe,
        None => Applicability::Safe,
    };
    let fix = edits::set(facts, KEY, "false")
        .map(|edit| edits::fix("Set `allocate_arenas: false`", sure, edit));
    let at = match (coarse, rules.first()) {
        (Some((place, key)), _) => facts.at(place, key),
        (None, Some(rule)) => facts.at_located(*rule, "engine.config.aot_args.memory.tensors"),
        (None, None) => return,
    };
    out.say(at, "heliaAOT uses PSRAM only where the application binds the arenas, and here heliaAOT allocates them itself")
        .help("set `engine.config.aot_args.memory.allocate_arenas: false`")
        .fix(fix);
}
