//! Whole profiles to begin with, one an engine.

use std::fmt::Write;

use super::{Item, ItemKind, Subject, paths};
use crate::analysis::Context;
use crate::artifact::Files;
use crate::catalog::{Engine, EngineKind, Release};
use crate::rules::edits;
use crate::schema::Schema;
use crate::text::{Edit, TextRange};

/// Bytes of arena that fit on every board.
const ARENA: &str = "65536";

/// What every one begins with.
const HEADING: &str = "# Check with `hpx-lint`, run with `hpx profile --config FILE`.\n";

/// A whole profile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skeleton {
    /// Its text.
    pub text: String,
    /// Its text as an LSP snippet.
    pub snippet: String,
    /// The model that it names, where that is there.
    pub found: Option<String>,
}

/// The profile to begin with for an engine of a release. It names a model that
/// is there, if there is one.
pub fn skeleton(
    release: &Release,
    engine: &Engine,
    board: Option<&str>,
    files: &dyn Files,
) -> Skeleton {
    let catalog = release.catalog();
    let found = paths::first_model(files, &engine.suffix);
    let described = found.as_ref().is_some_and(|model| {
        catalog.traits.executorch_reads_sidecar && files.model(model).sidecar().is_some()
    });
    let model = found
        .clone()
        .unwrap_or_else(|| format!("model{}", engine.suffix));
    let default = default_of(release, &["target", "board"]);
    let mut draft = Draft::default();
    draft.lines(HEADING);
    draft.stop("model:\n  path: ", &edits::scalar(&model), "\n");
    draft.stop("  arena_size: ", ARENA, " # bytes\n");
    draft.lines(&format!("\nengine:\n  type: {}\n", engine.name));
    if EngineKind::named(&engine.name) == Some(EngineKind::Executorch) {
        draft.executorch(catalog.traits.executorch_needs_source_path, described);
    }
    let board = edits::scalar(board.unwrap_or(default));
    draft.stop("\ntarget:\n  board: ", &board, "\n");
    draft.lines("  transport: rtt\n\nprofiling:\n  pmu_counters:\n    cpu: default\n");
    draft.stop("\noutput:\n  dir: ", "results", "\n");
    Skeleton {
        text: draft.text,
        snippet: draft.snippet,
        found,
    }
}

/// The default of a key that is a word.
pub fn default_of(release: &Release, key: &[&str]) -> &'static str {
    let key = Schema::of_release(&release.folder).key(key);
    let default = key.and_then(|key| key.default.as_ref()?.as_str());
    default.unwrap_or_default()
}

/// A text and its snippet, written together.
#[derive(Default)]
struct Draft {
    text: String,
    snippet: String,
    stops: usize,
}

impl Draft {
    fn lines(&mut self, text: &str) {
        self.text.push_str(text);
        self.snippet.push_str(&escaped(text));
    }

    /// What an ExecuTorch program does not say of itself, unless a manifest
    /// beside it does.
    fn executorch(&mut self, from_source: bool, described: bool) {
        if from_source || !described {
            self.lines("  config:\n");
        }
        if from_source {
            self.stop("    source_path: ", "nsx-executorch", " # a checkout\n");
        }
        if !described {
            self.stop("    input_size: ", "1024", " # bytes of all inputs\n");
            self.stop("    output_size: ", "1024", " # bytes of all outputs\n");
        }
    }

    /// A value that the user is asked for.
    fn stop(&mut self, before: &str, value: &str, after: &str) {
        self.stops += 1;
        self.lines(before);
        self.text.push_str(value);
        let _ = write!(self.snippet, "${{{}:{}}}", self.stops, escaped(value));
        self.lines(after);
    }
}

/// A text in which a snippet sees no tab stop.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if matches!(c, '\\' | '$' | '}') {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

/// The profiles to begin with, in place of a range.
pub(super) fn items(context: &Context<'_>, range: TextRange, newline: &str) -> Vec<Item> {
    let engines = context.release.catalog().engines.iter().enumerate();
    let item = |(at, engine): (usize, &Engine)| {
        let made = skeleton(context.release, engine, None, context.files);
        let ended = |text: &str| text.replace('\n', newline);
        let path = ["engine", "type"].map(str::to_owned);
        Item {
            label: format!("{} profile", engine.name),
            kind: ItemKind::Skeleton,
            detail: "a whole profile to begin with".to_owned(),
            subject: Subject {
                path: path.to_vec(),
                value: Some(engine.name.clone()),
            },
            edit: Edit {
                range,
                text: ended(&made.text),
            },
            snippet: Some(ended(&made.snippet)),
            filter: format!("{} profile", engine.name),
            sort: format!("0{at:04}"),
            ..Item::default()
        }
    };
    engines.map(item).collect()
}
