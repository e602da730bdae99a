//! What the loader refuses, in words.

use crate::syntax::problem::{Problem, ProblemKind};
use crate::syntax::tree::{Class, Node, NodeKind};
use crate::syntax::value::Refusal;

/// What the loader refuses about a node, as a problem.
pub(in crate::syntax) fn refusal(node: &Node, refusal: Refusal) -> Problem {
    let tag = node.tag.as_ref().map_or("", |tag| tag.text.as_str());
    let tag = tag.replace("tag:yaml.org,2002:", "!!");
    let tag_range = node.tag.as_ref().map_or(node.range, |tag| tag.range);
    let text = match &node.kind {
        NodeKind::Scalar(scalar) => shortened(&scalar.text),
        _ => String::new(),
    };
    let (kind, range, message, help) = match refusal {
        Refusal::NotOfItsTag => (
            ProblemKind::InvalidValue,
            node.range,
            format!("`{text}` is no {}", meaning(node.class)),
            Some("correct the value, or remove its tag"),
        ),
        Refusal::TooManyDigits => (
            ProblemKind::TooManyDigits,
            node.range,
            "Python reads no integer of more than 4300 digits".to_owned(),
            Some("put it in quotes if it is meant as text"),
        ),
        Refusal::ImpossibleDate => (
            ProblemKind::ImpossibleDate,
            node.range,
            format!("`{text}` has the form of a date, and there is no such date or time"),
            Some("put it in quotes if it is meant as text"),
        ),
        Refusal::WrongShape => (
            ProblemKind::MismatchedTag,
            tag_range,
            format!("{} cannot be {tag}", described(node)),
            Some("remove the tag"),
        ),
        Refusal::StrayMerge => (
            ProblemKind::InvalidMerge,
            node.range,
            "a bare `<<` is a merge key, and can be no value".to_owned(),
            Some("put it in quotes if it is meant as text"),
        ),
        Refusal::StrayDefault => (
            ProblemKind::BareEquals,
            node.range,
            "a bare `=` is a key of YAML's own, and can be no value".to_owned(),
            Some("put it in quotes if it is meant as text"),
        ),
        Refusal::UnknownTag => (
            ProblemKind::UnknownTag,
            tag_range,
            format!("the tag `{tag}` means nothing to hpx"),
            Some("remove it, or quote the value if the `!` is part of the text"),
        ),
    };
    Problem::worded(kind, range, message, help)
}

fn meaning(class: Class) -> &'static str {
    match class {
        Class::Bool => "boolean, as its tag asks for",
        Class::Int => "integer, as Python reads one",
        Class::Float => "number, as its tag asks for",
        Class::Binary => "Base64, as its tag asks for",
        Class::Timestamp => "date, as its tag asks for",
        _ => "value of its tag",
    }
}

fn described(node: &Node) -> &'static str {
    match node.kind {
        NodeKind::Scalar(_) => "a single value",
        NodeKind::Sequence(_) => "a list",
        NodeKind::Mapping(_) => "a mapping",
        NodeKind::Alias(_) => "an alias",
    }
}

/// A text short enough for a message.
fn shortened(text: &str) -> String {
    const MOST: usize = 40;
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}...", text.get(..end).unwrap_or("")),
        None => text.to_owned(),
    }
}
