//! `unknown-value`: a value that is none of those hpx takes.

use super::{Docs, Facts, Findings, Rule};
use super::{edits, or_list, shortened};
use crate::catalog::Placement;
use crate::diagnostic::Applicability;
use crate::diagnostic::{Level, Origin};
use crate::profile::{ProblemKind, Spot};
use crate::schema::choice_span;
use crate::text::{nearest, related};

/// See [`Docs`].
pub static RULE: Rule = Rule {
    id: "unknown-value",
    origin: Origin::Hpx,
    level: Level::Error,
    summary: "a value that is none of those hpx takes",
    docs: Docs {
        what: "A name is not among the choices of its key.",
        why: "hpx compares the names letter by letter, case included (`helia_profiler.config`, all releases).",
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
        let meant = meant(name, known);
        let fix = match (meant, problem.spot) {
            (Some((meant, sure)), Spot::Value { value, .. }) => edits::replace(facts, value, meant)
                .map(|edit| edits::fix(format!("Change to `{meant}`"), sure, edit)),
            _ => None,
        };
        let release = &facts.release.name;
        let written = shortened(name);
        out.say(
            facts.at_problem(problem),
            format!("`{key}` cannot be `{written}` in hpx {release}"),
        )
        .help(help(key, name, known, meant.map(|(name, _)| name)))
        .fix(fix);
    }
}

/// The way out: the release that takes the name, the name that was meant, and
/// in any case the names that are taken.
fn help(key: &str, name: &str, known: &[String], meant: Option<&str>) -> String {
    let taken = format!("it takes {}", or_list(known));
    let since = choice_span(key, name).and_then(|span| span.since.as_deref());
    match (since, meant) {
        (Some(since), _) => format!("hpx {since} is the first that takes it; before, {taken}"),
        (None, Some(meant)) => format!("did you mean `{meant}`? {taken}"),
        (None, None) => match related(name, known.iter().map(String::as_str)).as_slice() {
            [] => taken,
            related => format!("did you mean {}? {taken}", or_list(related)),
        },
    }
}

/// The name that was meant, and whether that is sure. Another placement than
/// those taken is meant as it stands.
fn meant<'a>(name: &str, known: &'a [String]) -> Option<(&'a str, Applicability)> {
    if let Some(alias) = alias(name, known) {
        // Every engine but one runs such models.
        let sure = match name {
            "tflite" => Applicability::Unsafe,
            _ => Applicability::Safe,
        };
        return Some((alias, sure));
    }
    let nearest = nearest(name, known.iter().map(String::as_str))?;
    let sure = edits::meant(name, nearest);
    Placement::named(name).is_none().then_some((nearest, sure))
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
