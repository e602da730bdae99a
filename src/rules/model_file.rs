//! `model-file`: a model file that hpx cannot use.

use super::{At, edits, shortened};
use super::{Docs, Facts, Findings, Rule};
use crate::artifact::{Home, ModelFile, Stat, Unread};
use crate::catalog::EngineKind;
use crate::diagnostic::{Level, Origin};
use crate::text::nearest;

/// See [`Docs`].
pub static RULE: Rule = Rule {
    id: "model-file",
    origin: Origin::Hpx,
    level: Level::Error,
    summary: "a model file that hpx cannot use",
    docs: Docs {
        what: "`model.path` leads to no file, to an empty one, to one with another suffix than the engine takes, or to one that does not begin as such a model does.",
        why: "hpx looks at the file before it builds anything (`helia_profiler.stages.preflight`, all releases). A relative path is relative to the folder in which hpx is started, not to the profile.",
        example: "\
model:
  path: kwz.tflite
",
        instead: "\
model:
  path: kws.tflite
",
    },
    check,
};

fn check(facts: &Facts<'_>, out: &mut Findings<'_>) {
    let path = &facts.profile.model.path;
    let Some(model) = &facts.resolved.model else {
        return;
    };
    if path.get().is_none_or(String::is_empty) {
        return;
    }
    let at = facts.at(path, "model.path");
    let name = shortened(model.path());
    let missing = match model.stat() {
        Stat::Missing => format!("there is no file `{name}`"),
        Stat::Directory => format!("`{name}` is a folder, and hpx wants a model file"),
        Stat::Other => format!("`{name}` is no regular file"),
        Stat::Unreadable => format!("`{name}` cannot be read"),
        Stat::File { size: 0 } => format!("`{name}` is empty"),
        Stat::File { .. } => return contents(facts, model, at, out),
    };
    let nearest = nearest_file(facts, model.path()).filter(|_| model.stat() == Stat::Missing);
    let help = match (&nearest, model.stat()) {
        (Some(nearest), _) => format!("did you mean `{nearest}`?"),
        (None, Stat::File { .. }) => "export the model again".to_owned(),
        (None, Stat::Directory) => "name the file in it".to_owned(),
        _ if model.path().starts_with('~') => {
            "hpx does not expand `~` here; write the whole path".to_owned()
        }
        _ if model.path().starts_with('/') => "name the .tflite or .pte file".to_owned(),
        _ => relative(facts),
    };
    let fix =
        nearest.and_then(|nearest| edits::change_to_near(facts, path, model.path(), &nearest));
    out.say(at, missing).help(help).fix(fix);
}

/// Where a relative path begins.
pub(super) fn relative(facts: &Facts<'_>) -> String {
    let start = facts.files.start();
    let start = start.map(|start| format!(", here `{start}`"));
    let start = start.unwrap_or_default();
    format!("a relative path is relative to the folder in which hpx is started{start}")
}

/// What the file's name and head say.
fn contents(facts: &Facts<'_>, model: &ModelFile, at: At, out: &mut Findings<'_>) {
    let Some(engine) = facts.resolved.engine else {
        return;
    };
    let engine_name = facts.profile.engine.name.get().map_or("", String::as_str);
    let name = shortened(model.name());
    let (suffix, format) = match engine {
        EngineKind::Executorch => (".pte", "an ExecuTorch program"),
        _ => (".tflite", "a TFLite flatbuffer"),
    };
    if !model.has_suffix(suffix) {
        out.say(
            at.clone(),
            format!(
                "`{engine_name}` runs models whose name ends in {suffix}, and this is `{name}`"
            ),
        )
        .help(engine_for(model, engine));
        return;
    }
    let contents = match model.contents() {
        Ok(contents) => contents,
        Err(Unread::Unreadable) => {
            out.say(at, format!("`{name}` cannot be read"));
            return;
        }
        Err(Unread::NotAFile | Unread::TooLarge) => return,
    };
    let magic = match engine {
        EngineKind::Executorch => contents.has_pte_magic,
        _ => contents.has_tflite_magic,
    };
    if magic {
        return;
    }
    let help = if contents.is_lfs_pointer {
        "it is a Git LFS pointer; fetch the model with `git lfs pull`"
    } else {
        "export the model again, or check that the download is whole"
    };
    out.say(at, format!("`{name}` does not begin as {format} does"))
        .help(help);
}

/// The way out where the suffix belongs to another engine.
fn engine_for(model: &ModelFile, engine: EngineKind) -> &'static str {
    let program = model.has_suffix(".pte");
    match (engine, program) {
        (EngineKind::Executorch, _) => {
            "name a .pte exported for ExecuTorch, or choose another `engine.type`"
        }
        (_, true) => "set `engine.type: executorch`, or name a .tflite model",
        (_, false) => "name a .tflite model",
    }
}

/// A file of the same folder with a name close to the one asked for.
fn nearest_file(facts: &Facts<'_>, path: &str) -> Option<String> {
    let (folder, name) = path.rsplit_once('/').unwrap_or((".", path));
    let names = facts.files.list(folder, Home::Keep);
    let models = names
        .iter()
        .map(String::as_str)
        // A link to nothing has the very name.
        .filter(|found| is_model(found) && *found != name);
    let nearest = nearest(name, models)?;
    Some(match path.rsplit_once('/') {
        Some((folder, _)) => format!("{folder}/{nearest}"),
        None => nearest.to_owned(),
    })
}

fn is_model(name: &str) -> bool {
    let suffix = name.rsplit_once('.').map(|(_, suffix)| suffix);
    suffix.is_some_and(|s| s.eq_ignore_ascii_case("tflite") || s.eq_ignore_ascii_case("pte"))
}
