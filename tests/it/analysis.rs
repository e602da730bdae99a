//! What an analysis says beside its findings, and that it comes to an end.

use std::fmt::Write;

use hpx_lsp::analysis::{Analysis, Context, analyze};
use hpx_lsp::catalog::{Region, Release};
use hpx_lsp::profile::Overrides;
use hpx_lsp::settings::Settings;

use crate::rules::files::folder;

fn analysis(text: &str) -> Analysis {
    let context = Context {
        settings: &Settings::default(),
        release: Release::newest(),
        overrides: &Overrides::default(),
        files: folder(),
    };
    analyze(text, &context)
}

fn rules(text: &str) -> Vec<&'static str> {
    let found = analysis(text).diagnostics;
    found.iter().map(|found| found.rule).collect()
}

#[test]
fn the_note_in_place_of_a_plan_names_what_is_broken() {
    for (text, note) in [
        (
            "model:\n  path: \"kws.tflite\n",
            "line 2 is no YAML that hpx can read: the quote `\"` that opens here is not closed",
        ),
        (
            "!mine {model: {path: kws.tflite}}\n",
            "line 1 is no YAML that hpx can read: the tag `!mine` means nothing to hpx",
        ),
        ("model: {}\n", "no model is named"),
        (
            "model:\n  path: !mine kws.tflite\n",
            "the model's path is not known",
        ),
        (
            "model:\n  path: kws.tflite\n  arena_size: 1_000_000_000_000_000_000_000_000_000_000_000_000_000_000\n",
            "a size is too large to be added up",
        ),
    ] {
        let analysis = analysis(text);
        assert_eq!(analysis.plan, None, "{text}");
        assert_eq!(analysis.plan_note.as_deref(), Some(note), "{text}");
    }
}

#[test]
fn sizes_beyond_64_bits_are_exact() {
    let text = "\
model:
  path: kws.tflite
  arena_size: 400000000000000000000000
  arena_location: sram
target:
  board: mine
  custom_socs:
    big:
      based_on: apollo510
      memory: {sram_kb: 400000000000000000000}
  custom_boards:
    mine: {based_on: apollo510_evb, soc: big}
";
    let analysis = analysis(text);
    assert!(analysis.accepted, "{:?}", analysis.diagnostics);
    let plan = analysis.plan.unwrap();
    let sram = plan.region(Region::Sram).unwrap();
    assert_eq!(sram.capacity.0, 409_600_000_000_000_000_000_000);
    assert_eq!(sram.used.0, 400_000_000_000_000_000_098_556);
}

#[test]
fn a_mapping_that_merges_nothing_is_empty() {
    let text = |value| {
        format!(
            "model:\n  path: kws.tflite\n  weights_location: psram\nengine:\n  type: helia-aot\n  \
             config:\n    aot_args: {{memory: {{allocate_arenas: {value}}}}}\n"
        )
    };
    for (value, refused) in [
        ("false", false),
        ("{}", false),
        ("{<<: {}}", false),
        ("{<<: [{}, {}]}", false),
        ("{<<: {a: 1}}", true),
        ("{a: 1}", true),
    ] {
        let found = rules(&text(value)).contains(&"aot-psram-arenas");
        assert_eq!(found, refused, "{value}");
    }
}

/// Names that are two letters away from a key, each another.
fn near_names(count: usize) -> impl Iterator<Item = String> {
    let letter = |at: usize| char::from(b'a' + u8::try_from(at % 26).unwrap());
    (0..count).map(move |at| {
        let (first, second, third) = (letter(at), letter(at / 26), letter(at / 676));
        format!("w{first}{second}{third}ghts_location")
    })
}

/// Not timed; work that is not linear in the keys does not come to an end.
#[test]
fn very_many_keys_that_are_near_a_known_one() {
    const COUNT: usize = 17_000;
    let mut model = String::from("model:\n  path: kws.tflite\n");
    let mut options = String::from("engine:\n  config:\n");
    for name in near_names(COUNT) {
        writeln!(model, "  {name}: 1").unwrap();
        writeln!(options, "    {name}: 1").unwrap();
    }
    let found = rules(&(model + &options));
    let count = |rule| found.iter().filter(|found| **found == rule).count();
    assert!(count("unknown-key") >= COUNT - 1);
    assert!(count("no-effect") >= COUNT - 1);
}
