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

/// The names that are `name` and more, or of which it is a part: `arena` of `arena_size`, `dir` of
/// `directory`, `path` of `model_path`. None where they are more than a few, for then it says
/// nothing.
pub fn related<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    const FEW: usize = 4;
    let name = folded(name);
    let mut found: Vec<&str> = known
        .into_iter()
        .filter(|known| is_related(&name, &folded(known)))
        .take(FEW + 1)
        .collect();
    if found.len() > FEW {
        found.clear();
    }
    found
}

/// Whether one is a part of the other: its beginning, or words of it.
fn is_related(name: &str, known: &str) -> bool {
    const SHORTEST: usize = 3;
    let (short, long) = match name.len() <= known.len() {
        true => (name, known),
        false => (known, name),
    };
    // `iters` begins as `iterations` does.
    let stem = short.strip_suffix('s').unwrap_or(short);
    let words = long.split('_').count();
    let inside = || {
        let mut parts = long.match_indices(short);
        parts.any(|(at, _)| {
            let before = long
                .get(..at)
                .is_some_and(|it| it.is_empty() || it.ends_with('_'));
            let after = long.get(at + short.len()..);
            before && after.is_some_and(|it| it.is_empty() || it.starts_with('_'))
        })
    };
    stem.len() >= SHORTEST && (long.starts_with(stem) || words > 1 && inside())
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
    use super::{nearest, related};

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

    #[test]
    fn parts_of_names_are_related() {
        assert_eq!(related("arena", KNOWN), ["arena_size", "arena_location"]);
        assert_eq!(related("model_path", KNOWN), ["path"]);
        assert_eq!(related("Size", KNOWN), ["arena_size"]);
        assert_eq!(related("helia", KNOWN), ["helia-rt"]);
        assert_eq!(related("directory", ["dir", "format"]), ["dir"]);
        assert_eq!(related("iters", ["iterations", "warmup"]), ["iterations"]);
        assert_eq!(related("a", ["a_b"]), [""; 0]);
        assert_eq!(related("rena", KNOWN), [""; 0]);
        assert_eq!(related("", KNOWN), [""; 0]);
        assert_eq!(related("b_", ["b_1", "b_2"]), [""; 0]);
        let many = ["x_1", "x_2", "x_3", "x_4", "x_5"].map(|it| format!("pin{it}"));
        assert_eq!(related("pinx", many.iter().map(String::as_str)), [""; 0]);
    }
}
