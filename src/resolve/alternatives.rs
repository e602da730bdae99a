//! What another placement of the arena or of the weights would give, by hpx's
//! plan, the linker's scripts, and what hpx refuses.

use super::Resolved;
use crate::catalog::{Catalog, EngineKind, Placement, Region};
use crate::planner::{self, Bytes, Demand, MemoryPlan, RegionUsage, Transport};
use crate::profile::FreeForm;

/// What `model` places.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Part {
    /// The arena.
    Arena,
    /// The weights.
    Weights,
}

impl Part {
    /// Both.
    pub const ALL: [Part; 2] = [Part::Arena, Part::Weights];

    /// Its word.
    pub fn name(self) -> &'static str {
        match self {
            Part::Arena => "arena",
            Part::Weights => "weights",
        }
    }

    /// The key that places it.
    pub fn key(self) -> &'static str {
        match self {
            Part::Arena => "model.arena_location",
            Part::Weights => "model.weights_location",
        }
    }

    /// The placements that a release takes for it.
    pub fn placements(self, catalog: &Catalog) -> &[Placement] {
        match self {
            Part::Arena => &catalog.placements.arena,
            Part::Weights => &catalog.placements.weights,
        }
    }

    /// Where a demand asks for it.
    pub fn asked(self, demand: &Demand) -> Option<Placement> {
        match self {
            Part::Arena => demand.arena_location,
            Part::Weights => demand.weights_location,
        }
    }

    /// A demand that asks for it elsewhere.
    pub fn moved(self, demand: &Demand, to: Placement) -> Demand {
        match self {
            Part::Arena => Demand {
                arena_location: Some(to),
                ..*demand
            },
            Part::Weights => Demand {
                weights_location: Some(to),
                ..*demand
            },
        }
    }
}

/// Another placement, and what comes of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Alternative {
    /// What is moved.
    pub part: Part,
    /// Where to.
    pub to: Placement,
    /// What comes of it.
    pub outcome: Outcome,
}

/// What comes of a placement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Everything fits; how the region is used then.
    Fits(RegionUsage),
    /// These regions are too small, by this much.
    Overflows(Vec<(Region, Bytes)>),
    /// Only the linker's scripts leave too little in these regions.
    LinkOverflows(Vec<(Region, Bytes)>),
    /// hpx refuses it.
    Refused(Refusal),
}

/// Why hpx refuses a placement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The board has no such memory.
    NotOnBoard,
    /// The engine cannot use it.
    Engine,
    /// The weights get there over RTT alone.
    NeedsRtt,
    /// heliaAOT's arenas must be the application's.
    NeedsExternalArenas,
}

impl Resolved {
    /// Whether the board lacks the memory of a placement. hpx looks at the two
    /// that a board may be without.
    pub fn lacks(&self, to: Placement) -> bool {
        let optional = matches!(to, Placement::Tcm | Placement::Psram);
        let capacity = self.silicon().map(|silicon| silicon.capacity(to.region()));
        optional && capacity == Some(Bytes::ZERO)
    }

    /// Whether the engine cannot use a placement.
    pub fn engine_refuses(&self, part: Part, to: Placement, catalog: &Catalog) -> bool {
        let in_ram = catalog.traits.executorch_buffer_locations && part == Part::Arena;
        self.engine == Some(EngineKind::Executorch)
            && (to == Placement::Psram || in_ram && to == Placement::Mram)
    }

    /// Whether weights in PSRAM are written there over RTT.
    pub fn uploads_weights(&self, catalog: &Catalog) -> bool {
        match self.engine {
            Some(EngineKind::Litert | EngineKind::HeliaRt) => true,
            Some(EngineKind::HeliaAot) => catalog.traits.psram_weights_need_rtt_always,
            Some(EngineKind::Executorch) | None => false,
        }
    }

