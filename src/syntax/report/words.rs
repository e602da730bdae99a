//! Words for the faults that need no more than those.

use crate::syntax::fault::Fault;
use crate::syntax::problem::ProblemKind;

pub(super) fn malformed_words(fault: Fault) -> (ProblemKind, String, &'static str) {
    const QUOTE: &str = "put the value in quotes if it is meant as text";
    let syntax = |message: &str, help| (ProblemKind::Syntax, message.to_owned(), help);
    match fault {
        Fault::UnknownEscape(character) => (
            ProblemKind::BadEscape,
            format!("`\\{character}` stands for nothing in double quotes"),
            "write `\\\\` for a backslash, or use single quotes",
        ),
        Fault::ShortEscape => (
            ProblemKind::BadEscape,
            "the escape has too few hexadecimal digits".to_owned(),
            "`\\x` takes two, `\\u` four and `\\U` eight; write `\\\\` for a backslash",
        ),
        Fault::EscapeOutOfRange => (
            ProblemKind::BadEscape,
            "the escape names no character".to_owned(),
            "the last one is `\\U0010FFFF`",
        ),
        Fault::BlockHeader(_) => syntax(
            "only an indentation, `+` or `-`, and a comment can follow this indicator",
            QUOTE,
        ),
        Fault::ZeroIndentation => syntax("the indentation must be from 1 to 9", "leave it out"),
        Fault::EmptyAnchor(_) | Fault::AnchorCharacter(_) => (
            ProblemKind::ReservedCharacter,
            "`&` begins an anchor, whose name is of letters, digits, `-` and `_`".to_owned(),
            QUOTE,
        ),
        Fault::EmptyAlias(_) | Fault::AliasCharacter(_) => (
            ProblemKind::ReservedCharacter,
            "`*` begins an alias, whose name is of letters, digits, `-` and `_`".to_owned(),
            QUOTE,
        ),
        Fault::EmptyTag(_)
        | Fault::TagHandle(_)
        | Fault::TagCharacter(_)
        | Fault::UnclosedTag(_)
        | Fault::TagEscape => (
            ProblemKind::ReservedCharacter,
            "`!` begins a tag, and this is none".to_owned(),
            QUOTE,
        ),
        Fault::UndefinedTagHandle => (
            ProblemKind::UnknownTag,
            "no `%TAG` line defines what this tag begins with".to_owned(),
            QUOTE,
        ),
        Fault::DirectiveCharacter(_) | Fault::DirectiveVersion => (
            ProblemKind::ReservedCharacter,
            "`%` begins a directive, and this is none".to_owned(),
            QUOTE,
        ),
        Fault::IncompatibleVersion => syntax("only YAML 1 can be read", "remove the line"),
        Fault::RepeatedDirective => syntax("this was declared before", "remove the line"),
        Fault::StrayQuestionMark => syntax("a key cannot begin here", QUOTE),
        _ => syntax("this is no valid YAML", QUOTE),
    }
}
