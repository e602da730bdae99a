//! Keys without a question mark, which only their colon gives away.

use super::{Indent, Scanner};
use crate::syntax::fault::{Fault, SyntaxError};
use crate::syntax::token::Opens;

/// How many characters a key without a question mark may be long, its colon not counted.
const LONGEST_KEY: usize = 1024;

/// A place where a key may have begun.
#[derive(Clone, Copy)]
pub(super) struct PossibleKey {
    /// The number of its first token, counted from the start of the text.
    pub(super) token: usize,
    /// Whether nothing else but a key may stand there.
    required: bool,
    start: usize,
    line_start: usize,
    /// The characters before it on its line.
    offset_in_line: usize,
    column: usize,
}

impl Scanner<'_> {
    /// Marks the token that began a key, now that its colon is met.
    pub(super) fn open_key(&mut self, key: PossibleKey) {
        let opens_mapping = !self.in_flow() && self.enter(key.column as Indent);
        let token = key.token.checked_sub(self.taken);
        if let Some(token) = token.and_then(|at| self.tokens.get_mut(at)) {
            token.opens = if opens_mapping {
                Opens::MappingAndKey
            } else {
                Opens::Key
            };
        }
    }

    /// Notes that the next token may begin a key.
    pub(super) fn note_possible_key(&mut self) -> Result<(), SyntaxError> {
        if !self.key_allowed {
            return Ok(());
        }
        self.forget_key()?;
        let column = self.source.column();
        let key = PossibleKey {
            token: self.taken + self.tokens.len(),
            required: !self.in_flow() && self.indent == column as Indent,
            start: self.source.position(),
            line_start: self.source.line_start(),
            offset_in_line: self.source.length_of_line(),
            column,
        };
        let level = self.possible_keys.len() - 1;
        self.lowest_key = self.lowest_key.min(level);
        if let Some(place) = self.possible_keys.last_mut() {
            *place = Some(key);
        }
        Ok(())
    }

    /// Gives up the possible key at this bracket level.
    pub(super) fn forget_key(&mut self) -> Result<(), SyntaxError> {
        let key = self.possible_keys.last_mut().and_then(Option::take);
        self.require_not_required(key)
    }

    /// Gives up the keys that grew too long or went over a line's end.
    ///
    /// Outer ones began earlier, so they are given up first, and the search stops at the first
    /// that is still possible.
    pub(super) fn drop_stale_keys(&mut self) -> Result<(), SyntaxError> {
        while let Some(place) = self.possible_keys.get(self.lowest_key).copied() {
            if let Some(key) = place {
                if !self.is_stale(key) {
                    return Ok(());
                }
                self.require_not_required(Some(key))?;
            }
            if let Some(place) = self.possible_keys.get_mut(self.lowest_key) {
                *place = None;
            }
            self.lowest_key += 1;
        }
        Ok(())
    }

    pub(super) fn is_stale(&mut self, key: PossibleKey) -> bool {
        key.line_start != self.source.line_start()
            || self.source.length_of_line() - key.offset_in_line > LONGEST_KEY
    }

    pub(super) fn require_not_required(&self, key: Option<PossibleKey>) -> Result<(), SyntaxError> {
        match key {
            Some(key) if key.required => {
                let at = self.source.position();
                Err(SyntaxError::within(Fault::MissingColon, key.start, at))
            }
            _ => Ok(()),
        }
    }
}
