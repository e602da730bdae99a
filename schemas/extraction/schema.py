"""The JSON Schema of one release's profile, read off its pydantic dataclasses.

hpx coerces: an integer may be written "65_536", 65536.0 or true. The schema
refuses nothing that hpx accepts, so most types are unions; the kind that hpx
itself means stands in `x-hpx-kind`.
"""

from __future__ import annotations

import dataclasses
import enum
import typing
from pathlib import Path

from . import catalog
from .kinds import TYPES, types
from .package import module, source

#: Integers tried against each section to see what range it takes.
_TRIED = range(-1, 301)

#: What a section needs beside the field under trial.
_BASE = {
    "ModelConfig": {"path": "x"},
    "Ina228Config": {"shunt_ohms": 1},
    "ProfilingConfig": {"window_min": 1},
}

_NEVER_WRITTEN = ("platform_registry", "compatibility_baseline", "compatibility")


class Describer:
    """Texts by dotted key; a key without one is an error, and so is an unused text."""

    def __init__(self, descriptions: dict):
        self.descriptions = descriptions
        self.used: set[str] = set()

    def __call__(self, path: tuple[str, ...]) -> dict:
        key = ".".join(path)
        if key not in self.descriptions:
            raise SystemExit(f"descriptions.json lacks {key}")
        self.used.add(key)
        return self.descriptions[key]


