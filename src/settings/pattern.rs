//! Patterns of files, as a `.gitignore` has them.

use std::path::Path;

use ignore::gitignore::{Gitignore, GitignoreBuilder};

use super::Written;

/// The compiled `profiles` patterns of one settings file.
#[derive(Clone, Debug)]
pub struct Patterns {
    matcher: Gitignore,
}

impl Patterns {
    /// The patterns of a settings file in `folder`. One that cannot be read is left out:
    /// [`parse`](super::parse) has told of it.
    pub fn new(folder: &Path, patterns: &[Written]) -> Self {
        let mut builder = GitignoreBuilder::new(folder);
        for pattern in patterns {
            let _ = builder.add_line(None, &pattern.text);
        }
        let matcher = builder.build().unwrap_or_else(|_| Gitignore::empty());
        Patterns { matcher }
    }

    /// Whether a file, or a folder that it is in, is meant.
    pub fn matches(&self, file: &Path) -> bool {
        let inside = file.strip_prefix(self.matcher.path());
        inside.is_ok_and(|file| {
            let found = self.matcher.matched_path_or_any_parents(file, false);
            found.is_ignore()
        })
    }
}

/// Why a pattern cannot be one, and the one that is probably meant.
pub(super) fn problem(pattern: &str) -> Option<(String, Option<String>)> {
    let problem = malformed(pattern);
    problem
        .map(|problem| (problem, None))
        .or_else(|| unmatchable(pattern))
}

/// A path in a folder has no part that is empty, `.` or `..`.
fn unmatchable(pattern: &str) -> Option<(String, Option<String>)> {
    let inner = pattern.strip_prefix('/').unwrap_or(pattern);
    let inner = inner.strip_suffix('/').unwrap_or(inner);
    let parts: Vec<&str> = inner.split('/').collect();
    if parts.contains(&"..") {
        let problem = "the pattern can match nothing: it begins in the folder of the settings and \
                       cannot leave it";
        return Some((problem.to_owned(), None));
    }
    let sound: Vec<&str> = parts
        .iter()
        .copied()
        .filter(|part| !part.is_empty() && *part != ".")
        .collect();
    if sound.len() == parts.len() {
        return None;
    }
    let end = if pattern.ends_with('/') { "/" } else { "" };
    let meant = (!sound.is_empty()).then(|| format!("/{}{end}", sound.join("/")));
    let problem = "the pattern can match nothing: no path has an empty part or one that is `.`";
    Some((problem.to_owned(), meant))
}

fn malformed(pattern: &str) -> Option<String> {
    let first = pattern.trim_start().chars().next();
    match first {
        None => return Some("the pattern is empty".to_owned()),
        Some('#') => return Some("the pattern reads as a comment".to_owned()),
        Some('!') => return Some("a pattern cannot take files out".to_owned()),
        Some(_) => {}
    }
    let mut builder = GitignoreBuilder::new("");
    let error = builder.add_line(None, pattern).err()?;
    Some(format!("the pattern cannot be read: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::TextRange;

    #[test]
    fn patterns_match_as_in_a_gitignore() {
        let written = |text: &str| Written {
            text: text.to_owned(),
            range: TextRange::new(0, 0),
        };
        for (pattern, file, expected) in [
            ("kws.yaml", "a/b/kws.yaml", true),
            ("/kws.yaml", "a/kws.yaml", false),
            ("configs/*.yaml", "configs/kws.yaml", true),
            ("configs/*.yaml", "x/configs/kws.yaml", false),
            ("configs/", "configs/deep/kws.yaml", true),
            ("**/bench/*.yml", "a/b/bench/x.yml", true),
            ("bench_?.yml", "bench_10.yml", false),
        ] {
            let patterns = Patterns::new(Path::new("/work"), &[written(pattern)]);
            let file = Path::new("/work").join(file);
            assert_eq!(patterns.matches(&file), expected, "{pattern} {file:?}");
        }
        let patterns = Patterns::new(Path::new("/work"), &[written("*.yaml")]);
        assert!(!patterns.matches(Path::new("/elsewhere/a.yaml")));
    }

    #[test]
    fn patterns_that_match_nothing_are_mistakes() {
        for (pattern, meant) in [
            ("./kws.yaml", Some("/kws.yaml")),
            ("a/./b//c/", Some("/a/b/c/")),
            ("//kws.yaml", Some("/kws.yaml")),
            ("../kws.yaml", None),
            ("a/..", None),
            (".", None),
            ("/", None),
        ] {
            let found = problem(pattern).map(|(_, meant)| meant);
            assert_eq!(found, Some(meant.map(str::to_owned)), "{pattern}");
        }
        for pattern in ["/a", "a/", ".a", "..a/*", "**/a", "a..", "*.hpx.yml"] {
            assert_eq!(problem(pattern), None, "{pattern}");
        }
    }
}
