//! Words for the faults that need no more than those.

use crate::syntax::fault::Fault;
use crate::syntax::problem::ProblemKind;

const QUOTE: &str = "put the value in quotes if it is meant as text";

/// The kind of a fault, what is wrong, and the way out.
pub(super) fn malformed_words(fault: Fault) -> (ProblemKind, String, &'static str) {
    if let Some((message, help)) = escape_words(fault) {
        return (ProblemKind::BadEscape, message, help);
    }
    if let Some(message) = indicator_words(fault) {
        return (ProblemKind::ReservedCharacter, message.to_owned(), QUOTE);
    }
    let (message, help) = match fault {
        Fault::BlockHeader => (
            "only an indentation, `+` or `-`, and a comment can follow this indicator",
            QUOTE,
        ),
        Fault::ZeroIndentation => ("the indentation must be from 1 to 9", "leave it out"),
        Fault::IncompatibleVersion => ("only YAML 1 can be read", "remove the line"),
        Fault::RepeatedDirective => ("this was declared before", "remove the line"),
        Fault::StrayQuestionMark => ("a key cannot begin here", QUOTE),
        _ => ("this is no valid YAML", QUOTE),
    };
    (ProblemKind::Syntax, message.to_owned(), help)
}

fn escape_words(fault: Fault) -> Option<(String, &'static str)> {
    Some(match fault {
        Fault::UnknownEscape(character) => (
            format!("`\\{character}` stands for nothing in double quotes"),
            "write `\\\\` for a backslash, or use single quotes",
        ),
        Fault::ShortEscape => (
            "the escape has too few hexadecimal digits".to_owned(),
            "`\\x` takes two, `\\u` four and `\\U` eight; write `\\\\` for a backslash",
        ),
        Fault::EscapeOutOfRange => (
            "the escape names no character".to_owned(),
            "the last one is `\\U0010FFFF`",
        ),
        _ => return None,
    })
}

/// What is wrong where an indicator begins something, and that is malformed.
fn indicator_words(fault: Fault) -> Option<&'static str> {
    Some(match fault {
        Fault::Anchor => "`&` begins an anchor, whose name is of letters, digits, `-` and `_`",
        Fault::Alias => "`*` begins an alias, whose name is of letters, digits, `-` and `_`",
        Fault::Tag => "`!` begins a tag, and this is none",
        Fault::UndefinedTagHandle => {
            "`!` begins a tag, and no `%TAG` line says what this one stands for"
        }
        Fault::Directive => "`%` begins a directive, and this is none",
        _ => return None,
    })
}
