//! Scalars in single or double quotes.

use std::borrow::Cow;

use super::Scanner;
use super::plain::folded_lines;
use crate::syntax::chars;
use crate::syntax::fault::{Fault, SyntaxError};
use crate::syntax::token::{Payload, ScalarText, Token, TokenKind};
use crate::syntax::tree::ScalarStyle;
use crate::text::TextRange;

/// A quoted scalar while it is read.
struct Quoted {
    quote: u8,
    start: usize,
    text: String,
    surrogates: Vec<(u32, u16)>,
}

impl<'t> Scanner<'t> {
    pub(super) fn fetch_quoted(&mut self, quote: u8) -> Result<(), SyntaxError> {
        self.note_possible_key()?;
        self.key_allowed = false;
        let start = self.source.position();
        self.source.advance(1);
        let scalar = match self.scan_simple_quoted(quote) {
            Some(text) => self.quoted_scalar(quote, Cow::Borrowed(text), Vec::new()),
            None => {
                let quoted = self.scan_quoted(quote, start)?;
                self.quoted_scalar(quote, Cow::Owned(quoted.text), quoted.surrogates)
            }
        };
        let end = self.source.position();
        if self.source.line_start() > start {
            self.long_quote = Some(TextRange::new(start as u32, end as u32));
        }
        let payload = Payload::Scalar(scalar);
        let token = Token::with(TokenKind::Scalar, start, end, payload);
        self.tokens.push_back(token);
        Ok(())
    }

