//! Names that a profile gives and uses: anchors with their aliases, and the
//! SoCs and boards that it describes.

use super::at::name;
use crate::analysis::{Analysis, Reading};
use crate::profile::{Datum, Entry, FreeForm, Lookup};
use crate::rules::edits;
use crate::syntax::{NodeId, NodeKind, ScalarStyle};
use crate::text::{Edit, TextRange};

/// What a name names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NameKind {
    /// A node of the text.
    Anchor,
    /// A SoC.
    Soc,
    /// A board.
    Board,
}

impl NameKind {
    /// What a definition of it is.
    pub(super) fn title(self) -> &'static str {
        match self {
            NameKind::Anchor => "anchor",
            NameKind::Soc => "custom SoC",
            NameKind::Board => "custom board",
        }
    }

    /// The block of `target` that defines such names.
    fn block(self) -> &'static str {
        match self {
            NameKind::Soc | NameKind::Anchor => "custom_socs",
            NameKind::Board => "custom_boards",
        }
    }
}

/// A place where a name stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Occurrence {
    /// The name, without the sign of an anchor or alias.
    pub range: TextRange,
    /// Whether the name is given its meaning here.
    pub definition: bool,
}

/// A name and everywhere that it stands with one meaning.
struct Name<'a> {
    kind: NameKind,
    text: &'a str,
    /// In order, each once.
    occurrences: Vec<Occurrence>,
}

/// Where the name at an offset is given its meaning, in the order of the text:
/// one place, or none for what hpx knows by itself.
pub fn definition(analysis: &Analysis, offset: u32) -> Option<(TextRange, TextRange)> {
    let name = at(&analysis.reading, offset)?;
    let here = name.here(offset)?;
    let defined = name.occurrences.iter().find(|it| it.definition)?;
    Some((here, defined.range))
}

/// Everywhere that the name at an offset stands.
pub fn references(analysis: &Analysis, offset: u32) -> Vec<Occurrence> {
    at(&analysis.reading, offset).map_or_else(Vec::new, |name| name.occurrences)
}

/// The name at an offset, where it can be given another: its range and text.
pub fn prepare_rename(analysis: &Analysis, offset: u32) -> Option<(TextRange, String)> {
    let name = at(&analysis.reading, offset)?;
    name.renamable(&analysis.reading).ok()?;
    Some((name.here(offset)?, name.text.to_owned()))
}

/// Gives the name at an offset another, everywhere; or why that cannot be.
pub fn rename(analysis: &Analysis, offset: u32, new: &str) -> Result<Vec<Edit>, String> {
    let reading = &analysis.reading;
    let name = at(reading, offset).ok_or("there is no name to change here")?;
    name.renamable(reading)?;
    name.check_new(reading, new)?;
    let text = match name.kind {
        NameKind::Anchor => new.to_owned(),
        NameKind::Soc | NameKind::Board => edits::scalar(new),
    };
    let edit = |it: &Occurrence| Edit {
        range: it.range,
        text: text.clone(),
    };
    Ok(name.occurrences.iter().map(edit).collect())
}

impl Name<'_> {
    fn here(&self, offset: u32) -> Option<TextRange> {
        let mut ranges = self.occurrences.iter().map(|it| it.range);
        // A sign before the name counts to it.
        ranges.find(|range| range.touches(offset) || range.start == offset + 1)
    }

    fn renamable(&self, reading: &Reading) -> Result<(), String> {
        if !reading.profile.complete {
            return Err("mend the text first: not all of it can be read".to_owned());
        }
        if !self.occurrences.iter().any(|it| it.definition) {
            return Err(format!("`{}` is hpx's own name", self.text));
        }
        let plain = |it: &Occurrence| !it.range.slice(&reading.text).contains(['\n', '\r']);
        if !self.occurrences.iter().all(plain) {
            return Err(format!("`{}` is written over several lines", self.text));
        }
        Ok(())
    }

    fn check_new(&self, reading: &Reading, new: &str) -> Result<(), String> {
        let allowed = |c: char| {
            c.is_ascii_alphanumeric()
                || c == '_'
                || c == '-'
                || c == '.' && self.kind != NameKind::Anchor
        };
        if new.is_empty() || !new.chars().all(allowed) {
            let dot = if self.kind == NameKind::Anchor {
                ""
            } else {
                ", `.`"
            };
            return Err(format!(
                "a name is made of letters, digits, `_`{dot} and `-`"
            ));
        }
        if new == self.text {
            return Ok(());
        }
        let taken = match self.kind {
            NameKind::Anchor => reading.tree().anchors().any(|(_, it)| it.name == new),
            NameKind::Soc => reading.profile.platforms.soc(new) != Lookup::Unknown,
            NameKind::Board => reading.profile.platforms.board(new) != Lookup::Unknown,
        };
        let described = definitions(reading)
            .into_iter()
            .any(|(kind, key)| kind == self.kind && name(reading.tree(), key) == Some(new));
        if taken || described {
            return Err(format!("`{new}` names something else already"));
        }
        Ok(())
    }
}

fn at(reading: &Reading, offset: u32) -> Option<Name<'_>> {
    anchor_at(reading, offset).or_else(|| part_at(reading, offset))
}

