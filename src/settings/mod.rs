//! The settings of a project: `hpx-lint.toml`, or `[tool.hpx-lint]` in `pyproject.toml`.
//!
//! Settings are plain data and reading them is pure: which file counts for which profile is found
//! out by `workspace`. A settings file with a mistake gives no settings at all, since half of
//! them would check otherwise than the author asked; the mistakes carry their places.

mod object;
mod pattern;
mod read;

use std::collections::BTreeMap;

use crate::diagnostic::{Diagnostic, Level, Origin};
use crate::text::TextRange;

pub use object::from_object;
pub use pattern::Patterns;
pub use read::{KEYS, RULE, parse};

/// What a project asks for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    /// The hpx release to check against, as written. Whether it is one is for `workspace` to say.
    pub hpx: Option<Written>,
    /// The folder in which hpx is started, relative to the folder of the settings file. Whether
    /// it is there is for `workspace` to say.
    pub root: Option<Written>,
    /// Patterns of the YAML files that are profiles whatever they are called and contain, as in a
    /// `.gitignore` in the folder of the settings file.
    pub profiles: Vec<Written>,
    /// The level of a rule, by its id; `None` turns it off.
    pub rules: BTreeMap<&'static str, Option<Level>>,
}

/// A string with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// What it says.
    pub text: String,
    /// Where the settings file says it.
    pub range: TextRange,
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

/// A mistake in a settings file.
pub fn mistake(range: TextRange, message: String) -> Diagnostic {
    Diagnostic {
        rule: RULE,
        origin: Origin::Own,
        level: Level::Error,
        message,
        help: None,
        key: None,
        range,
        related: Vec::new(),
        fixes: Vec::new(),
        tags: Vec::new(),
    }
}

/// What a settings file says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Parsed {
    /// The settings, as far as they can be read; `None` where the file has none. They count only
    /// where there is no mistake.
    pub settings: Option<Settings>,
    /// The mistakes, in the order in which they stand.
    pub diagnostics: Vec<Diagnostic>,
}
