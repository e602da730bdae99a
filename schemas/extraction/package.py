"""Where things lie in the package, whose modules moved between releases."""

from __future__ import annotations

import importlib
import inspect
from functools import cache
from pathlib import Path


@cache
def root() -> Path:
    """The folder of the importable helia_profiler."""
    return Path(importlib.import_module("helia_profiler").__file__).parent


def release() -> str:
    return importlib.import_module("helia_profiler").__version__


@cache
def module(*names: str):
    """The first of the modules *names* (below helia_profiler) that exists, or None."""
    for name in names:
        path = root().joinpath(*name.split("."))
        if path.is_dir() or path.with_suffix(".py").is_file():
            return importlib.import_module(f"helia_profiler.{name}")
    return None


def find(module_names: tuple[str, ...] | str, name: str, default=None):
    """The attribute *name* of a module that may be missing."""
    names = (module_names,) if isinstance(module_names, str) else module_names
    found = module(*names)
    return getattr(found, name, default) if found else default


def source(thing) -> str:
    """The text of a module, class or function; empty for None."""
    return inspect.getsource(thing) if thing is not None else ""


def text(*prefixes: str) -> str:
    """The text of every Python file whose path below the package starts so."""
    found = []
    for file in sorted(root().rglob("*.py")):
        path = file.relative_to(root()).as_posix()
        if path.startswith(prefixes):
            found.append(file.read_text(encoding="utf-8"))
    return "\n".join(found)
