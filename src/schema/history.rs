//! Which releases know which keys and values, as far as not all do.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use serde::Deserialize;

use crate::embedded;

/// A span of releases.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
pub struct Span {
    /// The first release, where it is not the first of all.
    pub since: Option<String>,
    /// The last release, where it is not the newest of all.
    pub until: Option<String>,
}

#[derive(Deserialize)]
struct History {
    keys: BTreeMap<String, Span>,
    choices: BTreeMap<String, BTreeMap<String, Span>>,
}

fn history() -> &'static History {
    static HISTORY: OnceLock<History> = OnceLock::new();
    HISTORY.get_or_init(embedded::index)
}

/// The releases that know a key, by its dotted path; none where all or no
/// releases do.
pub fn key_span(path: &str) -> Option<&'static Span> {
    history().keys.get(path)
}

/// The releases that know a value of a key; none where all or no releases that
/// know the key do.
pub fn choice_span(path: &str, value: &str) -> Option<&'static Span> {
    history().choices.get(path)?.get(value)
}
