#!/usr/bin/env python3
"""Asks hpx and us about generated profiles, and tells where the answers differ.

    cargo build --release --example verdicts
    python agree.py --hpx 0.4.1 --seed 1 --count 5000

Needs an interpreter with helia-profiler, `--python`; other releases than the
one installed are unpacked wheels below `--wheels`, one folder a release.
Exits 1 where there is a difference, and prints each kind once, cut down to the
lines that it needs. `--mend` and `--ways-out` hold our mends and ways out to
hpx: see `mend.py` and `ways_out.py`.

Agreement: both accept or both refuse. Accepted alike: the same placement, clock
and plan. Refused alike: each key that hpx names has a finding of origin `hpx`
at that key or below; where hpx names none, `tests/verdicts/places.json` tells
by the function of hpx that refused which key it is about.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import threading
from collections import Counter
from pathlib import Path

import profiles

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
PLACES = json.loads((ROOT / "tests/verdicts/places.json").read_text())


class Asker:
    """A program that answers a line with a line."""

    def __init__(self, command, **options) -> None:
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1, **options
        )

    def ask_all(self, cases):
        """The answers to many cases, in their order."""
        cases = list(cases)
        writer = threading.Thread(target=self.write, args=(cases,), daemon=True)
        writer.start()
        for _ in cases:
            line = self.process.stdout.readline()
            if not line:
                raise SystemExit(f"{self.process.args} ended")
            yield json.loads(line)
        writer.join()

    def write(self, cases) -> None:
        for case in cases:
            self.process.stdin.write(json.dumps(case) + "\n")
        self.process.stdin.flush()

    def ask(self, case) -> dict:
        return next(iter(list(self.ask_all([case]))))

    def close(self) -> None:
        self.process.stdin.close()
        self.process.wait()


class Both:
    """hpx and us, in one folder."""

    def __init__(self, arguments) -> None:
        self.release = arguments.hpx
        self.folder = Path(tempfile.mkdtemp(prefix="agree-", dir=arguments.scratch))
        subprocess.run([arguments.verdicts, "--write", self.folder], check=True)
        environment = {**os.environ, "HOME": str(self.folder / "home")}
        wheel = Path(arguments.wheels or "/nowhere") / arguments.hpx
        if wheel.is_dir():
            environment["PYTHONPATH"] = str(wheel)
        self.hpx = Asker([arguments.python, HERE / "hpx.py", self.folder], env=environment)
        self.us = Asker([arguments.verdicts, self.folder])

    def ask(self, text: str) -> tuple[dict, dict]:
        return self.hpx.ask({"id": "", "yaml": text}), self.ours(text)

    def ours(self, text: str) -> dict:
        return self.us.ask({"id": "", "yaml": text, "hpx": self.release})

    def ask_all(self, cases):
        cases = list(cases)
        named = [{**case, "hpx": self.release} for case in cases]
        return zip(cases, self.hpx.ask_all(cases), self.us.ask_all(named))

    def close(self) -> None:
        self.hpx.close()
        self.us.close()
        shutil.rmtree(self.folder, ignore_errors=True)


def covers(found, key: str) -> bool:
    """Whether a finding stands at a key or below it; pydantic prints true as a number."""
    found, key = printed(found or ""), printed(key)
    return found == key or found.startswith(key + ".")


def printed(key: str) -> str:
    """A key with dots for brackets, and with numbers for the booleans in it."""
    key = re.sub(r"\[(\d+)\]", r".\1", key)
    return re.sub(r"(?<![^.])(True|False)(?![^.])", lambda flag: str(int(flag[0] == "True")), key)


def difference(hpx: dict, us: dict) -> str | None:
    """How two answers differ, in a word that names the kind."""
    findings = [f for f in us["found"] if f["hpx"]]
    if hpx["accepted"] and not us["accepted"]:
        return "refused by us alone: " + ", ".join(sorted({f["rule"] for f in findings}))
    if us["accepted"] and not hpx["accepted"]:
        return f"accepted by us alone: {hpx['stage']} {hpx['at']} {' '.join(hpx['keys'])}"
    if hpx["accepted"]:
        ours = {**us, "plan": us["plan"] and [exact(region) for region in us["plan"]]}
        parts = [part for part in ("placement", "cpu_clock", "plan") if hpx[part] != ours[part]]
        return f"another {parts[0]}" if parts else None
    for key in hpx["keys"]:
        if not any(covers(f["key"], key) for f in findings):
            return f"no finding at {key}: {hpx['at']}"
    return None if hpx["keys"] else misplaced(hpx, findings)


def exact(usage: dict) -> dict:
    """What a region or consumer takes, as numbers: large ones come in digits."""
    numbers = {key: int(usage[key]) for key in ("capacity", "used", "size") if key in usage}
    consumers = {key: [exact(c) for c in usage[key]] for key in ("consumers",) if key in usage}
    return {**usage, **numbers, **consumers}


def misplaced(hpx: dict, findings) -> str | None:
    """Whether a refusal that names no key has a finding where it belongs."""
    expected = PLACES.get(hpx["at"])
    if expected is None:
        return f"no place is given for {hpx['stage']} {hpx['at']}"
    if "" in expected or any(covers(f["key"], key) for f in findings for key in expected):
        return None
    return f"no finding at any of {', '.join(expected)}: {hpx['at']}"


def near_bounds(case: dict, hpx: dict):
    """The same profile with an arena that just fits its region, and one that just does not."""
    size = re.search(r"^( +arena_size: )(\d+)$", case["yaml"], re.M)
    if not (hpx["accepted"] and size):
        return
    for region in hpx["plan"]:
        if any(consumer["size"] == int(size[2]) for consumer in region["consumers"]):
            free = region["capacity"] - region["used"]
            for more in (free, free + 1):
                text = case["yaml"][: size.start(2)] + str(int(size[2]) + more) + case["yaml"][size.end(2) :]
                yield {"id": f"{case['id']}+{more}", "yaml": text}


def shrunk(both: Both, text: str, kind: str) -> str:
    """The fewest lines of a text that still differ in this way."""
    lines = text.splitlines(keepends=True)
    at = 0
    while at < len(lines):
        indent = len(lines[at]) - len(lines[at].lstrip(" "))
        end = at + 1
        while end < len(lines) and len(lines[end]) - len(lines[end].lstrip(" ")) > indent:
            end += 1
        fewer = lines[:at] + lines[end:]
        hpx, us = both.ask("".join(fewer))
        if difference(hpx, us) == kind:
            lines, at = fewer, 0
        else:
            at += 1
    return "".join(lines)


def told(both: Both, text: str, kind: str) -> None:
    """Prints one difference."""
    text = shrunk(both, text, kind)
    hpx, us = both.ask(text)
    print(f"== {kind}\n{text}", flush=True)
    print("   hpx", {k: v for k, v in hpx.items() if v and k != "plan"})
    if hpx["accepted"] and us["accepted"]:
        print("   hpx", hpx["plan"], "\n   we ", us["plan"], us["placement"], us["cpu_clock"], us["plan_note"])
    print("   we ", [(f["rule"], f["key"], f["message"][:100]) for f in us["found"] if f["hpx"]], flush=True)


def compare(both: Both, arguments) -> int:
    """Compares the cases of some seeds; how many differ."""
    kinds, total, accepted = Counter(), 0, 0
    for seed in range(arguments.seed, arguments.seed + arguments.seeds):
        cases = list(profiles.profiles(arguments.hpx, seed, arguments.count))
        differing, derived = [], []
        for case, hpx, us in both.ask_all(cases):
            kind = difference(hpx, us)
            total, accepted = total + 1, accepted + hpx["accepted"]
            if kind:
                differing.append((kind, case["yaml"]))
            derived.extend(near_bounds(case, hpx))
        for case, hpx, us in both.ask_all(derived):
            kind = difference(hpx, us)
            total, accepted = total + 1, accepted + hpx["accepted"]
            if kind:
                differing.append((kind, case["yaml"]))
        for kind, text in differing:
            kinds[kind] += 1
            if kinds[kind] == 1 and len(kinds) <= arguments.show:
                told(both, text, kind)
    print(f"hpx {arguments.hpx}, seeds {arguments.seed} to {arguments.seed + arguments.seeds - 1}: "
          f"{total} cases, {accepted} accepted, {sum(kinds.values())} differ")
    for kind, times in kinds.most_common():
        print(f"{times:6} {kind}")
    return sum(kinds.values())


def given(both: Both, path: Path) -> int:
    """Compares the cases of a file of `{"id", "yaml"}` lines."""
    cases = [json.loads(line) for line in path.read_text().splitlines()]
    cases = [{"id": case["id"], "yaml": case["yaml"]} for case in cases]
    bad = [(kind, case) for case, hpx, us in both.ask_all(cases) if (kind := difference(hpx, us))]
    for kind, case in bad:
        print(case["id"], kind)
    print(f"{path}: {len(cases)} cases, {len(bad)} differ")
    return len(bad)


def parsed(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--hpx", default="0.4.1", help="the release to ask")
    parser.add_argument("--seed", type=int, default=1, help="the first seed")
    parser.add_argument("--seeds", type=int, default=1, help="how many seeds")
    parser.add_argument("--count", type=int, default=1000, help="cases a seed")
    parser.add_argument("--show", type=int, default=30, help="differences to print in full")
    parser.add_argument("--cases", type=Path, help="ask about the cases of this file instead")
    parser.add_argument("--mend", action="store_true", help="inject faults and mend them")
    parser.add_argument("--ways-out", action="store_true", help="try every way out of an overflow")
    parser.add_argument("--python", default=sys.executable, help="an interpreter with helia-profiler")
    parser.add_argument("--wheels", help="unpacked wheels, a folder each release")
    parser.add_argument("--verdicts", default=ROOT / "target/release/examples/verdicts")
    parser.add_argument("--scratch", help="where the folder of files is made")
    return parser.parse_args(arguments)


def main() -> None:
    arguments = parsed()
    both = Both(arguments)
    try:
        if arguments.mend:
            import mend

            bad = mend.chains(both, arguments)
        elif arguments.ways_out:
            import ways_out

            bad = ways_out.tried(both, arguments)
        elif arguments.cases:
            bad = given(both, arguments.cases)
        else:
            bad = compare(both, arguments)
    finally:
        both.close()
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()
