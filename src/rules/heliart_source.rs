//! `heliart-source`: a heliaRT source that hpx cannot build from.

use super::shortened;
use super::{Docs, Facts, Findings, Rule};
use crate::artifact::{Home, heliart, path};
use crate::catalog::{Core, EngineKind};
use crate::diagnostic::{Level, Origin};
use crate::profile::Datum;

/// See [`Docs`].
pub static RULE: Rule = Rule {
    id: "heliart-source",
    origin: Origin::Hpx,
    level: Level::Error,
    summary: "a heliaRT source that hpx cannot build from",
    docs: Docs {
        what: "`engine.config.core_override` stands without a prebuilt heliaRT, a prebuilt one stands with settings that it cannot take, or `source_path` or `dist_path` is not what it should be.",
        why: "A prebuilt library has its core and its CMSIS-NN built in; the registry and source builds choose them (`helia_profiler.engines.helia_rt`, all releases; the exclusions hold from 0.2.0 on).",
        example: "\
model:
  path: kws.tflite
engine:
  type: helia-rt
  config:
    core_override: cm4
",
        instead: "\
model:
  path: kws.tflite
engine:
  type: helia-rt
  config:
    variant: debug
",
    },
    check,
};

fn check(facts: &Facts<'_>, out: &mut Findings<'_>) {
    if facts.resolved.engine != Some(EngineKind::HeliaRt) {
        return;
    }
    let config = facts.engine_config();
    let source = config.get("source_path");
    let prebuilt = !source.is_truthy()
        && (config.get("dist_path").is_truthy() || config.get("source").is_truthy());
    core_override(facts, prebuilt, out);
    if source.is_truthy() {
        source_tree(facts, out);
    } else if prebuilt {
        distribution(facts, out);
    }
}

fn core_override(facts: &Facts<'_>, prebuilt: bool, out: &mut Findings<'_>) {
    const KEY: &str = "engine.config.core_override";
    let Some(entry) = facts.engine_config().entry("core_override") else {
        return;
    };
    let datum = facts.datum(entry.value);
    if matches!(datum, Datum::Null | Datum::Unknown) {
        return;
    }
    if !prebuilt {
        if facts.catalog.traits.core_override_needs_prebuilt {
            out.say(
                facts.at_entry(entry, KEY),
                "only a prebuilt heliaRT has a core to override",
            )
            .help("set `engine.config.dist_path` or `source`, or remove `core_override`");
        }
        return;
    }
    if datum.is_truthy() && core(datum).is_none() {
        let written = facts.written(entry.value);
        out.say(
            facts.at_entry(entry, KEY),
            format!("heliaRT has no library for the core `{written}`"),
        )
        .help("use `cm4` or `cm55`");
    }
}

/// A checkout to build from.
fn source_tree(facts: &Facts<'_>, out: &mut Findings<'_>) {
    const KEY: &str = "engine.config.source_path";
    let Some(entry) = facts.engine_config().entry("source_path") else {
        return;
    };
    // hpx takes Python's `str()` of whatever stands there.
    let path = match facts.datum(entry.value) {
        Datum::Str(path) => path,
        Datum::Unknown => return,
        _ => facts.text_of(entry.value),
    };
    let name = shortened(path);
    if !facts.files.stat(path, Home::Expand).is_dir() {
        out.say(
            facts.at_entry(entry, KEY),
            format!("there is no folder `{name}`"),
        )
        .help("name the root of a heliaRT checkout");
        return;
    }
    let lacks = |file: &&String| {
        !facts
            .files
            .stat(&path::join(path, file), Home::Expand)
            .is_file()
    };
    let missing: Vec<&String> = facts
        .catalog
        .heliart
        .source_files
        .iter()
        .filter(lacks)
        .collect();
    if !missing.is_empty() {
        let names: Vec<&str> = missing.iter().map(|file| file.as_str()).collect();
        out.say(
            facts.at_entry(entry, KEY),
            format!(
                "`{name}` is no heliaRT checkout: it lacks {}",
                names.join(", ")
            ),
        )
        .help("clone the repository; a release archive lacks some of these files");
        return;
    }
    let too_old = |version: &String| heliart::semver(version) < heliart::MIN_VERSION;
    if let Some(version) = heliart::dist_version(facts.files, path).filter(too_old) {
        let (major, minor, patch) = heliart::MIN_VERSION;
        out.say(
            facts.at_entry(entry, KEY),
            format!("the heliaRT at `{name}` is {version}, below {major}.{minor}.{patch}"),
        )
        .help("check out a newer heliaRT");
    } else if wants_ethos_u(facts) && !heliart::declares_ethos_u(facts.files, path) {
        out.say(
            facts.at_entry(entry, KEY),
            format!("the heliaRT at `{name}` cannot be built for the Ethos-U"),
        )
        .help("check out helia-rt-v1.18.0 or newer, or remove the key");
    }
}

