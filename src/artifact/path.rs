//! Paths as Python's `pathlib.PurePosixPath` reads them.
//!
//! `hpx` keeps the model's path as a `Path`, so its name, its suffix and the
//! sidecar's path all come from the normalised spelling. Only text is looked at
//! here; whether something exists is asked of [`Files`](super::files::Files).

/// The path as `str(PurePosixPath(path))` spells it: repeated slashes, `.`
/// components and trailing slashes are gone, `..` stays, nothing is `.`.
///
/// Exactly two leading slashes stay two, as POSIX lets them mean something.
pub fn normalised(path: &str) -> String {
    let relative = path.trim_start_matches('/');
    let root = match path.len() - relative.len() {
        0 => "",
        2 => "//",
        _ => "/",
    };
    let parts: Vec<&str> = components(relative).collect();
    if root.is_empty() && parts.is_empty() {
        return ".".to_owned();
    }
    format!("{root}{}", parts.join("/"))
}

/// The last component, as `PurePosixPath.name`: empty for `.` and `/`.
pub fn name(path: &str) -> &str {
    components(path).next_back().unwrap_or("")
}

/// The suffix with its dot, as `PurePosixPath.suffix` up to Python 3.13: empty
/// where the last dot begins or ends the name.
pub fn suffix(path: &str) -> &str {
    let name = name(path);
    match name.rfind('.') {
        Some(dot) if dot > 0 && dot + 1 < name.len() => name.get(dot..).unwrap_or(""),
        _ => "",
    }
}

/// The manifest that an export may have left beside a `.pte`
/// (`engines/executorch.py`, 0.1.6 on).
pub fn sidecar(model: &str) -> String {
    format!("{}.json", normalised(model))
}

/// `relative` below `folder`, as `Path(folder) / relative`.
pub fn join(folder: &str, relative: &str) -> String {
    if folder.is_empty() || relative.starts_with('/') {
        return normalised(relative);
    }
    let folder = normalised(folder);
    let separator = if folder.ends_with('/') { "" } else { "/" };
    normalised(&format!("{folder}{separator}{relative}"))
}

fn components(path: &str) -> impl DoubleEndedIterator<Item = &str> {
    path.split('/')
        .filter(|part| !part.is_empty() && *part != ".")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn suffix_is_pythons() {
        for (path, expected) in [
            ("models/kws.tflite", ".tflite"),
            ("kws.TFLITE/", ".TFLITE"),
            ("kws.tflite/.", ".tflite"),
            ("kws.tflite/..", ""),
            (".tflite", ""),
            ("a..tflite", ".tflite"),
            ("kws.", ""),
            ("mod.els/kws", ""),
            ("kws.tflite.gz", ".gz"),
            ("", ""),
            ("/", ""),
        ] {
            assert_eq!(suffix(path), expected, "{path:?}");
        }
    }

    #[test]
    fn spelling_is_pythons() {
        for (path, expected) in [
            ("", "."),
            (".", "."),
            ("./a/./b//c/", "a/b/c"),
            ("a/../b", "a/../b"),
            ("/", "/"),
            ("//a", "//a"),
            ("///a//", "/a"),
        ] {
            assert_eq!(normalised(path), expected, "{path:?}");
        }
        assert_eq!(sidecar("./a//m.pte/"), "a/m.pte.json");
        assert_eq!(join("", "lib"), "lib");
        assert_eq!(join("/", "lib"), "/lib");
        assert_eq!(join("~/dist/", "lib/x.a"), "~/dist/lib/x.a");
        assert_eq!(join("a", "/b"), "/b");
    }
}
