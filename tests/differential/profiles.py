#!/usr/bin/env python3
"""Generates profiles: `python profiles.py --hpx 0.4.1 --seed 1 --count 10`.

Every case is a base that hpx likely takes, changed by one to four of the
`CHANGES` below: keys of the schema with values good, odd and bad in every
spelling of YAML, engines and their options, own boards and SoCs, counters,
power, sizes around the bounds of every tier, and oddities of the text itself.
What a release knows is read from `schemas/`. The same seed gives the same cases.
"""

from __future__ import annotations

import argparse
import json
import random
import re
from pathlib import Path

SCHEMAS = Path(__file__).resolve().parents[2] / "schemas"

#: A profile is a tree of keys; a leaf is the YAML that stands there.
Tree = dict

NULLS = ["", "~", "null", "Null", "NULL", "!!null ''"]

ODD = [
    *NULLS, "''", "' '", "0", "1", "-1", "5", "1.5", ".inf", "-.inf", ".nan", ".5", "5.", "1e3", "1.0e+3",
    "1.0e3", "0o17", "017", "0x1F", "0b101", "1_000", "1__0", "_1", "12:30", "12:30:45.5", "190:20:30", "+5",
    "-0", "'5'", "' 7 '", "'+5'", "'0005'", "'5.0'", "'5.50'", "'1e5'", "'0x10'", "'1_0'", "'1__0'", "'_1'",
    "'-7'", "'٣'", "'−5'", '"5\\n"', '"\\t5"', '"\\u00855"', "'0o17'", "'1.5'", "'.inf'", "'nan'", "'inf'",
    "'Infinity'", "'5 k'", "1000.0", "1.0", "0.0", "-1.5", "1.0e+20", "9007199254740993.0", "1.0e+400",
    "99999999999999999999", "-99999999999999999999", "4294967296", "2147483648", "9223372036854775807",
    "9223372036854775808", "true", "True", "yes", "Yes", "on", "ON", "no", "off", "false", "y", "n", "t",
    "'true'", "'TRUE'", "'yes'", "'on'", "'t'", "'1'", "'0'", "'false '", "abc", "'abc'", "\"a b\"", "a: b",
    "[1]", "[]", "{}", "{a: 1}", "[a, b]", "[[]]", "2026-01-01", "2026-01-01 10:00:00", "2026-01-01T10:00:00Z",
    "!!str 5", "!!str", "!!int '5'", "!!int '0x10'", "!!float 5", "!!float '5'", "!!bool 'yes'", "!!bool yes",
    "!!binary aGVsbG8=", "!!binary NQ==", "!!set {a, b}", "!!omap [a: 1]", "!!seq [1]", "!!map {a: 1}", "&x 5",
    "? a", "|\n  5", ">-\n  5", "|-\n  abc", "=", "'='", "<<", "'null'", "'~'", "*nowhere", "!local 5", "@a",
    "%a", "`a`", "'", "[", "}", "- 1", "5 # five", "5#five", "a#b", "models", "./models/kws_model.tflite",
]

CUSTOM_ODD = [
    *NULLS[:3], "0", "1", "-1", "64", "true", "false", "300.9", ".inf", ".nan", "'64'", "' 8 '", "'1_024'", "'x'",
    "''", "'0x10'", "'010'", "'-1'", "'64.0'", "[]", "[1]", "{}", "{a: 1}", "2026-01-01", "abc", "0x100", "1e3",
    "99999999999999999999", "4294967295", "4294967296", "'٣'", "!!binary NQ==", "!!binary /w==", "1.0e+400",
]

WORDS = ["mybrd", "MyBoard", "1", "on", "2026-01-01", "~", "'a.b'", "'a b'", "x/y", "é", "'[x]'", "\"q\\\"\""]


def facts_of(release: str) -> tuple[dict, dict]:
    """The catalog and the schema of a release."""
    index = json.loads((SCHEMAS / "releases.json").read_text())["releases"]
    folder = SCHEMAS / next(r["folder"] for r in index if r["name"] == release)
    read = lambda name: json.loads((folder / name).read_text())  # noqa: E731
    return read("catalog.json"), read("profile.schema.json")


def quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


