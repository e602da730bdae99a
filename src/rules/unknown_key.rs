//! `unknown-key`: a key that hpx does not know.

use std::collections::BTreeMap;

use super::deprecated_key::successor;
use super::edits;
use super::{Docs, Facts, Findings, Rule};
use crate::diagnostic::Applicability;
use crate::diagnostic::{Level, Origin};
use crate::profile::{FreeForm, ProblemKind, Spot};
use crate::schema::key_span;
use crate::syntax::NodeId;
use crate::text::nearest;

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
        let nearest = nearest_of(facts, name, section, known);
        let what = match nearest {
            Some(_) => "one of that name",
            None => "it",
        };
        let home = home(facts, name, section).map(|home| format!("; {what} {home}"));
        let home = home.unwrap_or_default();
        let message = format!("hpx {release} has no key `{name}` {place}{home}");
        let taken = match problem.spot {
            Spot::Key(key) => nearest.is_some_and(|name| {
                let section = facts.tree.parent(key);
                let taken = known_taken.entry((section, name));
                *taken.or_insert_with(|| taken_in(facts, section, name))
            }),
            Spot::Value { .. } | Spot::Absent => false,
        };
        let help = match nearest {
            Some(nearest) if taken => format!("`{nearest}` is there already; remove this one"),
            Some(nearest) => format!("did you mean `{nearest}`?"),
            None => format!("the keys here: {}", known.join(", ")),
        };
        let fix = match (nearest, problem.spot) {
            (Some(nearest), Spot::Key(key)) if !taken => {
                edits::rename(facts, key, nearest).map(|edit| {
                    edits::fix(format!("Rename to `{nearest}`"), Applicability::Safe, edit)
                })
            }
            _ => None,
        };
        out.say(facts.at_problem(problem), message)
            .help(other_release(&problem.key).unwrap_or(help))
            .fix(fix);
    }
}

/// The name that was most likely meant: rather one that hpx has not replaced.
fn nearest_of<'a>(
    facts: &Facts<'_>,
    name: &str,
    section: Option<&str>,
    known: &[&'a str],
) -> Option<&'a str> {
    let current = |name: &&str| {
        let above = section.into_iter().flat_map(|section| section.split('.'));
        let path: Vec<&str> = above.chain([*name]).collect();
        let key = facts.schema.key(&path);
        key.is_none_or(|key| key.deprecated.is_none())
    };
    let nearest_current = nearest(name, known.iter().copied().filter(current));
    nearest_current.or_else(|| nearest(name, known.iter().copied()))
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

/// Where a key of this name belongs, where that is one other place.
fn home(facts: &Facts<'_>, name: &str, section: Option<&str>) -> Option<String> {
    let section_of = |home: &str| home.rsplit_once('.').map(|(above, _)| above.to_owned());
    let elsewhere = |home: &&String| section_of(home).as_deref() != section;
    let mut homes = facts.schema.paths_named(name).iter().filter(elsewhere);
    let home = homes.next()?;
    if homes.next().is_some() {
        return None;
    }
    Some(match (successor(facts, home), section_of(home)) {
        (Some(instead), _) => format!("is `{instead}` now"),
        (None, Some(section)) => format!("belongs in `{section}`"),
        (None, None) => "belongs at the top".to_owned(),
    })
}
