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
        what: "`build.channel` has other characters than letters, digits, hyphens and underscores, or does not begin with a letter.",
        why: "hpx makes a folder and a command line of the name, and refuses others (`helia_profiler.config.BuildConfig`, all releases).",
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
    let message = match name.as_str() {
        "" => "the channel's name is empty".to_owned(),
        name => format!("`{}` is no name of a channel", shortened(name)),
    };
    out.say(facts.at(channel, "build.channel"), message)
        .help("a channel is letters, digits, hyphens and underscores, and begins with a letter: stable, preview");
}

/// hpx matches with `$`, which also stands before a final line feed.
fn is_name(name: &str) -> bool {
    let name = name.strip_suffix('\n').unwrap_or(name);
    let mut bytes = name.bytes();
    bytes.next().is_some_and(|b| b.is_ascii_alphabetic())
        && bytes.all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_')
}
