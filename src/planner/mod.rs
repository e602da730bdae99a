//! hpx's memory planner: what is placed where, and whether it fits.
//!
//! Pure arithmetic on integers. It knows no YAML, no file and no message.

mod consumers;
mod demand;
mod model;
mod place;
mod plan;

pub use demand::{Buffer, Demand, ExecutorchBuffers, Silicon, Transport};
pub use model::{Bytes, Consumer, ConsumerKind, MemoryPlan, RegionUsage};
pub use place::{Decision, Placed, place};
pub use plan::plan;
