//! The ways out of a memory overflow.
//!
//! A way is only named after it was tried: with it hpx refuses nothing that it
//! did not refuse before, and no region overflows, neither in hpx's plan nor in
//! the linker's script. One change is looked for first; where none is enough,
//! two together.

use super::Facts;
use super::attempt::{Attempt, Change, Way};
use super::overflow::size_key;
use crate::catalog::{EngineKind, Placement, Region, Soc};
use crate::planner::{self, Bytes, Demand, ExecutorchBuffers, MemoryPlan, RegionUsage, Transport};
use crate::resolve::{self, Part};

/// The most boards that a help names.
const MOST_BOARDS: usize = 3;

/// The largest size that is reckoned with: beyond the bounds of [`Bytes`], the
/// sizes of everything else would be lost.
const MOST: Bytes = Bytes(1 << 100);

/// The changes that make it fit, the least first.
pub(super) fn of(facts: &Facts<'_>, usage: &RegionUsage) -> Vec<Way> {
    let only_linked = usage.overflow().is_none();
    let attempt = Attempt::new(facts, only_linked);
    let (Some(attempt), Some(demand)) = (attempt, &facts.resolved.demand) else {
        return Vec::new();
    };
    let demand = &bounded(demand);
    let plan = what_if(facts, demand).unwrap_or_default();
    let usage = plan.region(usage.region).unwrap_or(usage);
    let mut ways = Vec::new();
    let buffer = smaller_buffer(facts, usage);
    ways.extend(buffer.and_then(|change| attempt.changes(&[change])));
    let mut arenas = arenas(facts, demand).into_iter();
    ways.extend(arenas.find_map(|change| attempt.changes(&[change])));
    let places = placements(facts, demand).into_iter();
    let places = places.filter(|(_, demand)| fits(facts, demand));
    ways.extend(places.filter_map(|(change, _)| attempt.changes(&[change])));
    if ways.is_empty() {
        ways.extend(pairs(facts, demand).find_map(|changes| attempt.changes(&changes)));
    }
    let (alike, others) = boards_with_more(facts, usage);
    let tried = |boards: Vec<String>| -> Vec<Way> {
        let ways = boards.iter().filter_map(|board| attempt.board(board));
        ways.take(MOST_BOARDS).collect()
    };
    ways.extend(tried(alike));
    if ways.is_empty() {
        ways.extend(tried(others));
    }
    ways
}

