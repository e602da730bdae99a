//! What a project says about the version of hpx, in the files in which it may say so.

use toml::de::{DeTable, DeValue};

use super::poetry;
use super::read::Problem;
use super::version::{Specifiers, Version};

/// hpx's package, normalised.
const PACKAGE: &str = "helia-profiler";

/// The oldest Python that any release of hpx runs on.
const OLDEST_PYTHON: &str = "3.11";

/// The version of hpx that a `.dist-info` folder is about.
pub fn of_dist_info(name: &str) -> Option<Version> {
    let (package, version) = name.strip_suffix(".dist-info")?.split_once('-')?;
    is_hpx(package).then(|| Version::parse(version))?
}

/// The version of hpx in a `uv.lock`; the highest where it has several.
pub fn in_uv_lock(text: &str) -> Result<Option<Version>, Problem> {
    if !text.contains(PACKAGE) {
        return Ok(None);
    }
    let lock = DeTable::parse(text).map_err(|_| Problem::NotToml)?;
    let packages = lookup(lock.get_ref(), &["package"]).and_then(DeValue::as_array);
    let versions = packages.into_iter().flatten().filter_map(|package| {
        let package = package.get_ref().as_table()?;
        let string = |key| package.get(key)?.get_ref().as_str();
        is_hpx(string("name")?).then(|| Version::parse(string("version")?))?
    });
    Ok(versions.max())
}

/// What is required of hpx.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Requirement {
    /// The versions that will do.
    pub versions: Specifiers,
    /// It holds under some circumstances only, or is one of alternatives.
    pub sometimes: bool,
}

/// What a `pyproject.toml` requires of hpx, each requirement for itself: the project, its extras,
/// the dependency groups, and what poetry, uv and PDM have of their own.
pub fn in_pyproject(text: &str) -> Result<Vec<Requirement>, Problem> {
    // Spelt with any of `-`, `_` and `.`.
    if !text.to_ascii_lowercase().contains("profiler") {
        return Ok(Vec::new());
    }
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let pyproject = DeTable::parse(text).map_err(|_| Problem::NotToml)?;
    let at = |path: &[&str]| lookup(pyproject.get_ref(), path);
    let single = [
        &["project", "dependencies"][..],
        &["tool", "uv", "dev-dependencies"],
    ];
    let grouped = [
        &["project", "optional-dependencies"][..],
        &["dependency-groups"],
        &["tool", "pdm", "dev-dependencies"],
    ];
    let groups = grouped.iter().filter_map(|path| at(path)?.as_table());
    let of_groups = groups.flat_map(|group| group.values().map(|value| value.get_ref()));
    let lists = single.iter().filter_map(|path| at(path)).chain(of_groups);
    let items = lists
        .filter_map(DeValue::as_array)
        .flat_map(|list| list.iter());
    let standard = items.filter_map(|item| requirement(item.get_ref().as_str()?));
    let poetry = at(&["tool", "poetry"]).and_then(DeValue::as_table);
    let of_poetry = poetry.into_iter().flat_map(poetry::required);
    Ok(standard.chain(of_poetry).collect())
}

fn lookup<'a, 't>(table: &'a DeTable<'t>, path: &[&str]) -> Option<&'a DeValue<'t>> {
    let (last, folders) = path.split_last()?;
    let mut table = table;
    for folder in folders {
        table = table.get(*folder)?.get_ref().as_table()?;
    }
    Some(table.get(*last)?.get_ref())
}

/// What a `requirements.txt` requires of hpx.
pub fn in_requirements(text: &str) -> Vec<Requirement> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut requirements = Vec::new();
    let mut line = String::new();
    for part in text.lines() {
        // A comment is not continued.
        let comment = part.trim_start().starts_with('#');
        match part.strip_suffix('\\') {
            Some(begun) if !comment => line.push_str(begun),
            _ => {
                line.push_str(if comment { "" } else { part });
                requirements.extend(requirement(without_comment(&line)));
                line.clear();
            }
        }
    }
    requirements.extend(requirement(without_comment(&line)));
    requirements
}

