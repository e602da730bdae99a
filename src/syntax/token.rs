//! The pieces that the scanner cuts a text into.

use std::borrow::Cow;

use super::tree::ScalarStyle;

/// What kind of piece a token is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum TokenKind {
    StreamEnd,
    Directive,
    DocumentStart,
    DocumentEnd,
    /// An indented sequence or mapping begins.
    BlockSequenceStart,
    BlockMappingStart,
    /// The innermost indented collection ends.
    BlockEnd,
    FlowSequenceStart,
    FlowMappingStart,
    FlowSequenceEnd,
    FlowMappingEnd,
    /// The comma in brackets.
    FlowEntry,
    /// The dash before an item.
    BlockEntry,
    /// A key follows.
    Key,
    /// The colon.
    Value,
    Alias,
    Anchor,
    Tag,
    Scalar,
}

/// What a token carries beside its kind and place.
#[derive(Debug)]
pub(super) enum Payload<'t> {
    Nothing,
    /// The name of an anchor or an alias.
    Name(&'t str),
    /// A tag as written; without a handle the suffix is the whole tag.
    Tag {
        handle: Option<&'t str>,
        suffix: Cow<'t, str>,
    },
    Directive(Directive<'t>),
    Scalar(ScalarText<'t>),
}

/// What a line that begins with `%` says.
#[derive(Debug)]
pub(super) enum Directive<'t> {
    Version {
        major: &'t str,
        minor: &'t str,
    },
    Tag {
        handle: &'t str,
        prefix: Cow<'t, str>,
    },
    /// Any other, which means nothing.
    Other,
}

/// A scalar as the scanner reads it.
#[derive(Debug)]
pub(super) struct ScalarText<'t> {
    pub(super) text: Cow<'t, str>,
    pub(super) style: ScalarStyle,
    /// Where the last line with content ends; only a block scalar's token goes on behind it.
    pub(super) content_end: usize,
    /// The lone surrogates that escapes asked for; the text holds U+FFFD for each.
    pub(super) surrogates: Vec<(u32, u16)>,
}

/// A piece of the text.
#[derive(Debug)]
pub(super) struct Token<'t> {
    pub(super) kind: TokenKind,
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) payload: Payload<'t>,
    /// Whether this token was found to begin a key, and that key a mapping.
    pub(super) opens: Opens,
}

/// What a token turned out to begin, once the colon behind it was seen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Opens {
    Nothing,
    Key,
    MappingAndKey,
}

impl<'t> Token<'t> {
    pub(super) fn new(kind: TokenKind, start: usize, end: usize) -> Self {
        Self::with(kind, start, end, Payload::Nothing)
    }

    pub(super) fn with(kind: TokenKind, start: usize, end: usize, payload: Payload<'t>) -> Self {
        Self {
            kind,
            start,
            end,
            payload,
            opens: Opens::Nothing,
        }
    }
}
