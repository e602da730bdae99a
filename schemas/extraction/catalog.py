"""The facts of one release: boards, SoCs, memory, clocks, counters, constants."""

from __future__ import annotations

import ast
import re

from . import flags, traits
from .package import find, module, source, text

COUNTERS = ("platform.counters", "counters")
TOOLCHAINS = ("hostenv.toolchains", "toolchains")


def extract(facts: dict) -> dict:
    """The catalog of the importable release; *facts* is what the package does not say."""
    return {
        "boards": _boards(),
        "socs": _socs(),
        "toolchains": _toolchains(),
        "transports": [t.value for t in module("config").Transport],
        "engines": _engines(facts),
        "engine_config": _engine_config(facts),
        "aot": _aot(facts),
        "power": _power(),
        "psram_clocks": _psram_clocks(facts),
        "counters": _counters(),
        "placements": _placements(),
        "planner": _planner(),
        "executorch_buffers": _executorch_buffers(),
        "resolver": _resolver(),
        "heliart": _heliart(),
        "reserved_keys": _reserved_keys(),
        "engine_owned_modules": sorted(
            find(("deps.compatibility", "compatibility"), "ENGINE_OWNED_MODULE_NAMES", ())
        ),
        "custom_keys": custom_keys(facts),
        "flags": flags.extract(),
        "traits": traits.extract(),
    }


def _boards() -> list[dict]:
    platforms = find("engines.helia_aot.compile", "_BOARD_TO_AOT_PLATFORM", {})
    return [
        {
            "name": board.name,
            "soc": board.soc,
            "channel": board.channel,
            "psram_kb": board.psram_kb,
            "sync_gpio_pin": board.default_sync_gpio_pin,
            "state_gpio_pin": board.default_state_gpio_pin,
            "go_gpio_pin": board.default_go_gpio_pin,
            "ble_reset_gpio_pin": getattr(board, "ble_reset_gpio_pin", None),
            "starter_profile_board": board.starter_profile_board,
            "is_fpga": getattr(board, "is_fpga", False),
            "aot_platform": platforms.get(board.name),
        }
        for board in module("platform").list_boards()
    ]


def _socs() -> list[dict]:
    counters = module(*COUNTERS)
    return [
        {
            "name": soc.name,
            "family": soc.family.value,
            "core": soc.core.value,
            "pmu_tier": soc.pmu_tier.value,
            "has_mve": soc.has_mve,
            "memory": {
                name: getattr(soc.memory, f"{name}_kb")
                for name in ("mram", "sram", "dtcm", "itcm", "psram", "nvm")
            },
            "clocks": [
                {
                    "name": domain.name,
                    "default": domain.default,
                    "speeds": [
                        {
                            "name": speed.name,
                            "mhz": speed.mhz,
                            "perf_tier": speed.perf_tier.value if speed.perf_tier else None,
                        }
                        for speed in domain.speeds
                    ],
                }
                for domain in soc.clocks
            ],
            "c_define": soc.c_define,
            "cmsis_header": soc.cmsis_header,
            "rtt_scan_ranges": [list(pair) for pair in soc.rtt_scan_ranges],
            "jlink_device": soc.jlink_device,
            "pmu_max_ops": soc.pmu_max_ops,
            "swo_trace_clock_mhz": soc.swo_trace_clock_mhz,
            "has_usb": soc.has_usb,
            "ssram_full_power_enum": getattr(soc, "ssram_full_power_enum", None),
            "has_radio_subsystem": getattr(soc, "has_radio_subsystem", False),
            "npu": getattr(soc, "npu", None),
            "app_flash_load_addr": getattr(soc.capabilities.memory, "app_flash_load_addr", None),
            "placement_bases": {
                placement.value: base
                for placement, base in soc.capabilities.memory.placement_bases.items()
            },
            "profiling_groups": list(counters.supported_groups_for_domains(soc.profiling_domains)),
            "windows": _windows(soc),
        }
        for soc in module("platform").list_socs()
    ]


def _windows(soc) -> list[dict]:
    """The linker's regions, but PSRAM, which is the board's and no linker's."""
    windows = find("platform.memory_map", "linked_memory_map")
    if windows is None:
        return []

    def extent(memory_range) -> dict:
        return {"start": memory_range.start, "length": memory_range.length}

    return [
        {
            "region": str(window.region),
            "window": extent(window.window),
            "extents": {str(f): extent(r) for f, r in sorted(window.app_window.items())},
            "section_attributable": window.section_attributable,
        }
        for window in windows(soc)
        if str(window.region) != "PSRAM"
    ]


def _toolchains() -> list[dict]:
    toolchains = module(*TOOLCHAINS)
    normalised = module("config").TargetConfig
    family = find("platform.memory_map", "link_family_for_toolchain")
    rows = []
    for name in (t.value for t in module("config").Toolchain):
        # What a profile that names it ends up with.
        canonical = normalised(toolchain=name).toolchain.value
        spec = toolchains.get_toolchain_spec(canonical)
        rows.append(
            {
                "name": name,
                "alias_of": canonical if canonical != name else None,
                "compiler": spec.compiler,
                "link_family": str(family(canonical)) if family else None,
                "heliart_tag": spec.heliart_tag,
                "rtt_buffer_size_up": spec.default_rtt_buffer_size_up,
            }
        )
    return rows


