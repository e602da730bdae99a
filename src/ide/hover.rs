//! Hover: what a key means, what a value means here, and the capacity table
//! where it helps.

mod counter;
pub(super) mod key;

use super::at::{self, Spot};
use super::board;
use super::capacity;
use super::card::{Block, Card, code};
use crate::analysis::{Analysis, Reading};
use crate::catalog::{Board, Soc};
use crate::profile::Lookup;
use crate::schema::key_span;
use crate::text::TextRange;

/// The keys at which the capacity table is shown.
const CAPACITY: [&str; 6] = [
    "model.path",
    "model.arena_size",
    "model.arena_location",
    "model.weights_location",
    "target.board",
    "target.transport",
];

/// The rules that find an overflow.
const OVERFLOWS: [&str; 3] = ["arena-overflow", "weights-overflow", "linker-overflow"];

/// What is shown at an offset.
pub fn hover(analysis: &Analysis, offset: u32) -> Option<Card> {
    let reading = &analysis.reading;
    let spot = at::spot(reading.tree(), offset);
    let overflow = overflow_at(analysis, offset);
    let mut card = spot
        .as_ref()
        .and_then(|spot| described(reading, spot))
        .or_else(|| {
            Some(Card {
                range: overflow?,
                blocks: Vec::new(),
            })
        })?;
    let dotted = spot.map(|spot| spot.dotted()).unwrap_or_default();
    if overflow.is_some() || CAPACITY.contains(&dotted.as_str()) {
        card.blocks.push(Block::Table(capacity::card(reading)));
    }
    Some(card)
}

fn overflow_at(analysis: &Analysis, offset: u32) -> Option<TextRange> {
    let here = |range: TextRange| range.touches(offset);
    let mut found = analysis.diagnostics.iter();
    let overflow = found.find(|found| OVERFLOWS.contains(&found.rule) && here(found.range));
    overflow.map(|overflow| overflow.range)
}

/// What there is to say of a key or value, but for the capacity table.
fn described(reading: &Reading, spot: &Spot) -> Option<Card> {
    let names = spot.names();
    let mut blocks = vec![Block::Title(spot.dotted())];
    match reading.schema.key(&names) {
        Some(key) => {
            let written = at::name(reading.tree(), spot.node).filter(|_| !spot.on_key);
            blocks.extend(key::blocks(key, &spot.dotted(), written));
        }
        None => match names.as_slice() {
            ["profiling", "pmu_counters", _, at::ITEM] => {}
            _ => blocks.push(Block::Text(unknown(reading, &spot.dotted())?)),
        },
    }
    match names.as_slice() {
        ["target", "board"] => blocks.extend(board_of_profile(reading)),
        ["target", "custom_boards", name] => blocks.extend(named_board(reading, name)),
        ["target", "clock", "cpu"] => blocks.extend(cpu_speeds(reading)),
        ["target", "psram", "clock_hz"] => blocks.extend(psram_clocks(reading)),
        ["profiling", "pmu_counters", group] => blocks.extend(counter::group(reading, group)),
        ["profiling", "pmu_counters", _, at::ITEM] => {
            let name = at::name(reading.tree(), spot.node)?;
            blocks = counter::counter(reading, name)?;
        }
        _ => {}
    }
    let range = reading.tree().node(spot.node).full_range();
    Some(Card { range, blocks })
}

/// What there is to say of a key, or of a value that it could have.
pub(super) fn about(reading: &Reading, names: &[&str], value: Option<&str>) -> Option<Vec<Block>> {
    let dotted = names.join(".");
    let mut blocks = vec![Block::Title(dotted.clone())];
    let about_value = match (names, value) {
        (["profiling", "pmu_counters", ..], Some(name)) => counter::counter(reading, name),
        (["target", "board" | "custom_boards", ..], Some(name)) => Some(named_board(reading, name)),
        _ => None,
    };
    if let Some(about) = about_value.filter(|about| !about.is_empty()) {
        return Some(about);
    }
    blocks.extend(key::blocks(reading.schema.key(names)?, &dotted, value));
    if let (["profiling", "pmu_counters", group], None) = (names, value) {
        blocks.extend(counter::group(reading, group));
    }
    Some(blocks)
}

/// A key that other releases know.
fn unknown(reading: &Reading, dotted: &str) -> Option<String> {
    let span = key_span(dotted)?;
    Some(format!(
        "hpx {} does not know this key; it is known {}.",
        reading.release.name,
        key::releases(span)
    ))
}

fn board_of_profile(reading: &Reading) -> Vec<Block> {
    match &reading.resolved.platform {
        Some(platform) => board_blocks(reading, &platform.board, &platform.soc),
        None => Vec::new(),
    }
}

fn named_board(reading: &Reading, name: &str) -> Vec<Block> {
    let platforms = &reading.profile.platforms;
    let Lookup::Known(board) = platforms.board(name) else {
        return Vec::new();
    };
    match platforms.soc_of(board) {
        Some(soc) => board_blocks(reading, board, &soc),
        None => Vec::new(),
    }
}

/// A board's facts, and its memory where no capacity table tells it.
fn board_blocks(reading: &Reading, board: &Board, soc: &Soc) -> Vec<Block> {
    let clean = |(name, value): (String, String)| (code(&name).replace('`', ""), code_free(&value));
    let facts = board::facts(board, soc).into_iter().map(clean);
    let mut blocks = vec![
        Block::Text(format!("The board {}:", code(&board.name))),
        Block::Facts(facts.collect()),
    ];
    if reading.resolved.plan.is_none() {
        blocks.push(Block::Table(board::memory(board, soc)));
    }
    blocks
}

/// Text of somebody else in which nothing is code.
fn code_free(text: &str) -> String {
    text.replace('`', "'")
}

fn cpu_speeds(reading: &Reading) -> Vec<Block> {
    let platform = reading.resolved.platform.as_ref();
    let Some((soc, cpu)) = platform.and_then(|it| Some((&it.soc, it.soc.clock("cpu")?))) else {
        return Vec::new();
    };
    let speeds = cpu.speeds.iter().map(|speed| {
        let default = if speed.name == cpu.default {
            ", the default"
        } else {
            ""
        };
        (code(&speed.name), format!("{} MHz{default}", speed.mhz))
    });
    vec![
        Block::Text(format!("The speeds of the {}:", code(&soc.name))),
        Block::Facts(speeds.collect()),
    ]
}

/// Which clocks hpx takes, and which this part can make.
fn psram_clocks(reading: &Reading) -> Vec<Block> {
    let clocks = &reading.catalog.psram_clocks;
    let list = |clocks: &[i64]| {
        let each = clocks.iter().map(|hz| format!("{}", hz / 1_000_000));
        each.collect::<Vec<_>>().join(", ")
    };
    let mut facts = vec![("hpx takes".to_owned(), list(&clocks.accepted))];
    if let Some(platform) = &reading.resolved.platform {
        let soc = &platform.soc;
        let mut families = clocks.families.iter();
        if let Some(family) = families.find(|family| family.family == soc.family) {
            let name = format!("the {} can probably make", code(&soc.name));
            facts.push((name, list(&family.possible)));
        }
    }
    vec![
        Block::Text("The clocks in MHz:".to_owned()),
        Block::Facts(facts),
    ]
}
