//! Facts per hpx release: data, no logic.

/// A memory region of a SoC.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Region {
    /// Non-volatile memory.
    Mram,
    /// Shared SRAM.
    Sram,
    /// Tightly coupled data memory.
    Dtcm,
    /// Tightly coupled instruction memory.
    Itcm,
    /// External PSRAM.
    Psram,
}
