//! `offline-update`: updating dependencies without a network.

use super::edits;
use super::{Docs, Facts, Findings, Rule};
use crate::diagnostic::Applicability;
use crate::diagnostic::{Level, Origin};
use crate::profile::Source;

/// See [`Docs`].
pub static RULE: Rule = Rule {
    id: "offline-update",
    origin: Origin::Hpx,
    level: Level::Error,
    summary: "updating dependencies without a network",
    docs: Docs {
        what: "`build.update_dependencies` is on together with `build.offline`, or with the older `frozen`.",
        why: "An update needs the network that offline forbids (`helia_profiler.config.BuildConfig`, 0.1.2 on).",
        example: "\
model:
  path: kws.tflite
build:
  offline: true
  update_dependencies: true
",
        instead: "\
model:
  path: kws.tflite
build:
  offline: true
",
    },
    check,
};

fn check(facts: &Facts<'_>, out: &mut Findings<'_>) {
    let profile = facts.profile;
    let (update, offline) = (&profile.build.update_dependencies, &profile.build.offline);
    if update.get() != Some(&true) {
        return;
    }
    let frozen = profile.frozen.get() == Some(&true) && facts.catalog.traits.frozen_means_offline;
    let (other, key) = if offline.get() == Some(&true) {
        (offline, "build.offline")
    } else if frozen {
        (&profile.frozen, "frozen")
    } else {
        return;
    };
    let fix = match update.source {
        Source::Node { key, value } => edits::remove(facts, key, value)
            .or_else(|| edits::set_value(facts, update, "false"))
            .map(|edit| edits::fix("Remove `update_dependencies`", Applicability::Unsafe, edit)),
        Source::Default | Source::CommandLine => None,
    };
    let range = facts.at(other, key).range;
    out.say(
        facts.at(update, "build.update_dependencies"),
        format!("updating dependencies needs the network, which `{key}` forbids"),
    )
    .related(range, format!("`{key}` is on here"))
    .help("keep one of the two")
    .fix(fix);
}
