//! Completion: what can be written at a cursor, in whole and in broken texts.
//!
//! The word at the cursor is told from its line alone (`token`); what it
//! would be there is told by the parser, which reads the text with a marker in
//! the word's place (`place`). So nothing is offered that would break the
//! text.

mod keys;
mod layout;
mod parts;
mod paths;
mod place;
pub mod skeleton;
mod spelling;
mod token;
mod values;

use super::at::ITEM;
use super::card::Card;
use super::hover;
use crate::analysis::{Analysis, Context, Reading};
use crate::schema::{Key, Kind};
use crate::syntax::{NodeKind, Parse};
use crate::text::{Edit, LineIndex, TextRange};
use layout::Layout;
use place::{Place, Role, Shape, read};
use spelling::Spelling;
use token::{After, Token, token};

/// What can be written at a place.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Completions {
    /// In the order in which they are best shown.
    pub items: Vec<Item>,
    /// Whether there is more than is listed, so that a longer word may find it.
    pub incomplete: bool,
}

/// Something that can be written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Item {
    /// Its name.
    pub label: String,
    /// What it is.
    pub kind: ItemKind,
    /// What it means here, in a few words.
    pub detail: String,
    /// What its [`documentation`] is about.
    pub subject: Subject,
    /// Writes it. The range lies on one line and holds the cursor; lines that
    /// it adds have all of their indentation (`insertTextMode` as is).
    pub edit: Edit,
    /// What is written in place of the edit's text, as an LSP snippet.
    pub snippet: Option<String>,
    /// What is compared with the text from the range's start to the cursor.
    pub filter: String,
    /// What items are ordered by.
    pub sort: String,
    /// Whether hpx demands it here.
    pub required: bool,
    /// Whether it is the one to begin with: what holds anyway.
    pub preselect: bool,
    /// Whether it is on its way out.
    pub deprecated: bool,
}

/// What an item is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ItemKind {
    /// A key.
    #[default]
    Key,
    /// A value.
    Value,
    /// A file.
    File,
    /// A folder, in which the completion goes on.
    Folder,
    /// A whole profile.
    Skeleton,
}

/// What an item is about.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Subject {
    /// The names that lead to the key.
    pub path: Vec<String>,
    /// The value of that key.
    pub value: Option<String>,
}

/// What there is to say of an item at length.
pub fn documentation(analysis: &Analysis, subject: &Subject) -> Option<Card> {
    let names: Vec<&str> = subject.path.iter().map(String::as_str).collect();
    let blocks = hover::about(&analysis.reading, &names, subject.value.as_deref())?;
    Some(Card {
        range: TextRange::empty(0),
        blocks,
    })
}

/// What can be written at an offset.
pub fn completions(analysis: &Analysis, offset: u32, context: &Context<'_>) -> Completions {
    let text = &analysis.reading.text;
    if !text.is_char_boundary(offset as usize) {
        return Completions::default();
    }
    let Some(token) = token_at(analysis, offset) else {
        return Completions::default();
    };
    let search = Search {
        analysis,
        context,
        offset,
        layout: Layout::of(text, analysis.reading.tree(), &token),
        token,
    };
    let mut found = search.run();
    found.items.sort_by(|a, b| a.sort.cmp(&b.sort));
    found
}

fn token_at(analysis: &Analysis, offset: u32) -> Option<Token> {
    let text = &analysis.reading.text;
    let lines = LineIndex::new(text);
    let range = lines.line_range(lines.line(offset));
    let line = range.slice(text).trim_end_matches(['\n', '\r']);
    let unmarked = line.trim_start_matches('\u{feff}');
    let start = range.start + (line.len() - unmarked.len()) as u32;
    token(unmarked, start, offset, depth(analysis, start))
}

/// How many brackets and braces are open where a line begins.
fn depth(analysis: &Analysis, start: u32) -> usize {
    let tree = analysis.reading.tree();
    let mut at = start.checked_sub(1).and_then(|before| tree.node_at(before));
    let mut depth = 0;
    while let Some(id) = at {
        let node = tree.node(id);
        let flow = match &node.kind {
            NodeKind::Sequence(list) => list.flow,
            NodeKind::Mapping(mapping) => mapping.flow,
            NodeKind::Scalar(_) | NodeKind::Alias(_) => false,
        };
        let inside = node.range.start < start && start < node.range.end;
        depth += usize::from(flow && inside);
        at = tree.parent(id);
    }
    depth
}

/// The search for what fits at a cursor.
struct Search<'a> {
    analysis: &'a Analysis,
    context: &'a Context<'a>,
    offset: u32,
    token: Token,
    layout: Layout,
}

/// What is known of a value's place.
enum Valued {
    /// Nothing, or that collections stand there.
    Open,
    /// All that can be written.
    Done(Completions),
}

