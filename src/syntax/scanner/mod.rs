//! Cuts a text into tokens.
//!
//! Indentation becomes tokens too. Whether a scalar is a key shows only at the colon behind it,
//! so a token that may begin a key is held back until the colon is met or ruled out; then it is
//! marked as one, and the tokens that open the key (and its mapping) are read off that mark.

mod block;
mod directive;
mod keys;
mod plain;
mod property;
mod quoted;

use std::collections::VecDeque;

use super::fault::{Fault, SyntaxError};
use super::source::Source;
use super::token::{Opens, Token, TokenKind};
use crate::text::TextRange;
use keys::PossibleKey;

/// A column, or -1 outside of every collection.
type Indent = isize;

/// Reads tokens off a text.
pub(super) struct Scanner<'t> {
    source: Source<'t>,
    tokens: VecDeque<Token<'t>>,
    /// How many tokens were taken so far.
    taken: usize,
    ended: bool,
    /// The kind of the next token, once it is known for what it is.
    known: Option<TokenKind>,
    indent: Indent,
    outer_indents: Vec<Indent>,
    /// Whether a key, or an indented collection, may begin here.
    key_allowed: bool,
    /// For each bracket level, from none, where a key may have begun.
    possible_keys: Vec<Option<PossibleKey>>,
    /// No level below this one has a possible key.
    lowest_key: usize,
    comments: Vec<TextRange>,
    long_quote: Option<TextRange>,
}

