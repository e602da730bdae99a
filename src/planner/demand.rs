//! What a profile asks of the memory, and what the board offers.

use super::Bytes;
use crate::catalog::{EngineKind, Placement, Region, Soc};

/// How firmware and host talk.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Transport {
    /// SEGGER RTT, with the size of its up buffer.
    Rtt(Bytes),
    /// USB CDC.
    UsbCdc,
    /// SWO or UART, which reserve no buffers worth planning.
    Other,
}

/// One of ExecuTorch's buffers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Buffer {
    /// Its size.
    pub size: Bytes,
    /// Where it goes, else where the arena goes.
    pub location: Option<Placement>,
}

/// ExecuTorch's five buffers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExecutorchBuffers {
    /// The memory-planned arena of the program.
    pub planned: Buffer,
    /// The arena of the method's own objects.
    pub method: Buffer,
    /// The arena of temporary allocations.
    pub temporary: Buffer,
    /// The first input.
    pub input: Buffer,
    /// The first output.
    pub output: Buffer,
}

/// What a profile asks of the memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Demand {
    /// The engine.
    pub engine: EngineKind,
    /// `model.arena_size`, or hpx's default.
    pub arena: Bytes,
    /// The size of the model file.
    pub weights: Bytes,
    /// `model.arena_location`.
    pub arena_location: Option<Placement>,
    /// `model.weights_location`.
    pub weights_location: Option<Placement>,
    /// ExecuTorch's buffers, for that engine.
    pub executorch: Option<ExecutorchBuffers>,
    /// The transport.
    pub transport: Transport,
    /// Whether firmware keeps counters of the NPU for each operator.
    pub npu_tables: bool,
}

/// What a board offers.
#[derive(Clone, Debug, PartialEq)]
pub struct Silicon<'a> {
    /// The SoC, with the board's PSRAM.
    pub soc: &'a Soc,
    /// What the linker leaves of the MRAM, where hpx knows it.
    pub mram_window: Option<Bytes>,
}

impl Silicon<'_> {
    /// What hpx takes a region to hold.
    pub fn capacity(&self, region: Region) -> Bytes {
        match (region, self.mram_window) {
            (Region::Mram, Some(window)) => window,
            _ => Bytes::from_kib(self.soc.memory.kib(region)),
        }
    }
}
