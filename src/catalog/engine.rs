//! Engines, their options, and toolchains.

use serde::Deserialize;

use super::LinkFamily;

/// The engines, whatever a release calls them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EngineKind {
    /// Stock LiteRT for Microcontrollers (`litert`; `tflm` before hpx 0.4.0).
    Litert,
    /// heliaRT.
    HeliaRt,
    /// heliaAOT, whose own compiler plans the arenas.
    HeliaAot,
    /// ExecuTorch.
    Executorch,
}

impl EngineKind {
    /// The engine of a name, in whatever release.
    pub fn named(name: &str) -> Option<Self> {
        Some(match name {
            "litert" | "tflm" => EngineKind::Litert,
            "helia-rt" => EngineKind::HeliaRt,
            "helia-aot" => EngineKind::HeliaAot,
            "executorch" => EngineKind::Executorch,
            _ => return None,
        })
    }
}

/// An engine of a release.
#[derive(Clone, Debug, Deserialize)]
pub struct Engine {
    /// Its name in `engine.type`.
    pub name: String,
    /// The values of `engine.backend` that mean something to it.
    pub backends: Vec<String>,
    /// What it takes where the profile names no backend.
    pub default_backend: Option<String>,
    /// The suffix of its models.
    pub suffix: String,
    /// How weights get into PSRAM.
    pub psram_weights: PsramWeights,
    /// Bytes of record an operator, where hpx books them (0.2.0 on).
    pub pmu_record_bytes: Option<i64>,
}

/// How an engine gets weights into PSRAM.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PsramWeights {
    /// The host writes them, over RTT.
    HostUpload,
    /// The firmware carries them and copies them.
    SelfContained,
    /// Not at all.
    Unsupported,
}

/// A key below `engine.config`.
#[derive(Clone, Debug, Deserialize)]
pub struct EngineOption {
    /// Its dotted path below `engine.config`.
    pub key: String,
    /// The engines that read it.
    pub engines: Vec<String>,
    /// The words that they know.
    pub choices: Vec<String>,
    /// Those of the words that they refuse all the same.
    pub refused: Vec<String>,
}

/// A toolchain.
#[derive(Clone, Debug, Deserialize)]
pub struct Toolchain {
    /// Its name in `target.toolchain`.
    pub name: String,
    /// Its linker, where the release says so (0.2.0 on).
    pub link_family: Option<LinkFamily>,
    /// Its name in the files of a heliaRT release.
    pub heliart_tag: String,
    /// The default of `target.rtt_buffer_size_up`.
    pub rtt_buffer_size_up: i64,
}
