//! One entry of `target.custom_boards`.

use super::super::coerce;
use super::super::datum::Datum;
use super::super::lower::Lowering;
use super::super::problem::{ProblemKind, Spot};
use super::fields::{Fields, narrow};
use super::{Lookup, Platforms};
use crate::catalog::Board;

/// The board, or `None` where hpx refuses it.
pub(super) fn read(
    walk: &mut Lowering<'_>,
    fields: &Fields,
    platforms: &Platforms,
    name: &str,
) -> Option<Board> {
    let catalog = platforms.catalog;
    if catalog.traits.custom_keys_checked {
        fields.check_keys(walk, &catalog.custom_keys.board_names());
    }
    let base = based_on(walk, fields, platforms)?;
    let base = base.as_ref();
    let soc = required(walk, fields, "soc", base.map(|b| b.soc.as_str()));
    let channel = required(walk, fields, "channel", base.map(|b| b.channel.as_str()));
    let psram_kb = psram(walk, fields, base);
    let pins = &catalog.power;
    let sync = pin(
        walk,
        fields,
        "default_sync_gpio_pin",
        base.map_or(pins.sync_gpio_pin, |b| b.sync_gpio_pin),
        catalog.traits.custom_pins_checked,
    );
    let state = pin(
        walk,
        fields,
        "default_state_gpio_pin",
        base.map_or(pins.state_gpio_pin, |b| b.state_gpio_pin),
        catalog.traits.custom_pins_checked,
    );
    let go = pin(
        walk,
        fields,
        "default_go_gpio_pin",
        base.map_or(pins.go_gpio_pin, |b| b.go_gpio_pin),
        catalog.traits.custom_pins_checked,
    );
    let ble = ble_reset(walk, fields, base, catalog.traits.custom_pins_checked);
    let starter = starter(walk, fields, platforms, base, name);
    let is_fpga = fpga(walk, fields, base, catalog.traits.custom_pins_checked);
    let soc = soc?;
    known_soc(walk, fields, platforms, &soc)?;
    Some(Board {
        name: name.to_owned(),
        soc,
        channel: channel?,
        psram_kb: psram_kb?,
        sync_gpio_pin: sync?,
        state_gpio_pin: state?,
        go_gpio_pin: go?,
        ble_reset_gpio_pin: ble?,
        starter_profile_board: starter?,
        is_fpga: is_fpga?,
        aot_platform: None,
    })
}

/// The board it derives from: `Some(None)` where it derives from none.
fn based_on(
    walk: &mut Lowering<'_>,
    fields: &Fields,
    platforms: &Platforms,
) -> Option<Option<Board>> {
    let datum = fields.datum(walk, "based_on").unwrap_or(Datum::Null);
    if !datum.is_truthy() {
        return Some(None);
    }
    let name = fields.text(walk, "based_on", None)?;
    let found = match (datum, platforms.board(&name)) {
        (Datum::Unknown, _) | (_, Lookup::Broken) => return None,
        (Datum::Str(_), Lookup::Known(board)) => return Some(Some(board.clone())),
        _ => {
            let meant = platforms.meant_board(&name);
            ProblemKind::UnknownPlatformName {
                what: "board",
                name,
                meant,
            }
        }
    };
    report_at(walk, fields, "based_on", found);
    None
}

pub(super) fn report_at(walk: &mut Lowering<'_>, fields: &Fields, name: &str, kind: ProblemKind) {
    let spot = match fields.get(walk, name) {
        Some(field) => Spot::Value {
            key: Some(field.key),
            value: field.value,
        },
        None => Spot::Key(fields.key),
    };
    walk.report(kind, &fields.path_of(name), spot);
}

fn required(
    walk: &mut Lowering<'_>,
    fields: &Fields,
    name: &str,
    inherited: Option<&str>,
) -> Option<String> {
    let value = fields.text(walk, name, inherited);
    if value.is_none() {
        fields.missing(walk, name);
    }
    value
}

