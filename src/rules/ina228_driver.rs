//! `ina228-driver`: the INA228 driver without what it needs.

use super::edits;
use super::{Docs, Facts, Findings, Rule};
use crate::diagnostic::{Level, Origin};
use crate::profile::State;

/// See [`Docs`].
pub static RULE: Rule = Rule {
    id: "ina228-driver",
    origin: Origin::Hpx,
    level: Level::Error,
    summary: "the INA228 driver without what it needs",
    docs: Docs {
        what: "`power.driver: ina228` stands without a `power.ina228` block, without `power.mode: internal`, or with shared firmware.",
        why: "The chip is read by the dedicated power firmware on the board itself (`helia_profiler.config.power.PowerConfig`, 0.1.5 on).",
        example: "\
model:
  path: kws.tflite
power:
  driver: ina228
  ina228:
    shunt_ohms: 0.015
",
        instead: "\
model:
  path: kws.tflite
power:
  driver: ina228
  mode: internal
  ina228:
    shunt_ohms: 0.015
",
    },
    check,
};

fn check(facts: &Facts<'_>, out: &mut Findings<'_>) {
    let power = &facts.profile.power;
    let driver = &power.driver;
    if driver.get().map(String::as_str) != Some("ina228")
        || facts.catalog.power.ina228_boards.is_empty()
    {
        return;
    }
    let at = facts.at(driver, "power.driver");
    if power.ina228.block.state == State::Null {
        out.say(
            at.clone(),
            "`power.driver: ina228` needs a `power.ina228` block",
        )
        .help("add `power.ina228` with the `shunt_ohms` of your wiring");
    }
    if power.mode.get().is_some_and(|mode| mode != "internal") {
        let fix = edits::set_over(facts, &power.mode, "power.mode", "internal").map(|edit| {
            edits::fix(
                "Set `power.mode: internal`",
                edits::unset(&power.mode),
                edit,
            )
        });
        out.say(
            at.clone(),
            "the INA228 measures on the board: `power.driver: ina228` needs `power.mode: internal`",
        )
        .help("set `power.mode: internal`")
        .fix(fix);
    }
    if power
        .firmware
        .get()
        .is_some_and(|firmware| firmware != "dedicated")
    {
        let fix =
            edits::set_over(facts, &power.firmware, "power.firmware", "dedicated").map(|edit| {
                edits::fix(
                    "Set `power.firmware: dedicated`",
                    edits::unset(&power.firmware),
                    edit,
                )
            });
        out.say(at, "the INA228 is read by the dedicated firmware: `power.driver: ina228` needs `power.firmware: dedicated`")
            .help("set `power.firmware: dedicated`")
            .fix(fix);
    }
}
