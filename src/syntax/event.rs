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
    /// The anchor and the tag of what begins here, if it has either.
    pub properties: Option<Box<Properties<'t>>>,
}

/// An anchor and a tag.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Properties<'t> {
    /// The anchor's name, and where it stands.
    pub anchor: Option<(&'t str, TextRange)>,
    /// The tag, its handle resolved, and where it stands.
    pub tag: Option<(String, TextRange)>,
}

impl<'t> Event<'t> {
    /// The anchor's name, and where it stands.
    pub fn anchor(&self) -> Option<(&'t str, TextRange)> {
        self.properties.as_ref()?.anchor
    }

    /// The tag, its handle resolved, and where it stands.
    pub fn tag(&self) -> Option<(&str, TextRange)> {
        let (tag, range) = self.properties.as_ref()?.tag.as_ref()?;
        Some((tag, *range))
    }
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
        /// What its directives say, if it has any.
        directives: Option<Box<Directives<'t>>>,
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

/// What the lines say that begin with `%`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Directives<'t> {
    /// What `%YAML` says, as written.
    pub version: Option<(&'t str, &'t str)>,
    /// The handles and prefixes that `%TAG` lines give.
    pub tags: Vec<(String, String)>,
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
    pub lone_surrogates: Box<[(u32, u16)]>,
    /// Whether its type follows from its text.
    pub resolved_by_text: bool,
}

impl<'t> ScalarEvent<'t> {
    pub(super) fn new(scalar: ScalarText<'t>, raw_end: u32) -> Self {
        Self {
            text: scalar.text,
            style: Some(scalar.style),
            raw_end,
            lone_surrogates: scalar.surrogates,
            resolved_by_text: false,
        }
    }

    /// A value that was left out.
    pub(super) fn empty(at: u32, resolved_by_text: bool) -> Self {
        Self {
            text: Cow::Borrowed(""),
            style: None,
            raw_end: at,
            lone_surrogates: Box::default(),
            resolved_by_text,
        }
    }
}
