//! What heliaAOT is told: `engine.config.aot_args` merged over the file that
//! `engine.config_path` names (`helia_profiler.engines.helia_aot.compile`).

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::artifact::{Files, Home, TextProblem};
use crate::profile::{Datum, Entry, FreeForm, Profile};
use crate::syntax::{self, Field, NodeId, NodeKind, Parse, Tree};

/// The file that `engine.config_path` names.
#[derive(Debug)]
pub struct AotFile {
    /// The path as written.
    pub path: Arc<str>,
    /// Its text.
    pub text: Arc<str>,
    /// Its tree.
    pub parse: Parse,
}

/// Why the file cannot be used.
#[derive(Clone, Debug, PartialEq)]
pub enum AotFileProblem {
    /// It cannot be read.
    Unreadable(TextProblem),
    /// It is no YAML that hpx reads; the first reason.
    NotYaml(syntax::Problem),
    /// It is no mapping; what it is.
    NotAMapping(&'static str),
}

/// Which of the two texts something stands in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The profile.
    Profile,
    /// The file of `engine.config_path`.
    File,
}

/// A node of one of the two texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Located {
    /// The text.
    pub side: Side,
    /// The node.
    pub node: NodeId,
}

/// heliaAOT's arguments, merged.
#[derive(Clone, Copy, Debug)]
pub struct AotArgs<'a> {
    own: FreeForm<'a>,
    file: Option<FreeForm<'a>>,
}

/// Reads the file of `engine.config_path`, where the profile names one.
pub fn read_file(
    profile: &Profile,
    files: &dyn Files,
) -> Option<Result<Arc<AotFile>, AotFileProblem>> {
    let path = profile.engine.config_path.get()?;
    Some(read_text(path, files))
}

fn read_text(path: &str, files: &dyn Files) -> Result<Arc<AotFile>, AotFileProblem> {
    let text = files
        .text(path, Home::Expand)
        .map_err(AotFileProblem::Unreadable)?;
    let parse = syntax::parse(&text);
    if let Some(problem) = parse.problems.first() {
        return Err(AotFileProblem::NotYaml(problem.clone()));
    }
    let root = parse.tree.root();
    match root.map_or(Datum::Null, |root| Datum::of(&parse.tree, root)) {
        Datum::Null | Datum::Map(_) => {}
        other => return Err(AotFileProblem::NotAMapping(other.kind())),
    }
    Ok(Arc::new(AotFile {
        path: path.into(),
        text,
        parse,
    }))
}

impl<'a> AotArgs<'a> {
    /// The arguments of a profile whose tree is `tree`.
    pub fn new(tree: &'a Tree, profile: &Profile, file: Option<&'a AotFile>) -> Self {
        let config = FreeForm::new(tree, profile.engine.config.get().copied());
        let of_file = |file: &'a AotFile| FreeForm::new(&file.parse.tree, file.parse.tree.root());
        AotArgs {
            own: config.below("aot_args"),
            file: file.map(of_file),
        }
    }

    /// An entry by its path: the profile's wins, and hides the file's wherever
    /// it is no mapping.
    pub fn entry(&self, path: &[&str]) -> Option<(Side, Entry)> {
        let own = lookup(self.own, path);
        match own {
            Found::Entry(entry) => Some((Side::Profile, entry)),
            Found::Hidden => None,
            Found::Nothing => match lookup(self.file?, path) {
                Found::Entry(entry) => Some((Side::File, entry)),
                Found::Hidden | Found::Nothing => None,
            },
        }
    }

