//! What we make of profiles, for the programs beside this one.
//!
//! `verdicts FOLDER` reads one JSON object a line, `{"id", "yaml", "hpx"}`, and
//! answers each as if hpx were started in FOLDER with the text saved there as
//! `hpx.yml`. `verdicts --write FOLDER` fills a folder with the files that the
//! generated profiles name.

#![allow(
    clippy::unwrap_used,
    clippy::disallowed_methods,
    reason = "a program for tests"
)]

use std::io::{BufRead, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use hpx_lsp::analysis::{Analysis, Context, analyze};
use hpx_lsp::artifact::{Files, Home, ModelFile, Stat, TextProblem, path};
use hpx_lsp::catalog::Release;
use hpx_lsp::diagnostic::{Diagnostic, Fix, Origin};
use hpx_lsp::planner::Bytes;
use hpx_lsp::profile::Overrides;
use hpx_lsp::settings::Settings;
use serde_json::{Value, json};

#[path = "../it"]
mod it {
    #[allow(dead_code, reason = "the tests use the rest")]
    pub mod folder;
    #[allow(dead_code, unused_imports, reason = "the tests use the rest")]
    pub mod models;
}

/// The folder in which hpx would be started; `home` in it is the home folder.
struct Folder(PathBuf);

impl Folder {
    fn path(&self, path: &str, home: Home) -> PathBuf {
        match path.strip_prefix('~') {
            Some(rest) if home == Home::Expand && (rest.is_empty() || rest.starts_with('/')) => {
                self.0.join("home").join(rest.trim_start_matches('/'))
            }
            _ => self.0.join(path::normalised(path)),
        }
    }
}

impl Files for Folder {
    fn stat(&self, path: &str, home: Home) -> Stat {
        match std::fs::metadata(self.path(path, home)) {
            Ok(data) if data.is_dir() => Stat::Directory,
            Ok(data) if data.is_file() => Stat::File { size: data.len() },
            Ok(_) => Stat::Other,
            Err(_) => Stat::Missing,
        }
    }

    fn model(&self, path: &str) -> Arc<ModelFile> {
        let stat = self.stat(path, Home::Keep);
        let Ok(bytes) = std::fs::read(self.path(path, Home::Keep)) else {
            return Arc::new(ModelFile::without_contents(path, stat));
        };
        let sidecar = std::fs::read(self.0.join(path::sidecar(path))).ok();
        Arc::new(ModelFile::from_bytes(path, &bytes, sidecar.as_deref()))
    }

    fn bytes(&self, path: &str, home: Home) -> Result<Arc<[u8]>, TextProblem> {
        match self.stat(path, home) {
            Stat::Missing => Err(TextProblem::Missing),
            Stat::File { .. } => Ok(std::fs::read(self.path(path, home)).unwrap().into()),
            _ => Err(TextProblem::NotAFile),
        }
    }

    fn list(&self, folder: &str, home: Home) -> Vec<String> {
        let Ok(entries) = std::fs::read_dir(self.path(folder, home)) else {
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
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.as_slice() {
        [flag, folder] if flag == "--write" => write_files(Path::new(folder)),
        [folder] => answer_all(&Folder(folder.into())),
        _ => panic!("verdicts [--write] FOLDER"),
    }
}

fn write_files(folder: &Path) {
    for (path, bytes) in it::folder::files() {
        let path = folder.join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, bytes).unwrap();
    }
}

fn answer_all(files: &Folder) {
    let (overrides, settings) = (Overrides::default(), Settings::default());
    let mut out = std::io::stdout().lock();
    for line in std::io::stdin().lock().lines() {
        let case: Value = serde_json::from_str(&line.unwrap()).unwrap();
        let release = case["hpx"]
            .as_str()
            .and_then(Release::find)
            .unwrap_or(Release::newest());
        let context = Context {
            release,
            settings: &settings,
            overrides: &overrides,
            files,
        };
        let text = case["yaml"].as_str().unwrap();
        let answer = answer(&case["id"], text, &analyze(text, &context));
        writeln!(out, "{answer}").unwrap();
        out.flush().unwrap();
    }
}

fn answer(id: &Value, text: &str, analysis: &Analysis) -> Value {
    let found: Vec<Value> = analysis
        .diagnostics
        .iter()
        .map(|d| finding(text, d))
        .collect();
    let placement = analysis.placement;
    let clock = analysis.cpu_clock.as_ref();
    json!({
        "id": id, "accepted": analysis.accepted,
        "placement": placement.map(|p| json!({"arena": p.arena.name(), "weights": p.weights.name()})),
        "cpu_clock": clock.map(|c| json!({"name": c.name, "mhz": c.mhz})),
        "plan": plan(analysis), "plan_note": analysis.plan_note, "found": found,
    })
}

fn plan(analysis: &Analysis) -> Option<Vec<Value>> {
    let regions = analysis.plan.as_ref()?.regions.iter().map(|r| {
        let consumers = r
            .consumers
            .iter()
            .map(|c| json!({"name": c.name, "size": size(c.size), "kind": c.kind.name()}));
        json!({
            "region": r.region.name(), "capacity": size(r.capacity),
            "used": size(r.used), "consumers": consumers.collect::<Vec<_>>(),
        })
    });
    Some(regions.collect())
}

/// A size as a number, or in digits where JSON's numbers do not reach.
fn size(bytes: Bytes) -> Value {
    match i64::try_from(bytes.0) {
        Ok(size) => size.into(),
        Err(_) => bytes.0.to_string().into(),
    }
}

fn finding(text: &str, d: &Diagnostic) -> Value {
    let (start, end) = (d.range.start as usize, d.range.end as usize);
    json!({
        "rule": d.rule, "key": d.key, "hpx": d.origin == Origin::Hpx, "message": d.message,
        "level": d.level.name(), "help": d.help, "start": start, "end": end,
        "fixes": d.fixes.iter().map(fix).collect::<Vec<_>>(), "text": text.get(start..end),
    })
}

fn fix(fix: &Fix) -> Value {
    let edits = fix.edits_of_this();
    let edits = edits
        .iter()
        .map(|e| json!([e.range.start, e.range.end, e.text]));
    json!({
        "title": fix.title, "applicability": fix.applicability.name(),
        "edits": edits.collect::<Vec<_>>(),
    })
}
