//! Paths in profiles, after what they name was moved.

use std::path::{Path, PathBuf};

use super::disk::DiskFiles;
use super::paths;
use crate::artifact::Home;

impl DiskFiles {
    /// How a profile spells one of its paths once `from` has become `to`, in the manner in which
    /// it is spelt now: relative, below the home folder or whole. `None` where the path is
    /// neither `from` nor in it.
    pub fn moved(&self, path: &str, home: Home, from: &Path, to: &Path) -> Option<String> {
        let old = paths::plain(&self.resolve(path, home)?);
        let below = old.strip_prefix(from).ok()?;
        let new: PathBuf = to.components().chain(below.components()).collect();
        let spelt = if Path::new(path).is_absolute() {
            new
        } else if home == Home::Expand && path.starts_with('~') {
            match self.home().and_then(|home| new.strip_prefix(home).ok()) {
                Some(below) => Path::new("~").join(below),
                None => new,
            }
        } else {
            relative(self.folder(), &new)
        };
        spelt.to_str().map(str::to_owned)
    }
}

/// A path as it is spelt from a folder.
fn relative(folder: &Path, path: &Path) -> PathBuf {
    let mut above = folder.ancestors().enumerate();
    match above.find_map(|(up, above)| Some((up, path.strip_prefix(above).ok()?))) {
        Some((up, below)) => std::iter::repeat_n(Path::new(".."), up)
            .chain([below])
            .collect(),
        None => path.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workspace::Workspace;

    #[test]
    fn a_path_keeps_its_manner() {
        let folder = tempfile::tempdir().unwrap();
        let base = folder.path().canonicalize().unwrap();
        std::fs::create_dir_all(base.join("p")).unwrap();
        let here = |path: &str| match path.strip_prefix("W/") {
            Some(below) => base.join(below).to_str().unwrap().to_owned(),
            None => path.to_owned(),
        };
        let home = Some(PathBuf::from("/home/me"));
        let files = Workspace::new(PathBuf::from("/"), home).files(&base.join("p"));
        for (path, from, to, expected) in [
            ("m/a.pte", "W/p/m/a.pte", "W/p/m/b.pte", Some("m/b.pte")),
            ("./m//a.pte", "W/p/m/a.pte", "W/b.pte", Some("../b.pte")),
            ("../m/a.pte", "W/m", "W/n", Some("../n/a.pte")),
            ("W/a.pte", "W/a.pte", "W/p/b.pte", Some("W/p/b.pte")),
            ("~/a", "/home/me/a", "/home/me/c/a", Some("~/c/a")),
            ("~/a", "/home/me/a", "W/a", Some("W/a")),
            ("m/a.pte", "W/p/m/a", "W/p/m/b", None),
        ] {
            let (from, to) = (PathBuf::from(here(from)), PathBuf::from(here(to)));
            let moved = files.moved(&here(path), Home::Expand, &from, &to);
            assert_eq!(moved, expected.map(here), "{path}");
        }
    }
}
