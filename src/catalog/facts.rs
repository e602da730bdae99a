//! Everything that a release says, and looking it up.

use serde::Deserialize;

use super::{
    Board, Engine, EngineKind, EngineOption, Family, Placement, PmuTier, Region, Soc, Toolchain,
    Traits,
};

/// The facts of one release.
#[derive(Debug, Deserialize)]
pub struct Catalog {
    /// The releases that these facts are true of.
    pub releases: Vec<String>,
    /// Its boards.
    pub boards: Vec<Board>,
    /// Its SoCs.
    pub socs: Vec<Soc>,
    /// Its toolchains.
    pub toolchains: Vec<Toolchain>,
    /// The values of `target.transport`.
    pub transports: Vec<String>,
    /// Its engines.
    pub engines: Vec<Engine>,
    /// The keys below `engine.config` that an engine reads.
    pub engine_config: Vec<EngineOption>,
    /// What hpx and heliaAOT call memory, and what hpx sets itself.
    pub aot: Aot,
    /// Power measurement.
    pub power: Power,
    /// Clocks of the PSRAM interface.
    pub psram_clocks: PsramClocks,
    /// Counters.
    pub counters: Counters,
    /// Which placements which key takes.
    pub placements: Placements,
    /// The constants of the memory plan.
    pub planner: Planner,
    /// The sizes that ExecuTorch's options take.
    pub executorch_buffers: Vec<BufferDefault>,
    /// The operators that an interpreter can register.
    pub resolver: Resolver,
    /// What heliaRT is made of on disk.
    pub heliart: Heliart,
    /// Top-level keys that hpx keeps for itself.
    pub reserved_keys: Vec<String>,
    /// Modules that an engine provides, so that `build.nsx_modules` has no
    /// effect on them.
    pub engine_owned_modules: Vec<String>,
    /// The keys of custom SoCs and boards.
    pub custom_keys: CustomKeys,
    /// The flags of `hpx profile`, in its order.
    pub flags: Vec<Flag>,
    /// Where its logic differs from other releases'.
    pub traits: Traits,
}

impl Catalog {
    /// A board by name.
    pub fn board(&self, name: &str) -> Option<&Board> {
        self.boards.iter().find(|board| board.name == name)
    }

    /// A SoC by name.
    pub fn soc(&self, name: &str) -> Option<&Soc> {
        self.socs.iter().find(|soc| soc.name == name)
    }

    /// A toolchain by the name that a profile gives it.
    pub fn toolchain(&self, name: &str) -> Option<&Toolchain> {
        self.toolchains
            .iter()
            .find(|toolchain| toolchain.name == name)
    }

    /// An engine by name.
    pub fn engine(&self, name: &str) -> Option<&Engine> {
        self.engines.iter().find(|engine| engine.name == name)
    }

    /// The engine that this release calls `name`.
    pub fn engine_kind(&self, name: &str) -> Option<EngineKind> {
        self.engine(name)
            .and_then(|engine| EngineKind::named(&engine.name))
    }

    /// Bytes of record an operator, where hpx books them.
    pub fn record_bytes(&self, kind: EngineKind) -> Option<i64> {
        let engine = self
            .engines
            .iter()
            .find(|e| EngineKind::named(&e.name) == Some(kind));
        engine?.pmu_record_bytes
    }

    /// The default of one of ExecuTorch's size options.
    pub fn executorch_buffer(&self, key: &str) -> Option<i64> {
        self.executorch_buffers
            .iter()
            .find(|buffer| buffer.key == key)?
            .default
    }

    /// An option below `engine.config`, by its path there.
    pub fn engine_option(&self, key: &str) -> Option<&EngineOption> {
        self.engine_config.iter().find(|option| option.key == key)
    }

    /// A flag of `hpx profile` by its text, such as `--board`.
    pub fn flag(&self, text: &str) -> Option<&Flag> {
        let named = |flag: &&Flag| {
            flag.flags
                .iter()
                .chain(&flag.off)
                .any(|known| known == text)
        };
        self.flags.iter().find(named)
    }

