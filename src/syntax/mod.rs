//! YAML as PyYAML 6.0.3's pure-Python `SafeLoader` reads it.
//!
//! [`parse`] takes any text and gives a [`Tree`] of nodes with their places, and the
//! [`Problem`]s for which `yaml.safe_load` would refuse the text. A text that breaks YAML's
//! grammar has exactly one such problem of syntax; its tree comes from the least repair that
//! could be found, and marks what the repair touched.

mod base64;
mod chars;
mod compose;
mod construct;
mod decode;
mod event;
mod events;
mod fault;
mod fields;
mod merge;
mod number;
mod parser;
mod problem;
mod recover;
mod report;
mod resolve;
mod scanner;
mod source;
mod tag;
mod timestamp;
mod token;
mod tree;
mod value;

pub use decode::{DecodeProblem, decode};
pub use event::{Directives, Event, EventKind, Properties, ScalarEvent};
pub use events::Events;
pub use fields::{Duplicate, Field};
pub use problem::{Problem, ProblemKind};
pub use recover::Repair;
pub use tree::{
    Anchor, Comment, Date, DateTime, Entry, Mapping, MappingKind, Node, NodeId, NodeKind, Scalar,
    ScalarStyle, Sequence, SequenceKind, Tag, Tree, Value,
};

/// What [`parse`] makes of a text.
#[derive(Clone, Debug, Default)]
pub struct Parse {
    /// What the text says; where it is broken, what it most likely says.
    pub tree: Tree,
    /// Why PyYAML refuses the text, in the order of the text; empty when it does not.
    pub problems: Vec<Problem>,
    /// What was changed to read a broken text; empty for one that is not.
    pub repairs: Vec<Repair>,
}

/// Reads a text.
pub fn parse(text: &str) -> Parse {
    recover::parse(text)
}

/// Reads a text that keeps YAML's grammar; none where it is broken, which is
/// known sooner than [`parse`] has mended it.
pub fn parse_whole(text: &str) -> Option<Parse> {
    recover::whole(text).ok()
}
