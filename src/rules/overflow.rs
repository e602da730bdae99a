//! What a memory overflow is made of and whose fault it is: shared by the rules
//! `arena-overflow`, `weights-overflow` and `linker-overflow`.

use super::{At, Facts, Findings, attempt, ways_out};
use crate::planner::{Decision, RegionUsage};

/// What takes too much.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Culprit {
    /// The weights.
    Weights,
    /// The arena, or anything that is neither.
    Arena,
}

/// Says every overflow that `culprit` is to blame for.
pub(super) fn check(facts: &Facts<'_>, culprit: Culprit, out: &mut Findings<'_>) {
    let Some(plan) = &facts.resolved.plan else {
        return;
    };
    for usage in plan.overflows().filter(|usage| blame(usage) == culprit) {
        let Some(over) = usage.overflow() else {
            continue;
        };
        let at = place(facts, usage);
        let region = usage.region;
        let message = format!(
            "{region} overflows by {over} B: {} B planned, {} B available\n{}",
            usage.used,
            usage.capacity,
            consumers(facts, usage)
        );
        let ways = ways_out::of(facts, usage);
        let help = attempt::help(facts, &ways);
        let capacity = format!(
            "the board sets the capacity of {region}: {} B",
            usage.capacity
        );
        let mut finding = out.say(at, message).help(help);
        if let Some(board) = facts.profile.target.board.node() {
            finding = finding.related(facts.tree.node(board).range, capacity);
        }
        finding.fix(ways.into_iter().filter_map(|way| way.fix));
    }
}

/// Who takes the most.
fn blame(usage: &RegionUsage) -> Culprit {
    let most = usage.consumers.iter().max_by_key(|consumer| consumer.size);
    match most.map(|consumer| consumer.name) {
        Some("model_flatbuffer" | "pte_program") => Culprit::Weights,
        _ => Culprit::Arena,
    }
}

/// The consumers by size, and which of them hpx itself has put there.
fn consumers(facts: &Facts<'_>, usage: &RegionUsage) -> String {
    let placed = facts.resolved.placed.as_ref();
    let by = |name: &str| match name {
        "tensor_arena" => placed.map(|placed| placed.arena_by),
        "model_flatbuffer" => placed.map(|placed| placed.weights_by),
        _ => None,
    };
    let note = |name: &str| match by(name) {
        Some(Decision::Policy) => "  where hpx puts it",
        _ => "",
    };
    let mut sorted: Vec<_> = usage.consumers.iter().collect();
    sorted.sort_by_key(|consumer| std::cmp::Reverse(consumer.size));
    let lines = sorted.iter().map(|c| {
        format!(
            "  {:<18} {:>12} B{}",
            c.name,
            c.size.to_string(),
            note(c.name)
        )
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// The value that causes it.
pub(super) fn place(facts: &Facts<'_>, usage: &RegionUsage) -> At {
    let model = &facts.profile.model;
    let most = usage.consumers.iter().max_by_key(|consumer| consumer.size);
    let arena = || {
        if model.arena_size.is_written() || !model.arena_location.is_written() {
            facts.at(&model.arena_size, "model.arena_size")
        } else {
            facts.at(&model.arena_location, "model.arena_location")
        }
    };
    match most.map_or("", |consumer| consumer.name) {
        "model_flatbuffer" | "pte_program" if model.weights_location.is_written() => {
            facts.at(&model.weights_location, "model.weights_location")
        }
        "model_flatbuffer" | "pte_program" => facts.at(&model.path, "model.path"),
        "rtt_buffers" if facts.profile.target.rtt_buffer_size_up.is_written() => facts.at(
            &facts.profile.target.rtt_buffer_size_up,
            "target.rtt_buffer_size_up",
        ),
        "tensor_arena" => arena(),
        name => match size_key(name).and_then(|key| Some((key, facts.engine_config().entry(key)?)))
        {
            Some((key, entry)) => facts.at_entry(entry, &format!("engine.config.{key}")),
            None if name == "planned_arena" => arena(),
            None => facts.at_key("target.board"),
        },
    }
}

/// The key of `engine.config` that sets a buffer's size.
pub(super) fn size_key(consumer: &str) -> Option<&'static str> {
    Some(match consumer {
        "planned_arena" => "planned_arena_size",
        "method_arena" => "method_arena_size",
        "temporary_arena" => "temporary_arena_size",
        "input_buffer" => "input_size",
        "output_buffer" => "output_size",
        _ => return None,
    })
}
