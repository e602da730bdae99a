//! What the schema says of a key.

use crate::ide::card::{Block, code};
use crate::schema::{Choice, Key, Kind, Span, choice_span};

/// What a key means, and the value that is written there.
pub(super) fn blocks(key: &Key, path: &str, written: Option<&str>) -> Vec<Block> {
    let mut blocks = Vec::new();
    let choice = written.and_then(|value| key.choices.iter().find(|known| known.value == value));
    if let Some(choice) = choice.filter(|choice| !choice.description.is_empty()) {
        let text = format!("{}: {}", code(&choice.value), choice.description);
        blocks.push(Block::Text(text));
    }
    blocks.push(Block::Text(key.description.clone()));
    if let Some(instead) = &key.deprecated {
        blocks.push(Block::Text(format!("On its way out. {instead}")));
    }
    blocks.push(Block::Facts(facts(key)));
    if key
        .choices
        .iter()
        .any(|choice| !choice.description.is_empty())
    {
        let each = |choice: &Choice| (code(&choice.value), meaning(path, choice));
        blocks.push(Block::Text("It takes:".to_owned()));
        blocks.push(Block::Facts(key.choices.iter().map(each).collect()));
    }
    blocks
}

/// What a key takes, in a few words.
pub(in crate::ide) fn short(key: &Key) -> String {
    let kind = kind(key.kind);
    match &key.default {
        _ if key.required => format!("{kind}, required"),
        _ if key.default_is_boards => format!("{kind}, the board's own by default"),
        Some(default) if default.as_object().is_none() => {
            format!("{kind}, {} by default", spelt(default))
        }
        _ => kind.to_owned(),
    }
}

fn facts(key: &Key) -> Vec<(String, String)> {
    let mut facts = Vec::new();
    let mut say = |name: &str, value: String| facts.push((name.to_owned(), value));
    let null = if key.nullable { " or null" } else { "" };
    say("type", format!("{}{null}", kind(key.kind)));
    if let Some(unit) = &key.unit {
        say("unit", unit.clone());
    }
    if let Some(range) = range(key) {
        say("range", range);
    }
    if key
        .choices
        .iter()
        .all(|choice| choice.description.is_empty())
        && !key.choices.is_empty()
    {
        let names = key.choices.iter().map(|choice| code(&choice.value));
        say("values", names.collect::<Vec<_>>().join(", "));
    }
    match &key.default {
        _ if key.default_is_boards => say("default", "the board's own".to_owned()),
        Some(default) => say("default", code(&spelt(default))),
        None if key.required => say("default", "none, it is required".to_owned()),
        None => {}
    }
    if !key.examples.is_empty() {
        let examples = key.examples.iter().map(|example| code(&spelt(example)));
        say("for example", examples.collect::<Vec<_>>().join(", "));
    }
    if !key.engines.is_empty() {
        say("engines", key.engines.join(", "));
    }
    say("known", releases(&key.releases));
    facts
}

/// What a choice means, and which releases know it, as far as not all that know
/// the key do.
fn meaning(path: &str, choice: &Choice) -> String {
    match choice_span(path, &choice.value) {
        Some(span) => format!("{} Known {}.", choice.description, releases(span)),
        None => choice.description.clone(),
    }
}

/// The releases of a span.
pub(super) fn releases(span: &Span) -> String {
    match (&span.since, &span.until) {
        (None, None) => "in every release".to_owned(),
        (Some(since), None) => format!("from hpx {since} on"),
        (None, Some(until)) => format!("up to hpx {until}"),
        (Some(since), Some(until)) => format!("from hpx {since} to {until}"),
    }
}

fn range(key: &Key) -> Option<String> {
    let least = |least| match key.above_minimum {
        true => format!("more than {least}"),
        false => format!("at least {least}"),
    };
    match (key.minimum, key.maximum) {
        (None, None) => None,
        (Some(minimum), None) => Some(least(minimum)),
        (None, Some(maximum)) => Some(format!("at most {maximum}")),
        (Some(minimum), Some(maximum)) => Some(format!("{}, at most {maximum}", least(minimum))),
    }
}

/// A value as YAML writes it.
pub(in crate::ide) fn spelt(value: &serde_json::Value) -> String {
    match value.as_str() {
        Some("") => "''".to_owned(),
        Some(text) => text.to_owned(),
        None => value.to_string(),
    }
}

fn kind(kind: Kind) -> &'static str {
    match kind {
        Kind::Section => "a section",
        Kind::Map => "a mapping whose keys you name",
        Kind::Free | Kind::Any => "anything",
        Kind::List => "a list",
        Kind::Int => "an integer",
        Kind::Float => "a number",
        Kind::Bool => "a boolean",
        Kind::StrictBool => "a YAML boolean",
        Kind::Str => "a string",
        Kind::Path => "a path",
        Kind::Enum => "one of its values",
        Kind::Placement => "a placement",
        Kind::Selection => "a word or a list of counters",
        Kind::Launcher => "a string, null or false",
        Kind::PythonInt => "an integer (also as a string)",
        Kind::PythonStr => "a string (anything else is read as one)",
        Kind::Truthy => "a boolean (anything else is read as one)",
        Kind::Positive => "an integer above 0",
        Kind::Pin => "the number of a pad",
        Kind::Address => "a 32-bit address",
        Kind::Ranges => "a list of base and length pairs",
    }
}
