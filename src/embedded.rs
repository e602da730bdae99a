//! The files of `schemas/`, compiled in: one folder for each distinct behaviour of hpx, named
//! after the newest release that has it.

use std::sync::OnceLock;

use serde::de::DeserializeOwned;

/// The files of a folder.
pub(crate) struct Folder {
    /// The folder's name.
    pub name: &'static str,
    /// What hpx knows, has and does.
    pub catalog: &'static str,
    /// The keys of a profile.
    pub schema: &'static str,
}

macro_rules! folders {
    ($($name:literal),+ $(,)?) => {
        &[$(Folder {
            name: $name,
            catalog: include_str!(concat!("../schemas/", $name, "/catalog.json")),
            schema: include_str!(concat!("../schemas/", $name, "/profile.schema.json")),
        }),+]
    };
}

/// The folders, oldest first.
const FOLDERS: &[Folder] = folders![
    "0.1.1", "0.1.4", "0.1.5", "0.1.6", "0.2.2", "0.3.0", "0.4.1"
];

/// What each folder is read to, once it is asked for.
pub(crate) struct PerFolder<T>([OnceLock<T>; FOLDERS.len()]);

impl<T> PerFolder<T> {
    /// Nothing is read yet.
    pub const fn new() -> Self {
        PerFolder([const { OnceLock::new() }; FOLDERS.len()])
    }

    /// What the folder of a name is read to; the newest for a name that no folder has.
    pub fn of(&self, name: &str, read: impl FnOnce(&Folder) -> T) -> &T {
        let found = FOLDERS.iter().position(|folder| folder.name == name);
        let at = found.unwrap_or(FOLDERS.len() - 1);
        self.0[at].get_or_init(|| read(&FOLDERS[at]))
    }
}

/// What `releases.json` says, as far as the type asks for it.
pub(crate) fn index<T: DeserializeOwned>() -> T {
    let text = include_str!("../schemas/releases.json");
    read("releases.json", text)
}

/// Reads data that was compiled in.
///
/// # Panics
///
/// If the data is not what the types say, which a test rules out.
pub(crate) fn read<T: DeserializeOwned>(name: &str, text: &str) -> T {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("schemas/{name}: {error}"))
}
