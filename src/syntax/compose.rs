//! Builds the tree from what the parser reports.

use std::collections::HashMap;

use super::event::{Event, EventKind, Properties, ScalarEvent};
use super::fault::SyntaxError;
use super::parser::Parser;
use super::problem::{Problem, ProblemKind};
use super::resolve::class_of_text;
use super::tag::class_of;
use super::tree::{
    Anchor, Class, Comment, Entry, Mapping, MappingKind, Node, NodeId, NodeKind, Scalar,
    ScalarStyle, Sequence, SequenceKind, Tag, Tree, Value,
};
use super::value::value_of;
use crate::text::TextRange;

/// A text read as far as it can be.
pub(super) struct Composed {
    pub(super) tree: Tree,
    /// What is wrong though the text could be read on.
    pub(super) problems: Vec<Problem>,
    /// Why the text could not be read to its end.
    pub(super) error: Option<SyntaxError>,
    /// Whether anything calls for a closer look at what the loader makes of the tree.
    pub(super) unusual: bool,
    /// The last quoted scalar that goes over a line's end.
    pub(super) quote: Option<TextRange>,
}

/// A collection whose end was not met yet.
struct Open {
    id: NodeId,
    children: Vec<NodeId>,
}

struct Composer<'t> {
    tree: Tree,
    open: Vec<Open>,
    anchors: HashMap<&'t str, NodeId>,
    problems: Vec<Problem>,
    unusual: bool,
}

/// Reads the first document of a text; a second one is a problem. So is one that is nested too
/// deep, of which nothing more is read.
pub(super) fn compose(text: &str) -> Composed {
    let mut parser = Parser::new(text);
    let mut composer = Composer {
        tree: Tree::default(),
        open: Vec::new(),
        anchors: HashMap::new(),
        problems: Vec::new(),
        unusual: false,
    };
    // Most configs have about one node in eight bytes.
    let expected = (text.len() / 8).min(1 << 16);
    composer.tree.nodes.reserve(expected);
    let error = composer.read(&mut parser).err();
    composer.close_all();
    let quote = parser.last_long_quote();
    let comments = parser.into_comments().into_iter();
    composer.tree.comments = comments.map(|range| Comment { range }).collect();
    Composed {
        tree: composer.tree,
        problems: composer.problems,
        error,
        unusual: composer.unusual,
        quote,
    }
}

impl<'t> Composer<'t> {
    fn read(&mut self, parser: &mut Parser<'t>) -> Result<(), SyntaxError> {
        let mut documents = 0;
        loop {
            let event = parser.next()?;
            match event.kind {
                EventKind::StreamEnd => return Ok(()),
                EventKind::DocumentStart { .. } => {
                    documents += 1;
                    if documents > 1 {
                        let kind = ProblemKind::SecondDocument;
                        self.problems.push(Problem::new(kind, event.range));
                        return Ok(());
                    }
                }
                EventKind::StreamStart | EventKind::DocumentEnd { .. } => {}
                EventKind::SequenceEnd | EventKind::MappingEnd => self.close(event.range),
                _ => {
                    let range = event.range;
                    self.begin(event);
                    if parser.is_too_deep() {
                        let kind = ProblemKind::NestingTooDeep;
                        self.problems.push(Problem::new(kind, range));
                        return Ok(());
                    }
                }
            }
        }
    }

    /// Adds a node for a value, or for a collection that begins.
    fn begin(&mut self, event: Event<'t>) {
        let Properties { anchor, tag } = event
            .properties
            .map_or_else(Properties::default, |found| *found);
        if let Some((name, range)) = anchor {
            self.note_anchor(name, range);
        }
        let tag_text = tag.as_ref().map(|(tag, _)| tag.as_str());
        let (class, kind, opens) = match event.kind {
            EventKind::Alias(name) => self.alias(name, event.range),
            EventKind::Scalar(scalar) => self.scalar(scalar, tag_text),
            EventKind::SequenceStart { flow } => self.sequence(flow, tag_text),
            EventKind::MappingStart { flow } => self.mapping(flow, tag_text),
            _ => return,
        };
        let boxed_tag = |(text, range)| Box::new(Tag { range, text });
        let boxed_anchor = |(name, range): (&str, _)| {
            let name = name.to_owned();
            Box::new(Anchor { range, name })
        };
        let id = self.add(Node {
            kind,
            range: event.range,
            tag: tag.map(boxed_tag),
            anchor: anchor.map(boxed_anchor),
            repaired: false,
            class,
            parent: self.open.last().map(|open| open.id),
        });
        if opens {
            let children = Vec::new();
            self.open.push(Open { id, children });
        }
    }

    /// Lets later aliases mean the node that comes next.
    fn note_anchor(&mut self, name: &'t str, range: TextRange) {
        let id = NodeId::new(self.tree.nodes.len());
        if let Some(first) = self.anchors.insert(name, id) {
            let node = self.tree.node(first);
            let place = node.anchor.as_ref().map(|anchor| anchor.range);
            let problem = Problem::named(ProblemKind::DuplicateAnchor, range, name);
            self.problems.push(problem.since(place));
        }
    }

