//! Versions of packages and the sets of them that a requirement allows (PEP 440), as far as
//! releases of hpx need it: they are plain numbers.

use std::cmp::Ordering;
use std::fmt;

/// A version: the numbers, and whether it comes before or after the release of that number.
#[derive(Clone, Debug)]
pub struct Version {
    /// As written.
    text: String,
    numbers: Vec<u64>,
    phase: Phase,
}

/// Where a version stands among those with its numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Phase {
    /// A development version or one for trial.
    Before,
    /// The release.
    Final,
    /// Mended after its release.
    After,
}

impl Version {
    /// Reads a version; what follows a `+` tells only who built it.
    pub fn parse(text: &str) -> Option<Version> {
        let text = text.trim().to_ascii_lowercase();
        let text = text.strip_prefix('v').unwrap_or(&text);
        let public = text.split('+').next().unwrap_or(text);
        let end = public
            .find(|c: char| !c.is_ascii_digit() && c != '.')
            .unwrap_or(public.len());
        let (numbers, rest) = public.split_at_checked(end)?;
        // The dot of `1.0.dev3` belongs to the rest.
        let numbers: Option<Vec<u64>> = numbers
            .trim_end_matches('.')
            .split('.')
            .map(|n| n.parse().ok())
            .collect();
        let phase = phase(rest)?;
        let text = text.to_owned();
        Some(Version {
            text,
            numbers: numbers?,
            phase,
        })
    }

    /// Whether the numbers are equal, whatever comes before or after the release.
    pub fn same_numbers(&self, other: &Version) -> bool {
        compare(&self.numbers, &other.numbers) == Ordering::Equal
    }
}

impl Version {
    /// Whether it is a number such as `0.4`, which people use for every release that begins so.
    pub fn is_series(&self) -> bool {
        self.numbers.len() < 3 && self.phase == Phase::Final
    }

    /// Whether the numbers begin with those of `series`.
    pub fn is_in(&self, series: &Version) -> bool {
        starts_with(self, &series.numbers)
    }

