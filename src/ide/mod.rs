//! What an editor shows of a profile, and `hpx-lint plan` and `boards` too:
//! plain structs over byte offsets, with no protocol in them.

pub mod board;
pub mod capacity;
pub mod table;
