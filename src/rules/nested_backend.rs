//! `nested-backend`: the backend in the wrong place.

use super::edits;
use super::{Docs, Facts, Findings, Rule};
use crate::diagnostic::{Applicability, Fix};
use crate::diagnostic::{Level, Origin};
use crate::profile::{Datum, Entry, FreeForm};
use crate::text::nearest;

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
    let name = match facts.datum(entry.value) {
        Datum::Str(name) => name,
        _ => "",
    };
    let engine = facts.profile.engine.name.get();
    let known = engine.and_then(|engine| facts.catalog.engine(engine));
    let known = known.map_or(&[][..], |engine| &engine.backends);
    let meant = match known.iter().any(|known| known == name) {
        true => Some(name),
        false => nearest(name, known.iter().map(String::as_str)),
    };
    let help = match meant {
        Some(meant) => format!("set `engine.backend: {meant}`"),
        None => "move it up to `engine.backend`".to_owned(),
    };
    out.say(
        facts.at_entry(entry, KEY),
        "the backend is set by `engine.backend`, not below `engine.config`",
    )
    .help(help)
    .fix(fix(facts, entry, name, meant.unwrap_or(name)));
}

/// Moves the entry up, where `engine.backend` is free.
fn fix(facts: &Facts<'_>, entry: Entry, name: &str, meant: &str) -> Option<Fix> {
    if facts.profile.engine.backend.is_written() || name.is_empty() {
        return None;
    }
    let remove = edits::remove(facts, entry.key, entry.value)?;
    // Where nothing else is in the section, it goes with the entry.
    let engine = FreeForm::new(facts.tree, facts.profile.root).entry("engine")?;
    if remove
        .range
        .contains_range(facts.tree.node(engine.key).range)
    {
        return None;
    }
    let add = edits::set(facts, "engine.backend", &edits::scalar(meant))?;
    let (title, applicability) = match meant == name {
        true => (
            "Move it to `engine.backend`".to_owned(),
            Applicability::Safe,
        ),
        false => (
            format!("Set `engine.backend: {meant}`"),
            edits::meant(name, meant),
        ),
    };
    Some(Fix::here(title, applicability, [remove, add]))
}
