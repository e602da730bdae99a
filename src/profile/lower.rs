//! The walk over a tree that finds every key of the schema, coerces its value
//! as pydantic does, and notes what hpx refuses.

use std::collections::HashMap;

use num_bigint::BigInt;

use super::coerce;
use super::datum::{self, Datum};
use super::overrides::Overrides;
use super::problem::{Problem, ProblemKind, Spot};
use super::value::{Source, Sourced, State};
use crate::schema::{Key, Kind};
use crate::syntax::{Field, NodeId, NodeKind, Tree};

/// A value after its coercion.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Coerced {
    Int(BigInt),
    Float(f64),
    Bool(bool),
    Str(String),
    /// A mapping or list that is read by whoever knows it.
    Node(NodeId),
}

/// The state of the walk.
pub(super) struct Lowering<'a> {
    pub tree: &'a Tree,
    pub overrides: &'a Overrides,
    /// Whether the tree is the whole document, so that an absent key is absent.
    pub complete: bool,
    pub problems: Vec<Problem>,
    slots: HashMap<String, Sourced<Coerced>>,
}

impl<'a> Lowering<'a> {
    pub fn new(tree: &'a Tree, overrides: &'a Overrides, complete: bool) -> Self {
        Lowering {
            tree,
            overrides,
            complete,
            problems: Vec::new(),
            slots: HashMap::new(),
        }
    }

    /// Notes a problem, unless a repair made the place it is at.
    pub fn report(&mut self, kind: ProblemKind, key: &str, spot: Spot) {
        let doubtful = match spot {
            Spot::Key(node) => self.tree.node(node).repaired,
            Spot::Value { key, value } => {
                let doubtful = |node: NodeId| self.tree.node(node).repaired;
                // What is missing from a recovered text may be what was lost.
                let lost = !self.complete && self.tree.node(value).range.is_empty();
                lost || doubtful(value) || key.is_some_and(doubtful)
            }
            Spot::Absent => !self.complete,
        };
        if !doubtful {
            self.problems.push(Problem {
                kind,
                key: key.to_owned(),
                spot,
            });
        }
    }

    /// The field of a name: the last, where a merge brings in another.
    pub fn field(&self, fields: &[Field], name: &str) -> Option<Field> {
        fields
            .iter()
            .rev()
            .copied()
            .find(|field| self.name(field.key) == Some(name))
    }

    /// Walks the whole profile; `reserved` are noted elsewhere.
    pub fn root(&mut self, root: &'static Key, fields: &[Field], reserved: &[String]) {
        let own = |field: &&Field| {
            !self
                .name(field.key)
                .is_some_and(|name| reserved.iter().any(|key| key == name))
        };
        let fields: Vec<Field> = fields.iter().filter(own).copied().collect();
        self.section(root, "", &fields);
    }

    /// Takes what the walk found at a key.
    pub fn take(&mut self, key: &str) -> Sourced<Coerced> {
        let absent = if self.complete {
            State::Null
        } else {
            State::Bad
        };
        let absent = Sourced {
            state: absent,
            source: Source::Default,
        };
        self.slots.remove(key).unwrap_or(absent)
    }

    /// Walks the children of a section whose fields are `fields`.
    pub fn section(&mut self, section: &'static Key, path: &str, fields: &[Field]) {
        for field in fields {
            self.known_key(section, path, field);
        }
        for child in &section.children {
            let path = join(path, &child.name);
            let field = self.field(fields, &child.name);
            self.child(child, &path, field);
        }
    }

    /// Notes a key that the section does not have.
    fn known_key(&mut self, section: &'static Key, path: &str, field: &Field) {
        let Some(name) = self.name(field.key) else {
            return self.not_a_string_key(path, field);
        };
        if section.open || section.children.iter().any(|child| child.name == name) {
            return;
        }
        let known = section
            .children
            .iter()
            .map(|child| child.name.as_str())
            .collect();
        let kind = ProblemKind::UnknownKey {
            name: name.to_owned(),
            known,
        };
        self.report(kind, &join(path, name), Spot::Key(field.key));
    }

    fn child(&mut self, key: &'static Key, path: &str, field: Option<Field>) {
        match key.kind {
            Kind::Section => self.subsection(key, path, field),
            _ => self.leaf(key, path, field),
        }
    }

