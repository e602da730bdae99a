//! How a value is written where a word stands: strings keep the quotes that
//! are there, and get some where YAML would read them otherwise.

use super::place::Shape;
use crate::rules::edits;
use crate::text::Edit;

/// What a value is written as.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Text {
    /// A string, which may need quotes.
    Word(String),
    /// YAML as it is.
    Yaml(String),
}

/// How values are written at the cursor.
pub struct Spelling<'s> {
    /// The shape that they take.
    pub shape: &'s Shape,
    /// The quote that the word begins with.
    pub quote: Option<char>,
    /// Whether it is closed.
    pub closed: bool,
}

impl Spelling<'_> {
    /// Writes a value. A string keeps the quotes that are there.
    pub fn edit(&self, value: &Text) -> Edit {
        let spelt = match (value, self.quote) {
            (Text::Word(word), Some(quote)) => {
                return self.inside(quote, word, true);
            }
            (Text::Word(word), None) => edits::scalar(word),
            (Text::Yaml(yaml), _) => yaml.clone(),
        };
        Edit {
            range: self.shape.range,
            text: format!("{}{spelt}{}", self.shape.before, self.shape.after),
        }
    }

    /// Writes a string within its quotes; `whole` closes those that are open.
    pub fn inside(&self, quote: char, word: &str, whole: bool) -> Edit {
        let mut text: String = self.shape.before.clone();
        text.push(quote);
        for c in word.chars() {
            match c {
                '\'' if quote == '\'' => text.push_str("''"),
                '"' | '\\' if quote == '"' => text.extend(['\\', c]),
                _ => text.push(c),
            }
        }
        let mut range = self.shape.range;
        match (whole, self.closed) {
            (true, _) => text.push(quote),
            (false, true) => range.end -= 1,
            (false, false) => {}
        }
        Edit { range, text }
    }
}
