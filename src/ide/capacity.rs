//! The capacity table: what each memory region of the board would hold, who
//! decided it, and what every other placement would give.

use super::table::{Line, Tone, WIDTH, list, widths, wrapped};
use crate::analysis::Reading;
use crate::catalog::Region;
use crate::planner::{Bytes, Decision, MemoryPlan, Placed, RegionUsage};
use crate::resolve::{Alternative, Outcome, Refusal};

/// The cells of a bar, at most.
const BAR: usize = 20;

/// The cells of what stands around a bar.
const NOTE: usize = 11;

/// More bytes than any memory has are not spelt out, so that columns hold.
const MOST: Bytes = Bytes(999_999_999_999);

/// All that is known of a profile's memory: where things lie, the table, and
/// what other placements would give; why there is none, where there is none.
pub fn card(reading: &Reading) -> Vec<Line> {
    let resolved = &reading.resolved;
    let mut lines = Vec::new();
    let plain = |text: String| Line::of(Tone::Plain, text);
    if let Some(placed) = &resolved.placed {
        lines.push(plain(placement(placed)));
        lines.push(Line::default());
    }
    let Some(plan) = &resolved.plan else {
        let note = wrapped(&format!("No plan: {}", reading.plan_note()), "");
        lines.extend(note.lines().map(|line| plain(line.to_owned())));
        return lines;
    };
    lines.extend(table(plan));
    if resolved.plans_model(reading.catalog) {
        let others = alternatives(reading);
        lines.extend((!others.is_empty()).then(Line::default));
        lines.extend(others);
    } else {
        let text = "The arena and the weights are not counted: heliaAOT's compiler places them.";
        lines.push(plain(text.to_owned()));
    }
    lines
}

/// Where things lie, and who decided it.
pub fn placement(placed: &Placed) -> String {
    let by = |decision| match decision {
        Decision::Choice => "as the profile says",
        Decision::Policy => "chosen by hpx",
    };
    format!(
        "arena in {} ({}), weights in {} ({})",
        placed.arena,
        by(placed.arena_by),
        placed.weights,
        by(placed.weights_by)
    )
}

/// A memory plan: a row a region, and below it what it holds.
pub fn table(plan: &MemoryPlan) -> Vec<Line> {
    let head = ["region", "used", "free", "capacity"].map(str::to_owned);
    let rows: Vec<[String; 4]> = plan.regions.iter().map(cells).collect();
    let widths = widths(std::iter::once(&head).chain(&rows));
    let mut lines = vec![Line::of(Tone::Strong, aligned(&head, &widths))];
    for (region, row) in plan.regions.iter().zip(&rows) {
        let row = aligned(row, &widths);
        let bar = bar(region, BAR.min(WIDTH.saturating_sub(row.len() + NOTE)));
        lines.push(Line(vec![(Tone::Plain, format!("{row}  ")), bar]));
        for consumer in &region.consumers {
            let size = size(consumer.size);
            let end = widths[0] + 2 + widths[1];
            let line = format!("{size:>end$}  {}", consumer.name);
            lines.push(Line::of(Tone::Faint, line));
        }
    }
    lines.push(Line::of(Tone::Plain, "Sizes are in bytes."));
    lines
}

/// How full each region is that the board has, in a few words.
pub fn summary(plan: &MemoryPlan) -> String {
    let used = plan.regions.iter().filter_map(|usage| {
        let region = usage.region;
        if usage.capacity <= Bytes::ZERO {
            return (usage.used > Bytes::ZERO).then(|| format!("{region} not checked"));
        }
        Some(match usage.overflow() {
            Some(over) => format!("{region} overflows by {}", size(over)),
            None => format!("{region} {} %", share(usage, 100)),
        })
    });
    used.collect::<Vec<_>>().join(", ")
}

/// What every other placement of the arena and the weights would give.
pub fn alternatives(reading: &Reading) -> Vec<Line> {
    let found = reading
        .resolved
        .alternatives(reading.engine_config(), reading.catalog);
    let row = |other: &Alternative| {
        [
            other.part.name().to_owned(),
            other.to.name().to_owned(),
            outcome(&other.outcome),
        ]
    };
    let rows: Vec<[String; 3]> = found.iter().map(row).collect();
    match rows.as_slice() {
        [] => Vec::new(),
        rows => list(["moved", "to", "what it gives"], rows),
    }
}

/// What comes of a placement, in a few words.
pub fn outcome(outcome: &Outcome) -> String {
    let over = |regions: &[(Region, Bytes)]| {
        let each = regions.iter();
        let each = each.map(|(region, by)| format!("{region} overflows by {}", size(*by)));
        each.collect::<Vec<_>>().join(", ")
    };
    match outcome {
        Outcome::Fits(usage) if usage.capacity <= Bytes::ZERO => "fits, unchecked".to_owned(),
        Outcome::Fits(usage) => format!("fits, {} free in {}", size(usage.free()), usage.region),
        Outcome::Overflows(regions) => over(regions),
        Outcome::LinkOverflows(regions) => format!("{} in the linker's script", over(regions)),
        Outcome::Refused(refusal) => match refusal {
            Refusal::NotOnBoard => "refused: the board has none",
            Refusal::Engine => "refused: the engine cannot use it",
            Refusal::NeedsRtt => "refused: it needs `transport: rtt`",
            Refusal::NeedsExternalArenas => "refused: it needs `allocate_arenas: false`",
        }
        .to_owned(),
    }
}

