//! `counter-group`: a group of counters that the SoC does not have.

use super::{Docs, Facts, Findings, Rule};
use super::{edits, or_list, shortened};
use crate::diagnostic::Applicability;
use crate::diagnostic::{Level, Origin};
use crate::profile::Entry;

/// See [`Docs`].
pub static RULE: Rule = Rule {
    id: "counter-group",
    origin: Origin::Hpx,
    level: Level::Error,
    summary: "a group of counters that the SoC does not have",
    docs: Docs {
        what: "A key of `profiling.pmu_counters` that is no group of this SoC.",
        why: "A Cortex-M4 has only cycles, a Cortex-M55 also memory and mve, and ethos_npu needs the NPU (`helia_profiler.stages.preflight`, `platform.counters`).",
        example: "\
model:
  path: kws.tflite
target:
  board: apollo4p_evb
profiling:
  pmu_counters:
    mve: default
",
        instead: "\
model:
  path: kws.tflite
target:
  board: apollo4p_evb
profiling:
  pmu_counters:
    cpu: default
",
    },
    check,
};

fn check(facts: &Facts<'_>, out: &mut Findings<'_>) {
    let profiling = &facts.profile.profiling;
    let Some(platform) = &facts.resolved.platform else {
        return;
    };
    let groups = &platform.soc.profiling_groups;
    for counters in profiling.pmu_counters.get().into_iter().flatten() {
        let name = &counters.group;
        if groups.contains(name) {
            continue;
        }
        let known = facts
            .catalog
            .counters
            .groups
            .iter()
            .any(|group| group.name == *name);
        let message = if known {
            format!(
                "the {} of `{}` has no counters of group `{name}`",
                platform.soc.name, platform.board.name
            )
        } else {
            format!("there is no group of counters `{}`", shortened(name))
        };
        let entry = Entry {
            key: counters.key,
            value: counters.value,
        };
        let fix = edits::remove(facts, counters.key, counters.value).map(|edit| {
            edits::fix(
                format!("Remove `{}`", shortened(name)),
                Applicability::Unsafe,
                edit,
            )
        });
        let mut at = facts.at_entry(entry, &format!("profiling.pmu_counters.{name}"));
        at.range = facts.tree.node(counters.key).range;
        out.say(at, message)
            .help(format!("this SoC has {}", or_list(groups)))
            .fix(fix);
    }
}
