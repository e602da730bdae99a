//! Settings files: read, and held against the disk.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::read::{self, Problem};
use super::{BrokenSettings, SettingsSource, paths, release};
use crate::catalog::Release;
use crate::diagnostic::Diagnostic;
use crate::settings::{Parsed, Patterns, Settings, SettingsFile, Written, mistake, parse};

/// The settings in a folder.
#[derive(Clone, Debug)]
pub enum FolderSettings {
    /// They can be used.
    Sound(Arc<SettingsSource>),
    /// They cannot.
    Broken(Arc<BrokenSettings>),
    /// This `pyproject.toml` cannot be read and is probably none of ours.
    Unknown(PathBuf, Problem),
}

/// Reads the settings file that a folder has; `None` where it holds no settings.
pub fn read(folder: &Path, file: SettingsFile) -> Option<FolderSettings> {
    let path = folder.join(file.name());
    let text = match read::text(&path) {
        Ok(text) => text,
        Err(problem) if file == SettingsFile::Pyproject && !mentions_us(&path) => {
            return Some(FolderSettings::Unknown(path, problem));
        }
        Err(problem) => return broken(path, Err(problem)),
    };
    let mut parsed = parse(&text, file);
    if let Some(settings) = &parsed.settings {
        parsed.diagnostics.extend(mistakes(folder, settings));
        parsed.diagnostics.sort_by_key(|mistake| mistake.range);
    }
    if !parsed.diagnostics.is_empty() {
        return broken(path, Ok((text, parsed)));
    }
    let settings = parsed.settings?;
    Some(FolderSettings::Sound(Arc::new(SettingsSource {
        path,
        root: settings.root.as_ref().map(|root| root_in(folder, root)),
        patterns: Patterns::new(folder, &settings.profiles),
        settings,
    })))
}

fn broken(path: PathBuf, problem: Result<(String, Parsed), Problem>) -> Option<FolderSettings> {
    let broken = BrokenSettings { path, problem };
    Some(FolderSettings::Broken(Arc::new(broken)))
}

/// Whether a file that is no UTF-8 seems to have our table.
fn mentions_us(path: &Path) -> bool {
    let bytes = read::bytes_up_to(path, read::LARGEST).unwrap_or_default();
    String::from_utf8_lossy(&bytes).contains("tool.hpx-lint")
}

/// What only the disk and the known releases can tell.
fn mistakes(folder: &Path, settings: &Settings) -> Vec<Diagnostic> {
    let release = settings.hpx.as_ref().and_then(no_release);
    let root = settings.root.as_ref();
    let root = root.and_then(|root| no_folder(folder, root));
    let patterns = settings.profiles.iter();
    patterns
        .filter_map(|pattern| absolute_pattern(folder, pattern))
        .chain(release)
        .chain(root)
        .collect()
}

/// That what is named is no release.
pub fn no_release(hpx: &Written) -> Option<Diagnostic> {
    let Written { text, range } = hpx;
    if release::named(text, "").is_some() {
        return None;
    }
    let newest = &Release::newest().name;
    let message = format!("`{text}` is no release of hpx: expected one such as \"{newest}\"");
    Some(mistake(*range, message))
}

/// That there is no such folder in `folder`.
pub fn no_folder(folder: &Path, root: &Written) -> Option<Diagnostic> {
    let path = root_in(folder, root);
    let text = &root.text;
    let message = match path.metadata() {
        Ok(about) if about.is_dir() => return None,
        Ok(_) => format!("`{text}` is no folder"),
        Err(_) => format!("there is no folder `{text}` here"),
    };
    Some(mistake(root.range, message))
}

/// The folder that `root` names in `folder`.
pub fn root_in(folder: &Path, root: &Written) -> PathBuf {
    paths::plain(&folder.join(&root.text))
}

/// A pattern that begins with `/` begins in the folder, not at the root of the disk.
pub fn absolute_pattern(folder: &Path, pattern: &Written) -> Option<Diagnostic> {
    let inner = pattern.text.strip_prefix('/')?;
    let first = inner.split('/').next()?;
    let at_root = folder.ancestors().last()?.join(first);
    if !inner.contains('/') || folder.join(first).exists() || !at_root.exists() {
        return None;
    }
    let message = "the pattern can match nothing: a leading `/` stands for this folder";
    Some(mistake(pattern.range, message.to_owned()))
}
