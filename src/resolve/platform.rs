//! The board, its SoC, the CPU's clock and the linker's window
//! (`helia_profiler.stages.resolve_platform`, `helia_profiler.platform`).

use crate::catalog::{Board, Catalog, ClockSpeed, Region, Soc};
use crate::planner::{Bytes, Silicon};
use crate::profile::{Datum, FreeForm, Lookup, Profile};
use crate::syntax::Tree;

/// The board and its SoC.
#[derive(Clone, Debug)]
pub struct Platform {
    /// The board.
    pub board: Board,
    /// Its SoC, with the board's PSRAM.
    pub soc: Soc,
    /// Whether the profile describes the SoC itself.
    pub custom_soc: bool,
    /// What the linker leaves of the MRAM, where hpx plans by it.
    pub mram_window: Option<Bytes>,
    /// The CPU's clock, or what is wrong with it.
    pub clock: Option<Result<CpuClock, ClockProblem>>,
}

/// The CPU's speed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CpuClock {
    /// Its name.
    pub name: String,
    /// In MHz.
    pub mhz: i64,
}

/// What is wrong with the CPU's clock.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClockProblem {
    /// The SoC describes no domain named `cpu`.
    NoCpuDomain,
    /// The SoC has no such speed; the speeds it has.
    NoSuchSpeed {
        /// The speed asked for, or the domain's default.
        name: String,
        /// The speeds that the SoC has.
        known: Vec<String>,
    },
    /// The speed has no performance tier for the firmware to set.
    NoTier {
        /// The speed.
        name: String,
    },
}

impl Platform {
    /// The memory as the planner sees it.
    pub fn silicon(&self) -> Silicon<'_> {
        Silicon {
            soc: &self.soc,
            mram_window: self.mram_window,
        }
    }
}

pub(super) fn resolve(tree: &Tree, profile: &Profile, catalog: &Catalog) -> Option<Platform> {
    let name = profile.target.board.get()?;
    let Lookup::Known(board) = profile.platforms.board(name) else {
        return None;
    };
    let soc = profile.platforms.soc_of(board)?;
    let custom_soc = profile.platforms.is_custom_soc(&soc.name);
    let mram_window = (!custom_soc)
        .then(|| mram_window(tree, profile, catalog, &soc))
        .flatten();
    let clock = clock(profile, &soc);
    Some(Platform {
        board: board.clone(),
        soc,
        custom_soc,
        mram_window,
        clock,
    })
}

/// The linker's window, for the default linker profile only.
fn mram_window(tree: &Tree, profile: &Profile, catalog: &Catalog, soc: &Soc) -> Option<Bytes> {
    if !catalog.traits.mram_capacity_is_linked {
        return None;
    }
    let config = FreeForm::new(tree, profile.engine.config.get().copied());
    let linker_profile = config.get("linker_profile");
    if linker_profile.is_truthy() && linker_profile != Datum::Str("default") {
        return None;
    }
    let toolchain = catalog.toolchain(profile.target.toolchain.get()?)?;
    let window = soc
        .windows
        .iter()
        .find(|window| window.region == Region::Mram)?;
    Some(Bytes(window.extent(toolchain.link_family?).length.into()))
}

/// The speed that the profile names, else the domain's default.
fn clock(profile: &Profile, soc: &Soc) -> Option<Result<CpuClock, ClockProblem>> {
    let asked = profile.target.clock_cpu.known()?;
    let Some(domain) = soc.clocks.iter().find(|domain| domain.name == "cpu") else {
        return Some(Err(ClockProblem::NoCpuDomain));
    };
    let name = asked
        .filter(|name| !name.is_empty())
        .unwrap_or(domain.default.clone());
    let speed = domain.speeds.iter().find(|speed| speed.name == name);
    Some(match speed {
        None => {
            let known = domain
                .speeds
                .iter()
                .map(|speed| speed.name.clone())
                .collect();
            Err(ClockProblem::NoSuchSpeed { name, known })
        }
        Some(ClockSpeed {
            perf_tier: None, ..
        }) => Err(ClockProblem::NoTier { name }),
        Some(speed) => Ok(CpuClock {
            name,
            mhz: speed.mhz,
        }),
    })
}
