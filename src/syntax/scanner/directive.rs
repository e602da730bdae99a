//! Lines that begin with `%`.

use super::Scanner;
use crate::syntax::chars;
use crate::syntax::fault::{Fault, SyntaxError};
use crate::syntax::token::{Directive, Payload, Token, TokenKind};

impl<'t> Scanner<'t> {
    pub(super) fn fetch_directive(&mut self) -> Result<(), SyntaxError> {
        self.unwind(-1);
        self.forget_key()?;
        self.key_allowed = false;
        let start = self.source.position();
        self.source.advance(1);
        let name = self.take_while(chars::is_name);
        if name.is_empty() || !self.at_directive_space() {
            return Err(self.bad_directive(start));
        }
        let directive = match name {
            "YAML" => self.scan_version(start)?,
            "TAG" => self.scan_tag_prefix(start)?,
            _ => Directive::Other,
        };
        let end = self.source.position();
        if matches!(directive, Directive::Other) {
            self.source.skip_line();
        }
        self.scan_directive_end(start)?;
        let payload = Payload::Directive(Box::new(directive));
        let token = Token::with(TokenKind::Directive, start, end, payload);
        self.tokens.push_back(token);
        Ok(())
    }

    fn at_directive_space(&self) -> bool {
        self.source.at_space(self.source.position())
    }

    fn bad_directive(&self, start: usize) -> SyntaxError {
        SyntaxError::within(Fault::Directive, start, self.source.position())
    }

    fn scan_version(&mut self, start: usize) -> Result<Directive<'t>, SyntaxError> {
        self.source.skip_blanks(false);
        let major = self.take_while(|byte| byte.is_ascii_digit());
        if major.is_empty() || self.source.byte() != b'.' {
            return Err(self.bad_directive(start));
        }
        self.source.advance(1);
        let minor = self.take_while(|byte| byte.is_ascii_digit());
        let too_long = major.len().max(minor.len()) > super::super::number::MOST_DIGITS;
        if minor.is_empty() || !self.at_directive_space() || too_long {
            return Err(self.bad_directive(start));
        }
        Ok(Directive::Version { major, minor })
    }

    fn scan_tag_prefix(&mut self, start: usize) -> Result<Directive<'t>, SyntaxError> {
        self.source.skip_blanks(false);
        let handle = self.scan_handle(start)?;
        if self.source.byte() != b' ' {
            return Err(self.bad_directive(start));
        }
        self.source.skip_blanks(false);
        let prefix = self.scan_uri(start)?;
        if !self.at_directive_space() {
            return Err(self.bad_directive(start));
        }
        Ok(Directive::Tag { handle, prefix })
    }

    fn scan_directive_end(&mut self, start: usize) -> Result<(), SyntaxError> {
        self.source.skip_blanks(false);
        self.skip_comment();
        if !self.source.at_line_end(self.source.position()) {
            return Err(self.bad_directive(start));
        }
        self.source.take_break();
        Ok(())
    }
}
