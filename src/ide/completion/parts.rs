//! Boards, SoCs and what they have, as values.

use super::spelling::Text;
use super::values::{BAD, GOOD, POOR, Value};
use crate::analysis::Reading;
use crate::catalog::{Board, EngineKind, Placement, Region, Soc};
use crate::ide::board;
use crate::ide::names::{NameKind, definitions};
use crate::ide::{at, hover};
use crate::profile::Lookup;
use crate::schema::Key;

/// The names of the profile's own parts of a kind; those that stand before an
/// offset, where there is one.
fn described(reading: &Reading, kind: NameKind, before: Option<u32>) -> Vec<String> {
    let tree = reading.tree();
    let known = |key: &_| {
        let range = tree.node(*key).range;
        before.is_none_or(|before| range.end < before)
    };
    let all = definitions(reading).into_iter();
    let keys = all.filter(|(it, _)| *it == kind).map(|(_, key)| key);
    let mut keys: Vec<_> = keys.filter(known).collect();
    // The last is the one that is being described.
    if before.is_some() {
        keys.pop();
    }
    let names = keys.into_iter().filter_map(|key| at::name(tree, key));
    names.map(str::to_owned).collect()
}

/// Boards by name, the profile's own first.
pub fn boards(reading: &Reading, before: Option<u32>) -> Vec<Value> {
    let own = described(reading, NameKind::Board, before);
    let mut values: Vec<Value> = own
        .iter()
        .map(|name| described_board(reading, name))
        .collect();
    let others = own_boards(reading).into_iter();
    values.extend(others.filter(|value| !own.contains(&value.label)));
    values
}

fn described_board(reading: &Reading, name: &str) -> Value {
    let Lookup::Known(board) = reading.profile.platforms.board(name) else {
        return Value::word(name, "described here");
    };
    let soc = reading.profile.platforms.soc_of(board);
    let about = soc.map(|soc| memory(board, &soc)).unwrap_or_default();
    Value::word(name, format!("described here; {about}"))
}

/// The release's own boards.
pub fn own_boards(reading: &Reading) -> Vec<Value> {
    let catalog = reading.catalog;
    let aot = reading.resolved.engine == Some(EngineKind::HeliaAot);
    let boards = catalog.boards.iter().filter_map(|board| {
        let value = Value::word(&board.name, memory(board, catalog.soc(&board.soc)?));
        Some(match board.aot_platform {
            None if aot => value.marked(BAD, "heliaAOT has no platform for it"),
            _ => value,
        })
    });
    boards.collect()
}

/// The SoC of a board, its core and memory.
fn memory(board: &Board, soc: &Soc) -> String {
    let regions = Region::CHOICES.iter().filter_map(|(name, region)| {
        let kib = board::kib(board, soc, *region);
        (kib > 0).then(|| format!("{name} {kib}"))
    });
    let regions = regions.collect::<Vec<_>>().join(", ");
    format!("{}, {}: {regions} KiB", soc.name, soc.core)
}

/// SoCs by name, the profile's own first.
pub fn socs(reading: &Reading, before: Option<u32>) -> Vec<Value> {
    let own = described(reading, NameKind::Soc, before);
    let mut values: Vec<Value> = own
        .iter()
        .map(|name| Value::word(name, "described here"))
        .collect();
    let others = reading.catalog.socs.iter();
    let others = others.filter(|soc| !own.contains(&soc.name));
    values.extend(others.map(|soc| Value::word(&soc.name, soc.core.name())));
    values
}

/// The speeds of this part's CPU that can be used.
pub fn cpu_speeds(reading: &Reading) -> Vec<Value> {
    let platform = reading.resolved.platform.as_ref();
    let Some(cpu) = platform.and_then(|it| it.soc.clock("cpu")) else {
        return Vec::new();
    };
    let usable = cpu.speeds.iter().filter(|speed| speed.perf_tier.is_some());
    let speeds = usable.map(|speed| {
        let default = speed.name == cpu.default;
        let mark = if default { ", the default" } else { "" };
        Value {
            default,
            ..Value::word(&speed.name, format!("{} MHz{mark}", speed.mhz))
        }
    });
    speeds.collect()
}

/// The clocks that hpx takes, those that the part cannot make last.
pub fn psram_clocks(reading: &Reading) -> Vec<Value> {
    let clocks = &reading.catalog.psram_clocks;
    let soc = reading.resolved.platform.as_ref().map(|it| &it.soc);
    let mut families = clocks.families.iter();
    let possible = soc.and_then(|soc| families.find(|it| it.family == soc.family));
    let values = clocks.accepted.iter().map(|hz| {
        let value = Value::yaml(&hz.to_string(), format!("{} MHz", hz / 1_000_000));
        match (possible, soc) {
            (Some(family), Some(soc)) if !family.possible.contains(hz) => {
                value.marked(BAD, &format!("{} probably cannot make it", soc.name))
            }
            _ => value,
        }
    });
    values.collect()
}

