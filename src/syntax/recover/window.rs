//! Trying changes on the part of a text around an error.

use super::fix::{self, Fix};
use super::outline::{Outline, line_end};
use super::probe::{Stop, probe};

/// How many outermost entries behind the error a change is tried on.
const ENTRIES_BEHIND: usize = 2;

/// The part of a text that changes are tried on.
pub(super) struct Window<'t> {
    text: &'t str,
    /// Where it starts in the whole text.
    pub(super) start: usize,
    stop: Stop,
    lines: Vec<usize>,
}

impl<'t> Window<'t> {
    /// The window around an error that was met in the text from `start` on; where no change is
    /// `searched` for, it ends with the error's line at the latest.
    pub(super) fn around(text: &'t str, start: usize, stop: &Stop, searched: bool) -> Self {
        let rest = text.get(start..).unwrap_or("");
        let lines = fix::suspect_lines(rest, stop);
        let first = lines.iter().copied().min().unwrap_or(0);
        let keys = &stop.root_keys;
        let before = keys.partition_point(|&key| key <= first);
        let mut from = before.checked_sub(1).and_then(|at| keys.get(at).copied());
        // What directives say must stay before what they are said about.
        if rest.starts_with('%') {
            from = None;
        }
        let from = from.unwrap_or(0);
        let latest = match searched {
            true => rest.len(),
            false => line_end(rest, stop.error.at),
        };
        let end = window_end(rest.get(..latest).unwrap_or(rest), stop.reach(rest).0);
        let mut stop = stop.clone();
        stop.error.at = stop.error.at.min(end) - from;
        stop.error.from = stop.error.from.map(|at| at.saturating_sub(from));
        stop.quote = stop.quote.map(|at| at.saturating_sub(from));
        Self {
            text: rest.get(from..end).unwrap_or(""),
            start: start + from,
            stop,
            lines: lines.iter().map(|line| line.saturating_sub(from)).collect(),
        }
    }

    /// The change with which the parser comes furthest.
    pub(super) fn best_fix(&self, budget: &mut usize) -> Option<Fix> {
        let mut best: Option<((usize, usize), Fix)> = None;
        let reached = self.stop.reach(self.text);
        let mut changed = String::with_capacity(self.text.len() + 16);
        for fix in fix::fixes(self.text, &self.stop, &self.lines) {
            let Some(left) = budget.checked_sub(self.text.len()) else {
                break;
            };
            *budget = left;
            changed.clear();
            changed.push_str(self.text.get(..fix.start)?);
            changed.push_str(&fix.text);
            changed.push_str(self.text.get(fix.end..)?);
            let Some(stop) = probe(&changed, self.stop.quote) else {
                return Some(fix);
            };
            let reach = stop.reach(&changed);
            let least = best.as_ref().map_or(reached, |(reach, _)| *reach);
            if reach > least {
                best = Some((reach, fix));
            }
        }
        best.map(|(_, fix)| fix).or_else(|| self.last_resort())
    }

    /// The change that blanks all that may be to blame.
    pub(super) fn last_resort(&self) -> Option<Fix> {
        fix::last_resort(self.text, &self.stop, &self.lines)
    }
}

/// The end of the second outermost entry behind the one that `at` lies in.
fn window_end(text: &str, at: usize) -> usize {
    let mut line = line_end(text, at);
    let mut entries = 0;
    while line < text.len() {
        let start = line + 1;
        let first = text.as_bytes().get(start).copied().unwrap_or(b' ');
        if (first.is_ascii_alphanumeric() || matches!(first, b'_' | b'"' | b'\''))
            && Outline::of_line(text, start).colon.is_some()
        {
            entries += 1;
            if entries > ENTRIES_BEHIND {
                return start;
            }
        }
        line = line_end(text, start);
    }
    text.len()
}
