//! `custom-platform`: a custom SoC or board that hpx cannot build.

use super::{Docs, Facts, Findings, Rule};
use super::{edits, shortened};
use crate::diagnostic::{Fix, Level, Origin};
use crate::profile::{ProblemKind, Spot};

/// See [`Docs`].
pub static RULE: Rule = Rule {
    id: "custom-platform",
    origin: Origin::Hpx,
    level: Level::Error,
    summary: "a custom SoC or board that hpx cannot build",
    docs: Docs {
        what: "An entry of `target.custom_socs` or `target.custom_boards` has a value of the wrong kind, lacks a value, or derives from a part that does not exist.",
        why: "hpx reads these sections before everything else and names one problem at a time; several end in a traceback (`helia_profiler.platform.custom`, all releases; unknown keys and pins are checked from 0.2.0 on).",
        example: "\
model:
  path: kws.tflite
target:
  board: mine
  custom_boards:
    mine:
      based_on: apollo510_ev
",
        instead: "\
model:
  path: kws.tflite
target:
  board: mine
  custom_boards:
    mine:
      based_on: apollo510_evb
",
    },
    check,
};

fn check(facts: &Facts<'_>, out: &mut Findings<'_>) {
    for problem in &facts.profile.problems {
        let key = &problem.key;
        let at = facts.at_problem(problem);
        match &problem.kind {
            ProblemKind::BadPlatformValue { expected } => {
                let written = match problem.spot {
                    Spot::Value { value, .. } => facts.written(value),
                    Spot::Key(_) | Spot::Absent => String::new(),
                };
                let message = if written.is_empty() {
                    format!("`{key}` must be {expected}")
                } else {
                    format!("`{key}` must be {expected}; this is `{written}`")
                };
                out.say(at, message);
            }
            // What is missing from a broken text may be what was lost.
            ProblemKind::MissingPlatformValue if !facts.yaml.is_empty() => {}
            ProblemKind::UnknownPlatformName { what, .. }
                if facts.may_describe_more(block(what)) => {}
            ProblemKind::MissingPlatformValue => {
                let name = key.rsplit('.').next().unwrap_or(key);
                out.say(at, format!("`{key}` is required")).help(format!(
                    "set `{name}`, or derive from a known part with `based_on`"
                ));
            }
            ProblemKind::UnknownPlatformName { what, name, meant } => {
                let nearest = meant.nearest.as_deref();
                let unquoted = nearest.filter(|nearest| is_written(facts, problem.spot, nearest));
                let help = match nearest {
                    Some(_) if unquoted.is_some() => "put it in quotes".to_owned(),
                    Some(nearest) => format!("did you mean `{nearest}`?"),
                    None => format!("known here: {}", meant.known.join(", ")),
                };
                let fix = nearest.and_then(|nearest| renamed(facts, problem.spot, name, nearest));
                let name = shortened(name);
                let message = match unquoted {
                    Some(written) => {
                        format!("`{written}` is no string, and so it is not the {what}'s name")
                    }
                    None => format!("there is no {what} `{name}`, built in or described above"),
                };
                out.say(at, message).help(help).fix(fix);
            }
            _ => {}
        }
    }
}

/// The block that describes such parts.
fn block(what: &str) -> &'static str {
    match what {
        "SoC" => "custom_socs",
        _ => "custom_boards",
    }
}

/// Whether a value is written as this name, which it is not where YAML takes it for no string.
fn is_written(facts: &Facts<'_>, spot: Spot, name: &str) -> bool {
    matches!(spot, Spot::Value { value, .. } if facts.written(value) == name)
}

/// The name that is near in place of the one that is written.
fn renamed(facts: &Facts<'_>, spot: Spot, name: &str, nearest: &str) -> Option<Fix> {
    let Spot::Value { value, .. } = spot else {
        return None;
    };
    let text = edits::scalar(nearest);
    let edit = edits::replace(facts, value, &text)?;
    let title = format!("Change to `{text}`");
    Some(edits::fix(title, edits::meant(name, nearest), edit))
}
