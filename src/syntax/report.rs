//! Puts faults into words, and places them where they are made rather than where they show.

use super::fault::{Fault, SyntaxError};
use super::problem::{Problem, ProblemKind};
use super::token::TokenKind;
use super::tree::{Class, Node, NodeKind};
use super::value::Refusal;
use crate::text::TextRange;

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

/// What the loader refuses about a node, as a problem.
pub(super) fn refusal(node: &Node, refusal: Refusal) -> Problem {
    let tag = node.tag.as_ref().map_or("", |tag| tag.text.as_str());
    let tag = tag.replace("tag:yaml.org,2002:", "!!");
    let tag_range = node.tag.as_ref().map_or(node.range, |tag| tag.range);
    let text = match &node.kind {
        NodeKind::Scalar(scalar) => shortened(&scalar.text),
        _ => String::new(),
    };
    let (kind, range, message, help) = match refusal {
        Refusal::NotOfItsTag => (
            ProblemKind::InvalidValue,
            node.range,
            format!("`{text}` is no {}", meaning(node.class)),
            Some("correct the value, or remove its tag"),
        ),
        Refusal::TooManyDigits => (
            ProblemKind::TooManyDigits,
            node.range,
            "Python reads no integer of more than 4300 digits".to_owned(),
            Some("put it in quotes if it is meant as text"),
        ),
        Refusal::ImpossibleDate => (
            ProblemKind::ImpossibleDate,
            node.range,
            format!("`{text}` has the form of a date, and there is no such date or time"),
            Some("put it in quotes if it is meant as text"),
        ),
        Refusal::WrongShape => (
            ProblemKind::MismatchedTag,
            tag_range,
            format!("{} cannot be {tag}", described(node)),
            Some("remove the tag"),
        ),
        Refusal::StrayMerge => (
            ProblemKind::InvalidMerge,
            node.range,
            "a bare `<<` is a merge key, and can be no value".to_owned(),
            Some("put it in quotes if it is meant as text"),
        ),
        Refusal::StrayDefault => (
            ProblemKind::BareEquals,
            node.range,
            "a bare `=` is a key of YAML's own, and can be no value".to_owned(),
            Some("put it in quotes if it is meant as text"),
        ),
        Refusal::UnknownTag => (
            ProblemKind::UnknownTag,
            tag_range,
            format!("the tag `{tag}` means nothing to hpx"),
            Some("remove it, or quote the value if the `!` is part of the text"),
        ),
    };
    Problem::worded(kind, range, message, help)
}

fn meaning(class: Class) -> &'static str {
    match class {
        Class::Bool => "boolean, as its tag asks for",
        Class::Int => "integer, as Python reads one",
        Class::Float => "number, as its tag asks for",
        Class::Binary => "Base64, as its tag asks for",
        Class::Timestamp => "date, as its tag asks for",
        _ => "value of its tag",
    }
}

fn described(node: &Node) -> &'static str {
    match node.kind {
        NodeKind::Scalar(_) => "a single value",
        NodeKind::Sequence(_) => "a list",
        NodeKind::Mapping(_) => "a mapping",
        NodeKind::Alias(_) => "an alias",
    }
}

/// A text short enough for a message.
fn shortened(text: &str) -> String {
    const MOST: usize = 40;
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}...", text.get(..end).unwrap_or("")),
        None => text.to_owned(),
    }
}

/// The text that a fault is in.
struct Page<'t> {
    text: &'t str,
}