/// The line up to the first word that begins a comment or an option of pip.
fn without_comment(line: &str) -> &str {
    let ends = |at: usize| {
        let (before, rest) = line.split_at(at);
        let begins = before.is_empty() || before.ends_with(char::is_whitespace);
        begins && (rest.starts_with('#') || rest.starts_with("--"))
    };
    let end = line.char_indices().map(|(at, _)| at).find(|at| ends(*at));
    end.map_or(line, |end| line.split_at(end).0)
}

/// A requirement (PEP 508), where it is about hpx and about versions, and may hold.
fn requirement(text: &str) -> Option<Requirement> {
    let text = text.trim();
    let in_name = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
    let end = text.find(|c| !in_name(c)).unwrap_or(text.len());
    let (name, rest) = text.split_at_checked(end)?;
    if !is_hpx(name) {
        return None;
    }
    let (rest, marker) = match rest.split_once(';') {
        Some((rest, marker)) => (rest.trim(), Some(marker)),
        None => (rest.trim(), None),
    };
    let rest = match rest.strip_prefix('[') {
        Some(extras) => extras.split_once(']')?.1.trim(),
        None => rest,
    };
    let bare = rest
        .strip_prefix('(')
        .and_then(|rest| rest.strip_suffix(')'));
    if marker.is_some_and(never_holds) {
        return None;
    }
    Some(Requirement {
        versions: Specifiers::parse(bare.unwrap_or(rest))?,
        sometimes: marker.is_some(),
    })
}

/// Whether a marker wants a Python that is too old for any hpx.
fn never_holds(marker: &str) -> bool {
    let never = |clause: &str| {
        let clause = clause.trim();
        let wanted = clause
            .strip_prefix("python_version")
            .or_else(|| clause.strip_prefix("python_full_version"));
        let wanted = wanted.map(|wanted| wanted.replace(['\'', '"'], ""));
        let upper = wanted.filter(|wanted| !wanted.trim_start().starts_with(['>', '!', '~']));
        let allowed = upper.and_then(|upper| Specifiers::parse(&upper));
        let oldest = Version::parse(OLDEST_PYTHON);
        allowed.zip(oldest).is_some_and(|(allowed, oldest)| {
            let highest = allowed.highest_named();
            !allowed.allow(&oldest) && highest.is_some_and(|highest| *highest <= oldest)
        })
    };
    !marker.contains(" or ") && marker.split(" and ").any(never)
}

