//! What the parser reports, piece by piece.

use std::borrow::Cow;

use super::token::ScalarText;
use super::tree::ScalarStyle;
use crate::text::TextRange;

/// One step through a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Event<'t> {
    /// What begins, ends or stands here.
    pub kind: EventKind<'t>,
    /// Where, without anchor and tag; the end of an indented collection is an empty range.
    pub range: TextRange,
    /// The anchor of what begins here.
    pub anchor: Option<(&'t str, TextRange)>,
    /// The tag of what begins here, its handle resolved.
    pub tag: Option<(String, TextRange)>,
}

/// What an event reports.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EventKind<'t> {
    /// The text begins.
    StreamStart,
    /// The text ends.
    StreamEnd,
    /// A document begins.
    DocumentStart {
        /// Whether `---` stands there.
        explicit: bool,
        /// What `%YAML` says, as written.
        version: Option<(&'t str, &'t str)>,
        /// The handles and prefixes that `%TAG` lines give.
        tags: Vec<(String, String)>,
    },
    /// A document ends.
    DocumentEnd {
        /// Whether `...` stands there.
        explicit: bool,
    },
    /// An alias, by its name.
    Alias(&'t str),
    /// A single value.
    Scalar(ScalarEvent<'t>),
    /// A list begins.
    SequenceStart {
        /// Whether it stands in brackets.
        flow: bool,
    },
    /// A list ends.
    SequenceEnd,
    /// A mapping begins.
    MappingStart {
        /// Whether it stands in braces, or is a pair inside brackets.
        flow: bool,
    },
    /// A mapping ends.
    MappingEnd,
}

/// A single value, as the parser reports it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ScalarEvent<'t> {
    /// Its text, unquoted and unfolded.
    pub text: Cow<'t, str>,
    /// How it is written; `None` where it was left out.
    pub style: Option<ScalarStyle>,
    /// Where PyYAML sees it end, behind the empty lines that follow a block scalar.
    pub raw_end: u32,
    /// The lone surrogates in it: where, and which.
    pub lone_surrogates: Vec<(u32, u16)>,
    /// Whether its type follows from its text.
    pub resolved_by_text: bool,
}

impl<'t> ScalarEvent<'t> {
    pub(super) fn new(scalar: ScalarText<'t>, raw_end: usize) -> Self {
        Self {
            text: scalar.text,
            style: Some(scalar.style),
            raw_end: raw_end as u32,
            lone_surrogates: scalar.surrogates,
            resolved_by_text: false,
        }
    }

    /// A value that was left out.
    pub(super) fn empty(at: usize, resolved_by_text: bool) -> Self {
        Self {
            text: Cow::Borrowed(""),
            style: None,
            raw_end: at as u32,
            lone_surrogates: Vec::new(),
            resolved_by_text,
        }
    }
}
