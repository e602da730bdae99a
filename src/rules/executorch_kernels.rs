//! `executorch-kernels`: kernels that ExecuTorch cannot have.

use super::{Docs, Facts, Findings, Rule};
use super::{edits, shortened};
use crate::artifact::{Home, path};
use crate::catalog::EngineKind;
use crate::diagnostic::{Level, Origin};
use crate::profile::Datum;

/// See [`Docs`].
pub static RULE: Rule = Rule {
    id: "executorch-kernels",
    origin: Origin::Hpx,
    level: Level::Error,
    summary: "kernels that ExecuTorch cannot have",
    docs: Docs {
        what: "`engine.backend` is neither `arm` nor `ns` with executorch, `ns_ops` is no boolean or does not go with the backend, `portable_ops` is no list of names, or `source_path` is no checkout.",
        why: "The kernels are built in, and a program that needs others fails to load on the board (`helia_profiler.engines.executorch`, 0.1.5 on; before 0.2.0 `source_path` is required).",
        example: "\
model:
  path: program.pte
engine:
  type: executorch
  config:
    ns_ops: true
    planned_arena_size: 4096
    input_size: 64
    output_size: 64
",
        instead: "\
model:
  path: program.pte
engine:
  type: executorch
  backend: ns
  config:
    ns_ops: true
    planned_arena_size: 4096
    input_size: 64
    output_size: 64
",
    },
    check,
};

fn check(facts: &Facts<'_>, out: &mut Findings<'_>) {
    if facts.resolved.engine != Some(EngineKind::Executorch) {
        return;
    }
    source_path(facts, out);
    let provider = known_provider(facts, out);
    ns_ops(facts, provider.as_deref(), out);
    portable_ops(facts, out);
}

/// The kernels' provider: the backend, else what the sidecar says, else `arm`.
pub(super) fn provider(facts: &Facts<'_>) -> Option<String> {
    let written = facts
        .profile
        .engine
        .backend
        .known()?
        .filter(|name| !name.is_empty());
    Some(written.unwrap_or_else(|| {
        let sidecar = facts.resolved.sidecar(facts.catalog);
        let provider = sidecar.and_then(|sidecar| sidecar.provider);
        provider
            .map_or("arm", |provider| provider.name())
            .to_owned()
    }))
}

/// The provider, where it is one that there is.
fn known_provider(facts: &Facts<'_>, out: &mut Findings<'_>) -> Option<String> {
    let name = provider(facts)?;
    if name == "arm" || name == "ns" {
        return Some(name);
    }
    if name == "ethos_u" && facts.catalog.traits.ethos_u_checked {
        // The NPU's backend has a rule of its own.
        return None;
    }
    let backend = &facts.profile.engine.backend;
    out.say(
        facts.at(backend, "engine.backend"),
        format!("executorch has no backend `{}`", shortened(&name)),
    )
    .help("use `arm` or `ns`");
    None
}

fn ns_ops(facts: &Facts<'_>, provider: Option<&str>, out: &mut Findings<'_>) {
    const KEY: &str = "engine.config.ns_ops";
    let wanted = facts
        .resolved
        .sidecar(facts.catalog)
        .is_some_and(|sidecar| sidecar.requires_ns_ops);
    let entry = facts.engine_config().entry("ns_ops");
    let at = || match entry {
        Some(entry) => facts.at_entry(entry, KEY),
        None => facts.at_key(KEY),
    };
    let on = match entry.map(|entry| facts.datum(entry.value)) {
        None => wanted,
        Some(Datum::Bool(on)) => on,
        Some(Datum::Unknown) => return,
        Some(_) => {
            out.say(at(), "`ns_ops` is true or false")
                .help("write true or false without quotes");
            return;
        }
    };
    if on && provider.is_some_and(|provider| provider != "ns") {
        let fix = edits::set_over(facts, &facts.profile.engine.backend, "engine.backend", "ns")
            .map(|edit| {
                edits::fix(
                    "Set `engine.backend: ns`",
                    edits::unset(&facts.profile.engine.backend),
                    edit,
                )
            });
        let asked = match entry {
            Some(_) => "the ns operators come",
            None => "the program's sidecar asks for the ns operators, which come",
        };
        out.say(
            at(),
            format!("{asked} with the backend `ns`, and the backend is `arm`"),
        )
        .help("set `engine.backend: ns`")
        .fix(fix);
    }
    if wanted && !on {
        out.say(
            at(),
            "the program's sidecar asks for the ns operators, and they are turned off",
        )
        .help("remove `ns_ops`, or set it to true, with `engine.backend: ns`");
    }
}

fn portable_ops(facts: &Facts<'_>, out: &mut Findings<'_>) {
    const KEY: &str = "engine.config.portable_ops";
    let config = facts.engine_config();
    let Some(entry) = config.entry("portable_ops") else {
        return;
    };
    let names = match facts.datum(entry.value) {
        Datum::Unknown => return,
        Datum::List(_) => config.items("portable_ops"),
        _ => {
            out.say(
                facts.at_entry(entry, KEY),
                "`portable_ops` is a list of operators' names",
            )
            .help("write them in brackets: [aten::add.out]");
            return;
        }
    };
    for node in names {
        if !matches!(facts.datum(node), Datum::Str(_) | Datum::Unknown) {
            let message = format!("`{}` is no operator's name", facts.written(node));
            out.say(facts.at_node(node, KEY), message)
                .help("names are strings, such as `aten::add.out`");
        }
    }
}

/// Early releases have no revision of their own to build from.
fn source_path(facts: &Facts<'_>, out: &mut Findings<'_>) {
    const KEY: &str = "engine.config.source_path";
    let entry = facts.engine_config().entry("source_path");
    let datum = entry.map_or(Datum::Null, |entry| facts.datum(entry.value));
    let at = || match entry {
        Some(entry) => facts.at_entry(entry, KEY),
        None => facts.at_key(KEY),
    };
    if facts.catalog.traits.executorch_needs_source_path {
        if !matches!(datum, Datum::Str(_) | Datum::Unknown) {
            out.say(
                at(),
                format!(
                    "hpx {} builds executorch only from a checkout that the profile names",
                    facts.release.name
                ),
            )
            .help("set `engine.config.source_path` to an nsx-executorch checkout");
            return;
        }
    } else if matches!(datum, Datum::Null | Datum::Unknown | Datum::Str("")) {
        return;
    }
    match datum {
        Datum::Str(path) if !path.trim().is_empty() => {
            let files = ["version.txt", "nsx-module.yaml", "CMakeLists.txt"];
            let lacks = |file: &&&str| {
                !facts
                    .files
                    .stat(&path::join(path, file), Home::Expand)
                    .is_file()
            };
            let missing: Vec<&str> = files.iter().filter(lacks).copied().collect();
            if !missing.is_empty() {
                let name = shortened(path);
                out.say(
                    at(),
                    format!(
                        "`{name}` is no nsx-executorch checkout: it lacks {}",
                        missing.join(", ")
                    ),
                )
                .help("name the root of a checkout, or remove the key to let hpx fetch its own");
            }
        }
        Datum::Unknown => {}
        _ => {
            out.say(at(), "`source_path` is the path of a checkout")
                .help("write the path as a string, or remove the key");
        }
    }
}