    /// A counter by name.
    pub fn counter(&self, name: &str) -> Option<&Counter> {
        self.counters
            .events
            .iter()
            .find(|counter| counter.name == name)
    }

    /// The groups of counters of a SoC that has such things.
    pub fn groups_of(&self, pmu_tier: PmuTier, has_mve: bool, has_npu: bool) -> Vec<String> {
        let has = |needs: Needs| match needs {
            Needs::Core => true,
            Needs::Pmu => pmu_tier == PmuTier::Pmu,
            Needs::Mve => has_mve,
            Needs::Npu => has_npu,
        };
        let groups = self.counters.groups.iter().filter(|group| has(group.needs));
        groups.map(|group| group.name.clone()).collect()
    }
}

/// What hpx and heliaAOT call memory, and what hpx sets itself.
#[derive(Debug, Deserialize)]
pub struct Aot {
    /// heliaAOT's names of the placements.
    pub memory_names: std::collections::BTreeMap<Placement, String>,
    /// Other names that heliaAOT has for a placement.
    pub memory_aliases: std::collections::BTreeMap<String, Placement>,
    /// The default of `engine.config.prefix`.
    pub default_prefix: String,
    /// The default of `engine.config.module_name`.
    pub default_module_name: String,
    /// Dotted keys of `aot_args` that hpx overwrites.
    pub overwritten: Vec<String>,
}

/// Power measurement.
#[derive(Debug, Deserialize)]
pub struct Power {
    /// The values of `power.driver`.
    pub drivers: Vec<String>,
    /// Known carriers of an INA228.
    pub ina228_boards: Vec<Ina228Board>,
    /// The address of an INA228 that nothing else decides on.
    pub ina228_i2c_address: Option<i64>,
    /// The conversion times of an INA228.
    pub ina228_conversion_times_us: Vec<i64>,
    /// The averaging counts of an INA228.
    pub ina228_averaging_counts: Vec<i64>,
    /// The capture's limit where neither profile nor timing sets one.
    pub duration_s: i64,
    /// The least window with power.
    pub window_target_ms: i64,
    /// How often an INA228 must update in a window.
    pub min_ina228_updates: Option<i64>,
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
    /// Its address.
    pub i2c_address: Option<i64>,
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
    /// Where that is from, being nothing that hpx says.
    pub source: String,
}

/// The PSRAM clocks that a family of SoCs can make.
#[derive(Debug, Deserialize)]
pub struct PsramFamily {
    /// The family.
    pub family: Family,
    /// Its clocks, in Hz.
    pub possible: Vec<i64>,
}

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
}

/// Which placements which key takes.
#[derive(Debug, Deserialize)]
pub struct Placements {
    /// `model.arena_location`.
    pub arena: Vec<Placement>,
    /// `model.weights_location`.
    pub weights: Vec<Placement>,
}

/// The constants of the memory plan. What hpx itself reserves is absent before
/// 0.2.0.
#[derive(Debug, Deserialize)]
pub struct Planner {
    /// The arena of a profile that names none.
    pub default_arena_bytes: i64,
    /// What automatic placement keeps free in TCM.
    pub tcm_slack_bytes: i64,
    /// What automatic placement keeps free in SRAM.
    pub sram_slack_bytes: i64,
    /// Record an operator that only ExecuTorch books (0.1.5 and 0.1.6).
    pub executorch_record_bytes: Option<i64>,
    /// What surrounds an interpreter's records.
    pub profiler_object_bytes: ProfilerObject,
    /// NPU tables an operator.
    pub npu_table_bytes: Option<i64>,
    /// RTT beside its up buffer.
    pub rtt_fixed_bytes: Option<i64>,
    /// The buffers of `usb_cdc`.
    pub usb_bytes: Option<i64>,
    /// SoCs whose linker script has no zeroed section in SRAM, by name.
    pub no_sram_bss_socs: Vec<String>,
    /// What depends on the family.
    pub families: Vec<PlannerFamily>,
}

