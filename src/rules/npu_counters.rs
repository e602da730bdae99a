//! `npu-counters`: counters of an NPU that does not run.

use super::{Docs, Facts, Findings, Rule};
use crate::diagnostic::{Level, Origin};
use crate::profile::{FreeForm, Selection};

/// See [`Docs`].
pub static RULE: Rule = Rule {
    id: "npu-counters",
    origin: Origin::Hpx,
    level: Level::Error,
    summary: "counters of an NPU that does not run",
    docs: Docs {
        what: "The profile asks for counters of the Ethos-U without `engine.backend: ethos_u`.",
        why: "They are sampled around the NPU's work, which only that backend gives it (`helia_profiler.stages.preflight`, 0.2.0 on).",
        example: "\
model:
  path: kws.tflite
target:
  board: atomiq110_fpga_turbo
profiling:
  pmu_counters:
    cpu: [ETHOSU_PMU_CYCLE]
",
        instead: "\
model:
  path: kws.tflite
target:
  board: atomiq110_fpga_turbo
profiling:
  pmu_counters:
    cpu: default
",
    },
    check,
};

fn check(facts: &Facts<'_>, out: &mut Findings<'_>) {
    if !facts.catalog.traits.ethos_u_checked {
        return;
    }
    let Some(backend) = facts.profile.engine.backend.known() else {
        return;
    };
    if backend.as_deref() == Some("ethos_u") {
        return;
    }
    let mut found = None;
    for counters in facts
        .profile
        .profiling
        .pmu_counters
        .get()
        .into_iter()
        .flatten()
    {
        if lacks(facts, &counters.group) {
            continue;
        }
        match &counters.selection {
            Selection::Default | Selection::All if counters.group == GROUP => {
                found = found.or(Some(counters.key));
            }
            Selection::Names(names) => {
                let of_npu =
                    |name: &Option<String>| name.as_deref().is_some_and(|name| is_npu(facts, name));
                let first = names.iter().find(|(_, name)| of_npu(name));
                found = found.or(first.map(|(node, _)| *node));
            }
            Selection::Default | Selection::All | Selection::Other => {}
        }
    }
    let Some(counter) = found else { return };
    let backend = &facts.profile.engine.backend;
    let mut at = facts.at(backend, "engine.backend");
    let section = FreeForm::new(facts.tree, facts.profile.root).entry("engine");
    if backend.node().is_none() && section.is_none() {
        at.range = facts.tree.node(counter).range;
    }
    out.say(at, "counters of the NPU need `engine.backend: ethos_u`")
        .related(facts.tree.node(counter).range, "the counters of the NPU")
        .help("set `engine.backend: ethos_u`, with helia-rt or helia-aot and a model compiled by Vela");
}

/// The group of the NPU's counters.
const GROUP: &str = "ethos_npu";

/// Whether the SoC does not have a group, which another rule says.
fn lacks(facts: &Facts<'_>, group: &str) -> bool {
    let platform = facts.resolved.platform.as_ref();
    platform.is_some_and(|platform| {
        let groups = &platform.soc.profiling_groups;
        !groups.iter().any(|known| known == group)
    })
}

fn is_npu(facts: &Facts<'_>, name: &str) -> bool {
    facts
        .catalog
        .counters
        .events
        .iter()
        .any(|event| event.name == name && event.group == GROUP)
}