class Generator:
    """Profiles of one release, from one seed."""

    def __init__(self, release: str, seed: int) -> None:
        self.release = release
        self.rnd = random.Random(f"{release}/{seed}")
        self.catalog, self.schema = facts_of(release)
        self.keys = list(self.leaves(self.schema, ()))
        self.engines = {engine["name"]: engine for engine in self.catalog["engines"]}
        self.socs = {soc["name"]: soc for soc in self.catalog["socs"]}
        self.boards = {board["name"]: board for board in self.catalog["boards"]}

    # The parts of a profile.

    def leaves(self, section: dict, path: tuple):
        """The keys below a section of the schema, each with its description."""
        for name, key in section.get("properties", {}).items():
            here = (*path, name)
            yield here, key
            if here not in {("engine", "config"), ("target", "custom_socs"), ("target", "custom_boards")}:
                yield from self.leaves(key, here)

    def chance(self, share: float) -> bool:
        return self.rnd.random() < share

    def pick(self, items):
        return self.rnd.choice(list(items))

    def put(self, tree: Tree, path, value) -> None:
        *above, last = path
        for name in above:
            if not isinstance(tree.get(name), dict):
                tree[name] = {}
            tree = tree[name]
        tree[last] = value

    def get(self, tree: Tree, *path):
        for name in path:
            tree = tree.get(name) if isinstance(tree, dict) else None
        return tree

    # Spellings.

    def integer(self, n: int) -> str:
        """An integer, in one of its spellings."""
        plain = [str(n)] * 8
        more = [f"{n:_}", f"+{n}", f"'{n}'", f'"{n}"', f"{n}.0", f"!!int {n}", f"'{n}.0'", f"' {n}'", f"0x{n:x}",
                f"0{n:o}", f"0b{n:b}", f"{n // 60}:{n % 60:02}", f"'{n:_}'", f"!!str {n}"]
        return self.pick(plain + more if n > 0 else plain)

    def word(self, text: str) -> str:
        """A string, in one of its spellings."""
        spellings = [text] * 8 + [quoted(text), f'"{text}"', f"!!str {text}", f"{text} # note"]
        rare = [text.upper(), text.capitalize(), f"' {text}'", f"{text}x", f"[{text}]"]
        return self.pick(spellings + (rare if self.chance(0.08) else []))

    def value(self, key: dict) -> str:
        """A value for a key of the schema: mostly what it takes."""
        odds = self.rnd.random()
        if odds < 0.45:
            return self.pick(ODD)
        kind = key.get("x-hpx-kind")
        if "enum" in key:
            choices = [c for c in key["enum"] if isinstance(c, str)]
            return self.word(self.pick(choices)) if choices else self.pick(NULLS)
        if kind == "int":
            near = [0, 1, 2, 5, 7, 8, 16, 64, 119, 120, 1000, 5000, 48_000_000, 96_000_000, 400_000, 540]
            return self.integer(self.pick([*near, *key.get("examples", [])]))
        if kind == "float":
            return self.pick(["1.8", "3.3", "0.015", "1", "'1.8'", "0", "-1", "1_0.5", ".inf", "1e-3", "1.0e-3"])
        if kind == "bool":
            return self.pick(["true", "false", "yes", "no", "on", "off", "1", "0", "'true'", "'n'", "1.0", "True"])
        if kind == "path":
            return self.pick(["models/kws_model.tflite", "x", "./a/b", "''", "~", "'~'", "~/x", "/tmp/x", "a b"])
        return self.pick([*WORDS, "abc", "'004204'", "1160003058", "stable", "auto", "v1.2"])

    # The base.

    def model(self, engine: str) -> str:
        """A model for an engine."""
        if engine == "executorch":
            return self.pick(["tier1_arm.pte", "tier1_ns.pte", "tier1mean_arm.pte"])
        sizes = ["300k", "700k", "1500k", "2100k", "3200k", "5m"]
        return self.pick(["tiny_cnn.tflite", "kws_model.tflite", *(f"pad_{size}.tflite" for size in sizes)])

    def base(self) -> Tree:
        """A profile that hpx likely takes."""
        engine = self.pick([*self.engines, "helia-rt"])
        tree: Tree = {"model": {"path": f"models/{self.model(engine)}"}}
        if engine != "helia-rt" or self.chance(0.6):
            tree["engine"] = {"type": engine}
        if self.chance(0.8):
            self.put(tree, ("target", "board"), self.pick(self.boards))
        if self.chance(0.4):
            self.put(tree, ("target", "toolchain"), self.pick(t["name"] for t in self.catalog["toolchains"]))
        if engine == "executorch":
            self.buffers(tree, fair=True)
        if self.chance(0.5):
            self.placement(tree)
        return tree

    def buffers(self, tree: Tree, fair: bool) -> None:
        """The buffers of ExecuTorch."""
        config = self.get(tree, "engine", "config")
        config = dict(config) if isinstance(config, dict) else {}
        for name in ["input_size", "output_size"]:
            if fair or self.chance(0.8):
                config[name] = str(self.pick([8, 64, 1024, 65536, 1_000_000]))
        sizes = [4096, 32768, 65536, 98304, 300_000, 600_000, 2_000_000]
        for name in ["planned_arena_size", "method_arena_size", "temporary_arena_size"]:
            if self.chance(0.5) or fair and name == "planned_arena_size":
                config[name] = str(self.pick(sizes))
        for name in ["planned_arena_location", "method_arena_location", "temporary_arena_location", "io_location"]:
            if self.chance(0.3):
                config[name] = self.pick(["tcm", "sram"])
        if not fair:
            for name in self.rnd.sample(sorted(config), min(len(config), self.pick([1, 1, 2]))):
                config[name] = self.pick([*ODD, "TCM", "psram", "mram", "tcm", "sram"])
        self.put(tree, ("engine", "config"), config)

    def capacity(self, tree: Tree) -> dict[str, int]:
        """The bytes of the regions of the profile's board, as far as it is known."""
        board = self.boards.get(self.get(tree, "target", "board") or "apollo510_evb")
        soc = self.socs.get(board["soc"]) if board else None
        if soc is None:
            return {"tcm": 512 << 10, "sram": 3 << 20, "mram": 4 << 20, "psram": 32 << 20}
        memory = soc["memory"]
        psram = memory["psram"] if board["psram_kb"] is None else board["psram_kb"]
        sizes = {"tcm": memory["dtcm"], "sram": memory["sram"], "mram": memory["mram"], "psram": psram}
        return {name: kib * 1024 for name, kib in sizes.items()}

    # What changes a profile.

    def placement(self, tree: Tree) -> None:
        """Placements, and a size near a bound of some tier."""
        model = tree.get("model")
        if not isinstance(model, dict):
            return
        if self.chance(0.6):
            model["arena_location"] = self.pick(["tcm", "sram", "sram", "psram"])
        if self.chance(0.6):
            model["weights_location"] = self.pick(["tcm", "sram", "mram", "mram", "psram"])
        capacities = self.capacity(tree)
        files = {"300k": 300_000, "700k": 700_000, "1500k": 1_500_000, "2100k": 2_100_000, "3200k": 3_200_000,
                 "5m": 5_000_000, "kws": 53_744, "tiny": 2_480}
        weights = next((size for name, size in files.items() if name in str(model.get("path"))), 15_809)
        bound = self.pick(capacities.values())
        slack = self.pick([0, 0, 16_384, 32_768, 131_072, 262_144, 4096, 49_152, 20_480])
        sizes = [bound - slack, bound - slack - weights, bound, self.pick([16, 4096, 65_536, 98_304, 262_144])]
        size = self.pick(sizes) + self.pick([0, 0, 1, -1, 16, -16, 100])
        if self.chance(0.85):
            model["arena_size"] = str(size) if self.chance(0.9) else self.integer(abs(size))
        if self.chance(0.25):
            size = self.pick([1, 15, 1024, 16_384, 65_536, 500_000, 4_000_000])
            self.put(tree, ("target", "rtt_buffer_size_up"), str(size))
        if self.chance(0.35):
            self.put(tree, ("target", "transport"), self.pick(self.catalog["transports"]))

    def schema_keys(self, tree: Tree) -> None:
        """Keys of the schema with any value."""
        for _ in range(self.pick([1, 1, 1, 2, 3, 6])):
            path, key = self.pick(self.keys)
            self.put(tree, path, self.value(key))

    def unknown_keys(self, tree: Tree) -> None:
        """Keys that are none, at any level."""
        sections = [path for path, key in self.keys if key.get("x-hpx-kind") == "section"]
        path = self.pick([(), *sections])
        known = [p[-1] for p, _ in self.keys if p[:-1] == path] or ["x"]
        near = self.pick(known)
        name = self.pick([near[:-1] or "a", near + "s", near.upper(), near.replace("_", "-"), f"{near[1:]}x", *WORDS])
        self.put(tree, (*path, name), self.pick(["1", "abc", "{}", "", "true"]))

    def top_level(self, tree: Tree) -> None:
        """What may or may not stand at the top."""
        name = self.pick([*self.catalog["reserved_keys"], "verbose", "clean", "frozen", "work_dir", "x-anchors",
                          "custom_boards", "<<", "=", "~", "on", "5", "2026-01-01", "? [a]", "{a: b}", "models",
                          "modle", "engines", *(path[0] for path, _ in self.keys if len(path) == 1)])
        tree[name] = self.pick([*ODD, "{}", "", "[]", "true", "abc"])

    def engine_options(self, tree: Tree) -> None:
        """The engine, its backend and its own options."""
        engine = self.get(tree, "engine", "type") or "helia-rt"
        if not isinstance(self.get(tree, "engine"), dict):
            tree["engine"] = {}
        if self.chance(0.4):
            backends = ["reference", "cmsis_nn", "arm", "ns", "helia", "ethos_u", "", "''", "5", "x", "NS"]
            tree["engine"]["backend"] = self.pick(backends)
        if self.chance(0.12):
            tree["engine"]["config_path"] = self.pick(["aot_extra.yaml", "missing.yaml", "''", "", "5", "models"])
        options = [o for o in self.catalog["engine_config"] if engine in o["engines"] or self.chance(0.1)]
        config = self.get(tree, "engine", "config")
        config = dict(config) if isinstance(config, dict) else {}
        for option in self.rnd.sample(options, min(len(options), self.pick([0, 1, 1, 2, 3]))):
            key = option["key"]
            if "." not in key and key != "aot_args":
                config[key] = self.option(option)
        if self.chance(0.05):
            config[self.pick(["backend", "arena", "5", "on", "~"])] = self.pick(ODD)
        self.put(tree, ("engine", "config"), config if self.chance(0.95) else self.pick(ODD))

    def option(self, option: dict) -> str:
        """A value for an option of an engine."""
        key = option["key"]
        if self.chance(0.3):
            return self.pick(ODD)
        if option["choices"]:
            return self.word(self.pick(option["choices"]))
        folders = {
            "source_path": ["hrt/src", "hrt/src_old", "hrt/src_plain", "hrt/src_lacks", "hrt/src_no_version",
                            "hrt/src/", "nn/cmsis", "models/kws_model.tflite", "nowhere", "' '", "''"],
            "dist_path": ["hrt/dist", "hrt/dist_old", "hrt/dist_cm4", "hrt/dist_lacks", "hrt/src", "nowhere", "''"],
            "cmsis_nn_path": ["nn/cmsis", "nn/cmsis_bare", "nn/cmsis_half", "nn/cmsis_new", "nn/arm_cmsis", "nn/arm_half", "nowhere",
                              "''", "' '", "nn/cmsis/"],
        }
        if key in folders:
            return self.pick(folders[key])
        kinds = {
            "positive": ["1", "64", "4096", "0", "-1", "true", "1.0", "'64'"],
            "strict-bool": ["true", "false", "1", "0", "'true'", ""],
            "truthy": ["", "0", "1", "''", "x", "[]", "{}", "false", "true"],
            "list": ["[]", "[a]", "[aten::add.out]", "[1]", "[a, 1]", "a", "", "{a: 1}", "[null]"],
            "section": ["{}", "", "[]", "{a: 1}", "x", "5"],
        }
        return self.pick(kinds.get(option["kind"], ["x", "''", "", "5", "v1.0", "[]", "apollo510_evb"]))

    def aot(self, tree: Tree) -> None:
        """What heliaAOT is told, here and in a file."""
        if "helia-aot" not in self.engines:
            return
        self.put(tree, ("engine", "type"), "helia-aot")
        model = tree.get("model")
        if isinstance(model, dict):
            model["path"] = f"models/{self.model('helia-aot')}"
            if self.chance(0.4):
                model[self.pick(["arena_location", "weights_location"])] = "psram"
        if self.chance(0.5):
            names = ["external", "internal", "zero", "word", "null", "empty", "comment", "no_memory", "memory_word",
                     "memory_list", "memory_false", "tensors_null", "tensors_map", "tensors_words", "psram",
                     "psram_copy", "psram_upper", "psram_external", "attributes_list", "attributes_null", "alias",
                     "date", "mixed_keys", "number_keys", "list", "scalar", "broken", "two", "tag", "module", "latin",
                     "folder", "missing"]
            paths = [f"aot/{name}.yaml" for name in names]
            self.put(tree, ("engine", "config_path"), self.pick([*paths, "aot/", "~/aot.yaml", "'~'", "./aot_extra.yaml"]))
        if self.chance(0.8):
            self.put(tree, ("engine", "config", "aot_args"), self.aot_args())
        for name in ["linker_profile", "prefix", "module_name", "platform_name"]:
            if self.chance(0.12):
                value = self.pick(["default", "sbl", "itcm", "''", "", "x", "5", "[]", "apollo510_evb", "0", "false"])
                if name == "prefix" and self.chance(0.5):
                    value = self.pick(["/", "/a/b", "a/b", "'**'", "'**/a'", "'a**/b'", "a*", "./a", "//a", "'a/***/b'"])
                self.put(tree, ("engine", "config", name), value)

    def aot_args(self):
        """`engine.config.aot_args`, mostly a mapping."""
        if self.chance(0.12):
            return self.pick(ODD)
        args: Tree = {}
        if self.chance(0.85):
            memory: Tree = {}
            if self.chance(0.55):
                flags = ["true", "false", "0", "1", "''", "", "'false'", "[]", "{}", "0.0", "no", "2026-01-01", ".nan"]
                memory["allocate_arenas"] = self.pick(flags)
            if self.chance(0.5):
                memory["tensors"] = self.tensors()
            if self.chance(0.1):
                memory[self.pick(["1", "on", "~", "x", "2026-01-01"])] = self.pick(ODD)
            args["memory"] = memory if self.chance(0.85) else self.pick(["", "5", "[]", "x", "{}", "false", "[1]"])
        if self.chance(0.2):
            key = self.pick(["module", "platform", "model", "force", "5", "memory.tensors"])
            args[key] = self.pick(["{}", "x", "", "5", "{name: y}"])
        return args or "{}"

    def tensors(self):
        """Rules for tensors."""
        if self.chance(0.2):
            return self.pick(["", "[]", "{}", "x", "5", "false", "[a]", "[null]", "[[]]", "0"])
        rules = []
        for _ in range(self.pick([1, 1, 2, 3])):
            if self.chance(0.08):
                rules.append(self.pick(["a", "5", "", "[]", "{}"]))
                continue
            kind = self.pick(["constant", "scratch", "persistent"])
            memory = self.pick(["psram", "psram", "PSRAM", "dtcm", "sram", "mram", "", "5", "dram", "[psram]"])
            attributes = f"memory: {memory}"
            if self.chance(0.3):
                attributes += f", constant_destination_memory: {self.pick(['psram', 'dtcm', '', 'sram'])}"
            attributes = f"{{{attributes}}}" if self.chance(0.92) else self.pick(["", "[]", "x", "[psram]"])
            extra = self.pick(["", "", ", id: 5", ", id: [1, 2]", ", pattern: x"])
            rules.append(f"{{type: {kind}, attributes: {attributes}{extra}}}")
        return "[" + ", ".join(rules) + "]"

    def counters(self, tree: Tree) -> None:
        """Groups of counters and what is selected of them."""
        groups = self.catalog["counters"]["groups"]
        names = [counter["name"] for counter in self.catalog["counters"].get("counters", [])]
        names = names or [name for group in groups for name in group["default"]]
        chosen: Tree = {}
        for _ in range(self.pick([0, 1, 1, 1, 2, 3])):
            group = self.pick([*(g["name"] for g in groups), "cpu", "cpu"] + (["gpu", "CPU", "5", "on", "~"] if self.chance(0.2) else []))
            listed = self.rnd.sample(names, min(len(names), self.pick([1, 1, 2, 4])))
            options = ["default", "all", f"[{', '.join(listed)}]", f"[{', '.join(listed)}]"]
            odd = ["none", "", "[]", "5", "true", "{a: 1}", "[NOT_A_COUNTER]", "[5]", "[null]", "[[]]", "Default",
                   listed[0], "'default '", "[default]", "2026-01-01", f"[{listed[0]}, {listed[0]}]",
                   f"[{listed[0].lower()}]", "[true]", "!!set {a}", "1.5", "[{}]"]
            chosen[group] = self.pick(odd if self.chance(0.3) else options)
        self.put(tree, ("profiling", "pmu_counters"), chosen or self.pick(["{}", "", "[]", "default", "[cpu]"]))
        if self.chance(0.15):
            self.put(tree, ("engine", "backend"), "ethos_u")
            self.put(tree, ("target", "board"), self.pick([b for b in self.boards if "atomiq" in b] or self.boards))

    def power(self, tree: Tree) -> None:
        """Power: driver, firmware, lock-step, an INA228."""
        power: Tree = {}
        if self.chance(0.75):
            power["enabled"] = self.pick(["true", "true", "yes", "false"])
        options = {
            "driver": ["joulescope", "ina228", "ina228", "js220", "''", "JOULESCOPE", "5", "none", "js110", "manual"],
            "firmware": ["dedicated", "shared", "shared", "Shared", "", "both"],
            "mode": ["external", "internal", "Internal", ""],
            "lockstep": ["true", "false", "", "yes", "'no'", "2", "''"],
            "state_gpio_pin": ["0", "5", "-1", "'3'", "", "1.5"],
            "go_gpio_pin": ["0", "6", "-1", "true"],
            "sync_gpio_pin": ["0", "22", "-3", "x"],
            "sync_input_index": ["0", "1", "-1", "4", "''"],
            "state_input_index": ["0", "1", "-1", "2"],
            "go_output_index": ["0", "-1", "3"],
            "stats_rate_hz": ["0", "1000", "-1", "1", "2000000"],
            "duration_s": ["5", "0", "-1", "", "'30'"],
            "io_voltage": ["1.8", "0", "-1", ".nan", "'3.3'"],
            "reset_strategy": ["auto", "none", "power_cycle", "debug_reset", "swpoi_reset", "debug_reset+swpoi_reset"],
            "serial": ["'004204'", "004204", "abc", ""],
        }
        for name, values in options.items():
            if self.chance(0.25):
                power[name] = self.pick(values)
        if self.chance(0.4):
            power["ina228"] = self.ina228()
        tree["power"] = power
        if self.chance(0.4):
            self.put(tree, ("target", "transport"), self.pick(["usb_cdc", "usb_cdc", "rtt", "uart", "swo"]))
        if self.chance(0.15):
            self.put(tree, ("target", "ensure_board_powered"), self.pick(["true", "false", "1"]))
        if self.chance(0.1):
            self.put(tree, ("profiling", "clean_window_probe"), "busy_loop")

    def ina228(self):
        """`power.ina228`."""
        if self.chance(0.12):
            return self.pick(["", "{}", "[]", "x", "5", "true"])
        block: Tree = {}
        if self.chance(0.75):
            block["shunt_ohms"] = self.pick(["0.015", "0.1", "0", "-1", "'0.1'", "x", "", ".inf", ".nan", "1", "1e-3"])
        options = {
            "board": ["adafruit-ina228", "mikroe-power-monitor-click", "other", "", "''", "5"],
            "max_current_a": ["0.5", "0", "-1", "10", ".nan", "true"],
            "i2c_iom": ["0", "7", "8", "-1", "1", "''"],
            "i2c_address": ["0x40", "64", "0x77", "0x78", "0x07", "8", "'0x40'", "", "-1"],
            "i2c_speed_hz": ["100000", "0", "-1", "400000"],
            "conversion_time_us": ["50", "540", "4120", "51", "0", "540.0"],
            "averaging_count": ["1", "1024", "2", "0", "16"],
            "calibration_id": ["bench-1", "''", "'a b'", "'50%'", "a.b:c+d_e-f", "é", "5", "", "'" + "x" * 65 + "'", '"a\\n"'],
            "bogus": ["1"],
        }
        for name, values in options.items():
            if self.chance(0.2 if name != "bogus" else 0.03):
                block[name] = self.pick(values)
        return block or "{}"

    def modules(self, tree: Tree) -> None:
        """Modules that are replaced, and the rest of `build`."""
        modules: Tree = {}
        for _ in range(self.pick([1, 1, 2])):
            name = self.pick(["nsx-core", "nsx-helia-rt", "nsx-cmsis-nn", "nsx-ambiq-sdk", "neuralspotx", "5", "on", "~", "2026-01-01", "é"])
            spec: Tree = {}
            for mode in self.rnd.sample(["path", "ref", "version", "branch"], self.pick([0, 1, 1, 1, 1, 2, 3])):
                spec[mode] = self.pick(["x", "main", "v1.0", "", "5", "''", "[]", "1.0", "'1.0'"] if self.chance(0.4) else ["x", "main"])
            modules[name] = spec if spec and self.chance(0.9) else self.pick(["", "{}", "x", "5", "[]", "[a]", "true"])
        self.put(tree, ("build", "nsx_modules"), modules if self.chance(0.95) else self.pick(ODD))
        options = {
            "channel": ["stable", "preview", "''", "1a", "a_b-c", "a b", "é", "", "5", "'a\n'", '"a\\n"'],
            "compiler_launcher": ["auto", "none", "ccache", "", "false", "true", "5", "''", "[]", "no"],
            "update_dependencies": ["true", "false", "1"],
            "offline": ["true", "false", "1", "yes"],
        }
        for name, values in options.items():
            if self.chance(0.25):
                self.put(tree, ("build", name), self.pick(values))
        if self.chance(0.15):
            tree["frozen"] = self.pick(["true", "false", "1", "''"])

    def custom(self, tree: Tree) -> None:
        """SoCs and boards of the profile's own."""
        target = tree.get("target") if isinstance(tree.get("target"), dict) else {}
        tree["target"] = target = dict(target)
        socs: Tree = {}
        for name in self.rnd.sample(["a", "b", "apollo510", "mysoc"], self.pick([0, 1, 1, 2])):
            socs[name] = self.soc(list(socs)) if self.chance(0.96) else self.pick(["", "[]", "x", "{}", "5"])
        boards: Tree = {}
        for name in self.rnd.sample(["p", "q", "apollo510_evb", "myboard"], self.pick([1, 1, 1, 2])):
            boards[name] = self.board(list(socs), list(boards), name) if self.chance(0.96) else self.pick(["", "[]", "x", "{}"])
        if self.chance(0.04):
            (socs if self.chance(0.5) else boards)[self.pick(["5", "on", "~", "2026-01-01", "'a.b'"])] = self.pick(
                ["", "{}", "{based_on: apollo510, memory: {}}", "{based_on: apollo510_evb}"])
        if socs:
            target["custom_socs"] = socs if self.chance(0.97) else self.pick(ODD)
        if boards and self.chance(0.9):
            target["custom_boards"] = boards if self.chance(0.97) else self.pick(ODD)
        if self.chance(0.85):
            target["board"] = self.pick(boards)
        if self.chance(0.3):
            target["clock"] = {"cpu": self.pick(["lp", "hp", "ulp", "turbo", "''", "", "x"])}

    def soc(self, earlier: list[str]) -> Tree:
        """One SoC."""
        soc: Tree = {}
        derived = self.chance(0.8)
        if derived:
            names = [*self.socs, *self.socs, *earlier]
            odd = ["nosuch", "''", "", "a", "mysoc", "5", "[]", "{}", "true", "false", "APOLLO510"]
            soc["based_on"] = self.pick(odd if self.chance(0.08) else names)
        fair = {
            "family": ["ap3", "ap4", "ap5"],
            "core": ["cortex-m4", "cortex-m55"],
            "pmu_tier": ["dwt", "pmu"],
            "has_mve": ["true", "false"],
            "c_define": ["X", "AM_PART"],
            "cmsis_header": ["x.h"],
            "rtt_scan_ranges": ["[[0x10000000, 0x80000]]", "[[0, 1], [2, 3]]"],
            "jlink_device": ["D"],
            "pmu_max_ops": ["1", "64", "512", "2048", "4096"],
            "clocks": [
                "[{name: cpu, default: lp, speeds: [{name: lp, mhz: 96, perf_tier: NSX_PERF_LOW}]}]",
                "[{name: cpu, default: hp, speeds: [{name: lp, mhz: 96, perf_tier: NSX_PERF_LOW},"
                " {name: hp, mhz: 250, perf_tier: NSX_PERF_HIGH}]}]",
            ],
        }
        odd = {
            "family": ["AP5", "", "5", "[]", "{}", "''", "ap6"],
            "core": ["m55", "5", "", "[a]"],
            "pmu_tier": ["x", "none", "armv8m", "", "{}"],
            "has_mve": ["''", "", "'false'", "0", "[]", "2026-01-01", "{}"],
            "c_define": ["", "3", "''", "[]", "true"],
            "cmsis_header": ["", "5", "[]"],
            "rtt_scan_ranges": ["[]", "", "x", "[[1]]", "[['1', 2.5]]", "[[null, 1]]", "[5]", "[[1, 2, 3]]", "{}",
                                "[[1, x]]", "[ab]", "5"],
            "jlink_device": ["", "5", "''"],
            "pmu_max_ops": CUSTOM_ODD,
            "app_flash_load_addr": ["0", "", "0x10", "'0x10'", "'10'", "'-1'", "true", "'0b1'", "1.5", "'010'", "-1",
                                    "4294967295", "4294967296", "'0x1_0'", "'0x'", "[]", "''", "' 0x10 '", "'0o17'", "'00'"],
            "description": ["x", "5", "", "[]"],
            "clocks": [
                "", "[]", "x", "{}", "[5]", "[{}]", "[{name: cpu}]", "[{name: cpu, speeds: []}]", "[{name: cpu, speeds: x}]",
                "[{name: cpu, default: lp, speeds: [{name: lp, mhz: 96}]}]",
                "[{name: cpu, default: hp, speeds: [{name: lp, mhz: '96', perf_tier: NSX_PERF_LOW}]}]",
                "[{name: cpu, default: lp, speeds: [{name: lp, mhz: 10.9, perf_tier: fast}]}]",
                "[{name: cpu, default: lp, speeds: [{name: lp, mhz: 10.9, perf_tier: NSX_PERF_MEDIUM, x: 1}], y: 2}]",
                "[{name: gpu, default: lp, speeds: [{name: lp, mhz: 96, perf_tier: NSX_PERF_LOW}]}]",
                "[{name: cpu, speeds: [{name: lp, mhz: 96}]}]",
                "[{name: cpu, default: lp, speeds: [{mhz: 96}]}]", "[{name: cpu, default: lp, speeds: [{name: lp}]}]",
                "[{name: cpu, default: lp, speeds: [{name: lp, mhz: }]}]", "[{name: cpu, default: lp, speeds: [5]}]",
                "[{default: lp, speeds: [{name: lp, mhz: 96}]}]",
                "[{name: cpu, default: 5, speeds: [{name: 5, mhz: true, perf_tier: NSX_PERF_LOW}]}]",
                "[{name: cpu, default: , speeds: [{name: , mhz: 1, perf_tier: NSX_PERF_LOW}]}]",
                "[{name: cpu, default: lp, speeds: [{name: lp, mhz: 1, perf_tier: NSX_PERF_LOW}]},"
                " {name: cpu, default: hp, speeds: [{name: hp, mhz: 2, perf_tier: NSX_PERF_LOW}]}]",
                "[{name: [cpu], default: lp, speeds: [{name: lp, mhz: 1}]}]",
            ],
        }
        for name, values in fair.items():
            if self.chance(0.15 if derived else 0.93):
                soc[name] = self.pick(values)
        for name, values in odd.items():
            if self.chance(0.03 if name != "app_flash_load_addr" else 0.1):
                soc[name] = self.pick(values)
        if self.chance(0.5 if derived else 0.95):
            soc["memory"] = self.memory()
        if self.chance(0.03):
            soc[self.pick(["clock", "colour", "5", "on", "has_usb", "npu"])] = self.pick(["1", "true", ""])
        return soc or "{}"

    def memory(self):
        """The memory of a SoC."""
        if self.chance(0.06):
            return self.pick(["", "x", "[]", "{}", "5", "false"])
        memory: Tree = {}
        for name in ["mram_kb", "sram_kb", "dtcm_kb", "itcm_kb", "psram_kb", "nvm_kb"]:
            if self.chance(0.65):
                fair = ["0", "64", "128", "256", "512", "1024", "2048", "4096", "3072", "384"]
                odd = [odd for odd in CUSTOM_ODD if len(odd) < 17]
                memory[name] = self.pick(odd if self.chance(0.06) else fair)
        if self.chance(0.02):
            memory[self.pick(["rom_kb", "5", "on", "mram"])] = "1"
        return memory or "{}"

    def board(self, socs: list[str], earlier: list[str], own: str) -> Tree:
        """One board."""
        board: Tree = {}
        derived = self.chance(0.75)
        if derived:
            names = [*self.boards, *earlier]
            odd = ["nosuch", "''", "", own, "5", "[]", "{}", "true", "false", "apollo510"]
            board["based_on"] = self.pick(odd if self.chance(0.08) else names)
        if self.chance(0.35 if derived else 0.95):
            names = [*(socs * 3), *self.socs]
            board["soc"] = self.pick(["nosuch", "5", "", "[]", "''", "true"] if self.chance(0.08) else names)
        if self.chance(0.2 if derived else 0.95):
            board["channel"] = self.pick(["stable", "preview", "stable", "", "3", "[]", "''"])
        options = {
            "psram_kb": ["0", "", "8192", "32768", *(odd for odd in CUSTOM_ODD if len(odd) < 17)],
            "default_sync_gpio_pin": ["1", "0", "'7'", "29", *CUSTOM_ODD],
            "default_state_gpio_pin": ["1", "0", "23", *CUSTOM_ODD],
            "default_go_gpio_pin": ["1", "0", "24", *CUSTOM_ODD],
            "ble_reset_gpio_pin": ["1", "42", "", *CUSTOM_ODD],
            "is_fpga": ["true", "false", "'false'", "0", "", "1", "yes"],
            "starter_profile_board": ["apollo510_evb", "", "nosuch", own, "q", "5", "''", "[]"],
            "description": ["x", "5", "", "[]"],
            "aot_platform": ["x"],
            "5": ["x"],
        }
        for name, values in options.items():
            share = {"aot_platform": 0.02, "5": 0.01, "psram_kb": 0.25}.get(name, 0.1)
            if self.chance(share):
                board[name] = self.pick(values[:4] if self.chance(0.6) else values)
        return board or "{}"

    def clock(self, tree: Tree) -> None:
        """The clock of the core and of the PSRAM, and the way to the probe."""
        if self.chance(0.7):
            cpu = self.pick(["lp", "hp", "ulp", "turbo", "''", "", "LP", "5", "96", "[]"])
            key = self.pick(["cpu"] * 9 + ["mem", "5"])
            self.put(tree, ("target", "clock"), {key: cpu} if self.chance(0.92) else self.pick(ODD))
        if self.chance(0.5):
            hz = self.pick([*map(str, self.catalog["psram_clocks"]["accepted"]), "0", "47999999", "'48000000'", "48_000_000"])
            self.put(tree, ("target", "psram"), {"clock_hz": hz} if self.chance(0.9) else self.pick(ODD))
        if self.chance(0.4):
            self.put(tree, ("target", "transport"), self.word(self.pick(self.catalog["transports"])))
        if self.chance(0.2):
            self.put(tree, ("target", "board"), self.pick(["apollo510", "APOLLO510_EVB", "''", "", "mybrd", "[]", "5"]))

    def windows(self, tree: Tree) -> None:
        """The measuring windows, the timeouts, the output."""
        numbers = ["0", "1", "5", "10", "-1", "500000", "500001", "'5'", "1.5", "", "9" * 25]
        for name in ["window_min", "window_max", "window_target_ms", "iterations", "warmup"]:
            if self.chance(0.4):
                self.put(tree, ("profiling", name), self.pick(numbers))
        for name in ["extreme_mode", "force_shared_sram"]:
            if self.chance(0.3):
                self.put(tree, ("profiling", name), self.pick(["true", "true", "false", "'on'"]))
        if self.chance(0.3):
            self.put(tree, ("output", "format"), self.word(self.pick(["csv", "json", "model-explorer", "xml"])))

    def model_file(self, tree: Tree) -> None:
        """Models of every state, also for the wrong engine."""
        programs = ["ok", "ns", "arm", "portable", "nulls", "no_sizes", "huge", "provider", "ns_ops", "planned_zero",
                    "planned_true", "planned_float", "inputs_map", "inputs_words", "size_zero", "operators_list",
                    "portable_word", "portable_null", "portable_numbers", "stale", "no_sha", "upper_sha", "schema",
                    "no_schema", "cut", "list", "null", "bom", "bare", "latin", "late", "too_late"]
        files = ["models/missing.tflite", "models/empty.tflite", "models/notflat.tflite", "models/lfs_pointer.tflite",
                 "models/kws_copy.bin", "models/softmax_bad.tflite", "models", "models/", "models/damaged.tflite",
                 "models/short.tflite", "models/late.tflite", "models/too_late.tflite", "models//kws_model.tflite",
                 "./models/../models/kws_model.tflite", "models/kws_model.tflite/", "et/UPPER.PTE", "et/bare.pte",
                 "models/tier1_arm.pte", "models/kws_model.tflite", "'~/x.tflite'", "' '", ".", "/", "hpx.yml"]
        softmaxes = ["no_beta", "negative_beta", "at_bound", "above_bound", "at_half", "below_half", "tiny"]
        if self.chance(0.4) and "executorch" in self.engines:
            self.put(tree, ("engine", "type"), "executorch")
            self.put(tree, ("model", "path"), f"et/{self.pick(programs)}.pte")
            if self.chance(0.7):
                config = self.get(tree, "engine", "config")
                keys = ["planned_arena_size", "input_size", "output_size"]
                for key in keys if isinstance(config, dict) else []:
                    if self.chance(0.4):
                        config.pop(key, None)
            if self.chance(0.3):
                self.put(tree, ("engine", "backend"), self.pick(["arm", "ns", "''", ""]))
            if self.chance(0.3):
                self.put(tree, ("engine", "config", "ns_ops"), self.pick(["true", "false", "1", ""]))
        elif self.chance(0.5):
            self.put(tree, ("model", "path"), f"models/softmax_{self.pick(softmaxes)}.tflite")
        else:
            self.put(tree, ("model", "path"), self.pick(files))

    def executorch(self, tree: Tree) -> None:
        """ExecuTorch and its buffers."""
        if "executorch" not in self.engines:
            return
        self.put(tree, ("engine", "type"), "executorch")
        self.put(tree, ("model", "path"), f"models/{self.model('executorch')}")
        self.buffers(tree, fair=self.chance(0.5))
        for name, values in {
            "ns_ops": ["true", "false", "1", "'true'", ""],
            "portable_ops": ["[]", "", "[1]", "add", "[aten::add.out]", "{}"],
            "source_path": ["nowhere", "''", "' '", "5", "", "nn/arm_cmsis", "[]"],
        }.items():
            if self.chance(0.2):
                self.put(tree, ("engine", "config", name), self.pick(values))
        if self.chance(0.3):
            self.put(tree, ("engine", "backend"), self.pick(["arm", "ns", "''", "", "ethos_u", "x"]))

    def null_section(self, tree: Tree) -> None:
        """A section that is none."""
        sections = [path for path, key in self.keys if key.get("x-hpx-kind") in {"section", "map", "free"}]
        self.put(tree, self.pick(sections), self.pick(["", "null", "[]", "x", "5", "{}", "''", "true", "- a"]))

    CHANGES = {
        schema_keys: 10, placement: 8, engine_options: 6, custom: 6, aot: 5, power: 5, counters: 4, executorch: 4,
        model_file: 3, clock: 3, windows: 3, modules: 3, unknown_keys: 3, top_level: 2, null_section: 1,
    }

    def tree(self) -> Tree:
        """A profile and its faults."""
        tree = self.base()
        if self.chance(0.25):
            self.tiers(tree)
            return tree
        changes, weights = zip(*self.CHANGES.items())
        for change in self.rnd.choices(changes, weights, k=self.pick([0, 1, 1, 1, 1, 1, 2, 2, 3])):
            change(self, tree)
        return tree

    def tiers(self, tree: Tree) -> None:
        """Sizes and places alone, which hpx mostly takes."""
        self.placement(tree)
        if self.get(tree, "engine", "type") == "executorch":
            self.buffers(tree, fair=True)
        if self.get(tree, "engine", "type") == "helia-aot" and self.chance(0.7):
            args = "{memory: {allocate_arenas: false}}"
            self.put(tree, ("engine", "config", "aot_args"), args)
            if self.chance(0.4):
                profile = self.pick(["default", "sbl", "itcm", "''", ""])
                self.put(tree, ("engine", "config", "linker_profile"), profile)
        if self.chance(0.3):
            self.put(tree, ("target", "clock"), {"cpu": self.pick(["lp", "hp", "''"])})
        if self.chance(0.3):
            counters = self.pick(["{cpu: all}", "{cpu: default, mve: default}", "{memory: all}", "{}"])
            self.put(tree, ("profiling", "pmu_counters"), counters)
        if self.chance(0.35):
            memory = {f"{name}_kb": str(self.pick([0, 64, 384, 512, 1024, 3072, 4096])) for name in
                      ["mram", "sram", "dtcm", "psram"] if self.chance(0.5)}
            soc = {"based_on": self.pick(self.socs), "pmu_max_ops": str(self.pick([1, 64, 2048])), "memory": memory or "{}"}
            board = {"based_on": self.pick(self.boards), "soc": "own"}
            if self.chance(0.4):
                board["psram_kb"] = self.pick(["0", "8192", "", "1024"])
            target = tree.get("target") if isinstance(tree.get("target"), dict) else {}
            tree["target"] = {**target, "board": "mine", "custom_socs": {"own": soc}, "custom_boards": {"mine": board}}

    # The text.

    def text(self, tree: Tree) -> str:
        """A profile as YAML, in some style."""
        names = list(tree)
        if self.chance(0.3):
            self.rnd.shuffle(names)
        text = self.block({name: tree[name] for name in names}, 0, self.pick([2, 2, 2, 4, 1, 3]))
        text = self.aliased(text) if self.chance(0.05) else text
        return self.odd_text(text) if self.chance(0.12) else text

    def aliased(self, text: str) -> str:
        """The same text with a value named and used again, or a key in quotes."""
        lines = text.splitlines(keepends=True)
        plain = [at for at, line in enumerate(lines) if re.fullmatch(r" *[\w.-]+: [\w./-]+\n", line)]
        if len(plain) < 2 or self.chance(0.3):
            return re.sub(r"^( *)(\w+):", self.pick([r'\1"\2":', r"\1'\2' :", r"\1? \2\n\1:", r"\1!!str \2:"]), text, 1, re.M)
        first, second = sorted(self.rnd.sample(plain, 2))
        lines[first] = lines[first].replace(": ", ": &v ", 1)
        lines[second] = lines[second].partition(":")[0] + ": *v\n"
        return "".join(lines)

    def block(self, tree: Tree, depth: int, step: int) -> str:
        lines = []
        for name, value in tree.items():
            indent = " " * (depth * step)
            if isinstance(value, dict):
                flow = self.flow(value) if depth and self.chance(0.12) else None
                if flow is None:
                    lines.append(f"{indent}{name}:\n{self.block(value, depth + 1, step)}")
                    continue
                value = flow
            note = "  # note" if self.chance(0.02) and value and "\n" not in value else ""
            value = value.replace("\n", "\n" + indent)
            lines.append(f"{indent}{name}: {value}".rstrip(" ") + note + "\n")
        return "".join(lines) or " " * (depth * step) + "{}\n"

    def flow(self, tree: Tree) -> str | None:
        """A section on one line, where its values can stand on one."""
        parts = []
        for name, value in tree.items():
            value = self.flow(value) if isinstance(value, dict) else value
            if value is None or "\n" in value or " #" in value or name.startswith("?"):
                return None
            parts.append(f"{name}: {value}".rstrip(" "))
        return "{" + ", ".join(parts) + "}"

    def odd_text(self, text: str) -> str:
        """The same text, made odd as a whole."""
        lines = text.splitlines(keepends=True)
        at = self.rnd.randrange(len(lines))
        some = self.pick(["twice", "gone", "tab", "crlf", "cr", "bom", "document", "end", "two", "merge", "anchor",
                          "key", "directive", "indent", "comment", "colon", "nel", "empty", "top", "nul", "trail"])
        if some == "twice":
            lines.insert(self.rnd.randrange(len(lines) + 1), lines[at])
        elif some == "gone":
            del lines[at]
        elif some == "tab":
            lines[at] = lines[at].replace(" ", "\t", 1)
        elif some == "indent":
            lines[at] = " " + lines[at]
        elif some == "comment":
            lines.insert(at, self.pick(["# a note\n", "\n", "   # a note\n", "#\n"]))
        elif some == "colon":
            lines[at] = lines[at].replace(":", self.pick(["", " :", "=", ":\t"]), 1)
        elif some == "nel":
            lines[at] = lines[at].replace("\n", self.pick(["\u0085", "\u2028", "\u2029"]))
        elif some == "trail":
            lines[at] = lines[at].replace("\n", self.pick(["   \n", "\t\n", " \\\n", ",\n", ";\n"]))
        elif some == "key":
            lines.insert(at, self.pick(["? [a, b]\n: 1\n", "? a\n: 1\n", "{a: b}: 1\n", "[a]: 1\n", "? {a: b}\n"]))
        elif some == "merge":
            extra = "x-base: &base {iterations: 7, warmup: 2}\n"
            use = self.pick(["<<: *base", "<<: [*base]", "<<: *none", "<<: 5", "<<: {warmup: 3}", "<<: [5]"])
            return extra * self.pick([0, 1]) + text + f"profiling:\n  {use}\n"
        elif some == "anchor":
            return text + self.pick(["output: &o {format: csv}\n", "timeouts: &t\n  build_s: &n 5\n  flash_s: *n\n",
                                     "timeouts: {build_s: *n, flash_s: &n 5}\n", "output: &o\n  dir: *o\n"])
        text = "".join(lines)
        return {
            "crlf": lambda: text.replace("\n", "\r\n"),
            "cr": lambda: text.replace("\n", "\r"),
            "bom": lambda: "\ufeff" + text,
            "document": lambda: "---\n" + text,
            "end": lambda: text + self.pick(["...\n", "...\n---\n", "---\n", "--- # x\n"]),
            "two": lambda: text + "---\na: 1\n",
            "directive": lambda: self.pick(["%YAML 1.1\n---\n", "%YAML 1.2\n---\n", "%TAG ! x\n---\n", "%YAML 2.0\n---\n"]) + text,
            "empty": lambda: self.pick(["", "\n", "# only a note\n", "---\n", "{}\n", "null\n", "...\n"]),
            "top": lambda: self.pick(["- a\n", "5\n", "abc\n", "[]\n", "false\n", "0\n", "''\n", "model\n", "'model: x'\n"]),
            "nul": lambda: text.replace("\n", self.pick(["\0\n", "\x07\n", "\ud800\n"][:2]), 1),
        }.get(some, lambda: text)()


def profiles(release: str, seed: int, count: int):
    """Cases of one seed."""
    generator = Generator(release, seed)
    for at in range(count):
        yield {"id": f"{seed}-{at:05}", "yaml": generator.text(generator.tree())}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--hpx", default="0.4.1")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=10)
    arguments = parser.parse_args()
    for case in profiles(arguments.hpx, arguments.seed, arguments.count):
        print(json.dumps(case))


if __name__ == "__main__":
    main()
