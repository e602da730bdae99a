//! What an editor can do for its user at a place: quick fixes, refactorings, and taking a
//! finding back.

use serde_json::Value;

use super::at;
use super::lens::pin_placement;
use crate::analysis::{Analysis, Context, analyze};
use crate::diagnostic::{Applicability, Diagnostic, File, FileEdit, Fix};
use crate::rules::edits;
use crate::schema::{Key, Kind};
use crate::text::{Edit, LineIndex, TextRange, apply_edits};

/// What an action is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ActionKind {
    /// It mends a finding.
    QuickFix,
    /// It takes a finding back by a comment.
    Ignore,
    /// It writes down what holds anyway.
    Refactor,
    /// It mends all that is mended safely.
    FixAll,
}

/// Something that can be done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Action {
    /// What it is for.
    pub kind: ActionKind,
    /// What it does, in a few words.
    pub title: String,
    /// The finding that it is for, by its place in [`Analysis::diagnostics`].
    pub finding: Option<usize>,
    /// Whether it is the first to try.
    pub preferred: bool,
    /// Edits that do not overlap.
    pub edits: Vec<FileEdit>,
}

/// What can be done in a range. `wanted` says which kinds are asked for.
pub fn actions(
    analysis: &Analysis,
    context: &Context<'_>,
    range: TextRange,
    wanted: impl Fn(ActionKind) -> bool,
) -> Vec<Action> {
    let mut actions = Vec::new();
    let findings = analysis.diagnostics.iter().enumerate();
    let here: Vec<_> = findings
        .filter(|(_, found)| meets(found.range, range))
        .collect();
    if wanted(ActionKind::QuickFix) {
        for (at, found) in &here {
            actions.extend(quick_fixes(*at, found));
        }
    }
    if wanted(ActionKind::Ignore) {
        for (at, found) in &here {
            actions.extend(ignore(analysis, context, *at, found));
        }
    }
    if wanted(ActionKind::Refactor) {
        actions.extend(pin_placement(analysis, context).map(refactoring));
        actions.extend(write_defaults(analysis, context, range.start).map(refactoring));
    }
    if wanted(ActionKind::FixAll) {
        actions.extend(fix_all(analysis, context));
    }
    actions
}

fn meets(one: TextRange, other: TextRange) -> bool {
    one.start <= other.end && other.start <= one.end
}

fn quick_fixes(at: usize, found: &Diagnostic) -> impl Iterator<Item = Action> {
    let fixes = found.fixes.iter().enumerate();
    fixes.map(move |(nth, fix)| Action {
        kind: ActionKind::QuickFix,
        title: fix.title.clone(),
        finding: Some(at),
        preferred: nth == 0 && fix.applicability == Applicability::Safe,
        edits: fix.edits.clone(),
    })
}

fn refactoring(fix: Fix) -> Action {
    Action {
        kind: ActionKind::Refactor,
        title: fix.title,
        finding: None,
        preferred: false,
        edits: fix.edits,
    }
}

/// A comment that takes one finding back: behind its line, else on a line of its own above, else
/// for the whole file; the first of these that does so and brings up nothing new.
fn ignore(
    analysis: &Analysis,
    context: &Context<'_>,
    at: usize,
    found: &Diagnostic,
) -> Option<Action> {
    let text = &analysis.reading.text;
    let lines = LineIndex::new(text);
    let line = lines.line(found.range.start);
    let whole = lines.line_range(line).slice(text);
    let bare = whole.trim_end_matches(['\r', '\n']);
    let end = lines.line_start(line) + bare.len() as u32;
    let indent = &bare[..bare.len() - bare.trim_start_matches(' ').len()];
    let ending = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let rule = found.rule;
    let insert = |offset, text| Edit {
        range: TextRange::empty(offset),
        text,
    };
    let tries = [
        insert(end, format!("  # hpx-lint: ignore[{rule}]")),
        insert(
            lines.line_start(line),
            format!("{indent}# hpx-lint: ignore[{rule}]{ending}"),
        ),
        insert(0, format!("# hpx-lint: ignore-file[{rule}]{ending}")),
    ];
    let edit = tries.into_iter().find(|edit| {
        let after = apply_edits(text, std::slice::from_ref(edit));
        after.is_some_and(|after| takes_back(analysis, &analyze(&after, context), at))
    })?;
    Some(Action {
        kind: ActionKind::Ignore,
        title: format!("Ignore `{rule}` here"),
        finding: Some(at),
        preferred: false,
        edits: vec![FileEdit::here(edit)],
    })
}

/// Whether of all findings this one is gone, with those of the same rule that begin on its line.
fn takes_back(before: &Analysis, after: &Analysis, at: usize) -> bool {
    let gone = &before.diagnostics[at];
    let count = |all: &[Diagnostic]| all.iter().filter(|it| same(it, gone)).count();
    count(&after.diagnostics) < count(&before.diagnostics) && is_all_known(before, after)
}

