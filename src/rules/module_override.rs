//! `module-override`: a module replaced in no way or in several.

use super::shortened;
use super::{Docs, Facts, Findings, Rule};
use crate::diagnostic::{Level, Origin};
use crate::profile::Entry;

/// See [`Docs`].
pub static RULE: Rule = Rule {
    id: "module-override",
    origin: Origin::Hpx,
    level: Level::Error,
    summary: "a module replaced in no way or in several",
    docs: Docs {
        what: "An entry of `build.nsx_modules` sets none of `path`, `ref` and `version`, or more than one.",
        why: "hpx needs to know which of the three to take (`helia_profiler.config.NsxModuleOverride`, all releases).",
        example: "\
model:
  path: kws.tflite
build:
  nsx_modules:
    nsx-core:
      ref: main
      version: 1.2.0
",
        instead: "\
model:
  path: kws.tflite
build:
  nsx_modules:
    nsx-core:
      ref: main
",
    },
    check,
};

fn check(facts: &Facts<'_>, out: &mut Findings<'_>) {
    for module in &facts.profile.build.nsx_modules {
        if module.bad || module.modes.len() == 1 || !facts.profile.complete {
            continue;
        }
        let key = format!("build.nsx_modules.{}", module.name);
        let entry = Entry {
            key: module.key,
            value: module.value,
        };
        let name = shortened(&module.name);
        let message = match module.modes.as_slice() {
            [] => format!("the module `{name}` is replaced by nothing"),
            modes => format!(
                "the module `{name}` is replaced in {} ways at once: {}",
                modes.len(),
                modes.join(", ")
            ),
        };
        out.say(facts.at_entry(entry, &key), message)
            .help("set exactly one of `path`, `ref` and `version`");
    }
}
