//! `cmsis-nn-selector`: a CMSIS-NN that cannot be selected.

use super::{Docs, Facts, Findings, Rule};
use super::{executorch_kernels, shortened};
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
        what: "`engine.config.cmsis_nn_path` is no CMSIS-NN checkout, `cmsis_nn_ref` is no git ref, or both are there at once.",
        why: "hpx checks the two before it builds, for the engines that build CMSIS-NN from source (`helia_profiler.engines.cmsis_nn`, 0.2.0 on).",
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
    if !reads_selectors(facts) {
        return;
    }
    let config = facts.engine_config();
    let (path, reference) = (config.get("cmsis_nn_path"), config.get("cmsis_nn_ref"));
    let reads_ref = facts.catalog.traits.cmsis_nn_ref_read;
    if let Some(entry) = config.entry("cmsis_nn_path") {
        if is_no_path(facts, path) {
            out.say(
                facts.at_entry(entry, PATH),
                "`cmsis_nn_path` is the path of a checkout",
            )
            .help("write the path as a string, or remove the key");
        } else if reads_ref && path.is_truthy() && reference.is_truthy() {
            out.say(
                facts.at_entry(entry, PATH),
                "`cmsis_nn_path` and `cmsis_nn_ref` exclude each other",
            )
            .help("keep one of the two");
        } else if path.is_truthy() && path != Datum::Unknown {
            checkout(facts, entry, facts.text_of(entry.value), out);
        }
    }
    let Some(entry) = config.entry("cmsis_nn_ref").filter(|_| reads_ref) else {
        return;
    };
    let fine = matches!(reference, Datum::Null | Datum::Unknown)
        || matches!(reference, Datum::Str(_)) && !is_blank(reference);
    if !fine && !path.is_truthy() {
        out.say(
            facts.at_entry(entry, REF),
            "`cmsis_nn_ref` is the name of a git ref",
        )
        .help("write the ref as a string, or remove the key");
    }
}

/// Whether hpx refuses a `cmsis_nn_path` for what it is, wherever it leads.
fn is_no_path(facts: &Facts<'_>, path: Datum<'_>) -> bool {
    let typed = facts.catalog.traits.cmsis_nn_path_typed;
    let unset = match path {
        Datum::Null | Datum::Unknown => true,
        Datum::Str("") => typed || !is_upstream(facts),
        _ => false,
    };
    (typed || is_upstream(facts)) && !unset && (!matches!(path, Datum::Str(_)) || is_blank(path))
}

fn is_blank(datum: Datum<'_>) -> bool {
    matches!(datum, Datum::Str(text) if text.trim().is_empty())
}

/// Whether hpx looks at the two keys at all.
fn reads_selectors(facts: &Facts<'_>) -> bool {
    let config = facts.engine_config();
    let traits = &facts.catalog.traits;
    let any = |names: [&str; 2]| names.iter().any(|name| config.get(name).is_truthy());
    match facts.resolved.engine {
        Some(EngineKind::HeliaRt) if config.get("source_path").is_truthy() => true,
        Some(EngineKind::HeliaRt) if any(["dist_path", "source"]) => {
            traits.prebuilt_excludes_cmsis_nn
        }
        Some(EngineKind::HeliaRt) => {
            let selected =
                traits.heliart_registry_takes_cmsis_nn && any(["cmsis_nn_path", "cmsis_nn_ref"]);
            traits.heliart_always_declares_cmsis_nn || selected
        }
        Some(EngineKind::HeliaAot | EngineKind::Executorch) => true,
        Some(EngineKind::Litert) | None => false,
    }
}

/// Whether the checkout is of Arm's own CMSIS-NN, which executorch's backend
/// `arm` is built with.
fn is_upstream(facts: &Facts<'_>) -> bool {
    facts.resolved.engine == Some(EngineKind::Executorch)
        && executorch_kernels::provider(facts).as_deref() != Some("ns")
}

fn checkout(facts: &Facts<'_>, entry: Entry, text: &str, out: &mut Findings<'_>) {
    let name = shortened(text);
    let stat = |below: &str| facts.files.stat(&path::join(text, below), Home::Expand);
    let upstream = is_upstream(facts);
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
    let at = || facts.at_entry(entry, PATH);
    if !facts.files.stat(text, Home::Expand).is_dir() {
        out.say(at(), format!("there is no folder `{name}`"))
            .help("name the root of a CMSIS-NN checkout");
    } else if !missing.is_empty() {
        out.say(
            at(),
            format!(
                "`{name}` is no CMSIS-NN checkout: it lacks {}",
                missing.join(", ")
            ),
        )
        .help("name the root of a checkout that has hpx's module files");
    } else if !upstream && facts.catalog.traits.cmsis_nn_revision_checked && is_too_new(facts, text)
    {
        out.say(
            at(),
            format!(
                "the CMSIS-NN at `{name}` is Arm's V.19 or later, and heliaAOT calls an older one"
            ),
        )
        .help("name a checkout of ns-cmsis-nn");
    }
}

/// Whether the checkout's header says that it is revision 19 or later.
fn is_too_new(facts: &Facts<'_>, checkout: &str) -> bool {
    const READ: usize = 2_048;
    let header = path::join(checkout, "Include/arm_nnfunctions.h");
    let Ok(bytes) = facts.files.bytes(&header, Home::Expand) else {
        return false;
    };
    let text: String = String::from_utf8_lossy(&bytes).chars().take(READ).collect();
    let revision = text.split("$Revision:").skip(1).find_map(|rest| {
        let digits = rest.trim_start().strip_prefix("V.")?;
        let (number, _) = digits.split_once('.')?;
        number.parse::<u32>().ok()
    });
    revision.is_some_and(|revision| revision >= 19)
}
