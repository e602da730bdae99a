//! What was looked at on the disk, to tell later whether it is still so.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::SystemTime;

/// The paths that an answer rests on, as they were when they were looked at first.
#[derive(Debug, Default)]
pub struct Seen(Mutex<HashMap<PathBuf, Stamp>>);

/// How many paths are remembered: far more than a project's profiles name. Beyond them everything
/// counts as changed, so that a memory which somebody types into does not grow for ever.
const MOST: usize = 8192;

/// What tells one state of a path from the next; `None` where there is nothing.
type Stamp = Option<(Option<SystemTime>, u64)>;

impl Seen {
    /// Remembers how a path is now, unless it is known already.
    pub fn note(&self, path: &Path) {
        let mut paths = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if !paths.contains_key(path) {
            paths.insert(path.to_owned(), stamp(path));
        }
    }

    /// Whether a path that was looked at is no longer what it was.
    pub fn has_changed(&self) -> bool {
        let paths = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        paths.len() > MOST || paths.iter().any(|(path, was)| stamp(path) != *was)
    }
}

/// A folder's time changes with the names in it.
fn stamp(path: &Path) -> Stamp {
    let about = fs::metadata(path).ok()?;
    Some((about.modified().ok(), about.len()))
}
