//! Counters of the hardware and their groups.

use serde::Deserialize;

/// Counters.
#[derive(Debug, Deserialize)]
pub struct Counters {
    /// The groups, in the order of their names.
    pub groups: Vec<CounterGroup>,
    /// How many of a group one pass captures.
    pub per_pass: usize,
    /// Every counter.
    pub events: Vec<Counter>,
}

/// A group of counters.
#[derive(Debug, Deserialize)]
pub struct CounterGroup {
    /// Its name.
    pub name: String,
    /// What a SoC must have for it.
    pub needs: Needs,
    /// What selection `default` takes.
    pub default: Vec<String>,
}

/// What a SoC must have for a group of counters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Needs {
    /// Nothing beside its core.
    Core,
    /// The Armv8-M PMU.
    Pmu,
    /// The Helium vector extension.
    Mve,
    /// An NPU.
    Npu,
}

/// A counter.
#[derive(Debug, Deserialize)]
pub struct Counter {
    /// Its name.
    pub name: String,
    /// Its group.
    pub group: String,
    /// Its event number; 0 for those that firmware names by symbol.
    pub event: i64,
    /// What it counts.
    pub description: String,
}
