//! One entry of `target.custom_boards`.

use super::super::coerce;
use super::super::datum::Datum;
use super::super::lower::Lowering;
use super::fields::{Fields, narrow};
use super::{Kind, Platforms};
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
    let unknown = |name: &str| platforms.unknown(Kind::Board, name);
    let base = fields.base(walk, |name| platforms.board(name), unknown)?;
    let base = base.as_ref();
    let soc = fields.required(walk, "soc", base.map(|b| b.soc.as_str()));
    let channel = fields.required(walk, "channel", base.map(|b| b.channel.as_str()));
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
    let found = platforms.soc(&soc);
    fields.known(walk, "soc", found, || platforms.unknown(Kind::Soc, &soc))?;
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
    if name != own {
        let unknown = || platforms.unknown(Kind::Board, &name);
        fields.known(walk, NAME, platforms.board(&name), unknown)?;
    }
    Some(Some(name))
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
