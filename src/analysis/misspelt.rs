//! Comments that nearly speak to hpx-lint, and are not heard: `# HPX-LINT: ignore[rule]`,
//! `# hpx-lint : ignore[rule]`, `# hpx-lint ignore[rule]`.

use super::suppress::{DIRECTIVES, MARK, PROFILE, finding, fix, offset};
use crate::diagnostic::{Applicability, Diagnostic};
use crate::text::{TextRange, nearest};

/// A mark that is not quite the one that is read.
struct Mark<'t> {
    /// The mark, up to what it asks for.
    range: TextRange,
    /// What it asks for.
    rest: &'t str,
    /// Whether a colon stands behind its name.
    colon: bool,
}

/// What is to be said of a comment without a mark that is read.
pub(super) fn misspelt(text: &str, comment: TextRange) -> Option<Diagnostic> {
    let body = comment.slice(text).trim_end();
    let starts = body.match_indices('#').map(|(at, _)| at + 1);
    let mark = starts
        .filter_map(|at| mark(body, at, comment.start))
        .find(is_meant)?;
    let written = mark.range.slice(text).trim_end();
    let message = format!("`{written}` is not read: what is meant for hpx-lint follows `{MARK}`");
    let range = TextRange::new(mark.range.start, mark.range.start + offset(written.len()));
    let mut diagnostic = finding(range, message);
    diagnostic.help = Some(format!("write `{MARK}` in its place"));
    let title = format!("Change to `{MARK}`");
    let space = if mark.rest.is_empty() { "" } else { " " };
    let right = format!("{MARK}{space}");
    diagnostic
        .fixes
        .push(fix(title, Applicability::Unsafe, mark.range, right));
    Some(diagnostic)
}

/// The mark behind a `#`, if there is one that is near.
fn mark(body: &str, at: usize, start: u32) -> Option<Mark<'_>> {
    let behind = body.get(at..)?.trim_start();
    let name = behind
        .split(|c: char| matches!(c, ':' | '[' | '#') || c.is_whitespace())
        .next()?;
    nearest(name, [MARK.trim_end_matches(':')])?;
    let rest = behind.get(name.len()..)?.trim_start();
    let without_colon = rest.strip_prefix(':');
    let begin = start + offset(body.len() - behind.len());
    let asked = without_colon.unwrap_or(rest).trim_start();
    let end = start + offset(body.len() - asked.len());
    Some(Mark {
        range: TextRange::new(begin, end),
        rest: asked,
        colon: without_colon.is_some(),
    })
}

/// Whether a mark is more than words that only mention hpx-lint.
fn is_meant(mark: &Mark<'_>) -> bool {
    let word = mark
        .rest
        .split(|c: char| matches!(c, '[' | '#') || c.is_whitespace())
        .next()
        .unwrap_or("");
    let behind = mark.rest.get(word.len()..).unwrap_or("").trim_start();
    match nearest(word, DIRECTIVES) {
        Some(PROFILE) => behind.is_empty(),
        Some(_) => mark.colon || behind.starts_with('['),
        None => false,
    }
}
