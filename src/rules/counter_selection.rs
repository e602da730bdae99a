//! `counter-selection`: counters that do not exist.

use super::{Docs, Facts, Findings, Rule};
use super::{edits, shortened};
use crate::diagnostic::{Level, Origin};
use crate::profile::{Datum, Entry, Selection};
use crate::syntax::NodeId;
use crate::text::nearest;

/// See [`Docs`].
pub static RULE: Rule = Rule {
    id: "counter-selection",
    origin: Origin::Hpx,
    level: Level::Error,
    summary: "counters that do not exist",
    docs: Docs {
        what: "A group of `profiling.pmu_counters` selects neither `default` nor `all` nor a list of counters, selects an empty list, or names a counter that does not exist.",
        why: "hpx resolves the names before it builds (`helia_profiler.platform.counters`, 0.2.0 on; earlier releases do so only when they write the firmware, and are not checked here).",
        example: "\
model:
  path: kws.tflite
profiling:
  pmu_counters:
    cpu: [ARM_PMU_CPU_CYCLE]
",
        instead: "\
model:
  path: kws.tflite
profiling:
  pmu_counters:
    cpu: [ARM_PMU_CPU_CYCLES]
",
    },
    check,
};

fn check(facts: &Facts<'_>, out: &mut Findings<'_>) {
    if !facts.catalog.traits.counters_resolved_in_preflight {
        return;
    }
    for counters in facts
        .profile
        .profiling
        .pmu_counters
        .get()
        .into_iter()
        .flatten()
    {
        let key = format!("profiling.pmu_counters.{}", counters.group);
        let entry = Entry {
            key: counters.key,
            value: counters.value,
        };
        match &counters.selection {
            Selection::Other if facts.datum(counters.value) != Datum::Unknown => {
                out.say(
                    facts.at_entry(entry, &key),
                    "a group takes `default`, `all` or a list of counters",
                )
                .help("write one of them");
            }
            Selection::Names(names) if names.is_empty() => {
                out.say(facts.at_entry(entry, &key), "the list names no counters")
                    .help("name some, or write `default`");
            }
            Selection::Names(names) => {
                for (node, name) in names {
                    unknown(facts, out, *node, name.as_deref(), &key);
                }
            }
            Selection::Default | Selection::All | Selection::Other => {}
        }
    }
}

fn unknown(facts: &Facts<'_>, out: &mut Findings<'_>, node: NodeId, name: Option<&str>, key: &str) {
    let events = &facts.catalog.counters.events;
    let Some(name) = name.filter(|name| !events.iter().any(|event| event.name == *name)) else {
        return;
    };
    let known = || events.iter().map(|event| event.name.as_str());
    let full = |known: &&str| known.strip_prefix("ARM_PMU_") == Some(name);
    let nearest = known().find(full).or_else(|| nearest(name, known()));
    let help = match nearest {
        Some(nearest) => format!("did you mean `{nearest}`?"),
        None => "the names are those of Arm's events, such as `ARM_PMU_CPU_CYCLES`".to_owned(),
    };
    let fix = nearest.and_then(|nearest| {
        let edit = edits::replace(facts, node, nearest)?;
        Some(edits::fix(
            format!("Change to `{nearest}`"),
            edits::meant(name, nearest),
            edit,
        ))
    });
    out.say(
        facts.at_node(node, key),
        format!("there is no counter `{}`", shortened(name)),
    )
    .help(help)
    .fix(fix);
}