    /// Whether PSRAM is refused because heliaAOT allocates the arenas itself.
    pub fn wants_external_arenas(&self, config: FreeForm<'_>, catalog: &Catalog) -> bool {
        catalog.traits.aot_psram_needs_external_arenas
            && self
                .aot_args(config)
                .is_some_and(|args| !args.external_arenas() && !args.is_malformed())
    }

    /// The plan for another demand.
    pub fn what_if(&self, demand: &Demand, catalog: &Catalog) -> Option<MemoryPlan> {
        let silicon = self.silicon()?;
        let placed = planner::place(demand, &silicon, &catalog.planner);
        Some(planner::plan(demand, &placed, &silicon, catalog))
    }

    /// Every other placement of the arena and of the weights, where hpx plans
    /// them. Of heliaAOT's it knows nothing where only the compiler does.
    pub fn alternatives(&self, config: FreeForm<'_>, catalog: &Catalog) -> Vec<Alternative> {
        let Some(placed) = &self.placed else {
            return Vec::new();
        };
        let mut found = Vec::new();
        for part in Part::ALL {
            let now = match part {
                Part::Arena => placed.arena,
                Part::Weights => placed.weights,
            };
            let all = self.placements(part, config, catalog);
            found.extend(all.into_iter().filter(|other| other.to != now));
        }
        found
    }

    /// Every placement of a part, as [`alternatives`](Self::alternatives) does,
    /// the one that holds included.
    pub fn placements(
        &self,
        part: Part,
        config: FreeForm<'_>,
        catalog: &Catalog,
    ) -> Vec<Alternative> {
        let Some(demand) = &self.demand else {
            return Vec::new();
        };
        if !self.plans_model(catalog) {
            return Vec::new();
        }
        let placements = part.placements(catalog).iter();
        let alternative = |to: &Placement| {
            let outcome = self.outcome(part, *to, demand, config, catalog)?;
            Some(Alternative {
                part,
                to: *to,
                outcome,
            })
        };
        placements.filter_map(alternative).collect()
    }

    /// Whether arena and weights are in the plan, and not left to heliaAOT's
    /// compiler.
    pub fn plans_model(&self, catalog: &Catalog) -> bool {
        self.engine != Some(EngineKind::HeliaAot) || catalog.traits.aot_plans_like_interpreter
    }

    fn outcome(
        &self,
        part: Part,
        to: Placement,
        demand: &Demand,
        config: FreeForm<'_>,
        catalog: &Catalog,
    ) -> Option<Outcome> {
        if let Some(refusal) = self.refusal(part, to, demand, config, catalog) {
            return Some(Outcome::Refused(refusal));
        }
        let plan = self.what_if(&part.moved(demand, to), catalog)?;
        let over = |usage: &RegionUsage| Some((usage.region, usage.overflow()?));
        let planned: Vec<_> = plan.regions.iter().filter_map(over).collect();
        if !planned.is_empty() {
            return Some(Outcome::Overflows(planned));
        }
        let platform = self.platform.as_ref()?;
        let over = |usage: &RegionUsage| Some((usage.region, platform.linked(usage)?.overflow()?));
        let linked: Vec<_> = plan.regions.iter().filter_map(over).collect();
        if !linked.is_empty() {
            return Some(Outcome::LinkOverflows(linked));
        }
        Some(Outcome::Fits(plan.region(to.region())?.clone()))
    }

    fn refusal(
        &self,
        part: Part,
        to: Placement,
        demand: &Demand,
        config: FreeForm<'_>,
        catalog: &Catalog,
    ) -> Option<Refusal> {
        let psram = to == Placement::Psram;
        let over_rtt = matches!(demand.transport, Transport::Rtt(_));
        if self.lacks(to) {
            Some(Refusal::NotOnBoard)
        } else if self.engine_refuses(part, to, catalog) {
            Some(Refusal::Engine)
        } else if psram && part == Part::Weights && self.uploads_weights(catalog) && !over_rtt {
            Some(Refusal::NeedsRtt)
        } else if psram && self.wants_external_arenas(config, catalog) {
            Some(Refusal::NeedsExternalArenas)
        } else {
            None
        }
    }
}
