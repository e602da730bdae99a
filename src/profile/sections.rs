//! The sections of a profile (`helia_profiler.config`).

use num_bigint::BigInt;

use super::coerce;
use super::custom::{Lookup, Platforms};
use super::datum::Datum;
use super::lower::{Coerced, Lowering};
use super::problem::{ProblemKind, Spot};
use super::value::{Source, Sourced, State};
use crate::catalog::{self, Placement};
use crate::syntax::{Field, NodeId, NodeKind};

/// `model`: the model file, its arena and where they live.
#[derive(Clone, Debug)]
pub struct Model {
    /// `model.path`.
    pub path: Sourced<String>,
    /// `model.arena_size`, in bytes.
    pub arena_size: Sourced<BigInt>,
    /// `model.arena_location`.
    pub arena_location: Sourced<Placement>,
    /// `model.weights_location`.
    pub weights_location: Sourced<Placement>,
}

/// `engine`: what runs the model.
#[derive(Clone, Debug)]
pub struct Engine {
    /// `engine.type`, as the release names it.
    pub name: Sourced<String>,
    /// `engine.backend`.
    pub backend: Sourced<String>,
    /// `engine.config`, free-form.
    pub config: Sourced<NodeId>,
    /// `engine.config_path`.
    pub config_path: Sourced<String>,
    /// `engine.allow_unsupported_version`.
    pub allow_unsupported_version: Sourced<bool>,
}

/// `target`: the board and how to reach it.
#[derive(Clone, Debug)]
pub struct Target {
    /// `target.board`.
    pub board: Sourced<String>,
    /// `target.toolchain`.
    pub toolchain: Sourced<String>,
    /// `target.transport`.
    pub transport: Sourced<String>,
    /// `target.usb_port`.
    pub usb_port: Sourced<String>,
    /// `target.rtt_buffer_size_up`, in bytes.
    pub rtt_buffer_size_up: Sourced<BigInt>,
    /// `target.clock.cpu`.
    pub clock_cpu: Sourced<String>,
    /// `target.psram` itself.
    pub psram: Sourced<NodeId>,
    /// `target.psram.clock_hz`, in Hz.
    pub psram_clock_hz: Sourced<BigInt>,
}

/// What a group of counters asks for.
#[derive(Clone, Debug, PartialEq)]
pub enum Selection {
    /// The group's default counters.
    Default,
    /// All of them.
    All,
    /// These, by name; a node that is no string has none.
    Names(Vec<(NodeId, Option<String>)>),
    /// Something that hpx refuses.
    Other,
}

/// One entry of `profiling.pmu_counters`.
#[derive(Clone, Debug, PartialEq)]
pub struct Counters {
    /// The group: hpx makes a string of whatever the key is.
    pub group: String,
    /// The key.
    pub key: NodeId,
    /// The value.
    pub value: NodeId,
    /// What is selected.
    pub selection: Selection,
}

/// `profiling`: what is measured.
#[derive(Clone, Debug)]
pub struct Profiling {
    /// `profiling.pmu_counters`; `None` where nothing is written.
    pub pmu_counters: Sourced<Vec<Counters>>,
    /// `profiling.per_layer`.
    pub per_layer: Sourced<bool>,
    /// `profiling.window_target_ms`, in milliseconds.
    pub window_target_ms: Sourced<BigInt>,
    /// `profiling.window_min`, in inferences.
    pub window_min: Sourced<BigInt>,
    /// `profiling.window_max`, in inferences.
    pub window_max: Sourced<BigInt>,
    /// `profiling.clean_window_probe`.
    pub clean_window_probe: Sourced<String>,
    /// `profiling.clean_window_trace`.
    pub clean_window_trace: Sourced<bool>,
    /// `profiling.force_shared_sram`.
    pub force_shared_sram: Sourced<bool>,
    /// `profiling.extreme_mode`.
    pub extreme_mode: Sourced<bool>,
}

