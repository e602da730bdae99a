//! What a memory overflow is made of, whose fault it is, and the ways out:
//! shared by the rules `arena-overflow`, `weights-overflow` and `linker-overflow`.
//!
//! A way out is only named after it was tried: with it hpx refuses nothing
//! that it did not refuse before, and no region overflows, neither in hpx's
//! plan nor in the linker's script.

use super::{At, Facts, Findings, edits, or_list};
use crate::catalog::EngineKind;
use crate::catalog::{Placement, Region};
use crate::diagnostic::{Applicability, Fix};
use crate::planner::{self, Bytes, Demand, MemoryPlan, RegionUsage};
use crate::resolve;
use crate::text::apply_edits;

/// The most boards that a help names.
const MOST_BOARDS: usize = 3;

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
            consumers(usage)
        );
        let ways = ways_out(facts, usage);
        let help = help(facts, &ways);
        let capacity = format!(
            "the board sets the capacity of {region}: {} B",
            usage.capacity
        );
        let mut finding = out.say(at, message).help(help);
        if let Some(board) = facts.profile.target.board.node() {
            finding = finding.related(facts.tree.node(board).range, capacity);
        }
        finding.fix(ways.into_iter().map(|way| way.fix));
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

/// The consumers by size.
fn consumers(usage: &RegionUsage) -> String {
    let mut sorted: Vec<_> = usage.consumers.iter().collect();
    sorted.sort_by_key(|consumer| std::cmp::Reverse(consumer.size));
    let lines = sorted
        .iter()
        .map(|c| format!("  {:<18} {:>12} B", c.name, c.size.to_string()));
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
fn size_key(consumer: &str) -> Option<&'static str> {
    Some(match consumer {
        "planned_arena" => "planned_arena_size",
        "method_arena" => "method_arena_size",
        "temporary_arena" => "temporary_arena_size",
        "input_buffer" => "input_size",
        "output_buffer" => "output_size",
        _ => return None,
    })
}

/// A change that was tried.
pub(super) struct Way {
    /// What it sets, as in the file.
    words: String,
    pub(super) fix: Fix,
    board: bool,
}

pub(super) fn help(facts: &Facts<'_>, ways: &[Way]) -> String {
    if facts.trial.is_none() {
        return String::new();
    }
    let (boards, changes): (Vec<_>, Vec<_>) = ways.iter().partition(|way| way.board);
    let mut parts: Vec<String> = changes
        .iter()
        .map(|way| format!("set {}", way.words))
        .collect();
    if !boards.is_empty() {
        let names = boards.iter().map(|way| way.words.as_str());
        parts.push(format!("use the board {}", or_list(names)));
    }
    if parts.is_empty() {
        return "no other size, placement or board alone makes it fit; change several, or use a smaller model"
            .to_owned();
    }
    parts.join("; or ")
}

/// The changes that make it fit, the least first.
pub(super) fn ways_out(facts: &Facts<'_>, usage: &RegionUsage) -> Vec<Way> {
    let Some(trial) = facts.trial else {
        return Vec::new();
    };
    let before = trial(facts.text);
    let works = |edit: &crate::text::Edit| {
        let Some(text) = apply_edits(facts.text, std::slice::from_ref(edit)) else {
            return false;
        };
        trial(&text)
            .iter()
            .all(|found| !is_overflow(found.0) && before.contains(found))
    };
    let mut ways = Vec::new();
    let mut attempt = |key: &str, value: &str, note: &str, board: bool| {
        let Some(edit) = edits::set(facts, key, value).filter(|edit| works(edit)) else {
            return false;
        };
        let words = if board {
            value.to_owned()
        } else {
            format!("`{key}: {value}`{note}")
        };
        let name = key.rsplit('.').next().unwrap_or(key);
        let title = if board {
            format!("Use the board `{value}`")
        } else {
            format!("Set `{name}: {value}`{note}")
        };
        let fix = edits::fix(title, Applicability::Unsafe, edit);
        ways.push(Way { words, fix, board });
        true
    };
    let sizes = arena_sizes(facts);
    let note = |size: &Bytes| match sizes.first() {
        Some(most) if most > size => {
            format!(", the largest that links (hpx plans up to {})", most.0)
        }
        _ => ", the largest that fits".to_owned(),
    };
    if let Some((key, size)) = smaller_buffer(facts, usage) {
        attempt(&key, &size.0.to_string(), "", false);
    }
    let mut tried = sizes.iter();
    let _ = tried.any(|size| attempt(arena_key(facts), &size.0.to_string(), &note(size), false));
    for (key, placement) in placements(facts) {
        attempt(key, placement.name(), "", false);
    }
    let mut boards = 0;
    for board in boards_with_more(facts, usage) {
        if boards < MOST_BOARDS && attempt("target.board", &board, "", true) {
            boards += 1;
        }
    }
    ways
}

fn is_overflow(rule: &str) -> bool {
    ["arena-overflow", "weights-overflow", "linker-overflow"].contains(&rule)
}

