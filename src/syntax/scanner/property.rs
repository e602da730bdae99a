//! Anchors, aliases and tags.

use std::borrow::Cow;

use super::Scanner;
use crate::syntax::chars;
use crate::syntax::fault::{Fault, SyntaxError};
use crate::syntax::token::{Payload, TagText, Token, TokenKind};

impl<'t> Scanner<'t> {
    pub(super) fn fetch_property(&mut self, kind: TokenKind) -> Result<(), SyntaxError> {
        self.note_possible_key()?;
        self.key_allowed = false;
        let start = self.source.position();
        let payload = match kind {
            TokenKind::Tag => self.scan_tag(start)?,
            _ => self.scan_name(start, kind == TokenKind::Alias)?,
        };
        let end = self.source.position();
        self.tokens
            .push_back(Token::with(kind, start, end, payload));
        Ok(())
    }

    fn scan_name(&mut self, start: usize, alias: bool) -> Result<Payload<'t>, SyntaxError> {
        self.source.advance(1);
        let name = self.take_while(chars::is_name);
        let next = self.source.character();
        let at = self.source.position();
        if !name.is_empty() && (self.source.at_blank(at) || "?:,]}%@`".contains(next)) {
            return Ok(Payload::Name(name));
        }
        let fault = if alias { Fault::Alias } else { Fault::Anchor };
        Err(SyntaxError::within(fault, start, at))
    }

    pub(super) fn take_while(&mut self, belongs: fn(u8) -> bool) -> &'t str {
        let start = self.source.position();
        while belongs(self.source.byte()) {
            self.source.advance(1);
        }
        self.source.since(start)
    }

    fn scan_tag(&mut self, start: usize) -> Result<Payload<'t>, SyntaxError> {
        let (handle, suffix) = if self.source.ahead(1) == b'<' {
            (None, self.scan_verbatim_tag(start)?)
        } else if self.source.at_blank(start + 1) {
            self.source.advance(1);
            (None, Cow::Borrowed("!"))
        } else {
            let handle = self.scan_shorthand(start)?;
            (Some(handle), self.scan_uri(start)?)
        };
        let at = self.source.position();
        if !self.source.at_space(at) {
            return Err(SyntaxError::within(Fault::Tag, start, at));
        }
        Ok(Payload::Tag(Box::new(TagText { handle, suffix })))
    }

    fn scan_verbatim_tag(&mut self, start: usize) -> Result<Cow<'t, str>, SyntaxError> {
        self.source.advance(2);
        let tag = self.scan_uri(start)?;
        if self.source.byte() != b'>' {
            let at = self.source.position();
            return Err(SyntaxError::within(Fault::Tag, start, at));
        }
        self.source.advance(1);
        Ok(tag)
    }

    /// Reads the `!`, or the `!name!` where another exclamation mark follows in the word.
    fn scan_shorthand(&mut self, start: usize) -> Result<&'t str, SyntaxError> {
        let mut at = start + 1;
        while self.source.byte_at(at) != b'!' {
            if self.source.at_space(at) {
                self.source.advance(1);
                return Ok("!");
            }
            at += 1;
        }
        self.scan_handle(start)
    }

    /// Reads a tag's handle: `!`, `!!` or `!name!`.
    pub(super) fn scan_handle(&mut self, start: usize) -> Result<&'t str, SyntaxError> {
        let from = self.source.position();
        if self.source.byte() == b'!' {
            self.source.advance(1);
            if self.source.byte() == b' ' {
                return Ok("!");
            }
            self.take_while(chars::is_name);
            if self.source.byte() == b'!' {
                self.source.advance(1);
                return Ok(self.source.since(from));
            }
        }
        let at = self.source.position();
        Err(SyntaxError::within(Fault::Tag, start, at))
    }

    /// Reads a tag's text, with its escapes made good.
    pub(super) fn scan_uri(&mut self, start: usize) -> Result<Cow<'t, str>, SyntaxError> {
        let from = self.source.position();
        let text = self.take_while(chars::is_uri);
        if text.is_empty() {
            return Err(SyntaxError::within(Fault::Tag, start, from));
        }
        unescaped(text).ok_or(SyntaxError::within(Fault::Tag, start, from))
    }
}

/// A tag's text with `%xx` replaced; `None` where an escape is no byte or the bytes no text.
fn unescaped(text: &str) -> Option<Cow<'_, str>> {
    if !text.contains('%') {
        return Some(Cow::Borrowed(text));
    }
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        if byte == b'%' {
            let high = char::from(rest.next()?).to_digit(16)?;
            let low = char::from(rest.next()?).to_digit(16)?;
            bytes.push((high << 4 | low) as u8);
        } else {
            bytes.push(byte);
        }
    }
    String::from_utf8(bytes).ok().map(Cow::Owned)
}
