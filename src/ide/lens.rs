//! Code lenses on a profile: how full its memory is, and pinning what hpx
//! chose.

use super::capacity;
use crate::analysis::{Analysis, Context, Reading, errors};
use crate::catalog::Placement;
use crate::diagnostic::{Applicability, Fix};
use crate::planner::Decision;
use crate::profile::FreeForm;
use crate::resolve::Part;
use crate::rules::edits;
use crate::text::{Edit, TextRange, apply_edits};

/// A line above the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lens {
    /// What it is about.
    pub range: TextRange,
    /// Its words.
    pub title: String,
    /// What it does when it is followed.
    pub action: LensAction,
}

/// What a lens does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LensAction {
    /// It shows the capacity table: [`capacity::card`].
    ShowCapacity,
    /// It writes down where hpx puts things: [`pin_placement`].
    PinPlacement,
}

/// The lenses of a profile.
pub fn lenses(analysis: &Analysis, context: &Context<'_>) -> Vec<Lens> {
    let reading = &analysis.reading;
    let range = model_range(reading);
    let usage = analysis.plan.as_ref().map(|plan| Lens {
        range,
        title: capacity::summary(plan),
        action: LensAction::ShowCapacity,
    });
    let pin = pin_placement(analysis, context).map(|fix| Lens {
        range,
        title: fix.title,
        action: LensAction::PinPlacement,
    });
    usage.into_iter().chain(pin).collect()
}

/// The key `model`, or the first place of the text.
fn model_range(reading: &Reading) -> TextRange {
    let top = FreeForm::new(reading.tree(), reading.profile.root);
    top.entry("model").map_or(TextRange::empty(0), |entry| {
        reading.tree().node(entry.key).range
    })
}

/// Writes the placements that policy chose into the profile. None where it
/// chose none, or where hpx would refuse what it chose itself when written.
pub fn pin_placement(analysis: &Analysis, context: &Context<'_>) -> Option<Fix> {
    let reading = &analysis.reading;
    let facts = reading.facts(context);
    let mut text = reading.text.clone();
    let mut before = None;
    let mut pinned: Vec<(String, Edit)> = Vec::new();
    for (part, place) in by_policy(reading) {
        let Some(edit) = edits::set(&facts, part.key(), place.name()) else {
            continue;
        };
        let mut edits: Vec<Edit> = pinned.iter().map(|(_, edit)| edit.clone()).collect();
        edits.push(edit.clone());
        let after = apply_edits(&reading.text, &edits)?;
        let known = before.get_or_insert_with(|| errors(&reading.text, context));
        if errors(&after, context).is_subset(known) {
            pinned.push((format!("{} in {place}", part.name()), edit));
            text = after;
        }
    }
    let (words, edits): (Vec<String>, Vec<Edit>) = pinned.into_iter().unzip();
    (text != reading.text).then(|| {
        Fix::here(
            format!("Pin placement: {}", words.join(", ")),
            Applicability::Safe,
            edits,
        )
    })
}

/// What policy placed, of those things that the release lets a profile place
/// there.
fn by_policy(reading: &Reading) -> Vec<(Part, Placement)> {
    let Some(placed) = reading.resolved.placed else {
        return Vec::new();
    };
    let both = [
        (Part::Arena, placed.arena, placed.arena_by),
        (Part::Weights, placed.weights, placed.weights_by),
    ];
    let chosen = both.into_iter().filter(|(part, place, by)| {
        *by == Decision::Policy && part.placements(reading.catalog).contains(place)
    });
    chosen.map(|(part, place, _)| (part, place)).collect()
}