/// The transports, USB last where the part has none.
pub fn transports(reading: &Reading, key: &Key) -> Vec<Value> {
    let soc = reading.resolved.platform.as_ref().map(|it| &it.soc);
    let values = key.choices.iter().map(|choice| {
        let value = Value::word(&choice.value, &choice.description);
        match soc {
            Some(soc) if choice.value == "usb_cdc" && !soc.has_usb => {
                value.marked(BAD, &format!("{} has no USB", soc.name))
            }
            _ => value,
        }
    });
    values.collect()
}

/// The backends that the engine knows; those of all where it is not known.
pub fn backends(reading: &Reading) -> Vec<Value> {
    let catalog = reading.catalog;
    let name = reading.profile.engine.name.get();
    let Some(engine) = name.and_then(|name| catalog.engine(name)) else {
        let each = catalog.engines.iter().flat_map(|engine| {
            let of = format!("of {}", engine.name);
            let backends = engine.backends.iter();
            backends.map(move |backend| Value::word(backend, &of))
        });
        let mut values: Vec<Value> = each.collect();
        values.sort_by(|a, b| a.label.cmp(&b.label));
        values.dedup_by(|again, first| {
            let same = again.label == first.label;
            if same {
                first.detail = format!("{}, {}", first.detail, again.detail);
            }
            same
        });
        return values;
    };
    let soc = reading.resolved.platform.as_ref().map(|it| &it.soc);
    let values = engine.backends.iter().map(|backend| {
        let default = engine.default_backend.as_ref() == Some(backend);
        let detail = if default { "the default" } else { "" };
        let value = Value {
            default,
            ..Value::word(backend, detail)
        };
        match soc {
            Some(soc) if backend == "ethos_u" && soc.npu.is_none() => {
                value.marked(BAD, &format!("{} has no NPU", soc.name))
            }
            _ => value,
        }
    });
    values.collect()
}

/// heliaAOT's platforms, the board's own first.
pub fn aot_platforms(reading: &Reading) -> Vec<Value> {
    let board = reading.resolved.platform.as_ref().map(|it| &it.board);
    let own = board.and_then(|board| board.aot_platform.as_ref());
    let mut names: Vec<&String> = own.into_iter().collect();
    for board in &reading.catalog.boards {
        let platform = board.aot_platform.as_ref();
        names.extend(platform.filter(|name| !names.contains(name)));
    }
    let value = |name: &String| match own {
        Some(own) if own == name => Value {
            default: true,
            ..Value::word(name, "the board's own")
        },
        _ => Value {
            rank: POOR,
            ..Value::word(name, "of another board")
        },
    };
    names.into_iter().map(value).collect()
}

/// heliaAOT's names of memory, those that the board lacks last.
pub fn aot_memories(reading: &Reading, key: &Key) -> Vec<Value> {
    let names = &reading.catalog.aot.memory_names;
    let value = |example: &serde_json::Value| {
        let name = hover::key::spelt(example);
        let place = names.iter().find(|(_, known)| **known == name);
        let value = Value::word(&name, "");
        match place {
            Some((place, _)) => in_memory(reading, value, *place),
            None => value,
        }
    };
    key.examples.iter().map(value).collect()
}

fn in_memory(reading: &Reading, value: Value, place: Placement) -> Value {
    let Some(platform) = &reading.resolved.platform else {
        return value;
    };
    match board::kib(&platform.board, &platform.soc, place.region()) {
        0 => value.marked(BAD, "the board has none"),
        kib => Value {
            detail: format!("{kib} KiB of {}", place.region()),
            ..value
        },
    }
}

/// The counters of a group; in brackets where a list of them would begin.
pub fn counters(reading: &Reading, group: &str, listed: bool) -> Vec<Value> {
    let counters = &reading.catalog.counters;
    let default = counters.groups.iter().find(|it| it.name == group);
    let default = default.map_or(&[][..], |it| &it.default);
    let of_group = counters.events.iter().filter(|it| it.group == group);
    let values = of_group.map(|counter| {
        let name = &counter.name;
        Value {
            text: match listed {
                true => Text::Yaml(format!("[{name}]")),
                false => Text::Word(name.clone()),
            },
            rank: match (listed, default.contains(name)) {
                (false, true) => GOOD,
                _ => POOR,
            },
            ..Value::word(name, &counter.description)
        }
    });
    values.collect()
}

/// The pad that a board has for a signal.
pub fn pin(reading: &Reading, key: &str) -> Vec<Value> {
    let Some(platform) = &reading.resolved.platform else {
        return Vec::new();
    };
    let board = &platform.board;
    let pad = match key {
        "sync_gpio_pin" => board.sync_gpio_pin,
        "state_gpio_pin" => board.state_gpio_pin,
        _ => board.go_gpio_pin,
    };
    let wired = key == "sync_gpio_pin" || pad != 0;
    let value = Value {
        default: true,
        ..Value::yaml(&pad.to_string(), "the board's own")
    };
    wired.then_some(value).into_iter().collect()
}