/// `power.ina228`: the power monitor on the board.
#[derive(Clone, Debug)]
pub struct Ina228 {
    /// The block itself.
    pub block: Sourced<NodeId>,
    /// `power.ina228.board`.
    pub board: Sourced<String>,
    /// `power.ina228.shunt_ohms`, in ohms.
    pub shunt_ohms: Sourced<f64>,
    /// `power.ina228.max_current_a`, in amperes.
    pub max_current_a: Sourced<f64>,
    /// `power.ina228.i2c_iom`.
    pub i2c_iom: Sourced<BigInt>,
    /// `power.ina228.i2c_address`.
    pub i2c_address: Sourced<BigInt>,
    /// `power.ina228.i2c_speed_hz`, in Hz.
    pub i2c_speed_hz: Sourced<BigInt>,
    /// `power.ina228.conversion_time_us`, in microseconds.
    pub conversion_time_us: Sourced<BigInt>,
    /// `power.ina228.averaging_count`.
    pub averaging_count: Sourced<BigInt>,
    /// `power.ina228.calibration_id`.
    pub calibration_id: Sourced<String>,
}

/// `power`: measuring current.
#[derive(Clone, Debug)]
pub struct Power {
    /// `power.enabled`.
    pub enabled: Sourced<bool>,
    /// `power.driver`.
    pub driver: Sourced<String>,
    /// `power.firmware`.
    pub firmware: Sourced<String>,
    /// `power.mode`.
    pub mode: Sourced<String>,
    /// `power.sync_gpio_pin`.
    pub sync_gpio_pin: Sourced<BigInt>,
    /// `power.sync_input_index`.
    pub sync_input_index: Sourced<BigInt>,
    /// `power.lockstep`.
    pub lockstep: Sourced<bool>,
    /// `power.state_gpio_pin`.
    pub state_gpio_pin: Sourced<BigInt>,
    /// `power.go_gpio_pin`.
    pub go_gpio_pin: Sourced<BigInt>,
    /// `power.stats_rate_hz`, in Hz.
    pub stats_rate_hz: Sourced<BigInt>,
    /// `power.ina228`.
    pub ina228: Ina228,
}

/// `output`: the result folder.
#[derive(Clone, Debug)]
pub struct Output {
    /// `output.format`.
    pub format: Sourced<String>,
}

/// One entry of `build.nsx_modules`.
#[derive(Clone, Debug)]
pub struct ModuleOverride {
    /// The module's name.
    pub name: String,
    /// The key.
    pub key: NodeId,
    /// The value.
    pub value: NodeId,
    /// The modes that are set to something, by name.
    pub modes: Vec<&'static str>,
    /// Whether some mode could not be read.
    pub bad: bool,
}

/// `build`: how the firmware is built.
#[derive(Clone, Debug)]
pub struct Build {
    /// `build.channel`.
    pub channel: Sourced<String>,
    /// `build.nsx_modules`.
    pub nsx_modules: Vec<ModuleOverride>,
    /// `build.update_dependencies`.
    pub update_dependencies: Sourced<bool>,
    /// `build.offline`.
    pub offline: Sourced<bool>,
}

/// Typed access to what the walk found.
impl Lowering<'_> {
    fn typed<T>(&mut self, key: &str, read: impl Fn(Coerced) -> Option<T>) -> Sourced<T> {
        let found = self.take(key);
        let state = match found.state {
            State::Known(value) => read(value).map_or(State::Bad, State::Known),
            State::Null => State::Null,
            State::Bad => State::Bad,
        };
        Sourced {
            state,
            source: found.source,
        }
    }

    pub(super) fn text(&mut self, key: &str) -> Sourced<String> {
        self.typed(key, |value| match value {
            Coerced::Str(text) => Some(text),
            _ => None,
        })
    }

    pub(super) fn flag(&mut self, key: &str) -> Sourced<bool> {
        self.typed(key, |value| match value {
            Coerced::Bool(flag) => Some(flag),
            _ => None,
        })
    }

    pub(super) fn int(&mut self, key: &str) -> Sourced<BigInt> {
        self.typed(key, |value| match value {
            Coerced::Int(int) => Some(int),
            _ => None,
        })
    }

    pub(super) fn float(&mut self, key: &str) -> Sourced<f64> {
        self.typed(key, |value| match value {
            Coerced::Float(float) => Some(float),
            _ => None,
        })
    }

    pub(super) fn node(&mut self, key: &str) -> Sourced<NodeId> {
        self.typed(key, |value| match value {
            Coerced::Node(node) => Some(node),
            _ => None,
        })
    }

    pub(super) fn placement(&mut self, key: &str) -> Sourced<Placement> {
        self.typed(key, |value| match value {
            Coerced::Str(name) => Placement::named(&name),
            _ => None,
        })
    }
}

