//! `duplicate-key`: a key that is given twice.

use std::collections::BTreeMap;

use super::{At, edits, shortened};
use super::{Docs, Facts, Findings, Rule};
use crate::diagnostic::{Applicability, Fix};
use crate::diagnostic::{Level, Origin};
use crate::profile::Datum;
use crate::syntax::{NodeId, Problem, ProblemKind};

/// See [`Docs`].
pub static RULE: Rule = Rule {
    id: "duplicate-key",
    origin: Origin::Own,
    level: Level::Warning,
    summary: "a key that is given twice",
    docs: Docs {
        what: "One mapping has the same key twice, as Python compares keys.",
        why: "PyYAML takes the last of the two and says nothing, so what stands first is not what runs (`yaml.constructor`, all releases of hpx).",
        example: "\
model:
  path: kws.tflite
  arena_size: 65536
  arena_size: 98304
",
        instead: "\
model:
  path: kws.tflite
  arena_size: 98304
",
    },
    check,
};

/// How many duplicates a file may have for fixes to be offered.
const MOST_MENDED: usize = 1_000;

fn check(facts: &Facts<'_>, out: &mut Findings<'_>) {
    let conflict = |problem: &Problem| problem.kind == ProblemKind::ConflictMarker;
    if facts.yaml.iter().any(conflict) {
        // Both sides of a merge conflict are there, and one will go.
        return;
    }
    let duplicates = &facts.shape.duplicates;
    let lasts: BTreeMap<NodeId, NodeId> = duplicates
        .iter()
        .map(|pair| (pair.first, pair.again))
        .collect();
    let mut latest = BTreeMap::new();
    for duplicate in duplicates {
        let before = latest.insert(duplicate.first, duplicate.again);
        let dropped = before.unwrap_or(duplicate.first);
        let last = lasts.get(&duplicate.first) == Some(&duplicate.again);
        let doubtful = |key: NodeId| facts.tree.node(key).repaired;
        if !doubtful(dropped) && !doubtful(duplicate.again) {
            say(facts, out, dropped, duplicate.again, last);
        }
    }
}

/// Says that a key is dropped for one that comes again.
fn say(facts: &Facts<'_>, out: &mut Findings<'_>, dropped: NodeId, again: NodeId, last: bool) {
    let name = name(facts, again);
    let counts = if last {
        "this one counts"
    } else {
        "the last counts"
    };
    let message = match self::name(facts, dropped) {
        same if same == name => format!("the key `{name}` is given again; {counts}"),
        other => format!("the key `{name}` is `{other}` again, as Python compares; {counts}"),
    };
    let at = At {
        range: facts.tree.node(again).range,
        key: facts.path_of(again),
    };
    out.say(at, message)
        .related(
            facts.tree.node(dropped).range,
            "the one before, which hpx drops silently",
        )
        .help("remove one of the two")
        .fix(remove(facts, dropped, again));
}

/// A key as Python reads it, where that is a string.
fn name(facts: &Facts<'_>, key: NodeId) -> String {
    match facts.datum(key) {
        Datum::Str(name) => shortened(name),
        _ => facts.key_name(key),
    }
}

/// Removing the one that does not count changes nothing; but what it says is
/// lost, where it says something else.
fn remove(facts: &Facts<'_>, dropped: NodeId, again: NodeId) -> Option<Fix> {
    // Each removal looks at its siblings: thousands of them would take minutes.
    if facts.shape.duplicates.len() > MOST_MENDED {
        return None;
    }
    let value = |key: NodeId| {
        let mapping = facts.tree.node(facts.tree.parent(key)?).as_mapping()?;
        let entry = mapping.entry_of_key(key)?;
        Some(entry.value)
    };
    let (old, new) = (value(dropped)?, value(again)?);
    let text = |value: NodeId| facts.tree.node(value).range.slice(facts.text);
    let sure = if text(old) == text(new) {
        Applicability::Safe
    } else {
        Applicability::Unsafe
    };
    let edit = edits::remove(facts, dropped, old)?;
    Some(edits::fix(
        "Remove the one before, which has no effect",
        sure,
        edit,
    ))
}