/// The anchor whose sign, name or alias is at an offset.
fn anchor_at(reading: &Reading, offset: u32) -> Option<Name<'_>> {
    let tree = reading.tree();
    let aliased = tree.node_at(offset).map(|id| &tree.node(id).kind);
    let target = match aliased {
        Some(NodeKind::Alias(target)) => *target,
        _ => {
            let mut anchors = tree.anchors();
            anchors.find(|(_, anchor)| anchor.range.touches(offset))?.0
        }
    };
    let anchor = tree.node(target).anchor.as_deref()?;
    let unsigned = |range: TextRange| TextRange::new(range.start + 1, range.end);
    let mut occurrences = vec![Occurrence {
        range: unsigned(anchor.range),
        definition: true,
    }];
    occurrences.extend(tree.ids().filter_map(|id| {
        let node = tree.node(id);
        (node.kind == NodeKind::Alias(target)).then(|| Occurrence {
            range: unsigned(node.range),
            definition: false,
        })
    }));
    occurrences.sort();
    Some(Name {
        kind: NameKind::Anchor,
        text: &anchor.name,
        occurrences,
    })
}

/// The keys that define SoCs and boards, in the order in which hpx reads them.
pub(super) fn definitions(reading: &Reading) -> Vec<(NameKind, NodeId)> {
    let mut found = Vec::new();
    for kind in [NameKind::Soc, NameKind::Board] {
        let block = target(reading).below(kind.block()).entries();
        found.extend(block.iter().map(|(_, entry)| (kind, entry.key)));
    }
    found
}

fn target(reading: &Reading) -> FreeForm<'_> {
    FreeForm::new(reading.tree(), reading.profile.root).below("target")
}

/// The SoC or board whose name is at an offset.
fn part_at(reading: &Reading, offset: u32) -> Option<Name<'_>> {
    let tree = reading.tree();
    let spots = spots(reading);
    let here = |spot: &&Spot<'_>| tree.node(spot.node).range.touches(offset);
    let found = spots.iter().find(here)?;
    let same = spots.iter().filter(|spot| spot.means(found));
    let mut occurrences: Vec<Occurrence> = same
        .map(|spot| Occurrence {
            range: tree.node(tree.resolve(spot.node)).range,
            definition: spot.definition,
        })
        .collect();
    occurrences.sort();
    occurrences.dedup_by_key(|it| it.range);
    let block = |node: NodeId| {
        let scalar = tree.node(tree.resolve(node)).as_scalar();
        let styles = [ScalarStyle::Literal, ScalarStyle::Folded];
        scalar.is_none_or(|scalar| styles.contains(&scalar.style))
    };
    (!block(found.node)).then_some(Name {
        kind: found.kind,
        text: found.name,
        occurrences,
    })
}

/// A place where the name of a SoC or board stands.
struct Spot<'a> {
    kind: NameKind,
    name: &'a str,
    node: NodeId,
    definition: bool,
    /// Whether hpx's own part of that name is meant, and not the profile's.
    built_in: bool,
}

impl Spot<'_> {
    fn means(&self, other: &Self) -> bool {
        let mine = (self.kind, self.name, self.built_in);
        mine == (other.kind, other.name, other.built_in)
    }
}

fn spots(reading: &Reading) -> Vec<Spot<'_>> {
    let target = target(reading);
    let socs = target.below("custom_socs").entries();
    let boards = target.below("custom_boards").entries();
    let mut found = Vec::new();
    let (soc, board) = (NameKind::Soc, NameKind::Board);
    for (kind, entries) in [(soc, &socs), (board, &boards)] {
        for (at, (name, entry)) in entries.iter().enumerate() {
            found.push(Spot {
                kind,
                name,
                node: entry.key,
                definition: true,
                built_in: false,
            });
            // It can start from what stands above it, and from hpx's own.
            let above = entries.get(..at).unwrap_or_default();
            found.extend(used(
                reading,
                kind,
                field(target, *entry, "based_on"),
                above,
                entries,
            ));
            if kind == board {
                found.extend(used(
                    reading,
                    soc,
                    field(target, *entry, "soc"),
                    &socs,
                    &socs,
                ));
            }
        }
    }
    found.extend(used(
        reading,
        board,
        target.entry("board"),
        &boards,
        &boards,
    ));
    found
}

fn field(target: FreeForm<'_>, definition: Entry, name: &str) -> Option<Entry> {
    FreeForm::new(target.tree, Some(definition.value)).entry(name)
}

/// The use of a name, where it could mean what is `visible`; of what is only
/// described elsewhere it means hpx's own, if hpx has such a part.
fn used<'a>(
    reading: &'a Reading,
    kind: NameKind,
    entry: Option<Entry>,
    visible: &[(&str, Entry)],
    described: &[(&str, Entry)],
) -> Option<Spot<'a>> {
    let node = entry?.value;
    let Datum::Str(name) = Datum::of(reading.tree(), node) else {
        return None;
    };
    let among = |parts: &[(&str, Entry)]| parts.iter().any(|(known, _)| *known == name);
    let known = match kind {
        NameKind::Board => reading.catalog.board(name).is_some(),
        NameKind::Soc | NameKind::Anchor => reading.catalog.soc(name).is_some(),
    };
    Some(Spot {
        kind,
        name,
        node,
        definition: false,
        built_in: !among(visible) && (known || !among(described)),
    })
}
