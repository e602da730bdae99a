//! Power measurement, and the clocks of external memory.

use serde::Deserialize;

use super::Family;

/// Power measurement.
#[derive(Debug, Deserialize)]
pub struct Power {
    /// The values of `power.driver`.
    pub drivers: Vec<String>,
    /// Known carriers of an INA228.
    pub ina228_boards: Vec<Ina228Board>,
    /// The conversion times of an INA228.
    pub ina228_conversion_times_us: Vec<i64>,
    /// The averaging counts of an INA228.
    pub ina228_averaging_counts: Vec<i64>,
    /// The sync pin of a board that says nothing.
    pub sync_gpio_pin: i64,
    /// The state pin of a board that says nothing.
    pub state_gpio_pin: i64,
    /// The go pin of a board that says nothing.
    pub go_gpio_pin: i64,
}

/// A known carrier of an INA228.
#[derive(Debug, Deserialize)]
pub struct Ina228Board {
    /// Its name in `power.ina228.board`.
    pub name: String,
    /// Its shunt, where it has one.
    pub shunt_ohms: Option<f64>,
}

/// Clocks of the PSRAM interface.
#[derive(Debug, Deserialize)]
pub struct PsramClocks {
    /// What hpx takes; empty where it has no such key.
    pub accepted: Vec<i64>,
    /// What the parts can make of them.
    pub families: Vec<PsramFamily>,
}

/// The PSRAM clocks that a family of SoCs can make.
#[derive(Debug, Deserialize)]
pub struct PsramFamily {
    /// The family.
    pub family: Family,
    /// Its clocks, in Hz.
    pub possible: Vec<i64>,
}
