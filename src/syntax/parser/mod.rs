//! Puts tokens together: which value belongs to which key, item or document.
//!
//! The collections that are still open stand on a stack of frames; nothing here recurses.

mod block;
mod document;
mod flow;

use super::event::{Event, EventKind, Properties, ScalarEvent};
use super::fault::{Fault, SyntaxError};
use super::scanner::Scanner;
use super::tag::Handles;
use super::token::{Payload, Token, TokenKind};
use super::tree::ScalarStyle;
use crate::text::TextRange;

/// How many collections may stand in each other; at a few more, hpx dies of them.
const DEEPEST_NESTING: usize = 480;

/// What an open collection waits for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Frame {
    /// The value of a document.
    Root { explicit: bool },
    /// The end of a document.
    DocumentEnd,
    /// The next item of an indented list.
    BlockSequence { start: usize },
    /// The next item of a list that is not indented deeper than its key.
    LevelSequence,
    /// The next key, or the value of the last one.
    BlockMapping { start: usize, after_key: bool },
    /// The next item in brackets.
    FlowSequence { start: usize, first: bool },
    /// The parts of a pair inside brackets.
    FlowPair(Pair),
    /// The next key in braces, or the value of the last one.
    FlowMapping { start: usize, turn: Turn },
}

/// Which part of a pair inside brackets comes next.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Pair {
    Key,
    Value,
    End,
}

/// Which part of an entry in braces comes next.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Turn {
    FirstKey,
    Key,
    Value,
    /// The value of a key that was not found to be one, and so has none.
    NoValue,
}

/// Where a value stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Block,
    /// After a key, where a list need not be indented.
    AfterKey,
    Flow,
}

/// How far the stream of documents was read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Phase {
    Start,
    FirstDocument,
    NextDocument,
    Ended,
}

/// Reads events off a text.
pub(super) struct Parser<'t> {
    scanner: Scanner<'t>,
    frames: Vec<Frame>,
    phase: Phase,
    handles: Handles,
    /// The end of the last token.
    last_end: u32,
    /// Where the keys of the outermost mapping start.
    root_keys: Vec<usize>,
}

