//! Lines and columns, in the units that an editor asks for.

/// The unit in which a column is counted.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Encoding {
    /// Bytes.
    Utf8,
    /// UTF-16 code units.
    Utf16,
    /// Characters.
    Utf32,
}

impl Encoding {
    fn width(self, character: char) -> u32 {
        let width = match self {
            Encoding::Utf8 => character.len_utf8(),
            Encoding::Utf16 => character.len_utf16(),
            Encoding::Utf32 => 1,
        };
        width as u32
    }
}

/// A place as line and column, both counted from 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct LineColumn {
    /// The line, from 0.
    pub line: u32,
    /// The column, from 0, in the units of the encoding asked for.
    pub column: u32,
}

/// Where the lines of a text start. Lines end at `\n`, `\r\n` and `\r` only.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LineIndex {
    starts: Vec<u32>,
    length: u32,
}

impl LineIndex {
    /// Finds the lines of `text`.
    pub fn new(text: &str) -> Self {
        let bytes = text.as_bytes();
        let mut starts = vec![0];
        for (at, &byte) in bytes.iter().enumerate() {
            let ends = byte == b'\n' || byte == b'\r' && bytes.get(at + 1) != Some(&b'\n');
            if ends {
                starts.push(at as u32 + 1);
            }
        }
        let length = text.len() as u32;
        Self { starts, length }
    }

    /// How many lines there are: one more than there are line breaks.
    pub fn line_count(&self) -> u32 {
        self.starts.len() as u32
    }

    /// The line that the byte at `offset` lies in.
    pub fn line(&self, offset: u32) -> u32 {
        let after = self.starts.partition_point(|&start| start <= offset);
        after.saturating_sub(1) as u32
    }

    /// Where `line` starts; the end of the text for a line past the last.
    pub fn line_start(&self, line: u32) -> u32 {
        let start = self.starts.get(line as usize);
        start.copied().unwrap_or(self.length)
    }

    /// The bytes of `line`, its line break included.
    pub fn line_range(&self, line: u32) -> super::TextRange {
        let end = self.line_start(line.saturating_add(1));
        super::TextRange::new(self.line_start(line), end)
    }

    /// The line and column of the byte at `offset` in `text`.
    ///
    /// An offset past the end, or inside a character, is moved back to the nearest character.
    pub fn line_column(&self, text: &str, offset: u32, encoding: Encoding) -> LineColumn {
        let line = self.line(offset);
        let start = self.line_start(line);
        let mut end = text.len().min(offset as usize);
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        let before = text.get(start as usize..end).unwrap_or("");
        let column = if encoding == Encoding::Utf8 || before.is_ascii() {
            before.len() as u32
        } else {
            before.chars().map(|it| encoding.width(it)).sum()
        };
        LineColumn { line, column }
    }

    /// The offset of `place` in `text`.
    ///
    /// A line past the last means the end of the text, a column past the last the end of its
    /// line; a column inside a character means that character's start.
    pub fn offset(&self, text: &str, place: LineColumn, encoding: Encoding) -> u32 {
        let range = self.line_range(place.line);
        let line = range.slice(text).trim_end_matches(['\n', '\r']);
        let mut column = 0u32;
        for (at, character) in line.char_indices() {
            column = column.saturating_add(encoding.width(character));
            if column > place.column {
                return range.start + at as u32;
            }
        }
        range.start + line.len() as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(line: u32, column: u32) -> LineColumn {
        LineColumn { line, column }
    }

    #[test]
    fn lines_end_as_editors_end_them() {
        let text = "a\nb\r\nc\rd\u{85}e\u{2028}f\n";
        let index = LineIndex::new(text);
        assert_eq!(index.line_count(), 5);
        assert_eq!(index.line_range(1).slice(text), "b\r\n");
        assert_eq!(index.line_range(3).slice(text), "d\u{85}e\u{2028}f\n");
        assert_eq!(index.line_range(9), crate::text::TextRange::empty(16));
    }

    #[test]
    fn columns_go_both_ways_in_each_encoding() {
        let text = "x\né😀z\n";
        let index = LineIndex::new(text);
        let z = text.find('z').unwrap_or(0) as u32;
        for (encoding, column) in [
            (Encoding::Utf8, 6),
            (Encoding::Utf16, 3),
            (Encoding::Utf32, 2),
        ] {
            assert_eq!(index.line_column(text, z, encoding), at(1, column));
            assert_eq!(index.offset(text, at(1, column), encoding), z);
        }
    }

    #[test]
    fn places_outside_are_clamped_and_never_split_a_character() {
        let text = "é😀\r\nb";
        let index = LineIndex::new(text);
        assert_eq!(index.offset(text, at(0, 2), Encoding::Utf16), 2);
        assert_eq!(index.offset(text, at(0, 99), Encoding::Utf16), 6);
        assert_eq!(index.offset(text, at(7, 1), Encoding::Utf16), 9);
        assert_eq!(index.line_column(text, 3, Encoding::Utf16), at(0, 1));
        assert_eq!(index.line_column(text, 99, Encoding::Utf8), at(1, 1));
    }
}
