//! The releases of hpx and the facts that belong to each.

use std::sync::OnceLock;

use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::Catalog;

/// A release of hpx.
#[derive(Debug, Deserialize)]
pub struct Release {
    /// Its version.
    pub name: String,
    /// The folder below `schemas/` that describes it.
    pub folder: String,
}

/// The facts of one folder.
struct Folder {
    name: &'static str,
    text: &'static str,
    catalog: OnceLock<Catalog>,
}

macro_rules! folders {
    ($($name:literal),+ $(,)?) => {
        [$(Folder {
            name: $name,
            text: include_str!(concat!("../../schemas/", $name, "/catalog.json")),
            catalog: OnceLock::new(),
        }),+]
    };
}

static FOLDERS: [Folder; 7] = folders![
    "0.1.1", "0.1.4", "0.1.5", "0.1.6", "0.2.2", "0.3.0", "0.4.1"
];

const RELEASES: &str = include_str!("../../schemas/releases.json");

/// Every release that is known, oldest first.
pub fn releases() -> &'static [Release] {
    #[derive(Deserialize)]
    struct Index {
        releases: Vec<Release>,
    }

    static INDEX: OnceLock<Vec<Release>> = OnceLock::new();
    INDEX.get_or_init(|| embedded::<Index>("releases.json", RELEASES).releases)
}

impl Release {
    /// The release of a version.
    pub fn find(name: &str) -> Option<&'static Release> {
        releases().iter().find(|release| release.name == name)
    }

    /// The newest release.
    pub fn newest() -> &'static Release {
        &releases()[releases().len() - 1]
    }

    /// Its facts.
    pub fn catalog(&self) -> &'static Catalog {
        let found = FOLDERS.iter().find(|folder| folder.name == self.folder);
        let folder = found.unwrap_or(&FOLDERS[FOLDERS.len() - 1]);
        folder
            .catalog
            .get_or_init(|| embedded(folder.name, folder.text))
    }
}

/// Reads data that was compiled in.
///
/// # Panics
///
/// If the data is not what the types here say, which a test rules out.
fn embedded<T: DeserializeOwned>(name: &str, text: &str) -> T {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("schemas/{name}: {error}"))
}
