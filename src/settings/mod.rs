//! The settings of a project: `hpx-lint.toml`, or `[tool.hpx-lint]` in `pyproject.toml`.
//!
//! Settings are plain data and reading them is pure: which file counts for which profile is found
//! out by `workspace`. A settings file with a mistake gives no settings at all, since half of
//! them would check otherwise than the author asked; the mistakes carry their places.

mod pattern;
mod read;

use std::collections::BTreeMap;

use crate::diagnostic::{Diagnostic, Level};

pub use pattern::Patterns;
pub use read::{KEYS, RULE, parse};

/// What a project asks for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    /// The hpx release to check against, as written.
    pub hpx: Option<String>,
    /// The folder in which hpx is started, relative to the folder of the settings file.
    pub root: Option<String>,
    /// Patterns of the YAML files that are profiles whatever they are called and contain, as in a
    /// `.gitignore` in the folder of the settings file.
    pub profiles: Vec<String>,
    /// The level of a rule, by its id; `None` turns it off.
    pub rules: BTreeMap<&'static str, Option<Level>>,
}

impl Settings {
    /// The level of a rule whose own is `usual`; `None` where it is off.
    pub fn level(&self, rule: &str, usual: Level) -> Option<Level> {
        self.rules.get(rule).copied().unwrap_or(Some(usual))
    }
}

/// The files that may hold settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SettingsFile {
    /// `hpx-lint.toml`, which is nothing else.
    HpxLintToml,
    /// `pyproject.toml`, in which the table `[tool.hpx-lint]` is.
    Pyproject,
}

impl SettingsFile {
    /// Both, the one that counts where a folder has both first.
    pub const ALL: [SettingsFile; 2] = [SettingsFile::HpxLintToml, SettingsFile::Pyproject];

    /// The file's name.
    pub fn name(self) -> &'static str {
        match self {
            SettingsFile::HpxLintToml => "hpx-lint.toml",
            SettingsFile::Pyproject => "pyproject.toml",
        }
    }
}

/// What a settings file says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Parsed {
    /// The settings; `None` where the file has none, or where there is a mistake in them.
    pub settings: Option<Settings>,
    /// The mistakes, in the order in which they stand.
    pub diagnostics: Vec<Diagnostic>,
}
