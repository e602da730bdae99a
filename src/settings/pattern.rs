//! Patterns of files, as a `.gitignore` has them.

use std::path::Path;

use ignore::gitignore::{Gitignore, GitignoreBuilder};

/// The compiled `profiles` patterns of one settings file.
#[derive(Clone, Debug)]
pub struct Patterns {
    matcher: Gitignore,
}

impl Patterns {
    /// The patterns of a settings file in `folder`. One that cannot be read is left out:
    /// [`parse`](super::parse) has told of it.
    pub fn new(folder: &Path, patterns: &[String]) -> Self {
        let mut builder = GitignoreBuilder::new(folder);
        for pattern in patterns {
            let _ = builder.add_line(None, pattern);
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

/// Why a pattern cannot be one.
pub(super) fn problem(pattern: &str) -> Option<String> {
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

    #[test]
    fn patterns_match_as_in_a_gitignore() {
        for (pattern, file, expected) in [
            ("kws.yaml", "a/b/kws.yaml", true),
            ("/kws.yaml", "a/kws.yaml", false),
            ("configs/*.yaml", "configs/kws.yaml", true),
            ("configs/*.yaml", "x/configs/kws.yaml", false),
            ("configs/", "configs/deep/kws.yaml", true),
            ("**/bench/*.yml", "a/b/bench/x.yml", true),
            ("bench_?.yml", "bench_10.yml", false),
        ] {
            let patterns = Patterns::new(Path::new("/work"), &[pattern.to_owned()]);
            let file = Path::new("/work").join(file);
            assert_eq!(patterns.matches(&file), expected, "{pattern} {file:?}");
        }
        let patterns = Patterns::new(Path::new("/work"), &["*.yaml".to_owned()]);
        assert!(!patterns.matches(Path::new("/elsewhere/a.yaml")));
    }
}
