//! Bytes of a file to text, as Python's `open(path, encoding="utf-8")` decodes them.

/// A file is not UTF-8.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DecodeProblem {
    /// The offset of the first byte that belongs to no character.
    pub offset: usize,
    /// Its line, from 0.
    pub line: u32,
}

/// The text of a file.
///
/// A byte order mark stays part of it, so that offsets are those of the file.
pub fn decode(bytes: &[u8]) -> Result<&str, DecodeProblem> {
    std::str::from_utf8(bytes).map_err(|error| {
        let offset = error.valid_up_to();
        let valid = bytes.get(..offset).unwrap_or(&[]);
        let ends_line = |at: usize| match valid.get(at) {
            Some(b'\n') => true,
            Some(b'\r') => valid.get(at + 1) != Some(&b'\n'),
            _ => false,
        };
        let line = (0..offset).filter(|&at| ends_line(at)).count() as u32;
        DecodeProblem { offset, line }
    })
}
