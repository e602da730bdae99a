//! `aot-platform`: a board that heliaAOT does not know.

use super::shortened;
use super::{Docs, Facts, Findings, Rule};
use crate::catalog::EngineKind;
use crate::diagnostic::{Level, Origin};
use crate::profile::Datum;

/// See [`Docs`].
pub static RULE: Rule = Rule {
    id: "aot-platform",
    origin: Origin::Hpx,
    level: Level::Error,
    summary: "a board that heliaAOT does not know",
    docs: Docs {
        what: "heliaAOT has no platform for the board, and `engine.config.platform_name` names none; or `module_name` is no string, or `prefix` no beginning of a name.",
        why: "The compiler works for a platform of its own, which hpx chooses by the board (`helia_profiler.engines.helia_aot.compile`, all releases).",
        example: "\
model:
  path: kws.tflite
engine:
  type: helia-aot
target:
  board: apollo3p_evb_cygnus
",
        instead: "\
model:
  path: kws.tflite
engine:
  type: helia-aot
target:
  board: apollo3p_evb
",
    },
    check,
};

fn check(facts: &Facts<'_>, out: &mut Findings<'_>) {
    if facts.resolved.engine != Some(EngineKind::HeliaAot) || facts.profile.engine.config.is_bad() {
        return;
    }
    module_name(facts, out);
    prefix(facts, out);
    let Some(platform) = &facts.resolved.platform else {
        return;
    };
    let named = facts.engine_config().get("platform_name").is_truthy();
    let known = facts
        .catalog
        .board(&platform.board.name)
        .is_some_and(|board| board.aot_platform.is_some());
    if named || known || !facts.profile.complete {
        return;
    }
    let boards = facts
        .catalog
        .boards
        .iter()
        .filter(|board| board.aot_platform.is_some());
    let names: Vec<&str> = boards.map(|board| board.name.as_str()).collect();
    out.say(
        facts.at(&facts.profile.target.board, "target.board"),
        format!(
            "heliaAOT has no platform for `{}`",
            shortened(&platform.board.name)
        ),
    )
    .help(format!(
        "set `engine.config.platform_name`, or use one of {}",
        names.join(", ")
    ));
}

/// hpx builds a path of it.
fn module_name(facts: &Facts<'_>, out: &mut Findings<'_>) {
    let Some(entry) = facts.engine_config().entry("module_name") else {
        return;
    };
    if !matches!(facts.datum(entry.value), Datum::Str(_) | Datum::Unknown) {
        out.say(
            facts.at_entry(entry, "engine.config.module_name"),
            "`module_name` is a name, and hpx makes a folder of it",
        )
        .help("write it as a string, or remove the key");
    }
}

/// hpx looks for files that begin with it by a glob of Python 3.11.
fn prefix(facts: &Facts<'_>, out: &mut Findings<'_>) {
    let Some(entry) = facts.engine_config().entry("prefix") else {
        return;
    };
    let Datum::Str(prefix) = facts.datum(entry.value) else {
        return;
    };
    let pattern = format!("{prefix}_");
    let mixed = |part: &str| part.contains("**") && part != "**";
    let problem = if pattern.starts_with('/') {
        "begins with `/`"
    } else if pattern.split('/').any(mixed) {
        "has `**` in it"
    } else {
        return;
    };
    if facts.catalog.traits.aot_prefix_is_globbed {
        out.say(
            facts.at_entry(entry, "engine.config.prefix"),
            format!("`prefix` begins the names of files, and this one {problem}"),
        )
        .help("write a word, such as `hpx`");
    }
}