/// Whether two findings say the same.
fn same(one: &Diagnostic, other: &Diagnostic) -> bool {
    one.rule == other.rule && one.message == other.message && one.key == other.key
}

/// Whether nothing is found that was not found before.
fn is_all_known(before: &Analysis, after: &Analysis) -> bool {
    let known = |found: &Diagnostic| before.diagnostics.iter().any(|it| same(it, found));
    after.diagnostics.iter().all(known)
}

/// How many safe fixes are tried one by one where all together bring up something new.
const TRIED: usize = 64;

/// All safe fixes at once: of two that overlap the first, and none that together with those
/// before it brings up something new.
fn fix_all(analysis: &Analysis, context: &Context<'_>) -> Option<Action> {
    let mut chosen: Vec<&Fix> = Vec::new();
    for found in &analysis.diagnostics {
        let mut safe = found.fixes.iter();
        let Some(fix) = safe.find(|fix| fix.applicability == Applicability::Safe) else {
            continue;
        };
        let here = fix.edits.iter().all(|edit| edit.file == File::This);
        let mut taken = chosen.iter().flat_map(|fix| &fix.edits);
        let overlaps = taken.any(|other| {
            let meets = |edit: &FileEdit| meets(edit.edit.range, other.edit.range);
            fix.edits.iter().any(meets)
        });
        if here && !overlaps {
            chosen.push(fix);
        }
    }
    if !brings_nothing_up(analysis, context, &chosen) {
        let all = std::mem::take(&mut chosen);
        for fix in all.into_iter().take(TRIED) {
            chosen.push(fix);
            if !brings_nothing_up(analysis, context, &chosen) {
                chosen.pop();
            }
        }
    }
    (!chosen.is_empty()).then(|| Action {
        kind: ActionKind::FixAll,
        title: "Mend all that can be mended safely".to_owned(),
        finding: None,
        preferred: false,
        edits: chosen.iter().flat_map(|fix| fix.edits.clone()).collect(),
    })
}

fn brings_nothing_up(before: &Analysis, context: &Context<'_>, fixes: &[&Fix]) -> bool {
    let edits = fixes.iter().flat_map(|fix| &fix.edits);
    let edits: Vec<Edit> = edits.map(|edit| edit.edit.clone()).collect();
    let after = apply_edits(&before.reading.text, &edits);
    after.is_some_and(|after| is_all_known(before, &analyze(&after, context)))
}

/// Writes the keys that a section leaves out, with their defaults. The section is the one whose
/// key the offset touches, or that holds what it touches.
fn write_defaults(analysis: &Analysis, context: &Context<'_>, offset: u32) -> Option<Fix> {
    let reading = &analysis.reading;
    if !reading.profile.complete {
        return None;
    }
    let mut path = at::spot(reading.tree(), offset)?.path;
    let section = loop {
        let names: Vec<&str> = path.iter().map(String::as_str).collect();
        let key = reading.schema.key(&names)?;
        if key.kind == Kind::Section && !path.is_empty() {
            break key;
        }
        path.pop()?;
    };
    let facts = reading.facts(context);
    let written = written(analysis, &path)?;
    let left_out = section
        .children
        .iter()
        .filter(|key| !written.contains(&key.name) && key.deprecated.is_none());
    let edits = left_out.filter_map(|key| {
        let default = default(key)?;
        edits::set(
            &facts,
            &format!("{}.{}", path.join("."), key.name),
            &default,
        )
    });
    let edits: Vec<Edit> = edits.collect();
    let after = analyze(&apply_edits(&reading.text, &edits)?, context);
    let quiet = is_all_known(analysis, &after);
    (!edits.is_empty() && quiet).then(|| Fix {
        title: format!("Write the defaults of `{}` out here", path.join(".")),
        applicability: Applicability::Safe,
        edits: edits.into_iter().map(FileEdit::here).collect(),
    })
}

/// The keys that a section has.
fn written(analysis: &Analysis, path: &[String]) -> Option<Vec<String>> {
    let tree = analysis.reading.tree();
    let mut node = tree.root()?;
    for name in path {
        node = tree.field(tree.resolve(node), name)?.value;
    }
    let fields = tree.fields(tree.resolve(node));
    let names = fields.iter().filter_map(|field| at::name(tree, field.key));
    Some(names.map(str::to_owned).collect())
}

/// A default as YAML; none where it is nothing, or more than a scalar.
fn default(key: &Key) -> Option<String> {
    match key.default.as_ref()? {
        Value::String(text) => Some(edits::scalar(text)),
        default @ (Value::Bool(_) | Value::Number(_)) => Some(default.to_string()),
        Value::Null | Value::Array(_) | Value::Object(_) => None,
    }
}
