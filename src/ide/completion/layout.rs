//! How a text is laid out, so that what is added looks like the rest.

use super::token::Token;
use crate::syntax::{NodeKind, Tree};
use crate::text::LineIndex;

/// The indentation where the text shows none.
const STEP: usize = 2;

/// How a text is laid out around the cursor.
pub struct Layout {
    /// What ends a line.
    pub newline: &'static str,
    /// How much further in a section stands than its key.
    pub step: usize,
    /// Where the children of the key on the cursor's line stand.
    pub below: usize,
    /// Whether nothing follows the word on its line.
    pub last: bool,
    quote: Option<char>,
}

impl Layout {
    /// The layout of a text around a word.
    pub fn of(text: &str, tree: &Tree, token: &Token) -> Self {
        let step = step(text, tree);
        let behind = text.get(token.range.end as usize..).unwrap_or("");
        let next = behind.lines().skip(1).find(|line| {
            let line = line.trim_start();
            !line.is_empty() && !line.starts_with('#')
        });
        let next = next.map_or(0, |line| line.len() - line.trim_start_matches(' ').len());
        Layout {
            newline: newline(text),
            step,
            below: if next > token.column {
                next
            } else {
                token.column + step
            },
            last: token.last,
            quote: token.quote,
        }
    }

    /// The beginning of a new line, up to a column.
    pub fn line(&self, column: usize) -> String {
        format!("{}{}", self.newline, " ".repeat(column))
    }

    /// What a client compares with the word, which may begin with a quote.
    pub fn filter(&self, label: &str) -> String {
        self.quote.into_iter().chain(label.chars()).collect()
    }
}

/// What ends the lines of a text.
pub fn newline(text: &str) -> &'static str {
    match text.find('\n') {
        Some(at) if text.get(..at).is_some_and(|line| line.ends_with('\r')) => "\r\n",
        None if text.contains('\r') => "\r",
        _ => "\n",
    }
}

/// How far the first section stands in.
fn step(text: &str, tree: &Tree) -> usize {
    let lines = LineIndex::new(text);
    let column = |offset: u32| offset - lines.line_start(lines.line(offset));
    let steps = tree.ids().filter_map(|id| {
        let NodeKind::Mapping(mapping) = &tree.node(id).kind else {
            return None;
        };
        let steps = mapping.entries.iter().filter_map(|entry| {
            let below = tree.node(entry.value).as_mapping().filter(|it| !it.flow)?;
            let child = tree.node(below.entries.first()?.key).range.start;
            let key = tree.node(entry.key).range.start;
            column(child)
                .checked_sub(column(key))
                .filter(|step| *step > 0)
        });
        steps.into_iter().next()
    });
    let mut steps = steps;
    steps.next().map_or(STEP, |step| step as usize)
}
