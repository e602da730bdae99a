//! `nesting-too-deep`: collections nested too deep.

use super::{At, yaml};
use super::{Docs, Facts, Findings, Rule};
use crate::diagnostic::{Level, Origin};
use crate::syntax::{Entry, NodeId, NodeKind, ProblemKind, Tree};

/// See [`Docs`].
pub static RULE: Rule = Rule {
    id: "nesting-too-deep",
    origin: Origin::Hpx,
    level: Level::Error,
    summary: "collections nested too deep",
    docs: Docs {
        what: "More than 480 collections stand in each other, or one contains itself by an alias.",
        why: "PyYAML calls itself for each level, and Python's recursion limit ends hpx with a traceback between levels 483 and 495 (`yaml.composer` and `helia_profiler.config`, all releases).",
        example: "\
model:
  path: kws.tflite
engine:
  config: &config
    again: *config
",
        instead: "\
model:
  path: kws.tflite
engine:
  config: {}
",
    },
    check,
};

fn check(facts: &Facts<'_>, out: &mut Findings<'_>) {
    yaml::say(facts, out, |kind| kind == ProblemKind::NestingTooDeep);
    for alias in facts.tree.ids() {
        if !contains_itself(facts.tree, alias) {
            continue;
        }
        let name = facts.written(alias);
        let at = At {
            range: facts.tree.node(alias).range,
            key: key_above(facts, alias),
        };
        out.say(
            at,
            format!("`{name}` stands inside what it repeats, so it never ends"),
        )
        .help("write out what is meant, or remove the alias");
    }
}

/// Whether a node is an alias of something around it. A merge of that kind is
/// the YAML reader's to judge.
fn contains_itself(tree: &Tree, alias: NodeId) -> bool {
    let NodeKind::Alias(target) = tree.node(alias).kind else {
        return false;
    };
    let merges = |entry: &Entry| entry.merge && entry.value == alias;
    let above = tree
        .parent(alias)
        .and_then(|above| tree.node(above).as_mapping());
    let merged = above.is_some_and(|mapping| mapping.entries.iter().any(merges));
    !merged && std::iter::successors(Some(alias), |at| tree.parent(*at)).any(|at| at == target)
}

/// The innermost key that a node stands below.
fn key_above(facts: &Facts<'_>, node: NodeId) -> Option<String> {
    let mut at = node;
    loop {
        let above = facts.tree.parent(at)?;
        if let Some(mapping) = facts.tree.node(above).as_mapping() {
            let entry = mapping.entry_of_value(at)?;
            return facts.path_of(entry.key);
        }
        at = above;
    }
}
