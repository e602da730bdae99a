//! The releases of hpx and the facts that belong to each.

use std::sync::OnceLock;

use serde::Deserialize;

use super::Catalog;
use crate::embedded::{self, PerFolder};

/// A release of hpx.
#[derive(Debug, Deserialize)]
pub struct Release {
    /// Its version.
    pub name: String,
    /// The folder below `schemas/` that describes it.
    pub folder: String,
}

/// Every release that is known, oldest first.
pub fn releases() -> &'static [Release] {
    #[derive(Deserialize)]
    struct Index {
        releases: Vec<Release>,
    }

    static INDEX: OnceLock<Vec<Release>> = OnceLock::new();
    INDEX.get_or_init(|| embedded::index::<Index>().releases)
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
        static CATALOGS: PerFolder<Catalog> = PerFolder::new();
        CATALOGS.of(&self.folder, |folder| {
            embedded::read(folder.name, folder.catalog)
        })
    }
}
