//! What an editor shows of a profile, and `hpx-lint plan` and `boards` too:
//! plain structs over byte offsets, with no protocol in them. All of it works
//! on what could be read of a broken text as well.

pub mod actions;
mod at;
pub mod board;
pub mod capacity;
pub mod card;
pub mod completion;
pub mod hints;
pub mod hover;
pub mod lens;
pub mod links;
pub mod names;
pub mod outline;
pub mod table;
