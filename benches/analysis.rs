//! The whole analysis of a profile: of 100 lines, of 10,000, of one that
//! overflows and of one that is broken.
//!
//! `cargo bench --bench analysis`

use std::fmt::Write;
use std::sync::Arc;

use divan::{Bencher, black_box};
use hpx_lsp::analysis::{Context, analyze};
use hpx_lsp::artifact::{Files, Home, ModelFile, Stat, TextProblem};
use hpx_lsp::catalog::Release;
use hpx_lsp::ide::completion::completions;
use hpx_lsp::profile::Overrides;
use hpx_lsp::settings::Settings;

const PROFILE: &str = include_str!("profile.yml");
const MODEL: &[u8] = include_bytes!("../tests/examples/quickstart/two_layers.tflite");

fn main() {
    divan::main();
}

/// A folder in which every path is the example's model.
struct Folder(Arc<ModelFile>);

impl Folder {
    fn new() -> Self {
        Folder(Arc::new(ModelFile::from_bytes("kws.tflite", MODEL, None)))
    }
}

impl Files for Folder {
    fn stat(&self, _: &str, _: Home) -> Stat {
        self.0.stat()
    }

    fn model(&self, _: &str) -> Arc<ModelFile> {
        Arc::clone(&self.0)
    }

    fn bytes(&self, _: &str, _: Home) -> Result<Arc<[u8]>, TextProblem> {
        Err(TextProblem::Missing)
    }

    fn list(&self, _: &str, _: Home) -> Vec<String> {
        Vec::new()
    }
}

fn run(bencher: Bencher<'_, '_>, text: &str) {
    let files = Folder::new();
    let context = Context {
        release: Release::newest(),
        settings: &Settings::default(),
        overrides: &Overrides::default(),
        files: &files,
    };
    bencher.bench_local(|| analyze(black_box(text), &context));
}

#[divan::bench]
fn lines_100(bencher: Bencher<'_, '_>) {
    run(bencher, PROFILE);
}

/// The profile with tensor rules up to so many lines.
fn filled(lines: usize) -> String {
    let (head, tail) = PROFILE
        .split_once("        tensors:\n")
        .unwrap_or((PROFILE, ""));
    let mut text = format!("{head}        tensors:\n");
    for id in 0..(lines - PROFILE.lines().count()) / 4 {
        let _ = write!(
            text,
            "          - type: scratch\n            id: [\"{id}\"]\n            attributes:\n              memory: dtcm\n"
        );
    }
    text + tail
}

#[divan::bench]
fn lines_10_000(bencher: Bencher<'_, '_>) {
    run(bencher, &filled(10_000));
}

#[divan::bench]
fn overflowing(bencher: Bencher<'_, '_>) {
    run(
        bencher,
        &PROFILE.replace("arena_size: 131072", "arena_size: 900000"),
    );
}

#[divan::bench]
fn broken(bencher: Bencher<'_, '_>) {
    run(
        bencher,
        &PROFILE.replace("arena_location: tcm", "arena_location: \"tcm"),
    );
}

/// What can be written, at places all over 200 lines: whole ones, and such that
/// an unclosed quote breaks.
#[divan::bench(args = [false, true])]
fn completion(bencher: Bencher<'_, '_>, broken: bool) {
    let files = Folder::new();
    let context = Context {
        release: Release::newest(),
        settings: &Settings::default(),
        overrides: &Overrides::default(),
        files: &files,
    };
    let mut text = filled(200);
    if broken {
        text = text.replacen("cpu: hp", "cpu: \"hp", 1);
    }
    let analysis = analyze(&text, &context);
    let mut at = 0;
    bencher.bench_local(|| {
        at = (at + 7) % text.len() as u32;
        completions(black_box(&analysis), at, &context)
    });
}
