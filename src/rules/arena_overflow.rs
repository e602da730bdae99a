//! `arena-overflow`: a region that the arena overflows.

use super::overflow::{self, Culprit};
use super::{Docs, Facts, Findings, Rule};
use crate::catalog::EngineKind;
use crate::diagnostic::{Level, Origin};
use crate::planner::Bytes;
use crate::resolve;

/// See [`Docs`].
pub static RULE: Rule = Rule {
    id: "arena-overflow",
    origin: Origin::Hpx,
    level: Level::Error,
    summary: "a region that the arena overflows",
    docs: Docs {
        what: "More is planned into a memory region than it holds, and an arena or a buffer is the largest part of it.",
        why: "hpx adds up the arena, the weights and what its own firmware reserves, and refuses what does not fit (`helia_profiler.stages.plan_memory`, all releases; the firmware's share is counted from 0.2.0 on). From 0.2.3 on, the MRAM of a known part is what the linker leaves to the application.",
        example: "\
model:
  path: kws.tflite
  arena_size: 600000
  arena_location: tcm
",
        instead: "\
model:
  path: kws.tflite
  arena_size: 600000
  arena_location: sram
",
    },
    check,
};

fn check(facts: &Facts<'_>, out: &mut Findings<'_>) {
    overflow::check(facts, Culprit::Arena, out);
    if facts.resolved.plan.is_none() {
        alone(facts, out);
    }
}

/// Where there is no plan yet, the arena may be too large for its region all
/// the same.
fn alone(facts: &Facts<'_>, out: &mut Findings<'_>) -> Option<()> {
    let model = &facts.profile.model;
    let silicon = facts.resolved.silicon()?;
    let one_arena = facts.resolved.engine? != EngineKind::Executorch;
    if !one_arena || !facts.resolved.plans_model(facts.catalog) {
        return None;
    }
    let region = model.arena_location.get()?.region();
    let size = resolve::bytes(model.arena_size.get()?);
    let capacity = silicon.capacity(region);
    if capacity == Bytes::ZERO || size <= capacity {
        return None;
    }
    let message = format!(
        "{region} overflows by the arena alone: {size} B asked for, {capacity} B available"
    );
    let others = facts.resolved.plan_note.unwrap_or_default();
    let said = out
        .say(facts.at(&model.arena_size, "model.arena_size"), message)
        .help(format!("what would fit is not known yet: {others}"));
    if let Some(board) = facts.profile.target.board.node() {
        let board = facts.tree.node(board).range;
        said.related(
            board,
            format!("the board sets the capacity of {region}: {capacity} B"),
        );
    }
    Some(())
}
