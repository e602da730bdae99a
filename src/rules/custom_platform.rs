//! `custom-platform`: a custom SoC or board that hpx cannot build.

use super::{Docs, Facts, Findings, Rule};
use super::{edits, shortened};
use crate::diagnostic::Applicability;
use crate::diagnostic::{Level, Origin};
use crate::profile::{ProblemKind, Spot};
use crate::text::nearest;

/// See [`Docs`].
pub static RULE: Rule = Rule {
    id: "custom-platform",
    origin: Origin::Hpx,
    level: Level::Error,
    summary: "a custom SoC or board that hpx cannot build",
    docs: Docs {
        what: "An entry of `target.custom_socs` or `target.custom_boards` with a value of the wrong kind, a value missing, or a base that does not exist.",
        why: "hpx reads these before everything else, one problem at a time, and several of them end in a traceback (`helia_profiler.platform.custom`).",
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
            ProblemKind::MissingPlatformValue => {
                let name = key.rsplit('.').next().unwrap_or(key);
                out.say(at, format!("`{key}` is required")).help(format!(
                    "set `{name}`, or derive from a known part with `based_on`"
                ));
            }
            ProblemKind::UnknownPlatformName { what, name, known } => {
                let nearest = nearest(name, known.iter().map(String::as_str));
                let fix = match (nearest, problem.spot) {
                    (Some(nearest), Spot::Value { value, .. }) => {
                        edits::replace(facts.tree, value, nearest).map(|edit| {
                            edits::fix(format!("Change to `{nearest}`"), Applicability::Safe, edit)
                        })
                    }
                    _ => None,
                };
                let help = match nearest {
                    Some(nearest) => format!("did you mean `{nearest}`?"),
                    None => format!("known here: {}", known.join(", ")),
                };
                let name = shortened(name);
                out.say(at, format!("there is no {what} `{name}` at this point"))
                    .help(help)
                    .fix(fix);
            }
            _ => {}
        }
    }
}
