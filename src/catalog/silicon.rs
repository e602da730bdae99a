//! Boards and SoCs. Both can be built at run time too, for a profile may
//! describe its own.

use serde::Deserialize;

use super::{Core, Family, LinkFamily, PerfTier, PmuTier, Region};

/// A board.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Board {
    /// Its name.
    pub name: String,
    /// The name of its SoC.
    pub soc: String,
    /// The NSX channel of its modules.
    pub channel: String,
    /// KiB of PSRAM, in place of the SoC's figure.
    pub psram_kb: Option<i128>,
    /// The default of `power.sync_gpio_pin`.
    pub sync_gpio_pin: i64,
    /// The default of `power.state_gpio_pin`; 0 is not wired.
    pub state_gpio_pin: i64,
    /// The default of `power.go_gpio_pin`; 0 is not wired.
    pub go_gpio_pin: i64,
    /// The pad that holds the radio in reset, where there is one.
    pub ble_reset_gpio_pin: Option<i64>,
    /// The board whose module list it takes.
    pub starter_profile_board: Option<String>,
    /// Whether it is an FPGA.
    pub is_fpga: bool,
    /// heliaAOT's platform for it.
    pub aot_platform: Option<String>,
}

/// A system on chip.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
pub struct Soc {
    /// Its name.
    pub name: String,
    /// Its family.
    pub family: Family,
    /// Its core.
    pub core: Core,
    /// What it can count.
    pub pmu_tier: PmuTier,
    /// Whether it has the Helium vector extension.
    pub has_mve: bool,
    /// Its memory.
    pub memory: MemoryLayout,
    /// Its clock domains.
    pub clocks: Vec<ClockDomain>,
    /// How many operators firmware can record.
    pub pmu_max_ops: i128,
    /// Whether transport `usb_cdc` works on it.
    pub has_usb: bool,
    /// Vela's name of its NPU, where it has one.
    pub npu: Option<String>,
    /// The groups of counters that it has.
    pub profiling_groups: Vec<String>,
    /// The regions that the linker knows; empty before hpx 0.2.0. PSRAM is in
    /// none.
    pub windows: Vec<Window>,
}

impl Soc {
    /// The linker's view of a region.
    pub fn window(&self, region: Region) -> Option<&Window> {
        self.windows.iter().find(|window| window.region == region)
    }

    /// A clock domain by name.
    pub fn clock(&self, name: &str) -> Option<&ClockDomain> {
        self.clocks.iter().find(|domain| domain.name == name)
    }
}

/// Sizes of memory in KiB; 0 is none.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
pub struct MemoryLayout {
    /// Non-volatile memory.
    pub mram: i128,
    /// Shared SRAM.
    pub sram: i128,
    /// Data TCM.
    pub dtcm: i128,
    /// Instruction TCM.
    pub itcm: i128,
    /// External PSRAM.
    pub psram: i128,
    /// Further non-volatile memory, which no plan uses.
    pub nvm: i128,
}

impl MemoryLayout {
    /// The KiB of a region.
    pub fn kib(&self, region: Region) -> i128 {
        match region {
            Region::Mram => self.mram,
            Region::Sram => self.sram,
            Region::Dtcm => self.dtcm,
            Region::Itcm => self.itcm,
            Region::Psram => self.psram,
        }
    }
}

/// A clock domain.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct ClockDomain {
    /// Its name, `cpu` for the core's.
    pub name: String,
    /// The speed that counts where a profile names none.
    pub default: String,
    /// Its speeds.
    pub speeds: Vec<ClockSpeed>,
}

impl ClockDomain {
    /// A speed by name.
    pub fn speed(&self, name: &str) -> Option<&ClockSpeed> {
        self.speeds.iter().find(|speed| speed.name == name)
    }
}

/// One speed of a clock domain.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct ClockSpeed {
    /// Its name.
    pub name: String,
    /// Its frequency.
    pub mhz: i128,
    /// What firmware asks for; a CPU speed without one cannot be used.
    pub perf_tier: Option<PerfTier>,
}

/// What the linker makes of one region.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Window {
    /// The region.
    pub region: Region,
    /// The addresses that count to the region.
    pub window: Extent,
    /// The addresses that an image may use.
    pub extents: Extents,
    /// Whether sections of an image can lie there.
    pub section_attributable: bool,
}

impl Window {
    /// The addresses that an image may use under a linker.
    pub fn extent(&self, family: LinkFamily) -> Extent {
        match family {
            LinkFamily::Gnu => self.extents.gnu,
            LinkFamily::Armlink => self.extents.armlink,
        }
    }
}

/// The extents of a region, by linker.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub struct Extents {
    /// Under GNU ld and LLD.
    pub gnu: Extent,
    /// Under armlink.
    pub armlink: Extent,
}

/// A range of addresses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub struct Extent {
    /// The first address.
    pub start: i64,
    /// How many bytes it is long.
    pub length: i64,
}
