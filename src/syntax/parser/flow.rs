//! Lists and mappings in brackets.

use super::{Frame, Pair, Parser, Place, Turn, event};
use crate::syntax::event::{Event, EventKind};
use crate::syntax::fault::{Fault, SyntaxError};
use crate::syntax::token::TokenKind;
use crate::text::TextRange;

impl<'t> Parser<'t> {
    /// Reads the comma before all but the first part.
    pub(super) fn comma(&mut self, first: bool) -> Result<bool, SyntaxError> {
        if first {
            return Ok(true);
        }
        let there = self.peek()? == TokenKind::FlowEntry;
        if there {
            self.take()?;
        }
        Ok(there)
    }

    pub(super) fn flow_sequence(
        &mut self,
        start: usize,
        first: bool,
    ) -> Result<Event<'t>, SyntaxError> {
        use TokenKind::{FlowSequenceEnd, Key};
        let mut next = self.peek()?;
        if next != FlowSequenceEnd {
            if !self.comma(first)? {
                return Err(self.unexpected(Fault::InFlow(next), start));
            }
            next = self.peek()?;
        }
        if next == FlowSequenceEnd {
            let place = self.take()?.range;
            return Ok(self.close(EventKind::SequenceEnd, place));
        }
        let first = false;
        self.turn_to(Frame::FlowSequence { start, first });
        if next == Key {
            self.frames.push(Frame::FlowPair(Pair::Key));
            let at = self.scanner.next_start() as u32;
            return Ok(event(
                EventKind::MappingStart { flow: true },
                TextRange::empty(at),
            ));
        }
        self.value(Place::Flow)
    }

    pub(super) fn flow_pair(&mut self, part: Pair) -> Result<Event<'t>, SyntaxError> {
        use TokenKind::{FlowEntry, FlowSequenceEnd, Value};
        match part {
            Pair::Key => {
                self.take()?;
                self.turn_to(Frame::FlowPair(Pair::Value));
                self.value_unless(&[Value, FlowEntry, FlowSequenceEnd], Place::Flow)
            }
            Pair::Value => {
                self.turn_to(Frame::FlowPair(Pair::End));
                self.flow_value(FlowSequenceEnd)
            }
            Pair::End => {
                let place = self.here();
                Ok(self.close(EventKind::MappingEnd, place))
            }
        }
    }

    pub(super) fn flow_mapping(
        &mut self,
        start: usize,
        turn: Turn,
    ) -> Result<Event<'t>, SyntaxError> {
        use TokenKind::FlowMappingEnd;
        match turn {
            Turn::FirstKey | Turn::Key => self.flow_key(start, turn == Turn::FirstKey),
            Turn::Value => {
                let turn = Turn::Key;
                self.turn_to(Frame::FlowMapping { start, turn });
                self.flow_value(FlowMappingEnd)
            }
            Turn::NoValue => {
                let turn = Turn::Key;
                self.turn_to(Frame::FlowMapping { start, turn });
                self.peek()?;
                Ok(self.empty())
            }
        }
    }

    pub(super) fn flow_key(&mut self, start: usize, first: bool) -> Result<Event<'t>, SyntaxError> {
        use TokenKind::{FlowEntry, FlowMappingEnd, Key, Value};
        let mut next = self.peek()?;
        if next != FlowMappingEnd {
            if !self.comma(first)? {
                return Err(self.unexpected(Fault::InFlow(next), start));
            }
            next = self.peek()?;
        }
        match next {
            FlowMappingEnd => {
                let place = self.take()?.range;
                Ok(self.close(EventKind::MappingEnd, place))
            }
            Key => {
                self.take()?;
                let turn = Turn::Value;
                self.turn_to(Frame::FlowMapping { start, turn });
                self.value_unless(&[Value, FlowEntry, FlowMappingEnd], Place::Flow)
            }
            _ => {
                let turn = Turn::NoValue;
                self.turn_to(Frame::FlowMapping { start, turn });
                self.value(Place::Flow)
            }
        }
    }

    /// Reads the colon and the value in brackets; either may be left out.
    pub(super) fn flow_value(&mut self, closer: TokenKind) -> Result<Event<'t>, SyntaxError> {
        if self.peek()? != TokenKind::Value {
            return Ok(self.empty());
        }
        self.take()?;
        self.value_unless(&[TokenKind::FlowEntry, closer], Place::Flow)
    }
}
