//! Where a word at the cursor would stand: the text is read with a marker in
//! its place, so that the parser alone decides what is a key, what a value, and
//! of what. A place at which the text would be more broken than it is is none.

use crate::analysis::Analysis;
use crate::ide::at::{self, name};
use crate::syntax::{self, Entry, NodeId, Parse, ScalarStyle, Tree};
use crate::text::TextRange;

/// How a word is put into the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    /// What it replaces.
    pub range: TextRange,
    /// What is put before it.
    pub before: String,
    /// What is put behind it, but for what a key needs.
    pub after: &'static str,
    /// What it is there.
    pub role: Role,
    /// The column in which it then stands.
    pub column: usize,
    /// Whether it stands inside brackets or braces.
    pub flow: bool,
}

/// What a word is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// A new key.
    Key,
    /// Another name for a key that has its colon.
    Name,
    /// A value.
    Value,
}

/// Where a word would stand.
pub struct Place {
    /// The text with the marker.
    pub text: String,
    /// What it says.
    pub parse: Parse,
    /// The names that lead to the mapping of a key, or to a value.
    pub path: Vec<String>,
    /// The keys that stand beside it, or the values beside it in a list.
    pub taken: Vec<String>,
}

impl Shape {
    /// A text with a word in this shape.
    pub fn fill(&self, text: &str, word: &str) -> String {
        let (start, end) = (self.range.start as usize, self.range.end as usize);
        let colon = match self.role {
            Role::Key => ": ",
            Role::Name | Role::Value => "",
        };
        [
            text.get(..start).unwrap_or(""),
            &self.before,
            word,
            colon,
            self.after,
            text.get(end..).unwrap_or(""),
        ]
        .concat()
    }

    /// The place of a word in this shape.
    pub fn place(&self, analysis: &Analysis) -> Option<Place> {
        let reading = &analysis.reading;
        let marker = marker(&reading.text);
        let text = self.fill(&reading.text, &marker);
        let parse = read(&text, reading.parse.repairs.len())?;
        let tree = &parse.tree;
        let node = tree.node_at(self.range.start + self.before.len() as u32)?;
        let here = tree.node(node);
        let scalar = here.as_scalar()?;
        if scalar.text != marker || scalar.style != ScalarStyle::Plain || here.repaired {
            return None;
        }
        let (mut path, on_key) = at::path(tree, node)?;
        if on_key == (self.role == Role::Value) {
            return None;
        }
        let around = tree.parent(node);
        let taken = match around {
            Some(around) if on_key => {
                path.pop();
                self.is_new(tree, around, node).then_some(())?;
                let fields = tree.fields(around).into_iter();
                let names = fields.filter_map(|field| name(tree, field.key));
                names.map(str::to_owned).collect()
            }
            Some(around) if tree.node(around).as_sequence().is_some() => {
                let items = tree.children(around).into_iter();
                let names = items.filter_map(|item| name(tree, item));
                names.map(str::to_owned).collect()
            }
            _ => Vec::new(),
        };
        Some(Place {
            text,
            parse,
            path,
            taken,
        })
    }

    /// Whether a new key takes nothing away from another: what follows it
    /// would be its value.
    fn is_new(&self, tree: &Tree, mapping: NodeId, key: NodeId) -> bool {
        let entries = tree.node(mapping).as_mapping().map(|it| &it.entries);
        let mut entries = entries.into_iter().flatten();
        let entry = entries.find(|entry: &&Entry| entry.key == key);
        let value = entry.map(|entry| tree.node(entry.value));
        let empty = value.is_some_and(|value| value.full_range().is_empty());
        self.role == Role::Name || empty
    }
}

/// A text that is no more broken than `repairs` tells.
pub fn read(text: &str, repairs: usize) -> Option<Parse> {
    if repairs == 0 {
        return syntax::parse_whole(text);
    }
    let parse = syntax::parse(text);
    (parse.repairs.len() <= repairs).then_some(parse)
}

/// A word that is not in the text, and that YAML reads as a string.
fn marker(text: &str) -> String {
    let mut marker = "hpx-marker".to_owned();
    while text.contains(&marker) {
        marker.push('x');
    }
    marker
}
