//! `executorch-buffers`: a buffer of ExecuTorch without a size or a place.

use super::edits;
use super::{Docs, Facts, Findings, Rule};
use crate::catalog::EngineKind;
use crate::catalog::Placement;
use crate::diagnostic::{Applicability, Fix};
use crate::diagnostic::{Level, Origin};
use crate::profile::{Datum, Entry};
use crate::resolve::{
    LOCATION_KEYS, LocationState, Part, SIZE_KEYS, SizeState, executorch_location, executorch_size,
};

/// See [`Docs`].
pub static RULE: Rule = Rule {
    id: "executorch-buffers",
    origin: Origin::Hpx,
    level: Level::Error,
    summary: "a buffer of ExecuTorch without a size or a place",
    docs: Docs {
        what: "The size of an ExecuTorch buffer is no positive integer or is said nowhere, or its place is neither tcm nor sram.",
        why: "A .pte does not tell its own sizes: they come from the profile, or from the sidecar that helia-torch writes beside it (`helia_profiler.engines.executorch`, 0.1.5 on; the sidecar and the places since 0.1.6).",
        example: "\
model:
  path: program.pte
engine:
  type: executorch
  config:
    planned_arena_size: 4096
    input_size: 64
",
        instead: "\
model:
  path: program.pte
engine:
  type: executorch
  config:
    planned_arena_size: 4096
    input_size: 64
    output_size: 64
",
    },
    check,
};

fn check(facts: &Facts<'_>, out: &mut Findings<'_>) {
    if facts.resolved.engine != Some(EngineKind::Executorch) || facts.profile.engine.config.is_bad()
    {
        return;
    }
    for key in SIZE_KEYS {
        size(facts, key, out);
    }
    if !facts.catalog.traits.executorch_buffer_locations {
        return;
    }
    for key in LOCATION_KEYS {
        let Some(entry) = facts.engine_config().entry(key) else {
            continue;
        };
        let bad = executorch_location(key, facts.engine_config()) == LocationState::Bad;
        if bad && facts.datum(entry.value) != Datum::Unknown {
            let fix = place_fix(facts, entry);
            out.say(
                facts.at_entry(entry, &format!("engine.config.{key}")),
                format!("`{key}` is `tcm` or `sram`"),
            )
            .help("ExecuTorch's buffers live in RAM; remove the key to follow the arena")
            .fix(fix);
        }
    }
    // PSRAM is said by the rule for that.
    let arena = &facts.profile.model.arena_location;
    let refused = |place: &Placement| {
        *place != Placement::Psram
            && facts
                .resolved
                .engine_refuses(Part::Arena, *place, facts.catalog)
    };
    if arena.get().is_some_and(refused) {
        out.say(
            facts.at(arena, "model.arena_location"),
            "ExecuTorch's buffers live in tcm or sram",
        )
        .help("use tcm or sram, or remove the key to let hpx choose");
    }
}

fn size(facts: &Facts<'_>, key: &str, out: &mut Findings<'_>) {
    let config = facts.engine_config();
    let sidecar = facts.resolved.sidecar(facts.catalog);
    let state = executorch_size(key, config, facts.profile, sidecar, facts.catalog);
    let path = format!("engine.config.{key}");
    match (state, config.entry(key)) {
        (Some(SizeState::Bad), Some(entry)) => {
            let written = facts.written(entry.value);
            let message = format!("`{key}` is a positive integer of bytes");
            let message = if written.is_empty() {
                message
            } else {
                format!("{message}; this is `{written}`")
            };
            out.say(facts.at_entry(entry, &path), message)
                .help("write a whole number of bytes, without quotes or a unit");
        }
        (Some(SizeState::Missing), _) if facts.profile.complete => {
            let help = match key {
                "planned_arena_size" => {
                    "set `engine.config.planned_arena_size` or `model.arena_size`, in bytes"
                        .to_owned()
                }
                _ => format!("set `{path}` to the size of the program's tensor, in bytes"),
            };
            out.say(
                facts.at_key(&path),
                format!("nothing says the size of ExecuTorch's buffer `{key}`"),
            )
            .help(help);
        }
        _ => {}
    }
}

/// The place that was meant, where only its case is off.
fn place_fix(facts: &Facts<'_>, entry: Entry) -> Option<Fix> {
    let Datum::Str(name) = facts.datum(entry.value) else {
        return None;
    };
    let meant = match name.to_ascii_lowercase().as_str() {
        "tcm" | "dtcm" => "tcm",
        "sram" => "sram",
        _ => return None,
    };
    let edit = edits::replace(facts, entry.value, meant)?;
    Some(edits::fix(
        format!("Change to `{meant}`"),
        Applicability::Safe,
        edit,
    ))
}
