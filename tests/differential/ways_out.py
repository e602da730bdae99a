"""Holds the ways out of a memory overflow to hpx: `agree.py --ways-out`.

Profiles that hpx refuses for their plan alone. Every fix that the two overflow
rules offer is applied: hpx must accept the result, and where the arena is said
to be the largest that fits, refuse one byte more or book it in MRAM.
"""

from __future__ import annotations

import re
from collections import Counter

import profiles

PLAN = "stages.plan_memory._validate"

RULES = {"arena-overflow", "weights-overflow"}


def overflowing(release: str, seed: int, count: int):
    """Profiles that likely overflow and have no other fault."""
    generator = profiles.Generator(release, seed)
    pick, chance = generator.pick, generator.chance
    for at in range(count):
        tree = generator.base()
        for name in ["arena_size", "arena_location", "weights_location"]:
            tree["model"].pop(name, None)
        capacities = generator.capacity(tree)
        bound = pick([capacities["tcm"], capacities["sram"], capacities["mram"]])
        if chance(0.8):
            tree["model"]["arena_size"] = str(bound + pick([0, 1, 1000, 100_000, 5_000_000, 40_000_000]))
        if chance(0.6):
            tree["model"]["arena_location"] = pick(["tcm", "sram"])
        if chance(0.6):
            tree["model"]["weights_location"] = pick(["tcm", "sram", "mram"])
        if chance(0.2):
            generator.put(tree, ("target", "rtt_buffer_size_up"), str(pick([65_536, 500_000, 4_000_000])))
        if chance(0.2):
            tree["target"] = {"board": "mine", **tree.get("target", {})}
            tree["target"]["custom_boards"] = {"mine": {"based_on": tree["target"]["board"]}}
            if tree["target"]["board"] == "mine":
                tree["target"]["custom_boards"]["mine"]["based_on"] = pick(generator.boards)
        yield {"id": f"{seed}-{at:05}", "yaml": generator.block(tree, 0, pick([2, 2, 4]))}


def applied(text: str, fix: dict) -> str:
    """The text after a fix; its edits are in bytes of the text."""
    data = text.encode()
    for start, end, new in sorted(fix["edits"], reverse=True):
        data = data[:start] + new.encode() + data[end:]
    return data.decode()


def one_more(text: str, fix: dict) -> str:
    """The text after a fix that sets a size, one byte larger."""
    edits = [[s, e, re.sub(r"\d+(?!.*\d)", lambda n: str(int(n[0]) + 1), new, flags=re.S)] for s, e, new in fix["edits"]]
    return applied(text, {"edits": edits})


def tried(both, arguments) -> int:
    """Tries the ways out of many overflows; how many do not work."""
    seen, bad = Counter(), 0
    for seed in range(arguments.seed, arguments.seed + arguments.seeds):
        for case, hpx, us in list(both.ask_all(overflowing(arguments.hpx, seed, arguments.count))):
            if hpx["at"] != PLAN:
                continue
            seen["overflows"] += 1
            found = [f for f in us["found"] if f["hpx"]]
            if {f["rule"] for f in found} - RULES:
                seen["with another finding"] += 1
                bad += complain("another finding", case["yaml"], found)
                continue
            fixes = [fix for f in found for fix in f["fixes"]]
            seen["without a way out"] += not fixes
            for fix in fixes:
                seen["ways out"] += 1
                after = both.hpx.ask({"id": "", "yaml": applied(case["yaml"], fix)})
                if not after["accepted"]:
                    bad += complain("hpx refuses", applied(case["yaml"], fix), [fix["title"], after])
                if "the largest that fits" in fix["title"]:
                    seen["largest"] += 1
                    more = one_more(case["yaml"], fix)
                    after = both.hpx.ask({"id": "", "yaml": more})
                    # hpx books an arena in MRAM as a last resort, where it cannot be written.
                    if after["accepted"] and after["placement"]["arena"] != "mram":
                        bad += complain("not the largest", more, [fix["title"]])
    print(f"hpx {arguments.hpx}:", ", ".join(f"{n} {what}" for what, n in seen.items()), f"; {bad} do not work")
    return bad or not seen["ways out"]


def complain(what: str, text: str, more) -> int:
    print(f"== {what}\n{text}\n   {more}", flush=True)
    return 1
