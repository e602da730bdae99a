//! What ExecuTorch's adapter makes of `engine.config` and the sidecar
//! (`helia_profiler.engines.executorch`).

use num_bigint::{BigInt, BigUint};

use crate::artifact::Sidecar;
use crate::catalog::{Catalog, Placement};
use crate::planner::{Buffer, Bytes, ExecutorchBuffers};
use crate::profile::{Datum, FreeForm, Profile};

/// One of the buffers' size keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SizeState {
    /// It is this.
    Known(Bytes),
    /// It is written, and no positive integer.
    Bad,
    /// Nothing says it.
    Missing,
}

/// What a key for a buffer's place says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LocationState {
    /// This; `None` follows the arena.
    Known(Option<Placement>),
    /// Something that hpx refuses.
    Bad,
}

/// The keys of the sizes.
pub const SIZE_KEYS: [&str; 5] = [
    "planned_arena_size",
    "method_arena_size",
    "temporary_arena_size",
    "input_size",
    "output_size",
];

/// The keys of the places.
pub const LOCATION_KEYS: [&str; 4] = [
    "planned_arena_location",
    "method_arena_location",
    "temporary_arena_location",
    "io_location",
];

/// What a size key says: the profile, else `model.arena_size` for the planned
/// arena, else the sidecar, else hpx's default.
pub fn size(
    key: &str,
    config: FreeForm<'_>,
    profile: &Profile,
    sidecar: Option<&Sidecar>,
    catalog: &Catalog,
) -> Option<SizeState> {
    if let Some(entry) = config.entry(key) {
        return match config.datum(entry) {
            Datum::Int(size) if *size > BigInt::ZERO => Some(SizeState::Known(super::bytes(size))),
            Datum::Unknown => None,
            _ => Some(SizeState::Bad),
        };
    }
    let given = match key {
        "planned_arena_size" => {
            let arena = profile.model.arena_size.known()?;
            let said = || sidecar?.planned_arena_size.as_ref().map(bytes);
            let arena = arena.map(|arena| super::bytes(&arena));
            arena.filter(|arena| *arena != Bytes::ZERO).or_else(said)
        }
        "input_size" => sidecar.and_then(|sidecar| sidecar.input_size.as_ref().map(bytes)),
        "output_size" => sidecar.and_then(|sidecar| sidecar.output_size.as_ref().map(bytes)),
        _ => catalog
            .executorch_buffer(key)
            .map(|size| Bytes(size.into())),
    };
    Some(given.map_or(SizeState::Missing, SizeState::Known))
}

fn bytes(size: &BigUint) -> Bytes {
    Bytes(i128::try_from(size.clone()).unwrap_or(i128::MAX))
}

/// What a location key says.
pub fn location(key: &str, config: FreeForm<'_>) -> LocationState {
    match config.get(key) {
        Datum::Null => LocationState::Known(None),
        Datum::Str("tcm") => LocationState::Known(Some(Placement::Tcm)),
        Datum::Str("sram") => LocationState::Known(Some(Placement::Sram)),
        _ => LocationState::Bad,
    }
}

/// The five buffers, where all of their keys hold.
pub fn buffers(
    config: FreeForm<'_>,
    profile: &Profile,
    sidecar: Option<&Sidecar>,
    catalog: &Catalog,
) -> Option<ExecutorchBuffers> {
    let buffer = |key, place| {
        let size = match size(key, config, profile, sidecar, catalog)? {
            SizeState::Known(size) => size,
            SizeState::Bad | SizeState::Missing => return None,
        };
        match location(place, config) {
            LocationState::Known(location) => Some(Buffer { size, location }),
            LocationState::Bad => None,
        }
    };
    Some(ExecutorchBuffers {
        planned: buffer("planned_arena_size", "planned_arena_location")?,
        method: buffer("method_arena_size", "method_arena_location")?,
        temporary: buffer("temporary_arena_size", "temporary_arena_location")?,
        input: buffer("input_size", "io_location")?,
        output: buffer("output_size", "io_location")?,
    })
}
