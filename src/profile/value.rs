//! A value of a profile, and where it came from.

use crate::syntax::NodeId;

/// Where a value was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// Nowhere: hpx's default holds.
    Default,
    /// In the file.
    Node {
        /// The key.
        key: NodeId,
        /// The value.
        value: NodeId,
    },
    /// On the command line, which overrides the file.
    CommandLine,
}

/// What is known of a value.
#[derive(Clone, Debug, PartialEq)]
pub enum State<T> {
    /// It is this.
    Known(T),
    /// It is null, which hpx accepts here.
    Null,
    /// It is not what hpx takes; a problem tells why.
    Bad,
}

/// A value and its source.
#[derive(Clone, Debug, PartialEq)]
pub struct Sourced<T> {
    /// What is known of it.
    pub state: State<T>,
    /// Where it was written.
    pub source: Source,
}

impl<T> Sourced<T> {
    /// The value, where there is one.
    pub fn get(&self) -> Option<&T> {
        match &self.state {
            State::Known(value) => Some(value),
            State::Null | State::Bad => None,
        }
    }

    /// Whether nothing can be concluded from it.
    pub fn is_bad(&self) -> bool {
        matches!(self.state, State::Bad)
    }

    /// Whether the author wrote it, in the file or on the command line.
    pub fn is_written(&self) -> bool {
        self.source != Source::Default
    }

    /// The node of the value, where it stands in the file.
    pub fn node(&self) -> Option<NodeId> {
        match self.source {
            Source::Node { value, .. } => Some(value),
            Source::Default | Source::CommandLine => None,
        }
    }
}

impl<T: Clone> Sourced<T> {
    /// The value itself: `Some(None)` is a known null, `None` an unknown.
    pub fn known(&self) -> Option<Option<T>> {
        match &self.state {
            State::Known(value) => Some(Some(value.clone())),
            State::Null => Some(None),
            State::Bad => None,
        }
    }
}
