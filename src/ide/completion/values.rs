//! Values of a key, with what they mean in this profile.

use super::parts;
use super::spelling::Text;
use crate::analysis::Reading;
use crate::ide::at::ITEM;
use crate::ide::{capacity, hover};
use crate::resolve::{Alternative, Outcome, Part};
use crate::schema::{Choice, Key, Kind};

/// Names that are somebody's own, so that an example would only be wrong.
const OWN: [&str; 4] = ["usb_port", "jlink_serial", "serial", "id"];

/// A value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Value {
    /// Its name.
    pub label: String,
    /// What is written.
    pub text: Text,
    /// What it means here.
    pub detail: String,
    /// The higher, the less it fits.
    pub rank: u8,
    /// Whether it holds anyway.
    pub default: bool,
}

/// What fits well.
pub const GOOD: u8 = 1;
/// What works otherwise than it reads, or is only an example.
pub const POOR: u8 = 2;
/// What does not work here.
pub const BAD: u8 = 3;

impl Value {
    /// A string that fits.
    pub fn word(word: &str, detail: impl Into<String>) -> Self {
        Value {
            label: word.to_owned(),
            text: Text::Word(word.to_owned()),
            detail: detail.into(),
            rank: GOOD,
            default: false,
        }
    }

    /// What YAML reads as no string, and fits.
    pub fn yaml(yaml: &str, detail: impl Into<String>) -> Self {
        Value {
            text: Text::Yaml(yaml.to_owned()),
            ..Value::word(yaml, detail)
        }
    }

    /// The value, marked as one that does not work, and why.
    pub fn marked(mut self, rank: u8, why: &str) -> Self {
        self.rank = rank;
        self.precede(why);
        self
    }

    /// Says something before all that is said of it.
    fn precede(&mut self, words: &str) {
        self.detail = match self.detail.as_str() {
            "" => words.to_owned(),
            detail => format!("{words}; {detail}"),
        };
    }
}

/// The values of a key at a path; `offset` is where they would stand.
pub fn values(reading: &Reading, key: &Key, path: &[&str], offset: u32) -> Vec<Value> {
    let mut values = match path {
        ["target", "board"] => parts::boards(reading, None),
        ["target", "custom_boards", _, "based_on"] => parts::boards(reading, Some(offset)),
        ["target", "custom_boards", _, "starter_profile_board"] => parts::own_boards(reading),
        ["target", "custom_boards", _, "soc"] => parts::socs(reading, None),
        ["target", "custom_socs", _, "based_on"] => parts::socs(reading, Some(offset)),
        ["target", "clock", "cpu"] => parts::cpu_speeds(reading),
        ["target", "psram", "clock_hz"] => parts::psram_clocks(reading),
        ["target", "transport"] => parts::transports(reading, key),
        ["engine", "backend"] => parts::backends(reading),
        ["engine", "config", "platform_name"] => parts::aot_platforms(reading),
        [
            "engine",
            "config",
            ..,
            "memory" | "constant_destination_memory",
        ] => parts::aot_memories(reading, key),
        ["profiling", "pmu_counters", group] => {
            let mut words = choices(key);
            words.extend(parts::counters(reading, group, true));
            words
        }
        ["profiling", "pmu_counters", group, ITEM] => parts::counters(reading, group, false),
        ["model", "arena_location"] => placements(reading, key, Part::Arena),
        ["model", "weights_location"] => placements(reading, key, Part::Weights),
        [
            "power",
            pin @ ("sync_gpio_pin" | "state_gpio_pin" | "go_gpio_pin"),
        ] => parts::pin(reading, pin),
        _ => choices(key),
    };
    if values.is_empty() {
        values = others(key);
    }
    let default = key.default.as_ref().map(hover::key::spelt);
    let marked = values.iter().any(|value| value.default);
    for value in &mut values {
        if !marked && Some(&value.label) == default.as_ref() {
            value.default = true;
            value.precede("the default");
        }
    }
    values
}

/// The choices that the schema tells.
fn choices(key: &Key) -> Vec<Value> {
    let taken = |choice: &&Choice| !key.refused.contains(&choice.value);
    let choices = key.choices.iter().filter(taken);
    choices
        .map(|choice| spelt(key, &choice.value, &choice.description))
        .collect()
}

fn spelt(key: &Key, value: &str, detail: &str) -> Value {
    match key.kind {
        Kind::Int | Kind::Float | Kind::PythonInt | Kind::Positive | Kind::Pin => {
            Value::yaml(value, detail)
        }
        _ => Value::word(value, detail),
    }
}

/// Booleans, the default and examples, for a key without choices.
fn others(key: &Key) -> Vec<Value> {
    match key.kind {
        Kind::Bool | Kind::StrictBool | Kind::Truthy => {
            vec![Value::yaml("true", ""), Value::yaml("false", "")]
        }
        Kind::Section | Kind::Map | Kind::Free | Kind::Any | Kind::Path => Vec::new(),
        _ if OWN.contains(&key.name.as_str()) => Vec::new(),
        _ => {
            let default = key.default.iter().filter(|it| *it != "");
            let mut found: Vec<Value> = default
                .map(|value| spelt(key, &hover::key::spelt(value), ""))
                .collect();
            for example in &key.examples {
                let spelling = hover::key::spelt(example);
                let value = match example.as_str() {
                    Some(word) => Value::word(word, "for example"),
                    None => Value::yaml(&spelling, "for example"),
                };
                if found.iter().all(|known| known.label != value.label) {
                    found.push(Value {
                        rank: POOR,
                        ..value
                    });
                }
            }
            if let Some(unit) = &key.unit {
                for value in &mut found {
                    value.precede(&format!("{} {unit}", value.label));
                }
            }
            found
        }
    }
}

/// Placements, with what each would give.
fn placements(reading: &Reading, key: &Key, part: Part) -> Vec<Value> {
    let catalog = reading.catalog;
    let planned = reading
        .resolved
        .placements(part, reading.engine_config(), catalog);
    let to = |name: &str| {
        planned
            .iter()
            .find(|it: &&Alternative| it.to.name() == name)
    };
    let mut values = choices(key);
    for value in &mut values {
        let Some(planned) = to(&value.label) else {
            continue;
        };
        value.detail = capacity::outcome(&planned.outcome).replace('`', "");
        value.rank = match &planned.outcome {
            Outcome::Fits(_) => GOOD,
            Outcome::Overflows(_) | Outcome::LinkOverflows(_) => POOR,
            Outcome::Refused(_) => BAD,
        };
    }
    if key.nullable {
        let placed = reading.resolved.placed;
        let place = placed.map(|placed| match part {
            Part::Arena => placed.arena,
            Part::Weights => placed.weights,
        });
        let detail = match place {
            Some(place) => format!("left to hpx, which takes {place}"),
            None => "left to hpx".to_owned(),
        };
        values.push(Value {
            rank: POOR,
            ..Value::yaml("null", detail)
        });
    }
    values
}
