//! `unknown-key`: a key that hpx does not know.

use std::collections::BTreeMap;

use super::deprecated_key::successor;
use super::edits;
use super::{Docs, Facts, Findings, Rule, or_list};
use crate::diagnostic::Applicability;
use crate::diagnostic::{Level, Origin};
use crate::profile::{FreeForm, ProblemKind, Spot};
use crate::schema::key_span;
use crate::syntax::NodeId;
use crate::text::{nearest, related};

/// See [`Docs`].
pub static RULE: Rule = Rule {
    id: "unknown-key",
    origin: Origin::Hpx,
    level: Level::Error,
    summary: "a key that hpx does not know",
    docs: Docs {
        what: "This hpx release has no such key at this place.",
        why: "hpx refuses unknown keys everywhere but below `engine.config` and in the clocks of a custom SoC (`helia_profiler.config`, all releases; in custom SoCs and boards from 0.2.0 on).",
        example: "\
model:
  path: kws.tflite
  arena_sise: 65536
",
        instead: "\
model:
  path: kws.tflite
  arena_size: 65536
",
    },
    check,
};

fn check(facts: &Facts<'_>, out: &mut Findings<'_>) {
    let mut known_taken = BTreeMap::new();
    for problem in &facts.profile.problems {
        let ProblemKind::UnknownKey { name, known } = &problem.kind else {
            continue;
        };
        let section = problem.key.rsplit_once('.').map(|(section, _)| section);
        let place = section.map_or("at the top".to_owned(), |section| format!("in `{section}`"));
        let release = &facts.release.name;
        let meant = meant(facts, name, section, known);
        let home = home(facts, name, section.unwrap_or_default());
        let home = home.filter(|_| meant.is_empty());
        let said = home.as_ref().map(|home| format!("; {}", home.said()));
        let said = said.unwrap_or_default();
        let message = format!("hpx {release} has no key `{name}` {place}{said}");
        let mut is_taken = |meant: &str| match problem.spot {
            Spot::Key(key) => {
                let section = facts.tree.parent(key);
                let taken = known_taken.entry((section, meant.to_owned()));
                *taken.or_insert_with(|| taken_in(facts, section, meant))
            }
            Spot::Value { .. } | Spot::Absent => false,
        };
        let (near, taken) = match meant.as_slice() {
            [near] => (Some(*near), is_taken(near)),
            _ => (None, false),
        };
        let help = match (near, home.as_ref().and_then(Home::instead)) {
            (Some(near), _) if taken => format!("`{near}` is there already; remove this one"),
            (None, Some(instead)) => format!("write `{instead}`"),
            _ if meant.is_empty() => format!("the keys here: {}", known.join(", ")),
            _ => format!("did you mean {}?", or_list(&meant)),
        };
        let fix = match (near, problem.spot) {
            (Some(near), Spot::Key(key)) if !taken => {
                let sure = match nearest(name, [near]) {
                    Some(_) => Applicability::Safe,
                    None => Applicability::Unsafe,
                };
                let edit = edits::rename(facts, key, near);
                edit.map(|edit| edits::fix(format!("Rename to `{near}`"), sure, edit))
            }
            _ => None,
        };
        out.say(facts.at_problem(problem), message)
            .help(other_release(&problem.key).unwrap_or(help))
            .fix(fix);
    }
}

/// The names that may have been meant: the nearest, rather one that hpx has not
/// replaced; else those that are related.
fn meant<'a>(
    facts: &Facts<'_>,
    name: &str,
    section: Option<&str>,
    known: &[&'a str],
) -> Vec<&'a str> {
    let current = |name: &&str| {
        let above = section.into_iter().flat_map(|section| section.split('.'));
        let path: Vec<&str> = above.chain([*name]).collect();
        let key = facts.schema.key(&path);
        key.is_none_or(|key| key.deprecated.is_none())
    };
    let current: Vec<&str> = known.iter().copied().filter(current).collect();
    let near = nearest(name, current.iter().copied());
    let near = near.or_else(|| nearest(name, known.iter().copied()));
    match near {
        Some(near) => vec![near],
        None => related(name, current),
    }
}

/// The release that has the key, where another has.
fn other_release(key: &str) -> Option<String> {
    let span = key_span(key)?;
    match (&span.since, &span.until) {
        (Some(since), _) => Some(format!("hpx {since} is the first that has it")),
        (None, Some(until)) => Some(format!("hpx {until} is the last that has it")),
        (None, None) => None,
    }
}

/// Whether the section has the key already.
fn taken_in(facts: &Facts<'_>, section: Option<NodeId>, name: &str) -> bool {
    FreeForm::new(facts.tree, section).entry(name).is_some()
}

/// Where there is a key of a name.
enum Home<'a> {
    /// The dotted key, which is surely meant.
    Sure(&'a str),
    /// The dotted key, which may be about something else.
    Other(&'a str),
    /// The key that has taken its place.
    Replaced(&'a str),
}

impl Home<'_> {
    /// What is said of it.
    fn said(&self) -> String {
        match self {
            Home::Replaced(instead) => format!("it is `{instead}` now"),
            Home::Sure(home) => format!("it belongs in `{}`", section_of(home)),
            Home::Other(home) if section_of(home).is_empty() => {
                "there is one at the top".to_owned()
            }
            Home::Other(home) => format!("there is one in `{}`", section_of(home)),
        }
    }

    /// The key to write in place of it.
    fn instead(&self) -> Option<&str> {
        match self {
            Home::Replaced(instead) => Some(instead),
            Home::Sure(home) => Some(home),
            Home::Other(_) => None,
        }
    }
}

fn section_of(key: &str) -> &str {
    key.rsplit_once('.').map_or("", |(above, _)| above)
}

/// Where there is a key of this name, where that is one other place: below the
/// section, else the least deep. What stands at the top is meant below.
fn home<'a>(facts: &Facts<'a>, name: &str, section: &str) -> Option<Home<'a>> {
    let is_below = |home: &str| {
        let rest = home.strip_prefix(section);
        section.is_empty() || rest.is_some_and(|rest| rest.starts_with('.'))
    };
    let rank = |home: &&str| (!is_below(home), home.matches('.').count());
    let homes = facts.schema.paths_named(name).iter().map(String::as_str);
    let homes: Vec<&str> = homes.filter(|home| section_of(home) != section).collect();
    let first = homes.iter().map(rank).min()?;
    let mut best = homes.into_iter().filter(|home| rank(home) == first);
    let home = best.next().filter(|_| best.next().is_none())?;
    Some(match successor(facts, home) {
        Some(instead) => Home::Replaced(instead),
        None if is_below(home) => Home::Sure(home),
        None => Home::Other(home),
    })
}