    fn add(&mut self, node: Node) -> NodeId {
        let id = NodeId::new(self.tree.nodes.len());
        self.tree.nodes.push(node);
        match self.open.last_mut() {
            Some(open) => open.children.push(id),
            None => self.tree.root = Some(id),
        }
        id
    }

    /// An alias; one that means nothing becomes a scalar without a value.
    fn alias(&mut self, name: &str, range: TextRange) -> (Class, NodeKind, bool) {
        if let Some(&target) = self.anchors.get(name) {
            let class = self.tree.node(target).class;
            return (class, NodeKind::Alias(target), false);
        }
        let problem = Problem::named(ProblemKind::UndefinedAlias, range, name);
        self.problems.push(problem);
        let scalar = Scalar {
            text: name.to_owned(),
            style: ScalarStyle::Plain,
            value: Value::Invalid,
            raw_end: range.end,
            lone_surrogates: Box::default(),
        };
        (Class::Str, NodeKind::Scalar(scalar), false)
    }

    fn scalar(&mut self, event: ScalarEvent<'t>, tag: Option<&str>) -> (Class, NodeKind, bool) {
        let class = match tag {
            _ if event.resolved_by_text => class_of_text(&event.text),
            Some(tag) => class_of(tag),
            None => Class::Str,
        };
        let value = value_of(class, &event.text);
        self.unusual |= value.is_err();
        let scalar = Scalar {
            text: event.text.into_owned(),
            style: event.style.unwrap_or(ScalarStyle::Plain),
            value: value.unwrap_or(Value::Invalid),
            raw_end: event.raw_end,
            lone_surrogates: event.lone_surrogates,
        };
        (class, NodeKind::Scalar(scalar), false)
    }

    fn sequence(&mut self, flow: bool, tag: Option<&str>) -> (Class, NodeKind, bool) {
        let class = self.collection_class(tag, Class::Seq);
        let kind = match class {
            Class::Pairs => SequenceKind::Pairs,
            _ => SequenceKind::List,
        };
        let items = Vec::new();
        let sequence = Sequence { items, flow, kind };
        (class, NodeKind::Sequence(sequence), true)
    }

    fn mapping(&mut self, flow: bool, tag: Option<&str>) -> (Class, NodeKind, bool) {
        let class = self.collection_class(tag, Class::Map);
        let kind = match class {
            Class::Set => MappingKind::Set,
            _ => MappingKind::Dict,
        };
        let entries = Vec::new();
        let mapping = Mapping {
            entries,
            flow,
            kind,
        };
        (class, NodeKind::Mapping(mapping), true)
    }

    fn collection_class(&mut self, tag: Option<&str>, own: Class) -> Class {
        let tag = tag.filter(|&tag| tag != "!");
        let class = tag.map_or(own, class_of);
        self.unusual |= class != own;
        class
    }

    /// Ends the innermost collection, whose last token is at `end` if it has one.
    fn close(&mut self, end: TextRange) {
        let Some(Open { id, children }) = self.open.pop() else {
            return;
        };
        let last = children.last();
        let last_end = last.map(|&child| self.tree.node(child).full_range().end);
        let closed_at = if end.is_empty() {
            last_end.unwrap_or(end.end)
        } else {
            end.end
        };
        let entries = match self.tree.node(id).kind {
            NodeKind::Mapping(_) => self.entries(&children),
            _ => Vec::new(),
        };
        let Some(node) = self.tree.nodes.get_mut(id.index()) else {
            return;
        };
        node.range = TextRange::new(node.range.start, closed_at);
        match &mut node.kind {
            NodeKind::Mapping(mapping) => mapping.entries = entries,
            NodeKind::Sequence(sequence) => sequence.items = children,
            NodeKind::Scalar(_) | NodeKind::Alias(_) => {}
        }
    }

    fn entries(&mut self, children: &[NodeId]) -> Vec<Entry> {
        let mut entries = Vec::with_capacity(children.len() / 2);
        for pair in children.chunks_exact(2) {
            let &[key, value] = pair else {
                continue;
            };
            let node = self.tree.node(key);
            let merge = node.class == Class::Merge;
            self.unusual |= merge || !matches!(node.kind, NodeKind::Scalar(_));
            entries.push(Entry { key, value, merge });
        }
        entries
    }

    /// Ends the collections that an error left open; a last key gets a value.
    fn close_all(&mut self) {
        while let Some(open) = self.open.last() {
            let (id, children) = (open.id, open.children.len());
            let last = open.children.last().copied();
            let at = self.tree.node(last.unwrap_or(id)).range.end;
            let is_mapping = self.tree.node(id).as_mapping().is_some();
            if is_mapping && children % 2 == 1 {
                self.add(missing_value(at, id));
            }
            self.close(TextRange::empty(at));
        }
    }
}

/// The value of a key that an error left without one.
fn missing_value(at: u32, parent: NodeId) -> Node {
    Node {
        kind: NodeKind::Scalar(Scalar {
            text: String::new(),
            style: ScalarStyle::Plain,
            value: Value::Null,
            raw_end: at,
            lone_surrogates: Box::default(),
        }),
        range: TextRange::empty(at),
        tag: None,
        anchor: None,
        repaired: true,
        class: Class::Null,
        parent: Some(parent),
    }
}
