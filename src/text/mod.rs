//! Places in a text: byte ranges, lines and columns, edits, near names, and what may be shown.

pub mod clean;
mod edit;
mod line;
mod nearest;
mod range;

pub use edit::{Edit, apply_edits};
pub use line::{Encoding, LineColumn, LineIndex};
pub use nearest::{nearest, related};
pub use range::TextRange;
