//! The parser's events, for those who want to watch it read.

use super::chars;
use super::event::{Event, EventKind};
use super::fault::{Fault, SyntaxError};
use super::parser::Parser;
use super::problem::Problem;
use super::report;

/// The events of a text, of all its documents, up to its end or to what breaks its grammar.
pub struct Events<'t> {
    text: &'t str,
    parser: Parser<'t>,
    ended: bool,
}

impl<'t> Events<'t> {
    /// The events of `text`.
    pub fn new(text: &'t str) -> Self {
        Self {
            text,
            parser: Parser::new(text),
            ended: false,
        }
    }

    fn read(&mut self) -> Result<Event<'t>, SyntaxError> {
        if let Some((at, character)) = chars::first_unprintable(self.text) {
            return Err(SyntaxError::new(Fault::Unprintable(character), at));
        }
        self.parser.next()
    }
}

impl<'t> Iterator for Events<'t> {
    type Item = Result<Event<'t>, Problem>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.ended {
            return None;
        }
        let event = self.read();
        self.ended = match &event {
            Ok(event) => event.kind == EventKind::StreamEnd,
            Err(_) => true,
        };
        Some(event.map_err(|error| report::syntax_error(self.text, error, None)))
    }
}
