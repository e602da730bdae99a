//! `nested-backend`: the backend in the wrong place.

use super::edits;
use super::{Docs, Facts, Findings, Rule};
use crate::diagnostic::{Applicability, File, FileEdit, Fix};
use crate::diagnostic::{Level, Origin};
use crate::profile::{Datum, Entry, FreeForm};

/// See [`Docs`].
pub static RULE: Rule = Rule {
    id: "nested-backend",
    origin: Origin::Hpx,
    level: Level::Error,
    summary: "the backend in the wrong place",
    docs: Docs {
        what: "There is a key `backend` below `engine.config`.",
        why: "hpx takes the backend as `engine.backend` only (`helia_profiler.config.EngineConfig`, all releases).",
        example: "\
model:
  path: kws.tflite
engine:
  type: helia-rt
  config:
    backend: helia
    variant: debug
",
        instead: "\
model:
  path: kws.tflite
engine:
  type: helia-rt
  backend: helia
  config:
    variant: debug
",
    },
    check,
};

fn check(facts: &Facts<'_>, out: &mut Findings<'_>) {
    const KEY: &str = "engine.config.backend";
    let Some(entry) = facts.engine_config().entry("backend") else {
        return;
    };
    out.say(
        facts.at_entry(entry, KEY),
        "the backend is set by `engine.backend`, not below `engine.config`",
    )
    .help("move it up to `engine.backend`")
    .fix(fix(facts, entry));
}

/// Moves the entry up, where `engine.backend` is free.
fn fix(facts: &Facts<'_>, entry: Entry) -> Option<Fix> {
    if facts.profile.engine.backend.is_written() {
        return None;
    }
    let Datum::Str(name) = facts.datum(entry.value) else {
        return None;
    };
    let remove = edits::remove(facts, entry.key, entry.value)?;
    // Where nothing else is in the section, it goes with the entry.
    let engine = FreeForm::new(facts.tree, facts.profile.root).entry("engine")?;
    if remove
        .range
        .contains_range(facts.tree.node(engine.key).range)
    {
        return None;
    }
    let add = edits::set(facts, "engine.backend", &edits::scalar(name))?;
    let edits = [remove, add].map(|edit| FileEdit {
        file: File::This,
        edit,
    });
    let title = "Move it to `engine.backend`".to_owned();
    Some(Fix {
        title,
        applicability: Applicability::Safe,
        edits: edits.to_vec(),
    })
}
