//! The constants of the memory plan.

use serde::Deserialize;

use super::{Family, PmuTier, Region};

/// The constants of the memory plan. What hpx itself reserves is absent before
/// 0.2.0.
#[derive(Debug, Deserialize)]
pub struct Planner {
    /// The arena of a profile that names none.
    pub default_arena_bytes: i64,
    /// What automatic placement keeps free in TCM.
    pub tcm_slack_bytes: i64,
    /// What automatic placement keeps free in SRAM.
    pub sram_slack_bytes: i64,
    /// Record an operator that only ExecuTorch books (0.1.5 and 0.1.6).
    pub executorch_record_bytes: Option<i64>,
    /// What surrounds an interpreter's records.
    pub profiler_object_bytes: ProfilerObject,
    /// NPU tables an operator.
    pub npu_table_bytes: Option<i64>,
    /// RTT beside its up buffer.
    pub rtt_fixed_bytes: Option<i64>,
    /// The buffers of `usb_cdc`.
    pub usb_bytes: Option<i64>,
    /// SoCs whose linker script has no zeroed section in SRAM, by name.
    pub no_sram_bss_socs: Vec<String>,
    /// What depends on the family.
    pub families: Vec<PlannerFamily>,
}

impl Planner {
    /// What surrounds an interpreter's records; 0 where hpx books none.
    pub fn profiler_object_bytes(&self, tier: PmuTier) -> i64 {
        match tier {
            PmuTier::Pmu => self.profiler_object_bytes.pmu,
            PmuTier::Dwt => self.profiler_object_bytes.dwt,
        }
    }

    /// What depends on the family.
    pub fn family(&self, family: Family) -> Option<&PlannerFamily> {
        self.families.iter().find(|row| row.family == family)
    }
}

/// What surrounds an interpreter's records, by what the core can count.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(default)]
pub struct ProfilerObject {
    pmu: i64,
    dwt: i64,
}

/// The part of the plan that depends on the family.
#[derive(Debug, Deserialize)]
pub struct PlannerFamily {
    /// The family.
    pub family: Family,
    /// Where RTT's buffers lie.
    pub rtt_region: Region,
    /// Where USB's buffers lie.
    pub usb_region: Region,
    /// Where the boot stack lies.
    pub stack_region: Region,
    /// The boot stack.
    pub boot_stack_bytes: i64,
}

/// A size option of ExecuTorch's.
#[derive(Debug, Deserialize)]
pub struct BufferDefault {
    /// The option.
    pub key: String,
    /// Its default, where that is a number.
    pub default: Option<i64>,
}
