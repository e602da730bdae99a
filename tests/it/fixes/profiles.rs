//! Profiles in many styles, with mistakes in them, each the same for the same seed.

use std::fmt::Write;

use hpx_lsp::catalog::Release;
use hpx_lsp::profile::{OverrideValue, Overrides};

/// A source of choices.
pub struct Dice(u64);

impl Dice {
    pub fn new(seed: u64) -> Self {
        let mut dice = Self(seed ^ 0x9e37_79b9_7f4a_7c15);
        for _ in 0..4 {
            dice.below(2);
        }
        dice
    }

    /// A number below `n`.
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % n
    }

    /// True once in `n` times.
    fn once_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    fn pick<'a>(&mut self, of: &[&'a str]) -> &'a str {
        of[self.below(of.len())]
    }
}

/// A value of a profile.
#[derive(Clone)]
enum Value {
    Text(String),
    Map(Vec<(String, Value)>),
    List(Vec<String>),
}

/// The keys that a profile may have, with values that they may take, right and wrong.
const KEYS: &[(&str, &[&str])] = &[
    (
        "model.arena_size",
        &["65536", "96 KiB", "1e5", "600000", "465000", "0", "5000000"],
    ),
    (
        "model.arena_location",
        &["tcm", "sram", "psram", "dtcm", "SRAM", "mram"],
    ),
    (
        "model.weights_location",
        &["mram", "psram", "sram", "tcm", "flash"],
    ),
    (
        "engine.type",
        &[
            "helia-rt",
            "litert",
            "helia-aot",
            "executorch",
            "tflm",
            "helia_rt",
        ],
    ),
    (
        "engine.backend",
        &["cmsis_nn", "reference", "ns", "arm", "cmsis-nn", "ethos_u"],
    ),
    ("engine.config_path", &["aot.yaml", "aot_psram.yaml"]),
    ("engine.allow_unsupported_version", &["true", "false"]),
    ("engine.config.variant", &["debug", "release", "fast"]),
    ("engine.config.varient", &["debug"]),
    ("engine.config.backend", &["cmsis_nn", "ns"]),
    ("engine.config.ns_ops", &["true", "false", "\"yes\""]),
    ("engine.config.linker_profile", &["default", "itcm"]),
    (
        "engine.config.planned_arena_size",
        &["4096", "400000", "4 KiB"],
    ),
    ("engine.config.input_size", &["64"]),
    ("engine.config.output_size", &["64"]),
    (
        "engine.config.planned_arena_location",
        &["TCM", "sram", "dtcm"],
    ),
    (
        "engine.config.aot_args.memory.allocate_arenas",
        &["true", "false", "\"false\""],
    ),
    ("engine.config.aot_args.force", &["true"]),
    (
        "target.board",
        &[
            "apollo510_evb",
            "apollo3p_evb",
            "apollo4p_evb",
            "apollo330mP_evb",
            "apollo510_eva",
            "Apollo510_EVB",
            "atomiq110_fpga_turbo",
        ],
    ),
    (
        "target.toolchain",
        &["arm-none-eabi-gcc", "armclang", "atfe", "armclang6"],
    ),
    (
        "target.transport",
        &["rtt", "usb_cdc", "uart", "swo", "usb"],
    ),
    ("target.usb_port", &["/dev/ttyACM0"]),
    (
        "target.jlink_serial",
        &["1160003058", "\"1160003058\"", "004204"],
    ),
    ("target.rtt_buffer_size_up", &["4096", "600000", "-1"]),
    ("target.clock.cpu", &["lp", "hp", "HP", "turbo"]),
    (
        "target.psram.clock_hz",
        &["48000000", "50000000", "48", "96000000", "48 MHz"],
    ),
    ("target.bord", &["apollo510_evb"]),
    ("profiling.per_layer", &["true", "false", "maybe"]),
    ("profiling.itertions", &["3"]),
    ("profiling.clean_window_trace", &["true"]),
    ("profiling.clean_window_probe", &["infer", "busy_loop"]),
    ("profiling.extreme_mode", &["true", "false"]),
    ("profiling.force_shared_sram", &["true", "yes"]),
    (
        "profiling.pmu_counters.cpu",
        &["default", "[ARM_PMU_CPU_CYCLE]", "some"],
    ),
    ("profiling.pmu_counters.mve", &["default", "all"]),
    ("profiling.pmu_counters.cpus", &["default"]),
    ("power.enabled", &["true", "false", "on"]),
    (
        "power.driver",
        &["joulescope", "joulscope", "ina228", "ammeter"],
    ),
    ("power.mode", &["internal", "external"]),
    ("power.firmware", &["shared", "dedicated"]),
    ("power.ina228.shunt_ohms", &["0.015"]),
    ("output.format", &["csv", "json", "model-explorer", "jsn"]),
    (
        "output.dir",
        &["results", "2026-01-01", "on", "\"results: new\""],
    ),
    ("build.offline", &["true", "false"]),
    ("build.update_dependencies", &["true", "false"]),
    ("build.nsx_modules.nsx-helia-rt.ref", &["main"]),
    ("frozen", &["true", "false"]),
    ("clean", &["true"]),
    ("work_dir", &["build"]),
    ("platform_registry", &["{}"]),
    ("Verbose", &["1"]),
];

