//! `cmsis-nn-selector`: a CMSIS-NN that cannot be selected.

use super::shortened;
use super::{Docs, Facts, Findings, Rule};
use crate::artifact::{Home, path};
use crate::catalog::EngineKind;
use crate::diagnostic::{Level, Origin};
use crate::profile::{Datum, Entry};

/// See [`Docs`].
pub static RULE: Rule = Rule {
    id: "cmsis-nn-selector",
    origin: Origin::Hpx,
    level: Level::Error,
    summary: "a CMSIS-NN that cannot be selected",
    docs: Docs {
        what: "An `engine.config.cmsis_nn_path` that is no path, a `cmsis_nn_ref` that is no git ref, or both at once.",
        why: "hpx checks the two before it builds (`helia_profiler.engines.cmsis_nn`).",
        example: "\
model:
  path: kws.tflite
engine:
  type: helia-rt
  config:
    cmsis_nn_ref: 7
",
        instead: "\
model:
  path: kws.tflite
engine:
  type: helia-rt
  config:
    cmsis_nn_ref: v7.24.0
",
    },
    check,
};

const PATH: &str = "engine.config.cmsis_nn_path";
const REF: &str = "engine.config.cmsis_nn_ref";

fn check(facts: &Facts<'_>, out: &mut Findings<'_>) {
    if !facts.catalog.traits.cmsis_nn_selectors_checked || !reads_selectors(facts) {
        return;
    }
    let config = facts.engine_config();
    let (path, reference) = (config.get("cmsis_nn_path"), config.get("cmsis_nn_ref"));
    let blank = |datum: Datum<'_>| matches!(datum, Datum::Str(text) if text.trim().is_empty());
    if let Some(entry) = config.entry("cmsis_nn_path") {
        let unset = matches!(path, Datum::Null | Datum::Str("") | Datum::Unknown);
        if !unset && (!matches!(path, Datum::Str(_)) || blank(path)) {
            out.say(
                facts.at_entry(entry, PATH),
                "`cmsis_nn_path` is the path of a checkout",
            )
            .help("write the path as a string, or remove the key");
        } else if path.is_truthy() && reference.is_truthy() {
            out.say(
                facts.at_entry(entry, PATH),
                "`cmsis_nn_path` and `cmsis_nn_ref` exclude each other",
            )
            .help("keep one of the two");
        } else if let Datum::Str(text) = path {
            checkout(facts, entry, text, out);
        }
    }
    let Some(entry) = config.entry("cmsis_nn_ref") else {
        return;
    };
    let fine = matches!(reference, Datum::Null | Datum::Unknown)
        || matches!(reference, Datum::Str(_)) && !blank(reference);
    if !fine && !path.is_truthy() {
        out.say(
            facts.at_entry(entry, REF),
            "`cmsis_nn_ref` is the name of a git ref",
        )
        .help("write the ref as a string, or remove the key");
    }
}

/// Which engines build CMSIS-NN, and so look.
fn reads_selectors(facts: &Facts<'_>) -> bool {
    let config = facts.engine_config();
    let traits = &facts.catalog.traits;
    match facts.resolved.engine {
        Some(EngineKind::HeliaRt) => {
            let local = ["dist_path", "source"]
                .iter()
                .any(|name| config.get(name).is_truthy());
            let prebuilt = local && !config.get("source_path").is_truthy();
            let selected = ["cmsis_nn_path", "cmsis_nn_ref"]
                .iter()
                .any(|name| config.get(name).is_truthy());
            !prebuilt && (traits.heliart_always_declares_cmsis_nn || selected)
                || prebuilt && traits.prebuilt_excludes_cmsis_nn
        }
        Some(EngineKind::HeliaAot | EngineKind::Executorch) => true,
        Some(EngineKind::Litert) | None => false,
    }
}

/// A checkout must be one.
fn checkout(facts: &Facts<'_>, entry: Entry, text: &str, out: &mut Findings<'_>) {
    if text.is_empty() {
        return;
    }
    let name = shortened(text);
    let stat = |below: &str| facts.files.stat(&path::join(text, below), Home::Expand);
    let upstream = facts.resolved.engine == Some(EngineKind::Executorch)
        && facts.profile.engine.backend.get().map(String::as_str) != Some("ns");
    let missing: Vec<&str> = if upstream {
        ["nsx-module.yaml", "CMakeLists.txt"]
            .into_iter()
            .filter(|file| !stat(file).is_file())
            .collect()
    } else {
        let folders = ["Include", "Source"]
            .into_iter()
            .filter(|folder| !stat(folder).is_dir());
        let files = ["nsx/CMakeLists.txt", "nsx/nsx-module.yaml"]
            .into_iter()
            .filter(|file| !stat(file).is_file());
        folders.chain(files).collect()
    };
    if !facts.files.stat(text, Home::Expand).is_dir() {
        out.say(
            facts.at_entry(entry, PATH),
            format!("there is no folder `{name}`"),
        )
        .help("name the root of a CMSIS-NN checkout");
    } else if !missing.is_empty() {
        out.say(
            facts.at_entry(entry, PATH),
            format!(
                "`{name}` is no CMSIS-NN checkout: it lacks {}",
                missing.join(", ")
            ),
        )
        .help("name the root of a checkout that has hpx's module files");
    }
}
