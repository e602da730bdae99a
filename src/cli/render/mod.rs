//! Ways to show what was found, one file each.

pub mod concise;
pub mod full;
pub mod json;
pub mod paint;
pub mod places;
mod snippet;
pub mod table;

use crate::diagnostic::{Diagnostic, File, Place};
use crate::text::TextRange;

/// How many findings of one file are shown.
pub const MOST: usize = 5_000;

/// A text with the findings in it: a profile, or a settings file.
#[derive(Clone, Copy, Debug)]
pub struct Subject<'a> {
    /// The file as the user would write it.
    pub path: &'a str,
    /// Its text.
    pub text: &'a str,
    /// What was found in it, in order.
    pub diagnostics: &'a [Diagnostic],
    /// The other files that findings point into.
    pub others: &'a dyn Others,
}

impl<'a> Subject<'a> {
    /// The findings that are shown.
    pub fn shown(&self) -> &'a [Diagnostic] {
        self.diagnostics.get(..MOST).unwrap_or(self.diagnostics)
    }

    /// How many are not.
    pub fn more(&self) -> usize {
        self.diagnostics.len().saturating_sub(MOST)
    }

    /// Every range of the text itself that a finding points at.
    fn ranges(&self) -> impl Iterator<Item = TextRange> {
        self.shown().iter().flat_map(|diagnostic| {
            let related = diagnostic.related.iter().map(|it| &it.place);
            let related = related.filter(|place| place.file == File::This);
            let fixes = diagnostic.fixes.iter().flat_map(|fix| fix.edits_of_this());
            let ranges = related
                .map(|place| place.range)
                .chain(fixes.map(|edit| edit.range));
            std::iter::once(diagnostic.range).chain(ranges)
        })
    }
}

/// The files besides the one that findings are about, by the path that it gives them.
pub trait Others: std::fmt::Debug {
    /// The path as the user would write it.
    fn path(&self, named: &str) -> String;
    /// The text, where it can be read.
    fn text(&self, named: &str) -> Option<std::sync::Arc<str>>;
}

/// No other files.
#[derive(Clone, Copy, Debug)]
pub struct NoOthers;

impl Others for NoOthers {
    fn path(&self, named: &str) -> String {
        named.to_owned()
    }

    fn text(&self, _named: &str) -> Option<std::sync::Arc<str>> {
        None
    }
}

/// The place as `path:line:column`, counted from 1; the path alone where its text is not known.
fn spot(others: &dyn Others, place: &Place, own: &str, own_places: &places::Places) -> String {
    let (path, start) = match &place.file {
        File::This => (own.to_owned(), Some(own_places.at(place.range.start))),
        File::Other(named) => {
            let text = others.text(named);
            let found = text.map(|text| places::Places::new(&text, [place.range]));
            (
                others.path(named),
                found.map(|found| found.at(place.range.start)),
            )
        }
    };
    match start {
        Some(start) => format!("{path}:{}:{}", start.line + 1, start.column + 1),
        None => path,
    }
}
