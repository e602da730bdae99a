//! A value as the checks see it, wherever it was written.

use num_bigint::BigInt;

use crate::syntax::{MappingKind, NodeId, NodeKind, Tree, Value};

/// A constructed value: what Python's loader made of a node, or what the
/// command line gave.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Datum<'a> {
    /// `None`.
    Null,
    /// A boolean.
    Bool(bool),
    /// An integer of any size.
    Int(&'a BigInt),
    /// A float.
    Float(f64),
    /// A string.
    Str(&'a str),
    /// Bytes (`!!binary`).
    Bytes(&'a [u8]),
    /// A date or a time.
    Time,
    /// A list, with its length.
    List(usize),
    /// A mapping, with the number of its entries: of those written, where none is merged.
    Map(usize),
    /// A set.
    Set(usize),
    /// What the loader refused; a problem of its own tells why.
    Unknown,
}

/// A node as Python's `str()` prints it: keys in dotted paths, and what hpx makes a string of.
pub fn printed(tree: &Tree, node: NodeId) -> String {
    match Datum::of(tree, node) {
        Datum::Null => "None".to_owned(),
        Datum::Bool(true) => "True".to_owned(),
        Datum::Bool(false) => "False".to_owned(),
        Datum::Int(number) => number.to_string(),
        Datum::Float(number) => format!("{number:?}"),
        Datum::List(_) => "[...]".to_owned(),
        Datum::Map(_) | Datum::Set(_) => "{...}".to_owned(),
        Datum::Str(_) | Datum::Bytes(_) | Datum::Time | Datum::Unknown => {
            let scalar = tree.node(tree.resolve(node)).as_scalar();
            scalar.map(|scalar| scalar.text.clone()).unwrap_or_default()
        }
    }
}

impl<'a> Datum<'a> {
    /// The value of a node, aliases followed.
    pub fn of(tree: &'a Tree, node: NodeId) -> Self {
        let node = tree.resolve(node);
        match &tree.node(node).kind {
            // What a repair made or changed is not what the author wrote.
            NodeKind::Scalar(_) if tree.node(node).repaired => Datum::Unknown,
            NodeKind::Scalar(scalar) => match &scalar.value {
                Value::Null => Datum::Null,
                Value::Bool(b) => Datum::Bool(*b),
                Value::Int(i) => Datum::Int(i),
                Value::Float(f) => Datum::Float(*f),
                Value::Str => Datum::Str(&scalar.text),
                Value::Bytes(bytes) => Datum::Bytes(bytes),
                Value::Date(_) | Value::DateTime(_) => Datum::Time,
                Value::Invalid => Datum::Unknown,
            },
            _ if tree.node(node).is_mistagged() => Datum::Unknown,
            NodeKind::Sequence(sequence) => Datum::List(sequence.items.len()),
            NodeKind::Mapping(mapping) => {
                let merges = mapping.entries.iter().any(|entry| entry.merge);
                let length = if merges {
                    tree.fields(node).len()
                } else {
                    mapping.entries.len()
                };
                match mapping.kind {
                    MappingKind::Set => Datum::Set(length),
                    MappingKind::Dict => Datum::Map(length),
                }
            }
            NodeKind::Alias(_) => Datum::Unknown,
        }
    }

    /// Python's truth of the value.
    pub fn is_truthy(&self) -> bool {
        match self {
            Datum::Null => false,
            Datum::Bool(b) => *b,
            Datum::Int(i) => **i != BigInt::ZERO,
            Datum::Float(f) => *f != 0.0,
            Datum::Str(s) => !s.is_empty(),
            Datum::Bytes(bytes) => !bytes.is_empty(),
            Datum::List(n) | Datum::Map(n) | Datum::Set(n) => *n > 0,
            Datum::Time | Datum::Unknown => true,
        }
    }

    /// What kind of value it is, for a message.
    pub fn kind(&self) -> &'static str {
        match self {
            Datum::Null => "null",
            Datum::Bool(_) => "a boolean",
            Datum::Int(_) => "an integer",
            Datum::Float(_) => "a float",
            Datum::Str(_) => "a string",
            Datum::Bytes(_) => "binary data",
            Datum::Time => "a date",
            Datum::List(_) => "a list",
            Datum::Map(_) => "a mapping",
            Datum::Set(_) => "a set",
            Datum::Unknown => "an unreadable value",
        }
    }
}
