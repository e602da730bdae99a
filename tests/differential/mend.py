"""Mends broken profiles by what we say, with hpx as the judge: `agree.py --mend`.

A profile that hpx accepts gets two to five faults that have nothing to do with
each other. All of them must be in the first report. Then one finding after
another is mended: by its first fix, else by putting back what the finding
points at. Before each step hpx must refuse for something that was reported,
and at the end it must accept.
"""

from __future__ import annotations

import functools
from collections import Counter

import agree
import profiles
from ways_out import applied

MOST_STEPS = 20

#: Values that are wrong at a key, whatever the rest of the profile says.
FAULTS = {
    "model.arena_size": ["96 KiB", "1e5", "0x1F5.5", "[1]", "-5", "0", "0.5", "yes please"],
    "model.arena_location": ["dtcm", "TCM", "mram", "5", "''"],
    "model.weights_location": ["flash", "SRAM", "[mram]"],
    "model.path": ["models/missing.tflite", "models/empty.tflite", "models/notflat.tflite", "models/kws_copy.bin", "models", "5"],
    "model.arena": ["65536"],
    "engine.confg": ["{}"],
    "engine.allow_unsupported_version": ["'true'", "1"],
    "target.toolchain": ["gcc12", "GCC", "5", "[gcc]", "''"],
    "target.transport": ["usb", "RTT", "jtag", "5"],
    "target.jlink_serial": ["1160003058", "004204", "1.5", "[a]"],
    "target.rtt_buffer_size_up": ["0", "-1", "32k", "1.5"],
    "target.clock": ["{cpu: turbo}", "{cpu: 5}", "{mem: hp}", "hp", "[]", "''"],
    "target.psram": ["{clock_hz: 5}", "{clock: 48000000}", "48000000", "{clock_hz: 48 MHz}"],
    "target.heartbeat": ["{enabled: maybe}", "{every_ms: 2s}", "off", "{every: 5}"],
    "target.usb_port": ["5", "[a]"],
    "target.ensure_board_powered": ["maybe", "2"],
    "target.boards": ["apollo510_evb"],
    "profiling.iteration": ["5"],
    "profiling.warmup": ["few", "1.5", "[]", "''"],
    "profiling.window_mode": ["Auto", "adaptive", "5"],
    "profiling.clean_window_probe": ["busy", "5"],
    "profiling.aggregation": ["max", "Mean"],
    "profiling.window_min": ["0", "-1", "ten"],
    "profiling.pmu_counters": ["{cpu: [ARM_PMU_CPU_CYCLE]}", "{gpu: default}", "{cpu: none}", "{cpu: []}", "cpu", "{cpu: [5]}"],
    "profiling.per_layer": ["2", "''"],
    "power.driver": ["5", "[]"],
    "power.firmware": ["both", "Shared", "5"],
    "power.mode": ["on", "Internal"],
    "power.io_voltage": ["1.8V", "[]", "high"],
    "power.stats_rate_hz": ["0", "-1", "1 kHz"],
    "power.serial": ["4204", "1.5"],
    "power.sync_input_index": ["-1", "INPUT0"],
    "power.ina228": ["{shunt_ohms: 0}", "{}", "{board: other}", "{shunt_ohms: 0.1, i2c_iom: 9}", "on"],
    "power.enable": ["true"],
    "output.format": ["xml", "model-explorer", "CSV", "5"],
    "output.detailed": ["maybe", "''"],
    "output.dir": ["5", "[a]"],
    "output.path": ["x"],
    "timeouts.flash_s": ["5m", "1.5", "''", "[1]"],
    "timeouts.build": ["5"],
    "build.channel": ["1a", "a b", "5"],
    "build.compiler_launcher": ["5", "[]"],
    "build.nsx_modules": ["{nsx-core: main}", "{nsx-core: {path: a, ref: b}}", "{nsx-core: {}}", "[nsx-core]"],
    "build.offlin": ["true"],
    "frozen": ["maybe"],
    "modle": ["x"],
    "compatibility": ["{}"],
    "work_dir": ["5"],
}

#: Keys that make every section stand, so that putting a key back leaves none empty.
STANDING = {
    ("target", "board"): "apollo510_evb",
    ("profiling", "iterations"): "10",
    ("power", "enabled"): "false",
    ("output", "model_explorer"): "true",
    ("timeouts", "configure_s"): "60",
    ("build", "channel"): "stable",
    ("engine", "type"): "helia-rt",
}


