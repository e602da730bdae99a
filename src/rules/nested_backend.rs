//! `nested-backend`: the backend in the wrong place.

use super::edits;
use super::{Docs, Facts, Findings, Rule};
use crate::diagnostic::{Applicability, File, FileEdit, Fix};
use crate::diagnostic::{Level, Origin};
use crate::profile::{Datum, Entry};

/// See [`Docs`].
pub static RULE: Rule = Rule {
    id: "nested-backend",
    origin: Origin::Hpx,
    level: Level::Error,
    summary: "the backend in the wrong place",
    docs: Docs {
        what: "A key `backend` below `engine.config`.",
        why: "hpx takes the backend as `engine.backend` only (`helia_profiler.config.EngineConfig`).",
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
    let add = edits::set(facts, "engine.backend", name)?;
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
