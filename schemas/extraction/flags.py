"""The flags of `hpx profile` and the config keys that they set.

The command is declared with typer, whose versions disagree about how a
declaration may be read back, and old releases of hpx do not import under new
ones. So a recorder stands in for typer and click while hpx declares its
command; what a flag sets is then found by running the command's own code with
one flag at a time and looking at what reaches `load_config`.
"""

from __future__ import annotations

import enum
import importlib
import inspect
import sys
import types
import typing
from pathlib import Path


class _Declared:
    """A `typer.Option` or `typer.Argument`, as it was called."""

    def __init__(self, kind: str, args: tuple, kwargs: dict):
        self.kind = kind
        self.texts = [a for a in args if self._is_flag(a)]
        #: Where the declaration is the parameter's default, its own first argument is.
        self.default = args[0] if args and not self._is_flag(args[0]) else None
        self.kwargs = kwargs

    @staticmethod
    def _is_flag(value) -> bool:
        return isinstance(value, str) and value.startswith("-")


class _Choice:
    def __init__(self, choices, **_):
        self.choices = [str(c) for c in choices]


class _Anything(Exception):
    """Stands for every other name of typer and click."""

    def __init__(self, *_args, **_kwargs):
        super().__init__()
        self.commands: dict = {}

    def command(self, name=None, **_):
        return lambda function: self.commands.setdefault(name, function)

    def __call__(self, *_args, **_kwargs):
        return _Anything()

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return lambda *_a, **_k: lambda function: function


def _recorder(name: str) -> types.ModuleType:
    module = types.ModuleType(name)
    known = {
        "Typer": _Anything,
        "Option": lambda *a, **k: _Declared("option", a, k),
        "Argument": lambda *a, **k: _Declared("argument", a, k),
        "Choice": _Choice,
    }
    module.__getattr__ = lambda attribute: known.get(attribute, _Anything)
    return module


class _Stop(BaseException):
    """Raised in place of loading a config."""


def _probe(command, parameters: dict) -> dict:
    """The overrides that *command* hands to `load_config` for *parameters*."""
    from helia_profiler import config

    seen: list[dict] = []

    def load_config(_path, overrides):
        seen.append(overrides)
        raise _Stop

    original, config.load_config = config.load_config, load_config
    try:
        command(**parameters)
    except _Stop:
        pass
    finally:
        config.load_config = original
    return seen[0]


def _leaves(value, path=()):
    if isinstance(value, dict):
        for key in value:
            yield from _leaves(value[key], (*path, key))
    else:
        yield path, value


#: One well-formed value for the flags whose text has a shape of its own.
_SHAPED = {
    "GROUP:SELECT": ("group:selection", ["*:default"]),
    "NAME:KEY=VALUE": ("name:key=value", ["*:path=x"]),
}


def _value(annotation, declared: _Declared):
    """(value kind, choices, a value to try) of one parameter."""
    shaped = _SHAPED.get(declared.kwargs.get("metavar"))
    if shaped:
        return shaped[0], [], shaped[1]
    arguments = [a for a in typing.get_args(annotation) if a is not type(None)]
    kind = arguments[0] if arguments else annotation
    choice = declared.kwargs.get("click_type")
    if isinstance(choice, _Choice):
        return "choice", choice.choices, choice.choices[-1]
    if isinstance(kind, type) and issubclass(kind, enum.Enum):
        members = list(kind)
        return "choice", [m.value for m in members], members[-1]
    if declared.kwargs.get("count"):
        return "count", [], 1
    if kind is bool:
        return "none", [], True
    if kind is int:
        return "int", [], 77
    if kind is Path:
        return "path", [], Path("x")
    if typing.get_origin(kind) is list or kind is list:
        return _SHAPED["GROUP:SELECT"][0], [], ["*:default"]
    return "text", [], "x"


def extract() -> list[dict]:
    """Every flag, in the order in which hpx declares it."""
    stand_ins = {name: _recorder(name) for name in ("typer", "click")}
    saved = {name: sys.modules.get(name) for name in stand_ins}
    sys.modules.update(stand_ins)
    try:
        # `helia_profiler.cli.app` names the typer object, not the module.
        module = importlib.import_module("helia_profiler.cli.app")
    finally:
        for name, before in saved.items():
            if before is None:
                del sys.modules[name]
            else:
                sys.modules[name] = before
    command = module.profile_command
    hints = typing.get_type_hints(command, include_extras=True)
    declared, defaults, annotations = {}, {}, {}
    for name, parameter in inspect.signature(command).parameters.items():
        annotation = hints[name]
        found = [a for a in getattr(annotation, "__metadata__", ()) if isinstance(a, _Declared)]
        if found:
            declared[name], defaults[name] = found[0], parameter.default
            annotations[name] = typing.get_args(annotation)[0]
        else:  # the default holds the declaration
            declared[name] = parameter.default
            annotations[name] = annotation
            defaults[name] = declared[name].default
    base = dict(_leaves(_probe(command, defaults)))
    flags = []
    for name, option in declared.items():
        kind, choices, attempt = _value(annotations[name], option)
        flag = {"name": name, "flags": [], "off": [], "value": kind, "choices": choices}
        for text in option.texts:
            on, _, off = text.partition("/")
            flag["flags"].append(on)
            if off:
                flag["off"].append(off)
        flag["key"], stored = _set_by(command, defaults, base, name, attempt)
        #: What a flag without a value puts there; one with an opposite stores yes or no.
        flag["stores"] = stored if kind == "none" and not flag["off"] else None
        flag["repeats"] = kind in ("group:selection", "name:key=value")
        flags.append(flag)
    return flags


def _set_by(command, defaults, base, name, attempt):
    """(dotted key, stored value) that the parameter *name* changes."""
    changed = [
        (path, value)
        for path, value in _leaves(_probe(command, {**defaults, name: attempt}))
        if base.get(path, _Stop) != value
    ]
    if not changed:
        return None, None
    ((path, value),) = changed
    # `*` is a name that the user chooses, and what lies below it is the flag's text.
    shown = path[: path.index("*") + 1] if "*" in path else path
    return ".".join(shown), value
