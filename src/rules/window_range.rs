//! `window-range`: a measuring window that cannot be.

use super::{Docs, Facts, Findings, Rule};
use crate::diagnostic::{Level, Origin};
use num_bigint::BigInt;

/// See [`Docs`].
pub static RULE: Rule = Rule {
    id: "window-range",
    origin: Origin::Hpx,
    level: Level::Error,
    summary: "a measuring window that cannot be",
    docs: Docs {
        what: "`profiling.window_min` or `window_target_ms` is below 1, or `window_max` is below `window_min`.",
        why: "hpx refuses such a window (`helia_profiler.config.ProfilingConfig`, all releases).",
        example: "\
model:
  path: kws.tflite
profiling:
  window_min: 100
  window_max: 50
",
        instead: "\
model:
  path: kws.tflite
profiling:
  window_min: 50
  window_max: 100
",
    },
    check,
};

fn check(facts: &Facts<'_>, out: &mut Findings<'_>) {
    let profiling = &facts.profile.profiling;
    let one = BigInt::from(1);
    for (key, value) in [
        ("profiling.window_min", &profiling.window_min),
        ("profiling.window_target_ms", &profiling.window_target_ms),
    ] {
        if let Some(number) = value.get().filter(|number| **number < one) {
            out.say(
                facts.at(value, key),
                format!("`{key}` is {number}, and must be 1 or more"),
            );
        }
    }
    let (Some(min), Some(max)) = (profiling.window_min.get(), profiling.window_max.get()) else {
        return;
    };
    if max < min {
        let (culprit, key) = if profiling.window_max.is_written() {
            (&profiling.window_max, "profiling.window_max")
        } else {
            (&profiling.window_min, "profiling.window_min")
        };
        out.say(
            facts.at(culprit, key),
            format!("the window's largest count, {max}, is below its smallest, {min}"),
        )
        .help("set `window_max` to `window_min` or more");
    }
}
