//! What lands in which region (`helia_profiler.stages.plan_memory`).

use super::consumers::hpx_consumers;
use super::{Bytes, Consumer, ConsumerKind, Demand, MemoryPlan, Placed, RegionUsage, Silicon};
use crate::catalog::{Catalog, EngineKind, Region};

/// The regions in the order in which hpx lists them.
const REGIONS: [Region; 5] = [
    Region::Mram,
    Region::Sram,
    Region::Dtcm,
    Region::Itcm,
    Region::Psram,
];

/// The plan that hpx makes for a placement.
pub fn plan(
    demand: &Demand,
    placed: &Placed,
    silicon: &Silicon<'_>,
    catalog: &Catalog,
) -> MemoryPlan {
    let mut booked = engine_consumers(demand, placed, silicon, catalog);
    booked.extend(hpx_consumers(demand, silicon, catalog));
    booked.retain(|(_, consumer)| consumer.size > Bytes::ZERO);
    let regions = REGIONS
        .iter()
        .filter_map(|region| usage(*region, &booked, silicon));
    MemoryPlan {
        regions: regions.collect(),
    }
}

/// A region's usage; none for a region that is neither there nor used.
fn usage(
    region: Region,
    booked: &[(Region, Consumer)],
    silicon: &Silicon<'_>,
) -> Option<RegionUsage> {
    let here = booked.iter().filter(|(at, _)| *at == region);
    let consumers: Vec<Consumer> = here.map(|(_, consumer)| consumer.clone()).collect();
    let capacity = silicon.capacity(region);
    if consumers.is_empty() && capacity <= Bytes::ZERO {
        return None;
    }
    let used = consumers.iter().map(|consumer| consumer.size).sum();
    Some(RegionUsage {
        region,
        capacity,
        used,
        consumers,
    })
}

/// What the engine itself needs. heliaAOT's own compiler plans that; without
/// it nothing is booked from hpx 0.2.0 on.
fn engine_consumers(
    demand: &Demand,
    placed: &Placed,
    silicon: &Silicon<'_>,
    catalog: &Catalog,
) -> Vec<(Region, Consumer)> {
    if demand.engine == EngineKind::HeliaAot && !catalog.traits.aot_plans_like_interpreter {
        return Vec::new();
    }
    let arena = placed.arena.region();
    let weights = match demand.engine {
        EngineKind::Executorch => "pte_program",
        _ => "model_flatbuffer",
    };
    let mut booked = vec![consumer(
        placed.weights.region(),
        weights,
        demand.weights,
        ConsumerKind::Weights,
    )];
    match &demand.executorch {
        None => booked.push(consumer(
            arena,
            "tensor_arena",
            demand.arena,
            ConsumerKind::Arena,
        )),
        Some(buffers) => {
            let other = ConsumerKind::Other;
            for (name, buffer, kind) in [
                ("planned_arena", buffers.planned, ConsumerKind::Arena),
                ("method_arena", buffers.method, other),
                ("temporary_arena", buffers.temporary, other),
                ("input_buffer", buffers.input, other),
                ("output_buffer", buffers.output, other),
            ] {
                let region = buffer.location.map_or(arena, |location| location.region());
                booked.push(consumer(region, name, buffer.size, kind));
            }
            if let Some(bytes) = catalog.planner.executorch_record_bytes {
                let records = Bytes(i128::from(bytes).saturating_mul(silicon.soc.pmu_max_ops));
                booked.push(consumer(Region::Sram, "pmu_layer_records", records, other));
            }
        }
    }
    booked
}

pub(super) fn consumer(
    region: Region,
    name: &'static str,
    size: Bytes,
    kind: ConsumerKind,
) -> (Region, Consumer) {
    (region, Consumer { name, size, kind })
}
