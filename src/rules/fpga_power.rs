//! `fpga-power`: power capture on an FPGA.

use super::edits;
use super::{Docs, Facts, Findings, Rule};
use crate::diagnostic::Applicability;
use crate::diagnostic::{Level, Origin};

/// See [`Docs`].
pub static RULE: Rule = Rule {
    id: "fpga-power",
    origin: Origin::Hpx,
    level: Level::Error,
    summary: "power capture on an FPGA",
    docs: Docs {
        what: "The profile asks for power capture on a board that is an FPGA.",
        why: "What an FPGA draws says nothing of the silicon (`helia_profiler.stages.preflight`, 0.2.0 on).",
        example: "\
model:
  path: kws.tflite
target:
  board: atomiq110_fpga_turbo
power:
  enabled: true
",
        instead: "\
model:
  path: kws.tflite
target:
  board: atomiq110_fpga_turbo
power:
  enabled: false
",
    },
    check,
};

fn check(facts: &Facts<'_>, out: &mut Findings<'_>) {
    let power = &facts.profile.power.enabled;
    let Some(platform) = &facts.resolved.platform else {
        return;
    };
    if power.get() != Some(&true)
        || !platform.board.is_fpga
        || !facts.catalog.traits.fpga_power_refused
    {
        return;
    }
    let fix = edits::set_value(facts, power, "false")
        .map(|edit| edits::fix("Turn power capture off", Applicability::Unsafe, edit));
    let board = facts.at(&facts.profile.target.board, "target.board").range;
    out.say(
        facts.at(power, "power.enabled"),
        format!(
            "`{}` is an FPGA, whose power says nothing of the silicon",
            platform.board.name
        ),
    )
    .related(board, "the board is set here")
    .help("turn power capture off, or profile on a silicon board")
    .fix(fix);
}
