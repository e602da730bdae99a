//! The known name that a misspelt one most likely meant.

use std::borrow::Cow;

/// The one of `known` that `name` most likely meant, if any is near enough.
///
/// A name that differs only in case, or in `-` for `_`, wins; else the one fewest edits away, at
/// most two, or one for a name of four characters or fewer. Of equals the first wins.
pub fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let wanted = folded(name);
    let allowed = if wanted.chars().count() <= 4 { 1 } else { 2 };
    let mut best = None;
    let letters = letters(&wanted);
    for candidate in known {
        let Some(distance) = distance(&wanted, letters, candidate, allowed) else {
            continue;
        };
        if best.is_none_or(|(least, _)| distance < least) {
            best = Some((distance, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
}

/// The edits between two names, where they are at most `allowed`.
fn distance(wanted: &str, letters: u64, candidate: &str, allowed: usize) -> Option<usize> {
    // A character is at most four bytes long.
    if wanted.is_empty() || wanted.len().abs_diff(candidate.len()) > 4 * allowed {
        return None;
    }
    // Most candidates end here, before anything is allocated for them.
    if candidate.is_ascii() && apart(letters, self::letters(candidate)) > allowed {
        return None;
    }
    let distance = strsim::osa_distance(wanted, &folded(candidate));
    (distance <= allowed).then_some(distance)
}

/// At least how many edits apart two names of these letters are: an edit brings at most one new
/// letter, and takes at most one away.
fn apart(letters: u64, others: u64) -> usize {
    let missing = (letters & !others).count_ones();
    missing.max((others & !letters).count_ones()) as usize
}

/// The letters of a name as [`folded`], a bit each; some share one.
fn letters(name: &str) -> u64 {
    let fold = |c: char| {
        if c == '-' {
            '_'
        } else {
            c.to_ascii_lowercase()
        }
    };
    let bit = |c: char| 1 << (u32::from(fold(c)) % u64::BITS);
    name.chars().fold(0, |letters, c| letters | bit(c))
}

fn folded(name: &str) -> Cow<'_, str> {
    let plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_';
    if name.bytes().all(plain) {
        return Cow::Borrowed(name);
    }
    Cow::Owned(name.to_lowercase().replace('-', "_"))
}

#[cfg(test)]
mod tests {
    use super::nearest;

    const KNOWN: [&str; 5] = ["arena_size", "arena_location", "path", "helia-rt", "tcm"];

    #[test]
    fn case_and_dashes_do_not_count() {
        assert_eq!(nearest("Arena-Size", KNOWN), Some("arena_size"));
        assert_eq!(nearest("HELIA_RT", KNOWN), Some("helia-rt"));
    }

    #[test]
    fn a_few_edits_are_forgiven() {
        assert_eq!(nearest("arena_szie", KNOWN), Some("arena_size"));
        assert_eq!(nearest("pth", KNOWN), Some("path"));
        assert_eq!(nearest("tmc", KNOWN), Some("tcm"));
        assert_eq!(nearest("ph", KNOWN), None);
        assert_eq!(nearest("", KNOWN), None);
        assert_eq!(nearest("ab", ["ac", "ad"]), Some("ac"));
    }
}