/// What the command line may set.
const OVERRIDES: &[(&str, &str)] = &[
    ("target.transport", "uart"),
    ("target.board", "apollo510"),
    ("model.arena_location", "tcm"),
    ("model.weights_location", "psram"),
    ("engine.backend", "arm"),
    ("power.driver", "ina228"),
    ("power.mode", "external"),
];

/// What the command line sets over the profile of a seed; mostly nothing.
pub fn overrides(seed: u64) -> Overrides {
    let mut dice = Dice::new(!seed);
    let mut overrides = Overrides::default();
    if dice.once_in(6) {
        let (key, value) = OVERRIDES[dice.below(OVERRIDES.len())];
        overrides.set(key, OverrideValue::Str(value.to_owned()));
    }
    overrides
}

/// The release that the profile of a seed is for; mostly the newest.
pub fn release(seed: u64) -> &'static Release {
    let mut dice = Dice::new(seed.rotate_left(17));
    let name = dice.pick(&["0.1.1", "0.1.6", "0.2.0", "0.3.0"]);
    let old = Release::find(name).filter(|_| dice.once_in(5));
    old.unwrap_or(Release::newest())
}

const MODELS: &[&str] = &[
    "kws.tflite",
    "medium.tflite",
    "big.tflite",
    "described.pte",
    "ns.pte",
    "kwz.tflite",
    "vela.tflite",
    "~/kws.tflite",
];

/// The profile of a seed.
pub fn profile(seed: u64) -> String {
    let mut dice = Dice::new(seed);
    let mut root = vec![(
        "model".to_owned(),
        Value::Map(vec![(
            "path".to_owned(),
            Value::Text(dice.pick(MODELS).to_owned()),
        )]),
    )];
    for _ in 0..2 + dice.below(11) {
        let (path, values) = KEYS[dice.below(KEYS.len())];
        let names: Vec<&str> = path.split('.').collect();
        put(&mut root, &names, dice.pick(values));
    }
    if dice.once_in(6) {
        add_tensor_rule(&mut root, &mut dice);
    }
    if dice.once_in(3) {
        shuffle(&mut root, &mut dice);
    }
    Writer::new(&mut dice).write(&root)
}

/// Puts a value at a path, where nothing is there yet.
fn put(map: &mut Vec<(String, Value)>, names: &[&str], value: &str) {
    let (name, rest) = names.split_first().unwrap();
    let found = map.iter_mut().find(|(known, _)| known == name);
    match (found, rest) {
        (None, []) => map.push(((*name).to_owned(), Value::Text(value.to_owned()))),
        (None, _) => {
            let mut below = Vec::new();
            put(&mut below, rest, value);
            map.push(((*name).to_owned(), Value::Map(below)));
        }
        (Some((_, Value::Map(below))), [_, ..]) => put(below, rest, value),
        (Some(_), _) => {}
    }
}

fn add_tensor_rule(root: &mut Vec<(String, Value)>, dice: &mut Dice) {
    let rule = format!(
        "{{attributes: {{memory: {}}}}}",
        dice.pick(&["psram", "mram"])
    );
    let names = ["engine", "config", "aot_args", "memory", "tensors"];
    put(root, &names, "marker");
    replace_marker(root, &Value::List(vec![rule]));
    put(root, &["engine", "type"], "helia-aot");
}

fn replace_marker(map: &mut [(String, Value)], by: &Value) {
    for (_, value) in map {
        match value {
            Value::Text(text) if text == "marker" => *value = by.clone(),
            Value::Map(below) => replace_marker(below, by),
            _ => {}
        }
    }
}

fn shuffle(map: &mut [(String, Value)], dice: &mut Dice) {
    for at in (1..map.len()).rev() {
        map.swap(at, dice.below(at + 1));
    }
}

/// Writes a profile in one style.
struct Writer<'d> {
    dice: &'d mut Dice,
    out: String,
    step: usize,
    /// Once in how many places a comment, an empty line, a flow, an anchor stands.
    comments: usize,
    flows: usize,
    anchors: usize,
    duplicates: usize,
    merges: usize,
    anchor: Option<(String, String)>,
    count: usize,
}

