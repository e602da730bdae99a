#!/usr/bin/env python3
"""Write what this project knows about heliaPROFILER from an installed one.

    python schemas/extract.py OUTDIR          # the importable release, below OUTDIR
    python schemas/extract.py --check         # compare it with the committed files
    python schemas/extract.py --all WHEELS    # every release unpacked below WHEELS, and the
                                              # importable one, over the committed files

`catalog.json` holds facts (boards, SoCs, memory, clocks, counters, flags, constants, traits),
`profile.schema.json` the keys of a profile. Releases that give the same files share a folder,
named after the newest of them; `releases.json` says which, and which keys and values not all
releases know. Texts are ours and lie in `descriptions.json`, what the package does not say in
`facts.json`. Install helia-profiler with `constraints.txt`, for the versions of its
dependencies decide how a value is read.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path

# Nothing beside the sources but what this writes.
sys.dont_write_bytecode = True

HERE = Path(__file__).resolve().parent
NAMES = ("catalog.json", "profile.schema.json")


def read(name: str) -> dict:
    return json.loads((HERE / name).read_text(encoding="utf-8"))


def dumped(value) -> str:
    return json.dumps(value, indent=1, ensure_ascii=False) + "\n"


def extracted() -> dict:
    """What the importable release says, as yet without other releases beside it."""
    from extraction import package, schema

    catalog, keys, used = schema.extract(read("facts.json"), read("descriptions.json"))
    return {
        "release": package.release(),
        "catalog": catalog,
        "schema": keys,
        "used": sorted(used),
    }


def nodes(node: dict, path: tuple[str, ...] = ()):
    """Every key of a schema: (path, node), `*` for a name of the user's, `[]` for an item."""
    yield path, node
    for name, child in node.get("properties", {}).items():
        yield from nodes(child, (*path, name))
    for word, name in (("additionalProperties", "*"), ("items", "[]")):
        child = node.get(word)
        if isinstance(child, dict) and "description" in child:
            yield from nodes(child, (*path, name))


def values(node: dict) -> list[str]:
    """The words among the choices of a key."""
    words = node.get("enum") or (node.get("anyOf") or [{}])[0].get("enum") or []
    return [word for word in words if isinstance(word, str)]


def span(known: list[str], releases: list[str]) -> dict:
    """When something came and went, as far as not all *releases* know it."""
    found = {}
    if known[0] != releases[0]:
        found["since"] = known[0]
    if known[-1] != releases[-1]:
        found["until"] = known[-1]
    return found


def index(raw: list[dict]) -> dict:
    """releases.json of *raw*, one per release and in order."""
    releases = [r["release"] for r in raw]
    folders: list[str] = []
    for number, one in enumerate(raw):
        same = number
        while same + 1 < len(raw) and all(
            raw[same + 1][part] == one[part] for part in ("catalog", "schema")
        ):
            same += 1
        folders.append(releases[same])
    keys: dict[str, list[str]] = {}
    words: dict[str, dict[str, list[str]]] = {}
    for one in raw:
        for path, node in nodes(one["schema"]):
            key = ".".join(path)
            keys.setdefault(key, []).append(one["release"])
            for word in values(node):
                words.setdefault(key, {}).setdefault(word, []).append(one["release"])
    return {
        "releases": [{"name": n, "folder": f} for n, f in zip(releases, folders, strict=True)],
        "keys": {
            key: since for key, known in sorted(keys.items()) if (since := span(known, releases))
        },
        "choices": {
            key: some
            for key, known in sorted(words.items())
            if (
                some := {
                    word: since
                    for word, where in sorted(known.items())
                    if (since := span(where, keys[key]))
                }
            )
        },
    }


def files(raw: dict, releases: dict) -> dict[str, str]:
    """The two files of *raw*, by their path below the output folder."""
    row = next((r for r in releases["releases"] if r["name"] == raw["release"]), None)
    folder = row["folder"] if row else raw["release"]
    served = [r["name"] for r in releases["releases"] if r["folder"] == folder] or [folder]
    first, last = served[0], served[-1]
    schema = json.loads(json.dumps(raw["schema"]))
    for path, node in nodes(schema):
        since = releases["keys"].get(".".join(path))
        if since:
            node["x-hpx-releases"] = since
    head = {
        "$schema": schema.pop("$schema"),
        "title": f"heliaPROFILER profile, hpx {first}" + (f" to {last}" if last != first else ""),
    }
    catalog = {"releases": served, **raw["catalog"]}
    contents = dict(zip(NAMES, (catalog, {**head, **schema}), strict=True))
    return {f"{folder}/{name}": dumped(content) for name, content in contents.items()}


def write(out: Path, contents: dict[str, str]) -> None:
    for name, text in contents.items():
        (out / name).parent.mkdir(parents=True, exist_ok=True)
        (out / name).write_text(text, encoding="utf-8")


def check() -> int:
    raw = extracted()
    bad = 0
    for name, text in files(raw, read("releases.json")).items():
        committed = HERE / name
        if not committed.is_file() or committed.read_text(encoding="utf-8") != text:
            print(f"{name} is not what helia-profiler {raw['release']} gives", file=sys.stderr)
            bad = 1
    if not bad:
        print(f"the files for helia-profiler {raw['release']} are up to date")
    return bad


def ask(folder: Path | None) -> dict:
    """What the release unpacked in *folder*, or else the importable one, says."""
    environment = dict(os.environ)
    if folder is not None:
        environment["PYTHONPATH"] = str(folder)
    command = [sys.executable, str(HERE / "extract.py"), "--raw"]
    done = subprocess.run(command, env=environment, check=True, capture_output=True, text=True)
    return json.loads(done.stdout)


def everything(wheels: Path) -> None:
    folders = [f for f in wheels.iterdir() if (f / "helia_profiler").is_dir()]
    raw = {one["release"]: one for one in (ask(folder) for folder in [*folders, None])}
    ordered = sorted(raw.values(), key=lambda r: [int(n) for n in r["release"].split(".")])
    unused = set(read("descriptions.json")).difference(*(one["used"] for one in ordered))
    if unused:
        sys.exit(f"descriptions.json describes what no release knows: {', '.join(sorted(unused))}")
    releases = index(ordered)
    contents = {"releases.json": dumped(releases)}
    for one in ordered:
        contents.update(files(one, releases))
    for old in HERE.glob("*/catalog.json"):
        if old.relative_to(HERE).as_posix() not in contents:
            for name in NAMES:
                (old.parent / name).unlink()
            old.parent.rmdir()
    write(HERE, contents)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("out", nargs="?", type=Path, metavar="OUTDIR")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--all", type=Path, metavar="WHEELS")
    parser.add_argument("--raw", action="store_true", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.raw:
        json.dump(extracted(), sys.stdout)
    elif arguments.check:
        return check()
    elif arguments.all:
        everything(arguments.all)
    elif arguments.out:
        write(arguments.out, files(extracted(), read("releases.json")))
    else:
        parser.error("name a folder, --check or --all")
    return 0


if __name__ == "__main__":
    sys.exit(main())