impl Search<'_> {
    fn run(&self) -> Completions {
        for range in self.ranges() {
            let found = match self.token.after {
                _ if self.token.is_key => self.keys(&self.shape(range, Role::Name)),
                After::Start => self.at_start(range),
                After::Colon => self.behind_colon(range),
                After::Flow => {
                    let keys = self.keys(&self.shape(range, Role::Key));
                    keys.or_else(|| self.only_values(range))
                }
            };
            if let Some(found) = found {
                return found;
            }
        }
        Completions::default()
    }

    /// What could be the word: a quote that is not closed may mean to end at
    /// the cursor or with the line.
    fn ranges(&self) -> Vec<TextRange> {
        let Token { range, quote, .. } = self.token;
        let to_cursor = TextRange::new(range.start, self.offset);
        match (quote, self.token.closed) {
            (None, _) => vec![range],
            (Some(_), true) => vec![range, to_cursor],
            (Some(_), false) if range == to_cursor => vec![range],
            (Some(_), false) => vec![to_cursor, range],
        }
    }

    fn shape(&self, range: TextRange, role: Role) -> Shape {
        Shape {
            range,
            before: if self.token.tight { " " } else { "" }.to_owned(),
            after: "",
            role,
            column: self.token.column,
            flow: self.token.flow,
        }
    }

    fn at_start(&self, range: TextRange) -> Option<Completions> {
        let keys = self.keys(&self.shape(range, Role::Key));
        if let Some(keys) = keys {
            return Some(self.with_skeletons(keys, range));
        }
        match self.values(&self.shape(range, Role::Value)) {
            Valued::Done(found) => Some(found),
            Valued::Open => self.keys(&Shape {
                before: "- ".to_owned(),
                column: self.token.column + 2,
                ..self.shape(range, Role::Key)
            }),
        }
    }

    fn behind_colon(&self, range: TextRange) -> Option<Completions> {
        if let Valued::Done(found) = self.values(&self.shape(range, Role::Value)) {
            return Some(found);
        }
        let key = self.shape(range, Role::Key);
        if self.token.flow {
            let before = format!("{}{{", key.before);
            let braced = Shape {
                before,
                after: "}",
                ..key
            };
            return self.keys(&braced);
        }
        let below = |dash: &str| Shape {
            before: format!("{}{dash}", self.layout.line(self.layout.below)),
            column: self.layout.below + dash.len(),
            ..key.clone()
        };
        let keys = self.keys(&below(""));
        keys.or_else(|| self.keys(&below("- ")))
    }

    fn only_values(&self, range: TextRange) -> Option<Completions> {
        match self.values(&self.shape(range, Role::Value)) {
            Valued::Done(found) => Some(found),
            Valued::Open => None,
        }
    }

    /// The keys in a shape, if there are any.
    fn keys(&self, shape: &Shape) -> Option<Completions> {
        let place = shape.place(self.analysis)?;
        let reading = self.read(&place.text, place.parse);
        let items = keys::items(&reading, &place.path, &place.taken, shape, &self.layout);
        (!items.is_empty()).then_some(Completions {
            items,
            incomplete: false,
        })
    }

    fn values(&self, shape: &Shape) -> Valued {
        let Some(place) = shape.place(self.analysis) else {
            return Valued::Open;
        };
        let path: Vec<&str> = place.path.iter().map(String::as_str).collect();
        let schema = self.analysis.reading.schema;
        let listed = || match path.split_last() {
            // A selection is a word or a list, and its schema tells of both.
            Some((&ITEM, list)) => schema.key(list).filter(|key| key.kind == Kind::Selection),
            _ => None,
        };
        let Some(key) = schema.key(&path).or_else(listed) else {
            return Valued::Done(Completions::default());
        };
        let found = self.values_of(key, &path, &place, shape);
        if found.items.is_empty() && is_collection(key) {
            return Valued::Open;
        }
        Valued::Done(found)
    }

    fn values_of(&self, key: &Key, path: &[&str], place: &Place, shape: &Shape) -> Completions {
        // What the word says must not count.
        let text = shape.fill(&self.analysis.reading.text, "");
        let Some(parse) = read(&text, self.analysis.reading.parse.repairs.len()) else {
            return Completions::default();
        };
        let reading = self.read(&text, parse);
        if key.kind == Kind::Path {
            return paths::completions(&reading, path, self, shape);
        }
        let values = values::values(&reading, key, path, shape.range.start);
        let free = values.into_iter().filter(|value| {
            let in_list = path.last() == Some(&ITEM);
            !in_list || !place.taken.contains(&value.label)
        });
        let spelling = self.spelling(shape);
        let items = free.enumerate().map(|(at, value)| Item {
            edit: spelling.edit(&value.text),
            filter: self.layout.filter(&value.label),
            sort: format!("{}{at:04}", value.rank),
            kind: ItemKind::Value,
            subject: Subject {
                path: place.path.clone(),
                value: Some(value.label.clone()),
            },
            label: value.label,
            detail: value.detail,
            snippet: None,
            required: false,
            preselect: value.default,
            deprecated: false,
        });
        Completions {
            items: items.collect(),
            incomplete: false,
        }
    }

    fn spelling<'s>(&self, shape: &'s Shape) -> Spelling<'s> {
        let closed = self.token.closed && shape.range == self.token.range;
        Spelling {
            shape,
            quote: self.token.quote,
            closed,
        }
    }

    /// What is written of a path up to the cursor.
    fn written(&self, shape: &Shape) -> &str {
        let range = TextRange::new(shape.range.start, self.offset);
        let written = range.slice(&self.analysis.reading.text).trim_start();
        written.strip_prefix(['"', '\'']).unwrap_or(written)
    }

    fn read(&self, text: &str, parse: Parse) -> Reading {
        Reading::new(text, parse, self.context)
    }

    /// Whole profiles too, where there is nothing yet.
    fn with_skeletons(&self, mut keys: Completions, range: TextRange) -> Completions {
        let text = &self.analysis.reading.text;
        let rest = self.shape(range, Role::Value).fill(text, "");
        let empty = rest.lines().all(|line| {
            let line = line.trim_start_matches('\u{feff}').trim_start();
            line.is_empty() || line.starts_with('#')
        });
        if empty && self.token.column == 0 {
            let (context, newline) = (self.context, self.layout.newline);
            keys.items.extend(skeleton::items(context, range, newline));
        }
        keys
    }
}

fn is_collection(key: &Key) -> bool {
    !key.children.is_empty() || key.wildcard.is_some() || key.item.is_some()
}
