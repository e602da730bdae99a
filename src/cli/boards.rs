//! `hpx-lint boards`: the boards that a release knows.

use std::fmt::Write;

use super::args::Boards;
use super::render::paint::Paint;
use super::render::table;
use super::{Exit, Output, World};
use crate::catalog::{Board, Catalog, ClockDomain, Region, Release, Soc};
use crate::ide::board;
use crate::ide::table::list as list_of;

/// Lists the boards, or tells about one.
pub fn run(boards: &Boards, world: &World, output: &mut Output<'_>) -> Exit {
    let chosen = match super::given_release(boards.hpx.as_deref()) {
        Ok(chosen) => chosen,
        Err(problem) => {
            output.note(problem);
            return Exit::Failed;
        }
    };
    if let Some(notice) = chosen.as_ref().and_then(|chosen| chosen.notice.as_ref()) {
        output.note(notice);
    }
    let release = chosen.map_or_else(Release::newest, |chosen| chosen.release);
    let paint = Paint { on: world.colours };
    let catalog = release.catalog();
    let Some(name) = &boards.board else {
        output.print(&list(catalog, release, paint));
        return Exit::Sound;
    };
    let found = catalog.boards.iter().find(|board| board.name == *name);
    let found = found.and_then(|board| Some((board, soc_of(catalog, board)?)));
    match found {
        Some((board, soc)) => {
            output.print(&details(board, soc, release, paint));
            Exit::Sound
        }
        None => unknown(release, name, output),
    }
}

/// Tells of a board that a release does not know.
pub(super) fn unknown(release: &Release, name: &str, output: &mut Output<'_>) -> Exit {
    let known = release.catalog().boards.iter();
    let known: Vec<&str> = known.map(|board| board.name.as_str()).collect();
    let otherwise = "`hpx-lint boards` lists them";
    super::unknown(release, ("board", name), &known, otherwise, output)
}

fn soc_of<'a>(catalog: &'a Catalog, board: &Board) -> Option<&'a Soc> {
    catalog.socs.iter().find(|soc| soc.name == board.soc)
}

fn list(catalog: &Catalog, release: &Release, paint: Paint) -> String {
    let rows = catalog.boards.iter().filter_map(|board| {
        let soc = soc_of(catalog, board)?;
        let size = |region| match board::kib(board, soc, region) {
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
    let mut out = table::lines(&list_of(head, &rows), paint);
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
    for (name, value) in board::facts(board, soc) {
        let _ = writeln!(out, "  {name:<12} {value}");
    }
    out.push('\n');
    out.push_str(&table::lines(&board::memory(board, soc), paint));
    out.push_str("The last two columns are what the linkers let an image use.\n");
    out
}
