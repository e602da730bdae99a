#!/usr/bin/env python3
"""What an installed heliaPROFILER makes of profiles, reduced to facts.

    python hpx.py FOLDER < cases.jsonl > facts.jsonl

Each line in is `{"id", "yaml"}`; the text is saved as `hpx.yml` in FOLDER,
where hpx is then started. Each line out holds `id`, `accepted`, the `stage`
that refused, `at` (the module and function of hpx that did), the `keys` that
the refusal names, and of an accepted one `placement`, `cpu_clock`, `plan`.
No sentence of hpx's is kept.

hpx runs up to and with its memory plan. Replaced is what depends on the host
and not on the text: host tools, output folder, probe, power instrument, git,
the network and the heliaAOT compiler, without which a plan for helia-aot holds
hpx's own consumers only. Any release from 0.1.1 on is asked alike; to ask
another than the installed one, put an unpacked wheel first on PYTHONPATH.
"""

from __future__ import annotations

import importlib
import json
import logging
import os
import re
import shutil
import socket
import sys
import tempfile
import traceback
import urllib.request
from pathlib import Path
from types import SimpleNamespace

REDIRECTIONS = ("CMSIS_NN_PATH", "HELIART_SOURCE_PATH", "HELIART_DIST_PATH", "HPX_CACHE_DIR")

#: What refuses without saying where, in files that it reads or in the host.
LAST_STAGE = "plan_memory"

SECTIONS = "model|engine|target|profiling|power|output|timeouts|build"

#: A dotted key as it stands in running text.
DOTTED = re.compile(rf"(?<![\w./-])(?:{SECTIONS})(?:\.[A-Za-z0-9_][\w-]*)+")


def module(name: str):
    """A module of hpx, where this release has it."""
    try:
        return importlib.import_module(f"helia_profiler.{name}")
    except ImportError:
        return None


def replace(owner, **answers) -> None:
    """Lets the functions of *owner* that there are answer as given."""
    for name, answer in answers.items():
        if owner is not None and hasattr(owner, name):
            setattr(owner, name, answer)


def always(answer):
    return lambda *_args, **_kwargs: answer


def no_network(*_args, **_kwargs):
    raise OSError("no network here")


def executorch_pin() -> tuple[str, str]:
    """The version and commit of the ExecuTorch module that this release wants."""
    executorch = module("engines.executorch")
    if hasattr(executorch, "_executorch_record"):
        record = executorch._executorch_record()
        return record.version, record.source.commit
    for name in ("compatibility", "deps.compatibility"):
        baseline = getattr(module(name), "load_compatibility_baseline", None)
        for engine in getattr(baseline() if baseline else None, "engines", ()):
            if engine.name == "executorch":
                return engine.version, engine.ref
    return "0", "0"


def fake_executorch(root: Path) -> None:
    """A checkout of the ExecuTorch module, as far as hpx looks at one."""
    version, commit = executorch_pin()
    for name, text in {
        "version.txt": version,
        "nsx-module.yaml": "",
        "CMakeLists.txt": "",
        "external/executorch/version.txt": "",
        "tools/python/torchgen/__init__.py": "",
    }.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    replace(
        module("engines.executorch"),
        _auto_clone_nsx_executorch=always(root),
        _offline_cached_source=always(root),
        _checkout_commit=always(commit),
        _gitlink_commit=always(commit),
    )


def without_host(scratch: Path, folder: Path) -> None:
    """Takes away from hpx what would depend on the host."""
    for name in REDIRECTIONS:
        os.environ.pop(name, None)
    replace(module("stages.preflight"), _check_output_dir=always(None), _check_host_tools=always(None))
    replace(getattr(module("stages.resolve_probe"), "ResolveJLinkProbeStage", None), run=always(None))
    joulescope = module("power.joulescope.driver")
    replace(getattr(joulescope, "JoulescopeDriver", None), ensure_target_powered=always(True))
    fake_executorch(scratch / "nsx-executorch")
    release = Path(folder, "hrt", "dist")
    replace(module("engines.helia_rt.download"), _fetch_github_release=always((release, "1.18.0")))
    nothing = SimpleNamespace(operators=(), tensors=(), regions=(), placements=())
    replace(
        module("engines.helia_aot.adapter"),
        _check_helia_aot_version=always("0.33.0"),
        _run_aot_compiler=always(nothing),
        analyze_aot_operators=always(None),
        analyze_model=always(None),
        _extract_operator_manifest=lambda *_a, **_k: [],
        _extract_memory_plan=always(None),
        _extract_arena_regions=lambda *_a, **_k: [],
        _validate_pragmas=always(None),
        _write_attributes_header=always(Path("attributes.h")),
    )
    urllib.request.urlopen = no_network
    socket.create_connection = no_network


