//! The reader's speed, beside that of two other readers on the same texts.
//!
//! Ours gives tree, values and verdict; yaml-rust2 gives values, and saphyr-parser events only.

use divan::{Bencher, black_box};
use hpx_lsp::syntax::{Events, parse};

fn main() {
    divan::main();
}

const LINES: [usize; 2] = [100, 10_000];

/// A config of so many lines, twenty to a section.
fn config(lines: usize) -> String {
    let sections = (0..lines / 20).map(|number| {
        format!(
            "model_{number}:
  path: models/keyword_small_{number}.tflite
  arena_size: {size}        # bytes
  arena_location: tcm
engine_{number}:
  type: helia-rt
  config:
    variant: release
    prefix: \"kws_\"
    aot_args: [--optimize, '--layout=nhwc', 4]
profiling_{number}:
  iterations: 20
  per_layer: true
  window_target_ms: 250.5

  # Both of these matter.
  pmu_counters:
    - cpu_cycles
    - inst_retired
  memory: {{sram_kb: 1024, tcm_kb: 0x100}}
",
            size = 4096 * (number + 1)
        )
    });
    sections.collect()
}

/// The config with a quote left open in its middle.
fn broken(lines: usize) -> String {
    let text = config(lines);
    let middle = text.len() / 2;
    let value = middle + text[middle..].find(": ").unwrap_or(0) + 2;
    format!("{}\"{}", &text[..value], &text[value..])
}

#[divan::bench(args = LINES)]
fn ours(bencher: Bencher<'_, '_>, lines: usize) {
    let text = config(lines);
    assert_eq!(parse(&text).problems, []);
    bencher.bench_local(|| parse(black_box(&text)));
}

#[divan::bench(args = LINES)]
fn ours_events_only(bencher: Bencher<'_, '_>, lines: usize) {
    let text = config(lines);
    bencher.bench_local(|| Events::new(black_box(&text)).count());
}

#[divan::bench(args = LINES)]
fn ours_on_a_broken_text(bencher: Bencher<'_, '_>, lines: usize) {
    let text = broken(lines);
    assert!(!parse(&text).repairs.is_empty());
    bencher.bench_local(|| parse(black_box(&text)));
}

#[divan::bench(args = LINES)]
fn yaml_rust2(bencher: Bencher<'_, '_>, lines: usize) {
    let text = config(lines);
    bencher.bench_local(|| yaml_rust2::YamlLoader::load_from_str(black_box(&text)));
}

#[divan::bench(args = LINES)]
fn saphyr_events_only(bencher: Bencher<'_, '_>, lines: usize) {
    let text = config(lines);
    bencher.bench_local(|| saphyr_parser::Parser::new_from_str(black_box(&text)).count());
}
