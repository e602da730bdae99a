#!/usr/bin/env python3
"""Check that hpx takes `accepted.jsonl` and refuses `refused.jsonl`, as the test of the schemas says.

    python tests/schemas/ask_hpx.py      # asks the importable helia-profiler

JSON is YAML, so each profile is loaded as it stands; the checks of preflight that need no
model file follow. Both files are data of `tests/it/data.rs` too.
"""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path

from helia_profiler import __version__
from helia_profiler.config import load_config
from helia_profiler.stages import preflight

HERE = Path(__file__).resolve().parent


def key(version: str) -> list[int]:
    return [int(part) for part in version.split(".")]


def refusal(profile: dict, file: Path) -> Exception | None:
    file.write_text(json.dumps(profile), encoding="utf-8")
    try:
        config = load_config(file, {"verbose": 0})
        preflight._check_runtime_split_locations(config)
        preflight._check_pmu_selection(config)
    except Exception as error:  # a traceback is a refusal too
        return error
    return None


def main() -> int:
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        for name, taken in (("accepted", True), ("refused", False)):
            for line in (HERE / f"{name}.jsonl").read_text(encoding="utf-8").splitlines():
                case = json.loads(line)
                if not key(case["since"]) <= key(__version__) <= key(case["until"]):
                    continue
                error = refusal(case["profile"], Path(folder) / "hpx.yml")
                if (error is None) != taken:
                    print(f"{name}: {case['why']}: {error or 'taken'}")
                    wrong += 1
    print(f"hpx {__version__}: {wrong or 'nothing'} otherwise than the files say")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
