//! Lines and columns of many offsets in one pass over a text.

use crate::text::{LineColumn, LineIndex, TextRange};

/// The offsets that were asked for, with their lines and columns from 0 in characters.
#[derive(Debug, Default)]
pub struct Places {
    found: Vec<(u32, LineColumn)>,
}

impl Places {
    /// Finds the ends of the ranges. The cost is linear in the text even where thousands of
    /// ranges lie in one endless line.
    pub fn new(text: &str, ranges: impl IntoIterator<Item = TextRange>) -> Self {
        let mut offsets: Vec<u32> = ranges
            .into_iter()
            .flat_map(|range| [range.start, range.end])
            .collect();
        offsets.sort_unstable();
        offsets.dedup();
        let lines = LineIndex::new(text);
        let (mut at, mut place) = (0, LineColumn::default());
        let found = offsets.into_iter().map(|offset| {
            let line = lines.line(offset);
            if line != place.line {
                (at, place) = (lines.line_start(line), LineColumn { line, column: 0 });
            }
            let end = boundary(text, offset);
            let passed = TextRange::new(at, end).slice(text).chars().count();
            place.column += u32::try_from(passed).unwrap_or(u32::MAX);
            at = at.max(end);
            (offset, place)
        });
        Places {
            found: found.collect(),
        }
    }

    /// The line and column of an offset that was asked for.
    pub fn at(&self, offset: u32) -> LineColumn {
        let found = self
            .found
            .binary_search_by_key(&offset, |(offset, _)| *offset);
        let place = found.ok().and_then(|at| self.found.get(at));
        place.map(|(_, place)| *place).unwrap_or_default()
    }
}

/// The nearest offset at or before this one at which a character begins.
fn boundary(text: &str, offset: u32) -> u32 {
    let length = u32::try_from(text.len()).unwrap_or(u32::MAX);
    let mut at = offset.min(length);
    while !text.is_char_boundary(at as usize) {
        at -= 1;
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Encoding;

    #[test]
    fn places_are_those_of_the_line_index() {
        let text = "é😀 x\r\nb\rc\n\nlast 漢";
        let length = u32::try_from(text.len()).unwrap();
        let ranges = (0..=length + 2).map(TextRange::empty);
        let places = Places::new(text, ranges);
        let index = LineIndex::new(text);
        for offset in 0..=length + 2 {
            let expected = index.line_column(text, offset, Encoding::Utf32);
            assert_eq!(places.at(offset), expected, "{offset}");
        }
    }
}
