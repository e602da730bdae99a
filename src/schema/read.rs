//! From a JSON Schema to keys.

use std::fmt;

use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::Value;

use super::{Choice, Key, Kind, Span};
use crate::embedded::{self, Folder};

/// The root of a folder's schema.
pub(super) fn root(folder: &Folder) -> Key {
    embedded::read::<Node>(folder.name, folder.schema).into_key(String::new(), false)
}

/// A schema as it is written; what only editors read is skipped.
#[derive(Deserialize)]
struct Node {
    description: String,
    #[serde(rename = "x-hpx-kind")]
    kind: Kind,
    default: Option<Value>,
    #[serde(rename = "x-hpx-default", default)]
    default_from: Option<String>,
    #[serde(rename = "enum", default)]
    values: Vec<Value>,
    #[serde(rename = "enumDescriptions", default)]
    texts: Vec<String>,
    #[serde(rename = "anyOf", default)]
    any_of: Vec<Words>,
    #[serde(rename = "x-hpx-refused", default)]
    refused: Vec<String>,
    #[serde(rename = "x-hpx-unit")]
    unit: Option<String>,
    minimum: Option<i64>,
    #[serde(rename = "exclusiveMinimum")]
    exclusive_minimum: Option<i64>,
    maximum: Option<i64>,
    #[serde(default)]
    examples: Vec<Value>,
    #[serde(rename = "x-hpx-releases", default)]
    releases: Span,
    #[serde(rename = "x-hpx-engines", default)]
    engines: Vec<String>,
    #[serde(rename = "x-hpx-nullable", default)]
    nullable: bool,
    #[serde(rename = "x-hpx-deprecated")]
    deprecated: Option<String>,
    #[serde(default)]
    required: Vec<String>,
    #[serde(default)]
    properties: Properties,
    #[serde(rename = "additionalProperties", default)]
    additional: Additional,
    items: Option<Box<Node>>,
}

/// The first alternative of a key that knows values and takes others.
#[derive(Deserialize)]
struct Words {
    #[serde(rename = "enum", default)]
    values: Vec<Value>,
    #[serde(rename = "enumDescriptions", default)]
    texts: Vec<String>,
}

/// The keys below a key, in the order of the file.
#[derive(Default)]
struct Properties(Vec<(String, Node)>);

impl<'de> Deserialize<'de> for Properties {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct InOrder;

        impl<'de> Visitor<'de> for InOrder {
            type Value = Properties;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("the properties of a schema")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Properties, A::Error> {
                let mut found = Vec::new();
                while let Some(property) = map.next_entry()? {
                    found.push(property);
                }
                Ok(Properties(found))
            }
        }

        deserializer.deserialize_map(InOrder)
    }
}

/// What is said of keys that no property names. JSON Schema takes them where
/// nothing is said.
#[derive(Deserialize)]
#[serde(untagged)]
enum Additional {
    Taken(bool),
    Described(Box<Node>),
}

impl Default for Additional {
    fn default() -> Self {
        Additional::Taken(true)
    }
}

impl Node {
    fn into_key(self, name: String, required: bool) -> Key {
        let (values, texts) = match self.any_of.into_iter().next() {
            Some(words) if self.values.is_empty() => (words.values, words.texts),
            _ => (self.values, self.texts),
        };
        let (open, wildcard) = match self.additional {
            Additional::Taken(taken) => (taken, None),
            Additional::Described(node) => (true, Some(node.into_key("*".to_owned(), false))),
        };
        let must = self.required;
        let children = self.properties.0.into_iter().map(|(name, node)| {
            let required = must.contains(&name);
            node.into_key(name, required)
        });
        // The bounds of a boolean are there for YAML that writes it as 0 or 1.
        let bounded = self.kind != Kind::Bool;
        Key {
            name,
            kind: self.kind,
            description: self.description,
            default: self.default,
            default_is_boards: self.default_from.is_some(),
            choices: choices(&values, &texts),
            refused: self.refused,
            unit: self.unit,
            minimum: self.minimum.or(self.exclusive_minimum).filter(|_| bounded),
            above_minimum: self.exclusive_minimum.is_some(),
            maximum: self.maximum.filter(|_| bounded),
            examples: self.examples,
            releases: self.releases,
            engines: self.engines,
            nullable: self.nullable,
            required,
            deprecated: self.deprecated,
            children: children.collect(),
            wildcard: wildcard.map(Box::new),
            item: self
                .items
                .map(|item| Box::new(item.into_key("[]".to_owned(), false))),
            open,
        }
    }
}

/// The values but null, each with its text where there is one.
fn choices(values: &[Value], texts: &[String]) -> Vec<Choice> {
    let written = values
        .iter()
        .enumerate()
        .filter(|(_, value)| !value.is_null());
    written
        .map(|(at, value)| Choice {
            value: value
                .as_str()
                .map_or_else(|| value.to_string(), str::to_owned),
            description: texts.get(at).cloned().unwrap_or_default(),
        })
        .collect()
}
