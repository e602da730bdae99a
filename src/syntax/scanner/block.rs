//! Scalars after `|` and `>`, which take their lines as they stand.

use std::borrow::Cow;

use super::Scanner;
use crate::syntax::fault::{Fault, SyntaxError};
use crate::syntax::token::{Payload, ScalarText, Token, TokenKind};
use crate::syntax::tree::ScalarStyle;

/// What becomes of the line breaks at the end.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Chomping {
    Strip,
    Clip,
    Keep,
}

/// What the line with the indicator asks for.
struct Header {
    chomping: Chomping,
    /// The indentation beyond the parent's, where it is given.
    increment: Option<usize>,
}

/// The lines of a block scalar, as far as they were read.
struct Lines {
    text: String,
    /// The break of the last line with content.
    last_break: &'static str,
    /// The breaks of the empty lines behind it.
    empty: String,
    content_end: usize,
    end: usize,
}

impl<'t> Scanner<'t> {
    pub(super) fn fetch_block_scalar(&mut self, indicator: u8) -> Result<(), SyntaxError> {
        self.key_allowed = true;
        self.forget_key()?;
        let folded = indicator == b'>';
        let token = self.scan_block_scalar(folded)?;
        self.tokens.push_back(token);
        Ok(())
    }

    fn scan_block_scalar(&mut self, folded: bool) -> Result<Token<'t>, SyntaxError> {
        let start = self.source.position();
        self.source.advance(1);
        let header = self.scan_block_header(start)?;
        let header_end = self.source.position();
        self.scan_block_header_end(start)?;
        let mut lines = self.scan_block_lines(header.increment, folded, header_end);
        if header.chomping != Chomping::Strip {
            lines.text.push_str(lines.last_break);
        }
        if header.chomping == Chomping::Keep {
            lines.text.push_str(&lines.empty);
        }
        let style = if folded {
            ScalarStyle::Folded
        } else {
            ScalarStyle::Literal
        };
        let scalar = ScalarText {
            text: Cow::Owned(lines.text),
            style,
            content_end: lines.content_end as u32,
            surrogates: Box::default(),
        };
        let payload = Payload::Scalar(scalar);
        Ok(Token::with(TokenKind::Scalar, start, lines.end, payload))
    }

    fn scan_block_header(&mut self, start: usize) -> Result<Header, SyntaxError> {
        let mut header = Header {
            chomping: Chomping::Clip,
            increment: None,
        };
        let chomped = self.scan_chomping(&mut header);
        if let digit @ b'0'..=b'9' = self.source.byte() {
            if digit == b'0' {
                let at = self.source.position();
                return Err(SyntaxError::within(Fault::ZeroIndentation, start, at));
            }
            header.increment = Some(usize::from(digit - b'0'));
            self.source.advance(1);
            if !chomped {
                self.scan_chomping(&mut header);
            }
        }
        if !self.source.at_space(self.source.position()) {
            return Err(self.bad_block_header(start));
        }
        Ok(header)
    }

    fn scan_chomping(&mut self, header: &mut Header) -> bool {
        header.chomping = match self.source.byte() {
            b'+' => Chomping::Keep,
            b'-' => Chomping::Strip,
            _ => return false,
        };
        self.source.advance(1);
        true
    }

    fn scan_block_header_end(&mut self, start: usize) -> Result<(), SyntaxError> {
        self.source.skip_blanks(false);
        self.skip_comment();
        if !self.source.at_line_end(self.source.position()) {
            return Err(self.bad_block_header(start));
        }
        self.source.take_break();
        Ok(())
    }

    fn bad_block_header(&self, start: usize) -> SyntaxError {
        SyntaxError::within(Fault::BlockHeader, start, self.source.position())
    }

    fn scan_block_lines(
        &mut self,
        increment: Option<usize>,
        folded: bool,
        header_end: usize,
    ) -> Lines {
        let least = (self.indent + 1).max(1) as usize;
        let mut lines = Lines {
            text: String::new(),
            last_break: "",
            empty: String::new(),
            content_end: header_end,
            end: self.source.position(),
        };
        let indent = match increment {
            Some(increment) => {
                let indent = least + increment - 1;
                self.scan_empty_lines(&mut lines, indent);
                indent
            }
            None => least.max(self.scan_first_indentation(&mut lines)),
        };
        while self.at_block_content(indent) {
            self.scan_block_line(&mut lines, indent, folded);
        }
        lines
    }

    fn at_block_content(&mut self, indent: usize) -> bool {
        self.source.byte() != 0 && self.source.column() == indent
    }

    /// Reads one line with content, and the empty ones behind it.
    fn scan_block_line(&mut self, lines: &mut Lines, indent: usize, folded: bool) {
        let start = self.source.position();
        let indented = matches!(self.source.byte(), b' ' | b'\t');
        self.source.skip_line();
        lines.text.push_str(&lines.empty);
        lines.text.push_str(self.source.since(start));
        lines.content_end = self.source.position();
        lines.last_break = self.source.take_break().unwrap_or("");
        self.scan_empty_lines(lines, indent);
        if !self.at_block_content(indent) {
            return;
        }
        let next_indented = matches!(self.source.byte(), b' ' | b'\t');
        if !folded || lines.last_break != "\n" || indented || next_indented {
            lines.text.push_str(lines.last_break);
        } else if lines.empty.is_empty() {
            lines.text.push(' ');
        }
    }

    /// Reads empty lines, and the next line's indentation up to `indent`.
    fn scan_empty_lines(&mut self, lines: &mut Lines, indent: usize) {
        lines.empty.clear();
        lines.end = self.source.position();
        loop {
            while self.source.byte() == b' ' && self.source.column() < indent {
                self.source.advance(1);
            }
            match self.source.take_break() {
                Some(next) => lines.empty.push_str(next),
                None => return,
            }
            lines.end = self.source.position();
        }
    }

    /// Reads the empty lines at the start, and gives the deepest indentation met.
    fn scan_first_indentation(&mut self, lines: &mut Lines) -> usize {
        let mut deepest = 0;
        loop {
            let start = self.source.position();
            self.source.skip_blanks(false);
            if self.source.position() > start {
                deepest = deepest.max(self.source.column());
            }
            match self.source.take_break() {
                Some(next) => lines.empty.push_str(next),
                None => return deepest,
            }
            lines.end = self.source.position();
        }
    }
}
