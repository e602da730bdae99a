//! Inlay hints: what hpx chose, and sizes and clocks in units that people read.

use super::at::{ITEM, name};
use crate::analysis::{Analysis, Reading};
use crate::planner::{Bytes, Decision, Placed};
use crate::profile::{Datum, Source, Sourced};
use crate::resolve;
use crate::schema::Key;
use crate::syntax::{NodeId, NodeKind, Tree};
use crate::text::TextRange;

/// A few words that an editor shows in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// Where.
    pub offset: u32,
    /// The words.
    pub label: String,
    /// What they tell, at more length; empty where they say it all.
    pub detail: &'static str,
}

/// The hints of a range, in order.
pub fn hints(analysis: &Analysis, range: TextRange) -> Vec<Hint> {
    let reading = &analysis.reading;
    let mut hints = units(reading, range);
    hints.extend(placements(reading));
    hints.extend(clock(analysis));
    hints.retain(|hint| range.touches(hint.offset));
    hints.sort_by_key(|hint| hint.offset);
    hints
}

/// Where policy put what the profile does not place.
fn placements(reading: &Reading) -> Vec<Hint> {
    let model = &reading.profile.model;
    let Some(placed) = &reading.resolved.placed else {
        return Vec::new();
    };
    let Placed {
        arena,
        weights,
        arena_by,
        weights_by,
    } = placed;
    let hint = |what: &str, place: &str, by: Decision, spot: Option<NodeId>| {
        let detail = "chosen by hpx: the fastest memory with room to spare";
        (by == Decision::Policy).then_some(())?;
        Some(Hint {
            offset: reading.tree().node(spot?).range.end,
            label: format!("{what} in {place}"),
            detail,
        })
    };
    let path = model.path.node();
    let arena_spot = model
        .arena_location
        .node()
        .or(model.arena_size.node())
        .or(path);
    let weights_spot = model.weights_location.node().or(path);
    let arena = hint("arena", arena.name(), *arena_by, arena_spot);
    let weights = hint("weights", weights.name(), *weights_by, weights_spot);
    arena.into_iter().chain(weights).collect()
}

/// The CPU's speed in MHz, beside its name or, without one, beside the board.
fn clock(analysis: &Analysis) -> Option<Hint> {
    let clock = analysis.cpu_clock.as_ref()?;
    let target = &analysis.reading.profile.target;
    let end = |node: NodeId| analysis.reading.tree().node(node).range.end;
    if let Source::Node { value, .. } = target.clock_cpu.source
        && target.clock_cpu.get().is_some_and(|name| !name.is_empty())
    {
        return Some(Hint {
            offset: end(value),
            label: format!("{} MHz", clock.mhz),
            detail: "",
        });
    }
    let unset = |cpu: &Sourced<String>| cpu.source != Source::CommandLine;
    let board = target.board.node().filter(|_| unset(&target.clock_cpu))?;
    Some(Hint {
        offset: end(board),
        label: format!("cpu {}, {} MHz", clock.name, clock.mhz),
        detail: "the SoC's default clock",
    })
}

/// Sizes and frequencies whose unit the schema tells.
fn units(reading: &Reading, range: TextRange) -> Vec<Hint> {
    let tree = reading.tree();
    let mut hints = Vec::new();
    let mut open: Vec<(NodeId, &Key)> = Vec::new();
    open.extend(tree.root().map(|root| (root, reading.schema.root())));
    while let Some((node, key)) = open.pop() {
        let here = tree.node(node);
        if here.range.start > range.end || here.range.end < range.start {
            continue;
        }
        match &here.kind {
            NodeKind::Mapping(mapping) => {
                let below = mapping.entries.iter().filter_map(|entry| {
                    let child = key.child(name(tree, entry.key)?)?;
                    Some((entry.value, child))
                });
                open.extend(below);
            }
            NodeKind::Sequence(list) => {
                let item = key.child(ITEM);
                open.extend(list.items.iter().filter_map(|at| Some((*at, item?))));
            }
            NodeKind::Scalar(_) => hints.extend(unit(tree, node, key)),
            NodeKind::Alias(_) => {}
        }
    }
    hints
}

fn unit(tree: &Tree, node: NodeId, key: &Key) -> Option<Hint> {
    let Datum::Int(value) = Datum::of(tree, node) else {
        return None;
    };
    let Bytes(value) = resolve::bytes(value);
    let (step, units) = match key.unit.as_deref()? {
        "B" => (1024, &["KiB", "MiB", "GiB"][..]),
        "KiB" => (1024, &["MiB", "GiB"][..]),
        "Hz" => (1000, &["kHz", "MHz", "GHz"][..]),
        _ => return None,
    };
    Some(Hint {
        offset: tree.node(node).range.end,
        label: scaled(value, step, units)?,
        detail: "",
    })
}

/// A number in the largest unit that it fills, to a tenth; each unit is a step
/// more than the one before.
fn scaled(value: i128, step: i128, units: &[&str]) -> Option<String> {
    let mut size = 1;
    let mut best = None;
    for unit in units {
        size *= step;
        if value >= size {
            best = Some((*unit, size));
        }
    }
    let (unit, size) = best?;
    let tenths = value.checked_mul(10)?.checked_add(size / 2)? / size;
    let about = if value.checked_mul(10)? == tenths.checked_mul(size)? {
        ""
    } else {
        "about "
    };
    let (whole, part) = (tenths / 10, tenths % 10);
    Some(match part {
        0 => format!("{about}{whole} {unit}"),
        _ => format!("{about}{whole}.{part} {unit}"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_scaled() {
        let units = ["KiB", "MiB", "GiB"];
        for (value, expected) in [
            (1023, None),
            (1024, Some("1 KiB")),
            (1536, Some("1.5 KiB")),
            (53_744, Some("about 52.5 KiB")),
            (4_194_304, Some("4 MiB")),
            (-4096, None),
            (i128::MAX, None),
        ] {
            assert_eq!(scaled(value, 1024, &units).as_deref(), expected, "{value}");
        }
    }
}
