//! One key of a profile.

use serde::Deserialize;
use serde_json::Value;

use super::Span;

/// A key, with what lies below it.
#[derive(Clone, Debug)]
pub struct Key {
    /// Its name; `*` where the user chooses it, `[]` for a list's items.
    pub name: String,
    /// What it takes.
    pub kind: Kind,
    /// What it is for, in a sentence or two.
    pub description: String,
    /// What counts where it is absent.
    pub default: Option<Value>,
    /// Whether the board's own value counts where it is absent.
    pub default_is_boards: bool,
    /// The values that it knows. Where others are refused its kind is
    /// [`Kind::Enum`] or [`Kind::Placement`], or the values are numbers.
    pub choices: Vec<Choice>,
    /// Values that look like choices and are refused.
    pub refused: Vec<String>,
    /// The unit of its numbers.
    pub unit: Option<String>,
    /// The least number that it takes, itself included unless
    /// [`above_minimum`](Self::above_minimum).
    pub minimum: Option<i64>,
    /// Whether a number must be more than the minimum.
    pub above_minimum: bool,
    /// The greatest number that it takes.
    pub maximum: Option<i64>,
    /// Values that somebody may write.
    pub examples: Vec<Value>,
    /// The releases that know it, as far as not all do.
    pub releases: Span,
    /// The engines that read it, for a key below `engine.config`.
    pub engines: Vec<String>,
    /// Whether it takes null.
    pub nullable: bool,
    /// Whether it must be there.
    pub required: bool,
    /// What to write instead, for a key that is on its way out.
    pub deprecated: Option<String>,
    /// The keys below it, in hpx's order.
    pub children: Vec<Key>,
    /// What is said of the keys below it that the user names.
    pub wildcard: Option<Box<Key>>,
    /// What is said of its items.
    pub item: Option<Box<Key>>,
    /// Whether unknown keys below it are taken.
    pub open: bool,
}

impl Key {
    /// The key below it of a name, as [`Schema::key`](super::Schema::key) finds
    /// it.
    pub fn child(&self, name: &str) -> Option<&Key> {
        let indexed = name == "[]" || name.bytes().all(|byte| byte.is_ascii_digit());
        let named = self.children.iter().find(|child| child.name == name);
        named.or(self.wildcard.as_deref()).or_else(|| {
            let item = self.item.as_deref();
            item.filter(|_| indexed)
        })
    }
}

/// A value that a key knows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The value as YAML writes it.
    pub value: String,
    /// What it means; empty where the value says it all.
    pub description: String,
}

/// What a key takes, as hpx means it; YAML may spell it otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// A mapping with keys of its own.
    Section,
    /// A mapping whose keys the user names.
    Map,
    /// A mapping of anything, or anything at all.
    Free,
    /// A list.
    List,
    /// An integer.
    Int,
    /// A number.
    Float,
    /// A boolean.
    Bool,
    /// A boolean that nothing else stands for.
    StrictBool,
    /// A string.
    Str,
    /// A path.
    Path,
    /// One of its choices.
    Enum,
    /// One of its choices, which are placements.
    Placement,
    /// Counters of a group: a word or a list of names.
    Selection,
    /// A string, null or false.
    Launcher,
    /// Nothing that could be wrong: the command line always overrides it.
    Any,
    /// What Python's `int()` takes.
    PythonInt,
    /// Anything, by Python's `str()`.
    PythonStr,
    /// Anything, by Python's truth.
    Truthy,
    /// An integer above 0, and no boolean.
    Positive,
    /// The number of a pad: an unsigned integer or a decimal string.
    Pin,
    /// An unsigned 32-bit address: an integer or a string with a prefix.
    Address,
    /// Pairs of base address and length.
    Ranges,
}
