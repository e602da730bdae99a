//! Where releases differ in logic.

use serde::Deserialize;

/// One named difference a field, true of the releases that have it. What each
/// is read from in hpx stands in `schemas/extraction/traits.py`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Traits {
    /// The config file is decoded as UTF-8; without the trait, as the locale has it.
    pub text_is_utf8: bool,
    /// A document of 0, false, '' or [] counts as an empty mapping, as null always
    /// does.
    pub falsy_document_is_empty: bool,
    /// A board that is in no registry is refused when the config is loaded, not in
    /// preflight.
    pub unknown_board_refused_at_load: bool,
    /// A target.board of '' is refused even where target.custom_boards describes it.
    pub empty_board_name_refused: bool,
    /// A model.arena_size or target.rtt_buffer_size_up of 0 or less is refused at load,
    /// alone, before pydantic's other findings; without the trait, in preflight.
    pub sizes_refused_at_load: bool,
    /// An unknown placement is refused at load, alone; without the trait any string
    /// loads and preflight refuses it.
    pub placements_refused_at_load: bool,
    /// window_mode, clean_window_probe, aggregation and power.firmware are
    /// enumerations, each refused at its own key; without the trait their sections
    /// refuse them, first one only.
    pub modes_refused_by_field: bool,
    /// profiling.extreme_mode and profiling.force_shared_sram together are refused.
    pub extreme_excludes_shared_sram: bool,
    /// The top-level key frozen acts as build.offline, so it excludes
    /// build.update_dependencies; without the trait nothing checks it.
    pub frozen_means_offline: bool,
    /// Unknown keys of a custom SoC, its memory or a custom board are refused; without
    /// the trait they are ignored.
    pub custom_keys_checked: bool,
    /// The pins of a custom board are non-negative integers or decimal strings of them,
    /// ble_reset_gpio_pin is positive or null, and is_fpga is a YAML boolean; without
    /// the trait pins go through int(), and the other two keys do not exist.
    pub custom_pins_checked: bool,
    /// A custom SoC may say app_flash_load_addr: null, an unsigned 32-bit integer or a
    /// string that Python reads as one by its prefix.
    pub custom_flash_address: bool,
    /// A custom SoC has the NPU of the SoC that it is based on.
    pub custom_soc_inherits_npu: bool,
    /// Quantized Softmax operators are checked: no usable beta is refused for every
    /// LiteRT engine; a product beta * scale * 2^26 of 1 or less for tflm/litert and
    /// helia-rt; a negative fixed-point shift for helia-aot. A flatbuffer that cannot
    /// be walked is refused.
    pub softmax_checked: bool,
    /// PSRAM weights need transport rtt for every engine; without the trait only for
    /// those that upload them from the host.
    pub psram_weights_need_rtt_always: bool,
    /// helia-aot refuses PSRAM, by placement or by tensor rule, unless
    /// aot_args.memory.allocate_arenas is falsy.
    pub aot_psram_needs_external_arenas: bool,
    /// engine.config_path and aot_args are read and checked in preflight; without the
    /// trait just before the compiler runs.
    pub aot_args_checked_in_preflight: bool,
    /// allocate_arenas is looked up through aot_args and memory without a check, so
    /// that either of them being no mapping ends in an error while the engine is
    /// prepared.
    pub aot_args_chained_unchecked: bool,
    /// aot_args.memory must be a mapping or null and its tensors a list or null.
    pub aot_memory_shape_checked: bool,
    /// engine.config.prefix becomes part of a glob pattern, so that a prefix that begins
    /// with /, or has ** beside something else in a part of its path, ends in an error.
    pub aot_prefix_is_globbed: bool,
    /// The selections of profiling.pmu_counters are resolved in preflight, so that
    /// unknown counters, other words than default and all, and empty lists are refused
    /// there; without the trait only when firmware is generated.
    pub counters_resolved_in_preflight: bool,
    /// backend ethos_u needs helia-rt or helia-aot, an NPU board, ai-edge-litert and a
    /// model that Vela compiled for that NPU; counters of group ethos_npu need the
    /// backend.
    pub ethos_u_checked: bool,
    /// executorch refuses profiling.clean_window_probe busy_loop.
    pub busy_loop_needs_power_engine: bool,
    /// Shared power firmware over usb_cdc is refused where lock-step is on, by key or
    /// because the pins are wired and capture is external.
    pub usb_shared_lockstep_refused: bool,
    /// Power capture on an FPGA board is refused.
    pub fpga_power_refused: bool,
    /// engine.config_path is refused by tflm/litert and helia-rt; without the trait
    /// they ignore it. executorch ignores it always.
    pub config_path_for_aot_only: bool,
    /// helia-rt refuses variant release, which has no per-operator hooks.
    pub release_variant_refused: bool,
    /// helia-rt refuses core_override without dist_path or source; without the trait it
    /// is ignored there.
    pub core_override_needs_prebuilt: bool,
    /// helia-rt refuses CMSIS-NN selectors with a prebuilt distribution.
    pub prebuilt_excludes_cmsis_nn: bool,
    /// helia-rt reads the CMSIS-NN selectors on its default route, the registry's, too;
    /// without the trait for source builds alone.
    pub heliart_registry_takes_cmsis_nn: bool,
    /// helia-rt resolves CMSIS-NN, and so checks its selectors, on every source route;
    /// without the trait on the registry route only where a selector is truthy.
    pub heliart_always_declares_cmsis_nn: bool,
    /// cmsis_nn_path must be a path, '' and null meaning none; without the trait the
    /// string that Python makes of anything truthy is one, save for executorch's arm
    /// backend, which refuses all but null and non-blank strings.
    pub cmsis_nn_path_typed: bool,
    /// cmsis_nn_ref is read, must be a non-blank string or null, and excludes a
    /// cmsis_nn_path; without the trait there is only cmsis_nn_path.
    pub cmsis_nn_ref_read: bool,
    /// A CMSIS-NN checkout whose header names revision V.19 or later is refused.
    pub cmsis_nn_revision_checked: bool,
    /// executorch refuses a profile without engine.config.source_path, before its other
    /// checks; without the trait it clones the pinned revision, after them.
    pub executorch_needs_source_path: bool,
    /// executorch reads `<model>.pte.json` for what engine.config leaves out and refuses
    /// one that is not this model's.
    pub executorch_reads_sidecar: bool,
    /// executorch places its buffers by four keys of engine.config, and refuses a
    /// model.arena_location other than tcm and sram.
    pub executorch_buffer_locations: bool,
    /// What hpx itself reserves is in the plan: records, NPU tables, transport buffers,
    /// boot stack.
    pub hpx_consumers_planned: bool,
    /// Only executorch books its records, in SRAM, as the last of its own consumers.
    pub executorch_records_planned: bool,
    /// helia-aot without a plan of its compiler is planned like an interpreter, with an
    /// arena and a flatbuffer; without the trait with hpx's own consumers alone.
    pub aot_plans_like_interpreter: bool,
    /// The capacity of MRAM is the linker's extent for the toolchain, for built-in SoCs
    /// and the default linker_profile; else, and without the trait, the SoC's size.
    pub mram_capacity_is_linked: bool,
}
