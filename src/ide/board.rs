//! What a board is: its SoC, clocks, pins and memory.

use super::table::{Line, list};
use crate::catalog::{Board, LinkFamily, Region, Soc};
use crate::planner::Bytes;

/// KiB of a region on a board, which may have PSRAM of its own.
pub fn kib(board: &Board, soc: &Soc, region: Region) -> i128 {
    match (region, board.psram_kb) {
        (Region::Psram, Some(own)) => own,
        _ => soc.memory.kib(region),
    }
}

/// What there is to say of a board, each with its name.
pub fn facts(board: &Board, soc: &Soc) -> Vec<(String, String)> {
    let fact = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    let mut facts = vec![
        fact("SoC", &format!("{}, {}", soc.name, soc.core)),
        fact("channel", &board.channel),
    ];
    facts.extend(soc.npu.as_ref().map(|npu| fact("NPU", npu)));
    for clock in &soc.clocks {
        let speeds = clock.speeds.iter().map(|speed| {
            let mark = if speed.name == clock.default {
                " (default)"
            } else {
                ""
            };
            format!("{} {} MHz{mark}", speed.name, speed.mhz)
        });
        let name = format!("{} clock", clock.name);
        facts.push((name, speeds.collect::<Vec<_>>().join(", ")));
    }
    facts.push(fact("USB", if soc.has_usb { "yes" } else { "no" }));
    facts.push(fact("sync pins", &pins(board)));
    facts
}

/// Gate, state and go; 0 is not wired, but for the gate.
fn pins(board: &Board) -> String {
    let wired = |pin: i64| {
        if pin == 0 {
            "-".to_owned()
        } else {
            pin.to_string()
        }
    };
    let (state, go) = (wired(board.state_gpio_pin), wired(board.go_gpio_pin));
    format!("sync {}, state {state}, go {go}", board.sync_gpio_pin)
}

/// The memory of a board, and what the linkers let an image use of it.
pub fn memory(board: &Board, soc: &Soc) -> Vec<Line> {
    let rows = Region::CHOICES.iter().filter_map(|(name, region)| {
        let bytes = Bytes::from_kib(kib(board, soc, *region));
        let window = soc.window(*region);
        let linked = |family| match window {
            Some(window) => Bytes(window.extent(family).length.into()).to_string(),
            None => "-".to_owned(),
        };
        let row = || {
            let (gnu, arm) = (linked(LinkFamily::Gnu), linked(LinkFamily::Armlink));
            [(*name).to_owned(), bytes.to_string(), gnu, arm]
        };
        (bytes > Bytes::ZERO).then(row)
    });
    let rows: Vec<[String; 4]> = rows.collect();
    list(["region", "bytes", "gcc, ATfE", "armclang"], &rows)
}
