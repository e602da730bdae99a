//! `unknown-value`: a value that is none of those hpx takes.

use super::{Docs, Facts, Findings, Rule};
use super::{edits, or_list, shortened};
use crate::diagnostic::Applicability;
use crate::diagnostic::{Level, Origin};
use crate::profile::{ProblemKind, Spot};
use crate::text::nearest;

/// See [`Docs`].
pub static RULE: Rule = Rule {
    id: "unknown-value",
    origin: Origin::Hpx,
    level: Level::Error,
    summary: "a value that is none of those hpx takes",
    docs: Docs {
        what: "A name that is not among the choices of its key.",
        why: "hpx compares the names letter by letter, case included (`helia_profiler.config`).",
        example: "\
model:
  path: kws.tflite
  arena_location: dtcm
",
        instead: "\
model:
  path: kws.tflite
  arena_location: tcm
",
    },
    check,
};

fn check(facts: &Facts<'_>, out: &mut Findings<'_>) {
    for problem in &facts.profile.problems {
        let ProblemKind::UnknownChoice { name, known } = &problem.kind else {
            continue;
        };
        let key = &problem.key;
        let nearest =
            nearest(name, known.iter().map(String::as_str)).or_else(|| alias(name, known));
        let help = match nearest {
            Some(nearest) => format!("did you mean `{nearest}`? it takes {}", or_list(known)),
            None => format!("it takes {}", or_list(known)),
        };
        let fix = match (nearest, problem.spot) {
            (Some(nearest), Spot::Value { value, .. }) => {
                edits::replace(facts.tree, value, nearest).map(|edit| {
                    edits::fix(format!("Change to `{nearest}`"), Applicability::Safe, edit)
                })
            }
            _ => None,
        };
        let name = shortened(name);
        out.say(
            facts.at_problem(problem),
            format!("`{key}` has no `{name}` in hpx {}", facts.release.name),
        )
        .help(help)
        .fix(fix);
    }
}

/// Names that people use for one of the known.
fn alias<'a>(name: &str, known: &'a [String]) -> Option<&'a str> {
    let meant = match name.to_ascii_lowercase().as_str() {
        "dtcm" | "itcm" => "tcm",
        "flash" | "nvm" | "rom" => "mram",
        "ssram" | "dram" | "ram" => "sram",
        "tflm" | "tflite-micro" | "tflite" => "litert",
        "litert" => "tflm",
        "aot" | "heliaaot" => "helia-aot",
        "rt" | "heliart" => "helia-rt",
        "usb" | "cdc" => "usb_cdc",
        _ => return None,
    };
    known
        .iter()
        .map(String::as_str)
        .find(|known| *known == meant)
}
