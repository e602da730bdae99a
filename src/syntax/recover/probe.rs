//! How far a text can be read.

use crate::syntax::event::EventKind;
use crate::syntax::fault::{Fault, SyntaxError};
use crate::syntax::parser::Parser;
use crate::syntax::token::TokenKind;

use super::outline::line_start;

/// Where reading stopped.
#[derive(Clone, Debug)]
pub(super) struct Stop {
    pub(super) error: SyntaxError,
    /// How many bytes were read.
    pub(super) read: usize,
    /// Where the quote opened that most likely ran on too far.
    pub(super) quote: Option<usize>,
    /// Where the keys of the outermost mapping start.
    pub(super) root_keys: Vec<usize>,
}

impl Stop {
    /// How far all was well, and how far reading went.
    pub(super) fn reach(&self, text: &str) -> (usize, usize) {
        let SyntaxError { fault, at, from } = self.error;
        let suspect = match (self.quote, from) {
            (Some(quote), _) => quote,
            (None, Some(from)) if runs_on(fault, text, from, at) => from,
            _ => at,
        };
        (suspect, at)
    }
}

/// Whether a construct went on to where it was not meant to.
fn runs_on(fault: Fault, text: &str, from: usize, at: usize) -> bool {
    match fault {
        Fault::UnclosedQuote | Fault::MarkerInQuotes | Fault::MissingColon => true,
        Fault::InFlow(next) | Fault::NoValue(next) => {
            next == TokenKind::StreamEnd || line_start(text, from) != line_start(text, at)
        }
        _ => false,
    }
}

/// Reads a text to its end or to where it is nested too deep, or to where it cannot be read on.
///
/// The quote that opens at `suspect` must not go over its line's end.
pub(super) fn probe(text: &str, suspect: Option<usize>) -> Option<Stop> {
    let mut parser = Parser::new(text);
    let mut documents = 0;
    loop {
        match parser.next() {
            Ok(_) if parser.is_too_deep() => return None,
            Ok(event) => match event.kind {
                EventKind::StreamEnd => return None,
                EventKind::DocumentStart { .. } if documents > 0 => return None,
                EventKind::DocumentStart { .. } => documents += 1,
                EventKind::Scalar(_)
                    if suspect.is_some_and(|quote| event.range.start as usize == quote)
                        && parser.last_long_quote() == Some(event.range) =>
                {
                    let (start, end) = (event.range.start as usize, event.range.end as usize);
                    return Some(Stop {
                        error: SyntaxError::within(Fault::UnclosedQuote, start, end),
                        read: parser.read(),
                        quote: Some(start),
                        root_keys: parser.root_keys().to_vec(),
                    });
                }
                _ => {}
            },
            Err(error) => {
                let quote = parser.last_long_quote().filter(|quote| {
                    let end = quote.end as usize;
                    end <= error.at && line_start(text, end) == line_start(text, error.at)
                });
                return Some(Stop {
                    error,
                    read: parser.read(),
                    quote: quote.map(|quote| quote.start as usize),
                    root_keys: parser.root_keys().to_vec(),
                });
            }
        }
    }
}
