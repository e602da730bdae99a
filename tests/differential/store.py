#!/usr/bin/env python3
"""Writes `tests/verdicts/<release>.jsonl`: hpx's verdicts on generated profiles.

    python store.py --hpx 0.4.1 --seed 7000 --count 6000 --keep 1500 --python ... --wheels ...

Of the cases of one seed those are kept that differ most: one of each kind of
verdict in turn, where a kind is the function that refused with the keys that it
named, or board, engine and placement. Facts only: `accepted`, `at`, `keys`, or
the placement, clock and plan. For 0.4.1 `tests/verdicts/mends.jsonl` is written
too: broken profiles, with what stood before at each of their faults.
"""

from __future__ import annotations

import argparse
import json
import re
from collections import defaultdict

import agree
import mend
import profiles

#: The most bytes of a case, so that all of them stay readable.
MOST_BYTES = 1_500

CHAINS = 80


def kind(case: dict, hpx: dict) -> tuple:
    """What a case is an example of."""
    if not hpx["accepted"]:
        return (False, hpx["at"], *hpx["keys"][:2])
    word = lambda key: (re.search(rf"^ *{key}: (\S+)", case["yaml"], re.M) or [None, ""])[1]  # noqa: E731
    return (True, word("board"), word("type"), hpx["placement"]["arena"], hpx["placement"]["weights"])


def facts(case: dict, hpx: dict) -> dict:
    """What is kept of a case."""
    kept = {"id": case["id"], "yaml": case["yaml"], "accepted": hpx["accepted"]}
    if not hpx["accepted"]:
        return {**kept, "at": hpx["at"], "keys": hpx["keys"]}
    plan = [
        [r["region"], r["capacity"], r["used"], [[c["name"], c["size"], c["kind"]] for c in r["consumers"]]]
        for r in hpx["plan"]
    ]
    clock = hpx["cpu_clock"]
    places = hpx["placement"]
    return {**kept, "placement": [places["arena"], places["weights"]], "clock": [clock["name"], clock["mhz"]], "plan": plan}


def chosen(cases, keep: int):
    """One case of each kind in turn, until there are enough, in the order of the seed."""
    kinds = defaultdict(list)
    for at, (case, hpx, _) in enumerate(cases):
        if len(case["yaml"].encode()) <= MOST_BYTES:
            kinds[kind(case, hpx)].append((at, facts(case, hpx)))
    kept = []
    while len(kept) < keep and kinds:
        for name in list(kinds):
            kept.append(kinds[name].pop(0))
            if not kinds[name]:
                del kinds[name]
    return [fact for _, fact in sorted(kept[:keep], key=lambda entry: entry[0])]


def write(path, lines) -> None:
    path.write_text("".join(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n" for line in lines))
    print(path, len(lines), path.stat().st_size)


def chains(both, arguments):
    """Broken profiles that mend to an accepted one."""
    generator = profiles.Generator(arguments.hpx, arguments.seed)
    found = []
    while len(found) < CHAINS:
        chain = mend.Chain(generator, both)
        if len(chain.faults) >= 2 and mend.run(both, chain) is None and not mend.unreported(both, chain):
            found.append({"yaml": chain.text, "faults": chain.faults})
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0], add_help=False)
    parser.add_argument("--keep", type=int, default=300)
    own, rest = parser.parse_known_args()
    arguments = agree.parsed(rest)
    both = agree.Both(arguments)
    folder = agree.ROOT / "tests/verdicts"
    try:
        cases = profiles.profiles(arguments.hpx, arguments.seed, arguments.count)
        write(folder / f"{arguments.hpx}.jsonl", chosen(both.ask_all(cases), own.keep))
        if arguments.hpx == "0.4.1":
            write(folder / "mends.jsonl", chains(both, arguments))
    finally:
        both.close()


if __name__ == "__main__":
    main()
