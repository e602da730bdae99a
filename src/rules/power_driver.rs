//! `power-driver`: a power driver that does not exist.

use super::{Docs, Facts, Findings, Rule};
use super::{edits, or_list, shortened};
use crate::diagnostic::Applicability;
use crate::diagnostic::{Level, Origin};
use crate::text::nearest;

/// See [`Docs`].
pub static RULE: Rule = Rule {
    id: "power-driver",
    origin: Origin::Hpx,
    level: Level::Error,
    summary: "a power driver that does not exist",
    docs: Docs {
        what: "A `power.driver` that hpx does not have, where power capture needs one.",
        why: "hpx looks it up when it powers the board (`helia_profiler.power`).",
        example: "\
model:
  path: kws.tflite
power:
  enabled: true
  driver: joulscope
",
        instead: "\
model:
  path: kws.tflite
power:
  enabled: true
  driver: joulescope
",
    },
    check,
};

fn check(facts: &Facts<'_>, out: &mut Findings<'_>) {
    let power = &facts.profile.power;
    let driver = &power.driver;
    if power.enabled.get() != Some(&true) {
        return;
    }
    let known = &facts.catalog.power.drivers;
    let Some(name) = driver
        .get()
        .filter(|name| !name.is_empty() && !known.contains(name))
    else {
        return;
    };
    let nearest = nearest(name, known.iter().map(String::as_str));
    let fix = nearest.and_then(|nearest| {
        let edit = edits::set_value(facts, driver, nearest)?;
        Some(edits::fix(
            format!("Change to `{nearest}`"),
            Applicability::Safe,
            edit,
        ))
    });
    out.say(
        facts.at(driver, "power.driver"),
        format!("hpx has no power driver `{}`", shortened(name)),
    )
    .help(format!("it has {}", or_list(known)))
    .fix(fix);
}
