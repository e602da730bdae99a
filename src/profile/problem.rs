//! What is wrong with a profile's shape, as data.

use std::borrow::Cow;

use super::custom::Meant;
use crate::syntax::{Field, NodeId};

/// Where a problem is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spot {
    /// At a key.
    Key(NodeId),
    /// At a value, with its key where it has one.
    Value {
        /// The key.
        key: Option<NodeId>,
        /// The value.
        value: NodeId,
    },
    /// At something that is not in the file; the key tells what.
    Absent,
}

impl Spot {
    /// At the value of a field.
    pub(super) fn of(field: &Field) -> Self {
        Spot::Value {
            key: Some(field.key),
            value: field.value,
        }
    }
}

/// What is wrong.
#[derive(Clone, Debug, PartialEq)]
pub enum ProblemKind {
    /// The document is no mapping; what it is.
    NotAMapping(&'static str),
    /// A key that hpx keeps for itself.
    ReservedKey,
    /// No model is named.
    MissingModelPath,
    /// A key that hpx does not know here; the names it knows.
    UnknownKey {
        /// The key as written.
        name: String,
        /// The names that hpx takes here.
        known: Vec<&'static str>,
    },
    /// A key that is no string; what it is.
    NotAStringKey(&'static str),
    /// A value of another kind than hpx takes.
    WrongType {
        /// What hpx takes, with its article.
        expected: Cow<'static, str>,
        /// What it is, with its article.
        found: &'static str,
    },
    /// A value that is none of those hpx takes.
    UnknownChoice {
        /// The value as written.
        name: String,
        /// The values that hpx takes.
        known: Vec<String>,
    },
    /// A value of a custom SoC or board that hpx refuses: what it must be.
    BadPlatformValue {
        /// What hpx takes.
        expected: Cow<'static, str>,
    },
    /// A value that a custom SoC or board lacks.
    MissingPlatformValue,
    /// A SoC or board that a custom one names and that does not exist.
    UnknownPlatformName {
        /// What is named: `SoC` or `board`.
        what: &'static str,
        /// The name as written.
        name: String,
        /// Of the names that exist at this point, what it may mean.
        meant: Meant,
    },
}

/// Something wrong with a profile's shape.
#[derive(Clone, Debug, PartialEq)]
pub struct Problem {
    /// What.
    pub kind: ProblemKind,
    /// The dotted key that hpx would print.
    pub key: String,
    /// Where.
    pub spot: Spot,
}