class Chain:
    """A broken profile: its text, and for each fault the line that stood there before."""

    def __init__(self, generator: profiles.Generator, both) -> None:
        pick = generator.pick
        tree = generator.base()
        for name in ["arena_size", "arena_location", "weights_location"]:
            tree["model"].pop(name, None)
        tree["model"]["path"] = tree["model"]["path"].replace("pad_5m", "pad_300k").replace("3200k", "700k")
        for path, value in STANDING.items():
            if generator.get(tree, *path) is None:
                generator.put(tree, path, value)
        self.good = generator.block(tree, 0, 2)
        known = {".".join(path) for path, _ in generator.keys}
        names = [key for key in FAULTS if key in known or key.rpartition(".")[2] in UNKNOWN]
        self.faults = []
        for key in generator.rnd.sample(names, pick([2, 2, 3, 4, 5])):
            value, path = pick(FAULTS[key]), key.split(".")
            if not is_fault(both, key, value):
                continue
            indent = "  " * (len(path) - 1)
            was = generator.get(tree, *path)
            fault = {"key": key, "was": "" if was is None else f"{indent}{path[-1]}: {was}\n"}
            generator.put(tree, path, value)
            self.faults.append(fault)
        self.text = generator.block(tree, 0, 2)


@functools.cache
def is_fault(both, key: str, value: str) -> bool:
    """Whether this release refuses a value at a key for itself."""
    tree = {"model": {"path": "models/kws_model.tflite"}}
    for path, standing in STANDING.items():
        tree.setdefault(path[0], {})[path[1]] = standing
    *above, last = key.split(".")
    section = tree
    for name in above:
        section = section.setdefault(name, {})
    section[last] = value
    text = "".join(
        f"{name}:\n" + "".join(f"  {key}: {below}\n" for key, below in value.items())
        if isinstance(value, dict)
        else f"{name}: {value}\n"
        for name, value in tree.items()
    )
    return not both.hpx.ask({"id": "", "yaml": text})["accepted"]


UNKNOWN = {"arena", "confg", "boards", "iteration", "enable", "path", "build", "offlin", "modle", "compatibility"}


def mended(text: str, finding: dict, faults) -> str | None:
    """The text after one finding is mended; `None` where nothing is to be done about it."""
    if finding["fixes"]:
        after = applied(text, finding["fixes"][0])
        return after if after != text else None
    for fault in faults:
        key, at = fault["key"], finding["key"] or ""
        if agree.covers(at, key) or agree.covers(key, at):
            if after := put_back(text, fault):
                return after
    return None


def put_back(text: str, fault: dict) -> str | None:
    """The text with what stood at a fault's key before, also where a fix has changed it since."""
    section, _, name = fault["key"].rpartition(".")
    lines = text.splitlines(keepends=True)
    begin = next((at for at, line in enumerate(lines) if line.startswith(f"{section}:")), -1) if section else -1
    for at in range(begin + 1, len(lines)):
        if section and not lines[at].startswith(" "):
            break
        if lines[at].startswith(f"{'  ' if section else ''}{name}:") and lines[at] != fault["was"]:
            return "".join([*lines[:at], fault["was"], *lines[at + 1 :]])
    return None


def run(both, chain: Chain) -> str | None:
    """Mends a chain to its end; what went wrong, if anything did."""
    text, first = chain.text, None
    for _ in range(MOST_STEPS):
        hpx, us = both.ask(text)
        found = [f for f in us["found"] if f["hpx"]]
        first = first or found
        if hpx["accepted"]:
            return f"hpx accepts, and we say {[f['rule'] for f in found]}" if found else None
        if kind := agree.difference(hpx, us):
            return kind
        if kind := agree.difference(hpx, {"accepted": False, "found": first}):
            return f"not reported at first: {kind}"
        after = next((after for f in found if (after := mended(text, f, chain.faults))), None)
        if after is None:
            return f"nothing to mend {[(f['rule'], f['key']) for f in found]}"
        text = after
    return f"no end after {MOST_STEPS} steps:\n{text}"


def unreported(both, chain: Chain) -> list[str]:
    """The faults that the first report does not have."""
    found = [f["key"] for f in both.ours(chain.text)["found"] if f["hpx"]]
    return [f["key"] for f in chain.faults if not any(agree.covers(key, f["key"]) for key in found)]


def chains(both, arguments) -> int:
    """Mends many chains; how many go wrong."""
    counts = Counter()
    for seed in range(arguments.seed, arguments.seed + arguments.seeds):
        generator = profiles.Generator(arguments.hpx, seed)
        for _ in range(arguments.count):
            chain = Chain(generator, both)
            if len(chain.faults) < 2 or not both.hpx.ask({"id": "", "yaml": chain.good})["accepted"]:
                counts["left out"] += 1
                continue
            counts["chains"] += 1
            missing = unreported(both, chain)
            wrong = f"not all at once: {missing}" if missing else run(both, chain)
            if wrong:
                counts["wrong"] += 1
                if counts["wrong"] <= arguments.show:
                    print(f"== {wrong}\n{chain.text}", flush=True)
    print(f"hpx {arguments.hpx}:", ", ".join(f"{n} {what}" for what, n in counts.items()))
    return counts["wrong"] or not counts["chains"]
