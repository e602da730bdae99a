//! What `hpx profile`'s command line sets over the file.

use num_bigint::BigInt;

use super::datum::Datum;

/// A value given on the command line.
#[derive(Clone, Debug, PartialEq)]
pub enum OverrideValue {
    /// A string, a path or a choice.
    Str(String),
    /// An integer.
    Int(BigInt),
    /// A float.
    Float(f64),
    /// A flag.
    Bool(bool),
    /// Null: as if the key were written with no value.
    Null,
}

impl OverrideValue {
    /// The value as the checks see it.
    pub fn datum(&self) -> Datum<'_> {
        match self {
            OverrideValue::Str(s) => Datum::Str(s),
            OverrideValue::Int(i) => Datum::Int(i),
            OverrideValue::Float(f) => Datum::Float(*f),
            OverrideValue::Bool(b) => Datum::Bool(*b),
            OverrideValue::Null => Datum::Null,
        }
    }
}

/// Values by dotted key, merged over the file before hpx validates it
/// (`helia_profiler.config.deep_merge`): sections merge, a section that is no
/// mapping gives way.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Overrides {
    entries: Vec<(String, OverrideValue)>,
}

impl Overrides {
    /// Sets a key, in place of what it was set to before.
    pub fn set(&mut self, key: &str, value: OverrideValue) {
        match self.entries.iter_mut().find(|(known, _)| known == key) {
            Some(entry) => entry.1 = value,
            None => self.entries.push((key.to_owned(), value)),
        }
    }

    /// What a key is set to.
    pub fn get(&self, key: &str) -> Option<&OverrideValue> {
        let entry = self.entries.iter().find(|(known, _)| known == key);
        entry.map(|(_, value)| value)
    }

    /// Whether any key below a section is set.
    pub fn touches(&self, section: &str) -> bool {
        let below = |key: &str| {
            key.strip_prefix(section)
                .is_some_and(|rest| rest.starts_with('.'))
        };
        self.entries.iter().any(|(key, _)| below(key))
    }
}
