//! `executorch-power`: power capture with executorch.

use super::edits;
use super::{Docs, Facts, Findings, Rule};
use crate::catalog::EngineKind;
use crate::diagnostic::Applicability;
use crate::diagnostic::{Level, Origin};

/// See [`Docs`].
pub static RULE: Rule = Rule {
    id: "executorch-power",
    origin: Origin::Hpx,
    level: Level::Error,
    summary: "power capture with executorch",
    docs: Docs {
        what: "The profile asks executorch for power capture, or for the busy-loop probe.",
        why: "hpx has no power firmware for ExecuTorch (`helia_profiler.stages.preflight`, 0.1.5 on; the probe is refused from 0.2.0 on).",
        example: "\
model:
  path: program.pte
engine:
  type: executorch
  config:
    planned_arena_size: 4096
    input_size: 64
    output_size: 64
power:
  enabled: true
",
        instead: "\
model:
  path: program.pte
engine:
  type: executorch
  config:
    planned_arena_size: 4096
    input_size: 64
    output_size: 64
power:
  enabled: false
",
    },
    check,
};

fn check(facts: &Facts<'_>, out: &mut Findings<'_>) {
    if facts.resolved.engine != Some(EngineKind::Executorch) {
        return;
    }
    let power = &facts.profile.power.enabled;
    if power.get() == Some(&true) {
        let fix = edits::set_value(facts, power, "false")
            .map(|edit| edits::fix("Turn power capture off", Applicability::Unsafe, edit));
        out.say(
            facts.at(power, "power.enabled"),
            "hpx has no power firmware for executorch",
        )
        .help("turn power capture off, or choose another engine")
        .fix(fix);
    }
    let probe = &facts.profile.profiling.clean_window_probe;
    let busy = probe.get().map(String::as_str) == Some("busy_loop");
    if busy && facts.catalog.traits.busy_loop_needs_power_engine {
        let fix = edits::change(facts, probe, "infer", Applicability::Unsafe);
        out.say(
            facts.at(probe, "profiling.clean_window_probe"),
            "the busy-loop probe times a power window, and executorch has none",
        )
        .help("use `infer`, or choose another engine")
        .fix(fix);
        out.say(
            facts.at(&facts.profile.engine.name, "engine.type"),
            "executorch cannot run `profiling.clean_window_probe: busy_loop`",
        )
        .help("choose another engine, or use `clean_window_probe: infer`");
    }
}
