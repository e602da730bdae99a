//! `power-range`: a number out of range in `power`.

use super::{Docs, Facts, Findings, Rule};
use crate::diagnostic::{Level, Origin};
use num_bigint::BigInt;

/// See [`Docs`].
pub static RULE: Rule = Rule {
    id: "power-range",
    origin: Origin::Hpx,
    level: Level::Error,
    summary: "a number out of range in `power`",
    docs: Docs {
        what: "`power.sync_input_index` is below 0, `power.stats_rate_hz` is below 1, or `power.lockstep` is on without the two pins that it needs.",
        why: "hpx refuses them even where power is off (`helia_profiler.config.power.PowerConfig`, all releases). The pins default to the board's, and 0 means that the wire is not there.",
        example: "\
model:
  path: kws.tflite
power:
  stats_rate_hz: 0
",
        instead: "\
model:
  path: kws.tflite
power:
  stats_rate_hz: 1000
",
    },
    check,
};

fn check(facts: &Facts<'_>, out: &mut Findings<'_>) {
    let power = &facts.profile.power;
    for (key, value, least) in [
        ("power.sync_input_index", &power.sync_input_index, 0),
        ("power.stats_rate_hz", &power.stats_rate_hz, 1),
    ] {
        if let Some(number) = value.get().filter(|number| **number < BigInt::from(least)) {
            out.say(
                facts.at(value, key),
                format!("`{key}` is {number}, and must be {least} or more"),
            );
        }
    }
    if power.lockstep.get() == Some(&true) && power.lockstep_is_wired() == Some(false) {
        out.say(
            facts.at(&power.lockstep, "power.lockstep"),
            "lock-step needs both a state and a go pin, and one is 0 here",
        )
        .help("set `power.state_gpio_pin` and `power.go_gpio_pin` to the pads that are wired");
    }
}