fn wants_ethos_u(facts: &Facts<'_>) -> bool {
    let backend = facts.profile.engine.backend.get();
    facts.catalog.traits.ethos_u_checked && backend.map(String::as_str) == Some("ethos_u")
}

/// A release on disk.
fn distribution(facts: &Facts<'_>, out: &mut Findings<'_>) {
    const KEY: &str = "engine.config.dist_path";
    let config = facts.engine_config();
    if wants_ethos_u(facts) {
        out.say(
            facts.at(&facts.profile.engine.backend, "engine.backend"),
            "a prebuilt heliaRT has no kernel for the Ethos-U",
        )
        .help("remove `engine.config.dist_path` and `source` to build heliaRT from source");
    }
    let selector = ["cmsis_nn_path", "cmsis_nn_ref"]
        .into_iter()
        .find(|name| config.get(name).is_truthy());
    if let Some(entry) = selector.and_then(|name| config.entry(name))
        && facts.catalog.traits.prebuilt_excludes_cmsis_nn
    {
        out.say(
            facts.at_entry(
                entry,
                &format!("engine.config.{}", selector.unwrap_or_default()),
            ),
            "a prebuilt heliaRT has its CMSIS-NN built in",
        )
        .help("remove the setting, or build heliaRT from source");
    }
    let Some(entry) = config.entry("dist_path") else {
        return;
    };
    let datum = facts.datum(entry.value);
    let Datum::Str(path) = datum else {
        if datum.is_truthy() && datum != Datum::Unknown {
            out.say(
                facts.at_entry(entry, KEY),
                format!("`dist_path` is a path, and this is {}", datum.kind()),
            )
            .help("write the path as a string");
        }
        return;
    };
    if path.is_empty() {
        return;
    }
    let name = shortened(path);
    let library = library(facts);
    if let Some(problem) = heliart::dist_problem(facts.files, path, library.as_deref()) {
        out.say(
            facts.at_entry(entry, KEY),
            format!("`{name}` is no heliaRT release: {}", problem.words()),
        )
        .help("name the folder of an unpacked release");
    }
}

/// A core for which heliaRT has libraries.
fn core(datum: Datum<'_>) -> Option<String> {
    let Datum::Str(name) = datum else { return None };
    Some(name.to_lowercase()).filter(|name| ["cm4", "cm55"].contains(&name.as_str()))
}

/// The library that the board, the toolchain and the variant need.
fn library(facts: &Facts<'_>) -> Option<String> {
    let config = facts.engine_config();
    let core = match config.get("core_override") {
        chosen if chosen.is_truthy() => core(chosen)?,
        _ => match facts.resolved.platform.as_ref()?.soc.core {
            Core::CortexM55 => "cm55".to_owned(),
            Core::CortexM4 => "cm4".to_owned(),
        },
    };
    let toolchain = facts
        .catalog
        .toolchain(facts.profile.target.toolchain.get()?)?;
    let variant = match config.get("variant") {
        Datum::Str(name) => name,
        _ => "release-with-logs",
    };
    Some(heliart::library_name(
        &core,
        &toolchain.heliart_tag,
        variant,
    ))
}
