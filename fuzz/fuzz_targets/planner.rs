//! Any demand has a placement and a plan whose regions add up.

#![no_main]

use hpx_lsp::catalog::{EngineKind, Placement, Release, releases};
use hpx_lsp::planner::{
    self, Buffer, Bytes, Demand, ExecutorchBuffers, Silicon, Transport,
};
use libfuzzer_sys::fuzz_target;

/// A number out of the next bytes.
fn number(bytes: &mut impl Iterator<Item = u8>) -> i128 {
    let width = bytes.next().unwrap_or(0) % 17;
    let value = (0..width).fold(0i128, |n, _| n << 8 | i128::from(bytes.next().unwrap_or(0)));
    if bytes.next().unwrap_or(0) % 8 == 0 { value.wrapping_neg() } else { value }
}

fn place(bytes: &mut impl Iterator<Item = u8>) -> Option<Placement> {
    Placement::CHOICES.get(bytes.next().unwrap_or(9) as usize % 5).map(|(_, place)| *place)
}

fuzz_target!(|data: &[u8]| {
    let mut bytes = data.iter().copied();
    let all = releases();
    let release: &Release = &all[bytes.next().unwrap_or(0) as usize % all.len()];
    let catalog = release.catalog();
    let soc = &catalog.socs[bytes.next().unwrap_or(0) as usize % catalog.socs.len()];
    let mut soc = soc.clone();
    if bytes.next().unwrap_or(0) % 2 == 0 {
        soc.memory.dtcm = number(&mut bytes);
        soc.memory.sram = number(&mut bytes);
        soc.pmu_max_ops = number(&mut bytes);
    }
    let engines =
        [EngineKind::Litert, EngineKind::HeliaRt, EngineKind::HeliaAot, EngineKind::Executorch];
    let engine = engines[bytes.next().unwrap_or(0) as usize % 4];
    let mut buffer = || Buffer { size: Bytes(number(&mut bytes)), location: place(&mut bytes) };
    let executorch = (engine == EngineKind::Executorch).then(|| ExecutorchBuffers {
        planned: buffer(),
        method: buffer(),
        temporary: buffer(),
        input: buffer(),
        output: buffer(),
    });
    let demand = Demand {
        engine,
        arena: Bytes(number(&mut bytes)),
        weights: Bytes(number(&mut bytes)),
        arena_location: place(&mut bytes),
        weights_location: place(&mut bytes),
        executorch,
        transport: match bytes.next().unwrap_or(0) % 3 {
            0 => Transport::Rtt(Bytes(number(&mut bytes))),
            1 => Transport::UsbCdc,
            _ => Transport::Other,
        },
        npu_tables: bytes.next().unwrap_or(0) % 2 == 0,
    };
    let window = bytes.next().unwrap_or(0) % 2 == 0;
    let silicon =
        Silicon { soc: &soc, mram_window: window.then(|| Bytes(number(&mut bytes))) };
    let placed = planner::place(&demand, &silicon, &catalog.planner);
    let plan = planner::plan(&demand, &placed, &silicon, catalog);
    for usage in &plan.regions {
        let sum: Bytes = usage.consumers.iter().map(|consumer| consumer.size).sum();
        assert_eq!(usage.used, sum);
        assert!(usage.consumers.iter().all(|consumer| consumer.size > Bytes::ZERO));
    }
});
