//! `placement-unavailable`: a placement in memory that the board does not have.

use super::edits;
use super::{Docs, Facts, Findings, Rule};
use crate::catalog::{Board, Placement};
use crate::diagnostic::Applicability;
use crate::diagnostic::{Level, Origin};

/// See [`Docs`].
pub static RULE: Rule = Rule {
    id: "placement-unavailable",
    origin: Origin::Hpx,
    level: Level::Error,
    summary: "a placement in memory that the board does not have",
    docs: Docs {
        what: "An arena or weights are placed in tcm or psram on a board without that memory.",
        why: "hpx refuses it before it plans (`helia_profiler.stages.plan_memory`, all releases). PSRAM belongs to the board, TCM to the SoC.",
        example: "\
model:
  path: kws.tflite
  weights_location: psram
target:
  board: apollo4p_evb
",
        instead: "\
model:
  path: kws.tflite
  weights_location: mram
target:
  board: apollo4p_evb
",
    },
    check,
};

fn check(facts: &Facts<'_>, out: &mut Findings<'_>) {
    let model = &facts.profile.model;
    let Some(platform) = &facts.resolved.platform else {
        return;
    };
    for (key, place, others) in [
        ("model.arena_location", &model.arena_location, "sram"),
        ("model.weights_location", &model.weights_location, "mram"),
    ] {
        let Some(placement) = place.get().filter(|p| facts.resolved.lacks(**p)) else {
            continue;
        };
        let fix = edits::set_value(facts, place, others)
            .filter(|edit| edits::harmless(facts, edit))
            .map(|edit| edits::fix(format!("Change to `{others}`"), Applicability::Unsafe, edit));
        let region = placement.region();
        let board = facts.at(&facts.profile.target.board, "target.board").range;
        out.say(
            facts.at(place, key),
            format!("`{}` has no {region}", platform.board.name),
        )
        .related(board, "the board is set here")
        .help(help(facts, *placement, others))
        .fix(fix);
    }
}

fn help(facts: &Facts<'_>, placement: Placement, others: &str) -> String {
    let platforms = &facts.profile.platforms;
    let has = |board: &&Board| {
        platforms
            .soc_of(board)
            .is_some_and(|soc| soc.memory.kib(placement.region()) > 0)
    };
    let boards: Vec<&str> = platforms
        .boards()
        .filter(has)
        .map(|board| board.name.as_str())
        .collect();
    format!(
        "use `{others}`, or a board that has it: {}",
        boards.join(", ")
    )
}
