//! Reads one JSON object a line, `{"id", "yaml", "hpx"}`, and writes what we
//! make of each text, saved as `hpx.yml` in the folder named by the first
//! argument: `{"id", "accepted", "placement", "cpu_clock", "plan", "keys"}`.

#![allow(
    clippy::unwrap_used,
    clippy::disallowed_methods,
    reason = "a program for tests"
)]

use std::io::{BufRead, Write};
use std::path::PathBuf;
use std::sync::Arc;

use hpx_lsp::analysis::{Context, analyze};
use hpx_lsp::artifact::{Files, Home, ModelFile, Stat, TextProblem};
use hpx_lsp::catalog::Release;
use hpx_lsp::diagnostic::Origin;
use hpx_lsp::profile::Overrides;
use hpx_lsp::settings::Settings;
use serde_json::json;

/// The folder in which hpx would be started.
struct Folder(PathBuf);

impl Files for Folder {
    fn stat(&self, path: &str, _home: Home) -> Stat {
        match std::fs::metadata(self.0.join(path)) {
            Ok(data) if data.is_dir() => Stat::Directory,
            Ok(data) if data.is_file() => Stat::File { size: data.len() },
            Ok(_) => Stat::Other,
            Err(_) => Stat::Missing,
        }
    }

    fn model(&self, path: &str) -> Arc<ModelFile> {
        let stat = self.stat(path, Home::Keep);
        let Ok(bytes) = std::fs::read(self.0.join(path)) else {
            return Arc::new(ModelFile::without_contents(path, stat));
        };
        let sidecar = std::fs::read(self.0.join(format!("{path}.json"))).ok();
        Arc::new(ModelFile::from_bytes(path, &bytes, sidecar.as_deref()))
    }

    fn bytes(&self, path: &str, home: Home) -> Result<Arc<[u8]>, TextProblem> {
        match self.stat(path, home) {
            Stat::Missing => Err(TextProblem::Missing),
            Stat::File { .. } => Ok(std::fs::read(self.0.join(path)).unwrap().into()),
            _ => Err(TextProblem::NotAFile),
        }
    }

    fn list(&self, folder: &str, _home: Home) -> Vec<String> {
        let Ok(entries) = std::fs::read_dir(self.0.join(folder)) else {
            return Vec::new();
        };
        let names = entries
            .flatten()
            .map(|e| e.file_name().to_string_lossy().into_owned());
        let mut names: Vec<String> = names.collect();
        names.sort();
        names
    }
}

fn main() {
    let files = Folder(std::env::args().nth(1).unwrap().into());
    let overrides = Overrides::default();
    let settings = Settings::default();
    let mut out = std::io::stdout().lock();
    for line in std::io::stdin().lock().lines() {
        let case: serde_json::Value = serde_json::from_str(&line.unwrap()).unwrap();
        let release = case["hpx"]
            .as_str()
            .and_then(Release::find)
            .unwrap_or(Release::newest());
        let context = Context {
            release,
            settings: &settings,
            overrides: &overrides,
            files: &files,
        };
        let text = case["yaml"].as_str().unwrap();
        let analysis = analyze(text, &context);
        let plan = analysis.plan.as_ref().map(|plan| {
            let regions = plan.regions.iter().map(|r| {
                let consumers = r.consumers.iter().map(
                    |c| json!({"name": c.name, "size": c.size.0 as i64, "kind": c.kind.name()}),
                );
                json!({
                    "region": r.region.name(), "capacity": r.capacity.0 as i64,
                    "used": r.used.0 as i64, "consumers": consumers.collect::<Vec<_>>(),
                })
            });
            regions.collect::<Vec<_>>()
        });
        let found = analysis.diagnostics.iter();
        let found = found.map(|d| {
            json!({
                "rule": d.rule, "key": d.key, "hpx": d.origin == Origin::Hpx, "message": d.message,
                "level": d.level.name(), "help": d.help,
                "start": d.range.start, "end": d.range.end, "fixes": d.fixes.len(),
                "text": text.get(d.range.start as usize..d.range.end as usize),
            })
        });
        let answer = json!({
            "id": case["id"], "accepted": analysis.accepted,
            "placement": analysis.placement.map(|p| json!({"arena": p.arena.name(), "weights": p.weights.name()})),
            "cpu_clock": analysis.cpu_clock.as_ref().map(|c| json!({"name": c.name, "mhz": c.mhz})),
            "plan": plan, "plan_note": analysis.plan_note, "found": found.collect::<Vec<_>>(),
        });
        writeln!(out, "{answer}").unwrap();
    }
}
