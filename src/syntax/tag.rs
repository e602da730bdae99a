//! What tags mean.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use super::tree::Class;

/// What YAML's own tags begin with.
const STANDARD: &str = "tag:yaml.org,2002:";

/// The handles that stand for the beginnings of tags.
#[derive(Default)]
pub(super) struct Handles {
    declared: BTreeMap<String, String>,
}

impl Handles {
    /// The handles that the text declares, with what they stand for.
    pub(super) fn declared(&self) -> Vec<(String, String)> {
        self.declared.clone().into_iter().collect()
    }

    /// Declares a handle, unless it was declared before.
    pub(super) fn declare(&mut self, handle: &str, prefix: &str) -> bool {
        match self.declared.entry(handle.to_owned()) {
            Entry::Occupied(_) => false,
            Entry::Vacant(place) => {
                place.insert(prefix.to_owned());
                true
            }
        }
    }

    /// The whole tag; `None` where its handle stands for nothing.
    pub(super) fn resolve(&self, handle: Option<&str>, suffix: &str) -> Option<String> {
        let Some(handle) = handle else {
            return Some(suffix.to_owned());
        };
        let declared = self.declared.get(handle).map(String::as_str);
        let prefix = declared.or(match handle {
            "!" => Some("!"),
            "!!" => Some(STANDARD),
            _ => None,
        });
        Some(prefix?.to_owned() + suffix)
    }
}

/// What the loader makes of a tag.
pub(super) fn class_of(tag: &str) -> Class {
    match tag.strip_prefix(STANDARD) {
        Some("null") => Class::Null,
        Some("bool") => Class::Bool,
        Some("int") => Class::Int,
        Some("float") => Class::Float,
        Some("binary") => Class::Binary,
        Some("timestamp") => Class::Timestamp,
        Some("str") => Class::Str,
        Some("seq") => Class::Seq,
        Some("map") => Class::Map,
        Some("set") => Class::Set,
        Some("omap" | "pairs") => Class::Pairs,
        Some("merge") => Class::Merge,
        Some("value") => Class::Default,
        _ => Class::Unknown,
    }
}
