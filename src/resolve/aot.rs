//! What heliaAOT is told: `engine.config.aot_args` merged over the file that
//! `engine.config_path` names (`helia_profiler.engines.helia_aot.compile`).

use std::sync::Arc;

use crate::artifact::{Files, Home, TextProblem};
use crate::profile::{Datum, Document, Entry, FreeForm, Profile, not_json};
use crate::text::TextRange;

/// Why the file of `engine.config_path` cannot be used.
#[derive(Clone, Debug, PartialEq)]
pub enum AotFileProblem {
    /// It cannot be read.
    Unreadable(TextProblem),
    /// It is no YAML that hpx reads.
    NotYaml {
        /// Where the first reason stands in it.
        range: TextRange,
        /// The first reason.
        message: String,
    },
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

/// A place in one of the two texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Located {
    /// The text.
    pub side: Side,
    /// The place.
    pub range: TextRange,
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
) -> Option<Result<Arc<Document>, AotFileProblem>> {
    let path = profile.engine.config_path.get()?;
    Some(read_text(path, files))
}

fn read_text(path: &str, files: &dyn Files) -> Result<Arc<Document>, AotFileProblem> {
    let text = files
        .text(path, Home::Expand)
        .map_err(AotFileProblem::Unreadable)?;
    let document = Document::read(&text);
    if let Some((range, message)) = document.problem() {
        let message = message.to_owned();
        return Err(AotFileProblem::NotYaml { range, message });
    }
    match document.datum() {
        Datum::Null | Datum::Map(_) => Ok(Arc::new(document)),
        other => Err(AotFileProblem::NotAMapping(other.kind())),
    }
}

impl<'a> AotArgs<'a> {
    /// The arguments that `engine.config` and the file give.
    pub fn new(config: FreeForm<'a>, file: Option<&'a Document>) -> Self {
        AotArgs {
            own: config.below("aot_args"),
            file: file.map(Document::root),
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

    /// The mapping at the top of a side.
    fn side(&self, side: Side) -> FreeForm<'a> {
        match (side, self.file) {
            (Side::File, Some(file)) => file,
            _ => self.own,
        }
    }

    /// A value by its path; an absent one reads as null.
    pub fn get(&self, path: &[&str]) -> Datum<'a> {
        let found = self.entry(path);
        found.map_or(Datum::Null, |(side, entry)| self.side(side).datum(entry))
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
        let own = self.own.value("memory");
        let file = self.file.and_then(|file| file.value("memory"));
        let found = not_json(own, file).into_iter();
        let located = found.map(|(of_file, range)| Located {
            side: if of_file { Side::File } else { Side::Profile },
            range,
        });
        located.collect()
    }

    /// The values of the author's tensor rules that put something into PSRAM.
    pub fn psram_rules(&self) -> Vec<Located> {
        let Some((side, _)) = self.entry(&["memory", "tensors"]) else {
            return Vec::new();
        };
        let mut found = Vec::new();
        for rule in self.side(side).below("memory").forms("tensors") {
            let attributes = rule.below("attributes");
            for name in ["memory", "constant_destination_memory"] {
                let entry = attributes.entry(name);
                let psram = entry.filter(|e| attributes.datum(*e) == Datum::Str("psram"));
                found.extend(psram.map(|e| Located {
                    side,
                    range: attributes.range(e),
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
        if !matches!(at.datum(entry), Datum::Map(_)) {
            return Found::Hidden;
        }
        at = at.below(name);
    }
    at.entry(last).map_or(Found::Nothing, Found::Entry)
}
