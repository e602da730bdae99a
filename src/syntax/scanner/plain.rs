//! Scalars without quotes, which may go on over several lines.

use std::borrow::Cow;

use super::{Indent, Scanner};
use crate::syntax::chars;
use crate::syntax::fault::SyntaxError;
use crate::syntax::token::{Payload, ScalarText, Token, TokenKind};
use crate::syntax::tree::ScalarStyle;

/// What stands between two words of a plain scalar.
enum Gap {
    /// Nothing that it could go on after.
    End,
    /// Spaces, which belong to it as they stand.
    Spaces,
    /// Line breaks, and what they fold into.
    Lines(String),
}

impl<'t> Scanner<'t> {
    pub(super) fn fetch_plain(&mut self) -> Result<(), SyntaxError> {
        self.note_possible_key()?;
        self.key_allowed = false;
        let token = self.scan_plain();
        self.tokens.push_back(token);
        Ok(())
    }

    fn scan_plain(&mut self) -> Token<'t> {
        let in_flow = self.in_flow();
        let start = self.source.position();
        let mut end = start;
        let mut run = start;
        let mut folded: Option<String> = None;
        loop {
            let word_end = self.plain_run_end(in_flow);
            if word_end == self.source.position() {
                break;
            }
            self.source.advance_to(word_end);
            self.key_allowed = false;
            end = word_end;
            let gap = self.scan_plain_gap();
            if matches!(gap, Gap::End) || self.plain_ends_here(in_flow) {
                break;
            }
            if let Gap::Lines(breaks) = gap {
                let text = folded.get_or_insert_default();
                text.push_str(self.source.between(run, end));
                run = self.source.position();
                // What the lines fold into counts only if more text follows.
                if self.plain_run_end(in_flow) == run {
                    run = end;
                    break;
                }
                text.push_str(&breaks);
            }
        }
        let tail = self.source.between(run, end);
        let text = match folded {
            Some(text) => Cow::Owned(text + tail),
            None => Cow::Borrowed(tail),
        };
        let scalar = ScalarText {
            text,
            style: ScalarStyle::Plain,
            content_end: end as u32,
            surrogates: Box::default(),
        };
        Token::with(TokenKind::Scalar, start, end, Payload::Scalar(scalar))
    }

    /// Where the text that stands next ends, spaces not included.
    fn plain_run_end(&self, in_flow: bool) -> usize {
        let mut at = self.source.position();
        loop {
            let byte = self.source.byte_at(at);
            if chars::may_end_plain(byte, in_flow) && self.ends_plain(byte, at, in_flow) {
                return at;
            }
            at += 1;
        }
    }

    fn ends_plain(&self, byte: u8, at: usize, in_flow: bool) -> bool {
        match byte {
            b':' => {
                let next = self.source.byte_at(at + 1);
                self.source.at_blank(at + 1) || in_flow && b",[]{}".contains(&next)
            }
            0xC2 | 0xE2 => self.source.break_length(at) > 0,
            _ => true,
        }
    }

    /// Whether the scalar ends for what stands next, though a gap went before.
    fn plain_ends_here(&mut self, in_flow: bool) -> bool {
        self.source.byte() == b'#' || !in_flow && (self.source.column() as Indent) < self.indent + 1
    }

    fn scan_plain_gap(&mut self) -> Gap {
        let start = self.source.position();
        self.source.skip_blanks(false);
        let Some(first) = self.source.take_break() else {
            return if self.source.position() == start {
                Gap::End
            } else {
                Gap::Spaces
            };
        };
        self.key_allowed = true;
        let mut breaks = String::new();
        loop {
            if self.source.at_document_marker() {
                return Gap::End;
            }
            self.source.skip_blanks(false);
            match self.source.take_break() {
                Some(next) => breaks.push_str(next),
                None => return Gap::Lines(folded_lines(first, breaks)),
            }
        }
    }
}

/// What a line break, and the breaks of the empty lines after it, stand for.
pub(super) fn folded_lines(first: &str, rest: String) -> String {
    if first != "\n" {
        return first.to_owned() + &rest;
    }
    if rest.is_empty() {
        return " ".to_owned();
    }
    rest
}
