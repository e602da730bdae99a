//! What can be wrong with a text, as the scanner and the parser find it.
//!
//! Faults are small, for the repair search meets thousands of them; `report` puts into words
//! those that are shown.

use super::token::TokenKind;

/// The scan or the parse could not go on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct SyntaxError {
    pub(super) fault: Fault,
    /// Where reading stopped.
    pub(super) at: usize,
    /// Where the construct began that could not be read.
    pub(super) from: Option<usize>,
}

impl SyntaxError {
    pub(super) fn new(fault: Fault, at: usize) -> Self {
        Self {
            fault,
            at,
            from: None,
        }
    }

    pub(super) fn within(fault: Fault, from: usize, at: usize) -> Self {
        Self {
            fault,
            at,
            from: Some(from),
        }
    }
}

/// Why a text cannot be read on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Fault {
    /// A control character, or another that YAML bans.
    Unprintable(char),
    /// A character that no value may begin with.
    CannotStart(char),
    /// A line stands where only keys may, and has no colon.
    MissingColon,
    /// A dash where no item may begin.
    StrayDash,
    /// A question mark where no key may begin.
    StrayQuestionMark,
    /// A colon where no value may begin.
    StrayColon,
    /// A closing bracket without an opening one.
    StrayCloser(char),
    UnclosedQuote,
    /// A document marker inside quotes.
    MarkerInQuotes,
    UnknownEscape(char),
    /// An escape with too few hexadecimal digits.
    ShortEscape,
    /// An escape past the last character there is.
    EscapeOutOfRange,
    /// Something else than what may follow `|` or `>`.
    BlockHeader,
    /// An indentation of 0 asked for by a block scalar.
    ZeroIndentation,
    /// An anchor without a name, or with a character that no name may have.
    Anchor,
    /// The same of an alias.
    Alias,
    /// Something behind an exclamation mark that is no tag.
    Tag,
    UndefinedTagHandle,
    /// Something behind a percent sign that is no directive.
    Directive,
    IncompatibleVersion,
    RepeatedDirective,
    /// Something that belongs to no item of an indented list.
    InBlockSequence(TokenKind),
    /// Something that belongs to no entry of an indented mapping.
    InBlockMapping(TokenKind),
    /// Something other than a comma or the closing bracket.
    InFlow(TokenKind),
    /// Something that is no value, where one is due.
    NoValue(TokenKind),
    /// Something after the end of the document.
    AfterDocument,
}
