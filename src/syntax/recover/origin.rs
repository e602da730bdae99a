//! From places in a mended text back to the text as it was.

use super::fix::Fix;
use crate::text::TextRange;

/// The changes made to a text, one after the other.
#[derive(Default)]
pub(super) struct Changes {
    made: Vec<Change>,
}

/// One replacement, by its place in the text as it was before.
struct Change {
    start: usize,
    removed: usize,
    added: usize,
}

impl Changes {
    /// Makes a fix in the text.
    pub(super) fn make(&mut self, text: &mut String, fix: &Fix) {
        text.replace_range(fix.start..fix.end, &fix.text);
        self.made.push(Change {
            start: fix.start,
            removed: fix.end - fix.start,
            added: fix.text.len(),
        });
    }

    /// The changes that move what stands behind them, the last first.
    fn moving(&self) -> impl Iterator<Item = &Change> {
        let made = self.made.iter().rev();
        made.filter(|change| change.added != change.removed)
    }

    /// Where a byte of the mended text was in the first one.
    pub(super) fn original(&self, offset: u32) -> u32 {
        let mut offset = offset as usize;
        for change in self.moving() {
            offset = if offset < change.start {
                offset
            } else if offset >= change.start + change.added {
                offset - change.added + change.removed
            } else {
                change.start + (offset - change.start).min(change.removed)
            };
        }
        offset as u32
    }

    /// Where an end in the mended text was in the first one: before what was added there.
    pub(super) fn original_end(&self, offset: u32) -> u32 {
        let mut offset = offset as usize;
        for change in self.moving() {
            offset = if offset <= change.start {
                offset
            } else if offset >= change.start + change.added {
                offset - change.added + change.removed
            } else {
                change.start + (offset - change.start).min(change.removed)
            };
        }
        offset as u32
    }

    pub(super) fn original_range(&self, range: TextRange) -> TextRange {
        let start = self.original(range.start);
        if range.is_empty() {
            return TextRange::empty(self.original_end(range.end));
        }
        TextRange::new(start, self.original_end(range.end))
    }

    /// The parts of the mended text that were changed.
    pub(super) fn touched(&self) -> Vec<TextRange> {
        let mut touched: Vec<TextRange> = Vec::new();
        for change in &self.made {
            let (start, end) = (change.start as u32, (change.start + change.removed) as u32);
            for range in &mut touched {
                if range.start >= end {
                    let moved = |at: u32| at - change.removed as u32 + change.added as u32;
                    *range = TextRange::new(moved(range.start), moved(range.end));
                } else if range.end >= start {
                    range.end = range.end.max(end) - change.removed as u32 + change.added as u32;
                    range.start = range.start.min(start);
                }
            }
            let end = (change.start + change.added) as u32;
            touched.push(TextRange::new(start, end));
        }
        touched
    }
}
