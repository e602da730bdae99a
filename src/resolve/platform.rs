//! The board, its SoC, the CPU's clock and the linker's window
//! (`helia_profiler.stages.resolve_platform`, `helia_profiler.platform`).

use crate::catalog::{Board, Catalog, ClockSpeed, LinkFamily, Region, Soc};
use crate::planner::{Bytes, Silicon};
use crate::profile::{Datum, FreeForm, Lookup, Profile};

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
    /// The linker, where the release names it.
    pub link_family: Option<LinkFamily>,
    /// Whether the image is linked by the default scripts, the ones that hpx
    /// knows.
    pub default_scripts: bool,
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

pub(super) fn resolve(
    config: FreeForm<'_>,
    profile: &Profile,
    catalog: &Catalog,
) -> Option<Platform> {
    let name = profile.target.board.get()?;
    let Lookup::Known(board) = profile.platforms.board(name) else {
        return None;
    };
    let soc = profile.platforms.soc_of(board)?;
    let toolchain = profile.target.toolchain.get();
    let toolchain = toolchain.and_then(|name| catalog.toolchain(name));
    let mut platform = Platform {
        board: board.clone(),
        custom_soc: profile.platforms.is_custom_soc(&soc.name),
        mram_window: None,
        link_family: toolchain.and_then(|toolchain| toolchain.link_family),
        default_scripts: default_scripts(config),
        clock: clock(profile, &soc),
        soc,
    };
    if catalog.traits.mram_capacity_is_linked {
        platform.mram_window = mram_window(&platform);
    }
    Some(platform)
}

/// Whether `engine.config.linker_profile` leaves the default scripts alone.
fn default_scripts(config: FreeForm<'_>) -> bool {
    let name = config.get("linker_profile");
    !name.is_truthy() || name == Datum::Str("default")
}

/// What the default scripts leave of the MRAM.
fn mram_window(platform: &Platform) -> Option<Bytes> {
    if platform.custom_soc || !platform.default_scripts {
        return None;
    }
    let window = platform.soc.window(Region::Mram)?;
    Some(Bytes(window.extent(platform.link_family?).length.into()))
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
            mhz: i64::try_from(speed.mhz).ok()?,
        }),
    })
}