class Builder:
    def __init__(self, facts: dict, describe: Describer):
        self.facts = facts
        self.describe = describe
        self.catalog = catalog.extract(facts)
        for event in self.catalog["counters"]["events"]:
            event["description"] = describe((f"counter {event['name']}",))["description"]
        self.defs: dict[str, dict] = {}

    def root(self) -> dict:
        node = self.section(module("config").ProfileConfig, ())
        node["required"] = ["model"]
        return {"$schema": "https://json-schema.org/draft/2020-12/schema", **node}

    # -- sections and their fields -----------------------------------------------------------

    def section(self, cls, path: tuple[str, ...], nullable: bool = False) -> dict:
        hints = typing.get_type_hints(cls, include_extras=True)
        properties = {
            field.name: self.field(cls, field, hints[field.name], (*path, field.name))
            for field in dataclasses.fields(cls)
            if field.name not in _NEVER_WRITTEN
        }
        node = self.documented(path, "section", nullable)
        node.update(
            type=["object", "null"] if nullable else ["object"],
            properties=properties,
            additionalProperties=False,
        )
        return node

    def documented(self, path, kind: str, nullable: bool = False) -> dict:
        about = self.describe(path)
        node = {"description": about["description"], "x-hpx-kind": kind}
        if "unit" in about:
            node["x-hpx-unit"] = about["unit"]
        if "examples" in about:
            node["examples"] = about["examples"]
        if "deprecated" in about:
            node["deprecated"] = True
            node["x-hpx-deprecated"] = about["deprecated"]
        if nullable:
            node["x-hpx-nullable"] = True
        return node

    def choices(self, path, values: list, nullable: bool = False) -> dict:
        texts = self.describe(path).get("choices", {})
        missing = [v for v in values if isinstance(v, str) and v not in texts]
        if missing:
            raise SystemExit(f"descriptions.json lacks choices of {'.'.join(path)}: {missing}")
        node = {"enum": list(values)}
        if texts:
            node["enumDescriptions"] = [texts[v] for v in values]
        if nullable:
            node["enum"].append(None)
            if texts:
                node["enumDescriptions"].append("As if the key were left out.")
        return node

    def field(self, cls, field, annotation, path) -> dict:
        special = getattr(self, "_" + "_".join(p.replace("*", "each") for p in path), None)
        if special is not None:
            node = special(path)
        else:
            node = self.typed(cls, field, annotation, path)
        if "default" not in node and "x-hpx-default" not in node:
            default = _default(field)
            if default is not None:
                node["default"] = default
        return node

    def typed(self, cls, field, annotation, path) -> dict:
        annotation, nullable = _optional(annotation)
        if dataclasses.is_dataclass(annotation):
            return self.section(annotation, path, nullable)
        if typing.get_origin(annotation) is typing.Annotated:
            return {**self.documented(path, "strict-bool"), **types("strict-bool")}
        if isinstance(annotation, type) and issubclass(annotation, enum.Enum):
            return self.enumerated(cls, field, [m.value for m in annotation], path)
        kind = {bool: "bool", int: "int", float: "float", str: "str", Path: "path"}[annotation]
        values = self.facts["values"].get(".".join(path))
        if isinstance(values, str):
            values = list(getattr(module("config"), values))
        if kind == "str" and values is not None:
            return self.enumerated(cls, field, values, path)
        node = self.documented(path, kind, nullable)
        node.update(types(kind))
        if values is not None:
            _checked(cls, field, values)
            node.pop("type")
            node["anyOf"] = [{"enum": values}, {"type": "string"}]
        elif kind in ("int", "float"):
            node.update(_range(cls, field))
        pattern = self.facts["patterns"].get(".".join(path))
        if pattern is not None:
            if pattern["in"] not in source(cls):
                raise SystemExit(f"{'.'.join(path)}: the source no longer has {pattern['in']}")
            node["pattern"] = pattern["pattern"]
        if nullable:
            node["type"].append("null")
        return node

    def enumerated(self, cls, field, values, path) -> dict:
        accepted = [v for v in values if not _refuses(cls, field.name, v)]
        node = self.documented(path, "enum")
        node.update(self.choices(path, accepted))
        refused = [v for v in values if v not in accepted]
        if refused:
            node["x-hpx-refused"] = refused
        return node

    # -- keys with a meaning of their own -----------------------------------------------------

    def _model_path(self, path) -> dict:
        return {**self.documented(path, "path"), "type": ["string"], "minLength": 1}

    def _placement(self, path, values) -> dict:
        node = self.documented(path, "placement", nullable=True)
        node.update(self.choices(path, values, nullable=True))
        return node

    def _model_arena_location(self, path) -> dict:
        return self._placement(path, self.catalog["placements"]["arena"])

    def _model_weights_location(self, path) -> dict:
        return self._placement(path, self.catalog["placements"]["weights"])

    def _engine_type(self, path) -> dict:
        node = self.documented(path, "enum")
        node.update(self.choices(path, catalog.engine_names()))
        return node

    def _target_toolchain(self, path) -> dict:
        node = self.documented(path, "enum")
        node.update(self.choices(path, [t["name"] for t in self.catalog["toolchains"]]))
        return node

    def _target_board(self, path) -> dict:
        boards = [b["name"] for b in self.catalog["boards"]]
        node = self.documented(path, "str")
        node["anyOf"] = [{"enum": boards}, {"type": "string"}]
        return node

    def _power_driver(self, path) -> dict:
        node = self.documented(path, "str")
        node["anyOf"] = [self.choices(path, self.catalog["power"]["drivers"]), {"type": "string"}]
        return node

    def _power_ina228_board(self, path) -> dict:
        boards = [b["name"] for b in self.catalog["power"]["ina228_boards"]]
        node = self.documented(path, "enum", nullable=True)
        node.update(self.choices(path, boards, nullable=True))
        return node

    def _power(self, path) -> dict:
        # hpx fills in the board's pins first, and takes a null section for that.
        return self.section(module("config").PowerConfig, path, nullable=True)

    def _from_board(self, path) -> dict:
        node = {**self.documented(path, "int"), **types("int")}
        node["x-hpx-default"] = "board"
        return node

    _power_sync_gpio_pin = _power_state_gpio_pin = _power_go_gpio_pin = _from_board

    def _build_compiler_launcher(self, path) -> dict:
        node = self.documented(path, "launcher", nullable=True)
        node["anyOf"] = [
            self.choices(path, ["auto", "none"]),
            {"type": ["string", "null"]},
            {"const": False},
        ]
        return node

    def _build_nsx_modules(self, path) -> dict:
        override = self.section(module("config").NsxModuleOverride, (*path, "*"))
        override["oneOf"] = [
            {"required": [mode], "properties": {mode: {"type": "string"}}}
            for mode in override["properties"]
        ]
        node = self.documented(path, "map", nullable=True)
        node.update(type=["object", "null"], additionalProperties=override)
        return node

    def _verbose(self, path) -> dict:
        return self.documented(path, "any")

    def _profiling_pmu_counters(self, path) -> dict:
        node = self.documented(path, "map")
        strict = self.catalog["traits"]["counters_resolved_in_preflight"]
        events = [e["name"] for e in self.catalog["counters"]["events"]]
        properties = {}
        for group in self.catalog["counters"]["groups"]:
            child = self.documented((*path, group["name"]), "selection")
            words = self.choices((*path, group["name"]), ["default", "all"])
            if strict:
                names = {"type": "array", "items": {"enum": events}, "minItems": 1}
                child["anyOf"] = [words, names]
            else:
                names = {"type": "array", "items": {"type": "string"}}
                child["anyOf"] = [words, names, {"not": {"type": "array"}}]
            properties[group["name"]] = child
        if strict:
            # Said once; every group takes the counters of all of them.
            for child in properties.values():
                child["anyOf"][1]["items"] = {"$ref": "#/$defs/counter"}
            self.defs["counter"] = {"enum": events}
        node.update(type=["object"], properties=properties, additionalProperties=False)
        return node

    # -- engine.config and the custom parts, which pydantic does not see ------------------------

    def _engine_config(self, path) -> dict:
        node = self.documented(path, "free")
        node.update(type=["object"], properties={}, additionalProperties=True)
        node["not"] = {"required": ["backend"]}
        for row in self.catalog["engine_config"]:
            parent = node
            *outer, name = row["key"].split(".")
            for step in outer:
                parent = parent["properties"][step]
            parent.setdefault("properties", {})[name] = self.option(
                (*path, *row["key"].split(".")), row
            )
        return node

    def option(self, path, row: dict) -> dict:
        node = self.documented(path, row["kind"])
        node["x-hpx-engines"] = row["engines"]
        if row["default"] is not None:
            node["default"] = row["default"]
        if row["refused"]:
            node["x-hpx-refused"] = row["refused"]
        values = [c for c in row["choices"] if c not in row["refused"]]
        if values:
            node["anyOf"] = [self.choices(path, values), {}]
        if path[-1] == "tensors":
            node["items"] = self.tensor_rule((*path, "[]"))
        return node

    def tensor_rule(self, path) -> dict:
        node = self.documented(path, "section")
        kinds = self.documented((*path, "type"), "enum")
        kinds["anyOf"] = [
            self.choices((*path, "type"), ["scratch", "persistent", "constant"]),
            {},
        ]
        inner = (*path, "attributes")
        attributes = self.documented(inner, "section")
        attributes["properties"] = {
            name: self.documented((*inner, name), "str")
            for name in ("memory", "constant_destination_memory")
        }
        node["properties"] = {
            "type": kinds,
            "id": self.documented((*path, "id"), "free"),
            "attributes": attributes,
        }
        return node

    def _target_custom_socs(self, path) -> dict:
        return self.custom_map(path, "soc")

    def _target_custom_boards(self, path) -> dict:
        return self.custom_map(path, "board")

    def custom_map(self, path, part: str) -> dict:
        node = self.documented(path, "map", nullable=True)
        each = self.custom((*path, "*"), part)
        node.update(type=["object", "null"], additionalProperties=each)
        return node

    def custom(self, path, part: str, nullable: bool = False) -> dict:
        node = self.documented(path, "section", nullable)
        node.update(
            type=["object", "null"] if nullable else ["object"],
            properties={
                key: self.custom_key((*path, key), part, key)
                for key in self.catalog["custom_keys"][part]
            },
            additionalProperties=not self.catalog["traits"]["custom_keys_checked"],
        )
        return node

    def custom_key(self, path, part: str, key: str) -> dict:
        if key == "memory":
            return self.custom(path, "memory", nullable=True)
        if key == "clocks":
            return self.clocks(path)
        kind = self.facts["custom_kinds"].get(f"{part}.{key}", "free")
        if kind == "pin" and not self.catalog["traits"]["custom_pins_checked"]:
            kind = "python-int"
        nullable = key in self.facts["custom_nullable"]
        node = self.documented(path, kind, nullable)
        members = self.facts["custom_enums"].get(key)
        if members:
            values = [m.value for m in getattr(module("platform.soc"), members)]
            node.update(self.choices(path, values))
        elif kind in TYPES:
            node.update(types(kind))
            if nullable and "null" not in node["type"]:
                node["type"].append("null")
        elif "choices" in self.describe(path):
            node["anyOf"] = [self.choices(path, list(self.describe(path)["choices"])), {}]
        return node

    def clocks(self, path) -> dict:
        speed_path = (*path, "[]", "speeds", "[]")
        tiers = [t.value for t in module("platform.soc").PerfTier]
        speed = self.documented(speed_path, "section")
        speed["type"] = ["object"]
        speed["properties"] = {
            "name": self.documented((*speed_path, "name"), "python-str"),
            "mhz": {**self.documented((*speed_path, "mhz"), "python-int"), **types("python-int")},
            "perf_tier": {
                **self.documented((*speed_path, "perf_tier"), "enum", nullable=True),
                **self.choices((*speed_path, "perf_tier"), tiers, nullable=True),
            },
        }
        speed["required"] = ["name", "mhz"]
        speeds = self.documented((*path, "[]", "speeds"), "list")
        speeds.update(type=["array"], items=speed, minItems=1)
        domain = self.documented((*path, "[]"), "section")
        domain["type"] = ["object"]
        domain["properties"] = {
            "name": self.documented((*path, "[]", "name"), "python-str"),
            "default": self.documented((*path, "[]", "default"), "python-str"),
            "speeds": speeds,
        }
        domain["required"] = ["name", "default", "speeds"]
        node = self.documented(path, "list", nullable=True)
        node.update(type=["array", "null"], items=domain)
        return node


