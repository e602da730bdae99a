//! Counters and their groups.

use crate::analysis::Reading;
use crate::catalog::Needs;
use crate::ide::card::{Block, code};

/// What a counter is.
pub(super) fn counter(reading: &Reading, name: &str) -> Option<Vec<Block>> {
    let counters = &reading.catalog.counters;
    let counter = reading.catalog.counter(name)?;
    let mut facts = vec![("group".to_owned(), code(&counter.group))];
    if counter.event != 0 {
        facts.push(("event".to_owned(), format!("0x{:04x}", counter.event)));
    }
    let group = counters.groups.iter().find(|g| g.name == counter.group);
    if let Some(group) = group {
        let default = group.default.contains(&counter.name);
        let default = if default {
            "among them"
        } else {
            "not among them"
        };
        facts.push(("`default`".to_owned(), default.to_owned()));
        facts.push(("needs".to_owned(), needs(group.needs).to_owned()));
    }
    facts.extend(on_this_part(reading, &counter.group));
    Some(vec![
        Block::Title(counter.name.clone()),
        Block::Text(counter.description.clone()),
        Block::Facts(facts),
    ])
}

/// What a group takes, and whether this part has it.
pub(super) fn group(reading: &Reading, name: &str) -> Vec<Block> {
    let counters = &reading.catalog.counters;
    let Some(group) = counters.groups.iter().find(|group| group.name == name) else {
        return Vec::new();
    };
    let all = counters.events.iter().filter(|it| it.group == name).count();
    let default: Vec<String> = group.default.iter().map(|name| code(name)).collect();
    let mut facts = vec![
        (
            "counters".to_owned(),
            format!("{all}, {} a pass", counters.per_pass),
        ),
        ("`default`".to_owned(), default.join(", ")),
        ("needs".to_owned(), needs(group.needs).to_owned()),
    ];
    facts.extend(on_this_part(reading, name));
    vec![Block::Text("The group:".to_owned()), Block::Facts(facts)]
}

fn on_this_part(reading: &Reading, group: &str) -> Option<(String, String)> {
    let soc = &reading.resolved.platform.as_ref()?.soc;
    let has = soc.profiling_groups.iter().any(|name| name == group);
    let has = if has { "has it" } else { "does not have it" };
    Some((code(&soc.name), has.to_owned()))
}

fn needs(needs: Needs) -> &'static str {
    match needs {
        Needs::Core => "nothing beside the core",
        Needs::Pmu => "the Armv8-M PMU",
        Needs::Mve => "the Helium vector extension",
        Needs::Npu => "an NPU",
    }
}
