//! Documents, and the directives before them.

use super::{Frame, Parser, Phase, Place, event};
use crate::syntax::event::{Directives, Event, EventKind};
use crate::syntax::fault::{Fault, SyntaxError};
use crate::syntax::tag::Handles;
use crate::syntax::token::{Directive, Payload, TokenKind};
use crate::text::TextRange;

impl<'t> Parser<'t> {
    pub(super) fn next_outside(&mut self) -> Result<Event<'t>, SyntaxError> {
        match self.phase {
            Phase::Start => {
                self.phase = Phase::FirstDocument;
                Ok(event(EventKind::StreamStart, TextRange::empty(0)))
            }
            Phase::FirstDocument => self.first_document(),
            Phase::NextDocument => self.next_document(),
            Phase::Ended => Ok(event(EventKind::StreamEnd, self.here())),
        }
    }

    pub(super) fn first_document(&mut self) -> Result<Event<'t>, SyntaxError> {
        use TokenKind::{Directive, DocumentStart, StreamEnd};
        if self.next_is(&[Directive, DocumentStart, StreamEnd])? {
            return self.next_document();
        }
        self.handles = Handles::default();
        self.frames.push(Frame::Root { explicit: false });
        let kind = EventKind::DocumentStart {
            explicit: false,
            directives: None,
        };
        let at = self.scanner.next_start() as u32;
        Ok(event(kind, TextRange::empty(at)))
    }

    pub(super) fn next_document(&mut self) -> Result<Event<'t>, SyntaxError> {
        while self.peek()? == TokenKind::DocumentEnd {
            self.take()?;
        }
        if self.peek()? == TokenKind::StreamEnd {
            self.take()?;
            self.phase = Phase::Ended;
            return Ok(event(EventKind::StreamEnd, self.here()));
        }
        let directives = self.directives()?;
        let next = self.peek()?;
        if next != TokenKind::DocumentStart {
            let at = self.scanner.next_start();
            return Err(SyntaxError::new(Fault::AfterDocument, at));
        }
        let token = self.take()?;
        self.frames.push(Frame::Root { explicit: true });
        let kind = EventKind::DocumentStart {
            explicit: true,
            directives,
        };
        Ok(event(kind, token.range))
    }

    /// Reads the lines that begin with `%`.
    pub(super) fn directives(&mut self) -> Result<Option<Box<Directives<'t>>>, SyntaxError> {
        self.handles = Handles::default();
        let mut version = None;
        while self.peek()? == TokenKind::Directive {
            let token = self.take()?;
            let Payload::Directive(directive) = token.payload else {
                continue;
            };
            if let Some(fault) = self.directive(*directive, &mut version) {
                let (start, end) = (token.range.start as usize, token.range.end as usize);
                return Err(SyntaxError::within(fault, start, end));
            }
        }
        let tags = self.handles.declared();
        let any = version.is_some() || !tags.is_empty();
        Ok(any.then(|| Box::new(Directives { version, tags })))
    }

    pub(super) fn directive(
        &mut self,
        directive: Directive<'t>,
        version: &mut Option<(&'t str, &'t str)>,
    ) -> Option<Fault> {
        match directive {
            Directive::Version { major, minor } => {
                let repeated = version.replace((major, minor)).is_some();
                let compatible = major.trim_start_matches('0') == "1";
                match (repeated, compatible) {
                    (true, _) => Some(Fault::RepeatedDirective),
                    (_, false) => Some(Fault::IncompatibleVersion),
                    _ => None,
                }
            }
            Directive::Tag { handle, prefix } => {
                let declared = self.handles.declare(handle, &prefix);
                (!declared).then_some(Fault::RepeatedDirective)
            }
            Directive::Other => None,
        }
    }

    pub(super) fn root(&mut self, explicit: bool) -> Result<Event<'t>, SyntaxError> {
        use TokenKind::{Directive, DocumentEnd, DocumentStart, StreamEnd};
        self.turn_to(Frame::DocumentEnd);
        let ends = [Directive, DocumentStart, DocumentEnd, StreamEnd];
        if explicit && self.next_is(&ends)? {
            return Ok(self.empty());
        }
        self.value(Place::Block)
    }

    pub(super) fn document_end(&mut self) -> Result<Event<'t>, SyntaxError> {
        let explicit = self.peek()? == TokenKind::DocumentEnd;
        let place = if explicit {
            self.take()?.range
        } else {
            self.here()
        };
        self.frames.pop();
        self.phase = Phase::NextDocument;
        Ok(event(EventKind::DocumentEnd { explicit }, place))
    }
}
