//! The documentation of the rules as Markdown: a page for each, and the index.
//!
//! The pages of `schemas/rules` are written from here, and a test holds them to it.

use std::fmt::Write;

use super::{Rule, all};
use crate::diagnostic::{Level, Origin};

/// The page of a rule.
pub fn of(rule: &Rule) -> String {
    let Rule { id, docs, .. } = rule;
    let mut page = format!("# {id}\n\n{}.\n\n", sentence(rule.summary));
    let origin = match rule.origin {
        Origin::Hpx => "hpx refuses such a profile.",
        Origin::Own => "hpx accepts such a profile.",
    };
    let level = rule.level.name();
    let _ = write!(page, "Level: `{level}`. {origin}\n\n");
    let _ = write!(page, "## What it finds\n\n{}\n\n", docs.what);
    let _ = write!(page, "## Why it matters\n\n{}\n\n", docs.why);
    let _ = write!(page, "## Example\n\n```yaml\n{}```\n\n", docs.example);
    let _ = write!(page, "## Instead\n\n```yaml\n{}```\n\n", docs.instead);
    let _ = write!(page, "## How to ignore it\n\n{}", ignoring(rule));
    page
}

/// Where the page of a rule can be read; `None` where the package names no repository.
pub fn address(id: &str) -> Option<String> {
    address_in(env!("CARGO_PKG_REPOSITORY"), id)
}

fn address_in(repository: &str, id: &str) -> Option<String> {
    let repository = repository.trim_end_matches('/');
    (!repository.is_empty()).then(|| format!("{repository}/blob/main/schemas/rules/{id}.md"))
}

/// What a comment can do about the rule, and what it cannot.
fn ignoring(rule: &Rule) -> String {
    let id = rule.id;
    let refused = match rule.origin {
        Origin::Hpx => " hpx goes on refusing the profile.",
        Origin::Own => "",
    };
    format!(
        "Put a comment behind the value, or on a line of its own above it:\n\n\
         ```yaml\n# hpx-lint: ignore[{id}] the reason\n```\n\n\
         With `ignore-file` in place of `ignore` it holds for the whole file. \
         The finding is no longer shown.{refused}\n"
    )
}

/// The index of the pages, in the order in which hpx would meet the findings.
pub fn index() -> String {
    let mut page = "# Rules\n\nWritten from `src/rules`; each rule has a page.\n".to_owned();
    let parts = [
        ("What hpx refuses", Origin::Hpx),
        ("What only hpx-lint says", Origin::Own),
    ];
    for (title, origin) in parts {
        let _ = write!(
            page,
            "\n## {title}\n\n| rule | level | finds |\n|---|---|---|\n"
        );
        for rule in all().iter().filter(|rule| rule.origin == origin) {
            let (id, level) = (rule.id, rule.level.name());
            let _ = writeln!(page, "| [{id}]({id}.md) | {level} | {} |", rule.summary);
        }
    }
    let _ = write!(page, "\n## Levels\n\n");
    for level in [Level::Error, Level::Warning, Level::Hint] {
        let _ = writeln!(page, "- `{}`: {}", level.name(), meaning(level));
    }
    page
}

fn meaning(level: Level) -> &'static str {
    match level {
        Level::Error => "hpx refuses it, or it cannot work.",
        Level::Warning => "it works otherwise than it reads.",
        Level::Hint => "it could be better.",
    }
}

/// A summary as the beginning of a sentence.
fn sentence(summary: &str) -> String {
    let mut letters = summary.chars();
    let first = letters.next().map(|first| first.to_uppercase().to_string());
    first.unwrap_or_default() + letters.as_str()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_are_in_the_repository() {
        let page = "https://code.example/hpx-lsp/blob/main/schemas/rules/no-effect.md";
        let address = address_in("https://code.example/hpx-lsp/", "no-effect");
        assert_eq!(address.as_deref(), Some(page));
        assert_eq!(address_in("", "no-effect"), None);
    }
}