impl Planner {
    /// What surrounds an interpreter's records; 0 where hpx books none.
    pub fn profiler_object_bytes(&self, tier: PmuTier) -> i64 {
        match tier {
            PmuTier::Pmu => self.profiler_object_bytes.pmu,
            PmuTier::Dwt => self.profiler_object_bytes.dwt,
        }
    }

    /// What depends on the family.
    pub fn family(&self, family: Family) -> Option<&PlannerFamily> {
        self.families.iter().find(|row| row.family == family)
    }
}

/// What surrounds an interpreter's records, by what the core can count.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(default)]
pub struct ProfilerObject {
    pmu: i64,
    dwt: i64,
}

/// The part of the plan that depends on the family.
#[derive(Debug, Deserialize)]
pub struct PlannerFamily {
    /// The family.
    pub family: Family,
    /// Where RTT's buffers lie.
    pub rtt_region: Region,
    /// Where USB's buffers lie.
    pub usb_region: Region,
    /// Where the boot stack lies.
    pub stack_region: Region,
    /// The boot stack.
    pub boot_stack_bytes: i64,
}

/// A size option of ExecuTorch's.
#[derive(Debug, Deserialize)]
pub struct BufferDefault {
    /// The option.
    pub key: String,
    /// Its default, where that is a number.
    pub default: Option<i64>,
}

/// The operators that an interpreter can register.
#[derive(Debug, Deserialize)]
pub struct Resolver {
    /// Their names.
    pub builtins: Vec<String>,
    /// Those that heliaRT registers whatever the model has.
    pub helia_rt_always: Vec<String>,
}

/// What heliaRT is made of on disk.
#[derive(Debug, Deserialize)]
pub struct Heliart {
    /// The oldest version that hpx takes.
    pub min_version: String,
    /// The folders of a prebuilt distribution.
    pub dist_folders: Vec<String>,
    /// The files that a source checkout must have.
    pub source_files: Vec<String>,
}

/// The keys of custom SoCs and boards.
#[derive(Debug, Deserialize)]
pub struct CustomKeys {
    /// Of a SoC.
    pub soc: Vec<String>,
    /// Of a SoC's memory.
    pub memory: Vec<String>,
    /// Of a board.
    pub board: Vec<String>,
}

impl CustomKeys {
    /// The keys of a SoC.
    pub fn soc_names(&self) -> Vec<&str> {
        self.soc.iter().map(String::as_str).collect()
    }

    /// The keys of a SoC's memory.
    pub fn memory_names(&self) -> Vec<&str> {
        self.memory.iter().map(String::as_str).collect()
    }

    /// The keys of a board.
    pub fn board_names(&self) -> Vec<&str> {
        self.board.iter().map(String::as_str).collect()
    }
}

/// A flag of `hpx profile`, or its one positional argument.
#[derive(Debug, Deserialize)]
pub struct Flag {
    /// hpx's own name of it.
    pub name: String,
    /// Its texts, dashes included; none for the positional argument.
    pub flags: Vec<String>,
    /// The texts of its opposite.
    pub off: Vec<String>,
    /// What follows it.
    pub value: FlagValue,
    /// The words that it takes.
    pub choices: Vec<String>,
    /// The dotted key that it sets; `*` is a name that its value holds.
    pub key: Option<String>,
    /// What a flag without a value puts there, where that is not the choice
    /// between it and its opposite.
    pub stores: Option<serde_json::Value>,
    /// Whether each use adds to the ones before.
    pub repeats: bool,
}

/// What follows a flag.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub enum FlagValue {
    /// Nothing.
    #[serde(rename = "none")]
    None,
    /// Nothing, and its uses are counted.
    #[serde(rename = "count")]
    Count,
    /// Any text.
    #[serde(rename = "text")]
    Text,
    /// A path.
    #[serde(rename = "path")]
    Path,
    /// An integer.
    #[serde(rename = "int")]
    Int,
    /// One of its words.
    #[serde(rename = "choice")]
    Choice,
    /// A group of counters, a colon, and `default`, `all` or names.
    #[serde(rename = "group:selection")]
    GroupSelection,
    /// A module, a colon, and `path`, `ref` or `version` with a value.
    #[serde(rename = "name:key=value")]
    NameKeyValue,
}
