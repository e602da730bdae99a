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
    /// It is a link to nothing.
    Dangling,
    /// It is a folder.
    NotAFile,
    /// It is a pipe, a device or a socket, from which nothing may ever come.
    Special,
    /// It is larger than this.
    TooLarge(u64),
    /// It is not UTF-8 from this byte on.
    NotUtf8(usize),
    /// It is no TOML.
    NotToml,
    /// The system says this.
    Io(String),
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Problem::Missing => f.write_str("no such file"),
            Problem::Dangling => f.write_str("is a link to nothing"),
            Problem::NotAFile => f.write_str("is a folder"),
            Problem::Special => f.write_str("is no regular file"),
            Problem::TooLarge(limit) => write!(f, "is larger than {} MiB", limit >> 20),
            Problem::NotUtf8(offset) => write!(f, "is not UTF-8: byte {} does not fit", offset + 1),
            Problem::NotToml => f.write_str("is no TOML"),
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

/// The text of a regular file of at most [`LARGEST`] bytes.
pub fn text(path: &Path) -> Result<String, Problem> {
    text_up_to(path, LARGEST)
}

/// The same of whatever the user names, be it a pipe.
pub fn named_text(path: &Path) -> Result<String, Problem> {
    utf8(bytes_of(File::open(path)?, LARGEST)?)
}

/// The text of a regular file of at most `limit` bytes.
pub fn text_up_to(path: &Path, limit: u64) -> Result<String, Problem> {
    utf8(bytes_up_to(path, limit)?)
}

/// The text of a regular file of at most `limit` bytes, which may also be UTF-16 where a byte
/// order mark says so.
pub fn marked_text_up_to(path: &Path, limit: u64) -> Result<String, Problem> {
    let bytes = bytes_up_to(path, limit)?;
    let unit: fn([u8; 2]) -> u16 = match bytes.as_slice() {
        [0xff, 0xfe, ..] => u16::from_le_bytes,
        [0xfe, 0xff, ..] => u16::from_be_bytes,
        _ => return utf8(bytes),
    };
    let pairs = bytes.chunks_exact(2).skip(1);
    let units: Vec<u16> = pairs.map(|pair| unit([pair[0], pair[1]])).collect();
    Ok(String::from_utf16_lossy(&units))
}

fn utf8(bytes: Vec<u8>) -> Result<String, Problem> {
    String::from_utf8(bytes).map_err(|error| Problem::NotUtf8(error.utf8_error().valid_up_to()))
}

/// The bytes of a regular file of at most `limit` bytes.
pub fn bytes_up_to(path: &Path, limit: u64) -> Result<Vec<u8>, Problem> {
    // To open a pipe is to wait for its writer.
    let about = path.metadata().map_err(|error| match path.is_symlink() {
        true if error.kind() == io::ErrorKind::NotFound => Problem::Dangling,
        _ => Problem::from(error),
    })?;
    if !about.is_file() && !about.is_dir() {
        return Err(Problem::Special);
    }
    bytes_of(File::open(path)?, limit)
}

fn bytes_of(file: File, limit: u64) -> Result<Vec<u8>, Problem> {
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
