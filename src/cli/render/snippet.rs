//! The few lines of a text that a finding is shown with, fit for a terminal.
//!
//! Whatever the size of the text, a snippet is small: the lines around each place, each cropped
//! around what it is shown for. What is drawn is only ever a snippet, so the cost of a finding
//! does not grow with the file that it is in.

use miette::{MietteError, MietteSpanContents, SourceCode, SourceSpan, SpanContents};
use unicode_width::UnicodeWidthChar;

use crate::text::{LineColumn, LineIndex, TextRange, clean};

/// The cells of a line that are shown.
const WIDTH: usize = 96;

/// How many lines away a further place still joins the lines of the first.
const NEAR: u32 = 3;

/// Lines of a text, in blocks.
#[derive(Debug)]
pub struct Snippet {
    name: String,
    text: String,
    lines: Vec<Line>,
    places: Vec<(usize, LineColumn)>,
}

#[derive(Debug)]
struct Line {
    /// From 0.
    number: u32,
    /// Its bytes in the snippet, its line break included.
    start: usize,
    end: usize,
}

/// A place to show: its range, and where it begins.
#[derive(Clone, Copy, Debug)]
pub struct Mark {
    /// Bytes of the whole text.
    pub range: TextRange,
    /// The line and column of its start.
    pub place: LineColumn,
}

impl Snippet {
    /// The lines around the marks, those of the first mark first, and where in them each mark is.
    pub fn new(
        name: String,
        text: &str,
        lines: &LineIndex,
        marks: &[Mark],
    ) -> (Snippet, Vec<SourceSpan>) {
        let mut snippet = Snippet {
            name,
            text: String::new(),
            lines: Vec::new(),
            places: Vec::new(),
        };
        let mut spans = vec![SourceSpan::from((0, 0)); marks.len()];
        for number in line_numbers(text, lines, marks) {
            let on_line: Vec<usize> = (0..marks.len())
                .filter(|at| marks.get(*at).is_some_and(|m| m.place.line == number))
                .collect();
            let ranges: Vec<TextRange> = on_line
                .iter()
                .filter_map(|at| marks.get(*at))
                .map(|mark| mark.range)
                .collect();
            let found = snippet.push(text, lines, number, &ranges);
            for (at, span) in on_line.iter().zip(found) {
                if let (Some(slot), Some(mark)) = (spans.get_mut(*at), marks.get(*at)) {
                    *slot = span;
                    snippet.places.push((span.offset(), mark.place));
                }
            }
        }
        (snippet, spans)
    }

    /// Adds a line, and tells where on it the ranges are.
    fn push(
        &mut self,
        text: &str,
        lines: &LineIndex,
        number: u32,
        ranges: &[TextRange],
    ) -> Vec<SourceSpan> {
        let start = self.text.len();
        let whole = lines.line_range(number);
        let line = whole.slice(text).trim_end_matches(['\n', '\r']);
        let unmarked = line.trim_start_matches('\u{feff}');
        let start_of_line = whole.start + length(line) - length(unmarked);
        let (line, whole) = (
            unmarked,
            TextRange::new(start_of_line, start_of_line + length(unmarked)),
        );
        let shown = crop(line, whole, ranges.first().copied());
        if shown.start > whole.start {
            self.text.push('…');
        }
        let spans = self.copy(shown.slice(text), shown, ranges);
        if shown.end < whole.end {
            self.text.push('…');
        }
        self.text.push('\n');
        self.lines.push(Line {
            number,
            start,
            end: self.text.len(),
        });
        spans
    }

    /// Copies part of a line cell for cell, and tells where the ranges came to be.
    fn copy(&mut self, text: &str, shown: TextRange, ranges: &[TextRange]) -> Vec<SourceSpan> {
        let mut ends = vec![(None, None); ranges.len()];
        for (at, c) in text.char_indices() {
            let at = shown.start + u32::try_from(at).unwrap_or(u32::MAX);
            for (range, end) in ranges.iter().zip(&mut ends) {
                note(range, at, self.text.len(), end);
            }
            self.text.push(clean::cell(c));
        }
        let here = self.text.len();
        let span = |(start, end): (Option<usize>, Option<usize>)| {
            let start = start.unwrap_or(here);
            SourceSpan::from((start, end.unwrap_or(here).saturating_sub(start)))
        };
        ends.into_iter().map(span).collect()
    }

    /// The lines that a span lies on.
    fn lines_of(&self, span: &SourceSpan) -> Option<(usize, usize)> {
        let end = span.offset() + span.len().saturating_sub(1);
        let at = |offset: usize| self.lines.iter().position(|line| offset < line.end);
        Some((at(span.offset())?, at(end)?))
    }