fn cells(usage: &RegionUsage) -> [String; 4] {
    let free = match usage.overflow() {
        Some(over) => format!("-{}", size(over)),
        None => size(usage.free()),
    };
    [
        usage.region.name().to_owned(),
        size(usage.used),
        free,
        size(usage.capacity),
    ]
}

fn size(bytes: Bytes) -> String {
    if bytes > MOST {
        format!(">{MOST}")
    } else {
        bytes.to_string()
    }
}

/// How full a region is.
fn bar(usage: &RegionUsage, width: usize) -> (Tone, String) {
    if usage.capacity <= Bytes::ZERO {
        let note = if usage.used > Bytes::ZERO {
            "not checked: no capacity"
        } else {
            "none"
        };
        return (Tone::Faint, note.to_owned());
    }
    if usage.overflow().is_some() {
        return (Tone::Alarm, format!("{} overflow", "█".repeat(width)));
    }
    // What is used at all is seen.
    let full = share(usage, width)
        .max(usize::from(usage.used > Bytes::ZERO))
        .min(width);
    let (used, free) = ("█".repeat(full), "░".repeat(width - full));
    let percent = share(usage, 100);
    (Tone::Plain, format!("{used}{free} {percent:>3} %"))
}

/// How many parts out of so many are used.
fn share(usage: &RegionUsage, parts: usize) -> usize {
    let (used, capacity, of) = (usage.used.0.max(0), usage.capacity.0, parts as i128);
    let share = match used.checked_mul(of) {
        Some(product) => product / capacity,
        None => used / (capacity / of),
    };
    usize::try_from(share).unwrap_or(parts).min(parts)
}

/// The first cell to the left, the others to the right.
fn aligned<const N: usize>(row: &[String; N], widths: &[usize; N]) -> String {
    let cells = row
        .iter()
        .zip(widths)
        .enumerate()
        .map(|(at, (cell, width))| match at {
            0 => format!("{cell:<width$}"),
            _ => format!("{cell:>width$}"),
        });
    cells.collect::<Vec<_>>().join("  ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::planner::{Consumer, ConsumerKind};

    fn usage(region: Region, capacity: i128, sizes: &[(&'static str, i128)]) -> RegionUsage {
        let consumer = |(name, size): &(&'static str, i128)| Consumer {
            name,
            size: Bytes(*size),
            kind: ConsumerKind::Other,
        };
        let consumers: Vec<Consumer> = sizes.iter().map(consumer).collect();
        let used = consumers.iter().map(|it| it.size).sum();
        RegionUsage {
            region,
            capacity: Bytes(capacity),
            used,
            consumers,
        }
    }

    fn text(lines: &[Line]) -> String {
        lines.iter().map(|line| line.text() + "\n").collect()
    }

    #[test]
    fn a_plan_is_a_table() {
        let regions = vec![
            usage(Region::Mram, 4_128_768, &[("weights", 53_936)]),
            usage(Region::Sram, 3_145_728, &[]),
            usage(
                Region::Dtcm,
                524_288,
                &[("arena", 600_000), ("boot_stack", 16_384)],
            ),
            usage(Region::Psram, 0, &[("weights", 1)]),
            usage(Region::Itcm, 0, &[]),
        ];
        let expected = "\
region     used       free   capacity
MRAM     53,936  4,074,832  4,128,768  █░░░░░░░░░░░░░░░░░░░   1 %
         53,936  weights
SRAM          0  3,145,728  3,145,728  ░░░░░░░░░░░░░░░░░░░░   0 %
DTCM    616,384    -92,096    524,288  ████████████████████ overflow
        600,000  arena
         16,384  boot_stack
PSRAM         1          0          0  not checked: no capacity
              1  weights
ITCM          0          0          0  none
Sizes are in bytes.
";
        let plan = MemoryPlan { regions };
        assert_eq!(text(&table(&plan)), expected);
        assert_eq!(
            summary(&plan),
            "MRAM 1 %, SRAM 0 %, DTCM overflows by 92,096, PSRAM not checked"
        );
    }

    #[test]
    fn absurd_sizes_stay_in_their_columns() {
        let absurd = usage(
            Region::Psram,
            i128::MAX,
            &[("weights", i128::MAX), ("arena", 1)],
        );
        let over = usage(Region::Mram, 67_108_864, &[("weights", i128::MAX)]);
        let regions = vec![absurd, over];
        let table = text(&table(&MemoryPlan { regions }));
        let narrow = |line: &str| line.chars().count() <= WIDTH;
        assert!(table.lines().all(narrow), "{table}");
    }
}
