//! What the `[tool.poetry]` of a `pyproject.toml` requires of hpx.
//!
//! Poetry has tables where others have lists, and operators of its own: `^0.3`, `~0.3`, a bare
//! version that means just this one, a blank for "and", `||` for "or".

use toml::de::{DeTable, DeValue};

use super::requirement::{Requirement, is_hpx};
use super::version::{Specifiers, Version};

/// The requirements in poetry's table.
pub fn required(poetry: &DeTable<'_>) -> Vec<Requirement> {
    let own = [poetry.get("dependencies"), poetry.get("dev-dependencies")];
    let groups = poetry.get("group").and_then(|it| it.get_ref().as_table());
    let of_groups = groups.into_iter().flat_map(|groups| groups.values());
    let of_groups = of_groups.filter_map(|it| it.get_ref().as_table()?.get("dependencies"));
    let tables = own.into_iter().flatten().chain(of_groups);
    let entries = tables
        .filter_map(|it| it.get_ref().as_table())
        .flat_map(|table| table.iter());
    let ours = entries.filter(|(name, _)| is_hpx(name.get_ref()));
    ours.flat_map(|(_, value)| dependency(value.get_ref()))
        .collect()
}

/// A version, a table with one, or a list of such tables for different circumstances.
fn dependency(value: &DeValue<'_>) -> Vec<Requirement> {
    match value {
        DeValue::String(text) => alternatives(text, false),
        DeValue::Array(all) => {
            let tables = all.iter().filter_map(|it| it.get_ref().as_table());
            tables.flat_map(|table| in_table(table, true)).collect()
        }
        DeValue::Table(table) => in_table(table, false),
        _ => Vec::new(),
    }
}

fn in_table(table: &DeTable<'_>, sometimes: bool) -> Vec<Requirement> {
    let version = table.get("version").and_then(|it| it.get_ref().as_str());
    let conditions = ["markers", "platform", "python"];
    let sometimes = sometimes || conditions.iter().any(|key| table.contains_key(*key));
    version.map_or_else(Vec::new, |version| alternatives(version, sometimes))
}

fn alternatives(text: &str, sometimes: bool) -> Vec<Requirement> {
    let parts: Vec<&str> = text.split("||").collect();
    let sometimes = sometimes || parts.len() > 1;
    let found = parts.into_iter().filter_map(|part| {
        Some(Requirement {
            versions: specifiers(part)?,
            sometimes,
        })
    });
    found.collect()
}

/// The same in the operators of everybody else.
fn specifiers(text: &str) -> Option<Specifiers> {
    let mut clauses = String::new();
    let mut operator = "";
    for word in text.split([',', ' ']).filter(|word| !word.is_empty()) {
        // A blank may follow an operator.
        if word.chars().all(|c| "<>=!~^".contains(c)) {
            operator = word;
            continue;
        }
        clauses.push_str(&clause(&format!("{operator}{word}"))?);
        clauses.push(',');
        operator = "";
    }
    // An operator is left without a version.
    if !operator.is_empty() {
        return None;
    }
    Specifiers::parse(&clauses)
}

fn clause(text: &str) -> Option<String> {
    match text.strip_prefix('^') {
        Some(version) => return below(version, leftmost),
        None if text == "*" => return Some(String::new()),
        None => {}
    }
    match text.strip_prefix('~') {
        Some(version) if !version.starts_with('=') => {
            below(version, |numbers| usize::from(numbers.len() > 1))
        }
        _ if text.starts_with(|c: char| c.is_ascii_digit()) => Some(format!("=={text}")),
        _ => Some(text.to_owned()),
    }
}

/// From this version on, up to where the number that `stays` points at changes.
fn below(version: &str, stays: fn(&[u64]) -> usize) -> Option<String> {
    let parsed = Version::parse(version)?;
    let numbers = parsed.numbers();
    let stays = stays(numbers);
    let mut next: Vec<String> = numbers.iter().take(stays).map(u64::to_string).collect();
    next.push(numbers.get(stays)?.checked_add(1)?.to_string());
    Some(format!(">={version},<{}", next.join(".")))
}

/// The first number that is not 0, else the last.
fn leftmost(numbers: &[u64]) -> usize {
    let found = numbers.iter().position(|number| *number > 0);
    found.unwrap_or(numbers.len().saturating_sub(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn poetrys_operators() {
        for (text, expected) in [
            ("^0.3", ">=0.3,<0.4"),
            ("^0.3.1", ">=0.3.1,<0.4"),
            ("^1.2.3", ">=1.2.3,<2"),
            ("^0.0.3", ">=0.0.3,<0.0.4"),
            ("^0.0", ">=0.0,<0.1"),
            ("^0", ">=0,<1"),
            ("~0.3.1", ">=0.3.1,<0.4"),
            ("~ 0.3", ">=0.3,<0.4"),
            ("~1", ">=1,<2"),
            ("0.3.0", "==0.3.0"),
            ("0.3.*", "==0.3.*"),
            ("*", ""),
            (">= 0.2 <0.3", ">=0.2,<0.3"),
            ("~=0.3", "~=0.3"),
        ] {
            assert_eq!(specifiers(text), Specifiers::parse(expected), "{text}");
            assert!(specifiers(text).is_some(), "{text}");
        }
        for text in ["^", "^x", "latest"] {
            assert_eq!(specifiers(text), None, "{text}");
        }
    }

    #[test]
    fn poetrys_tables() {
        for (text, expected) in [
            ("[dependencies]\nhelia_profiler = '^0.3'", ">=0.3,<0.4"),
            (
                "[dependencies]\nHelia-Profiler = { version = '0.2.1', extras = ['x'] }",
                "==0.2.1",
            ),
            ("[dev-dependencies]\nhelia-profiler = '*'", ""),
            (
                "[group.hw.dependencies]\nhelia-profiler = '~0.2'",
                ">=0.2,<0.3",
            ),
        ] {
            let table = DeTable::parse(text).unwrap();
            let expected = Requirement {
                versions: Specifiers::parse(expected).unwrap(),
                sometimes: false,
            };
            assert_eq!(required(table.get_ref()), [expected], "{text}");
        }
        let text = "[dependencies]\nhelia-profiler = [\n\
                    { version = '<0.3', python = '<3.12' }, { version = '0.3.0 || 0.4.0' }]";
        let table = DeTable::parse(text).unwrap();
        let found = required(table.get_ref());
        assert_eq!(found.len(), 3);
        assert!(found.iter().all(|it| it.sometimes));
        let git = "[dependencies]\nhelia-profiler = { git = 'x' }";
        assert_eq!(required(DeTable::parse(git).unwrap().get_ref()), []);
    }
}