impl Model {
    pub(super) fn of(walk: &mut Lowering<'_>) -> Self {
        Model {
            path: walk.text("model.path"),
            arena_size: walk.int("model.arena_size"),
            arena_location: walk.placement("model.arena_location"),
            weights_location: walk.placement("model.weights_location"),
        }
    }
}

impl Engine {
    pub(super) fn of(walk: &mut Lowering<'_>) -> Self {
        Engine {
            name: walk.text("engine.type"),
            backend: walk.text("engine.backend"),
            config: walk.node("engine.config"),
            config_path: walk.text("engine.config_path"),
            allow_unsupported_version: walk.flag("engine.allow_unsupported_version"),
        }
    }
}

impl Target {
    pub(super) fn of(walk: &mut Lowering<'_>) -> Self {
        Target {
            board: walk.text("target.board"),
            toolchain: walk.text("target.toolchain"),
            transport: walk.text("target.transport"),
            usb_port: walk.text("target.usb_port"),
            rtt_buffer_size_up: walk.int("target.rtt_buffer_size_up"),
            clock_cpu: walk.text("target.clock.cpu"),
            psram: walk.node("target.psram"),
            psram_clock_hz: walk.int("target.psram.clock_hz"),
        }
    }
}

impl Profiling {
    pub(super) fn of(walk: &mut Lowering<'_>) -> Self {
        Profiling {
            pmu_counters: counters(walk),
            per_layer: walk.flag("profiling.per_layer"),
            window_target_ms: walk.int("profiling.window_target_ms"),
            window_min: walk.int("profiling.window_min"),
            window_max: walk.int("profiling.window_max"),
            clean_window_probe: walk.text("profiling.clean_window_probe"),
            clean_window_trace: walk.flag("profiling.clean_window_trace"),
            force_shared_sram: walk.flag("profiling.force_shared_sram"),
            extreme_mode: walk.flag("profiling.extreme_mode"),
        }
    }
}

fn counters(walk: &mut Lowering<'_>) -> Sourced<Vec<Counters>> {
    let found = walk.node("profiling.pmu_counters");
    let tree = walk.tree;
    let state = match found.state {
        State::Known(node) => {
            let fields = tree.fields(node);
            for field in &fields {
                strings(walk, field);
            }
            let read = fields.iter().map(|field| Counters {
                group: walk.printed(field.key),
                key: field.key,
                value: field.value,
                selection: selection(walk, field.value),
            });
            State::Known(read.collect())
        }
        State::Null => State::Null,
        State::Bad => State::Bad,
    };
    Sourced {
        state,
        source: found.source,
    }
}

/// Notes the items of a group's list that are no strings.
fn strings(walk: &mut Lowering<'_>, field: &Field) {
    let NodeKind::Sequence(list) = &walk.tree.node(walk.tree.resolve(field.value)).kind else {
        return;
    };
    for (at, item) in list.items.iter().enumerate() {
        let datum = Datum::of(walk.tree, *item);
        if datum != Datum::Unknown && coerce::string(&datum).is_none() {
            let group = walk.printed(field.key);
            let key = format!("profiling.pmu_counters.{group}[{at}]");
            let expected = "the name of a counter".into();
            let kind = ProblemKind::WrongType {
                expected,
                found: datum.kind(),
            };
            walk.report(
                kind,
                &key,
                Spot::Value {
                    key: None,
                    value: *item,
                },
            );
        }
    }
}

