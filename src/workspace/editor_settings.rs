//! Settings of an editor, which hold where the project's files say nothing.

use std::path::{Path, PathBuf};

use serde_json::Value;

use super::settings_file::{absolute_pattern, no_folder, no_release, root_in};
use crate::settings::{self, Patterns, Settings};

/// What an editor asks for in one folder.
#[derive(Clone, Debug)]
pub struct EditorSettings {
    pub(super) settings: Settings,
    /// The folder in which it has hpx started.
    pub(super) root: Option<PathBuf>,
    /// Its patterns of files.
    pub(super) patterns: Patterns,
}

impl EditorSettings {
    /// Reads the editor's object. Relative paths begin in `folder`.
    ///
    /// # Errors
    ///
    /// What is wrong with it, each with its key.
    pub fn read(folder: &Path, object: &Value) -> Result<Self, Vec<String>> {
        let settings = settings::from_object(object)?;
        let named = |key: &str, found: Option<crate::diagnostic::Diagnostic>| {
            found.map(|found| format!("`{key}`: {}", found.message))
        };
        let release = settings.hpx.as_ref().and_then(no_release);
        let root = settings.root.as_ref();
        let no_root = root.and_then(|root| no_folder(folder, root));
        let patterns = settings.profiles.iter();
        let said: Vec<String> = patterns
            .map(|pattern| named("profiles", absolute_pattern(folder, pattern)))
            .chain([named("hpx", release), named("root", no_root)])
            .flatten()
            .collect();
        if !said.is_empty() {
            return Err(said);
        }
        Ok(EditorSettings {
            root: root.map(|root| root_in(folder, root)),
            patterns: Patterns::new(folder, &settings.profiles),
            settings,
        })
    }
}
