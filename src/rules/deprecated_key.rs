//! `deprecated-key`: a key that has been replaced.

use super::edits;
use super::{Docs, Facts, Findings, Rule};
use crate::diagnostic::{Applicability, Fix, Tag};
use crate::diagnostic::{Level, Origin};
use crate::profile::{Datum, Entry, FreeForm};

/// See [`Docs`].
pub static RULE: Rule = Rule {
    id: "deprecated-key",
    origin: Origin::Own,
    level: Level::Warning,
    summary: "a key that has been replaced",
    docs: Docs {
        what: "The profile uses a key that hpx still takes and that has a newer name.",
        why: "hpx keeps the old name for old files, and may drop it: `frozen` has meant `build.offline` since 0.1.2 (`helia_profiler.config.ProfileConfig`).",
        example: "\
model:
  path: kws.tflite
frozen: true
",
        instead: "\
model:
  path: kws.tflite
build:
  offline: true
",
    },
    check,
};

fn check(facts: &Facts<'_>, out: &mut Findings<'_>) {
    for (name, entry) in FreeForm::new(facts.tree, facts.profile.root).entries() {
        let Some(instead) = successor(facts, name) else {
            continue;
        };
        let mut at = facts.at_entry(entry, name);
        at.range = facts.tree.node(entry.key).range;
        out.say(at, format!("`{name}` is the old name of `{instead}`"))
            .help(format!("write `{instead}`"))
            .tag(Tag::Deprecated)
            .fix(moved(facts, entry, instead));
    }
}

/// The key that the schema's words name in place of an old one, where this
/// release has it.
pub(super) fn successor<'a>(facts: &Facts<'a>, name: &str) -> Option<&'a str> {
    let words = facts.schema.key(&[name])?.deprecated.as_deref()?;
    let paths = words
        .split_whitespace()
        .map(|word| word.trim_matches(['.', '`']));
    let is_key = |path: &&str| {
        let names: Vec<&str> = path.split('.').collect();
        names.len() > 1 && facts.schema.key(&names).is_some()
    };
    paths.into_iter().find(is_key)
}

/// Moves the value to its new key, where that is free.
fn moved(facts: &Facts<'_>, entry: Entry, instead: &str) -> Option<Fix> {
    let (section, name) = instead.split_once('.')?;
    let home = FreeForm::new(facts.tree, facts.profile.root).below(section);
    if home.entry(name).is_some() {
        return None;
    }
    let remove = edits::remove(facts, entry.key, entry.value)?;
    let Datum::Bool(value) = facts.datum(entry.value) else {
        return None;
    };
    let add = edits::set(facts, instead, &value.to_string())?;
    let title = format!("Write `{instead}`");
    Some(Fix::here(title, Applicability::Safe, [remove, add]))
}
