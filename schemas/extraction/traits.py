"""Where releases differ in logic and not in data: one named trait a difference.

A trait is read off the package (what it has, what its sources say, what a
class refuses), never off its version number, so that a release nobody has
seen is described by what it does.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from .package import find, module, root, source, text


def _config(name: str):
    return getattr(module("config"), name, None)


def _refuses(class_name: str, **values) -> bool:
    """Whether a section of the profile refuses *values*."""
    cls = _config(class_name)
    try:
        cls(**values)
    except TypeError:
        raise  # a misspelt probe, not a refusal
    except Exception:
        return True
    return False


def _has_engine(name: str) -> bool:
    return name in [e.value for e in module("engines").EngineType]


def _preflight(name: str) -> bool:
    return hasattr(module("stages.preflight"), name)


def _psram_sources() -> dict:
    engines = module("engines")
    adapters = {e.value: engines.get_adapter(e) for e in engines.EngineType}
    return {n: getattr(a, "psram_weights_source", None) for n, a in adapters.items()}


def _reader() -> str:
    return source(_config("read_config_yaml") or _config("load_config"))


def refuses_variant(variant: str) -> bool:
    return f'if variant == "{variant}":' in text("engines/helia_rt")


def _in(prefix: str, fragment: str) -> bool:
    return fragment in text(prefix)


@dataclass(frozen=True)
class Trait:
    #: What it says of a release that has it.
    says: str
    #: Where hpx decides it.
    where: str
    #: How a release shows that it has it.
    seen: Callable[[], bool]


TRAITS = {
    # -- reading the file ------------------------------------------------------------------
    "text_is_utf8": Trait(
        "The config file is decoded as UTF-8; without the trait, as the locale has it.",
        "config.read_config_yaml, before 0.2.0 config.load_config",
        lambda: 'encoding="utf-8"' in _reader(),
    ),
    "falsy_document_is_empty": Trait(
        "A document of 0, false, '' or [] counts as an empty mapping, as null always does.",
        "config.load_config",
        lambda: "safe_load(f) or {}" in _reader(),
    ),
    # -- load_config ----------------------------------------------------------------------
    "unknown_board_refused_at_load": Trait(
        "A board that is in no registry is refused when the config is loaded, not in preflight.",
        "config.ProfileConfig.__post_init__",
        lambda: "self.platform_registry.boards" in source(_config("ProfileConfig")),
    ),
    "empty_board_name_refused": Trait(
        "A target.board of '' is refused even where target.custom_boards describes it.",
        "stages.resolve_platform",
        lambda: "if not board_name:" in text("stages/resolve_platform"),
    ),
    "sizes_refused_at_load": Trait(
        "A model.arena_size or target.rtt_buffer_size_up of 0 or less is refused at load, alone, "
        "before pydantic's other findings; without the trait, in preflight.",
        "config.ModelConfig, config.TargetConfig",
        lambda: _refuses("ModelConfig", path="x", arena_size=0),
    ),
    "placements_refused_at_load": Trait(
        "An unknown placement is refused at load, alone; without the trait any string loads and "
        "preflight refuses it.",
        "config.ModelConfig",
        lambda: _refuses("ModelConfig", path="x", arena_location="nowhere"),
    ),
    "modes_refused_by_field": Trait(
        "window_mode, clean_window_probe, aggregation and power.firmware are enumerations, each "
        "refused at its own key; without the trait their sections refuse them, first one only.",
        "config.ProfilingConfig, config.PowerConfig",
        lambda: _config("WindowMode") is not None,
    ),
    "extreme_excludes_shared_sram": Trait(
        "profiling.extreme_mode and profiling.force_shared_sram together are refused.",
        "config.ProfilingConfig",
        lambda: _refuses("ProfilingConfig", extreme_mode=True, force_shared_sram=True),
    ),
    "frozen_means_offline": Trait(
        "The top-level key frozen acts as build.offline, so it excludes "
        "build.update_dependencies; without the trait nothing checks it.",
        "config.ProfileConfig.__post_init__",
        lambda: "self.frozen" in source(_config("ProfileConfig")),
    ),
    # -- custom SoCs and boards --------------------------------------------------------------
    "custom_keys_checked": Trait(
        "Unknown keys of a custom SoC, its memory or a custom board are refused; without the "
        "trait they are ignored.",
        "platform.custom._reject_unknown_keys",
        lambda: find("platform.custom", "_reject_unknown_keys") is not None,
    ),
    "custom_pins_checked": Trait(
        "The pins of a custom board are non-negative integers or decimal strings of them, "
        "ble_reset_gpio_pin is positive or null, and is_fpga is a YAML boolean; without the trait "
        "pins go through int(), and the other two keys do not exist.",
        "platform.custom._gpio_pin, _ble_reset_gpio_pin, _strict_bool",
        lambda: all(
            find("platform.custom", parser) is not None
            for parser in ("_gpio_pin", "_ble_reset_gpio_pin", "_strict_bool")
        ),
    ),
    "custom_flash_address": Trait(
        "A custom SoC may say app_flash_load_addr: null, an unsigned 32-bit integer or a string "
        "that Python reads as one by its prefix.",
        "platform.custom._address",
        lambda: find("platform.custom", "_address") is not None,
    ),
    "custom_soc_inherits_npu": Trait(
        "A custom SoC has the NPU of the SoC that it is based on.",
        "platform.custom._build_custom_socs",
        lambda: "npu=base_soc.npu" in text("platform/custom.py"),
    ),
    # -- preflight --------------------------------------------------------------------------
    "softmax_checked": Trait(
        "Quantized Softmax operators are checked: no usable beta is refused for every LiteRT "
        "engine; a product beta * scale * 2^26 of 1 or less for tflm/litert and helia-rt; a "
        "negative fixed-point shift for helia-aot. A flatbuffer that cannot be walked is refused.",
        "stages.preflight._check_softmax_scaling, modelcost.softmax_preflight",
        lambda: _preflight("_check_softmax_scaling"),
    ),
    "psram_weights_need_rtt_always": Trait(
        "PSRAM weights need transport rtt for every engine; without the trait only for those that "
        "upload them from the host.",
        "stages.preflight._check_runtime_split_locations",
        lambda: not any(_psram_sources().values()),
    ),
    "aot_psram_needs_external_arenas": Trait(
        "helia-aot refuses PSRAM, by placement or by tensor rule, unless "
        "aot_args.memory.allocate_arenas is falsy.",
        "engines.helia_aot.adapter.check_psram_placement",
        lambda: _in("engines/helia_aot/adapter.py", "def check_psram_placement"),
    ),
    "aot_args_checked_in_preflight": Trait(
        "engine.config_path and aot_args are read and checked in preflight; without the trait "
        "just before the compiler runs.",
        "engines.helia_aot.compile._merged_aot_args",
        lambda: find("engines.helia_aot.compile", "_merged_aot_args") is not None,
    ),
    "aot_args_chained_unchecked": Trait(
        "allocate_arenas is looked up through aot_args and memory without a check, so that "
        "either of them being no mapping ends in an error while the engine is prepared.",
        "engines.helia_aot.adapter.prepare",
        lambda: _in("engines/helia_aot/adapter.py", '.get("memory", {}).get("allocate_arenas"'),
    ),
    "aot_memory_shape_checked": Trait(
        "aot_args.memory must be a mapping or null and its tensors a list or null.",
        "engines.helia_aot.compile._prepare_aot_memory_config",
        lambda: find("engines.helia_aot.compile", "_prepare_aot_memory_config") is not None,
    ),
    "aot_prefix_is_globbed": Trait(
        "engine.config.prefix becomes part of a glob pattern, so that a prefix that begins with "
        "/, or has ** beside something else in a part of its path, ends in an error.",
        "engines.helia_aot.adapter._clear_reports",
        lambda: _in("engines/helia_aot/adapter.py", "def _clear_reports"),
    ),
    "counters_resolved_in_preflight": Trait(
        "The selections of profiling.pmu_counters are resolved in preflight, so that unknown "
        "counters, other words than default and all, and empty lists are refused there; without "
        "the trait only when firmware is generated.",
        "stages.preflight._check_pmu_selection",
        lambda: "resolve_counters" in source(module("stages.preflight")),
    ),
    "ethos_u_checked": Trait(
        "backend ethos_u needs helia-rt or helia-aot, an NPU board, ai-edge-litert and a model "
        "that Vela compiled for that NPU; counters of group ethos_npu need the backend.",
        "stages.preflight._check_npu_backend, stages.analyze_model",
        lambda: _preflight("_check_npu_backend"),
    ),
    "busy_loop_needs_power_engine": Trait(
        "executorch refuses profiling.clean_window_probe busy_loop.",
        "stages.preflight._check_transport_support",
        lambda: "BUSY_LOOP" in source(module("stages.preflight")),
    ),
    "usb_shared_lockstep_refused": Trait(
        "Shared power firmware over usb_cdc is refused where lock-step is on, by key or because "
        "the pins are wired and capture is external.",
        "stages.preflight._check_transport_support",
        lambda: "lockstep_resolved" in source(module("stages.preflight")),
    ),
    "fpga_power_refused": Trait(
        "Power capture on an FPGA board is refused.",
        "stages.preflight._check_power_board_support",
        lambda: _preflight("_check_power_board_support"),
    ),
    # -- prepare_engine -----------------------------------------------------------------------
    "config_path_for_aot_only": Trait(
        "engine.config_path is refused by tflm/litert and helia-rt; without the trait they ignore "
        "it. executorch ignores it always.",
        "engines.litert, engines.helia_rt.adapter",
        lambda: _in("engines/helia_rt/adapter.py", "def _reject_config_path"),
    ),
    "release_variant_refused": Trait(
        "helia-rt refuses variant release, which has no per-operator hooks.",
        "engines.helia_rt.adapter.prepare",
        lambda: refuses_variant("release"),
    ),
    "core_override_needs_prebuilt": Trait(
        "helia-rt refuses core_override without dist_path or source; without the trait it is "
        "ignored there.",
        "engines.helia_rt.adapter.prepare",
        lambda: _in("engines/helia_rt/adapter.py", "if core_override is not None and ("),
    ),
    "prebuilt_excludes_cmsis_nn": Trait(
        "helia-rt refuses CMSIS-NN selectors with a prebuilt distribution.",
        "engines.helia_rt.adapter._reject_prebuilt_cmsis_nn_override",
        lambda: _in("engines/helia_rt/adapter.py", "def _reject_prebuilt_cmsis_nn_override"),
    ),
    "heliart_registry_takes_cmsis_nn": Trait(
        "helia-rt reads the CMSIS-NN selectors on its default route, the registry's, too; without "
        "the trait for source builds alone.",
        "engines.helia_rt.adapter.prepare",
        lambda: "cmsis_nn_ref" in text("engines/helia_rt", "engines/cmsis_nn.py"),
    ),
    "heliart_always_declares_cmsis_nn": Trait(
        "helia-rt resolves CMSIS-NN, and so checks its selectors, on every source route; without "
        "the trait on the registry route only where a selector is truthy.",
        "engines.helia_rt.adapter.prepare",
        lambda: find("engines.cmsis_nn", "cmsis_nn_cmake_vars") is not None,
    ),
    "cmsis_nn_path_typed": Trait(
        "cmsis_nn_path must be a path, '' and null meaning none; without the trait the string "
        "that Python makes of anything truthy is one, save for executorch's arm backend, "
        "which refuses all but null and non-blank strings.",
        "engines.cmsis_nn.resolve_cmsis_nn_selector",
        lambda: find("engines.cmsis_nn", "resolve_cmsis_nn_selector") is not None,
    ),
    "cmsis_nn_ref_read": Trait(
        "cmsis_nn_ref is read, must be a non-blank string or null, and excludes a "
        "cmsis_nn_path; without the trait there is only cmsis_nn_path.",
        "engines.helia_aot.cmsis_nn.cmsis_nn_module_ref, engines.cmsis_nn",
        lambda: "cmsis_nn_ref" in text("engines/cmsis_nn.py", "engines/helia_aot/cmsis_nn.py"),
    ),
    "cmsis_nn_revision_checked": Trait(
        "A CMSIS-NN checkout whose header names revision V.19 or later is refused.",
        "engines.helia_aot.cmsis_nn._validate_cmsis_nn, engines.cmsis_nn",
        lambda: "Revision" in text("engines/cmsis_nn.py", "engines/helia_aot/cmsis_nn.py"),
    ),
    "executorch_needs_source_path": Trait(
        "executorch refuses a profile without engine.config.source_path, before its other "
        "checks; without the trait it clones the pinned revision, after them.",
        "engines.executorch.prepare",
        lambda: _in("engines/executorch.py", "ExecuTorch requires engine.config.source_path"),
    ),
    "executorch_reads_sidecar": Trait(
        "executorch reads <model>.pte.json for what engine.config leaves out and refuses one "
        "that is not this model's.",
        "engines.executorch._load_pte_sidecar",
        lambda: _in("engines/executorch.py", "def _load_pte_sidecar"),
    ),
    "executorch_buffer_locations": Trait(
        "executorch places its buffers by four keys of engine.config, and refuses a "
        "model.arena_location other than tcm and sram.",
        "engines.executorch.prepare",
        lambda: _in("engines/executorch.py", '"io_location"'),
    ),
    # -- plan_memory --------------------------------------------------------------------------
    "hpx_consumers_planned": Trait(
        "What hpx itself reserves is in the plan: records, NPU tables, transport buffers, boot "
        "stack.",
        "stages.plan_memory._add_hpx_owned_consumers",
        lambda: find("stages.plan_memory", "_add_hpx_owned_consumers") is not None,
    ),
    "executorch_records_planned": Trait(
        "Only executorch books its records, in SRAM, as the last of its own consumers.",
        "stages.plan_memory._synthesise_plan",
        lambda: "max_ops * " in source(module("stages.plan_memory")),
    ),
    "aot_plans_like_interpreter": Trait(
        "helia-aot without a plan of its compiler is planned like an interpreter, with an arena "
        "and a flatbuffer; without the trait with hpx's own consumers alone.",
        "stages.plan_memory._select_plan",
        lambda: "HELIA_AOT" not in source(module("stages.plan_memory")),
    ),
    "mram_capacity_is_linked": Trait(
        "The capacity of MRAM is the linker's extent for the toolchain, for built-in SoCs and the "
        "default linker_profile; else, and without the trait, the SoC's size.",
        "stages.plan_memory._mram_app_window",
        lambda: find("stages.plan_memory", "_mram_app_window") is not None,
    ),
}


def extract() -> dict[str, bool]:
    """Every trait of the importable release."""
    assert root().is_dir()
    return {name: bool(trait.seen()) for name, trait in TRAITS.items()}
