#!/usr/bin/env python3
"""Compares this library with PyYAML on generated YAML documents.

    pip install -r tests/differential/requirements.txt
    cargo build --release --example yaml-events
    python3 tests/differential/differential.py [--seed N] [--count N]

Verdict, events, places and values must agree on every document; the exit status is 1 if any
differs, and the first few are shown, made as short as they go. With `--merges-may-differ` a
document that merges mappings may have another value: PyYAML 6.0.4 merges otherwise.
"""

import argparse
import collections
import json
import pathlib
import struct
import subprocess
import sys

import yaml

import generate
import reference

PROJECT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = PROJECT / "target" / "release" / "examples" / "yaml-events"
BATCH = 2000
SHOWN = 5


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=23_000)
    parser.add_argument("--program", type=pathlib.Path, default=PROGRAM)
    parser.add_argument("--merges-may-differ", action="store_true")
    return parser.parse_args()


def ours(program, documents):
    """The library's accounts of some documents."""
    data = b"".join(struct.pack("<I", len(d)) + d for d in documents)
    done = subprocess.run([program], input=data, stdout=subprocess.PIPE, check=True)
    lines = done.stdout.decode().splitlines()
    assert len(lines) == len(documents), "the program stopped early"
    return [json.loads(line) for line in lines]


def differs(document, found, merges_may_differ):
    """What differs, or None."""
    wanted = reference.account(document)
    merging = merges_may_differ and (b"<<" in document or b"merge" in document)
    for part in ["accepted", "events", "value"]:
        if part == "value" and merging:
            continue
        if wanted[part] != found[part]:
            return part, wanted[part], found[part]
    return None


def shorter(document):
    """The document with a part left out, larger parts first."""
    size = len(document) // 2
    while size:
        for start in range(0, len(document), size):
            yield document[:start] + document[start + size :]
        size //= 2


def shortened(program, document, part, merges_may_differ):
    """A shorter document that differs in the same part."""
    for _ in range(40):
        candidates = list(shorter(document))[:3000]
        for candidate, found in zip(candidates, ours(program, candidates)):
            difference = differs(candidate, found, merges_may_differ)
            if difference and difference[0] == part:
                document = candidate
                break
        else:
            break
    return document


def show(options, family, document, difference):
    short = shortened(options.program, document, difference[0], options.merges_may_differ)
    found = ours(options.program, [short])[0]
    part, wanted, got = differs(short, found, options.merges_may_differ)
    print("DIFFERENT %s (%s): %r" % (part, family, short.decode("utf-8", "replace")))
    print("    PyYAML: %s\n    we:     %s" % (str(wanted)[:1500], str(got)[:1500]))


def main():
    options = arguments()
    expected = "PyYAML==" + yaml.__version__
    pinned = (PROJECT / "tests/differential/requirements.txt").read_text().split()
    if expected not in pinned and not options.merges_may_differ:
        sys.exit("needs %s, and this is %s" % (" ".join(pinned), expected))
    counts = collections.Counter()
    different = 0
    for start in range(0, options.count, BATCH):
        numbers = range(start, min(start + BATCH, options.count))
        made = [generate.document(options.seed, number) for number in numbers]
        accounts = ours(options.program, [document for _, document in made])
        for (family, document), found in zip(made, accounts):
            counts["documents"] += 1
            counts["accepted by us"] += found["accepted"]
            counts["well formed to us"] += found["events"] is not None
            difference = differs(document, found, options.merges_may_differ)
            if difference:
                different += 1
                if different <= SHOWN:
                    show(options, family, document, difference)
    summary = ", ".join("%d %s" % (count, what) for what, count in counts.items())
    print("%s, %s, seed %d: %d different" % (expected, summary, options.seed, different))
    sys.exit(1 if different else 0)


if __name__ == "__main__":
    main()
