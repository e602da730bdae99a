//! The text with the place reached in it.

use super::chars;

/// The mark that may open a file and is no part of its text.
const BYTE_ORDER_MARK: &str = "\u{FEFF}";

/// A text being read: where the reading stands, and where its line began.
///
/// Reading past the end gives the byte 0, which no accepted text holds.
pub(super) struct Source<'t> {
    text: &'t str,
    position: usize,
    line_start: usize,
    ascii: bool,
    counted: Counted,
}

/// How much of the current line was counted already, so that no part is counted twice.
#[derive(Clone, Copy, Default)]
struct Counted {
    upto: usize,
    continuation_bytes: usize,
    byte_order_marks: usize,
}

impl<'t> Source<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Self {
            text,
            position: 0,
            line_start: 0,
            ascii: text.is_ascii(),
            counted: Counted::default(),
        }
    }

    /// The offset of the next byte.
    pub(super) fn position(&self) -> usize {
        self.position
    }

    /// Where the current line began, by PyYAML's line breaks.
    pub(super) fn line_start(&self) -> usize {
        self.line_start
    }

    /// The next byte.
    #[inline]
    pub(super) fn byte(&self) -> u8 {
        self.byte_at(self.position)
    }

    /// The byte so many further on.
    #[inline]
    pub(super) fn ahead(&self, distance: usize) -> u8 {
        self.byte_at(self.position + distance)
    }

    /// The byte at an offset.
    #[inline]
    pub(super) fn byte_at(&self, offset: usize) -> u8 {
        let byte = self.text.as_bytes().get(offset);
        byte.copied().unwrap_or(0)
    }

    /// The next character; NUL at the end.
    pub(super) fn character(&self) -> char {
        let rest = self.text.get(self.position..).unwrap_or("");
        rest.chars().next().unwrap_or('\0')
    }

    /// Goes on by so many bytes, none of them a line break.
    #[inline]
    pub(super) fn advance(&mut self, bytes: usize) {
        self.position += bytes;
    }

    /// Goes on to an offset further along the line.
    #[inline]
    pub(super) fn advance_to(&mut self, offset: usize) {
        self.position = offset;
    }

    /// The text from an offset to the place reached.
    pub(super) fn since(&self, start: usize) -> &'t str {
        self.between(start, self.position)
    }

    /// The text between two offsets.
    pub(super) fn between(&self, start: usize, end: usize) -> &'t str {
        self.text.get(start..end).unwrap_or("")
    }

    /// How long the line break at an offset is; 0 where there is none.
    pub(super) fn break_length(&self, offset: usize) -> usize {
        match self.byte_at(offset) {
            b'\n' => 1,
            b'\r' => 1 + usize::from(self.byte_at(offset + 1) == b'\n'),
            0xC2 if self.byte_at(offset + 1) == 0x85 => 2,
            0xE2 if self.is_separator(offset) => 3,
            _ => 0,
        }
    }

    /// Whether U+2028 or U+2029 stands at an offset.
    fn is_separator(&self, offset: usize) -> bool {
        let last = self.byte_at(offset + 2);
        self.byte_at(offset + 1) == 0x80 && (last == 0xA8 || last == 0xA9)
    }

    /// Reads a line break, if one is next, and gives what it stands for in a scalar.
    pub(super) fn take_break(&mut self) -> Option<&'static str> {
        let length = self.break_length(self.position);
        if length == 0 {
            return None;
        }
        let last = self.byte_at(self.position + 2);
        self.position += length;
        self.line_start = self.position;
        Some(match (length, last) {
            (3, 0xA8) => "\u{2028}",
            (3, _) => "\u{2029}",
            _ => "\n",
        })
    }

    /// Reads spaces, and tabs if asked to.
    pub(super) fn skip_blanks(&mut self, with_tabs: bool) {
        while self.byte() == b' ' || with_tabs && self.byte() == b'\t' {
            self.position += 1;
        }
    }

    /// Reads the rest of the line, without its break.
    pub(super) fn skip_line(&mut self) {
        loop {
            let byte = self.byte();
            if chars::may_break(byte) && (byte == 0 || self.break_length(self.position) > 0) {
                return;
            }
            self.position += 1;
        }
    }

    /// Reads the mark that may open a file.
    pub(super) fn skip_byte_order_mark(&mut self) {
        if self.position == 0 && self.text.starts_with(BYTE_ORDER_MARK) {
            self.position = BYTE_ORDER_MARK.len();
        }
    }

    /// Whether the text ends or a line break stands at an offset.
    pub(super) fn at_line_end(&self, offset: usize) -> bool {
        self.byte_at(offset) == 0 || self.break_length(offset) > 0
    }

    /// Whether a space, a line break or the end of the text stands at an offset.
    pub(super) fn at_space(&self, offset: usize) -> bool {
        self.byte_at(offset) == b' ' || self.at_line_end(offset)
    }

    /// Whether a space, a tab, a line break or the end of the text stands at an offset.
    pub(super) fn at_blank(&self, offset: usize) -> bool {
        self.byte_at(offset) == b'\t' || self.at_space(offset)
    }

    /// Whether `---` or `...` stands next, alone or before a blank.
    pub(super) fn at_document_marker(&self) -> bool {
        let marker = self.byte();
        (marker == b'-' || marker == b'.')
            && self.ahead(1) == marker
            && self.ahead(2) == marker
            && self.at_blank(self.position + 3)
    }

    /// The column reached, in characters; a byte order mark takes no column.
    #[inline]
    pub(super) fn column(&mut self) -> usize {
        if self.ascii {
            return self.position - self.line_start;
        }
        self.count();
        self.characters() - self.counted.byte_order_marks
    }

    /// The characters between the start of the line and the place reached.
    #[inline]
    pub(super) fn length_of_line(&mut self) -> usize {
        if self.ascii {
            return self.position - self.line_start;
        }
        self.count();
        self.characters()
    }

    fn characters(&self) -> usize {
        self.position - self.line_start - self.counted.continuation_bytes
    }

    fn count(&mut self) {
        if self.counted.upto < self.line_start {
            self.counted = Counted {
                upto: self.line_start,
                ..Counted::default()
            };
        }
        let bytes = self.text.as_bytes();
        let fresh = bytes.get(self.counted.upto..self.position).unwrap_or(&[]);
        let continuation = fresh.iter().filter(|&&byte| byte & 0xC0 == 0x80);
        self.counted.continuation_bytes += continuation.count();
        let marks = fresh
            .windows(3)
            .filter(|&bytes| bytes == BYTE_ORDER_MARK.as_bytes());
        self.counted.byte_order_marks += marks.count();
        self.counted.upto = self.counted.upto.max(self.position);
    }
}