impl<'d> Writer<'d> {
    fn new(dice: &'d mut Dice) -> Self {
        let step = if dice.once_in(2) { 2 } else { 4 };
        let comments = [2, 4, 1_000][dice.below(3)];
        let flows = [3, 8, 1_000][dice.below(3)];
        let anchors = [4, 1_000, 1_000][dice.below(3)];
        let duplicates = [8, 1_000, 1_000][dice.below(3)];
        let pick = dice.below(4);
        Self {
            dice,
            out: String::new(),
            step,
            comments,
            flows,
            anchors,
            duplicates,
            merges: [12, 1_000, 1_000, 1_000][pick],
            anchor: None,
            count: 0,
        }
    }

    fn write(mut self, root: &[(String, Value)]) -> String {
        if self.dice.once_in(8) {
            self.out.push_str("---\n");
        }
        self.map(root, 0);
        if self.dice.once_in(self.comments) {
            self.out.push_str("# the end: größer 😀\n");
        }
        let mut text = std::mem::take(&mut self.out);
        if self.dice.once_in(6) {
            text.pop();
        }
        match self.dice.below(8) {
            0 => text.replace('\n', "\r\n"),
            1 => text.replace('\n', "\r"),
            2 => format!("\u{feff}{text}"),
            _ => text,
        }
    }

    fn map(&mut self, map: &[(String, Value)], indent: usize) {
        for (name, value) in map {
            if let Value::Text(text) = value
                && self.dice.once_in(self.merges)
            {
                self.between(indent);
                let _ = write!(self.out, "{:indent$}<<: {{{name}: {text}}}", "");
                self.end_of_line();
                continue;
            }
            self.entry(name, value, indent);
            if self.dice.once_in(self.duplicates) {
                self.entry(name, value, indent);
            }
        }
    }

    fn entry(&mut self, name: &str, value: &Value, indent: usize) {
        self.between(indent);
        let name = match self.dice.below(12) {
            0 => format!("\"{name}\""),
            1 => format!("{name} "),
            _ => name.to_owned(),
        };
        let _ = write!(self.out, "{:indent$}{name}:", "");
        match value {
            Value::Text(text) => {
                let text = self.scalar(text);
                let _ = write!(self.out, " {text}");
                self.end_of_line();
            }
            _ if self.dice.once_in(self.flows) => {
                let flow = self.flow(value);
                let _ = write!(self.out, " {flow}");
                self.end_of_line();
            }
            Value::Map(below) => {
                self.end_of_line();
                self.map(below, indent + self.step);
            }
            Value::List(items) => {
                self.end_of_line();
                let indent = indent + self.step * self.dice.below(2);
                for item in items {
                    self.between(indent);
                    let _ = write!(self.out, "{:indent$}- {item}", "");
                    self.end_of_line();
                }
            }
        }
    }

    /// A scalar, now and then with an anchor, or as an alias of the same before.
    fn scalar(&mut self, text: &str) -> String {
        if let Some((anchor, known)) = &self.anchor
            && known == text
        {
            return format!("*{anchor}");
        }
        if self.dice.once_in(self.anchors) {
            self.count += 1;
            let anchor = format!("a{}", self.count);
            let line = format!("&{anchor} {text}");
            self.anchor = Some((anchor, text.to_owned()));
            return line;
        }
        let plain = text.bytes().all(|b| b.is_ascii_alphabetic());
        match self.dice.below(10) {
            0 if plain => format!("'{text}'"),
            1 => format!(" {text}"),
            _ => text.to_owned(),
        }
    }

    fn flow(&mut self, value: &Value) -> String {
        match value {
            Value::Text(text) => text.clone(),
            Value::List(items) => format!("[{}]", items.join(", ")),
            Value::Map(map) => {
                let entries = map.iter().map(|(name, value)| {
                    let value = self.flow(value);
                    format!("{name}: {value}")
                });
                let entries: Vec<String> = entries.collect();
                let (open, close) = [("{", "}"), ("{ ", " }")][self.dice.below(2)];
                format!("{open}{}{close}", entries.join(", "))
            }
        }
    }

    /// What stands between two entries.
    fn between(&mut self, indent: usize) {
        if self.dice.once_in(self.comments) {
            self.count += 1;
            let indent = if self.dice.once_in(4) { 0 } else { indent };
            let _ = writeln!(self.out, "{:indent$}# note {}", "", self.count);
        }
        if self.dice.once_in(self.comments * 2) {
            self.out.push('\n');
        }
    }

    fn end_of_line(&mut self) {
        if self.dice.once_in(self.comments) {
            self.count += 1;
            let _ = write!(self.out, " # about it {}", self.count);
        } else if self.dice.once_in(9) {
            self.out.push(' ');
        }
        self.out.push('\n');
    }
}
