//! `power-driver`: a power driver that does not exist.

use super::{Docs, Facts, Findings, Rule};
use super::{edits, or_list, shortened};
use crate::diagnostic::{Level, Origin};
use crate::text::nearest;

/// See [`Docs`].
pub static RULE: Rule = Rule {
    id: "power-driver",
    origin: Origin::Hpx,
    level: Level::Error,
    summary: "a power driver that does not exist",
    docs: Docs {
        what: "`power.driver` is none that hpx has, and power capture needs one.",
        why: "hpx looks the driver up when it powers the board, before it builds (`helia_profiler.power`, all releases).",
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
    let fix = nearest.and_then(|nearest| edits::change_to_near(facts, driver, name, nearest));
    out.say(
        facts.at(driver, "power.driver"),
        format!("hpx has no power driver `{}`", shortened(name)),
    )
    .help(match nearest {
        Some(nearest) => format!("did you mean `{nearest}`?"),
        None => format!("it has {}", or_list(known)),
    })
    .fix(fix);
}