impl Page<'_> {
    fn line_start(&self, at: usize) -> usize {
        let before = self.text.as_bytes().get(..at).unwrap_or(&[]);
        let last = before
            .iter()
            .rposition(|byte| matches!(byte, b'\n' | b'\r'));
        last.map_or(0, |last| last + 1)
    }

    fn line_end(&self, at: usize) -> usize {
        let after = self.text.as_bytes().get(at..).unwrap_or(&[]);
        let length = after.iter().position(|byte| matches!(byte, b'\n' | b'\r'));
        at + length.unwrap_or(after.len())
    }

    fn same_line(&self, one: usize, other: usize) -> bool {
        self.line_start(one) == self.line_start(other)
    }

    fn slice(&self, start: usize, end: usize) -> &str {
        self.text.get(start..end).unwrap_or("")
    }

    /// From `start` to the end of its line, without the blanks there.
    fn rest_of_line(&self, start: usize) -> TextRange {
        let rest = self.slice(start, self.line_end(start)).trim_end();
        self.range(start, start + rest.len())
    }

    /// The line's text from its first character that is no blank.
    fn whole_line(&self, at: usize) -> TextRange {
        let start = self.line_start(at);
        let line = self.slice(start, self.line_end(at));
        let blanks = line.len() - line.trim_start().len();
        self.rest_of_line(start + blanks)
    }

    /// The character at `at`; the last one of the text when that ends there.
    fn character(&self, at: usize) -> TextRange {
        let rest = self.text.get(at..).unwrap_or("");
        match rest.chars().next() {
            Some('\n' | '\r') | None => {
                let before = self.slice(0, at).trim_end();
                let last = before.chars().next_back().map_or(0, char::len_utf8);
                self.range(before.len() - last, before.len())
            }
            Some(character) => self.range(at, at + character.len_utf8()),
        }
    }

    fn range(&self, start: usize, end: usize) -> TextRange {
        TextRange::new(start as u32, end as u32)
    }

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
            Fault::InFlowSequence(next) => self.in_brackets(next, from, at),
            Fault::InFlowMapping(next) => self.in_brackets(next, from, at),
            Fault::NoValue(next) => self.no_value(next, from, at),
            Fault::InBlockSequence(next) | Fault::InBlockMapping(next) => {
                self.in_block(next, at).since(Some(self.character(from)))
            }
            Fault::AfterDocument(_) => self.after_document(at),
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
            format!(
                "the quote `{quote}` that opens here is not closed on its line or where it should be"
            ),
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
            Fault::BlockHeader(_) | Fault::ZeroIndentation => self.rest_of_line(from),
            _ if from < at && self.same_line(from, at) => self.range(from, at),
            _ => self.character(from),
        };
        Problem::worded(kind, range, message, Some(help))
    }
}

fn malformed_words(fault: Fault) -> (ProblemKind, String, &'static str) {
    const QUOTE: &str = "put the value in quotes if it is meant as text";
    let syntax = |message: &str, help| (ProblemKind::Syntax, message.to_owned(), help);
    match fault {
        Fault::UnknownEscape(character) => (
            ProblemKind::BadEscape,
            format!("`\\{character}` stands for nothing in double quotes"),
            "write `\\\\` for a backslash, or use single quotes",
        ),
        Fault::ShortEscape => (
            ProblemKind::BadEscape,
            "the escape has too few hexadecimal digits".to_owned(),
            "`\\x` takes two, `\\u` four and `\\U` eight; write `\\\\` for a backslash",
        ),
        Fault::EscapeOutOfRange => (
            ProblemKind::BadEscape,
            "the escape names no character".to_owned(),
            "the last one is `\\U0010FFFF`",
        ),
        Fault::BlockHeader(_) => syntax(
            "only an indentation, `+` or `-`, and a comment can follow this indicator",
            QUOTE,
        ),
        Fault::ZeroIndentation => syntax("the indentation must be from 1 to 9", "leave it out"),
        Fault::EmptyAnchor(_) | Fault::AnchorCharacter(_) => (
            ProblemKind::ReservedCharacter,
            "`&` begins an anchor, whose name is of letters, digits, `-` and `_`".to_owned(),
            QUOTE,
        ),
        Fault::EmptyAlias(_) | Fault::AliasCharacter(_) => (
            ProblemKind::ReservedCharacter,
            "`*` begins an alias, whose name is of letters, digits, `-` and `_`".to_owned(),
            QUOTE,
        ),
        Fault::EmptyTag(_)
        | Fault::TagHandle(_)
        | Fault::TagCharacter(_)
        | Fault::UnclosedTag(_)
        | Fault::TagEscape => (
            ProblemKind::ReservedCharacter,
            "`!` begins a tag, and this is none".to_owned(),
            QUOTE,
        ),
        Fault::UndefinedTagHandle => (
            ProblemKind::UnknownTag,
            "no `%TAG` line defines what this tag begins with".to_owned(),
            QUOTE,
        ),
        Fault::DirectiveCharacter(_) | Fault::DirectiveVersion => (
            ProblemKind::ReservedCharacter,
            "`%` begins a directive, and this is none".to_owned(),
            QUOTE,
        ),
        Fault::IncompatibleVersion => syntax("only YAML 1 can be read", "remove the line"),
        Fault::RepeatedDirective => syntax("this was declared before", "remove the line"),
        Fault::StrayQuestionMark => syntax("a key cannot begin here", QUOTE),
        _ => syntax("this is no valid YAML", QUOTE),
    }
}