    fn follows(&self, at: usize) -> bool {
        let pair = at
            .checked_sub(1)
            .and_then(|before| self.lines.get(before))
            .zip(self.lines.get(at));
        pair.is_some_and(|(before, line)| before.number + 1 == line.number)
    }
}

/// Notes where a range begins and ends, seen from the characters of a line.
fn note(
    range: &TextRange,
    at: u32,
    here: usize,
    (start, end): &mut (Option<usize>, Option<usize>),
) {
    if at >= range.start && start.is_none() {
        *start = Some(here);
    }
    if at >= range.end && end.is_none() {
        *end = Some(here);
    }
}

/// The lines to show: around the first mark with the marks near it, then around the others.
fn line_numbers(text: &str, lines: &LineIndex, marks: &[Mark]) -> Vec<u32> {
    // Behind the last line break there is often nothing.
    let ends_empty = text.ends_with(['\n', '\r']);
    let last = lines
        .line_count()
        .saturating_sub(if ends_empty { 2 } else { 1 });
    let around = |from: u32, to: u32| from.saturating_sub(1)..=to.max(last.min(to + 1));
    let Some(first) = marks.first().map(|mark| mark.place.line) else {
        return Vec::new();
    };
    let (mut from, mut to) = (first, first);
    let mut others: Vec<u32> = marks.iter().skip(1).map(|mark| mark.place.line).collect();
    others.sort_unstable();
    others.dedup();
    others.retain(|line| {
        let near = line + NEAR >= from && *line <= to + NEAR;
        if near {
            (from, to) = (from.min(*line), to.max(*line));
        }
        !near
    });
    let mut numbers: Vec<u32> = around(from, to).collect();
    for line in others {
        let new: Vec<u32> = around(line, line)
            .filter(|line| !numbers.contains(line))
            .collect();
        numbers.extend(new);
    }
    numbers
}

/// The part of a line that is shown: all of it, or what is around the mark.
fn crop(line: &str, whole: TextRange, mark: Option<TextRange>) -> TextRange {
    let mark = mark.map_or(whole.start, |mark| mark.start.clamp(whole.start, whole.end));
    let split = (mark - whole.start) as usize;
    let (before, after) = line.split_at_checked(split).unwrap_or(("", line));
    let (_, free) = cells_up_to(after.chars(), WIDTH);
    let before_width = free.max(WIDTH / 3);
    let (bytes_before, left) = cells_up_to(before.chars().rev(), before_width);
    let (bytes_after, _) = cells_up_to(after.chars(), WIDTH + left - before_width);
    TextRange::new(mark - bytes_before, mark + bytes_after)
}

/// The bytes of as many characters as fit into so many cells, and the cells that are left.
fn cells_up_to(characters: impl Iterator<Item = char>, width: usize) -> (u32, usize) {
    let (mut bytes, mut left) = (0, width);
    for c in characters {
        let cells = clean::cell(c).width().unwrap_or(1);
        if cells > left {
            break;
        }
        left -= cells;
        bytes += c.len_utf8();
    }
    (u32::try_from(bytes).unwrap_or(u32::MAX), left)
}

fn length(text: &str) -> u32 {
    u32::try_from(text.len()).unwrap_or(u32::MAX)
}

impl SourceCode for Snippet {
    fn read_span<'a>(
        &'a self,
        span: &SourceSpan,
        before: usize,
        after: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        let (mut first, mut last) = self.lines_of(span).ok_or(MietteError::OutOfBounds)?;
        if !(first + 1..=last).all(|at| self.follows(at)) {
            return Err(MietteError::OutOfBounds);
        }
        for _ in 0..before {
            first -= usize::from(self.follows(first));
        }
        for _ in 0..after {
            last += usize::from(self.follows(last + 1));
        }
        let bounds = self.lines.get(first).zip(self.lines.get(last));
        let (start, end) = bounds
            .map(|(first, last)| (first, last.end))
            .ok_or(MietteError::OutOfBounds)?;
        let place = self
            .places
            .iter()
            .find(|(offset, _)| before == 0 && *offset == span.offset());
        let (line, column) = match place {
            Some((_, place)) => (place.line, place.column as usize),
            None => (start.number, 0),
        };
        Ok(Box::new(MietteSpanContents::new_named(
            self.name.clone(),
            self.text.as_bytes().get(start.start..end).unwrap_or(&[]),
            SourceSpan::from((start.start, end - start.start)),
            line as usize,
            column,
            last + 1 - first,
        )))
    }
}
