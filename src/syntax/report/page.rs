//! Places in the text that a fault is in.

use crate::text::TextRange;

/// The text that a fault is in.
pub(super) struct Page<'t> {
    pub(super) text: &'t str,
}

impl Page<'_> {
    pub(super) fn line_start(&self, at: usize) -> usize {
        let before = self.text.as_bytes().get(..at).unwrap_or(&[]);
        let last = before
            .iter()
            .rposition(|byte| matches!(byte, b'\n' | b'\r'));
        last.map_or(0, |last| last + 1)
    }

    pub(super) fn line_end(&self, at: usize) -> usize {
        let after = self.text.as_bytes().get(at..).unwrap_or(&[]);
        let length = after.iter().position(|byte| matches!(byte, b'\n' | b'\r'));
        at + length.unwrap_or(after.len())
    }

    pub(super) fn same_line(&self, one: usize, other: usize) -> bool {
        self.line_start(one) == self.line_start(other)
    }

    pub(super) fn slice(&self, start: usize, end: usize) -> &str {
        self.text.get(start..end).unwrap_or("")
    }

    /// From `start` to the end of its line, without the blanks there.
    pub(super) fn rest_of_line(&self, start: usize) -> TextRange {
        let rest = self.slice(start, self.line_end(start)).trim_end();
        self.range(start, start + rest.len())
    }

    /// The line's text from its first character that is no blank.
    pub(super) fn whole_line(&self, at: usize) -> TextRange {
        let start = self.line_start(at);
        let line = self.slice(start, self.line_end(at));
        let blanks = line.len() - line.trim_start().len();
        self.rest_of_line(start + blanks)
    }

    /// The character at `at`; the last one of the text when that ends there.
    pub(super) fn character(&self, at: usize) -> TextRange {
        let rest = self.text.get(at..).unwrap_or("");
        match rest.chars().next() {
            Some('\n' | '\r') | None => {
                let before = self.slice(0, at).trim_end();
                let last = before.chars().next_back().map_or(0, char::len_utf8);
                self.range(before.len() - last, before.len())
            }
            Some(character) => self.range(at, at + character.len_utf8()),
        }
    }

    pub(super) fn range(&self, start: usize, end: usize) -> TextRange {
        TextRange::new(start as u32, end as u32)
    }
}
