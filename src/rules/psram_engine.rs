//! `psram-engine`: PSRAM with an engine that has none.

use super::edits;
use super::{Docs, Facts, Findings, Rule};
use crate::catalog::Placement;
use crate::diagnostic::Applicability;
use crate::diagnostic::{Level, Origin};
use crate::resolve::Part;

/// See [`Docs`].
pub static RULE: Rule = Rule {
    id: "psram-engine",
    origin: Origin::Hpx,
    level: Level::Error,
    summary: "PSRAM with an engine that has none",
    docs: Docs {
        what: "`model.arena_location` or `model.weights_location` is psram with executorch.",
        why: "ExecuTorch's firmware keeps its program in the image and its buffers in RAM (`helia_profiler.stages.preflight`, 0.1.5 on).",
        example: "\
model:
  path: program.pte
  weights_location: psram
engine:
  type: executorch
  config:
    planned_arena_size: 4096
    input_size: 64
    output_size: 64
",
        instead: "\
model:
  path: program.pte
  weights_location: mram
engine:
  type: executorch
  config:
    planned_arena_size: 4096
    input_size: 64
    output_size: 64
",
    },
    check,
};

fn check(facts: &Facts<'_>, out: &mut Findings<'_>) {
    let model = &facts.profile.model;
    for (part, place, instead) in [
        (Part::Arena, &model.arena_location, "sram"),
        (Part::Weights, &model.weights_location, "mram"),
    ] {
        let psram = place.get() == Some(&Placement::Psram);
        if !psram
            || !facts
                .resolved
                .engine_refuses(part, Placement::Psram, facts.catalog)
        {
            continue;
        }
        let fix = edits::set_value(facts, place, instead)
            .filter(|edit| edits::harmless(facts, edit))
            .map(|edit| {
                edits::fix(
                    format!("Change to `{instead}`"),
                    Applicability::Unsafe,
                    edit,
                )
            });
        out.say(facts.at(place, part.key()), "executorch cannot use PSRAM")
            .help(format!(
                "use {instead}, or remove the key to let hpx choose"
            ))
            .fix(fix);
    }
}