impl<'t> Parser<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Self {
            scanner: Scanner::new(text),
            frames: Vec::new(),
            phase: Phase::Start,
            handles: Handles::default(),
            last_end: 0,
            root_keys: Vec::new(),
        }
    }

    /// Where the keys of the outermost mapping start, if it is an indented one.
    pub(super) fn root_keys(&self) -> &[usize] {
        &self.root_keys
    }

    /// Whether more collections stand in each other than hpx can read.
    pub(super) fn is_too_deep(&self) -> bool {
        // The outermost frame is the document's.
        self.frames.len() > DEEPEST_NESTING + 1
    }

    /// How many bytes were read so far.
    pub(super) fn read(&self) -> usize {
        self.scanner.read()
    }

    /// The comments met so far.
    pub(super) fn into_comments(self) -> Vec<TextRange> {
        self.scanner.into_comments()
    }

    /// The last quoted scalar that goes over a line's end.
    pub(super) fn last_long_quote(&self) -> Option<TextRange> {
        self.scanner.last_long_quote()
    }

    /// The next event; after the end, the end once more.
    pub(super) fn next(&mut self) -> Result<Event<'t>, SyntaxError> {
        let Some(frame) = self.frames.last().copied() else {
            return self.next_outside();
        };
        match frame {
            Frame::Root { explicit } => self.root(explicit),
            Frame::DocumentEnd => self.document_end(),
            Frame::BlockSequence { start } => self.block_sequence(start),
            Frame::LevelSequence => self.level_sequence(),
            Frame::BlockMapping { after_key, .. } if after_key => self.block_value(),
            Frame::BlockMapping { start, .. } => self.block_key(start),
            Frame::FlowSequence { start, first } => self.flow_sequence(start, first),
            Frame::FlowPair(part) => self.flow_pair(part),
            Frame::FlowMapping { start, turn } => self.flow_mapping(start, turn),
        }
    }

    fn peek(&mut self) -> Result<TokenKind, SyntaxError> {
        self.scanner.peek()
    }

    fn take(&mut self) -> Result<Token<'t>, SyntaxError> {
        let token = self.scanner.take()?;
        self.last_end = token.range.end;
        Ok(token)
    }

    fn next_is(&mut self, kinds: &[TokenKind]) -> Result<bool, SyntaxError> {
        Ok(kinds.contains(&self.peek()?))
    }

    /// Lets the innermost collection wait for something else.
    fn turn_to(&mut self, frame: Frame) {
        if let Some(last) = self.frames.last_mut() {
            *last = frame;
        }
    }

    fn unexpected(&self, fault: Fault, start: usize) -> SyntaxError {
        SyntaxError::within(fault, start, self.scanner.next_start())
    }

    /// Reads a value, or the beginning of a collection.
    fn value(&mut self, place: Place) -> Result<Event<'t>, SyntaxError> {
        if self.peek()? == TokenKind::Alias {
            let token = self.take()?;
            return Ok(event(EventKind::Alias(name(&token)), token.range));
        }
        let start = self.scanner.next_start();
        let properties = self.properties()?;
        let tag = properties.as_ref().and_then(|found| found.tag.as_ref());
        let tag = tag.map(|(tag, _)| tag.as_str());
        let next = self.peek()?;
        let mut event = match next {
            TokenKind::Scalar => self.scalar(tag)?,
            _ if self.opens_collection(next, place) => self.open(next)?,
            _ if properties.is_none() => {
                return Err(self.unexpected(Fault::NoValue(next), start));
            }
            _ => self.empty_of(by_text(tag)),
        };
        event.properties = properties;
        Ok(event)
    }

    /// Reads an anchor and a tag, in either order.
    fn properties(&mut self) -> Result<Option<Box<Properties<'t>>>, SyntaxError> {
        let mut found: Option<Box<Properties<'t>>> = None;
        loop {
            let kind = self.peek()?;
            let (anchored, tagged) = match &found {
                Some(found) => (found.anchor.is_some(), found.tag.is_some()),
                None => (false, false),
            };
            match kind {
                TokenKind::Anchor if !anchored => {
                    let token = self.take()?;
                    let anchor = Some((name(&token), token.range));
                    found.get_or_insert_default().anchor = anchor;
                }
                TokenKind::Tag if !tagged => {
                    let token = self.take()?;
                    let tag = Some((self.tag(&token)?, token.range));
                    found.get_or_insert_default().tag = tag;
                }
                _ => return Ok(found),
            }
        }
    }

    fn tag(&self, token: &Token<'t>) -> Result<String, SyntaxError> {
        let tag = match &token.payload {
            Payload::Tag(tag) => self.handles.resolve(tag.handle, &tag.suffix),
            _ => None,
        };
        let (start, end) = (token.range.start as usize, token.range.end as usize);
        tag.ok_or(SyntaxError::within(Fault::UndefinedTagHandle, start, end))
    }

    fn scalar(&mut self, tag: Option<&str>) -> Result<Event<'t>, SyntaxError> {
        let token = self.take()?;
        let Payload::Scalar(scalar) = token.payload else {
            return Ok(self.empty());
        };
        let shown = TextRange::new(token.range.start, scalar.content_end);
        let plain = scalar.style == ScalarStyle::Plain;
        let mut scalar = ScalarEvent::new(scalar, token.range.end);
        scalar.resolved_by_text = by_text(tag) && (plain || tag.is_some());
        Ok(event(EventKind::Scalar(scalar), shown))
    }

    fn opens_collection(&self, next: TokenKind, place: Place) -> bool {
        match next {
            TokenKind::FlowSequenceStart | TokenKind::FlowMappingStart => true,
            TokenKind::BlockSequenceStart | TokenKind::BlockMappingStart => place != Place::Flow,
            TokenKind::BlockEntry => place == Place::AfterKey,
            _ => false,
        }
    }

    /// Reads the token that opens a collection; a dash is left for the first item.
    fn open(&mut self, opener: TokenKind) -> Result<Event<'t>, SyntaxError> {
        let start = self.scanner.next_start();
        let (frame, kind) = match opener {
            TokenKind::FlowSequenceStart => {
                let frame = Frame::FlowSequence { start, first: true };
                (frame, EventKind::SequenceStart { flow: true })
            }
            TokenKind::FlowMappingStart => {
                let turn = Turn::FirstKey;
                let frame = Frame::FlowMapping { start, turn };
                (frame, EventKind::MappingStart { flow: true })
            }
            TokenKind::BlockSequenceStart => {
                let frame = Frame::BlockSequence { start };
                (frame, EventKind::SequenceStart { flow: false })
            }
            TokenKind::BlockMappingStart => {
                let after_key = false;
                let frame = Frame::BlockMapping { start, after_key };
                (frame, EventKind::MappingStart { flow: false })
            }
            _ => (
                Frame::LevelSequence,
                EventKind::SequenceStart { flow: false },
            ),
        };
        self.frames.push(frame);
        let place = if frame == Frame::LevelSequence {
            TextRange::empty(start as u32)
        } else {
            self.take()?.range
        };
        Ok(event(kind, place))
    }

    fn close(&mut self, kind: EventKind<'t>, place: TextRange) -> Event<'t> {
        self.frames.pop();
        event(kind, place)
    }

    /// A value that was left out, right behind the last token.
    fn empty(&self) -> Event<'t> {
        self.empty_of(true)
    }

    fn empty_of(&self, resolved_by_text: bool) -> Event<'t> {
        let scalar = ScalarEvent::empty(self.last_end, resolved_by_text);
        event(EventKind::Scalar(scalar), self.here())
    }

    /// Reads a value, or leaves it out where one of `ends` stands next.
    fn value_unless(&mut self, ends: &[TokenKind], place: Place) -> Result<Event<'t>, SyntaxError> {
        if self.next_is(ends)? {
            return Ok(self.empty());
        }
        self.value(place)
    }

    fn here(&self) -> TextRange {
        TextRange::empty(self.last_end)
    }
}

fn event(kind: EventKind<'_>, range: TextRange) -> Event<'_> {
    Event {
        kind,
        range,
        properties: None,
    }
}

fn name<'t>(token: &Token<'t>) -> &'t str {
    match token.payload {
        Payload::Name(name) => name,
        _ => "",
    }
}

/// Whether a tag leaves it to the text what a scalar is: no tag, or a bare `!`.
fn by_text(tag: Option<&str>) -> bool {
    tag.is_none_or(|tag| tag == "!")
}
