//! `target.custom_socs` and `target.custom_boards`: parts and boards that the
//! profile itself describes (`helia_profiler.platform.custom`).
//!
//! hpx reads these before it validates anything else, with Python's own
//! `int()` and `str()` in place of pydantic's coercions.

mod board;
mod fields;
mod soc;

use std::collections::{BTreeMap, BTreeSet};

use super::datum::Datum;
use super::lower::{Lowering, join};
use super::problem::ProblemKind;
use crate::catalog::{Board, Catalog, Soc};
use crate::syntax::{Field, NodeId};
use crate::text::nearest;
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
    socs: BTreeMap<String, Soc>,
    boards: BTreeMap<String, Board>,
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
            socs: BTreeMap::new(),
            boards: BTreeMap::new(),
            broken: BTreeSet::new(),
        }
    }

    /// The SoC of a name.
    pub fn soc(&self, name: &str) -> Lookup<&Soc> {
        if self.broken.contains(&(Kind::Soc, name.to_owned())) {
            return Lookup::Broken;
        }
        self.socs
            .get(name)
            .or_else(|| self.catalog.soc(name))
            .map_or(Lookup::Unknown, Lookup::Known)
    }

    /// The board of a name.
    pub fn board(&self, name: &str) -> Lookup<&Board> {
        if self.broken.contains(&(Kind::Board, name.to_owned())) {
            return Lookup::Broken;
        }
        self.boards
            .get(name)
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
        self.socs.contains_key(name)
    }

    /// All boards, the release's first, then the profile's by name; one that the profile
    /// describes anew stands for the one of its name.
    pub fn boards(&self) -> impl Iterator<Item = &Board> {
        let shadowed = |board: &&Board| !self.boards.contains_key(&board.name);
        self.catalog
            .boards
            .iter()
            .filter(shadowed)
            .chain(self.boards.values())
    }

    /// The board that a name most likely means, and the boards there are, for a message.
    pub fn meant_board(&self, name: &str) -> Meant {
        let own = self.boards.keys().map(String::as_str);
        let release = self.catalog.boards.iter().map(|it| it.name.as_str());
        Meant::among(name, release.collect(), own)
    }

    /// The SoC that a name most likely means, and the SoCs there are, for a message.
    fn meant_soc(&self, name: &str) -> Meant {
        let own = self.socs.keys().map(String::as_str);
        let release = self.catalog.socs.iter().map(|it| it.name.as_str());
        Meant::among(name, release.collect(), own)
    }

    /// That a name stands for nothing.
    fn unknown(&self, kind: Kind, name: &str) -> ProblemKind {
        let (what, meant) = match kind {
            Kind::Soc => ("SoC", self.meant_soc(name)),
            Kind::Board => ("board", self.meant_board(name)),
        };
        ProblemKind::UnknownPlatformName {
            what,
            name: name.to_owned(),
            meant,
        }
    }
}

/// What a name that stands for nothing most likely means.
#[derive(Clone, Debug, PartialEq)]
pub struct Meant {
    /// The name that is near.
    pub nearest: Option<String>,
    /// The names there are, sorted: of the profile's own the first fifty.
    pub known: Vec<String>,
}

impl Meant {
    /// `known` are the release's names, `own` the profile's. So that thousands of wrong names
    /// among thousands of right ones stay cheap, the first thousand are looked through.
    fn among<'a>(
        name: &str,
        mut known: Vec<&'a str>,
        own: impl Iterator<Item = &'a str> + Clone,
    ) -> Meant {
        let nearest = nearest(name, known.iter().copied().chain(own.clone().take(1000)));
        let nearest = nearest.map(str::to_owned);
        known.extend(own.take(50));
        known.sort_unstable();
        known.dedup();
        Meant {
            nearest,
            known: known.into_iter().map(str::to_owned).collect(),
        }
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
    if let Some(field) = walk.field(&fields, "custom_socs") {
        each(
            walk,
            "target.custom_socs",
            field,
            |walk, fields, name| match soc::read(walk, fields, &platforms, name) {
                Some(soc) => drop(platforms.socs.insert(name.to_owned(), soc)),
                None => drop(platforms.broken.insert((Kind::Soc, name.to_owned()))),
            },
        );
    }
    if let Some(field) = walk.field(&fields, "custom_boards") {
        each(
            walk,
            "target.custom_boards",
            field,
            |walk, fields, name| match board::read(walk, fields, &platforms, name) {
                Some(board) => drop(platforms.boards.insert(name.to_owned(), board)),
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
        _ => return walk.not_a_mapping(block_path, &block),
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
            walk.not_a_mapping(&path, &field);
            continue;
        }
        define(
            walk,
            &Fields::new(walk, path, field.key, field.value),
            &name,
        );
    }
}