fn selection(walk: &Lowering<'_>, value: NodeId) -> Selection {
    let tree = walk.tree;
    match &tree.node(tree.resolve(value)).kind {
        NodeKind::Sequence(sequence) => {
            let name = |item| coerce::string(&Datum::of(tree, item)).map(str::to_owned);
            let names = sequence.items.iter().map(|item| (*item, name(*item)));
            Selection::Names(names.collect())
        }
        _ => match Datum::of(tree, value) {
            Datum::Str("default") => Selection::Default,
            Datum::Str("all") => Selection::All,
            _ => Selection::Other,
        },
    }
}

impl Power {
    pub(super) fn of(walk: &mut Lowering<'_>) -> Self {
        Power {
            enabled: walk.flag("power.enabled"),
            driver: walk.text("power.driver"),
            firmware: walk.text("power.firmware"),
            mode: walk.text("power.mode"),
            sync_gpio_pin: walk.int("power.sync_gpio_pin"),
            sync_input_index: walk.int("power.sync_input_index"),
            lockstep: walk.flag("power.lockstep"),
            state_gpio_pin: walk.int("power.state_gpio_pin"),
            go_gpio_pin: walk.int("power.go_gpio_pin"),
            stats_rate_hz: walk.int("power.stats_rate_hz"),
            ina228: Ina228 {
                block: walk.node("power.ina228"),
                board: walk.text("power.ina228.board"),
                shunt_ohms: walk.float("power.ina228.shunt_ohms"),
                max_current_a: walk.float("power.ina228.max_current_a"),
                i2c_iom: walk.int("power.ina228.i2c_iom"),
                i2c_address: walk.int("power.ina228.i2c_address"),
                i2c_speed_hz: walk.int("power.ina228.i2c_speed_hz"),
                conversion_time_us: walk.int("power.ina228.conversion_time_us"),
                averaging_count: walk.int("power.ina228.averaging_count"),
                calibration_id: walk.text("power.ina228.calibration_id"),
            },
        }
    }
}

impl Power {
    /// The board's own pins, where the profile names none.
    pub(super) fn default_pins(
        &mut self,
        platforms: &Platforms,
        name: &str,
        fallback: &catalog::Power,
    ) {
        let pins = match platforms.board(name) {
            Lookup::Known(board) => [board.sync_gpio_pin, board.state_gpio_pin, board.go_gpio_pin],
            Lookup::Broken => return,
            Lookup::Unknown => [
                fallback.sync_gpio_pin,
                fallback.state_gpio_pin,
                fallback.go_gpio_pin,
            ],
        };
        let keys = [
            &mut self.sync_gpio_pin,
            &mut self.state_gpio_pin,
            &mut self.go_gpio_pin,
        ];
        for (pin, default) in keys.into_iter().zip(pins) {
            if pin.source == Source::Default && !pin.is_bad() {
                pin.state = State::Known(BigInt::from(default));
            }
        }
    }

    /// Whether both wires of lock-step are there, where that is known.
    pub fn lockstep_is_wired(&self) -> Option<bool> {
        let wired = |pin: &Sourced<BigInt>| pin.get().map(|pin| *pin > BigInt::ZERO);
        Some(wired(&self.state_gpio_pin)? && wired(&self.go_gpio_pin)?)
    }

    /// Whether capture is in lock-step: by key, else where both wires are
    /// there and an instrument outside captures.
    pub fn lockstep_resolved(&self) -> Option<bool> {
        if let Some(asked) = self.lockstep.known()? {
            return Some(asked);
        }
        let external = self.mode.get()? == "external";
        Some(*self.enabled.get()? && external && self.lockstep_is_wired()?)
    }
}

impl Output {
    pub(super) fn of(walk: &mut Lowering<'_>) -> Self {
        Output {
            format: walk.text("output.format"),
        }
    }
}

impl Build {
    pub(super) fn of(walk: &mut Lowering<'_>, nsx_modules: Vec<ModuleOverride>) -> Self {
        Build {
            channel: walk.text("build.channel"),
            nsx_modules,
            update_dependencies: walk.flag("build.update_dependencies"),
            offline: walk.flag("build.offline"),
        }
    }
}
