//! What hpx's own firmware reserves, whatever the engine: the records of the
//! counters, the buffers of the transport, the boot stack
//! (`helia_profiler.stages.plan_memory`, hpx 0.2.0 on).

use super::plan::consumer;
use super::{Bytes, Consumer, ConsumerKind, Demand, Silicon, Transport};
use crate::catalog::{Catalog, EngineKind, Planner, PlannerFamily, Region, Soc};

/// hpx's own consumers in its order; none before hpx 0.2.0.
pub(super) fn hpx_consumers(
    demand: &Demand,
    silicon: &Silicon<'_>,
    catalog: &Catalog,
) -> Vec<(Region, Consumer)> {
    let (soc, facts) = (silicon.soc, &catalog.planner);
    let Some(family) = facts.family(soc.family) else {
        return Vec::new();
    };
    let mut booked = Vec::new();
    booked.extend(layer_records(demand, soc, catalog));
    if demand.npu_tables {
        booked.extend(npu_tables(soc, facts));
    }
    booked.extend(transport_buffers(demand, family, facts));
    let stack = Bytes(family.boot_stack_bytes.into());
    booked.push(consumer(
        family.stack_region,
        "boot_stack",
        stack,
        ConsumerKind::Stack,
    ));
    booked
}

/// Records of the counters for each operator. The interpreters keep them in
/// their profiler object, the others in plain memory, which one SoC's linker
/// script puts elsewhere.
fn layer_records(demand: &Demand, soc: &Soc, catalog: &Catalog) -> Option<(Region, Consumer)> {
    let facts = &catalog.planner;
    let bytes = catalog.record_bytes(demand.engine)?;
    let records = Bytes(i128::from(bytes).saturating_mul(soc.pmu_max_ops));
    let (region, size) = match demand.engine {
        EngineKind::Litert | EngineKind::HeliaRt => {
            let object = facts.profiler_object_bytes(soc.pmu_tier);
            (Region::Sram, records + Bytes(object.into()))
        }
        EngineKind::HeliaAot | EngineKind::Executorch => (sram_bss(soc, facts), records),
    };
    Some(consumer(
        region,
        "pmu_layer_records",
        size,
        ConsumerKind::Other,
    ))
}

fn npu_tables(soc: &Soc, facts: &Planner) -> Option<(Region, Consumer)> {
    let bytes = i128::from(facts.npu_table_bytes?);
    let size = Bytes(bytes.saturating_mul(soc.pmu_max_ops));
    Some(consumer(
        sram_bss(soc, facts),
        "npu_pmu_tables",
        size,
        ConsumerKind::Other,
    ))
}

fn transport_buffers(
    demand: &Demand,
    family: &PlannerFamily,
    facts: &Planner,
) -> Option<(Region, Consumer)> {
    let other = ConsumerKind::Other;
    match demand.transport {
        Transport::Rtt(up) => {
            let size = up + Bytes(facts.rtt_fixed_bytes?.into());
            Some(consumer(family.rtt_region, "rtt_buffers", size, other))
        }
        Transport::UsbCdc => {
            let size = Bytes(facts.usb_bytes?.into());
            Some(consumer(family.usb_region, "usb_buffers", size, other))
        }
        Transport::Other => None,
    }
}

/// Where zeroed data that asks for SRAM lands.
fn sram_bss(soc: &Soc, facts: &Planner) -> Region {
    if facts.no_sram_bss_socs.contains(&soc.name) {
        Region::Dtcm
    } else {
        Region::Sram
    }
}