def engine_names() -> list[str]:
    return [e.value for e in module("engines").EngineType]


def _literal(value: str, where: str) -> bool:
    """Whether sources name *value*, as a string or in their documentation."""
    return any(f"{quote}{value}{quote}" in where for quote in ('"', "'", "``"))


def _engines(facts: dict) -> list[dict]:
    records = find("stages.plan_memory", "PMU_RECORD_SIZE_BYTES", {})
    rows = []
    for engine in module("engines").EngineType:
        known = facts["engines"][engine.value]
        where = text(*known["sources"]) + text("stages/preflight.py")
        adapter = module("engines").get_adapter(engine)
        psram = getattr(adapter, "psram_weights_source", None)
        rows.append(
            {
                "name": engine.value,
                "backends": [b for b in known["backends"] if _literal(b, where)],
                "default_backend": known["default_backend"],
                "any_backend": known["any_backend"],
                "suffix": known["suffix"],
                "magic": known["magic"],
                # Releases without the property upload every engine's weights.
                "psram_weights": psram.value if psram else _old_psram(engine.value),
                "pmu_record_bytes": records.get(engine),
            }
        )
    return rows


def _old_psram(engine: str) -> str:
    return "unsupported" if engine == "executorch" else "host_upload"


def _engine_config(facts: dict) -> list[dict]:
    """The keys below engine.config, those only that this release's sources name."""
    engines = engine_names()
    rows = []
    for row in facts["engine_config"]:
        readers = [e for e in row["engines"] if e in engines]
        where = text(*row["sources"])
        names = row["key"].split(".")
        if not readers or not all(_literal(name, where) for name in names):
            continue
        rows.append(
            {
                "key": row["key"],
                "engines": readers,
                "kind": row["kind"],
                "choices": [c for c in row.get("choices", []) if _literal(c, where)],
                "refused": [c for c in row.get("refused", []) if traits.refuses_variant(c)],
                "default": _known_default(row.get("default"), where),
            }
        )
    return rows


def _known_default(default, where: str):
    return default if not isinstance(default, str) or _literal(default, where) else None


def _aot(facts: dict) -> dict:
    where = text("engines/helia_aot")
    compile_ = module("engines.helia_aot.compile")
    return {
        "memory_names": {p.value: name for p, name in compile_._PLACEMENT_TO_AOT_MEMTYPE.items()},
        "memory_aliases": {
            name: p.value for name, p in sorted(compile_._AOT_MEMORY_ALIASES.items())
        },
        "default_prefix": compile_._DEFAULT_PREFIX,
        "default_module_name": compile_._DEFAULT_MODULE_NAME,
        "overwritten": [
            key for key in facts["aot_overwritten"] if f"convert_args.{key} = " in where
        ],
    }


def _power() -> dict:
    config = module("config")
    presets = getattr(config, "INA228_BOARD_PRESETS", {})
    return {
        "drivers": list(module("power").list_drivers()),
        "ina228_boards": [
            {"name": n, "i2c_address": p.i2c_address, "shunt_ohms": p.shunt_ohms}
            for n, p in presets.items()
        ],
        "ina228_i2c_address": getattr(config, "DEFAULT_INA228_I2C_ADDRESS", None),
        "ina228_conversion_times_us": list(getattr(config, "INA228_CONVERSION_TIMES_US", ())),
        "ina228_averaging_counts": list(getattr(config, "INA228_AVERAGING_COUNTS", ())),
        "duration_s": config.DEFAULT_POWER_DURATION_S,
        "window_target_ms": config.DEFAULT_POWER_WINDOW_TARGET_MS,
        "min_ina228_updates": find("stages.plan_power", "MIN_INA228_ACCUMULATOR_UPDATES"),
        "sync_gpio_pin": config.DEFAULT_SYNC_GPIO_PIN,
        "state_gpio_pin": config.DEFAULT_STATE_GPIO_PIN,
        "go_gpio_pin": config.DEFAULT_GO_GPIO_PIN,
    }


def _psram_clocks(facts: dict) -> dict:
    accepted = list(getattr(module("config"), "PSRAM_CLOCK_HZ_VALUES", ()))
    return {
        "accepted": accepted,
        "families": [
            {"family": family, "possible": [hz for hz in possible if hz in accepted]}
            for family, possible in facts["psram_clocks"]["families"].items()
        ],
        "source": facts["psram_clocks"]["source"],
    }


def _needs(group: str) -> str:
    """What a SoC must have for a group of counters, as all SoCs together show."""
    traits_of = {
        "core": lambda soc: True,
        "pmu": lambda soc: soc.pmu_tier.value == "pmu",
        "mve": lambda soc: soc.has_mve,
        "npu": lambda soc: getattr(soc, "npu", None) is not None,
    }
    where = source(module("platform.soc").SocDef.profiling_domains.fget)
    condition = where[: where.index(f'"{group}"')].rsplit("if ", 1)
    words = {"has_full_pmu": "pmu", "has_mve": "mve", "npu": "npu"}
    needs = next((n for w, n in words.items() if len(condition) > 1 and w in condition[1]), "core")
    for soc in module("platform").list_socs():
        if traits_of[needs](soc) != (group in soc.profiling_domains):
            raise SystemExit(f"group {group} does not follow {needs} on {soc.name}")
    return needs


