//! hpx's memory planner: what is placed where, and whether it fits.
//!
//! Pure arithmetic on integers. It knows no YAML, no file and no message.

mod model;

pub use model::{Bytes, Consumer, ConsumerKind, MemoryPlan, RegionUsage};
