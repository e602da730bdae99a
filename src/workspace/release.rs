//! Which hpx release a profile is checked against, and why.

use std::path::{Path, PathBuf};

use super::requirement::Requirement;
use super::version::Version;
use crate::catalog::{Release, releases};

/// Something that tells the release.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Evidence {
    /// What it tells.
    pub claim: Claim,
    /// The file or folder that tells it.
    pub source: PathBuf,
}

/// What is told of the release, the strongest first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Claim {
    /// This one is installed.
    Installed(Version),
    /// This one is locked.
    Locked(Version),
    /// One of these is required.
    Required(Requirement),
}

/// The release to check against.
#[derive(Clone, Debug)]
pub struct Chosen {
    /// The release.
    pub release: &'static Release,
    /// Why it is this one.
    pub why: String,
    /// What the user should know although nothing is wrong.
    pub notice: Option<String>,
}

/// A release that somebody names outright, in `whose` words: `0.4.1`, or `0.4` for the newest known
/// that begins so.
pub fn named(text: &str, whose: &str) -> Option<Chosen> {
    let version = Version::parse(text)?;
    let newest = version.is_series().then(|| newest_of(&version)).flatten();
    Some(match newest {
        Some(release) => Chosen {
            release,
            why: format!("the newest known {version}, from {whose}"),
            notice: None,
        },
        None => nearest(&version, whose),
    })
}

fn newest_of(series: &Version) -> Option<&'static Release> {
    let mut known = releases().iter().rev();
    known.find(|it| Version::parse(&it.name).is_some_and(|version| version.is_in(series)))
}

/// The release that the evidence speaks for, the nearest evidence first.
pub fn choose(evidence: &[Evidence], show: impl Fn(&Path) -> String) -> Chosen {
    let told = evidence
        .iter()
        .filter_map(|it| Some((exact(&it.claim)?, &it.source)));
    let strongest = told.clone().min_by_key(|((rank, _), _)| *rank);
    let Some(((strongest, _), source)) = strongest else {
        return in_range(evidence, show);
    };
    // One file may tell several, each for other circumstances.
    let versions = told.filter(|((rank, _), from)| *rank == strongest && *from == source);
    match versions.map(|((_, version), _)| version).max() {
        Some(version) => nearest(version, &show(source)),
        None => in_range(evidence, show),
    }
}

/// The one version that a claim tells, and how strong such a claim is.
fn exact(claim: &Claim) -> Option<(u8, &Version)> {
    match claim {
        Claim::Installed(version) => Some((0, version)),
        Claim::Locked(version) => Some((1, version)),
        Claim::Required(it) if it.sometimes => Some((3, it.versions.pin()?)),
        Claim::Required(it) => Some((2, it.versions.pin()?)),
    }
}

/// The highest known release that the requirements of the nearest file allow.
fn in_range(evidence: &[Evidence], show: impl Fn(&Path) -> String) -> Chosen {
    let required = evidence.iter().filter_map(|it| match &it.claim {
        Claim::Required(requirement) => Some((requirement, &it.source)),
        _ => None,
    });
    // A name alone tells nothing where another file tells more.
    let telling = required.clone().find(|(it, _)| !it.versions.allow_all());
    let Some((_, source)) = telling.or_else(|| required.clone().next()) else {
        return newest(
            "the newest known; nothing tells which one is used".to_owned(),
            None,
        );
    };
    let here = required.filter(|(_, from)| *from == source);
    let (sometimes, always): (Vec<&Requirement>, Vec<&Requirement>) =
        here.map(|(it, _)| it).partition(|it| it.sometimes);
    let allowed = |version: &Version| {
        let any = sometimes.iter().any(|it| it.versions.allow(version));
        (sometimes.is_empty() || any) && always.iter().all(|it| it.versions.allow(version))
    };
    let source = show(source);
    let mut known = releases().iter().rev();
    let found = known.find(|it| Version::parse(&it.name).is_some_and(|v| allowed(&v)));
    match found {
        Some(release) => Chosen {
            release,
            why: format!("the newest known that {source} allows"),
            notice: None,
        },
        None => {
            let newest_name = &Release::newest().name;
            let notice = format!(
                "{source} allows no hpx release known here; checking against {newest_name}"
            );
            newest(
                format!("the newest known; {source} allows none"),
                Some(notice),
            )
        }
    }
}

fn newest(why: String, notice: Option<String>) -> Chosen {
    Chosen {
        release: Release::newest(),
        why,
        notice,
    }
}

