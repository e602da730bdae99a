//! What stands in a text, with its places.

use num_bigint::BigInt;

use crate::text::TextRange;

/// Names a node of one tree.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NodeId(u32);

impl NodeId {
    pub(in crate::syntax) fn new(index: usize) -> Self {
        Self(index as u32)
    }

    pub(in crate::syntax) fn index(self) -> usize {
        self.0 as usize
    }
}

/// A value in the text.
#[derive(Clone, PartialEq, Debug)]
pub struct Node {
    /// What it is.
    pub kind: NodeKind,
    /// The value itself, without its anchor and tag.
    ///
    /// An indented collection ends with its last child, a block scalar with its last line that is
    /// not empty; a value that was left out is the empty range behind its colon or dash.
    pub range: TextRange,
    /// Its tag, if it has one.
    pub tag: Option<Box<Tag>>,
    /// Its anchor, if it has one.
    pub anchor: Option<Box<Anchor>>,
    /// Whether a repair of the text made or changed it.
    pub repaired: bool,
    pub(in crate::syntax) class: Class,
    pub(in crate::syntax) parent: Option<NodeId>,
}

impl Node {
    /// The value with its anchor and tag.
    pub fn full_range(&self) -> TextRange {
        let tag = self.tag.as_ref().map(|tag| tag.range);
        let anchor = self.anchor.as_ref().map(|anchor| anchor.range);
        let properties = tag.into_iter().chain(anchor);
        properties.fold(self.range, TextRange::cover)
    }

    /// Whether it is a collection whose tag the loader refuses.
    pub fn is_mistagged(&self) -> bool {
        match self.kind {
            NodeKind::Sequence(_) => !matches!(self.class, Class::Seq | Class::Pairs),
            NodeKind::Mapping(_) => !matches!(self.class, Class::Map | Class::Set),
            NodeKind::Scalar(_) | NodeKind::Alias(_) => false,
        }
    }

    /// The scalar it is, if it is one.
    pub fn as_scalar(&self) -> Option<&Scalar> {
        match &self.kind {
            NodeKind::Scalar(scalar) => Some(scalar),
            _ => None,
        }
    }

    /// The mapping it is, if it is one.
    pub fn as_mapping(&self) -> Option<&Mapping> {
        match &self.kind {
            NodeKind::Mapping(mapping) => Some(mapping),
            _ => None,
        }
    }

    /// The sequence it is, if it is one.
    pub fn as_sequence(&self) -> Option<&Sequence> {
        match &self.kind {
            NodeKind::Sequence(sequence) => Some(sequence),
            _ => None,
        }
    }
}

/// What a node is.
#[derive(Clone, PartialEq, Debug)]
pub enum NodeKind {
    /// A single value.
    Scalar(Scalar),
    /// A list.
    Sequence(Sequence),
    /// Keys with their values.
    Mapping(Mapping),
    /// Another node once more: the one with the anchor, which is never an alias itself.
    Alias(NodeId),
}

/// A single value.
#[derive(Clone, PartialEq, Debug)]
pub struct Scalar {
    /// Its text, unquoted and unfolded.
    pub text: String,
    /// How it is written.
    pub style: ScalarStyle,
    /// What Python makes of it.
    pub value: Value,
    /// Where PyYAML sees it end: behind the empty lines that follow a block scalar, and else
    /// where its range ends.
    pub raw_end: u32,
    /// The lone surrogates that it asks for by escapes: where U+FFFD stands for one in the text,
    /// and its code.
    pub lone_surrogates: Box<[(u32, u16)]>,
}

/// How a scalar is written.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ScalarStyle {
    /// Without quotes, or left out.
    Plain,
    /// In single quotes.
    SingleQuoted,
    /// In double quotes.
    DoubleQuoted,
    /// After `|`.
    Literal,
    /// After `>`.
    Folded,
}

