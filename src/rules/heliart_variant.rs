//! `heliart-variant`: a heliaRT build that hpx cannot profile.

use super::{Docs, Facts, Findings, Rule};
use super::{edits, or_list};
use crate::catalog::EngineKind;
use crate::diagnostic::Applicability;
use crate::diagnostic::{Level, Origin};
use crate::profile::Datum;

/// See [`Docs`].
pub static RULE: Rule = Rule {
    id: "heliart-variant",
    origin: Origin::Hpx,
    level: Level::Error,
    summary: "a heliaRT build that hpx cannot profile",
    docs: Docs {
        what: "`engine.config.variant` is no build that heliaRT has, or is `release`, which has no hooks for single operators.",
        why: "hpx needs the hooks to time single operators (`helia_profiler.engines.helia_rt.adapter`, all releases; `release` is refused from 0.2.0 on).",
        example: "\
model:
  path: kws.tflite
engine:
  type: helia-rt
  config:
    variant: fast
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

const KEY: &str = "engine.config.variant";

fn check(facts: &Facts<'_>, out: &mut Findings<'_>) {
    if facts.resolved.engine != Some(EngineKind::HeliaRt) {
        return;
    }
    let Some(entry) = facts.engine_config().entry("variant") else {
        return;
    };
    let Some(option) = facts.catalog.engine_option("variant") else {
        return;
    };
    let datum = facts.datum(entry.value);
    let (known, refused) = match datum {
        Datum::Unknown => return,
        Datum::Str(name) => {
            let is = |names: &[String]| names.iter().any(|known| known == name);
            (is(&option.choices), is(&option.refused))
        }
        _ => (false, false),
    };
    if known && !refused {
        return;
    }
    let usable: Vec<&String> = option
        .choices
        .iter()
        .filter(|name| !option.refused.contains(name))
        .collect();
    let written = facts.written(entry.value);
    let message = if refused {
        format!("heliaRT's variant `{written}` has no hooks for single operators")
    } else {
        format!("heliaRT has no variant `{written}`")
    };
    let fix = edits::replace(facts, entry.value, "release-with-logs")
        .map(|edit| edits::fix("Change to `release-with-logs`", Applicability::Unsafe, edit));
    out.say(facts.at_entry(entry, KEY), message)
        .help(format!(
            "use {}; the default is `release-with-logs`",
            or_list(usable)
        ))
        .fix(fix);
}