class Hpx:
    """hpx, started in one folder over and over."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.scratch = Path(tempfile.mkdtemp(prefix="hpx-"))
        logging.getLogger("hpx").propagate = False
        logging.getLogger("hpx").addHandler(logging.NullHandler())
        without_host(self.scratch, folder.resolve())
        self.pipeline = module("pipeline")
        self.stages = module("profiler").build_default_pipeline()._stages
        self.load_config = module("config").load_config
        os.chdir(folder)

    def close(self) -> None:
        shutil.rmtree(self.scratch, ignore_errors=True)

    def ask(self, text: str) -> dict:
        """The facts of one text."""
        Path("hpx.yml").write_bytes(text.encode("utf-8", "surrogatepass"))
        facts = {"accepted": False, "stage": "load_config", "at": None, "keys": []}
        facts.update(placement=None, cpu_clock=None, plan=None)
        try:
            facts.update(self.run(facts))
        except Exception as refusal:  # also what hpx lets through as a traceback
            facts["at"] = where(refusal)
            facts["keys"] = keys(refusal)
        return facts

    def run(self, facts: dict) -> dict:
        # The command line always says how verbose hpx is to be.
        config = self.load_config(Path("hpx.yml"), {"verbose": 0})
        if hasattr(self.pipeline, "serialize_config"):
            self.pipeline.serialize_config(config)
        work = self.scratch / "work"
        shutil.rmtree(work, ignore_errors=True)
        work.mkdir()
        context = self.pipeline.PipelineContext(config=config, work_dir=work)
        for stage in self.stages:
            facts["stage"] = stage.name
            if not stage.should_skip(context):
                stage.run(context)
            if stage.name == LAST_STAGE:
                return accepted(context)
        raise AssertionError(f"no stage is called {LAST_STAGE}")


def accepted(context) -> dict:
    """The facts of an accepted profile."""
    platform = context.run_metadata.platform
    return {
        "accepted": True,
        "stage": "accepted",
        "cpu_clock": {"name": platform.cpu_clock_name, "mhz": platform.cpu_clock_mhz},
        "placement": {
            "arena": str(context.arena_region) if context.arena_region else None,
            "weights": str(context.weights_region) if context.weights_region else None,
        },
        "plan": [region(r) for r in context.memory_plan.regions],
    }


def region(usage) -> dict:
    """One row of a plan."""
    return {
        "region": str(usage.region),
        "capacity": usage.capacity,
        "used": usage.used,
        "consumers": [
            {"name": c.name, "size": c.size, "kind": str(c.kind)} for c in usage.consumers
        ],
    }


def where(refusal: BaseException) -> str | None:
    """The innermost function of hpx that a refusal came from, at its root."""
    deepest = None
    while refusal is not None:
        frames = traceback.extract_tb(refusal.__traceback__)
        for frame in frames:
            _, found, path = frame.filename.rpartition("/helia_profiler/")
            if found:
                file = path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
                deepest = f"{file}.{frame.name}"
        refusal = refusal.__cause__
    return deepest


def said(refusal: BaseException) -> str:
    return str(refusal.args[0]) if refusal.args else str(refusal)


def keys(refusal: BaseException) -> list[str]:
    """The keys that a refusal names: each place that pydantic gives, else the first in the message."""
    cause = refusal.__cause__
    if hasattr(cause, "errors"):
        places = [place(error["loc"], error["msg"]) for error in cause.errors(include_url=False)]
        return sorted({key for key in places if key})
    first = DOTTED.search(said(refusal))
    if first is None:
        return []
    # A name of the author's own may go on with what no key of hpx's has.
    whole = re.match(r"[\s=,.)']|:(?=\s)|$", first.string[first.end() :])
    return [plain(first.group() if whole else first.group().rpartition(".")[0])]


def place(path: tuple, message: str) -> str:
    """Where pydantic puts an error; a validator of a whole section begins with the key that it means."""
    head = plain(".".join(str(part) for part in path))
    meant = DOTTED.match(message.removeprefix("Value error, "))
    return meant.group() if meant and meant.group().startswith(head + ".") else head


def plain(key: str) -> str:
    """A key without what pydantic adds: which member of a union, that it is a key, Python's dates."""
    key = re.sub(r"\.(str|[a-z-]*\[\w+\])(?=$|\.)", "", key)
    return re.sub(r"(^|\.)(datetime\.|b').*$", "", key)


def main() -> None:
    hpx = Hpx(Path(sys.argv[1]))
    try:
        for line in sys.stdin:
            case = json.loads(line)
            print(json.dumps({"id": case["id"], **hpx.ask(case["yaml"])}), flush=True)
    finally:
        hpx.close()


if __name__ == "__main__":
    main()
