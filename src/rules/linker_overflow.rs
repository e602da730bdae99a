//! `linker-overflow`: a plan that the linker cannot place.

use super::{Docs, Facts, Findings, Rule};
use super::{attempt, overflow, ways_out};
use crate::diagnostic::{Level, Origin};
use crate::resolve::Linked;

/// See [`Docs`].
pub static RULE: Rule = Rule {
    id: "linker-overflow",
    origin: Origin::Own,
    level: Level::Error,
    summary: "a plan that the linker cannot place",
    docs: Docs {
        what: "What is planned into a region fits the capacity that hpx knows, and not what the linker's script leaves of it.",
        why: "hpx plans DTCM by the size of the part, and the linker's scripts leave less: of the 512 KiB of an apollo510 they leave 496 under `arm-none-eabi-gcc`, `gcc` and `atfe`, 492 under `armclang` (`helia_profiler.platform.memory_map`, 0.2.0 on). The linker of `armclang` keeps the boot stack above its extent, as apollo3p's scripts do for every toolchain. The run ends only after the build.",
        example: "\
model:
  path: kws.tflite
  arena_size: 465000
  arena_location: tcm
",
        instead: "\
model:
  path: kws.tflite
  arena_size: 450000
  arena_location: tcm
",
    },
    check,
};

fn check(facts: &Facts<'_>, out: &mut Findings<'_>) {
    let (Some(platform), Some(plan)) = (&facts.resolved.platform, &facts.resolved.plan) else {
        return;
    };
    for usage in &plan.regions {
        let Some(linked) = platform.linked(usage) else {
            continue;
        };
        let Some(over) = linked.overflow().filter(|_| usage.overflow().is_none()) else {
            continue;
        };
        let Linked { used, extent, .. } = linked;
        let toolchain = facts.profile.target.toolchain.get();
        let toolchain = toolchain.map_or("", String::as_str);
        let region = usage.region;
        let message = format!(
            "{region} fits hpx's plan and not the linker's script: {used} B to place, {extent} B \
             there with `{toolchain}` (over by {over} B)"
        );
        let ways = ways_out::of(facts, usage);
        let help = attempt::help(facts, &ways);
        out.say(overflow::place(facts, usage), message)
            .help(help)
            .fix(ways.into_iter().filter_map(|way| way.fix));
    }
}
