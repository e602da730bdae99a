//! `psram-transport`: PSRAM weights over a transport that cannot fill it.

use super::edits;
use super::{Docs, Facts, Findings, Rule};
use crate::catalog::Placement;
use crate::diagnostic::{Level, Origin};

/// See [`Docs`].
pub static RULE: Rule = Rule {
    id: "psram-transport",
    origin: Origin::Hpx,
    level: Level::Error,
    summary: "PSRAM weights over a transport that cannot fill it",
    docs: Docs {
        what: "`model.weights_location` is psram with litert or helia-rt, and the transport is not rtt.",
        why: "The host uploads the model into PSRAM over RTT (`helia_profiler.stages.preflight`, all releases; before 0.2.0 for every engine).",
        example: "\
model:
  path: kws.tflite
  weights_location: psram
target:
  transport: uart
",
        instead: "\
model:
  path: kws.tflite
  weights_location: psram
target:
  transport: rtt
",
    },
    check,
};

fn check(facts: &Facts<'_>, out: &mut Findings<'_>) {
    let (model, target) = (&facts.profile.model, &facts.profile.target);
    let uploads = facts.resolved.uploads_weights(facts.catalog);
    let Some(transport) = target.transport.get().filter(|name| *name != "rtt") else {
        return;
    };
    if !uploads || model.weights_location.get() != Some(&Placement::Psram) {
        return;
    }
    let fix = edits::set_over(facts, &target.transport, "target.transport", "rtt")
        .filter(|edit| edits::harmless(facts, edit))
        .map(|edit| {
            edits::fix(
                "Set `target.transport: rtt`",
                edits::unset(&target.transport),
                edit,
            )
        });
    let weights = facts
        .at(&model.weights_location, "model.weights_location")
        .range;
    out.say(
        facts.at(&target.transport, "target.transport"),
        format!("weights in PSRAM are uploaded over RTT, and the transport is {transport}"),
    )
    .related(weights, "the weights are to go to PSRAM")
    .help("set `target.transport: rtt`, or keep the weights in mram or sram")
    .fix(fix);
}
