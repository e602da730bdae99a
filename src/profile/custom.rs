//! `target.custom_socs` and `target.custom_boards`: parts and boards that the
//! profile itself describes (`helia_profiler.platform.custom`).
//!
//! hpx reads these before it validates anything else, with Python's own
//! `int()` and `str()` in place of pydantic's coercions.

mod board;
mod fields;
mod soc;

use std::collections::BTreeSet;

use super::datum::Datum;
use super::lower::{Lowering, join};
use super::problem::{ProblemKind, Spot};
use crate::catalog::{Board, Catalog, Soc};
use crate::syntax::{Field, NodeId};
use fields::Fields;

/// What a name of a SoC or board stands for.
#[derive(Clone, Debug, PartialEq)]
pub enum Lookup<T> {
    /// This.
    Known(T),
    /// The profile describes it, but wrongly; a problem tells how.
    Broken,
    /// Nothing.
    Unknown,
}

impl<T> Lookup<T> {
    /// What it stands for, where that is known.
    pub fn known(self) -> Option<T> {
        match self {
            Lookup::Known(part) => Some(part),
            Lookup::Broken | Lookup::Unknown => None,
        }
    }
}

/// The SoCs and boards that a profile can name: the release's, and its own,
/// which win.
#[derive(Clone, Debug)]
pub struct Platforms {
    catalog: &'static Catalog,
    socs: Vec<Soc>,
    boards: Vec<Board>,
    broken: BTreeSet<(Kind, String)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Soc,
    Board,
}

impl Platforms {
    /// The release's own.
    pub fn new(catalog: &'static Catalog) -> Self {
        Platforms {
            catalog,
            socs: Vec::new(),
            boards: Vec::new(),
            broken: BTreeSet::new(),
        }
    }

    /// The SoC of a name, and whether it is the release's own.
    pub fn soc(&self, name: &str) -> Lookup<&Soc> {
        if self.broken.contains(&(Kind::Soc, name.to_owned())) {
            return Lookup::Broken;
        }
        let custom = self.socs.iter().rev().find(|soc| soc.name == name);
        custom
            .or_else(|| self.catalog.soc(name))
            .map_or(Lookup::Unknown, Lookup::Known)
    }

    /// The board of a name.
    pub fn board(&self, name: &str) -> Lookup<&Board> {
        if self.broken.contains(&(Kind::Board, name.to_owned())) {
            return Lookup::Broken;
        }
        let custom = self.boards.iter().rev().find(|board| board.name == name);
        custom
            .or_else(|| self.catalog.board(name))
            .map_or(Lookup::Unknown, Lookup::Known)
    }

    /// The SoC of a board, with the board's PSRAM.
    pub fn soc_of(&self, board: &Board) -> Option<Soc> {
        let mut soc = self.soc(&board.soc).known()?.clone();
        if let Some(psram) = board.psram_kb {
            soc.memory.psram = psram;
        }
        Some(soc)
    }

    /// Whether a SoC is one that the profile describes: hpx knows the linker
    /// windows of its own parts only, whatever the name.
    pub fn is_custom_soc(&self, name: &str) -> bool {
        self.socs.iter().any(|soc| soc.name == name)
    }

    /// All boards, the release's first; one that the profile describes anew
    /// stands for the one of its name.
    pub fn boards(&self) -> impl Iterator<Item = &Board> {
        let shadowed = |board: &&Board| !self.boards.iter().any(|own| own.name == board.name);
        self.catalog
            .boards
            .iter()
            .filter(shadowed)
            .chain(&self.boards)
    }

    /// All names of boards, sorted, for a message.
    pub fn board_names(&self) -> Vec<String> {
        let mut names: Vec<String> = self.boards().map(|board| board.name.clone()).collect();
        names.sort();
        names
    }

    /// All names of SoCs, sorted, for a message.
    pub fn soc_names(&self) -> Vec<String> {
        let all = self.catalog.socs.iter().chain(&self.socs);
        let names: BTreeSet<String> = all.map(|soc| soc.name.clone()).collect();
        names.into_iter().collect()
    }
}

/// Reads both blocks of `target`.
pub(super) fn read(
    walk: &mut Lowering<'_>,
    catalog: &'static Catalog,
    target: Option<NodeId>,
) -> Platforms {
    let mut platforms = Platforms::new(catalog);
    let Some(target) = target else {
        return platforms;
    };
    let fields = walk.tree.fields(target);
    let of = |walk: &Lowering<'_>, name| {
        fields
            .iter()
            .rev()
            .copied()
            .find(|field| walk.name(field.key) == Some(name))
    };
    if let Some(field) = of(walk, "custom_socs") {
        each(
            walk,
            "target.custom_socs",
            field,
            |walk, fields, name| match soc::read(walk, fields, &platforms, name) {
                Some(soc) => platforms.socs.push(soc),
                None => drop(platforms.broken.insert((Kind::Soc, name.to_owned()))),
            },
        );
    }
    if let Some(field) = of(walk, "custom_boards") {
        each(
            walk,
            "target.custom_boards",
            field,
            |walk, fields, name| match board::read(walk, fields, &platforms, name) {
                Some(board) => platforms.boards.push(board),
                None => drop(platforms.broken.insert((Kind::Board, name.to_owned()))),
            },
        );
    }
    platforms
}

/// Calls `define` with each definition of a block that is a mapping.
fn each(
    walk: &mut Lowering<'_>,
    block_path: &'static str,
    block: Field,
    mut define: impl FnMut(&mut Lowering<'_>, &Fields, &str),
) {
    let datum = Datum::of(walk.tree, block.value);
    match datum {
        Datum::Map(_) => {}
        Datum::Null | Datum::Unknown => return,
        _ => return not_a_mapping(walk, block_path, &block),
    }
    for field in walk.tree.fields(block.value) {
        let path = join(block_path, &walk.printed(field.key));
        if walk
            .tree
            .node(walk.tree.resolve(field.key))
            .as_scalar()
            .is_none()
        {
            // The reader refuses a collection as a key.
            continue;
        }
        if walk.name(field.key).is_none() {
            walk.not_a_string_key(block_path, &field);
        }
        let name = walk.printed(field.key);
        if !matches!(Datum::of(walk.tree, field.value), Datum::Map(_)) {
            not_a_mapping(walk, &path, &field);
            continue;
        }
        define(
            walk,
            &Fields::new(walk, path, field.key, field.value),
            &name,
        );
    }
}

fn not_a_mapping(walk: &mut Lowering<'_>, path: &str, field: &Field) {
    let datum = Datum::of(walk.tree, field.value);
    if datum != Datum::Unknown {
        let kind = ProblemKind::WrongType {
            expected: "a mapping".into(),
            found: datum.kind(),
        };
        walk.report(
            kind,
            path,
            Spot::Value {
                key: Some(field.key),
                value: field.value,
            },
        );
    }
}