impl<'t> Scanner<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Self {
            source: Source::new(text),
            tokens: VecDeque::new(),
            taken: 0,
            ended: false,
            known: None,
            indent: -1,
            outer_indents: Vec::new(),
            key_allowed: true,
            possible_keys: vec![None],
            lowest_key: 0,
            comments: Vec::new(),
            long_quote: None,
        }
    }

    /// The kind of the next token.
    #[inline]
    pub(super) fn peek(&mut self) -> Result<TokenKind, SyntaxError> {
        if let Some(kind) = self.known {
            return Ok(kind);
        }
        self.fill()?;
        let front = self.tokens.front();
        let kind = front.map_or(TokenKind::StreamEnd, |token| match token.opens {
            Opens::Nothing => token.kind,
            Opens::Key => TokenKind::Key,
            Opens::MappingAndKey => TokenKind::BlockMappingStart,
        });
        self.known = Some(kind);
        Ok(kind)
    }

    /// Where the next token starts; call after `peek`.
    pub(super) fn next_start(&self) -> usize {
        let front = self.tokens.front();
        front.map_or(self.source.position(), |token| token.range.start as usize)
    }

    /// Takes the next token.
    pub(super) fn take(&mut self) -> Result<Token<'t>, SyntaxError> {
        let kind = self.peek()?;
        self.known = None;
        let end = self.source.position();
        let Some(front) = self.tokens.front_mut() else {
            return Ok(Token::new(TokenKind::StreamEnd, end, end));
        };
        let start = front.range.start as usize;
        match front.opens {
            Opens::MappingAndKey => front.opens = Opens::Key,
            Opens::Key => front.opens = Opens::Nothing,
            Opens::Nothing => {
                self.taken += 1;
                let token = self.tokens.pop_front();
                return Ok(token.unwrap_or(Token::new(kind, start, start)));
            }
        }
        Ok(Token::new(kind, start, start))
    }

    /// How many bytes were read so far.
    pub(super) fn read(&self) -> usize {
        self.source.position()
    }

    /// The comments met so far.
    pub(super) fn into_comments(self) -> Vec<TextRange> {
        self.comments
    }

    /// The last quoted scalar that goes over a line's end.
    pub(super) fn last_long_quote(&self) -> Option<TextRange> {
        self.long_quote
    }

    /// Whether the brackets met so far are all closed.
    fn in_flow(&self) -> bool {
        self.possible_keys.len() > 1
    }

    /// Scans on until the next token is known for what it is.
    fn fill(&mut self) -> Result<(), SyntaxError> {
        while !self.ended && self.needs_more()? {
            self.fetch()?;
        }
        Ok(())
    }

    fn needs_more(&mut self) -> Result<bool, SyntaxError> {
        if self.tokens.is_empty() {
            return Ok(true);
        }
        self.drop_stale_keys()?;
        let key = self.possible_keys.get(self.lowest_key).copied().flatten();
        Ok(key.is_some_and(|key| key.token == self.taken))
    }

    /// Scans one token, and those that its indentation implies.
    fn fetch(&mut self) -> Result<(), SyntaxError> {
        self.skip_to_token();
        self.drop_stale_keys()?;
        let column = self.source.column();
        self.unwind(column as Indent);
        if column == 0 && self.fetch_at_line_start()? {
            return Ok(());
        }
        let blank_follows = self.source.at_blank(self.source.position() + 1);
        let in_flow = self.in_flow();
        match self.source.byte() {
            0 => self.fetch_stream_end(),
            b'[' => self.fetch_flow_start(TokenKind::FlowSequenceStart),
            b'{' => self.fetch_flow_start(TokenKind::FlowMappingStart),
            b']' => self.fetch_flow_end(TokenKind::FlowSequenceEnd),
            b'}' => self.fetch_flow_end(TokenKind::FlowMappingEnd),
            b',' => self.fetch_flow_entry(),
            b'-' if blank_follows => self.fetch_block_entry(),
            b'?' if in_flow || blank_follows => self.fetch_key(),
            b':' if in_flow || blank_follows => self.fetch_value(),
            b'*' => self.fetch_property(TokenKind::Alias),
            b'&' => self.fetch_property(TokenKind::Anchor),
            b'!' => self.fetch_property(TokenKind::Tag),
            style @ (b'|' | b'>') if !in_flow => self.fetch_block_scalar(style),
            quote @ (b'\'' | b'"') => self.fetch_quoted(quote),
            b'\t' | b'|' | b'>' | b'%' | b'@' | b'`' => Err(self.cannot_start()),
            _ => self.fetch_plain(),
        }
    }

    /// Scans what only the start of a line can hold, and tells whether it did.
    fn fetch_at_line_start(&mut self) -> Result<bool, SyntaxError> {
        match self.source.byte() {
            b'%' => self.fetch_directive()?,
            b'-' if self.source.at_document_marker() => {
                self.fetch_marker(TokenKind::DocumentStart)?;
            }
            b'.' if self.source.at_document_marker() => {
                self.fetch_marker(TokenKind::DocumentEnd)?;
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Reads spaces, comments and line breaks.
    fn skip_to_token(&mut self) {
        self.source.skip_byte_order_mark();
        loop {
            self.source.skip_blanks(false);
            self.skip_comment();
            if self.source.take_break().is_none() {
                return;
            }
            if !self.in_flow() {
                self.key_allowed = true;
            }
        }
    }

    fn skip_comment(&mut self) {
        if self.source.byte() == b'#' {
            let start = self.source.position();
            self.source.skip_line();
            let end = self.source.position();
            self.comments.push(TextRange::new(start as u32, end as u32));
        }
    }

    fn cannot_start(&self) -> SyntaxError {
        let fault = Fault::CannotStart(self.source.character());
        SyntaxError::new(fault, self.source.position())
    }

    fn push(&mut self, kind: TokenKind, start: usize) {
        let end = self.source.position();
        self.tokens.push_back(Token::new(kind, start, end));
    }

    /// Reads a token of so many bytes that carries nothing.
    fn push_mark(&mut self, kind: TokenKind, length: usize) {
        let start = self.source.position();
        self.source.advance(length);
        self.push(kind, start);
    }

    fn fetch_stream_end(&mut self) -> Result<(), SyntaxError> {
        self.unwind(-1);
        self.forget_key()?;
        self.possible_keys.fill(None);
        self.push_mark(TokenKind::StreamEnd, 0);
        self.ended = true;
        Ok(())
    }

    fn fetch_marker(&mut self, kind: TokenKind) -> Result<(), SyntaxError> {
        self.unwind(-1);
        self.forget_key()?;
        self.key_allowed = false;
        self.push_mark(kind, 3);
        Ok(())
    }

    fn fetch_flow_start(&mut self, kind: TokenKind) -> Result<(), SyntaxError> {
        self.note_possible_key()?;
        self.key_allowed = true;
        self.possible_keys.push(None);
        self.push_mark(kind, 1);
        Ok(())
    }

    fn fetch_flow_end(&mut self, kind: TokenKind) -> Result<(), SyntaxError> {
        if !self.in_flow() {
            let fault = Fault::StrayCloser(self.source.character());
            return Err(SyntaxError::new(fault, self.source.position()));
        }
        self.forget_key()?;
        self.possible_keys.pop();
        self.lowest_key = self.lowest_key.min(self.possible_keys.len());
        self.key_allowed = false;
        self.push_mark(kind, 1);
        Ok(())
    }

    fn fetch_flow_entry(&mut self) -> Result<(), SyntaxError> {
        self.key_allowed = true;
        self.forget_key()?;
        self.push_mark(TokenKind::FlowEntry, 1);
        Ok(())
    }

    fn fetch_block_entry(&mut self) -> Result<(), SyntaxError> {
        if !self.in_flow() {
            self.require_key_allowed(Fault::StrayDash)?;
            self.indent_here(TokenKind::BlockSequenceStart);
        }
        self.key_allowed = true;
        self.forget_key()?;
        self.push_mark(TokenKind::BlockEntry, 1);
        Ok(())
    }

    fn fetch_key(&mut self) -> Result<(), SyntaxError> {
        if !self.in_flow() {
            self.require_key_allowed(Fault::StrayQuestionMark)?;
            self.indent_here(TokenKind::BlockMappingStart);
        }
        self.key_allowed = !self.in_flow();
        self.forget_key()?;
        self.push_mark(TokenKind::Key, 1);
        Ok(())
    }

    fn fetch_value(&mut self) -> Result<(), SyntaxError> {
        let key = self.possible_keys.last_mut().and_then(Option::take);
        if let Some(key) = key {
            self.open_key(key);
            self.key_allowed = false;
        } else {
            if !self.in_flow() {
                self.require_key_allowed(Fault::StrayColon)?;
                self.indent_here(TokenKind::BlockMappingStart);
            }
            self.key_allowed = !self.in_flow();
            self.forget_key()?;
        }
        self.push_mark(TokenKind::Value, 1);
        Ok(())
    }

    fn require_key_allowed(&self, otherwise: Fault) -> Result<(), SyntaxError> {
        if self.key_allowed {
            return Ok(());
        }
        Err(SyntaxError::new(otherwise, self.source.position()))
    }

    /// Ends the collections that are indented deeper than `column`.
    fn unwind(&mut self, column: Indent) {
        if self.in_flow() {
            return;
        }
        while self.indent > column {
            self.indent = self.outer_indents.pop().unwrap_or(-1);
            self.push_mark(TokenKind::BlockEnd, 0);
        }
    }

    /// Takes `column` for the indentation if it is deeper, and tells whether it is.
    fn enter(&mut self, column: Indent) -> bool {
        if self.indent >= column {
            return false;
        }
        self.outer_indents.push(self.indent);
        self.indent = column;
        true
    }

    fn indent_here(&mut self, start: TokenKind) {
        let column = self.source.column();
        if self.enter(column as Indent) {
            self.push_mark(start, 0);
        }
    }
}