/// What is asked for, no size above [`MOST`].
fn bounded(demand: &Demand) -> Demand {
    let mut bounded = *demand;
    bounded.arena = demand.arena.min(MOST);
    if let Transport::Rtt(size) = &mut bounded.transport {
        *size = (*size).min(MOST);
    }
    if let Some(buffers) = &mut bounded.executorch {
        for buffer in [
            &mut buffers.planned,
            &mut buffers.method,
            &mut buffers.temporary,
            &mut buffers.input,
            &mut buffers.output,
        ] {
            buffer.size = buffer.size.min(MOST);
        }
    }
    bounded
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

/// The largest arenas that would fit, largest first: each fills a region, what
/// its linker's script gives of it, or what hpx's policy does, to the last byte.
fn arenas(facts: &Facts<'_>, demand: &Demand) -> Vec<Change> {
    let mut sizes = filling(facts, demand);
    // A smaller arena may go elsewhere, and so may the weights with it.
    for size in sizes.clone() {
        sizes.extend(filling(facts, &with_arena(facts, demand, size)));
    }
    let arena = arena_of(demand);
    sizes.retain(|size| *size > Bytes::ZERO && *size < arena);
    sizes.sort_unstable();
    sizes.dedup();
    sizes.reverse();
    sizes.retain(|size| {
        let demand = with_arena(facts, demand, *size);
        fits(facts, &demand) && is_writable(facts, &demand)
    });
    let most = sizes.first().copied().unwrap_or_default();
    let change = |size| largest_arena(facts, size, most);
    sizes.into_iter().map(change).collect()
}

/// Sizes of the arena that fill something, with everything else where it is
/// under a demand.
fn filling(facts: &Facts<'_>, demand: &Demand) -> Vec<Bytes> {
    let Some(plan) = what_if(facts, demand) else {
        return Vec::new();
    };
    let others = |usage: &RegionUsage| -> Bytes {
        let names = ["tensor_arena", "planned_arena"];
        let rest = usage.consumers.iter().filter(|c| !names.contains(&c.name));
        rest.map(|consumer| consumer.size).sum()
    };
    let linked = |usage: &RegionUsage| {
        let linked = facts.resolved.platform.as_ref()?.linked(usage)?;
        Some(linked.extent - (linked.used - usage.used + others(usage)))
    };
    let policy = &facts.catalog.planner;
    let budget = |usage: &RegionUsage| {
        let slack = match usage.region {
            Region::Dtcm => policy.tcm_slack_bytes,
            _ => policy.sram_slack_bytes,
        };
        usage.capacity - Bytes(slack.into())
    };
    let ram = [Region::Dtcm, Region::Sram, Region::Psram];
    let ram = plan
        .regions
        .iter()
        .filter(|usage| ram.contains(&usage.region));
    let sizes = ram.flat_map(|usage| {
        let full = [
            usage.capacity,
            usage.capacity - others(usage),
            budget(usage),
        ];
        full.into_iter().chain(linked(usage))
    });
    sizes.collect()
}

/// The largest arena, where hpx's plan would take one of `planned`.
fn largest_arena(facts: &Facts<'_>, size: Bytes, planned: Bytes) -> Change {
    let note = if size < planned {
        format!(", the largest that links (hpx plans up to {})", planned.0)
    } else {
        ", the largest that fits".to_owned()
    };
    Change {
        key: arena_key(facts).to_owned(),
        value: size.0.to_string(),
        note,
    }
}

fn arena_of(demand: &Demand) -> Bytes {
    demand
        .executorch
        .map_or(demand.arena, |buffers| buffers.planned.size)
}

/// What is asked for with another value at [`arena_key`]: the tier follows
/// `model.arena_size`, also where ExecuTorch has a key of its own.
fn with_arena(facts: &Facts<'_>, demand: &Demand, size: Bytes) -> Demand {
    let mut changed = *demand;
    if let Some(buffers) = &mut changed.executorch {
        buffers.planned.size = size;
    }
    if arena_key(facts) == "model.arena_size" {
        changed.arena = size;
    }
    changed
}

/// Every other placement of one thing, with what is asked for then.
fn placements(facts: &Facts<'_>, demand: &Demand) -> Vec<(Change, Demand)> {
    let mut found = Vec::new();
    for part in Part::ALL {
        let places = part.placements(facts.catalog).iter();
        let others = places.filter(|place| part.asked(demand) != Some(**place));
        found.extend(others.map(|place| {
            let change = Change::place(part.key(), *place);
            (change, part.moved(demand, *place))
        }));
    }
    found.extend(buffer_placements(facts, demand));
    found
}

/// The same for ExecuTorch's buffers.
fn buffer_placements(facts: &Facts<'_>, demand: &Demand) -> Vec<(Change, Demand)> {
    type Buffers = fn(&mut ExecutorchBuffers, Placement);
    const KEYS: [(&str, Buffers); 4] = [
        ("engine.config.planned_arena_location", |b, to| {
            b.planned.location = Some(to)
        }),
        ("engine.config.method_arena_location", |b, to| {
            b.method.location = Some(to)
        }),
        ("engine.config.temporary_arena_location", |b, to| {
            b.temporary.location = Some(to)
        }),
        ("engine.config.io_location", |b, to| {
            b.input.location = Some(to);
            b.output.location = Some(to);
        }),
    ];
    let keyed = facts.catalog.traits.executorch_buffer_locations;
    let Some(buffers) = demand.executorch.filter(|_| keyed) else {
        return Vec::new();
    };
    let mut found = Vec::new();
    for (key, set) in KEYS {
        for place in [Placement::Tcm, Placement::Sram] {
            let mut changed = buffers;
            set(&mut changed, place);
            if changed != buffers {
                let demand = Demand {
                    executorch: Some(changed),
                    ..*demand
                };
                found.push((Change::place(key, place), demand));
            }
        }
    }
    found
}

/// A size of the buffer that takes the most with which the region holds; none
/// for arenas and weights.
fn smaller_buffer(facts: &Facts<'_>, usage: &RegionUsage) -> Option<Change> {
    let most = usage
        .consumers
        .iter()
        .max_by_key(|consumer| consumer.size)?;
    let (key, now) = match most.name {
        "rtt_buffers" => {
            let up = &facts.profile.target.rtt_buffer_size_up;
            (
                "target.rtt_buffer_size_up".to_owned(),
                resolve::bytes(up.get()?).min(MOST),
            )
        }
        "planned_arena" => return None,
        name => (format!("engine.config.{}", size_key(name)?), most.size),
    };
    let platform = facts.resolved.platform.as_ref()?;
    let linked = platform.linked(usage).and_then(|linked| linked.overflow());
    let size = now - linked.max(usage.overflow())?;
    (size > Bytes::ZERO).then(|| Change {
        key,
        value: size.0.to_string(),
        note: String::new(),
    })
}

/// Two changes that fit together: two placements, or one and the largest arena
/// or a smaller buffer.
fn pairs<'a>(facts: &'a Facts<'a>, demand: &Demand) -> impl Iterator<Item = Vec<Change>> + use<'a> {
    let moves = placements(facts, demand);
    let second = moves.clone();
    let both = moves.clone().into_iter().flat_map(move |(first, demand)| {
        let second = placements(facts, &demand).into_iter();
        let second = second.filter(|(other, demand)| other.key > first.key && fits(facts, demand));
        let pairs: Vec<_> = second
            .map(|(other, _)| vec![first.clone(), other])
            .collect();
        pairs
    });
    let smaller = second.into_iter().flat_map(move |(change, demand)| {
        let arenas = arenas(facts, &demand).into_iter();
        let plan = what_if(facts, &demand).unwrap_or_default();
        let buffers = plan
            .overflows()
            .filter_map(|usage| smaller_buffer(facts, usage));
        let sizes: Vec<Change> = arenas.chain(buffers).collect();
        sizes
            .into_iter()
            .map(move |size| vec![change.clone(), size])
    });
    both.chain(smaller)
}

/// Whether the arena lies in RAM: MRAM cannot be written at run time, whatever
/// the plan says.
fn is_writable(facts: &Facts<'_>, demand: &Demand) -> bool {
    let Some(silicon) = facts.resolved.silicon() else {
        return false;
    };
    let own = demand
        .executorch
        .and_then(|buffers| buffers.planned.location);
    let placed = planner::place(demand, &silicon, &facts.catalog.planner).arena;
    own.unwrap_or(placed) != Placement::Mram
}

fn fits(facts: &Facts<'_>, demand: &Demand) -> bool {
    what_if(facts, demand).is_some_and(|plan| plan.overflows().next().is_none())
}

fn what_if(facts: &Facts<'_>, demand: &Demand) -> Option<MemoryPlan> {
    facts.resolved.what_if(demand, facts.catalog)
}

/// The boards that have more of what overflows, in the catalog's order: those
/// with such a core, and the others.
fn boards_with_more(facts: &Facts<'_>, usage: &RegionUsage) -> (Vec<String>, Vec<String>) {
    let (Some(plan), Some(platform)) = (&facts.resolved.plan, &facts.resolved.platform) else {
        return (Vec::new(), Vec::new());
    };
    let overflowing = plan.overflows().map(|usage| usage.region);
    let regions: Vec<Region> = overflowing.chain([usage.region]).collect();
    let platforms = &facts.profile.platforms;
    let now = &platform.soc;
    let more = |soc: &Soc| {
        let holds = |region: &Region| soc.memory.kib(*region) > now.memory.kib(*region);
        regions.iter().all(holds)
    };
    let (mut alike, mut others) = (Vec::new(), Vec::new());
    for board in platforms.boards() {
        let soc = platforms.soc_of(board).filter(|soc| more(soc));
        let boards = match soc {
            Some(soc) if soc.core == now.core => &mut alike,
            Some(_) => &mut others,
            None => continue,
        };
        if board.name != platform.board.name {
            boards.push(board.name.clone());
        }
    }
    (alike, others)
}
