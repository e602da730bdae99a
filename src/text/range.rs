//! Half-open byte ranges.

/// A half-open range of bytes in a text.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct TextRange {
    /// The first byte.
    pub start: u32,
    /// The byte after the last.
    pub end: u32,
}

impl TextRange {
    /// The range from `start` up to `end`; empty at `start` if `end` lies before it.
    pub fn new(start: u32, end: u32) -> Self {
        let end = end.max(start);
        Self { start, end }
    }

    /// The empty range at `offset`.
    pub fn empty(offset: u32) -> Self {
        Self::new(offset, offset)
    }

    /// How many bytes it spans.
    pub fn len(self) -> u32 {
        self.end - self.start
    }

    /// Whether it spans no byte.
    pub fn is_empty(self) -> bool {
        self.start == self.end
    }

    /// Whether the byte at `offset` lies in it.
    pub fn contains(self, offset: u32) -> bool {
        self.start <= offset && offset < self.end
    }

    /// Whether `offset` lies in it or just behind its last byte, as a cursor does.
    pub fn touches(self, offset: u32) -> bool {
        self.start <= offset && offset <= self.end
    }

    /// Whether the whole of `other` lies in it.
    pub fn contains_range(self, other: Self) -> bool {
        self.start <= other.start && other.end <= self.end
    }

    /// The smallest range that holds both.
    pub fn cover(self, other: Self) -> Self {
        Self::new(self.start.min(other.start), self.end.max(other.end))
    }

    /// The part of `text` it spans; empty where it does not fit that text.
    pub fn slice(self, text: &str) -> &str {
        text.get(self.start as usize..self.end as usize)
            .unwrap_or("")
    }
}
