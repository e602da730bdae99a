//! `aot-memory`: heliaAOT memory settings of another kind.

use super::shortened;
use super::{Docs, Facts, Findings, Rule};
use crate::catalog::EngineKind;
use crate::diagnostic::{Level, Origin};
use crate::profile::Datum;
use crate::resolve::{AotArgs, Side};

/// See [`Docs`].
pub static RULE: Rule = Rule {
    id: "aot-memory",
    origin: Origin::Hpx,
    level: Level::Error,
    summary: "heliaAOT memory settings of another kind",
    docs: Docs {
        what: "An `aot_args.memory` that is no mapping, `memory.tensors` that are no list, or values there that cannot be written as JSON.",
        why: "hpx reads them before it calls the compiler (`helia_profiler.engines.helia_aot`).",
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
        let written = match place.side {
            Side::Profile => shortened(place.range.slice(facts.text)),
            Side::File => "a value in the file".to_owned(),
        };
        let message = format!(
            "hpx records heliaAOT's memory settings as JSON, which has nothing for `{written}`"
        );
        out.say(
            facts.at_located(place, "engine.config.aot_args.memory"),
            message,
        )
        .help("put it in quotes");
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
    let finding = out
        .say(place, message)
        .help("see heliaAOT's own documentation for `memory`");
    // Without the trait only the compiler's caller looks, which needs heliaAOT.
    if !facts.catalog.traits.aot_args_checked_in_preflight {
        finding.own();
    }
}
