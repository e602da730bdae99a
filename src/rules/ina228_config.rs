//! `ina228-config`: an INA228 block that hpx refuses.

use super::{Docs, Facts, Findings, Rule};
use crate::diagnostic::{Level, Origin};
use num_bigint::BigInt;

use super::{or_list, shortened};

/// See [`Docs`].
pub static RULE: Rule = Rule {
    id: "ina228-config",
    origin: Origin::Hpx,
    level: Level::Error,
    summary: "an INA228 block that hpx refuses",
    docs: Docs {
        what: "A value of `power.ina228` is out of its range, or nothing says what the shunt is.",
        why: "hpx checks the block even where power is off (`helia_profiler.config.power.Ina228Config`, 0.1.5 on). The conversion times and averaging counts are the chip's own steps.",
        example: "\
model:
  path: kws.tflite
power:
  ina228:
    shunt_ohms: 0.015
    conversion_time_us: 500
",
        instead: "\
model:
  path: kws.tflite
power:
  ina228:
    shunt_ohms: 0.015
    conversion_time_us: 540
",
    },
    check,
};

fn check(facts: &Facts<'_>, out: &mut Findings<'_>) {
    let ina228 = &facts.profile.power.ina228;
    if ina228.block.get().is_none() {
        return;
    }
    shunt(facts, out);
    positive(facts, out);
    steps(facts, out);
    let id = &ina228.calibration_id;
    if let Some(text) = id.get().filter(|text| !is_calibration_id(text)) {
        out.say(
            facts.at(id, "power.ina228.calibration_id"),
            format!("`{}` is no calibration id", shortened(text)),
        )
        .help("1 to 64 characters: letters, digits, and . _ : + -");
    }
}

/// The shunt must be known: by the block, or by a board that carries one.
fn shunt(facts: &Facts<'_>, out: &mut Findings<'_>) {
    const KEY: &str = "power.ina228.shunt_ohms";
    let ina228 = &facts.profile.power.ina228;
    let Some(board) = ina228.board.known() else {
        return;
    };
    let boards = &facts.catalog.power.ina228_boards;
    // A board that hpx does not know is refused by its name.
    let preset = board.and_then(|name| boards.iter().find(|preset| preset.name == name));
    match ina228.shunt_ohms.known() {
        Some(None) if preset.is_none_or(|preset| preset.shunt_ohms.is_none()) => {
            let at = facts.at(&ina228.shunt_ohms, KEY);
            out.say(
                at,
                "the shunt's resistance is not known: `power.ina228.shunt_ohms` is required",
            )
            .help("set it to the ohms of the resistor in your wiring, such as 0.015");
        }
        Some(Some(ohms)) if ohms <= 0.0 => {
            out.say(
                facts.at(&ina228.shunt_ohms, KEY),
                format!("`{KEY}` is {ohms}, and must be above 0"),
            );
        }
        _ => {}
    }
}

fn positive(facts: &Facts<'_>, out: &mut Findings<'_>) {
    let ina228 = &facts.profile.power.ina228;
    let current = &ina228.max_current_a;
    if let Some(amperes) = current.get().filter(|amperes| **amperes <= 0.0) {
        let at = facts.at(current, "power.ina228.max_current_a");
        out.say(
            at,
            format!("`power.ina228.max_current_a` is {amperes}, and must be above 0"),
        );
    }
    for (key, value, least, most) in [
        ("power.ina228.i2c_iom", &ina228.i2c_iom, 0, 7),
        ("power.ina228.i2c_address", &ina228.i2c_address, 0x08, 0x77),
        (
            "power.ina228.i2c_speed_hz",
            &ina228.i2c_speed_hz,
            1,
            i64::MAX,
        ),
    ] {
        let Some(number) = value.get() else { continue };
        let at_most = most == i64::MAX || *number <= BigInt::from(most);
        if *number >= BigInt::from(least) && at_most {
            continue;
        }
        let range = match key {
            "power.ina228.i2c_address" => "a 7-bit address from 0x08 to 0x77".to_owned(),
            _ if most == i64::MAX => format!("{least} or more"),
            _ => format!("from {least} to {most}"),
        };
        out.say(
            facts.at(value, key),
            format!("`{key}` is {number}, and must be {range}"),
        );
    }
}

fn steps(facts: &Facts<'_>, out: &mut Findings<'_>) {
    let ina228 = &facts.profile.power.ina228;
    let power = &facts.catalog.power;
    for (key, value, known) in [
        (
            "power.ina228.conversion_time_us",
            &ina228.conversion_time_us,
            &power.ina228_conversion_times_us,
        ),
        (
            "power.ina228.averaging_count",
            &ina228.averaging_count,
            &power.ina228_averaging_counts,
        ),
    ] {
        let Some(number) = value.get() else { continue };
        if known.iter().any(|known| *number == BigInt::from(*known)) {
            continue;
        }
        let names: Vec<String> = known.iter().map(ToString::to_string).collect();
        out.say(
            facts.at(value, key),
            format!("the chip has no step of {number} for `{key}`"),
        )
        .help(format!("it takes {}", or_list(names)));
    }
}

fn is_calibration_id(text: &str) -> bool {
    let allowed = |b: u8| b.is_ascii_alphanumeric() || b"._:+-".contains(&b);
    (1..=64).contains(&text.len()) && text.bytes().all(allowed)
}
