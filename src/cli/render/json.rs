//! For programs: the shape that design and README promise. Fields are only ever added.
//!
//! Lines and columns count from 1, columns in Unicode code points.

use serde::Serialize;

use super::places::Places;
use super::{Others, Subject};
use crate::analysis::Analysis;
use crate::diagnostic::{Diagnostic, File, FileEdit, Fix, Related};
use crate::planner::{Consumer, MemoryPlan, RegionUsage};
use crate::text::{TextRange, clean};
use crate::workspace::examine::Examined;

/// The whole object, around the files that are already spelt.
pub fn document(files: impl IntoIterator<Item = String>) -> String {
    let files: Vec<String> = files.into_iter().collect();
    match files.as_slice() {
        [] => "{\"version\":1,\"files\":[]}\n".to_owned(),
        files => format!("{{\"version\":1,\"files\":[\n{}\n]}}\n", files.join(",\n")),
    }
}

/// The whole object where nothing could be looked at.
pub fn not_run(error: &str) -> String {
    #[derive(Serialize)]
    struct NotRun<'a> {
        version: u8,
        error: &'a str,
        files: [(); 0],
    }

    let whole = NotRun {
        version: 1,
        error,
        files: [],
    };
    format!("{}\n", spell(&whole))
}

/// A file that was examined.
pub fn examined(file: &Examined, subject: &Subject<'_>) -> String {
    spell(&FileEntry {
        diagnostics: Some(diagnostics(subject)),
        more: Some(subject.more()).filter(|more| *more > 0),
        ignored: Some(file.analysis.ignored).filter(|ignored| *ignored > 0),
        ..entry(file)
    })
}

/// A file whose plan alone was asked for.
pub fn planned(file: &Examined) -> String {
    spell(&entry(file))
}

/// A file that could not be examined.
pub fn failed(path: &str, error: &str) -> String {
    spell(&ErrorEntry {
        path,
        error,
        diagnostics: None,
    })
}

/// A settings file with mistakes.
pub fn unsettled(subject: &Subject<'_>, error: &str) -> String {
    let diagnostics = Some(diagnostics(subject));
    spell(&ErrorEntry {
        path: subject.path,
        error,
        diagnostics,
    })
}

fn spell(value: &impl Serialize) -> String {
    // Strings, numbers and lists cannot fail to be spelt.
    let text = serde_json::to_string(value).unwrap_or_default();
    clean::json(&text).into_owned()
}

#[derive(Serialize)]
struct FileEntry<'a> {
    path: &'a str,
    hpx: &'a str,
    start_folder: &'a str,
    accepted: bool,
    placement: Option<PlacementEntry>,
    cpu_clock: Option<ClockEntry<'a>>,
    plan: Option<Vec<RegionEntry>>,
    plan_note: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    diagnostics: Option<Vec<DiagnosticEntry<'a>>>,
    /// How many findings are left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    more: Option<usize>,
    /// How many findings the comments of the file take back.
    #[serde(skip_serializing_if = "Option::is_none")]
    ignored: Option<usize>,
}

#[derive(Serialize)]
struct ErrorEntry<'a> {
    path: &'a str,
    error: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    diagnostics: Option<Vec<DiagnosticEntry<'a>>>,
}

#[derive(Serialize)]
struct PlacementEntry {
    arena: &'static str,
    weights: &'static str,
}

#[derive(Serialize)]
struct ClockEntry<'a> {
    name: &'a str,
    mhz: i64,
}

#[derive(Serialize)]
struct RegionEntry {
    region: &'static str,
    capacity: i128,
    used: i128,
    consumers: Vec<ConsumerEntry>,
}

#[derive(Serialize)]
struct ConsumerEntry {
    name: &'static str,
    size: i128,
    kind: &'static str,
}

#[derive(Serialize)]
struct DiagnosticEntry<'a> {
    rule: &'static str,
    origin: &'static str,
    level: &'static str,
    message: &'a str,
    help: Option<&'a str>,
    key: Option<&'a str>,
    range: RangeEntry,
    related: Vec<RelatedEntry<'a>>,
    fixes: Vec<FixEntry<'a>>,
}

#[derive(Serialize)]
struct RelatedEntry<'a> {
    path: String,
    range: Option<RangeEntry>,
    message: &'a str,
}

#[derive(Serialize)]
struct FixEntry<'a> {
    title: &'a str,
    applicability: &'static str,
    edits: Vec<EditEntry<'a>>,
}

