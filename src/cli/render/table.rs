//! Tables and wrapped text of at most 80 columns.

use std::fmt::Write;

use super::clean;
use super::paint::Paint;
use crate::diagnostic::Level;
use crate::planner::{Bytes, MemoryPlan, RegionUsage};

/// The columns that a table or a text takes at most.
pub const WIDTH: usize = 80;

/// The cells of a bar, at most.
const BAR: usize = 20;

/// The cells of what stands around a bar.
const NOTE: usize = 11;

/// More bytes than any memory has are not spelt out, so that columns hold.
const MOST: Bytes = Bytes(999_999_999_999);

/// A memory plan: a row a region, and below it what it holds.
pub fn plan(plan: &MemoryPlan, paint: Paint) -> String {
    let head = ["region", "used", "free", "capacity"].map(str::to_owned);
    let rows: Vec<[String; 4]> = plan.regions.iter().map(cells).collect();
    let widths = widths(std::iter::once(&head).chain(&rows));
    let mut out = format!("{}\n", paint.bold(aligned(&head, &widths)));
    for (region, row) in plan.regions.iter().zip(&rows) {
        let row = aligned(row, &widths);
        let used = bar(
            region,
            BAR.min(WIDTH.saturating_sub(row.len() + NOTE)),
            paint,
        );
        let _ = writeln!(out, "{row}  {used}");
        for consumer in &region.consumers {
            let size = size(consumer.size);
            let at = widths[0] + 2 + widths[1];
            let indent = at.saturating_sub(size.len());
            let line = format!("{:indent$}{size}  {}", "", clean::line(consumer.name));
            let _ = writeln!(out, "{}", paint.dim(line));
        }
    }
    out.push_str("Sizes are in bytes.\n");
    out
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
fn bar(usage: &RegionUsage, width: usize, paint: Paint) -> String {
    if usage.capacity <= Bytes::ZERO {
        let note = if usage.used > Bytes::ZERO {
            "not checked: no capacity"
        } else {
            "none"
        };
        return paint.dim(note).to_string();
    }
    if usage.overflow().is_some() {
        let bar = "█".repeat(width);
        return paint
            .level(Level::Error, format!("{bar} overflow"))
            .to_string();
    }
    // What is used at all is seen.
    let full = share(usage, width)
        .max(usize::from(usage.used > Bytes::ZERO))
        .min(width);
    let (used, free) = ("█".repeat(full), "░".repeat(width - full));
    format!("{used}{free} {:>3} %", share(usage, 100))
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

fn widths<'a, const N: usize>(rows: impl Iterator<Item = &'a [String; N]>) -> [usize; N] {
    let mut widths = [0; N];
    for row in rows {
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = (*width).max(cell.chars().count());
        }
    }
    widths
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

/// Rows under a head; columns of numbers are to the right.
pub fn list<const N: usize>(head: [&str; N], rows: &[[String; N]], paint: Paint) -> String {
    let head = head.map(str::to_owned);
    let widths = widths(std::iter::once(&head).chain(rows));
    let numeric = |at: usize| {
        rows.iter()
            .filter_map(|row| row.get(at))
            .all(|cell| is_number(cell))
    };
    let right: [bool; N] = std::array::from_fn(numeric);
    let spell = |row: &[String; N]| {
        let cells = row.iter().zip(&widths).zip(right);
        let cells = cells.map(|((cell, width), right)| {
            if right {
                format!("{cell:>width$}")
            } else {
                format!("{cell:<width$}")
            }
        });
        cells.collect::<Vec<_>>().join("  ").trim_end().to_owned()
    };
    let mut out = format!("{}\n", paint.bold(spell(&head)));
    for row in rows {
        let _ = writeln!(out, "{}", clean::line(&spell(row)));
    }
    out
}

fn is_number(cell: &str) -> bool {
    cell.chars()
        .all(|c| c.is_ascii_digit() || c == ',' || c == '-')
}

/// A text wrapped at the width, each line behind the indent.
pub fn wrapped(text: &str, indent: &str) -> String {
    let options = textwrap::Options::new(WIDTH)
        .initial_indent(indent)
        .subsequent_indent(indent);
    textwrap::fill(&clean::lines(text), options)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::Region;
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
        assert_eq!(plan(&MemoryPlan { regions }, Paint::default()), expected);
    }

    #[test]
    fn absurd_sizes_stay_in_their_columns() {
        let absurd = usage(
            Region::Psram,
            i128::MAX,
            &[("weights", i128::MAX), ("arena", 1)],
        );
        let over = usage(Region::Mram, 67_108_864, &[("weights", i128::MAX)]);
        let table = plan(
            &MemoryPlan {
                regions: vec![absurd, over],
            },
            Paint::default(),
        );
        assert!(
            table.lines().all(|line| line.chars().count() <= WIDTH),
            "{table}"
        );
    }
}
