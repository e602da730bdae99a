//! One entry of `target.custom_socs`.

use super::super::coerce;
use super::super::datum::Datum;
use super::super::lower::{Lowering, join};
use super::fields::{Fields, narrow, refuse};
use super::{Kind, Platforms};
use crate::catalog::{ClockDomain, ClockSpeed, Core, Family, MemoryLayout, PerfTier, PmuTier, Soc};
use crate::syntax::{NodeId, NodeKind};

/// Operators that hpx counts where a SoC does not say (`SocDef.pmu_max_ops`).
const DEFAULT_PMU_MAX_OPS: i128 = 2048;

/// The widest address of a 32-bit part.
const MAX_ADDRESS: i128 = 0xffff_ffff;

/// The SoC, or `None` where hpx refuses it.
pub(super) fn read(
    walk: &mut Lowering<'_>,
    fields: &Fields,
    platforms: &Platforms,
    name: &str,
) -> Option<Soc> {
    let catalog = platforms.catalog;
    if catalog.traits.custom_keys_checked {
        fields.check_keys(walk, &catalog.custom_keys.soc_names());
    }
    let unknown = |name: &str| platforms.unknown(Kind::Soc, name);
    let base = fields.base(walk, |name| platforms.soc(name), unknown)?;
    let base = base.as_ref();
    let family = fields.choice(walk, "family", base.map(|b| b.family), &Family::CHOICES);
    let core = fields.choice(walk, "core", base.map(|b| b.core), &Core::CHOICES);
    let pmu_tier = fields.choice(
        walk,
        "pmu_tier",
        base.map(|b| b.pmu_tier),
        &PmuTier::CHOICES,
    );
    let has_mve = has_mve(walk, fields, base);
    for required in ["c_define", "cmsis_header"] {
        fields.required(walk, required, base.map(|_| ""));
    }
    let memory = memory(walk, fields, platforms, base);
    let clocks = clocks(walk, fields, base);
    scan_ranges(walk, fields, base);
    let inherited = base.map_or(DEFAULT_PMU_MAX_OPS, |b| b.pmu_max_ops);
    let pmu_max_ops = fields.int(walk, "pmu_max_ops", inherited);
    if catalog.traits.custom_flash_address {
        address(walk, fields);
    }
    let npu = base
        .and_then(|b| b.npu.clone())
        .filter(|_| catalog.traits.custom_soc_inherits_npu);
    let (pmu_tier, has_mve) = (pmu_tier?, has_mve?);
    let custom = Soc {
        name: name.to_owned(),
        family: family?,
        core: core?,
        pmu_tier,
        has_mve,
        memory: memory?,
        clocks: clocks?,
        pmu_max_ops: pmu_max_ops?,
        profiling_groups: catalog.groups_of(pmu_tier, has_mve, npu.is_some()),
        npu,
        has_usb: true,
        ..Soc::default()
    };
    Some(custom)
}

/// Python's truth of whatever stands there.
fn has_mve(walk: &mut Lowering<'_>, fields: &Fields, base: Option<&Soc>) -> Option<bool> {
    let value = match fields.datum(walk, "has_mve") {
        None => base.map(|b| b.has_mve),
        Some(Datum::Null) => None,
        Some(datum) => Some(datum.is_truthy()),
    };
    if value.is_none() {
        fields.missing(walk, "has_mve");
    }
    value
}

fn memory(
    walk: &mut Lowering<'_>,
    fields: &Fields,
    platforms: &Platforms,
    base: Option<&Soc>,
) -> Option<MemoryLayout> {
    let inherited = base.map(|b| b.memory.clone());
    let Some(field) = fields.get(walk, "memory") else {
        return inherited.or_else(|| {
            fields.missing(walk, "memory");
            None
        });
    };
    let layout = inherited.unwrap_or_default();
    match Datum::of(walk.tree, field.value) {
        Datum::Map(_) => {}
        Datum::Null if base.is_some() => return Some(layout),
        Datum::Null => {
            fields.missing(walk, "memory");
            return None;
        }
        _ => {
            fields.refuse(walk, "memory", "a mapping of sizes in KiB".into());
            return None;
        }
    }
    let sizes = Fields::new(walk, fields.path_of("memory"), field.key, field.value);
    if platforms.catalog.traits.custom_keys_checked {
        sizes.check_keys(walk, &platforms.catalog.custom_keys.memory_names());
    }
    let mut size = |name, inherited| sizes.int(walk, name, inherited);
    let (mram, sram) = (size("mram_kb", layout.mram), size("sram_kb", layout.sram));
    let (dtcm, itcm) = (size("dtcm_kb", layout.dtcm), size("itcm_kb", layout.itcm));
    let (psram, nvm) = (size("psram_kb", layout.psram), size("nvm_kb", layout.nvm));
    Some(MemoryLayout {
        mram: mram?,
        sram: sram?,
        dtcm: dtcm?,
        itcm: itcm?,
        psram: psram?,
        nvm: nvm?,
    })
}

