//! `build-channel`: a channel that is no name.

use super::shortened;
use super::{Docs, Facts, Findings, Rule};
use crate::diagnostic::{Level, Origin};

/// See [`Docs`].
pub static RULE: Rule = Rule {
    id: "build-channel",
    origin: Origin::Hpx,
    level: Level::Error,
    summary: "a channel that is no name",
    docs: Docs {
        what: "A `build.channel` with other characters than letters, digits, hyphens and underscores, or not beginning with a letter.",
        why: "hpx refuses it (`helia_profiler.config.BuildConfig`).",
        example: "\
model:
  path: kws.tflite
build:
  channel: 2026/preview
",
        instead: "\
model:
  path: kws.tflite
build:
  channel: preview
",
    },
    check,
};

fn check(facts: &Facts<'_>, out: &mut Findings<'_>) {
    let channel = &facts.profile.build.channel;
    let Some(name) = channel.get() else { return };
    if is_name(name) {
        return;
    }
    out.say(facts.at(channel, "build.channel"), format!("`{}` is no name of a channel", shortened(name)))
        .help("a channel is letters, digits, hyphens and underscores, and begins with a letter: stable, preview");
}

/// hpx matches with `$`, which also stands before a final line feed.
fn is_name(name: &str) -> bool {
    let name = name.strip_suffix('\n').unwrap_or(name);
    let mut bytes = name.bytes();
    bytes.next().is_some_and(|b| b.is_ascii_alphabetic())
        && bytes.all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_')
}