/// What Python makes of a scalar.
#[derive(Clone, PartialEq, Debug)]
pub enum Value {
    /// `None`.
    Null,
    /// A `bool`.
    Bool(bool),
    /// An `int`.
    Int(BigInt),
    /// A `float`.
    Float(f64),
    /// A `str`: the scalar's text.
    Str,
    /// `bytes`, from a `!!binary`.
    Bytes(Vec<u8>),
    /// A `datetime.date`.
    Date(Date),
    /// A `datetime.datetime`.
    DateTime(DateTime),
    /// Nothing: a problem tells why.
    Invalid,
}

/// A day.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Date {
    /// From 1 to 9999.
    pub year: u16,
    /// From 1 to 12.
    pub month: u8,
    /// From 1 to 31.
    pub day: u8,
}

/// A moment.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct DateTime {
    /// The day.
    pub date: Date,
    /// From 0 to 23.
    pub hour: u8,
    /// From 0 to 59.
    pub minute: u8,
    /// From 0 to 59.
    pub second: u8,
    /// From 0 to 999,999.
    pub microsecond: u32,
    /// The minutes that the clock is ahead of UTC; `None` for a time without a zone.
    pub offset_minutes: Option<i32>,
}

/// A list.
#[derive(Clone, PartialEq, Debug)]
pub struct Sequence {
    /// Its items.
    pub items: Vec<NodeId>,
    /// Whether it stands in brackets.
    pub flow: bool,
    /// What Python makes of it.
    pub kind: SequenceKind,
}

/// What Python makes of a sequence.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SequenceKind {
    /// A `list`.
    List,
    /// A `list` of key and value pairs, for `!!omap` and `!!pairs`.
    Pairs,
}

/// Keys with their values, as written: see [`Tree::fields`](super::Tree::fields) for what Python makes of them.
#[derive(Clone, PartialEq, Debug)]
pub struct Mapping {
    /// Its entries.
    pub entries: Vec<Entry>,
    /// Whether it stands in braces, or is a pair inside brackets.
    pub flow: bool,
    /// What Python makes of it.
    pub kind: MappingKind,
}

impl Mapping {
    /// The entry of a key; the entries stand in the order of the text.
    pub fn entry_of_key(&self, key: NodeId) -> Option<&Entry> {
        let at = self.entries.binary_search_by_key(&key, |entry| entry.key);
        self.entries.get(at.ok()?)
    }

    /// The entry of a value.
    pub fn entry_of_value(&self, value: NodeId) -> Option<&Entry> {
        let at = self
            .entries
            .binary_search_by_key(&value, |entry| entry.value);
        self.entries.get(at.ok()?)
    }
}

/// What Python makes of a mapping.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MappingKind {
    /// A `dict`.
    Dict,
    /// A `set` of its keys, for `!!set`.
    Set,
}

/// A key with its value, as written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The key.
    pub key: NodeId,
    /// The value.
    pub value: NodeId,
    /// Whether the key is `<<`, which merges the value instead of being a key.
    pub merge: bool,
}

/// A tag, such as `!!str`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tag {
    /// Where it stands.
    pub range: TextRange,
    /// The whole tag, its handle resolved, such as `tag:yaml.org,2002:str`.
    pub text: String,
}

/// An anchor, such as `&name`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Anchor {
    /// Where it stands, `&` included.
    pub range: TextRange,
    /// Its name, without the `&`.
    pub name: String,
}

/// A comment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Comment {
    /// From its `#` to the end of its line.
    pub range: TextRange,
}

/// What the loader makes of a node, by its tag or by what its text resembles.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::syntax) enum Class {
    Null,
    Bool,
    Int,
    Float,
    Binary,
    Timestamp,
    Str,
    Seq,
    Map,
    Set,
    /// Both `!!omap` and `!!pairs`.
    Pairs,
    /// The key `<<`.
    Merge,
    /// The scalar `=`.
    Default,
    /// A tag that the loader does not know.
    Unknown,
}
