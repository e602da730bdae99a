//! The pieces that the scanner cuts a text into.

use std::borrow::Cow;

use super::tree::ScalarStyle;
use crate::text::TextRange;

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
    Tag(Box<TagText<'t>>),
    Directive(Box<Directive<'t>>),
    Scalar(ScalarText<'t>),
}

/// A tag as written; without a handle the suffix is the whole tag.
#[derive(Debug)]
pub(super) struct TagText<'t> {
    pub(super) handle: Option<&'t str>,
    pub(super) suffix: Cow<'t, str>,
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
    pub(super) content_end: u32,
    /// The lone surrogates that escapes asked for; the text holds U+FFFD for each.
    pub(super) surrogates: Box<[(u32, u16)]>,
}

/// A piece of the text.
#[derive(Debug)]
pub(super) struct Token<'t> {
    pub(super) kind: TokenKind,
    pub(super) range: TextRange,
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
            range: TextRange::new(start as u32, end as u32),
            payload,
            opens: Opens::Nothing,
        }
    }
}