    fn subsection(&mut self, key: &'static Key, path: &str, field: Option<Field>) {
        let mut fields = Vec::new();
        if let Some(field) = field {
            let datum = Datum::of(self.tree, field.value);
            let source = Source::Node {
                key: field.key,
                value: field.value,
            };
            let state = match datum {
                Datum::Map(_) => {
                    fields = self.tree.fields(field.value);
                    State::Known(Coerced::Node(field.value))
                }
                _ if self.overrides.touches(path) => State::Null,
                Datum::Null if key.nullable => State::Null,
                _ => self.wrong_type(key, path, &datum, &field),
            };
            let bad = state == State::Bad;
            self.slots
                .insert(path.to_owned(), Sourced { state, source });
            if bad {
                return self.bad_below(key, path);
            }
        }
        self.section(key, path, &fields);
    }

    /// Nothing is known below a section that is none.
    fn bad_below(&mut self, section: &'static Key, path: &str) {
        for child in &section.children {
            let path = join(path, &child.name);
            self.bad_below(child, &path);
            let bad = Sourced {
                state: State::Bad,
                source: Source::Default,
            };
            self.slots.insert(path, bad);
        }
    }

    fn leaf(&mut self, key: &'static Key, path: &str, field: Option<Field>) {
        let (state, source) = if let Some(given) = self.overrides.get(path) {
            let state = coerced(key, &given.datum()).unwrap_or(State::Bad);
            (state, Source::CommandLine)
        } else if let Some(field) = field {
            let source = Source::Node {
                key: field.key,
                value: field.value,
            };
            (self.written(key, path, &field), source)
        } else {
            match key
                .default
                .as_ref()
                .filter(|_| self.complete)
                .and_then(default)
            {
                Some(default) => (State::Known(default), Source::Default),
                None => return,
            }
        };
        self.slots
            .insert(path.to_owned(), Sourced { state, source });
    }

    /// The value of a key that is in the file.
    fn written(&mut self, key: &'static Key, path: &str, field: &Field) -> State<Coerced> {
        let datum = Datum::of(self.tree, field.value);
        if datum == Datum::Unknown || self.tree.node(field.value).repaired {
            return State::Bad;
        }
        match (&key.kind, &datum) {
            (_, Datum::Null) if key.nullable => State::Null,
            (Kind::Map | Kind::Free | Kind::Section, Datum::Map(_))
            | (Kind::List, Datum::List(_)) => {
                if key.kind == Kind::Free {
                    self.string_keys(path, field.value);
                }
                State::Known(Coerced::Node(field.value))
            }
            _ => match coerced(key, &datum) {
                Some(state) => state,
                None => self.wrong_type(key, path, &datum, field),
            },
        }
    }

    /// Notes the keys of a free-form mapping that are no strings.
    fn string_keys(&mut self, path: &str, mapping: NodeId) {
        for field in self.tree.fields(mapping) {
            self.free_key(path, &field);
        }
    }

    /// Notes a key that pydantic makes no string of.
    pub fn free_key(&mut self, path: &str, field: &Field) {
        if coerce::string(&Datum::of(self.tree, field.key)).is_none() {
            self.not_a_string_key(path, field);
        }
    }

    /// Notes a key that is no string. What cannot be a key at all is refused by
    /// the reader.
    pub fn not_a_string_key(&mut self, path: &str, field: &Field) {
        let datum = Datum::of(self.tree, field.key);
        if let Datum::Unknown | Datum::List(_) | Datum::Map(_) | Datum::Set(_) = datum {
            return;
        }
        let found = datum.kind();
        let key = join(path, &self.printed(field.key));
        self.report(
            ProblemKind::NotAStringKey(found),
            &key,
            Spot::Key(field.key),
        );
    }

    fn wrong_type(
        &mut self,
        key: &'static Key,
        path: &str,
        datum: &Datum<'_>,
        field: &Field,
    ) -> State<Coerced> {
        let kind = match datum {
            Datum::Unknown => return State::Bad,
            // It is refused for that key already, whatever was wanted here.
            Datum::Map(_) if has_collection_as_key(self.tree, field.value) => return State::Bad,
            Datum::Str(name) if !key.choices.is_empty() => ProblemKind::UnknownChoice {
                name: (*name).to_owned(),
                known: key
                    .choices
                    .iter()
                    .map(|choice| choice.value.clone())
                    .collect(),
            },
            _ => {
                let expected = expectation(key).into();
                ProblemKind::WrongType {
                    expected,
                    found: datum.kind(),
                }
            }
        };
        self.report(kind, path, Spot::of(field));
        State::Bad
    }

