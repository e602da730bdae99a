//! `size-not-positive`: a size of nothing or less.

use super::{Docs, Facts, Findings, Rule};
use crate::diagnostic::{Level, Origin};
use num_bigint::BigInt;

/// See [`Docs`].
pub static RULE: Rule = Rule {
    id: "size-not-positive",
    origin: Origin::Hpx,
    level: Level::Error,
    summary: "a size of nothing or less",
    docs: Docs {
        what: "`model.arena_size` or `target.rtt_buffer_size_up` is not above 0.",
        why: "hpx refuses such a size (`helia_profiler.config.ModelConfig` and `TargetConfig`, 0.2.0 on; before, `helia_profiler.stages.preflight`).",
        example: "\
model:
  path: kws.tflite
  arena_size: 0
",
        instead: "\
model:
  path: kws.tflite
  arena_size: 65536
",
    },
    check,
};

fn check(facts: &Facts<'_>, out: &mut Findings<'_>) {
    let profile = facts.profile;
    for (key, size) in [
        ("model.arena_size", &profile.model.arena_size),
        (
            "target.rtt_buffer_size_up",
            &profile.target.rtt_buffer_size_up,
        ),
    ] {
        if let Some(bytes) = size.get().filter(|bytes| **bytes <= BigInt::ZERO) {
            out.say(
                facts.at(size, key),
                format!("`{key}` is {bytes} B, and must be above 0"),
            )
            .help("set the size in bytes, or remove the key to let hpx choose");
        }
    }
}
