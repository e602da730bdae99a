//! Reading texts, within a limit.

use std::fmt;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// The largest profile or settings file that is read.
pub const LARGEST: u64 = 4 << 20;

/// Why a text cannot be had.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Problem {
    /// There is nothing.
    Missing,
    /// It is a folder.
    NotAFile,
    /// It is larger than this.
    TooLarge(u64),
    /// It is not UTF-8 from this byte on.
    NotUtf8(usize),
    /// The system says this.
    Io(String),
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Problem::Missing => f.write_str("no such file"),
            Problem::NotAFile => f.write_str("is a folder"),
            Problem::TooLarge(limit) => write!(f, "is larger than {} MiB", limit >> 20),
            Problem::NotUtf8(offset) => write!(f, "is not UTF-8: byte {} does not fit", offset + 1),
            Problem::Io(why) => write!(f, "cannot be read: {why}"),
        }
    }
}

impl From<io::Error> for Problem {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => Problem::Missing,
            io::ErrorKind::IsADirectory => Problem::NotAFile,
            io::ErrorKind::PermissionDenied => Problem::Io("permission denied".to_owned()),
            _ => Problem::Io(error.to_string()),
        }
    }
}

/// The text of a file of at most [`LARGEST`] bytes.
pub fn text(path: &Path) -> Result<String, Problem> {
    text_up_to(path, LARGEST)
}

/// The text of a file of at most `limit` bytes.
pub fn text_up_to(path: &Path, limit: u64) -> Result<String, Problem> {
    let bytes = bytes_up_to(path, limit)?;
    String::from_utf8(bytes).map_err(|error| Problem::NotUtf8(error.utf8_error().valid_up_to()))
}

/// The bytes of a file of at most `limit` bytes.
pub fn bytes_up_to(path: &Path, limit: u64) -> Result<Vec<u8>, Problem> {
    let file = File::open(path)?;
    let about = file.metadata()?;
    if about.is_dir() {
        return Err(Problem::NotAFile);
    }
    if about.len() > limit {
        return Err(Problem::TooLarge(limit));
    }
    let mut bytes = Vec::with_capacity(usize::try_from(about.len()).unwrap_or(0) + 1);
    // A pipe has no length, and a file may grow.
    file.take(limit + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > limit {
        return Err(Problem::TooLarge(limit));
    }
    Ok(bytes)
}
