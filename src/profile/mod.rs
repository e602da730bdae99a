//! A profile as hpx would hold it after loading: every value typed, with the
//! place it came from, and what hpx refuses as problems.
//!
//! A value that hpx refuses is [`State::Bad`] and nothing is concluded from
//! it; in a text that had to be repaired, so is every value that is absent.

mod coerce;
mod config;
mod custom;
mod datum;
pub mod detect;
pub mod directive;
mod lower;
mod modules;
mod overrides;
mod problem;
mod sections;
mod value;

pub use coerce::python_int;
pub use config::{Document, Entry, FreeForm, Value, not_json};
pub use custom::{Lookup, Meant, Platforms};
pub use datum::{Datum, printed};
pub use overrides::{OverrideValue, Overrides};
pub use problem::{Problem, ProblemKind, Spot};
pub use sections::{
    Build, Counters, Engine, Ina228, Model, ModuleOverride, Output, Power, Profiling, Selection,
    Target,
};
pub use value::{Source, Sourced, State};

use crate::catalog::Catalog;
use crate::schema::Schema;
use crate::syntax::{Field, NodeId, Tree};
use lower::Lowering;

/// A profile, typed.
#[derive(Clone, Debug)]
pub struct Profile {
    /// `model`.
    pub model: Model,
    /// `engine`.
    pub engine: Engine,
    /// `target`.
    pub target: Target,
    /// `profiling`.
    pub profiling: Profiling,
    /// `power`.
    pub power: Power,
    /// `output`.
    pub output: Output,
    /// `build`.
    pub build: Build,
    /// `frozen`.
    pub frozen: Sourced<bool>,
    /// `clean`.
    pub clean: Sourced<bool>,
    /// `work_dir`.
    pub work_dir: Sourced<String>,
    /// The boards and SoCs that this profile can name.
    pub platforms: Platforms,
    /// The mapping at the top, where the document is one.
    pub root: Option<NodeId>,
    /// Whether the tree is the whole document, so that an absent key is absent.
    pub complete: bool,
    /// What is wrong with its shape, in the order of the text.
    pub problems: Vec<Problem>,
}

/// Lowers a tree. `complete` tells whether the tree is the whole document; one
/// that was recovered from a broken text is not.
pub fn lower(
    tree: &Tree,
    complete: bool,
    schema: &'static Schema,
    catalog: &'static Catalog,
    overrides: &Overrides,
) -> Profile {
    // Nothing is known of a document that the loader cannot make a value of.
    let readable = tree.root().map(|root| Datum::of(tree, root)) != Some(Datum::Unknown);
    let complete = complete && readable;
    let mut walk = Lowering::new(tree, overrides, complete);
    let root = top(&mut walk, catalog);
    let fields = root.map(|root| tree.fields(root)).unwrap_or_default();
    for name in &catalog.reserved_keys {
        if let Some(field) = walk.field(&fields, name) {
            walk.report(ProblemKind::ReservedKey, name, Spot::of(&field));
        }
    }
    walk.root(schema.root(), &fields, &catalog.reserved_keys);
    let target = walk.field(&fields, "target").map(|field| field.value);
    let platforms = custom::read(&mut walk, catalog, target);
    // Of a document that is no mapping, that is all there is to say.
    if walk
        .problems
        .iter()
        .all(|p| !matches!(p.kind, ProblemKind::NotAMapping(_)))
    {
        model_path(&mut walk, &fields);
    }
    let overrides_section = schema.key(&["build", "nsx_modules", "*"]);
    let modules = overrides_section.map(|section| modules::read(&mut walk, section));
    let mut profile = Profile {
        model: Model::of(&mut walk),
        engine: Engine::of(&mut walk),
        target: Target::of(&mut walk),
        profiling: Profiling::of(&mut walk),
        power: Power::of(&mut walk),
        output: Output::of(&mut walk),
        build: Build::of(&mut walk, modules.unwrap_or_default()),
        frozen: walk.flag("frozen"),
        clean: walk.flag("clean"),
        work_dir: walk.text("work_dir"),
        platforms,
        root,
        complete,
        problems: walk.problems,
    };
    if let Some(board) = pinned_board(&profile, schema) {
        let pins = &catalog.power;
        profile.power.default_pins(&profile.platforms, &board, pins);
    }
    profile
}

/// The board whose pins hpx takes where the profile names none. It looks before
/// it validates: a `target` that is no mapping has the default board, and a
/// board that is no string is one that nobody knows.
fn pinned_board(profile: &Profile, schema: &Schema) -> Option<String> {
    let wrong = |key: &str| profile.problems.iter().any(|problem| problem.key == key);
    if wrong("target") {
        let default = schema.key(&["target", "board"])?.default.as_ref()?;
        return default.as_str().map(str::to_owned);
    }
    let board = profile.target.board.get().cloned();
    board.or_else(|| wrong("target.board").then(String::new))
}

/// The mapping at the top, or what stands there in its place.
fn top(walk: &mut Lowering<'_>, catalog: &Catalog) -> Option<NodeId> {
    let root = walk.tree.root()?;
    let datum = Datum::of(walk.tree, root);
    match datum {
        Datum::Map(_) => Some(walk.tree.resolve(root)),
        Datum::Null | Datum::Unknown => None,
        _ if catalog.traits.falsy_document_is_empty && !datum.is_truthy() => None,
        _ if !walk.complete => None,
        _ => {
            let kind = ProblemKind::NotAMapping(datum.kind());
            walk.report(
                kind,
                "",
                Spot::Value {
                    key: None,
                    value: root,
                },
            );
            None
        }
    }
}

/// hpx wants a truthy `model.path` before it validates anything.
fn model_path(walk: &mut Lowering<'_>, fields: &[Field]) {
    const KEY: &str = "model.path";
    if let Some(given) = walk.overrides.get(KEY)
        && given.datum().is_truthy()
    {
        return;
    }
    let mut spot = Spot::Absent;
    if let Some(model) = walk.field(fields, "model") {
        match Datum::of(walk.tree, model.value) {
            Datum::Map(_) => {
                let below = walk.tree.fields(model.value);
                let path = walk.field(&below, "path");
                match path.map(|path| Datum::of(walk.tree, path.value)) {
                    Some(datum) if datum.is_truthy() => return,
                    _ => {}
                }
                spot = path.map_or(Spot::Key(model.key), |path| Spot::of(&path));
            }
            Datum::Null => spot = Spot::Key(model.key),
            _ => return,
        }
    }
    // What is missing from a recovered text may be what was lost.
    if walk.complete {
        walk.report(ProblemKind::MissingModelPath, KEY, spot);
    }
}