    fn quoted_scalar(
        &self,
        quote: u8,
        text: Cow<'t, str>,
        surrogates: Vec<(u32, u16)>,
    ) -> ScalarText<'t> {
        let style = if quote == b'"' {
            ScalarStyle::DoubleQuoted
        } else {
            ScalarStyle::SingleQuoted
        };
        ScalarText {
            text,
            style,
            content_end: self.source.position() as u32,
            surrogates: surrogates.into(),
        }
    }

    /// Reads a scalar that stands on one line and means what it says, up to behind its quote.
    fn scan_simple_quoted(&mut self, quote: u8) -> Option<&'t str> {
        let start = self.source.position();
        let mut at = start;
        loop {
            let byte = self.source.byte_at(at);
            let taken = !chars::may_end_quoted(byte)
                || matches!(byte, b' ' | b'\t')
                || byte == b'\'' && quote == b'"'
                || matches!(byte, b'"' | b'\\') && quote == b'\'';
            if !taken {
                break;
            }
            at += 1;
        }
        let doubled = quote == b'\'' && self.source.byte_at(at + 1) == quote;
        if self.source.byte_at(at) != quote || doubled {
            return None;
        }
        let text = self.source.between(start, at);
        self.source.advance_to(at + 1);
        Some(text)
    }

    fn scan_quoted(&mut self, quote: u8, start: usize) -> Result<Quoted, SyntaxError> {
        let mut quoted = Quoted {
            quote,
            start,
            text: String::new(),
            surrogates: Vec::new(),
        };
        loop {
            self.scan_quoted_run(&mut quoted)?;
            if self.source.byte() == quote {
                self.source.advance(1);
                return Ok(quoted);
            }
            self.scan_quoted_gap(&mut quoted)?;
        }
    }

    /// Reads up to the closing quote, a blank, or a line's end.
    fn scan_quoted_run(&mut self, quoted: &mut Quoted) -> Result<(), SyntaxError> {
        loop {
            let start = self.source.position();
            while !chars::may_end_quoted(self.source.byte()) {
                self.source.advance(1);
            }
            quoted.text.push_str(self.source.since(start));
            let double = quoted.quote == b'"';
            match self.source.byte() {
                b'\'' if !double && self.source.ahead(1) == b'\'' => {
                    quoted.text.push('\'');
                    self.source.advance(2);
                }
                b'\\' if double => self.scan_escape(quoted)?,
                byte @ (b'\'' | b'"' | b'\\') if byte != quoted.quote => {
                    quoted.text.push(char::from(byte));
                    self.source.advance(1);
                }
                0xC2 | 0xE2 if self.source.break_length(self.source.position()) == 0 => {
                    let character = self.source.character();
                    quoted.text.push(character);
                    self.source.advance(character.len_utf8());
                }
                _ => return Ok(()),
            }
        }
    }

    /// Reads blanks and line breaks inside quotes.
    fn scan_quoted_gap(&mut self, quoted: &mut Quoted) -> Result<(), SyntaxError> {
        let start = self.source.position();
        self.source.skip_blanks(true);
        let blanks = self.source.since(start);
        if let Some(first) = self.source.take_break() {
            let breaks = self.scan_quoted_breaks(quoted.start)?;
            quoted.text.push_str(&folded_lines(first, breaks));
        } else if self.source.byte() == 0 {
            let at = self.source.position();
            return Err(SyntaxError::within(Fault::UnclosedQuote, quoted.start, at));
        } else {
            quoted.text.push_str(blanks);
        }
        Ok(())
    }

    /// Reads the empty lines and the indentation after a line break inside quotes.
    fn scan_quoted_breaks(&mut self, start: usize) -> Result<String, SyntaxError> {
        let mut breaks = String::new();
        loop {
            if self.source.at_document_marker() {
                let at = self.source.position();
                return Err(SyntaxError::within(Fault::MarkerInQuotes, start, at));
            }
            self.source.skip_blanks(true);
            match self.source.take_break() {
                Some(next) => breaks.push_str(next),
                None => return Ok(breaks),
            }
        }
    }

    /// Reads a backslash and what it stands for.
    fn scan_escape(&mut self, quoted: &mut Quoted) -> Result<(), SyntaxError> {
        let at = self.source.position();
        self.source.advance(1);
        if self.source.take_break().is_some() {
            let breaks = self.scan_quoted_breaks(quoted.start)?;
            quoted.text.push_str(&breaks);
            return Ok(());
        }
        let digits = match self.source.byte() {
            b'x' => 2,
            b'u' => 4,
            b'U' => 8,
            0 => {
                let end = self.source.position();
                return Err(SyntaxError::within(Fault::UnclosedQuote, quoted.start, end));
            }
            byte => {
                let Some(character) = short_escape(byte) else {
                    let fault = Fault::UnknownEscape(self.source.character());
                    return Err(SyntaxError::within(fault, quoted.start, at));
                };
                quoted.text.push(character);
                self.source.advance(1);
                return Ok(());
            }
        };
        self.source.advance(1);
        let code = self.scan_hexadecimal(digits).ok_or(SyntaxError::within(
            Fault::ShortEscape,
            quoted.start,
            at,
        ))?;
        quoted.push_code(code).ok_or(SyntaxError::within(
            Fault::EscapeOutOfRange,
            quoted.start,
            at,
        ))
    }

    fn scan_hexadecimal(&mut self, digits: usize) -> Option<u32> {
        let mut code = 0u32;
        for _ in 0..digits {
            let digit = char::from(self.source.byte()).to_digit(16)?;
            code = code << 4 | digit;
            self.source.advance(1);
        }
        Some(code)
    }
}

impl Quoted {
    /// Adds the character of a code; a lone surrogate is noted and becomes U+FFFD.
    fn push_code(&mut self, code: u32) -> Option<()> {
        if let 0xD800..=0xDFFF = code {
            self.surrogates.push((self.text.len() as u32, code as u16));
            self.text.push(char::REPLACEMENT_CHARACTER);
        } else {
            self.text.push(char::from_u32(code)?);
        }
        Some(())
    }
}

/// What an escape of one character stands for.
fn short_escape(byte: u8) -> Option<char> {
    Some(match byte {
        b'0' => '\0',
        b'a' => '\u{7}',
        b'b' => '\u{8}',
        b't' | b'\t' => '\t',
        b'n' => '\n',
        b'v' => '\u{B}',
        b'f' => '\u{C}',
        b'r' => '\r',
        b'e' => '\u{1B}',
        b' ' | b'"' | b'\\' | b'/' => char::from(byte),
        b'N' => '\u{85}',
        b'_' => '\u{A0}',
        b'L' => '\u{2028}',
        b'P' => '\u{2029}',
        _ => return None,
    })
}