def _counters() -> dict:
    counters = module(*COUNTERS)
    return {
        "groups": [
            {
                "name": group,
                "needs": _needs(group),
                "default": counters.DEFAULT_COUNTERS.get(group, []),
            }
            for group in counters.list_groups()
        ],
        "per_pass": counters.MAX_COUNTERS_PER_PASS,
        "events": [
            {"name": c.name, "group": c.group, "event": c.event_id}
            for c in counters.list_counters()
        ],
    }


def _placements() -> dict:
    placement = module("placement").Placement
    everything = [p.value for p in placement]
    arena = [p for p in everything if _accepts_arena(p)]
    return {"arena": arena, "weights": everything}


def _accepts_arena(value: str) -> bool:
    preflight = find("stages.preflight", "_VALID_RUNTIME_ARENA_LOCATIONS")
    if preflight is not None:
        return value in preflight
    try:
        module("config").ModelConfig(path="x", arena_location=value)
    except Exception:
        return False
    return True


def _planner() -> dict:
    plan = module("stages.plan_memory")
    placement = module("platform.placement", "placement")
    booked = re.search(r"max_ops \* (\d+)", source(plan))
    families = []
    for family in module("platform").SocFamily:
        if not hasattr(plan, "_rtt_region"):
            break
        families.append(
            {
                "family": family.value,
                "rtt_region": str(plan._rtt_region(family)),
                "usb_region": str(plan._usb_region(family)),
                "stack_region": str(plan._stack_region(family)),
                "boot_stack_bytes": plan._BOOT_STACK_BYTES[family],
            }
        )
    return {
        "default_arena_bytes": plan.DEFAULT_ARENA_SIZE_BYTES,
        "tcm_slack_bytes": placement.TCM_PLACEMENT_SLACK_BYTES,
        "sram_slack_bytes": placement.SRAM_PLACEMENT_SLACK_BYTES,
        "executorch_record_bytes": int(booked[1]) if booked else None,
        "profiler_object_bytes": {
            tier.value: size
            for tier, size in getattr(plan, "_PROFILER_OBJECT_OVERHEAD", {}).items()
        },
        "npu_table_bytes": getattr(plan, "NPU_PMU_TABLE_BYTES_PER_LAYER", None),
        "rtt_fixed_bytes": getattr(plan, "RTT_FIXED_OVERHEAD_BYTES", None),
        "usb_bytes": getattr(plan, "USB_CDC_BUFFER_BYTES", None),
        "no_sram_bss_socs": sorted(getattr(plan, "_NO_SRAM_BSS_SOCS", ())),
        "families": families,
    }


def _product(expression: str) -> int:
    """The value of a product of integers, as sources spell sizes."""
    node = ast.parse(expression, mode="eval").body
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult):
        return _product(ast.unparse(node.left)) * _product(ast.unparse(node.right))
    return ast.literal_eval(node)


def _executorch_buffers() -> list[dict]:
    """The sizes that ExecuTorch's keys take, with those defaults that are numbers."""
    adapter = text("engines/executorch.py")
    found = re.findall(r'_positive_int\(\s*engine_config, "(\w+)"(?:, ([\d *]+))?[,)]', adapter)
    return [
        {"key": key, "default": _product(size.strip()) if size else None} for key, size in found
    ]


def _resolver() -> dict:
    resolver = module("firmware.op_resolver")
    return {
        "builtins": [name for name, _ in resolver._ALL_REGISTRATIONS],
        "helia_rt_always": sorted(getattr(resolver, "_HELIA_RT_AUTO_REQUIRED_OPS", ())),
    }


def _heliart() -> dict:
    artifacts = module("engines.helia_rt.artifacts")
    return {
        "min_version": artifacts.HELIART_MIN_VERSION,
        "dist_folders": list(artifacts._DIST_DIRS),
        "source_files": list(artifacts._SOURCE_REQUIRED_FILES),
    }


def _reserved_keys() -> list[str]:
    config = module("config")
    keys = ("platform_registry", "compatibility_baseline", "compatibility")
    reserved = []
    for key in keys:
        try:
            config._check_reserved_user_keys({key: 1})
        except module("errors").ConfigError:
            reserved.append(key)
    return reserved


def custom_keys(facts: dict) -> dict:
    """The keys of a custom SoC, its memory and a custom board."""
    found = {}
    for part, enum_name in (
        ("soc", "CustomSocField"),
        ("memory", "CustomMemoryField"),
        ("board", "CustomBoardField"),
    ):
        fields = find("platform.custom", enum_name)
        where = text("platform/custom.py")
        found[part] = (
            [f.value for f in fields]
            if fields
            else [k for k in facts["custom_keys"][part] if _literal(k, where)]
        )
    return found
