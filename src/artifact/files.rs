//! Facts by path: the only way from the pure modules to the world outside.
//!
//! Every path is given as the profile spells it. A relative one is relative to
//! the folder in which `hpx` is started, which the implementation knows; `hpx`
//! never resolves one against the profile's own folder.

use std::sync::Arc;

use super::model::ModelFile;

/// What is at a path, symbolic links followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stat {
    /// Nothing: also below a file, behind a dangling link or a loop of links, and
    /// for a path with a NUL in it, as with Python's `Path.exists`.
    Missing,
    /// A regular file.
    File {
        /// Its length in bytes.
        size: u64,
    },
    /// A folder.
    Directory,
    /// A pipe, a socket, a device.
    Other,
    /// The system does not say, for want of permission or because the path is too
    /// long. `hpx` crashes.
    Unreadable,
}

impl Stat {
    /// Whether it is a regular file, as `Path.is_file`.
    pub fn is_file(self) -> bool {
        matches!(self, Self::File { .. })
    }

    /// Whether it is a folder, as `Path.is_dir`.
    pub fn is_dir(self) -> bool {
        self == Self::Directory
    }
}

/// What becomes of a leading `~` or `~user`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Home {
    /// It is the home folder, as after `Path.expanduser`. A user that is not known
    /// makes the path [`Stat::Unreadable`]: `hpx` crashes.
    Expand,
    /// It is a name like any other.
    Keep,
}

/// Why a text cannot be had.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextProblem {
    /// [`Stat::Missing`]
    Missing,
    /// It is there, and no regular file.
    NotAFile,
    /// It is not UTF-8.
    NotUtf8,
    /// It cannot be opened or read.
    Unreadable,
    /// It is larger than the implementation reads.
    TooLarge,
}

/// The files around a profile.
///
/// Answers are facts of one moment: an implementation may remember them, and must
/// answer alike for as long as one analysis runs.
pub trait Files: Send + Sync {
    /// What is at a path.
    fn stat(&self, path: &str, home: Home) -> Stat;

    /// The facts of a model file, its manifest ([`path::sidecar`]) included where
    /// that is a regular file. `~` is not expanded in `model.path`.
    ///
    /// [`path::sidecar`]: super::path::sidecar
    fn model(&self, path: &str) -> Arc<ModelFile>;

    /// The bytes of a file other than a model.
    fn bytes(&self, path: &str, home: Home) -> Result<Arc<[u8]>, TextProblem>;

    /// The folder that relative paths begin in, as people call it.
    fn start(&self) -> Option<&str> {
        None
    }

    /// The names in a folder, sorted; none where it is no folder.
    fn list(&self, folder: &str, home: Home) -> Vec<String>;

    /// The text of a file, which must be UTF-8. Line ends and a byte order mark
    /// are left as they are.
    fn text(&self, path: &str, home: Home) -> Result<Arc<str>, TextProblem> {
        let bytes = self.bytes(path, home)?;
        let text = std::str::from_utf8(&bytes).map_err(|_| TextProblem::NotUtf8)?;
        Ok(text.into())
    }
}
