//! `duplicate-key`: a key that is given twice.

use super::{At, edits};
use super::{Docs, Facts, Findings, Rule};
use crate::diagnostic::{Applicability, Fix};
use crate::diagnostic::{Level, Origin};
use crate::syntax::NodeId;

/// See [`Docs`].
pub static RULE: Rule = Rule {
    id: "duplicate-key",
    origin: Origin::Own,
    level: Level::Warning,
    summary: "a key that is given twice",
    docs: Docs {
        what: "Two keys of one mapping that are equal to Python.",
        why: "PyYAML takes the last and says nothing (`yaml.constructor`).",
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

fn check(facts: &Facts<'_>, out: &mut Findings<'_>) {
    for duplicate in facts.tree.duplicate_keys() {
        let (first, again) = (duplicate.first, duplicate.again);
        if [first, again]
            .iter()
            .any(|key| facts.tree.node(*key).repaired)
        {
            continue;
        }
        let name = facts.written(again);
        let fix = remove_first(facts, first);
        let at = At {
            range: facts.tree.node(again).range,
            key: facts.path_of(again),
        };
        out.say(
            at,
            format!("the key `{name}` is given twice; this one counts"),
        )
        .related(
            facts.tree.node(first).range,
            "the first, which hpx drops silently",
        )
        .help("remove one of the two")
        .fix(fix);
    }
}

/// Removing the one that does not count changes nothing.
fn remove_first(facts: &Facts<'_>, key: NodeId) -> Option<Fix> {
    let mapping = facts.tree.node(facts.tree.parent(key)?).as_mapping()?;
    let entry = mapping.entries.iter().find(|entry| entry.key == key)?;
    let edit = edits::remove(facts, entry.key, entry.value)?;
    Some(edits::fix(
        "Remove the first, which has no effect",
        Applicability::Safe,
        edit,
    ))
}