/// Whether a name is that of hpx's package, however it is spelt (PEP 503).
pub fn is_hpx(name: &str) -> bool {
    let parts: Vec<&str> = name
        .split(['-', '_', '.'])
        .filter(|part| !part.is_empty())
        .collect();
    parts.join("-").eq_ignore_ascii_case(PACKAGE)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn always(text: &str) -> Requirement {
        Requirement {
            versions: Specifiers::parse(text).unwrap(),
            sometimes: false,
        }
    }

    #[test]
    fn installed() {
        assert_eq!(
            of_dist_info("helia_profiler-0.3.0.dist-info"),
            Version::parse("0.3.0")
        );
        assert_eq!(of_dist_info("helia_profiler_extra-0.3.0.dist-info"), None);
        assert_eq!(of_dist_info("helia_profiler-0.3.0.egg-info"), None);
    }

    #[test]
    fn locked() {
        let lock = "version = 1\n\n[[package]]\nname = \"six\"\nversion = \"1.0\"\n\n\
                    [[package]]\nname = \"helia-profiler\"\nversion = \"0.2.5\"\n\
                    dependencies = [\n    { name = \"six\" },\n]\n\n\
                    [[package]]\nname = \"helia-profiler\"\nversion = \"0.3.0\"\n";
        assert_eq!(in_uv_lock(lock), Ok(Version::parse("0.3.0")));
        assert_eq!(
            in_uv_lock("[[package]]\nname = \"six\"\nversion = \"1\"\n"),
            Ok(None)
        );
        let broken = in_uv_lock("# helia-profiler\n= =");
        assert_eq!(broken, Err(Problem::NotToml));
    }

    #[test]
    fn required_by_a_project() {
        for (text, expected) in [
            (
                "[project]\ndependencies = ['six', 'helia-profiler>=0.3']",
                ">=0.3",
            ),
            (
                "[project.optional-dependencies]\nhw = ['Helia.Profiler[power] (==0.2.1)']",
                "==0.2.1",
            ),
            (
                "[dependency-groups]\na = [{ include-group = 'b' }]\nb = ['helia_profiler ~=0.4']",
                "~=0.4",
            ),
            ("[tool.uv]\ndev-dependencies = ['helia-profiler']", ""),
            (
                "[tool.pdm.dev-dependencies]\na = ['helia-profiler<0.3']",
                "<0.3",
            ),
            (
                "\u{feff}[tool.poetry.dependencies]\nHELIA_PROFILER = '^0.3'",
                ">=0.3,<0.4",
            ),
        ] {
            assert_eq!(in_pyproject(text), Ok(vec![always(expected)]), "{text}");
        }
        for text in [
            "[project]\ndependencies = ['helia-profiler-tools==1']",
            "[project]\ndependencies = 'helia-profiler==1'",
            "[project]\ndependencies = ['helia-profiler @ git+https://host/x@v0.3.0']",
            "name = = 1",
        ] {
            assert_eq!(in_pyproject(text), Ok(vec![]), "{text}");
        }
        assert_eq!(in_pyproject("profiler = = 1"), Err(Problem::NotToml));
    }

    #[test]
    fn required_by_requirements() {
        for (text, expected) in [
            ("helia-profiler==0.3.0", "==0.3.0"),
            ("\u{feff}helia-profiler==0.3.0\r\n", "==0.3.0"),
            ("helia-profiler==0.3.0\t# why", "==0.3.0"),
            ("helia-profiler==0.3.0 # a \\\nsix==1", "==0.3.0"),
            ("# a \\\nhelia-profiler==0.3.0", "==0.3.0"),
            ("helia-profiler[power, x] == 0.3.0", "==0.3.0"),
            ("Helia__Profiler===0.3.0", "===0.3.0"),
            ("helia.profiler\\\n==0.3\\\r\n.0\\", "==0.3.0"),
            (
                "helia_profiler>=0.2,\\\n  <0.4 \\\n\t--hash=sha256:00",
                ">=0.2,<0.4",
            ),
            ("-r base.txt\nsix==1\nhelia-profiler", ""),
        ] {
            assert_eq!(in_requirements(text), [always(expected)], "{text:?}");
        }
        for text in [
            "# helia-profiler==9",
            "\t#helia-profiler==9",
            "helia-profiler @ file:///x.whl",
            "helia-profiler-tools==1",
        ] {
            assert_eq!(in_requirements(text), [], "{text:?}");
        }
    }

    #[test]
    fn markers() {
        for (marker, expected) in [
            ("python_version > '3.9'", Some(true)),
            ("python_version<'3.12'", Some(true)),
            ("sys_platform == 'linux'", Some(true)),
            (
                "python_version < '3.8' or sys_platform == 'linux'",
                Some(true),
            ),
            ("python_version < \"3.11\"", None),
            ("python_full_version <= '3.10.4' and os_name == 'nt'", None),
            ("python_version == '3.9.*'", None),
        ] {
            let text = format!("helia-profiler==0.3.0;{marker}");
            let found = in_requirements(&text);
            let found = found.first().map(|it| it.sometimes);
            assert_eq!(found, expected, "{marker}");
        }
    }
}