    /// Notes a field whose value is no mapping.
    pub fn not_a_mapping(&mut self, path: &str, field: &Field) {
        let datum = Datum::of(self.tree, field.value);
        if datum != Datum::Unknown {
            let kind = ProblemKind::WrongType {
                expected: "a mapping".into(),
                found: datum.kind(),
            };
            self.report(kind, path, Spot::of(field));
        }
    }

    /// The text of a key that is a string.
    pub fn name(&self, key: NodeId) -> Option<&'a str> {
        match Datum::of(self.tree, key) {
            Datum::Str(name) => Some(name),
            _ => None,
        }
    }

    /// A node as Python's `str()` prints it.
    pub fn printed(&self, node: NodeId) -> String {
        datum::printed(self.tree, node)
    }
}

/// The schema's default as a value.
fn default(json: &serde_json::Value) -> Option<Coerced> {
    Some(match json {
        serde_json::Value::Bool(flag) => Coerced::Bool(*flag),
        serde_json::Value::Number(number) => match number.as_i64() {
            Some(whole) => Coerced::Int(BigInt::from(whole)),
            None => Coerced::Float(number.as_f64()?),
        },
        serde_json::Value::String(text) => Coerced::Str(text.clone()),
        _ => return None,
    })
}

/// A value of the kind that the key takes; `None` where hpx refuses.
fn coerced(key: &Key, datum: &Datum<'_>) -> Option<State<Coerced>> {
    if *datum == Datum::Null && key.nullable {
        return Some(State::Null);
    }
    let value = match key.kind {
        Kind::Int => Coerced::Int(coerce::int(datum)?),
        Kind::Float => Coerced::Float(coerce::float(datum)?),
        Kind::Bool => Coerced::Bool(coerce::boolean(datum)?),
        Kind::StrictBool => match datum {
            Datum::Bool(b) => Coerced::Bool(*b),
            _ => return None,
        },
        Kind::Str => Coerced::Str(coerce::string(datum)?.to_owned()),
        Kind::Path => Coerced::Str(coerce::path(datum)?.to_owned()),
        Kind::Launcher => match datum {
            Datum::Null | Datum::Bool(false) => Coerced::Str("none".to_owned()),
            Datum::Str(name) => Coerced::Str((*name).to_owned()),
            _ => return None,
        },
        Kind::Enum | Kind::Placement => match datum {
            // A refused name has a rule of its own.
            Datum::Str(name) if is_known(key, name) => Coerced::Str((*name).to_owned()),
            _ => return None,
        },
        Kind::Any => return Some(State::Null),
        _ => return None,
    };
    Some(State::Known(value))
}

/// Whether a key knows a name, be it to refuse it.
fn is_known(key: &Key, name: &str) -> bool {
    let chosen = key.choices.iter().any(|choice| choice.value == name);
    chosen || key.refused.iter().any(|refused| refused == name)
}

/// Whether a key of a mapping is a collection, for which the reader refuses it.
fn has_collection_as_key(tree: &Tree, mapping: NodeId) -> bool {
    let collection = |key: NodeId| {
        let kind = &tree.node(tree.resolve(key)).kind;
        matches!(kind, NodeKind::Mapping(_) | NodeKind::Sequence(_))
    };
    let mapping = tree.node(tree.resolve(mapping)).as_mapping();
    mapping.is_some_and(|mapping| mapping.entries.iter().any(|entry| collection(entry.key)))
}

/// What a key takes, with its article.
fn expectation(key: &Key) -> &'static str {
    match key.kind {
        Kind::Int => "an integer",
        Kind::Float => "a number",
        Kind::Bool | Kind::StrictBool => "a boolean",
        Kind::Str | Kind::Path | Kind::Launcher => "a string",
        Kind::Enum | Kind::Placement => "one of its names",
        Kind::Section | Kind::Map | Kind::Free => "a mapping",
        Kind::List => "a list",
        _ => "a value",
    }
}

/// A dotted path with one more name.
pub(super) fn join(path: &str, name: &str) -> String {
    if path.is_empty() {
        name.to_owned()
    } else {
        format!("{path}.{name}")
    }
}
