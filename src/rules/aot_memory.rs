//! `aot-memory`: heliaAOT memory settings of another kind.

use super::other_file;
use super::{Docs, Facts, Findings, Rule};
use crate::catalog::EngineKind;
use crate::diagnostic::{Level, Origin};
use crate::profile::Datum;
use crate::resolve::{AotArgs, Located, Side};

/// See [`Docs`].
pub static RULE: Rule = Rule {
    id: "aot-memory",
    origin: Origin::Hpx,
    level: Level::Error,
    summary: "heliaAOT memory settings of another kind",
    docs: Docs {
        what: "`aot_args.memory` is no mapping, its `tensors` are no list, or a value there cannot be written as JSON.",
        why: "hpx reads these settings before it calls the compiler, and records them as JSON (`helia_profiler.engines.helia_aot`, 0.1.2 on; 0.1.1 dies on the same mistakes in its own way).",
        example: "\
model:
  path: kws.tflite
engine:
  type: helia-aot
  config:
    aot_args:
      memory:
        tensors: none
",
        instead: "\
model:
  path: kws.tflite
engine:
  type: helia-aot
  config:
    aot_args:
      memory:
        tensors: []
",
    },
    check,
};

fn check(facts: &Facts<'_>, out: &mut Findings<'_>) {
    if facts.catalog.traits.aot_args_chained_unchecked
        && facts.resolved.engine == Some(EngineKind::HeliaAot)
    {
        chain(facts, out);
    }
    let Some(args) = facts.resolved.aot_args(facts.engine_config()) else {
        return;
    };
    if !facts.catalog.traits.aot_memory_shape_checked {
        return;
    }
    let memory = args.get(&["memory"]);
    match memory {
        Datum::Null | Datum::Unknown => return,
        Datum::Map(_) => {}
        other => {
            say(
                facts,
                &args,
                out,
                &["memory"],
                format!("heliaAOT's `memory` is a mapping; this is {}", other.kind()),
            );
            return;
        }
    }
    match args.get(&["memory", "tensors"]) {
        Datum::Null | Datum::Unknown | Datum::List(_) => {}
        other => {
            let message = format!(
                "heliaAOT's `memory.tensors` is a list of rules; this is {}",
                other.kind()
            );
            say(facts, &args, out, &["memory", "tensors"], message);
        }
    }
    if !facts.catalog.traits.aot_args_checked_in_preflight {
        return;
    }
    for place in args.not_json() {
        not_json(facts, out, place);
    }
}

fn not_json(facts: &Facts<'_>, out: &mut Findings<'_>, place: Located) {
    let key = "engine.config.aot_args.memory";
    let reason = "which hpx records as JSON, has a value that JSON does not have";
    let finding = out
        .say(
            facts.at_located(place, key),
            format!("heliaAOT's `memory`, {reason}"),
        )
        .help("put the value in quotes");
    if let (Side::File, Some(path)) = (place.side, facts.profile.engine.config_path.get()) {
        finding.related_in(other_file(path), place.range, "this value");
    }
}

/// Releases that look `memory.allocate_arenas` up without a check die on
/// anything that is no mapping on the way.
fn chain(facts: &Facts<'_>, out: &mut Findings<'_>) {
    let mut at = facts.engine_config();
    let mut key = "engine.config".to_owned();
    for name in ["aot_args", "memory"] {
        let Some(entry) = at.entry(name) else { return };
        key = format!("{key}.{name}");
        match facts.datum(entry.value) {
            Datum::Map(_) => at = at.below(name),
            Datum::Unknown => return,
            other => {
                let message = format!("heliaAOT's `{name}` is a mapping; this is {}", other.kind());
                out.say(facts.at_entry(entry, &key), message)
                    .help("write keys below it, or remove it");
                return;
            }
        }
    }
}

fn say(
    facts: &Facts<'_>,
    args: &AotArgs<'_>,
    out: &mut Findings<'_>,
    path: &[&str],
    message: String,
) {
    let Some((side, entry)) = args.entry(path) else {
        return;
    };
    let key = format!("engine.config.aot_args.{}", path.join("."));
    let place = match side {
        Side::Profile => facts.at_entry(entry, &key),
        Side::File => facts.at(&facts.profile.engine.config_path, "engine.config_path"),
    };
    let help = match path {
        [.., "tensors"] => "write a list of rules, or remove the key",
        _ => "write keys below it, or remove it",
    };
    let finding = out.say(place, message).help(help);
    // Without the trait only the compiler's caller looks, which needs heliaAOT.
    if !facts.catalog.traits.aot_args_checked_in_preflight {
        finding.own();
    }
}
