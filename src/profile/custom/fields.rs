//! The fields of one definition, read as hpx's Python reads them.

use std::borrow::Cow;

use num_bigint::BigInt;

use super::super::coerce;
use super::super::datum::Datum;
use super::super::lower::{Lowering, join};
use super::super::problem::{ProblemKind, Spot};
use super::Lookup;
use crate::syntax::{Field, NodeId};

/// The fields of one definition.
pub(super) struct Fields {
    /// Its dotted path.
    pub path: String,
    /// Its own key.
    pub key: NodeId,
    fields: Vec<Field>,
}

impl Fields {
    /// The fields of the mapping `definition`, which `key` names.
    pub fn new(walk: &Lowering<'_>, path: String, key: NodeId, definition: NodeId) -> Self {
        Fields {
            path,
            key,
            fields: walk.tree.fields(definition),
        }
    }

    /// The field of a name.
    pub fn get(&self, walk: &Lowering<'_>, name: &str) -> Option<Field> {
        walk.field(&self.fields, name)
    }

    /// The dotted path of a name below.
    pub fn path_of(&self, name: &str) -> String {
        join(&self.path, name)
    }

    /// Notes keys that are none of `known`.
    pub fn check_keys(&self, walk: &mut Lowering<'_>, known: &[&'static str]) {
        for field in &self.fields {
            let kind = match walk.name(field.key) {
                Some(name) if known.contains(&name) => continue,
                Some(name) => ProblemKind::UnknownKey {
                    name: name.to_owned(),
                    known: known.to_vec(),
                },
                None => ProblemKind::NotAStringKey(Datum::of(walk.tree, field.key).kind()),
            };
            let path = self.path_of(&walk.printed(field.key));
            walk.report(kind, &path, Spot::Key(field.key));
        }
    }

    /// Notes a problem with a field, or with the definition where the field is absent.
    fn report(&self, walk: &mut Lowering<'_>, name: &str, kind: ProblemKind) {
        let field = self.get(walk, name);
        let spot = field.map_or(Spot::Key(self.key), |field| Spot::of(&field));
        walk.report(kind, &self.path_of(name), spot);
    }

    /// Notes that a field is missing.
    pub fn missing(&self, walk: &mut Lowering<'_>, name: &str) {
        self.report(walk, name, ProblemKind::MissingPlatformValue);
    }

    /// Notes that a field holds something else than hpx takes.
    pub fn refuse(&self, walk: &mut Lowering<'_>, name: &str, expected: Cow<'static, str>) {
        let Some(field) = self.get(walk, name) else {
            return;
        };
        if Datum::of(walk.tree, field.value) != Datum::Unknown {
            self.report(walk, name, ProblemKind::BadPlatformValue { expected });
        }
    }

    /// A field's value, or what it inherits where the key is absent.
    pub fn datum<'a>(&self, walk: &Lowering<'a>, name: &str) -> Option<Datum<'a>> {
        self.get(walk, name)
            .map(|field| Datum::of(walk.tree, field.value))
    }

    /// `str(value)`: inherited where absent, `None` where null.
    pub fn text(&self, walk: &Lowering<'_>, name: &str, inherited: Option<&str>) -> Option<String> {
        match self.datum(walk, name) {
            None => inherited.map(str::to_owned),
            Some(Datum::Null) => None,
            Some(Datum::Str(text)) => Some(text.to_owned()),
            Some(_) => self.get(walk, name).map(|field| walk.printed(field.value)),
        }
    }

    /// `str(value)` of a field that must not be missing.
    pub fn required(
        &self,
        walk: &mut Lowering<'_>,
        name: &str,
        inherited: Option<&str>,
    ) -> Option<String> {
        let value = self.text(walk, name, inherited);
        if value.is_none() {
            self.missing(walk, name);
        }
        value
    }

    /// What the name in a field stands for; a problem where that is nothing.
    pub fn known<T>(
        &self,
        walk: &mut Lowering<'_>,
        name: &str,
        found: Lookup<T>,
        unknown: impl FnOnce() -> ProblemKind,
    ) -> Option<T> {
        if let Lookup::Unknown = found {
            self.report(walk, name, unknown());
        }
        found.known()
    }

    /// What the definition derives from: `Some(None)` where that is nothing.
    pub fn base<'p, T: Clone + 'p>(
        &self,
        walk: &mut Lowering<'_>,
        find: impl FnOnce(&str) -> Lookup<&'p T>,
        unknown: impl FnOnce(&str) -> ProblemKind,
    ) -> Option<Option<T>> {
        const NAME: &str = "based_on";
        let datum = self.datum(walk, NAME).unwrap_or(Datum::Null);
        if !datum.is_truthy() {
            return Some(None);
        }
        let name = self.text(walk, NAME, None)?;
        let found = match (datum, find(&name)) {
            (Datum::Unknown, _) => return None,
            (Datum::Str(_), found) | (_, found @ Lookup::Broken) => found,
            _ => Lookup::Unknown,
        };
        let base = self.known(walk, NAME, found, || unknown(&name))?;
        Some(Some(base.clone()))
    }

    /// `int(value)`: inherited where absent; a problem where Python cannot.
    pub fn int(&self, walk: &mut Lowering<'_>, name: &str, inherited: i128) -> Option<i128> {
        let Some(datum) = self.datum(walk, name) else {
            return Some(inherited);
        };
        let value = coerce::python_int(&datum);
        if value.is_none() {
            self.refuse(walk, name, "an integer".into());
        }
        value.as_ref().map(narrow)
    }

    /// One of `choices` by name: inherited where absent; a problem where it is
    /// missing or none of them.
    pub fn choice<T: Copy>(
        &self,
        walk: &mut Lowering<'_>,
        name: &str,
        inherited: Option<T>,
        choices: &[(&'static str, T)],
    ) -> Option<T> {
        let chosen = match self.datum(walk, name) {
            None => inherited,
            Some(Datum::Null) => None,
            Some(datum) => {
                let found = choices.iter().find(|(known, _)| datum == Datum::Str(known));
                if found.is_none() {
                    let known = choices.iter().map(|(known, _)| *known).collect::<Vec<_>>();
                    self.refuse(walk, name, format!("one of {}", known.join(", ")).into());
                    return None;
                }
                found.map(|(_, choice)| *choice)
            }
        };
        if chosen.is_none() {
            self.missing(walk, name);
        }
        chosen
    }
}

/// Notes that a value without a key is something else than hpx takes.
pub(super) fn refuse(
    walk: &mut Lowering<'_>,
    path: &str,
    value: NodeId,
    expected: Cow<'static, str>,
) {
    let kind = ProblemKind::BadPlatformValue { expected };
    walk.report(kind, path, Spot::Value { key: None, value });
}

/// An integer of Python's as the catalog holds them; one beyond 128 bits keeps
/// its sign and stays beyond every memory.
pub(super) fn narrow(value: &BigInt) -> i128 {
    let limit = if *value < BigInt::ZERO {
        i128::MIN
    } else {
        i128::MAX
    };
    i128::try_from(value).unwrap_or(limit)
}
