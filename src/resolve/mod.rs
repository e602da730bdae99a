//! What a profile amounts to: the board and SoC it means, the clock, what it
//! asks of the memory, and the plan that hpx would make — or why there is none.

mod alternatives;
mod aot;
mod executorch;
mod linker;
mod platform;

use std::sync::Arc;

pub use alternatives::{Alternative, Outcome, Part, Refusal};
pub use aot::{AotArgs, AotFileProblem, Located, Side};
pub use executorch::{LOCATION_KEYS, LocationState, SIZE_KEYS, SizeState};
pub use executorch::{location as executorch_location, size as executorch_size};
pub use linker::Linked;
pub use platform::{ClockProblem, CpuClock, Platform};

use num_bigint::BigInt;

use crate::artifact::{Files, ModelFile};
use crate::catalog::{Catalog, EngineKind};
use crate::planner::{
    self, Bytes, Demand, ExecutorchBuffers, MemoryPlan, Placed, Silicon, Transport,
};
use crate::profile::{Document, FreeForm, Profile};

/// What a profile amounts to.
#[derive(Debug)]
pub struct Resolved {
    /// The board and its SoC, where both are known.
    pub platform: Option<Platform>,
    /// The engine, where it is known.
    pub engine: Option<EngineKind>,
    /// The model file, where the profile names one.
    pub model: Option<Arc<ModelFile>>,
    /// The file of `engine.config_path`, where the engine reads it.
    pub aot_file: Option<Result<Arc<Document>, AotFileProblem>>,
    /// What is asked of the memory.
    pub demand: Option<Demand>,
    /// Where arena and weights go.
    pub placed: Option<Placed>,
    /// The plan.
    pub plan: Option<MemoryPlan>,
    /// Why there is no plan, where there is none.
    pub plan_note: Option<&'static str>,
}

/// Resolves a profile whose `engine.config` is `config`.
pub fn resolve(
    config: FreeForm<'_>,
    profile: &Profile,
    catalog: &'static Catalog,
    files: &dyn Files,
) -> Resolved {
    let platform = platform::resolve(config, profile, catalog);
    let engine = profile
        .engine
        .name
        .get()
        .and_then(|name| catalog.engine_kind(name));
    let model = profile.model.path.get().map(|path| files.model(path));
    let aot = (engine == Some(EngineKind::HeliaAot)).then(|| aot::read_file(profile, files));
    let mut resolved = Resolved {
        platform,
        engine,
        model,
        aot_file: aot.flatten(),
        demand: None,
        placed: None,
        plan: None,
        plan_note: None,
    };
    match demand(config, profile, catalog, &resolved) {
        Ok(demand) => plan(&mut resolved, demand, catalog),
        Err(note) => resolved.plan_note = Some(note),
    }
    resolved
}

fn plan(resolved: &mut Resolved, demand: Demand, catalog: &Catalog) {
    let Some(platform) = &resolved.platform else {
        return;
    };
    let silicon = platform.silicon();
    let placed = planner::place(&demand, &silicon, &catalog.planner);
    resolved.plan = Some(planner::plan(&demand, &placed, &silicon, catalog));
    resolved.placed = Some(placed);
    resolved.demand = Some(demand);
}

/// What the profile asks of the memory, or what keeps it from being known.
fn demand(
    config: FreeForm<'_>,
    profile: &Profile,
    catalog: &Catalog,
    resolved: &Resolved,
) -> Result<Demand, &'static str> {
    let model = &profile.model;
    let engine = resolved.engine.ok_or("the engine is not known")?;
    if resolved.platform.is_none() {
        return Err("the board and its SoC are not known");
    }
    if model.path.is_bad() {
        return Err("the model's path is not known");
    }
    let weights = weights(resolved)?;
    let arena = model
        .arena_size
        .known()
        .ok_or("the arena's size is not known")?;
    let default_arena = Bytes(catalog.planner.default_arena_bytes.into());
    let arena_location = model
        .arena_location
        .known()
        .ok_or("the arena's place is not known")?;
    let weights_location = model
        .weights_location
        .known()
        .ok_or("the weights' place is not known")?;
    let executorch = match engine {
        EngineKind::Executorch => Some(executorch_buffers(config, profile, catalog, resolved)?),
        _ => None,
    };
    let backend = profile
        .engine
        .backend
        .known()
        .ok_or("the engine's backend is not known")?;
    Ok(Demand {
        engine,
        arena: arena
            .map(|size| bytes(&size))
            .filter(|size| *size != Bytes::ZERO)
            .unwrap_or(default_arena),
        weights,
        arena_location,
        weights_location,
        executorch,
        transport: transport(profile, catalog)?,
        npu_tables: backend.as_deref() == Some("ethos_u"),
    })
}

fn weights(resolved: &Resolved) -> Result<Bytes, &'static str> {
    let model = resolved.model.as_ref().ok_or("no model is named")?;
    let size = model
        .size()
        .ok_or("the model file is not there, so its size is not known")?;
    Ok(Bytes(size.into()))
}

fn executorch_buffers(
    config: FreeForm<'_>,
    profile: &Profile,
    catalog: &Catalog,
    resolved: &Resolved,
) -> Result<ExecutorchBuffers, &'static str> {
    let sidecar = resolved.sidecar(catalog);
    executorch::buffers(config, profile, sidecar, catalog)
        .ok_or("the sizes and places of ExecuTorch's buffers are not all known")
}

fn transport(profile: &Profile, catalog: &Catalog) -> Result<Transport, &'static str> {
    let target = &profile.target;
    match target
        .transport
        .get()
        .map(String::as_str)
        .ok_or("the transport is not known")?
    {
        "rtt" => {
            let toolchain = target
                .toolchain
                .get()
                .and_then(|name| catalog.toolchain(name));
            let toolchain = toolchain.ok_or("the toolchain is not known")?;
            let size = target
                .rtt_buffer_size_up
                .known()
                .ok_or("the RTT buffer is not known")?;
            let default = Bytes(toolchain.rtt_buffer_size_up.into());
            Ok(Transport::Rtt(size.map_or(default, |size| bytes(&size))))
        }
        "usb_cdc" => Ok(Transport::UsbCdc),
        _ => Ok(Transport::Other),
    }
}

/// A size as the planner counts it: one that no memory reaches keeps its sign.
pub fn bytes(size: &BigInt) -> Bytes {
    let limit = if *size < BigInt::ZERO {
        i128::MIN
    } else {
        i128::MAX
    };
    Bytes(i128::try_from(size).unwrap_or(limit))
}

impl Resolved {
    /// The manifest beside an ExecuTorch program, where the release reads it.
    pub fn sidecar(&self, catalog: &Catalog) -> Option<&crate::artifact::Sidecar> {
        self.model
            .as_ref()?
            .sidecar()
            .filter(|_| catalog.traits.executorch_reads_sidecar)
    }

    /// heliaAOT's arguments, where the engine is heliaAOT and its file can be
    /// used.
    pub fn aot_args<'a>(&'a self, config: FreeForm<'a>) -> Option<AotArgs<'a>> {
        if self.engine != Some(EngineKind::HeliaAot) {
            return None;
        }
        let file = match &self.aot_file {
            None => None,
            Some(Ok(file)) => Some(file.as_ref()),
            Some(Err(_)) => return None,
        };
        Some(AotArgs::new(config, file))
    }

    /// The board's memory as the planner sees it.
    pub fn silicon(&self) -> Option<Silicon<'_>> {
        self.platform.as_ref().map(Platform::silicon)
    }
}