    /// The numbers.
    pub fn numbers(&self) -> &[u64] {
        &self.numbers
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl PartialEq for Version {
    fn eq(&self, other: &Version) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Version {}

impl PartialOrd for Version {
    fn partial_cmp(&self, other: &Version) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Version {
    fn cmp(&self, other: &Version) -> Ordering {
        compare(&self.numbers, &other.numbers).then(self.phase.cmp(&other.phase))
    }
}

/// Missing numbers are zeros.
fn compare(left: &[u64], right: &[u64]) -> Ordering {
    let number = |numbers: &[u64], at| numbers.get(at).copied().unwrap_or(0);
    let longest = left.len().max(right.len());
    let mut pairs = (0..longest).map(|at| number(left, at).cmp(&number(right, at)));
    pairs.find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
}

fn phase(rest: &str) -> Option<Phase> {
    let word = rest.trim_start_matches(['.', '-', '_']);
    let starts = |names: &[&str]| names.iter().any(|name| word.starts_with(name));
    if rest.is_empty() {
        Some(Phase::Final)
    } else if starts(&["a", "b", "c", "rc", "pre", "dev"]) {
        Some(Phase::Before)
    } else if starts(&["post", "r"]) || rest.starts_with('-') {
        Some(Phase::After)
    } else {
        None
    }
}

/// The versions that a requirement allows: all of its clauses hold.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Specifiers {
    clauses: Vec<Clause>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Clause {
    operator: &'static str,
    version: Version,
    /// `.*` behind the version.
    wildcard: bool,
}

/// The longer ones first.
const OPERATORS: [&str; 8] = ["===", "~=", "==", "!=", "<=", ">=", "<", ">"];

impl Specifiers {
    /// Reads `>=0.3, <0.5`; nothing allows everything.
    pub fn parse(text: &str) -> Option<Specifiers> {
        let parts = text
            .split(',')
            .map(str::trim)
            .filter(|part| !part.is_empty());
        let clauses: Option<Vec<Clause>> = parts.map(clause).collect();
        Some(Specifiers { clauses: clauses? })
    }

    /// Whether a version is allowed.
    pub fn allow(&self, version: &Version) -> bool {
        self.clauses.iter().all(|clause| clause.allows(version))
    }

    /// The one version that is allowed, where `==` names it.
    pub fn pin(&self) -> Option<&Version> {
        let pins = |clause: &&Clause| clause.operator.starts_with("==") && !clause.wildcard;
        self.clauses.iter().find(pins).map(|clause| &clause.version)
    }

    /// The highest version that is named.
    pub fn highest_named(&self) -> Option<&Version> {
        self.clauses.iter().map(|clause| &clause.version).max()
    }

    /// Whether every version is allowed.
    pub fn allow_all(&self) -> bool {
        self.clauses.is_empty()
    }
}

fn clause(text: &str) -> Option<Clause> {
    let operator = OPERATORS
        .iter()
        .find(|operator| text.starts_with(**operator))?;
    let version = text.get(operator.len()..)?.trim();
    let (version, wildcard) = match version.strip_suffix(".*") {
        Some(prefix) => (prefix, true),
        None => (version, false),
    };
    let version = Version::parse(version)?;
    Some(Clause {
        operator,
        version,
        wildcard,
    })
}

impl Clause {
    fn allows(&self, version: &Version) -> bool {
        let wanted = &self.version;
        let equal = if self.wildcard {
            starts_with(version, &wanted.numbers)
        } else {
            version == wanted
        };
        match self.operator {
            "==" | "===" => equal,
            "!=" => !equal,
            "<=" => version <= wanted,
            ">=" => version >= wanted,
            "<" => version < wanted,
            ">" => version > wanted,
            _ => version >= wanted && starts_with(version, all_but_last(&wanted.numbers)),
        }
    }
}

fn all_but_last(numbers: &[u64]) -> &[u64] {
    numbers.split_last().map_or(numbers, |(_, rest)| rest)
}

fn starts_with(version: &Version, numbers: &[u64]) -> bool {
    let at = |at: usize| version.numbers.get(at).copied().unwrap_or(0);
    numbers
        .iter()
        .enumerate()
        .all(|(index, number)| at(index) == *number)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn version(text: &str) -> Version {
        Version::parse(text).unwrap_or_else(|| panic!("{text}"))
    }

    #[test]
    fn versions_are_ordered() {
        let ordered = [
            "0.1.6",
            "0.2",
            "0.2.1rc1",
            "0.2.1",
            "0.2.1.post1",
            "0.10.0.dev3",
            "1",
        ];
        for pair in ordered.windows(2) {
            assert!(version(pair[0]) < version(pair[1]), "{pair:?}");
        }
        assert_eq!(version("0.3"), version("v0.3.0+local.1"));
        assert!(version("0.4.1.dev2+g12").same_numbers(&version("0.4.1")));
        for text in ["", "x", "0.3.x", "1..2", ".1", "99999999999999999999"] {
            assert!(Version::parse(text).is_none(), "{text}");
        }
    }

    #[test]
    fn specifiers_allow_what_pep_440_says() {
        for (specifiers, allowed, refused) in [
            ("", "0.4.1 0.1.1", ""),
            (">=0.3, <0.5", "0.3.0 0.4.1", "0.2.5 0.5.0"),
            ("==0.3.*", "0.3.0 0.3.9", "0.2.9 0.4.0"),
            ("!=0.3.*,!=0.4.0", "0.2.0 0.4.1", "0.3.1 0.4.0"),
            ("~=0.3.1", "0.3.1 0.3.4", "0.3.0 0.4.0"),
            ("~=0.3", "0.3.0 0.4.1", "0.2.9 1.0"),
            (">0.3", "0.3.1", "0.3.0"),
            ("<=0.3", "0.3.0 0.2.0", "0.3.1"),
            ("=== 0.3.0", "0.3.0", "0.3.1"),
        ] {
            let specifiers = Specifiers::parse(specifiers).unwrap();
            for text in allowed.split_whitespace() {
                assert!(specifiers.allow(&version(text)), "{specifiers:?} {text}");
            }
            for text in refused.split_whitespace() {
                assert!(!specifiers.allow(&version(text)), "{specifiers:?} {text}");
            }
        }
        for text in ["0.3", "^0.3", ">=x", "=0.3"] {
            assert!(Specifiers::parse(text).is_none(), "{text}");
        }
    }

    #[test]
    fn pins() {
        let pin = |text| Specifiers::parse(text).and_then(|it| it.pin().cloned());
        assert_eq!(pin("==0.3.0"), Some(version("0.3.0")));
        assert_eq!(pin("==0.3.*"), None);
        assert_eq!(pin(">=0.3"), None);
    }
}