/// The SoC must exist.
fn known_soc(
    walk: &mut Lowering<'_>,
    fields: &Fields,
    platforms: &Platforms,
    soc: &str,
) -> Option<()> {
    match platforms.soc(soc) {
        Lookup::Known(_) => Some(()),
        Lookup::Broken => None,
        Lookup::Unknown => {
            let kind = ProblemKind::UnknownPlatformName {
                what: "SoC",
                name: soc.to_owned(),
                meant: platforms.meant_soc(soc),
            };
            report_at(walk, fields, "soc", kind);
            None
        }
    }
}

fn psram(walk: &mut Lowering<'_>, fields: &Fields, base: Option<&Board>) -> Option<Option<i128>> {
    match fields.datum(walk, "psram_kb") {
        None => Some(base.and_then(|b| b.psram_kb)),
        Some(Datum::Null) => Some(None),
        Some(_) => fields.int(walk, "psram_kb", 0).map(Some),
    }
}

/// A pad number. Early releases take whatever `int()` takes.
fn pin(
    walk: &mut Lowering<'_>,
    fields: &Fields,
    name: &str,
    inherited: i64,
    checked: bool,
) -> Option<i64> {
    if !checked {
        return fields.int(walk, name, inherited.into()).map(pad);
    }
    let Some(datum) = fields.datum(walk, name) else {
        return Some(inherited);
    };
    let number = pad_number(&datum);
    if number.is_none() {
        fields.refuse(
            walk,
            name,
            "a GPIO pad number, an integer of 0 or more".into(),
        );
    }
    number
}

fn pad_number(datum: &Datum<'_>) -> Option<i64> {
    let number = match datum {
        Datum::Int(number) => (*number).clone(),
        Datum::Str(text) => coerce::python_int_from_str(text, 10)?,
        _ => return None,
    };
    Some(pad(narrow(&number))).filter(|number| *number >= 0)
}

/// A pad number as the catalog holds it: no part has one beyond 64 bits.
fn pad(number: i128) -> i64 {
    let limit = if number < 0 { i64::MIN } else { i64::MAX };
    i64::try_from(number).unwrap_or(limit)
}

fn ble_reset(
    walk: &mut Lowering<'_>,
    fields: &Fields,
    base: Option<&Board>,
    checked: bool,
) -> Option<Option<i64>> {
    const NAME: &str = "ble_reset_gpio_pin";
    let inherited = base.and_then(|b| b.ble_reset_gpio_pin);
    let datum = match fields.datum(walk, NAME) {
        Some(datum) if checked => datum,
        _ => return Some(inherited),
    };
    if datum == Datum::Null {
        return Some(None);
    }
    let number = pad_number(&datum).filter(|number| *number > 0);
    if number.is_none() {
        let expected = "the pad number of the radio's reset line, 1 or more; leave the key out \
                        on a board without a radio";
        fields.refuse(walk, NAME, expected.into());
    }
    number.map(Some)
}

fn starter(
    walk: &mut Lowering<'_>,
    fields: &Fields,
    platforms: &Platforms,
    base: Option<&Board>,
    own: &str,
) -> Option<Option<String>> {
    const NAME: &str = "starter_profile_board";
    let inherited = base.map(|b| b.starter_profile_board.clone().unwrap_or(b.name.clone()));
    let Some(name) = fields.text(walk, NAME, inherited.as_deref()) else {
        return Some(None);
    };
    if name == own {
        return Some(Some(name));
    }
    match platforms.board(&name) {
        Lookup::Known(_) => Some(Some(name)),
        Lookup::Broken => None,
        Lookup::Unknown => {
            let meant = platforms.meant_board(&name);
            let kind = ProblemKind::UnknownPlatformName {
                what: "board",
                name,
                meant,
            };
            report_at(walk, fields, NAME, kind);
            None
        }
    }
}

fn fpga(
    walk: &mut Lowering<'_>,
    fields: &Fields,
    base: Option<&Board>,
    checked: bool,
) -> Option<bool> {
    match fields.datum(walk, "is_fpga") {
        Some(Datum::Bool(flag)) if checked => Some(flag),
        Some(_) if checked => {
            fields.refuse(walk, "is_fpga", "true or false".into());
            None
        }
        _ => Some(base.is_some_and(|b| b.is_fpga)),
    }
}
