//! `usb-unsupported`: USB on a part that has none.

use super::edits;
use super::{Docs, Facts, Findings, Rule};
use crate::diagnostic::Applicability;
use crate::diagnostic::{Level, Origin};

/// See [`Docs`].
pub static RULE: Rule = Rule {
    id: "usb-unsupported",
    origin: Origin::Hpx,
    level: Level::Error,
    summary: "USB on a part that has none",
    docs: Docs {
        what: "`target.transport` is usb_cdc on a board whose SoC has no USB device, or with shared power firmware in lock-step.",
        why: "Apollo3 and the Atomiq FPGA have no USB module (`helia_profiler.stages.preflight`, all releases). Shared firmware waits for the port to open before it reports ready, and a lock-stepped host waits for ready before it opens the port; hpx refuses that from 0.2.0 on.",
        example: "\
model:
  path: kws.tflite
target:
  board: apollo3p_evb
  transport: usb_cdc
",
        instead: "\
model:
  path: kws.tflite
target:
  board: apollo3p_evb
  transport: rtt
",
    },
    check,
};

fn check(facts: &Facts<'_>, out: &mut Findings<'_>) {
    let transport = &facts.profile.target.transport;
    if transport.get().map(String::as_str) != Some("usb_cdc") {
        return;
    }
    let fix = || {
        edits::set_value(facts, transport, "rtt")
            .filter(|edit| edits::harmless(facts, edit))
            .map(|edit| edits::fix("Change to `rtt`", Applicability::Unsafe, edit))
    };
    let at = facts.at(transport, "target.transport");
    let Some(platform) = &facts.resolved.platform else {
        return;
    };
    if !platform.soc.has_usb {
        let message = format!(
            "the {} of `{}` has no USB device",
            platform.soc.name, platform.board.name
        );
        out.say(at.clone(), message)
            .help("use rtt, swo or uart")
            .fix(fix());
    }
    let power = &facts.profile.power;
    let shared = power.enabled.get() == Some(&true)
        && power.firmware.get().map(String::as_str) == Some("shared")
        && facts.catalog.traits.usb_shared_lockstep_refused;
    if shared && power.lockstep_resolved() == Some(true) {
        out.say(at, "shared power firmware over USB cannot run in lock-step: each side waits for the other")
            .help("set `power.lockstep: false`, use `power.firmware: dedicated`, or choose another transport")
            .fix(fix());
    }
}
