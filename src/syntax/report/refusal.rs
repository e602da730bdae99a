//! What the loader refuses, in words.

use crate::syntax::problem::{Problem, ProblemKind};
use crate::syntax::tree::{Class, Node, NodeKind};
use crate::syntax::value::Refusal;

const QUOTE: &str = "put it in quotes if it is meant as text";

/// What the loader refuses about a node, as a problem.
pub(in crate::syntax) fn refusal(node: &Node, refusal: Refusal) -> Problem {
    let (kind, help) = kind_and_help(node, refusal);
    let tag = node.tag.as_ref().map(|tag| tag.range);
    let range = match refusal {
        Refusal::WrongShape | Refusal::UnknownTag => tag.unwrap_or(node.range),
        _ => node.range,
    };
    Problem::worded(kind, range, message(node, refusal), Some(help))
}

fn kind_and_help(node: &Node, refusal: Refusal) -> (ProblemKind, &'static str) {
    match refusal {
        Refusal::NotOfItsTag if node.tag.is_none() => (ProblemKind::InvalidValue, QUOTE),
        Refusal::NotOfItsTag => (
            ProblemKind::InvalidValue,
            "correct the value, or remove its tag",
        ),
        Refusal::TooManyDigits => (ProblemKind::TooManyDigits, QUOTE),
        Refusal::ImpossibleDate => (ProblemKind::ImpossibleDate, QUOTE),
        Refusal::WrongShape => (ProblemKind::MismatchedTag, "remove the tag"),
        Refusal::StrayMerge => (ProblemKind::InvalidMerge, QUOTE),
        Refusal::StrayDefault => (ProblemKind::BareEquals, QUOTE),
        Refusal::UnknownTag => (
            ProblemKind::UnknownTag,
            "remove it, or quote the value if the `!` is part of the text",
        ),
    }
}

fn message(node: &Node, refusal: Refusal) -> String {
    let tag = node.tag.as_ref().map_or("", |tag| tag.text.as_str());
    let tag = tag.replace("tag:yaml.org,2002:", "!!");
    let text = match &node.kind {
        NodeKind::Scalar(scalar) => shortened(&scalar.text),
        _ => String::new(),
    };
    match refusal {
        Refusal::NotOfItsTag => format!("`{text}` is no {}", meaning(node.class)),
        Refusal::TooManyDigits => "Python reads no integer of more than 4300 digits".to_owned(),
        Refusal::ImpossibleDate => {
            format!("`{text}` has the form of a date, and there is no such date or time")
        }
        Refusal::WrongShape => format!("{} cannot be {tag}", described(node)),
        Refusal::StrayMerge => "a bare `<<` is a merge key, and can be no value".to_owned(),
        Refusal::StrayDefault => {
            "a bare `=` is a key of YAML's own, and can be no value".to_owned()
        }
        Refusal::UnknownTag => format!("the tag `{tag}` means nothing to hpx"),
    }
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