/// The known release of that version, else the newest before it, else the oldest.
fn nearest(version: &Version, source: &str) -> Chosen {
    let parsed = |release: &Release| Version::parse(&release.name);
    let mut known = releases().iter().rev();
    let same = known
        .clone()
        .find(|it| parsed(it).is_some_and(|v| v.same_numbers(version)));
    if let Some(release) = same {
        let why = format!("from {source}");
        return Chosen {
            release,
            why,
            notice: None,
        };
    }
    let before = known.find(|it| parsed(it).is_some_and(|v| v < *version));
    let release = before
        .or_else(|| releases().iter().next())
        .unwrap_or_else(|| Release::newest());
    let why = format!("{source} says {version}, which is not known here");
    let notice = format!(
        "hpx {version} ({source}) is not known here; checking against {}",
        release.name
    );
    Chosen {
        release,
        why,
        notice: Some(notice),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workspace::version::Specifiers;

    fn evidence(claims: Vec<(Claim, &str)>) -> Vec<Evidence> {
        let pairs = claims.into_iter();
        pairs
            .map(|(claim, source)| Evidence {
                claim,
                source: source.into(),
            })
            .collect()
    }

    fn chosen(claims: Vec<(Claim, &str)>) -> (&'static str, String) {
        let chosen = choose(&evidence(claims), |path| path.display().to_string());
        (chosen.release.name.as_str(), chosen.why)
    }

    fn version(text: &str) -> Version {
        Version::parse(text).unwrap()
    }

    fn required(text: &str) -> Claim {
        Claim::Required(Requirement {
            versions: Specifiers::parse(text).unwrap(),
            sometimes: false,
        })
    }

    fn sometimes(text: &str) -> Claim {
        Claim::Required(Requirement {
            versions: Specifiers::parse(text).unwrap(),
            sometimes: true,
        })
    }

    #[test]
    fn requirements_that_hold_sometimes_are_alternatives() {
        let ranges = vec![(sometimes("<0.2"), "a"), (sometimes("<0.3"), "a")];
        assert_eq!(chosen(ranges).0, "0.2.5");
        let pins = vec![(sometimes("==0.1.1"), "a"), (sometimes("==0.3.0"), "a")];
        assert_eq!(chosen(pins).0, "0.3.0");
        let both = vec![(sometimes("==0.1.1"), "a"), (required("==0.2.0"), "b")];
        assert_eq!(chosen(both).0, "0.2.0");
    }

    #[test]
    fn a_name_alone_tells_nothing() {
        let both = vec![(required(""), "a"), (required("<0.3"), "b")];
        assert_eq!(chosen(both).0, "0.2.5");
        let why = "the newest known that a allows".to_owned();
        assert_eq!(
            chosen(vec![(required(""), "a")]),
            (Release::newest().name.as_str(), why)
        );
    }

    #[test]
    fn a_series_is_its_newest_release() {
        for (text, expected) in [("0.4", "0.4.1"), ("0.2", "0.2.5"), ("0", "0.4.1")] {
            let chosen = named(text, "--hpx").unwrap();
            assert_eq!(chosen.release.name, expected);
            assert_eq!(chosen.why, format!("the newest known {text}, from --hpx"));
            assert_eq!(chosen.notice, None);
        }
        assert!(named("0.9", "--hpx").unwrap().notice.is_some());
        assert_eq!(named("0.4.0", "--hpx").unwrap().release.name, "0.4.0");
    }

    #[test]
    fn the_strongest_claim_wins_then_the_nearest() {
        let range = (required(">=0.1,<0.3"), "pyproject.toml");
        let pin = (required("==0.2.5"), "requirements.txt");
        let lock = (Claim::Locked(version("0.2.4")), "uv.lock");
        let venv = (Claim::Installed(version("0.3.0")), ".venv");
        let all = vec![range.clone(), pin.clone(), lock.clone(), venv];
        assert_eq!(chosen(all), ("0.3.0", "from .venv".into()));
        let three = vec![range.clone(), pin.clone(), lock];
        assert_eq!(chosen(three), ("0.2.4", "from uv.lock".into()));
        let two = vec![range.clone(), pin];
        assert_eq!(chosen(two), ("0.2.5", "from requirements.txt".into()));
        let far = (required(">=0.4"), "../pyproject.toml");
        let expected = (
            "0.2.5",
            "the newest known that pyproject.toml allows".into(),
        );
        assert_eq!(chosen(vec![range, far]), expected);
        assert_eq!(chosen(vec![]).0, Release::newest().name);
    }

    #[test]
    fn requirements_of_one_file_hold_together() {
        let both = vec![(required(">=0.1"), "a"), (required("<0.3"), "a")];
        assert_eq!(chosen(both).0, "0.2.5");
    }

    #[test]
    fn unknown_releases_are_told_of() {
        for (text, expected, told) in [
            ("0.3.0", "0.3.0", false),
            ("0.3.0.post1", "0.3.0", false),
            ("0.2.9", "0.2.5", true),
            ("99.1", Release::newest().name.as_str(), true),
            ("0.0.1", releases()[0].name.as_str(), true),
        ] {
            let chosen = named(text, "--hpx").unwrap();
            assert_eq!(
                (chosen.release.name.as_str(), chosen.notice.is_some()),
                (expected, told),
                "{text}"
            );
        }
        assert!(named("newest", "--hpx").is_none());
        let none = choose(&evidence(vec![(required(">99"), "a")]), |p| {
            p.display().to_string()
        });
        assert_eq!(
            none.notice.as_deref().unwrap_or("").split(';').next(),
            Some("a allows no hpx release known here")
        );
    }
}
