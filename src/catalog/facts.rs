//! Everything that a release says, and looking it up.

use serde::Deserialize;

use super::{
    Board, BufferDefault, Counter, Counters, Engine, EngineKind, EngineOption, Needs, Placement,
    Planner, PmuTier, Power, PsramClocks, Soc, Toolchain, Traits,
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
    /// Its engines.
    pub engines: Vec<Engine>,
    /// The keys below `engine.config` that an engine reads.
    pub engine_config: Vec<EngineOption>,
    /// What heliaAOT calls memory.
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

/// What heliaAOT calls memory.
#[derive(Debug, Deserialize)]
pub struct Aot {
    /// heliaAOT's names of the placements.
    pub memory_names: std::collections::BTreeMap<Placement, String>,
}

/// Which placements which key takes.
#[derive(Debug, Deserialize)]
pub struct Placements {
    /// `model.arena_location`.
    pub arena: Vec<Placement>,
    /// `model.weights_location`.
    pub weights: Vec<Placement>,
}

/// What heliaRT is made of on disk.
#[derive(Debug, Deserialize)]
pub struct Heliart {
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
