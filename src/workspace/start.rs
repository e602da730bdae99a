//! The folder in which hpx is started.
//!
//! hpx resolves the paths in a profile against the folder it is started in, and projects differ
//! in which that is. The one that the user or the settings name counts; else the nearest folder
//! above the profile, up to the workspace root, in which `model.path` exists; else the profile's.

use std::path::{Path, PathBuf};

use crate::artifact::path::normalised;

/// A start folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Start {
    /// The folder.
    pub folder: PathBuf,
    /// Why it is this one.
    pub reason: Reason,
}

/// Why a folder is the start folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The user says so.
    CommandLine,
    /// This settings file says so.
    Settings(PathBuf),
    /// The editor's settings say so.
    Editor,
    /// The model exists there.
    Model,
    /// The profile lies there, and its model is found in no folder from there up to this one.
    Profile(PathBuf),
}

/// Finds the start folder of a profile. `settings` is the folder that settings name, and which
/// ones; `top` the last folder to look in.
pub fn find(
    file: &Path,
    command_line: Option<&Path>,
    settings: Option<(PathBuf, Reason)>,
    top: &Path,
    model: Option<&str>,
    is_file: impl Fn(&Path) -> bool,
) -> Start {
    if let Some(folder) = command_line {
        return Start {
            folder: folder.to_owned(),
            reason: Reason::CommandLine,
        };
    }
    if let Some((folder, reason)) = settings {
        return Start { folder, reason };
    }
    let own = file.parent().unwrap_or(file);
    let model = model.filter(|model| !model.is_empty()).map(normalised);
    let mut above = own.ancestors().take_while(|folder| folder.starts_with(top));
    // A folder of that name is no model.
    let found = model.and_then(|model| above.find(|folder| is_file(&folder.join(&model))));
    let reason = if found.is_some() {
        Reason::Model
    } else {
        Reason::Profile(top.to_owned())
    };
    Start {
        folder: found.unwrap_or(own).to_owned(),
        reason,
    }
}