#[derive(Serialize)]
struct EditEntry<'a> {
    path: String,
    range: Option<RangeEntry>,
    text: &'a str,
}

#[derive(Serialize)]
struct RangeEntry {
    start: PlaceEntry,
    end: PlaceEntry,
}

#[derive(Serialize)]
struct PlaceEntry {
    line: u32,
    column: u32,
}

fn entry(file: &Examined) -> FileEntry<'_> {
    let Analysis {
        accepted,
        placement,
        cpu_clock,
        plan,
        plan_note,
        ..
    } = &file.analysis;
    FileEntry {
        path: &file.path,
        hpx: &file.release.name,
        start_folder: &file.start_folder,
        accepted: *accepted,
        placement: placement.as_ref().map(|placed| PlacementEntry {
            arena: placed.arena.name(),
            weights: placed.weights.name(),
        }),
        cpu_clock: cpu_clock.as_ref().map(|clock| ClockEntry {
            name: &clock.name,
            mhz: clock.mhz,
        }),
        plan: plan.as_ref().map(regions),
        plan_note: plan_note.as_deref(),
        diagnostics: None,
        more: None,
        ignored: None,
    }
}

fn regions(plan: &MemoryPlan) -> Vec<RegionEntry> {
    let region = |usage: &RegionUsage| RegionEntry {
        region: usage.region.name(),
        capacity: usage.capacity.0,
        used: usage.used.0,
        consumers: usage.consumers.iter().map(consumer).collect(),
    };
    plan.regions.iter().map(region).collect()
}

fn consumer(consumer: &Consumer) -> ConsumerEntry {
    ConsumerEntry {
        name: consumer.name,
        size: consumer.size.0,
        kind: consumer.kind.name(),
    }
}

fn diagnostics<'a>(subject: &Subject<'a>) -> Vec<DiagnosticEntry<'a>> {
    let places = Places::new(subject.text, subject.ranges());
    let speller = Speller {
        path: subject.path,
        others: subject.others,
        places,
    };
    subject
        .shown()
        .iter()
        .map(|diagnostic| speller.diagnostic(diagnostic))
        .collect()
}

struct Speller<'a> {
    path: &'a str,
    others: &'a dyn Others,
    places: Places,
}

impl Speller<'_> {
    fn diagnostic<'d>(&self, diagnostic: &'d Diagnostic) -> DiagnosticEntry<'d> {
        DiagnosticEntry {
            rule: diagnostic.rule,
            origin: diagnostic.origin.name(),
            level: diagnostic.level.name(),
            message: &diagnostic.message,
            help: diagnostic.help.as_deref(),
            key: diagnostic.key.as_deref(),
            range: range(&self.places, diagnostic.range),
            related: diagnostic
                .related
                .iter()
                .map(|related| self.related(related))
                .collect(),
            fixes: diagnostic.fixes.iter().map(|fix| self.fix(fix)).collect(),
        }
    }

    fn related<'d>(&self, related: &'d Related) -> RelatedEntry<'d> {
        let (path, range) = self.place(&related.place.file, related.place.range);
        RelatedEntry {
            path,
            range,
            message: &related.message,
        }
    }

    fn fix<'d>(&self, fix: &'d Fix) -> FixEntry<'d> {
        FixEntry {
            title: &fix.title,
            applicability: fix.applicability.name(),
            edits: fix.edits.iter().map(|edit| self.edit(edit)).collect(),
        }
    }

    fn edit<'d>(&self, edit: &'d FileEdit) -> EditEntry<'d> {
        let (path, range) = self.place(&edit.file, edit.edit.range);
        EditEntry {
            path,
            range,
            text: &edit.edit.text,
        }
    }

    /// A path and a range; none where the file is not known as text.
    fn place(&self, file: &File, at: TextRange) -> (String, Option<RangeEntry>) {
        match file {
            File::This => (self.path.to_owned(), Some(range(&self.places, at))),
            File::Other(named) => {
                let text = self.others.text(named);
                let range = text.map(|text| range(&Places::new(&text, [at]), at));
                (self.others.path(named), range)
            }
        }
    }
}

fn range(places: &Places, range: TextRange) -> RangeEntry {
    let place = |offset| {
        let place = places.at(offset);
        PlaceEntry {
            line: place.line + 1,
            column: place.column + 1,
        }
    };
    RangeEntry {
        start: place(range.start),
        end: place(range.end),
    }
}
