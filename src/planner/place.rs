//! Where the arena and the weights go (`helia_profiler.placement`).

use super::{Bytes, Demand, Silicon};
use crate::catalog::{Placement, Planner, Region};

/// Who decided a placement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Decision {
    /// The profile names it.
    Choice,
    /// hpx's policy of the fastest memory that fits.
    Policy,
}

/// Where arena and weights go, and who decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placed {
    /// The arena's placement.
    pub arena: Placement,
    /// The weights' placement.
    pub weights: Placement,
    /// Who decided the arena's.
    pub arena_by: Decision,
    /// Who decided the weights'.
    pub weights_by: Decision,
}

impl Placement {
    /// The region that a placement names: TCM is DTCM.
    pub fn region(self) -> Region {
        match self {
            Placement::Tcm => Region::Dtcm,
            Placement::Sram => Region::Sram,
            Placement::Mram => Region::Mram,
            Placement::Psram => Region::Psram,
        }
    }
}

/// What hpx places where: the profile's own words, else the fastest memory
/// that fits with room to spare.
pub fn place(demand: &Demand, silicon: &Silicon<'_>, facts: &Planner) -> Placed {
    let (arena, weights) = fastest_fit(demand, silicon, facts);
    let by = |word: Option<Placement>| match word {
        Some(_) => Decision::Choice,
        None => Decision::Policy,
    };
    Placed {
        arena: demand.arena_location.unwrap_or(arena),
        weights: demand.weights_location.unwrap_or(weights),
        arena_by: by(demand.arena_location),
        weights_by: by(demand.weights_location),
    }
}

/// The policy alone, blind to what the profile names.
fn fastest_fit(demand: &Demand, silicon: &Silicon<'_>, facts: &Planner) -> (Placement, Placement) {
    let tcm_slack = Bytes(facts.tcm_slack_bytes.into());
    let sram_slack = Bytes(facts.sram_slack_bytes.into());
    let sram = silicon.capacity(Region::Sram);
    let tcm_budget = (silicon.capacity(Region::Dtcm) - tcm_slack).floor();
    let sram_budget = (sram - sram_slack).floor();
    let fits = |size: Bytes, room: Bytes| size > Bytes::ZERO && size <= room;

    if fits(demand.arena, tcm_budget) {
        let left = (tcm_budget - demand.arena - tcm_slack).floor();
        let weights = if fits(demand.weights, left) {
            Placement::Tcm
        } else if fits(demand.weights, sram_budget) {
            Placement::Sram
        } else {
            Placement::Mram
        };
        return (Placement::Tcm, weights);
    }
    // An arena that is too large for the SRAM ends up booked in MRAM.
    let arena = if fits(demand.arena, sram_budget) || demand.arena <= sram {
        Placement::Sram
    } else {
        Placement::Mram
    };
    (arena, Placement::Mram)
}
