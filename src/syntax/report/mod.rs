//! Puts faults into words, and places them where they are made rather than where they show.

mod page;
mod refusal;
mod words;

use super::fault::{Fault, SyntaxError};
use super::problem::{Problem, ProblemKind};
use super::token::TokenKind;
use crate::text::TextRange;
use page::Page;
pub(super) use refusal::refusal;
use words::malformed_words;

/// Why a text cannot be read, as a problem.
///
/// `quote` is the last quoted scalar that went over a line's end: if reading fails on the line
/// that it ends on, its own closing quote is missing, and it ran on to the next one.
pub(super) fn syntax_error(text: &str, error: SyntaxError, quote: Option<TextRange>) -> Problem {
    let page = Page { text };
    if let Some(quote) = quote
        && page.same_line(quote.end as usize, error.at)
        && quote.end as usize <= error.at
    {
        return page.unclosed_quote(quote.start as usize);
    }
    page.problem(error)
}

impl Page<'_> {
    fn problem(&self, error: SyntaxError) -> Problem {
        let SyntaxError { fault, at, from } = error;
        let from = from.unwrap_or(at);
        match fault {
            Fault::Unprintable(character) => Problem::worded(
                ProblemKind::UnprintableCharacter,
                self.character(at),
                format!(
                    "the character U+{:04X} may not stand in YAML",
                    character as u32
                ),
                Some("delete it, or write it as an escape in double quotes"),
            ),
            Fault::CannotStart(character) => self.cannot_start(character, at),
            Fault::MissingColon => self.missing_colon(from),
            Fault::StrayDash => self.stray_dash(at),
            Fault::StrayColon => self.stray_colon(at),
            Fault::StrayCloser(closer) => Problem::worded(
                ProblemKind::UnclosedBracket,
                self.character(at),
                format!("this `{closer}` closes nothing"),
                Some("delete it, or quote the value if it is meant as text"),
            ),
            Fault::UnclosedQuote | Fault::MarkerInQuotes => self.unclosed_quote(from),
            Fault::InFlow(next) => self.in_brackets(next, from, at),
            Fault::NoValue(next) => self.no_value(next, from, at),
            Fault::InBlockSequence(next) | Fault::InBlockMapping(next) => {
                self.in_block(next, at).since(Some(self.character(from)))
            }
            Fault::AfterDocument => self.after_document(at),
            _ => self.malformed(fault, from, at),
        }
    }

    fn cannot_start(&self, character: char, at: usize) -> Problem {
        if character == '\t' {
            let tabs = self.slice(at, self.line_end(at));
            let blanks = tabs.len() - tabs.trim_start_matches(['\t', ' ']).len();
            let behind = self.slice(self.line_start(at), at);
            let message = if behind.trim().is_empty() {
                "a tab cannot indent a line"
            } else {
                "a tab cannot stand between or behind values"
            };
            return Problem::worded(
                ProblemKind::Tab,
                self.range(at, at + blanks),
                message.to_owned(),
                Some("use spaces"),
            );
        }
        Problem::worded(
            ProblemKind::ReservedCharacter,
            self.character(at),
            format!("a value cannot begin with `{character}`"),
            Some("put the value in quotes"),
        )
    }

    fn missing_colon(&self, from: usize) -> Problem {
        Problem::worded(
            ProblemKind::MissingColon,
            self.rest_of_line(from),
            "a key and its colon are expected here".to_owned(),
            Some("write `key: value`, with a space after the colon"),
        )
    }

    fn stray_dash(&self, at: usize) -> Problem {
        Problem::worded(
            ProblemKind::Indentation,
            self.character(at),
            "a list item cannot begin here".to_owned(),
            Some("put the list on lines of its own, below the key"),
        )
    }

    fn stray_colon(&self, at: usize) -> Problem {
        let start = self.line_start(at);
        let before = self.slice(start, at);
        let key = before.trim_start();
        if before.chars().count() > 1024 {
            return Problem::worded(
                ProblemKind::UnexpectedColon,
                self.character(at),
                "a key may be 1024 characters long at most".to_owned(),
                None,
            );
        }
        if key.contains(": ") || key.starts_with("- ") || start == 0 {
            return Problem::worded(
                ProblemKind::UnexpectedColon,
                self.character(at),
                "a value without quotes cannot hold a colon before a space".to_owned(),
                Some("put the value in quotes, or the key on a line of its own"),
            );
        }
        Problem::worded(
            ProblemKind::Indentation,
            self.range(at - key.len(), at),
            "this key is indented below a value that is no mapping".to_owned(),
            Some("align it with the key above, or remove the value above"),
        )
    }

    fn unclosed_quote(&self, from: usize) -> Problem {
        let quote = self.slice(from, from + 1);
        Problem::worded(
            ProblemKind::UnclosedQuote,
            self.rest_of_line(from),
            format!("the quote `{quote}` that opens here is not closed"),
            Some("close the quote"),
        )
    }

    fn unclosed_bracket(&self, from: usize) -> Problem {
        let opener = self.slice(from, from + 1);
        let closer = if opener == "[" { "]" } else { "}" };
        Problem::worded(
            ProblemKind::UnclosedBracket,
            self.rest_of_line(from),
            format!("the `{opener}` that opens here is not closed"),
            Some(if closer == "]" {
                "close it with `]`"
            } else {
                "close it with `}`"
            }),
        )
    }

    fn in_brackets(&self, next: TokenKind, from: usize, at: usize) -> Problem {
        let closes = matches!(next, TokenKind::FlowSequenceEnd | TokenKind::FlowMappingEnd);
        if !self.same_line(from, at) || next == TokenKind::StreamEnd {
            return self.unclosed_bracket(from);
        }
        let message = if closes {
            let opener = self.slice(from, from + 1);
            format!("this closes a bracket, and `{opener}` is the one that is open")
        } else {
            "a comma or the closing bracket is expected before this".to_owned()
        };
        let kind = if closes {
            ProblemKind::UnclosedBracket
        } else {
            ProblemKind::Syntax
        };
        Problem::worded(kind, self.character(at), message, None).since(Some(self.character(from)))
    }

    fn no_value(&self, next: TokenKind, from: usize, at: usize) -> Problem {
        if from < at && (next == TokenKind::StreamEnd || !self.same_line(from, at)) {
            return self.unclosed_bracket(from);
        }
        let message = match next {
            TokenKind::FlowEntry => "a value cannot begin with a comma",
            TokenKind::BlockEntry => "a list with dashes cannot stand here",
            _ => "a value is expected here",
        };
        Problem::worded(
            ProblemKind::Syntax,
            self.character(at),
            message.to_owned(),
            Some("put the value in quotes if it is meant as text"),
        )
    }

    fn in_block(&self, next: TokenKind, at: usize) -> Problem {
        let leads = self.slice(self.line_start(at), at).trim().is_empty();
        let (kind, range, message, help) = match next {
            TokenKind::Scalar | TokenKind::Alias | TokenKind::Anchor | TokenKind::Tag if !leads => {
                (
                    ProblemKind::Syntax,
                    self.rest_of_line(at),
                    "nothing can follow the value on this line",
                    "put the whole value in quotes",
                )
            }
            TokenKind::BlockEntry if leads => (
                ProblemKind::Indentation,
                self.whole_line(at),
                "a list item stands where a key is expected",
                "indent it below the key that it belongs to, or remove the value of that key",
            ),
            _ if leads => (
                ProblemKind::Indentation,
                self.whole_line(at),
                "this line is indented like none of the levels above",
                "align it with the lines that it belongs to",
            ),
            _ => (
                ProblemKind::Syntax,
                self.rest_of_line(at),
                "this cannot follow what stands before it",
                "put the value in quotes if it is meant as text",
            ),
        };
        Problem::worded(kind, range, message.to_owned(), Some(help))
    }

    fn after_document(&self, at: usize) -> Problem {
        Problem::worded(
            ProblemKind::Syntax,
            self.whole_line(at),
            "the document has ended before this line".to_owned(),
            Some("indent it like the lines that it belongs to"),
        )
    }

    fn malformed(&self, fault: Fault, from: usize, at: usize) -> Problem {
        let (kind, message, help) = malformed_words(fault);
        let range = match fault {
            Fault::UnknownEscape(character) => self.range(at, at + 1 + character.len_utf8()),
            Fault::ShortEscape | Fault::EscapeOutOfRange => self.range(at, at + 2),
            Fault::BlockHeader | Fault::ZeroIndentation => self.rest_of_line(from),
            _ if from < at && self.same_line(from, at) => self.range(from, at),
            _ => self.character(from),
        };
        Problem::worded(kind, range, message, Some(help))
    }
}
