//! Facts per hpx release: boards, SoCs, memory, clocks, counters, flags,
//! constants and named traits of behaviour. Data, no logic.
//!
//! `schemas/extract.py` writes the facts from an installed helia-profiler, one
//! folder for each distinct behaviour; [`releases`] says which releases share
//! one. Everything here is that data under a type, and looking things up in it.

mod counters;
mod engine;
mod facts;
mod planner;
mod power;
mod release;
mod silicon;
mod traits;
mod words;

pub use counters::{Counter, CounterGroup, Counters, Needs};
pub use engine::{Engine, EngineKind, EngineOption, PsramWeights, Toolchain};
pub use facts::{Aot, Catalog, CustomKeys, Flag, FlagValue, Heliart, Placements};
pub use planner::{BufferDefault, Planner, PlannerFamily, ProfilerObject};
pub use power::{Ina228Board, Power, PsramClocks, PsramFamily};
pub use release::{Release, releases};
pub use silicon::{Board, ClockDomain, ClockSpeed, Extent, Extents, MemoryLayout, Soc, Window};
pub use traits::Traits;
pub use words::{Core, Family, LinkFamily, PerfTier, Placement, PmuTier, Region};
