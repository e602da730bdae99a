//! `linker-overflow`: a plan that the linker cannot place.

use super::overflow;
use super::{Docs, Facts, Findings, Rule};
use crate::catalog::{LinkFamily, Window};
use crate::diagnostic::{Level, Origin};
use crate::planner::{Bytes, RegionUsage};
use crate::profile::Datum;

/// See [`Docs`].
pub static RULE: Rule = Rule {
    id: "linker-overflow",
    origin: Origin::Own,
    level: Level::Error,
    summary: "a plan that the linker cannot place",
    docs: Docs {
        what: "A region whose planned contents fit hpx's capacity and not the extent of the linker's script.",
        why: "hpx plans DTCM by the size of the part; the scripts leave less: of the 512 KiB of an apollo510 496 under gcc and ATfE, 492 under armlink (`helia_profiler.platform.memory_map`, 0.2.0 on). armlink keeps the boot stack above its extent, as apollo3p's scripts do for both linkers.",
        example: "\
model:
  path: kws.tflite
  arena_size: 500000
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
    let toolchain = facts
        .profile
        .target
        .toolchain
        .get()
        .and_then(|name| facts.catalog.toolchain(name));
    let Some(family) = toolchain.and_then(|toolchain| toolchain.link_family) else {
        return;
    };
    if platform.custom_soc || !default_linker_profile(facts) {
        return;
    }
    for usage in &plan.regions {
        let Some(window) = platform.soc.window(usage.region) else {
            continue;
        };
        if !window.section_attributable || usage.overflow().is_some() {
            continue;
        }
        let extent = Bytes(window.extent(family).length.into());
        let outside = if stack_outside(window, family) {
            stack(usage)
        } else {
            Default::default()
        };
        let linked = usage.used - outside;
        if linked <= extent {
            continue;
        }
        let over = linked - extent;
        let at = overflow::place(facts, usage);
        let message = format!(
            "{} fits hpx's plan and not the linker's script: {linked} B, and {family} links {extent} B (over by {over} B)",
            usage.region
        );
        out.say(at, message).help(format!(
            "plan {over} B less in {}, or place something elsewhere",
            usage.region
        ));
    }
}

/// Whether the boot stack lies beside the extent, in a region of its own.
fn stack_outside(window: &Window, family: LinkFamily) -> bool {
    let extent = window.extent(family);
    family == LinkFamily::Armlink || extent.start > window.window.start
}

fn stack(usage: &RegionUsage) -> Bytes {
    let stacks = usage
        .consumers
        .iter()
        .filter(|consumer| consumer.name == "boot_stack");
    stacks.map(|consumer| consumer.size).sum()
}

/// hpx knows the extents of the default scripts only.
fn default_linker_profile(facts: &Facts<'_>) -> bool {
    let name = facts.engine_config().get("linker_profile");
    !name.is_truthy() || name == Datum::Str("default")
}