def extract(facts: dict, descriptions: dict) -> tuple[dict, dict, set[str]]:
    """(catalog, schema, described keys) of the importable release."""
    describe = Describer(descriptions)
    builder = Builder(facts, describe)
    root = builder.root()
    root["properties"]["model"]["required"] = ["path"]
    boards = [b["name"] for b in builder.catalog["boards"]]
    root["properties"]["target"]["allOf"] = [
        {
            "if": {"not": {"required": ["custom_boards"]}},
            "then": {"properties": {"board": {"enum": boards}}},
        }
    ]
    root["$defs"] = builder.defs
    return builder.catalog, root, describe.used


def _optional(annotation):
    """(the type, whether null is one of its values)."""
    arguments = typing.get_args(annotation)
    if type(None) in arguments:
        rest = [a for a in arguments if a is not type(None)]
        if len(rest) == 1:
            return rest[0], True
    return annotation, False


def _default(field):
    value = field.default
    if value is dataclasses.MISSING:
        if field.default_factory is dataclasses.MISSING:
            return None
        value = field.default_factory()
    if dataclasses.is_dataclass(value):
        return None
    if isinstance(value, enum.Enum):
        return value.value
    if isinstance(value, Path):
        return value.as_posix()
    return value


def _refuses(cls, name: str, value) -> bool:
    try:
        cls(**{**_BASE.get(cls.__name__, {}), name: value})
    except Exception:
        return True
    return False


def _checked(cls, field, values) -> None:
    for value in values:
        if _refuses(cls, field.name, value):
            raise SystemExit(f"{cls.__name__}.{field.name} refuses {value}")
    if not _refuses(cls, field.name, max(values) + 1):
        raise SystemExit(f"{cls.__name__}.{field.name} takes more than {values}")


def _range(cls, field) -> dict:
    """The bounds that the section puts on a number, as trying it shows."""
    accepted = [v for v in _TRIED if not _refuses(cls, field.name, v)]
    if not accepted or accepted != list(range(accepted[0], accepted[-1] + 1)):
        raise SystemExit(f"{cls.__name__}.{field.name} takes no range of values")
    bounds = {}
    if accepted[0] > _TRIED[0]:
        if accepted[0] == 1 and not _refuses(cls, field.name, 0.5):
            bounds["exclusiveMinimum"] = 0
        else:
            bounds["minimum"] = accepted[0]
    if accepted[-1] < _TRIED[-1]:
        bounds["maximum"] = accepted[-1]
    return bounds
