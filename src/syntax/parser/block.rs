//! Indented lists and mappings.

use super::{Frame, Parser, Place};
use crate::syntax::event::{Event, EventKind};
use crate::syntax::fault::{Fault, SyntaxError};
use crate::syntax::token::TokenKind;

impl<'t> Parser<'t> {
    pub(super) fn block_sequence(&mut self, start: usize) -> Result<Event<'t>, SyntaxError> {
        use TokenKind::{BlockEnd, BlockEntry};
        match self.peek()? {
            BlockEntry => {
                self.take()?;
                self.value_unless(&[BlockEntry, BlockEnd], Place::Block)
            }
            BlockEnd => self.end_block(EventKind::SequenceEnd),
            next => Err(self.unexpected(Fault::InBlockSequence(next), start)),
        }
    }

    /// Takes the token that ends an indented collection, which ended with its last child.
    pub(super) fn end_block(&mut self, kind: EventKind<'t>) -> Result<Event<'t>, SyntaxError> {
        let place = self.here();
        self.scanner.take()?;
        Ok(self.close(kind, place))
    }

    pub(super) fn level_sequence(&mut self) -> Result<Event<'t>, SyntaxError> {
        use TokenKind::{BlockEnd, BlockEntry, Key, Value};
        if self.peek()? != BlockEntry {
            let place = self.here();
            return Ok(self.close(EventKind::SequenceEnd, place));
        }
        self.take()?;
        self.value_unless(&[BlockEntry, Key, Value, BlockEnd], Place::Block)
    }

    pub(super) fn block_key(&mut self, start: usize) -> Result<Event<'t>, SyntaxError> {
        use TokenKind::{BlockEnd, Key, Value};
        match self.peek()? {
            Key => {
                if self.frames.len() == 2 {
                    self.root_keys.push(self.scanner.next_start());
                }
                self.take()?;
                let after_key = true;
                self.turn_to(Frame::BlockMapping { start, after_key });
                self.value_unless(&[Key, Value, BlockEnd], Place::AfterKey)
            }
            BlockEnd => self.end_block(EventKind::MappingEnd),
            next => Err(self.unexpected(Fault::InBlockMapping(next), start)),
        }
    }

    pub(super) fn block_value(&mut self) -> Result<Event<'t>, SyntaxError> {
        use TokenKind::{BlockEnd, Key, Value};
        if let Some(Frame::BlockMapping { after_key, .. }) = self.frames.last_mut() {
            *after_key = false;
        }
        if self.peek()? != Value {
            return Ok(self.empty());
        }
        self.take()?;
        self.value_unless(&[Key, Value, BlockEnd], Place::AfterKey)
    }
}
