//! `deprecated-key`: a key that has been replaced.

use super::edits;
use super::{Docs, Facts, Findings, Rule};
use crate::diagnostic::{Applicability, File, FileEdit, Fix, Tag};
use crate::diagnostic::{Level, Origin};
use crate::profile::{Entry, FreeForm};

/// See [`Docs`].
pub static RULE: Rule = Rule {
    id: "deprecated-key",
    origin: Origin::Own,
    level: Level::Warning,
    summary: "a key that has been replaced",
    docs: Docs {
        what: "A key that hpx still takes and that has a newer name.",
        why: "hpx keeps it for old files; `frozen` is an alias of `build.offline` (`helia_profiler.config.ProfileConfig`).",
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
        let Some(instead) = facts
            .schema
            .key(&[name])
            .and_then(|key| key.deprecated.as_deref())
        else {
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

/// Moves the value to its new key, where that is free.
fn moved(facts: &Facts<'_>, entry: Entry, instead: &str) -> Option<Fix> {
    let (section, name) = instead.split_once('.')?;
    let home = FreeForm::new(facts.tree, facts.profile.root).below(section);
    if home.entry(name).is_some() {
        return None;
    }
    let remove = edits::remove(facts, entry.key, entry.value)?;
    let add = edits::set(facts, instead, &facts.written(entry.value))?;
    let edits = [remove, add].map(|edit| FileEdit {
        file: File::This,
        edit,
    });
    let title = format!("Write `{instead}`");
    Some(Fix {
        title,
        applicability: Applicability::Safe,
        edits: edits.to_vec(),
    })
}
