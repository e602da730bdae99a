//! Comments that speak to hpx-lint, such as `# hpx-lint: profile`, and those that nearly do:
//! `# HPX-LINT: profile`, `# hpx-lint ignore[rule]`.

use crate::text::{TextRange, nearest};

/// What follows the `#` of a comment that is read. Blanks may stand around its parts.
pub const MARK: &str = "hpx-lint:";

/// What makes any file a profile.
pub const PROFILE: &str = "profile";

/// All that can be asked for.
pub const DIRECTIVES: [&str; 3] = ["ignore", "ignore-file", PROFILE];

/// A part of a comment that speaks to hpx-lint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Directive {
    /// The mark, up to what it asks for.
    pub mark: TextRange,
    /// What it asks for, without blanks around it.
    pub asked: TextRange,
    /// Whether the mark is spelt as it is read.
    pub is_read: bool,
}

impl Directive {
    /// The first directive of a comment: one that is read, else one that is not and should be.
    pub fn find(text: &str, comment: TextRange) -> Option<Directive> {
        let marks = || marks(text, comment);
        let (mut read, mut near) = (
            marks().filter(Mark::is_read),
            marks().filter(Mark::is_meant),
        );
        let mark = read.next().or_else(|| near.next())?;
        // Texts end below 4 GiB.
        let length = |part: &str| u32::try_from(part.len()).unwrap_or(u32::MAX);
        let end = comment.start + length(comment.slice(text).trim_end());
        let asked = TextRange::new(end - length(mark.asked), end);
        Some(Directive {
            mark: TextRange::new(end - length(mark.whole), asked.start),
            asked,
            is_read: mark.is_read(),
        })
    }

    /// Whether it makes the file a profile, or would if it were not misspelt.
    pub fn is_profile(self, text: &str) -> bool {
        nearest(word(self.asked.slice(text)), DIRECTIVES) == Some(PROFILE)
    }
}

/// Whether some part of a text can be a directive; a glance that spares parsing the others.
pub fn may_be_in(text: &str) -> bool {
    let mut behind = text
        .match_indices('#')
        .filter_map(|(at, _)| text.get(at + 1..));
    behind.any(|behind| name(behind.trim_start()).is_some())
}

/// A mark, be it spelt as it is read or nearly so.
struct Mark<'t> {
    /// From the mark on to the end of the comment.
    whole: &'t str,
    name: &'t str,
    /// Whether a colon stands behind its name.
    colon: bool,
    /// What it asks for.
    asked: &'t str,
}

impl Mark<'_> {
    fn is_read(&self) -> bool {
        self.colon && self.name == MARK.trim_end_matches(':')
    }

    /// Whether it is more than words that only mention hpx-lint.
    fn is_meant(&self) -> bool {
        let word = word(self.asked);
        let behind = self.asked.get(word.len()..).unwrap_or("").trim_start();
        match nearest(word, DIRECTIVES) {
            Some(PROFILE) => behind.is_empty(),
            Some(_) => self.colon || behind.starts_with('['),
            None => false,
        }
    }
}

/// The marks of a comment, each right behind a `#`.
fn marks(text: &str, comment: TextRange) -> impl Iterator<Item = Mark<'_>> {
    let body = comment.slice(text).trim_end();
    body.match_indices('#').filter_map(|(at, _)| {
        let whole = body.get(at + 1..)?.trim_start();
        let name = name(whole)?;
        let rest = whole.get(name.len()..)?.trim_start();
        let behind_colon = rest.strip_prefix(':');
        Some(Mark {
            whole,
            name,
            colon: behind_colon.is_some(),
            asked: behind_colon.unwrap_or(rest).trim_start(),
        })
    })
}

/// The name that a text begins with, where it is ours or near it.
fn name(text: &str) -> Option<&str> {
    let ends = |c: char| matches!(c, ':' | '[' | '#') || c.is_whitespace();
    let name = text.split(ends).next()?;
    nearest(name, [MARK.trim_end_matches(':')]).map(|_| name)
}

/// The word that a request begins with.
pub fn word(asked: &str) -> &str {
    let ends = |c: char| matches!(c, '[' | '#') || c.is_whitespace();
    asked.split(ends).next().unwrap_or("")
}