    /// The tree of a side.
    pub fn tree(&self, side: Side) -> &'a Tree {
        match (side, self.file) {
            (Side::File, Some(file)) => file.tree,
            _ => self.own.tree,
        }
    }

    /// A value by its path; an absent one reads as null.
    pub fn get(&self, path: &[&str]) -> Datum<'a> {
        let found = self.entry(path);
        found.map_or(Datum::Null, |(side, entry)| {
            Datum::of(self.tree(side), entry.value)
        })
    }

    /// Whether the host binds the arenas, which PSRAM needs: hpx takes Python's
    /// truth of `memory.allocate_arenas`, true where it is absent.
    pub fn external_arenas(&self) -> bool {
        let path = ["memory", "allocate_arenas"];
        self.entry(&path).is_some() && !self.get(&path).is_truthy()
    }

    /// Whether `memory` or its tensors are of another kind than hpx takes.
    pub fn is_malformed(&self) -> bool {
        let memory = self.get(&["memory"]);
        let tensors = self.get(&["memory", "tensors"]);
        !matches!(memory, Datum::Null | Datum::Map(_))
            || !matches!(tensors, Datum::Null | Datum::List(_))
    }

    /// The values below `memory` that cannot be written as JSON, which hpx
    /// does to record them: dates, bytes, sets, and keys that do not sort.
    pub fn not_json(&self) -> Vec<Located> {
        let of = |mapping: FreeForm<'a>, side| {
            let entry = mapping.entry("memory")?;
            Some(Located {
                side,
                node: entry.value,
            })
        };
        let own = of(self.own, Side::Profile);
        let file = self.file.and_then(|file| of(file, Side::File));
        let mut found = Vec::new();
        self.not_json_merged(own, file, &mut found);
        found
    }

    /// The same below a place of each text, the profile's over the file's.
    fn not_json_merged(
        &self,
        own: Option<Located>,
        file: Option<Located>,
        found: &mut Vec<Located>,
    ) {
        let fields = |at: Option<Located>| at.and_then(|at| self.fields(at));
        let (Some(ours), Some(theirs)) = (fields(own), fields(file)) else {
            let Some(at) = own.or(file) else { return };
            let node = not_json(self.tree(at.side), at.node);
            return found.extend(node.map(|node| Located {
                side: at.side,
                node,
            }));
        };
        let merged: Vec<_> = ours.iter().chain(&theirs).map(|(key, _)| *key).collect();
        if !sorts(&merged) {
            found.extend(own);
            return;
        }
        let below = |fields: &[(Datum<'a>, Located)], wanted: Datum<'a>| {
            fields
                .iter()
                .find(|(key, _)| *key == wanted)
                .map(|(_, at)| *at)
        };
        for (key, at) in &ours {
            self.not_json_merged(Some(*at), below(&theirs, *key), found);
        }
        for (key, at) in &theirs {
            if below(&ours, *key).is_none() {
                self.not_json_merged(None, Some(*at), found);
            }
        }
    }

    /// The fields of a mapping; `None` for anything else.
    fn fields(&self, at: Located) -> Option<Vec<(Datum<'a>, Located)>> {
        let tree = self.tree(at.side);
        let Datum::Map(_) = Datum::of(tree, at.node) else {
            return None;
        };
        let fields = tree.fields(at.node);
        let field = |f: &Field| {
            (
                Datum::of(tree, f.key),
                Located {
                    side: at.side,
                    node: f.value,
                },
            )
        };
        Some(fields.iter().map(field).collect())
    }

    /// The author's own tensor rules.
    pub fn tensor_rules(&self) -> Vec<Located> {
        let Some((side, entry)) = self.entry(&["memory", "tensors"]) else {
            return Vec::new();
        };
        let tree = self.tree(side);
        match &tree.node(tree.resolve(entry.value)).kind {
            NodeKind::Sequence(list) => list
                .items
                .iter()
                .map(|node| Located { side, node: *node })
                .collect(),
            _ => Vec::new(),
        }
    }

    /// The values of tensor rules that put something into PSRAM.
    pub fn psram_rules(&self) -> Vec<Located> {
        let mut found = Vec::new();
        for rule in self.tensor_rules() {
            let tree = self.tree(rule.side);
            let attributes = FreeForm::new(tree, Some(rule.node)).below("attributes");
            for name in ["memory", "constant_destination_memory"] {
                let entry = attributes.entry(name);
                let psram = entry.filter(|e| Datum::of(tree, e.value) == Datum::Str("psram"));
                found.extend(psram.map(|e| Located {
                    side: rule.side,
                    node: e.value,
                }));
            }
        }
        found
    }
}

/// What a path leads to.
enum Found {
    Entry(Entry),
    /// Something that is no mapping stands in the way, and hides the file's.
    Hidden,
    Nothing,
}

fn lookup(mut at: FreeForm<'_>, path: &[&str]) -> Found {
    let Some((last, above)) = path.split_last() else {
        return Found::Nothing;
    };
    for name in above {
        let Some(entry) = at.entry(name) else {
            return Found::Nothing;
        };
        if !matches!(Datum::of(at.tree, entry.value), Datum::Map(_)) {
            return Found::Hidden;
        }
        at = at.below(name);
    }
    at.entry(last).map_or(Found::Nothing, Found::Entry)
}

/// The first node below that Python's `json.dumps` with sorted keys refuses.
fn not_json(tree: &Tree, node: NodeId) -> Option<NodeId> {
    let mut open = vec![node];
    let mut seen = BTreeSet::new();
    while let Some(node) = open.pop() {
        let node = tree.resolve(node);
        if !seen.insert(node) {
            continue;
        }
        match Datum::of(tree, node) {
            Datum::Time | Datum::Bytes(_) | Datum::Set(_) => return Some(node),
            Datum::Map(_) => {
                let fields = tree.fields(node);
                let keys: Vec<_> = fields.iter().map(|f| Datum::of(tree, f.key)).collect();
                if !sorts(&keys) {
                    return Some(node);
                }
                open.extend(fields.iter().map(|field| field.value));
            }
            _ => open.extend(tree.children(node)),
        }
    }
    None
}

/// Whether Python can sort the keys and JSON can hold them.
fn sorts(keys: &[Datum<'_>]) -> bool {
    let strings = keys.iter().all(|key| matches!(key, Datum::Str(_)));
    let numbers = keys
        .iter()
        .all(|key| matches!(key, Datum::Bool(_) | Datum::Int(_) | Datum::Float(_)));
    let alone = keys.len() == 1 && matches!(keys, [Datum::Null]);
    strings || numbers || alone
}
