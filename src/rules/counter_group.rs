//! `counter-group`: a group of counters that the SoC does not have.

use std::collections::BTreeSet;

use super::{At, edits, or_list, shortened};
use super::{Docs, Facts, Findings, Rule};
use crate::diagnostic::{Applicability, Fix};
use crate::diagnostic::{Level, Origin};
use crate::profile::Counters;
use crate::resolve::Platform;
use crate::text::nearest;

/// See [`Docs`].
pub static RULE: Rule = Rule {
    id: "counter-group",
    origin: Origin::Hpx,
    level: Level::Error,
    summary: "a group of counters that the SoC does not have",
    docs: Docs {
        what: "A key of `profiling.pmu_counters` is no group of counters that this SoC has.",
        why: "A Cortex-M4 has only cycles, a Cortex-M55 also memory and mve, and ethos_npu needs the NPU (`helia_profiler.stages.preflight` and `helia_profiler.platform.counters`, all releases).",
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
    let Some(platform) = &facts.resolved.platform else {
        return;
    };
    let groups = &platform.soc.profiling_groups;
    let taken: BTreeSet<&str> = written(facts).map(|other| other.group.as_str()).collect();
    for counters in written(facts) {
        let key = facts.tree.node(facts.tree.resolve(counters.key));
        let fine = groups.contains(&counters.group);
        // A collection as a key is refused by the reader.
        if !fine && key.as_scalar().is_some() {
            say(facts, out, platform, counters, &taken);
        }
    }
}

/// The groups that the profile writes.
fn written<'a>(facts: &Facts<'a>) -> impl Iterator<Item = &'a Counters> {
    let counters = facts.profile.profiling.pmu_counters.get();
    counters.into_iter().flatten()
}

fn say(
    facts: &Facts<'_>,
    out: &mut Findings<'_>,
    platform: &Platform,
    counters: &Counters,
    taken: &BTreeSet<&str>,
) {
    let groups = &platform.soc.profiling_groups;
    let name = counters.group.as_str();
    let all = &facts.catalog.counters.groups;
    let (soc, board) = (&platform.soc.name, &platform.board.name);
    let message = if all.iter().any(|group| group.name == name) {
        format!("the {soc} of `{board}` has no counters of group `{name}`")
    } else {
        let written = facts.written(counters.key).replace(['"', '\''], "");
        let read = match name == written {
            true => String::new(),
            false => format!(", which hpx reads as `{}`", shortened(name)),
        };
        format!("there is no group of counters `{written}`{read}")
    };
    // `npu` is close to `cpu`, and means the NPU.
    let mut npu = all.iter().map(|group| group.name.as_str());
    let npu = npu.find(|group| group.ends_with("_npu") && name == "npu");
    let asked = npu.unwrap_or(name);
    let is_known = all.iter().any(|group| group.name == asked);
    let nearest = match groups.iter().find(|group| *group == asked) {
        Some(group) => Some(group.as_str()),
        None if is_known => None,
        None => nearest(asked, groups.iter().map(String::as_str)),
    };
    let has = match is_known && asked != name && nearest.is_none() {
        true => format!("`{asked}` needs an NPU; this SoC has {}", or_list(groups)),
        false => format!("this SoC has {}", or_list(groups)),
    };
    let help = match nearest {
        Some(nearest) => format!("did you mean `{nearest}`? {has}"),
        None => has,
    };
    let at = At {
        range: facts.tree.node(counters.key).range,
        key: Some(format!("profiling.pmu_counters.{name}")),
    };
    let nearest = nearest.filter(|near| !taken.contains(near));
    let fix = fix(facts, counters, name, nearest);
    out.say(at, message).help(help).fix(fix);
}

/// Renames the group to a name that is free, else removes it.
fn fix(facts: &Facts<'_>, counters: &Counters, name: &str, nearest: Option<&str>) -> Option<Fix> {
    match nearest {
        Some(near) => {
            let edit = edits::rename(facts, counters.key, near)?;
            let title = format!("Rename to `{near}`");
            Some(edits::fix(title, edits::meant(name, near), edit))
        }
        None => {
            let edit = edits::remove(facts, counters.key, counters.value)?;
            let title = format!("Remove `{}`", shortened(name));
            Some(edits::fix(title, Applicability::Unsafe, edit))
        }
    }
}
