//! What an action of an editor does to a text, and leaves as it is.

use hpx_lsp::analysis::{Analysis, Context, analyze};
use hpx_lsp::diagnostic::File;
use hpx_lsp::ide::actions::{Action, ActionKind, actions};
use hpx_lsp::text::{Edit, TextRange, apply_edits};

use super::everywhere::{broken, texts};
use super::with;
use crate::fixes::profiles;
use hpx_lsp::catalog::Release;

/// A finding, as far as no edit elsewhere changes it.
type Said<'a> = (&'static str, &'a str, Option<&'a str>);

fn said(analysis: &Analysis) -> Vec<Said<'_>> {
    let found = analysis.diagnostics.iter();
    let mut said: Vec<Said<'_>> = found
        .map(|it| {
            // Who has put it there is told below, and an action may change that.
            let headline = it.message.lines().next().unwrap_or_default();
            (it.rule, headline, it.key.as_deref())
        })
        .collect();
    said.sort();
    said
}

fn comments(analysis: &Analysis) -> Vec<&str> {
    let comments = analysis.reading.tree().comments().iter();
    comments
        .map(|it| it.range.slice(&analysis.reading.text))
        .collect()
}

/// The text after an action, where all of it is in this file.
fn after(before: &Analysis, action: &Action) -> Option<String> {
    let here = action.edits.iter().all(|it| it.file == File::This);
    let edits: Vec<Edit> = action.edits.iter().map(|it| it.edit.clone()).collect();
    let text = &before.reading.text;
    here.then(|| apply_edits(text, &edits).expect("edits that fit"))
}

/// How many actions of each kind were checked.
#[derive(Debug, Default)]
struct Tally {
    ignored: usize,
    pinned: usize,
    spelt_out: usize,
    mended: usize,
}

fn check(text: &str, release: &'static Release, tally: &mut Tally) {
    with(text, release, |before, context| {
        for found in &before.diagnostics {
            let ignores = |kind| kind == ActionKind::Ignore;
            for action in actions(before, context, found.range, ignores) {
                tally.ignored += 1;
                check_ignored(before, context, &action);
            }
        }
        let step = (text.len() / 12).max(1);
        for at in (0..=text.len()).step_by(step) {
            let range = TextRange::empty(u32::try_from(at).unwrap());
            let refactors = |kind| kind == ActionKind::Refactor;
            for action in actions(before, context, range, refactors) {
                if action.title.starts_with("Pin") {
                    tally.pinned += 1;
                } else {
                    tally.spelt_out += 1;
                }
                check_refactored(before, context, &action);
            }
        }
        let mends = |kind| kind == ActionKind::FixAll;
        for action in actions(before, context, TextRange::empty(0), mends) {
            tally.mended += 1;
            check_mended(before, context, &action);
        }
    });
}

/// What hpx makes of a profile.
fn made(analysis: &Analysis) -> impl PartialEq + std::fmt::Debug {
    let placement = analysis.placement.as_ref();
    (
        analysis.accepted,
        placement.map(|it| (it.arena, it.weights)),
        analysis.plan.clone(),
        analysis.cpu_clock.clone(),
    )
}

/// The finding is gone and nothing else changes.
fn check_ignored(before: &Analysis, context: &Context<'_>, action: &Action) {
    let text = after(before, action).expect("a comment in this file");
    let now = analyze(&text, context);
    let mut rest = said(before);
    let gone = &before.diagnostics[action.finding.unwrap()];
    rest.retain(|it| it.0 != gone.rule);
    let mut left = said(&now);
    left.retain(|it| it.0 != gone.rule);
    assert_eq!(left, rest, "{}\n{text}", action.title);
    assert!(now.diagnostics.len() < before.diagnostics.len(), "{text}");
    let unchanged = (now.accepted, &now.placement, &now.plan);
    assert_eq!(
        unchanged,
        (before.accepted, &before.placement, &before.plan)
    );
    // It may stand behind what a comment says already.
    let mut left = comments(&now).into_iter();
    let mut kept = |comment: &&str| left.any(|it| it.starts_with(*comment));
    assert_eq!(
        comments(before).iter().copied().find(|it| !kept(it)),
        None,
        "{text}"
    );
}

/// hpx makes of it what it made of it before, and nothing new is found.
fn check_refactored(before: &Analysis, context: &Context<'_>, action: &Action) {
    let text = after(before, action).expect("keys in this file");
    let now = analyze(&text, context);
    let known = said(before);
    let mut new = said(&now);
    new.retain(|it| !known.contains(it));
    assert_eq!(new, [], "{}\n{text}", action.title);
    // Keys below an empty section let hpx read what it could not.
    if before.placement.is_some() {
        assert_eq!(made(&now), made(before), "{}\n{text}", action.title);
    }
    assert_eq!(comments(&now), comments(before), "{}\n{text}", action.title);
}

/// There is less to find, nothing new, and nothing left that could be mended the same way.
fn check_mended(before: &Analysis, context: &Context<'_>, action: &Action) {
    let Some(text) = after(before, action) else {
        return;
    };
    let now = analyze(&text, context);
    let known = said(before);
    let mut new = said(&now);
    assert!(new.len() < known.len(), "{}\n{text}", action.title);
    new.retain(|it| !known.contains(it));
    assert_eq!(new, [], "{}\n{text}", action.title);
    assert!(now.accepted || !before.accepted, "{text}");
}

#[test]
fn actions_do_what_they_say_and_nothing_else() {
    let mut tally = Tally::default();
    for seed in 0..150 {
        check(
            &profiles::profile(seed),
            profiles::release(seed),
            &mut tally,
        );
    }
    for text in texts().iter().chain(&broken()) {
        check(text, Release::newest(), &mut tally);
    }
    let Tally {
        ignored,
        pinned,
        spelt_out,
        mended,
    } = tally;
    assert!(ignored > 300, "{ignored}");
    assert!(pinned > 50, "{pinned}");
    assert!(spelt_out > 100, "{spelt_out}");
    assert!(mended > 50, "{mended}");
}