/// The key of the buffer that takes the most, and the size with which the
/// region holds; none for arenas and weights.
fn smaller_buffer(facts: &Facts<'_>, usage: &RegionUsage) -> Option<(String, Bytes)> {
    let most = usage
        .consumers
        .iter()
        .max_by_key(|consumer| consumer.size)?;
    let (key, now) = match most.name {
        "rtt_buffers" => {
            let up = &facts.profile.target.rtt_buffer_size_up;
            (
                "target.rtt_buffer_size_up".to_owned(),
                resolve::bytes(up.get()?),
            )
        }
        "planned_arena" => return None,
        name => (format!("engine.config.{}", size_key(name)?), most.size),
    };
    let platform = facts.resolved.platform.as_ref()?;
    let linked = platform.linked(usage).and_then(|linked| linked.overflow());
    let over = linked.max(usage.overflow())?;
    let size = now - over;
    (size > Bytes::ZERO).then_some((key, size))
}

/// The key that sets the arena's size.
fn arena_key(facts: &Facts<'_>) -> &'static str {
    let executorch = facts.resolved.engine == Some(EngineKind::Executorch);
    if executorch && facts.engine_config().entry("planned_arena_size").is_some() {
        "engine.config.planned_arena_size"
    } else {
        "model.arena_size"
    }
}

/// Sizes of the arena that would fill a region to the last byte, the largest
/// first.
fn arena_sizes(facts: &Facts<'_>) -> Vec<Bytes> {
    let (Some(demand), Some(plan)) = (&facts.resolved.demand, &facts.resolved.plan) else {
        return Vec::new();
    };
    let arena = demand
        .executorch
        .map_or(demand.arena, |buffers| buffers.planned.size);
    let others = |usage: &RegionUsage| -> Bytes {
        let names = ["tensor_arena", "planned_arena"];
        let rest = usage.consumers.iter().filter(|c| !names.contains(&c.name));
        rest.map(|consumer| consumer.size).sum()
    };
    let linked = |usage: &RegionUsage| {
        let linked = facts.resolved.platform.as_ref()?.linked(usage)?;
        Some(linked.extent - (linked.used - usage.used + others(usage)))
    };
    // MRAM cannot be written at run time, whatever the plan says.
    let ram = plan
        .regions
        .iter()
        .filter(|usage| matches!(usage.region, Region::Dtcm | Region::Sram | Region::Psram));
    let ram = ram.flat_map(|usage| [Some(usage.capacity - others(usage)), linked(usage)]);
    let mut sizes: Vec<Bytes> = ram.flatten().collect();
    sizes.retain(|size| *size > Bytes::ZERO && *size < arena);
    sizes.sort_unstable();
    sizes.dedup();
    sizes.reverse();
    sizes.retain(|size| fits(facts, &with_arena(demand, *size)));
    sizes
}

fn with_arena(demand: &Demand, size: Bytes) -> Demand {
    let mut changed = *demand;
    changed.arena = size;
    if let Some(buffers) = &mut changed.executorch {
        buffers.planned.size = size;
    }
    changed
}

/// Other placements of one of the two that would fit.
fn placements(facts: &Facts<'_>) -> Vec<(&'static str, Placement)> {
    let Some(demand) = &facts.resolved.demand else {
        return Vec::new();
    };
    let allowed = &facts.catalog.placements;
    let mut found = Vec::new();
    for placement in &allowed.arena {
        let changed = Demand {
            arena_location: Some(*placement),
            ..*demand
        };
        if Some(*placement) != demand.arena_location && fits(facts, &changed) {
            found.push(("model.arena_location", *placement));
        }
    }
    for placement in &allowed.weights {
        let changed = Demand {
            weights_location: Some(*placement),
            ..*demand
        };
        if Some(*placement) != demand.weights_location && fits(facts, &changed) {
            found.push(("model.weights_location", *placement));
        }
    }
    found
}

fn fits(facts: &Facts<'_>, demand: &Demand) -> bool {
    what_if(facts, demand).is_some_and(|plan| plan.overflows().next().is_none())
}

fn what_if(facts: &Facts<'_>, demand: &Demand) -> Option<MemoryPlan> {
    let silicon = facts.resolved.silicon()?;
    let placed = planner::place(demand, &silicon, &facts.catalog.planner);
    Some(planner::plan(demand, &placed, &silicon, facts.catalog))
}

/// Boards with such a core that have more of what overflows, in the catalog's
/// order.
fn boards_with_more(facts: &Facts<'_>, usage: &RegionUsage) -> Vec<String> {
    let (Some(plan), Some(platform)) = (&facts.resolved.plan, &facts.resolved.platform) else {
        return Vec::new();
    };
    let overflowing = plan.overflows().map(|usage| usage.region);
    let regions: Vec<Region> = overflowing.chain([usage.region]).collect();
    let platforms = &facts.profile.platforms;
    let more = |soc: &crate::catalog::Soc| {
        let now = &platform.soc;
        let holds = |region: &Region| soc.memory.kib(*region) > now.memory.kib(*region);
        soc.core == now.core && regions.iter().all(holds)
    };
    let boards = platforms.boards().filter(|board| {
        board.name != platform.board.name && platforms.soc_of(board).is_some_and(|soc| more(&soc))
    });
    boards.map(|board| board.name.clone()).collect()
}
