//! Any text has an analysis whose findings lie within it.

#![no_main]

use std::sync::Arc;

use hpx_lsp::analysis::{Context, analyze};
use hpx_lsp::artifact::{Files, Home, ModelFile, Stat, TextProblem};
use hpx_lsp::catalog::releases;
use hpx_lsp::profile::Overrides;
use hpx_lsp::settings::Settings;
use libfuzzer_sys::fuzz_target;

/// A folder in which every path is a small model, and every text is the input.
struct Everything(Arc<[u8]>);

impl Files for Everything {
    fn stat(&self, path: &str, _: Home) -> Stat {
        match path.len() % 5 {
            0 => Stat::Missing,
            1 => Stat::Directory,
            _ => Stat::File { size: 4096 },
        }
    }

    fn model(&self, path: &str) -> Arc<ModelFile> {
        Arc::new(ModelFile::from_bytes(path, b"\x1c\0\0\0TFL3ET12", None))
    }

    fn bytes(&self, _: &str, _: Home) -> Result<Arc<[u8]>, TextProblem> {
        Ok(self.0.clone())
    }

    fn list(&self, _: &str, _: Home) -> Vec<String> {
        vec!["kws.tflite".to_owned()]
    }
}

fuzz_target!(|input: (u8, &str)| {
    let (release, text) = input;
    let all = releases();
    let files = Everything(text.as_bytes().into());
    let context = Context {
        release: &all[release as usize % all.len()],
        settings: &Settings::default(),
        overrides: &Overrides::default(),
        files: &files,
    };
    for found in analyze(text, &context).diagnostics {
        let range = found.range.start as usize..found.range.end as usize;
        assert!(text.get(range).is_some(), "{found:?}");
    }
});
