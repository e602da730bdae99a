//! `hpx-lint boards`: the boards that a release knows.

use std::fmt::Write;
use std::io;

use super::args::Boards;
use super::render::paint::Paint;
use super::render::table;
use super::{Exit, Output, World};
use crate::catalog::{Board, Catalog, ClockDomain, LinkFamily, Region, Release, Soc};
use crate::planner::Bytes;
use crate::text::nearest;

/// Lists the boards, or tells about one.
pub fn run(boards: &Boards, world: &World, output: &mut Output<'_>) -> io::Result<Exit> {
    let Ok(chosen) = super::given_release(boards.hpx.as_deref(), output)? else {
        return Ok(Exit::Failed);
    };
    if let Some(notice) = chosen.as_ref().and_then(|chosen| chosen.notice.as_ref()) {
        output.note(notice)?;
    }
    let release = chosen.map_or_else(Release::newest, |chosen| chosen.release);
    let paint = Paint { on: world.colours };
    let catalog = release.catalog();
    let Some(name) = &boards.board else {
        write!(output.out, "{}", list(catalog, release, paint))?;
        return Ok(Exit::Sound);
    };
    let found = catalog.boards.iter().find(|board| board.name == *name);
    let found = found.and_then(|board| Some((board, soc_of(catalog, board)?)));
    match found {
        Some((board, soc)) => {
            write!(output.out, "{}", details(board, soc, release, paint))?;
            Ok(Exit::Sound)
        }
        None => {
            let near = nearest(name, catalog.boards.iter().map(|board| board.name.as_str()));
            let way_out = match near {
                Some(near) => format!("did you mean `{near}`?"),
                None => "`hpx-lint boards` lists them".to_owned(),
            };
            output.note(format_args!(
                "hpx {} knows no board `{name}`; {way_out}",
                release.name
            ))?;
            Ok(Exit::Failed)
        }
    }
}

fn soc_of<'a>(catalog: &'a Catalog, board: &Board) -> Option<&'a Soc> {
    catalog.socs.iter().find(|soc| soc.name == board.soc)
}

/// KiB of a region on a board, which may have PSRAM of its own.
fn kib(board: &Board, soc: &Soc, region: Region) -> i64 {
    match (region, board.psram_kb) {
        (Region::Psram, Some(own)) => own,
        _ => soc.memory.kib(region),
    }
}

fn list(catalog: &Catalog, release: &Release, paint: Paint) -> String {
    let rows = catalog.boards.iter().filter_map(|board| {
        let soc = soc_of(catalog, board)?;
        let size = |region| match kib(board, soc, region) {
            0 => "-".to_owned(),
            kib => kib.to_string(),
        };
        Some([
            board.name.clone(),
            soc.name.clone(),
            size(Region::Mram),
            size(Region::Sram),
            size(Region::Dtcm),
            size(Region::Itcm),
            size(Region::Psram),
            soc.clocks
                .iter()
                .find(|clock| clock.name == "cpu")
                .map_or_else(String::new, speeds),
        ])
    });
    let rows: Vec<[String; 8]> = rows.collect();
    let head = [
        "board", "soc", "MRAM", "SRAM", "DTCM", "ITCM", "PSRAM", "cpu MHz",
    ];
    let mut out = table::list(head, &rows, paint);
    let _ = writeln!(
        out,
        "Memory in KiB, hpx {}; `hpx-lint boards BOARD` tells more.",
        release.name
    );
    out
}

/// The speeds of a clock, the default marked.
fn speeds(clock: &ClockDomain) -> String {
    let speeds = clock.speeds.iter().map(|speed| {
        let mark = if speed.name == clock.default { "*" } else { "" };
        format!("{}{mark}", speed.mhz)
    });
    speeds.collect::<Vec<_>>().join("/")
}

fn details(board: &Board, soc: &Soc, release: &Release, paint: Paint) -> String {
    let mut out = format!("{} (hpx {})\n", paint.bold(&board.name), release.name);
    let mut row = |name: &str, value: &str| {
        let _ = writeln!(out, "  {name:<12} {value}");
    };
    row("SoC", &format!("{}, {}", soc.name, soc.core.name()));
    row("channel", &board.channel);
    if let Some(npu) = &soc.npu {
        row("NPU", npu);
    }
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
        row(&name, &speeds.collect::<Vec<_>>().join(", "));
    }
    row("USB", if soc.has_usb { "yes" } else { "no" });
    row("sync pins", &pins(board));
    out.push('\n');
    out.push_str(&memory(board, soc, paint));
    out
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

fn memory(board: &Board, soc: &Soc, paint: Paint) -> String {
    let rows = Region::CHOICES.iter().filter_map(|(name, region)| {
        let bytes = Bytes::from_kib(kib(board, soc, *region).into());
        let window = soc.windows.iter().find(|window| window.region == *region);
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
    let mut out = table::list(["region", "bytes", "gcc, ATfE", "armclang"], &rows, paint);
    out.push_str("The last two columns are what the linkers let an image use.\n");
    out
}
