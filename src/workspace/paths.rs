//! Paths of the disk, as programs and people write them.

use std::fmt::Write;
use std::path::{Component, Path, PathBuf};

/// A path without `.` and `..`, which names the same file for the system: the folder above a link
/// is the one above what the link leads to. Behind what is no folder `..` stays, since the system
/// finds nothing there.
pub fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir => match above(&plain) {
                Some(above) => plain = above,
                None => plain.push(component),
            },
            _ => plain.push(component),
        }
    }
    plain
}

/// The folder above a folder.
fn above(folder: &Path) -> Option<PathBuf> {
    if folder.ends_with("..") || !folder.is_dir() {
        return None;
    }
    let real = match folder.is_symlink() {
        true => folder.canonicalize().ok()?,
        false => folder.to_owned(),
    };
    // The root of the disk is above itself.
    Some(real.parent().map_or_else(|| real.clone(), Path::to_owned))
}

/// A whole path as text, with `/`. One that is no UTF-8 becomes a `file` URL, so that two paths
/// never read alike.
pub fn text(path: &Path) -> String {
    match path.to_str() {
        Some(text) if cfg!(windows) => text.replace('\\', "/"),
        Some(text) => text.to_owned(),
        None => url(path),
    }
}

fn url(path: &Path) -> String {
    let mut url = "file://".to_owned();
    for byte in path.as_os_str().as_encoded_bytes() {
        match byte {
            b'\\' if cfg!(windows) => url.push('/'),
            b'/' | b'-' | b'.' | b'_' | b'~' => url.push(char::from(*byte)),
            byte if byte.is_ascii_alphanumeric() => url.push(char::from(*byte)),
            byte => {
                let _ = write!(url, "%{byte:02X}");
            }
        }
    }
    url
}
