//! The rules: one file each, with its documentation and its check.
//!
//! [`all`] is the one list of them, in the order in which hpx would meet what
//! they find; it feeds the check, the help and the pages.

mod attempt;
pub mod edits;
mod overflow;
pub mod page;
mod plain;
mod rule;
mod shape;
mod ways_out;
mod yaml;

mod aot_config_file;
mod aot_memory;
mod aot_platform;
mod aot_psram_arenas;
mod arena_overflow;
mod bad_anchor;
mod build_channel;
mod cmsis_nn_selector;
mod counter_group;
mod counter_selection;
mod cpu_clock;
mod custom_platform;
mod deprecated_key;
mod duplicate_key;
mod engine_config_path;
mod executorch_buffers;
mod executorch_kernels;
mod executorch_power;
mod extreme_and_shared_sram;
mod fpga_power;
mod heliart_source;
mod heliart_variant;
mod ina228_config;
mod ina228_driver;
mod invalid_merge;
mod invalid_scalar;
mod key_not_a_string;
mod linker_overflow;
mod litert_backend;
mod missing_model_path;
mod model_file;
mod module_override;
mod nested_backend;
mod nesting_too_deep;
mod no_effect;
mod not_a_mapping;
mod npu_backend;
mod npu_counters;
mod offline_update;
mod output_format;
mod placement_unavailable;
mod power_driver;
mod power_range;
mod psram_clock;
mod psram_clock_unsupported;
mod psram_engine;
mod psram_transport;
mod pte_sidecar;
mod reserved_key;
mod several_documents;
mod size_not_positive;
mod softmax_scale;
mod syntax_error;
mod unhashable_key;
mod unknown_board;
mod unknown_key;
mod unknown_tag;
mod unknown_value;
mod unused_suppression;
mod usb_unsupported;
mod version_override;
mod weights_overflow;
mod window_range;
mod wrong_type;

pub use edits::set as set_edit;
pub use rule::{
    At, Docs, Errors, Facts, Finding, Findings, Rule, Trial, or_list, other_file, shortened,
};
pub use shape::Shape;

use crate::diagnostic::Diagnostic;

/// Every rule, in hpx's order, and then our own.
pub fn all() -> &'static [&'static Rule] {
    static ALL: &[&Rule] = &[
        &syntax_error::RULE,
        &several_documents::RULE,
        &nesting_too_deep::RULE,
        &bad_anchor::RULE,
        &unknown_tag::RULE,
        &invalid_scalar::RULE,
        &unhashable_key::RULE,
        &invalid_merge::RULE,
        &not_a_mapping::RULE,
        &reserved_key::RULE,
        &missing_model_path::RULE,
        &unknown_key::RULE,
        &key_not_a_string::RULE,
        &wrong_type::RULE,
        &unknown_value::RULE,
        &custom_platform::RULE,
        &unknown_board::RULE,
        &size_not_positive::RULE,
        &psram_clock::RULE,
        &nested_backend::RULE,
        &version_override::RULE,
        &window_range::RULE,
        &extreme_and_shared_sram::RULE,
        &output_format::RULE,
        &module_override::RULE,
        &build_channel::RULE,
        &offline_update::RULE,
        &power_range::RULE,
        &ina228_config::RULE,
        &ina228_driver::RULE,
        &model_file::RULE,
        &softmax_scale::RULE,
        &psram_engine::RULE,
        &psram_transport::RULE,
        &aot_psram_arenas::RULE,
        &aot_config_file::RULE,
        &aot_memory::RULE,
        &counter_group::RULE,
        &counter_selection::RULE,
        &npu_counters::RULE,
        &npu_backend::RULE,
        &executorch_power::RULE,
        &usb_unsupported::RULE,
        &fpga_power::RULE,
        &power_driver::RULE,
        &cpu_clock::RULE,
        &engine_config_path::RULE,
        &heliart_variant::RULE,
        &heliart_source::RULE,
        &cmsis_nn_selector::RULE,
        &litert_backend::RULE,
        &executorch_kernels::RULE,
        &executorch_buffers::RULE,
        &pte_sidecar::RULE,
        &aot_platform::RULE,
        &placement_unavailable::RULE,
        &arena_overflow::RULE,
        &weights_overflow::RULE,
        &duplicate_key::RULE,
        &no_effect::RULE,
        &deprecated_key::RULE,
        &linker_overflow::RULE,
        &psram_clock_unsupported::RULE,
        &unused_suppression::RULE,
    ];
    ALL
}

/// A rule by its id.
pub fn find(id: &str) -> Option<&'static Rule> {
    all().iter().copied().find(|rule| rule.id == id)
}

/// What the rules say of one profile, in no particular order.
pub fn check(facts: &Facts<'_>) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for rule in all() {
        (rule.check)(facts, &mut Findings::new(rule, &mut found));
    }
    found
}
