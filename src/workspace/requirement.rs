//! What a project says about the version of hpx, in the files in which it may say so.

use toml::de::{DeTable, DeValue};

use super::version::{Specifiers, Version};

/// hpx's package, normalised.
const PACKAGE: &str = "helia-profiler";

/// The version of hpx that a `.dist-info` folder is about.
pub fn of_dist_info(name: &str) -> Option<Version> {
    let (package, version) = name.strip_suffix(".dist-info")?.split_once('-')?;
    is_hpx(package).then(|| Version::parse(version))?
}

/// The version of hpx in a `uv.lock`; the highest where it has several.
pub fn in_uv_lock(text: &str) -> Option<Version> {
    if !text.contains(PACKAGE) {
        return None;
    }
    let lock = DeTable::parse(text).ok()?;
    let packages = lock.get_ref().get("package")?.get_ref().as_array()?;
    let versions = packages.iter().filter_map(|package| {
        let package = package.get_ref().as_table()?;
        let string = |key| package.get(key)?.get_ref().as_str();
        is_hpx(string("name")?).then(|| Version::parse(string("version")?))?
    });
    versions.max()
}

/// What a `pyproject.toml` requires of hpx, each requirement for itself: the project, its extras,
/// the dependency groups and uv's development dependencies.
pub fn in_pyproject(text: &str) -> Vec<Specifiers> {
    // Spelt with any of `-`, `_` and `.`.
    if !text.to_ascii_lowercase().contains("profiler") {
        return Vec::new();
    }
    let Ok(pyproject) = DeTable::parse(text) else {
        return Vec::new();
    };
    let at = |path: &[&str]| lookup(pyproject.get_ref(), path);
    let single = [
        &["project", "dependencies"][..],
        &["tool", "uv", "dev-dependencies"],
    ];
    let grouped = [
        &["project", "optional-dependencies"][..],
        &["dependency-groups"],
    ];
    let groups = grouped.iter().filter_map(|path| at(path)?.as_table());
    let of_groups = groups.flat_map(|group| group.values().map(|value| value.get_ref()));
    let lists = single.iter().filter_map(|path| at(path)).chain(of_groups);
    let items = lists
        .filter_map(DeValue::as_array)
        .flat_map(|list| list.iter());
    items
        .filter_map(|item| specifiers(item.get_ref().as_str()?))
        .collect()
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
pub fn in_requirements(text: &str) -> Vec<Specifiers> {
    let joined = text.replace("\\\r\n", " ").replace("\\\n", " ");
    let lines = joined.lines().filter_map(|line| {
        let line = line.split(" #").next().unwrap_or(line);
        // Options of pip follow the requirement.
        let line = line.split(" --").next().unwrap_or(line);
        specifiers(line)
    });
    lines.collect()
}

/// The versions that a requirement (PEP 508) allows, where it is about hpx and about versions.
fn specifiers(requirement: &str) -> Option<Specifiers> {
    let requirement = requirement.trim();
    let in_name = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
    let end = requirement
        .find(|c| !in_name(c))
        .unwrap_or(requirement.len());
    let (name, rest) = requirement.split_at_checked(end)?;
    if !is_hpx(name) {
        return None;
    }
    let rest = rest.split(';').next().unwrap_or(rest).trim();
    let rest = match rest.strip_prefix('[') {
        Some(extras) => extras.split_once(']')?.1.trim(),
        None => rest,
    };
    let bare = rest
        .strip_prefix('(')
        .and_then(|rest| rest.strip_suffix(')'));
    Specifiers::parse(bare.unwrap_or(rest))
}

/// Whether a name is that of hpx's package, however it is spelt (PEP 503).
fn is_hpx(name: &str) -> bool {
    let parts: Vec<&str> = name
        .split(['-', '_', '.'])
        .filter(|part| !part.is_empty())
        .collect();
    parts.join("-").eq_ignore_ascii_case(PACKAGE)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spec(text: &str) -> Specifiers {
        Specifiers::parse(text).unwrap()
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
        assert_eq!(in_uv_lock(lock), Version::parse("0.3.0"));
        assert_eq!(
            in_uv_lock("[[package]]\nname = \"six\"\nversion = \"1\"\n"),
            None
        );
        assert_eq!(in_uv_lock("# helia-profiler\n= ="), None);
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
        ] {
            assert_eq!(in_pyproject(text), [spec(expected)], "{text}");
        }
        for text in [
            "[project]\ndependencies = ['helia-profiler-tools==1']",
            "[project]\ndependencies = 'helia-profiler==1'",
            "[project]\ndependencies = ['helia-profiler @ git+https://host/x@v0.3.0']",
            "profiler = = 1",
        ] {
            assert_eq!(in_pyproject(text), [], "{text}");
        }
    }

    #[test]
    fn required_by_requirements() {
        let text = "# helia-profiler==9\n-r base.txt\nsix==1\n\
                    helia-profiler[power]==0.3.0 ; python_version > '3.9' # why\n\
                    helia_profiler>=0.2,\\\n  <0.4 --hash=sha256:00\n\
                    helia-profiler @ file:///x.whl\n";
        assert_eq!(in_requirements(text), [spec("==0.3.0"), spec(">=0.2,<0.4")]);
    }
}