fn clocks(
    walk: &mut Lowering<'_>,
    fields: &Fields,
    base: Option<&Soc>,
) -> Option<Vec<ClockDomain>> {
    let datum = fields.datum(walk, "clocks").unwrap_or(Datum::Null);
    if datum == Datum::Null {
        let inherited = base.map(|b| b.clocks.clone());
        if inherited.is_none() {
            fields.missing(walk, "clocks");
        }
        return inherited;
    }
    let path = fields.path_of("clocks");
    let field = fields.get(walk, "clocks")?;
    let Some(items) = items(walk, field.value) else {
        fields.refuse(walk, "clocks", "a list of clock domains".into());
        return None;
    };
    let domains = items.iter().enumerate();
    let read: Vec<_> = domains
        .map(|(at, item)| domain(walk, &format!("{path}[{at}]"), *item))
        .collect();
    read.into_iter().collect()
}

fn domain(walk: &mut Lowering<'_>, path: &str, node: NodeId) -> Option<ClockDomain> {
    let fields = mapping(walk, path, node)?;
    let speeds_path = fields.path_of("speeds");
    let speeds = fields.get(walk, "speeds");
    let listed = speeds
        .and_then(|field| items(walk, field.value))
        .filter(|list| !list.is_empty());
    let Some(listed) = listed else {
        match speeds {
            Some(_) => fields.refuse(walk, "speeds", "a list of at least one speed".into()),
            None => fields.missing(walk, "speeds"),
        }
        return None;
    };
    let speeds: Vec<_> = listed
        .iter()
        .enumerate()
        .map(|(at, item)| speed(walk, &format!("{speeds_path}[{at}]"), *item))
        .collect();
    let name = named(walk, &fields, "name");
    let default = named(walk, &fields, "default");
    Some(ClockDomain {
        name: name?,
        speeds: speeds.into_iter().collect::<Option<_>>()?,
        default: default?,
    })
}

fn speed(walk: &mut Lowering<'_>, path: &str, node: NodeId) -> Option<ClockSpeed> {
    let fields = mapping(walk, path, node)?;
    let tier = match fields.datum(walk, "perf_tier") {
        None | Some(Datum::Null) => Some(None),
        Some(_) => fields
            .choice(walk, "perf_tier", None, &PerfTier::CHOICES)
            .map(Some),
    };
    let name = named(walk, &fields, "name");
    if fields.get(walk, "mhz").is_none() {
        fields.missing(walk, "mhz");
        return None;
    }
    let mhz = fields.int(walk, "mhz", 0);
    Some(ClockSpeed {
        name: name?,
        mhz: mhz?,
        perf_tier: tier?,
    })
}

/// `str(value)` of a key that must be there.
fn named(walk: &mut Lowering<'_>, fields: &Fields, name: &str) -> Option<String> {
    let Some(field) = fields.get(walk, name) else {
        fields.missing(walk, name);
        return None;
    };
    Some(walk.printed(field.value))
}

fn mapping(walk: &mut Lowering<'_>, path: &str, node: NodeId) -> Option<Fields> {
    match Datum::of(walk.tree, node) {
        Datum::Map(_) => {}
        Datum::Unknown => return None,
        _ => {
            refuse(walk, path, node, "a mapping".into());
            return None;
        }
    }
    Some(Fields::new(walk, path.to_owned(), node, node))
}

fn items(walk: &Lowering<'_>, node: NodeId) -> Option<Vec<NodeId>> {
    match &walk.tree.node(walk.tree.resolve(node)).kind {
        NodeKind::Sequence(sequence) => Some(sequence.items.clone()),
        _ => None,
    }
}

/// Pairs of base and length; hpx plans nothing by them.
fn scan_ranges(walk: &mut Lowering<'_>, fields: &Fields, base: Option<&Soc>) {
    const NAME: &str = "rtt_scan_ranges";
    let datum = match fields.datum(walk, NAME) {
        None if base.is_some() => return,
        None | Some(Datum::Null) => return fields.missing(walk, NAME),
        Some(datum) => datum,
    };
    let Some(field) = fields.get(walk, NAME) else {
        return;
    };
    let pairs = items(walk, field.value).filter(|pairs| !pairs.is_empty());
    let Some(pairs) = pairs else {
        if datum != Datum::Unknown {
            fields.refuse(walk, NAME, "a list of [base, length] pairs".into());
        }
        return;
    };
    for (at, pair) in pairs.into_iter().enumerate() {
        let numbers = items(walk, pair).filter(|numbers| numbers.len() == 2);
        let whole = numbers.is_some_and(|numbers| {
            numbers
                .iter()
                .all(|n| coerce::python_int(&Datum::of(walk.tree, *n)).is_some())
        });
        if !whole {
            let path = join(&fields.path, &format!("{NAME}[{at}]"));
            let expected = "a [base, length] pair of integers";
            refuse(walk, &path, pair, expected.into());
        }
    }
}

/// Where the image is flashed; hpx plans nothing by it.
fn address(walk: &mut Lowering<'_>, fields: &Fields) {
    const NAME: &str = "app_flash_load_addr";
    let value = match fields.datum(walk, NAME) {
        None | Some(Datum::Null | Datum::Unknown) => return,
        Some(Datum::Int(value)) => Some(value.clone()),
        Some(Datum::Str(text)) => coerce::python_int_from_str(text, 0),
        Some(_) => None,
    };
    let fits = value.is_some_and(|value| (0..=MAX_ADDRESS).contains(&narrow(&value)));
    if !fits {
        let expected = "an address of 32 bits, such as 0x22000000";
        fields.refuse(walk, NAME, expected.into());
    }
}
