//! What is shown beside a place: blocks of text, facts and tables, as Markdown
//! and as plain text, both at most 80 columns wide and without HTML.
//!
//! In the texts of blocks, backticks surround code.

use super::table::{Line, WIDTH};
use crate::text::{TextRange, clean};

/// The longest name that is shown whole.
const LONGEST_NAME: usize = 64;

/// What is shown at a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Card {
    /// What it is about.
    pub range: TextRange,
    /// What it says, in order.
    pub blocks: Vec<Block>,
}

/// A piece of a card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Block {
    /// What the card is about: code.
    Title(String),
    /// A paragraph.
    Text(String),
    /// Names with what there is to say of each.
    Facts(Vec<(String, String)>),
    /// Aligned lines.
    Table(Vec<Line>),
}

/// A name of somebody else as code.
pub fn code(name: &str) -> String {
    let name = clean::line(name).replace('`', "'");
    let cut: String = name.chars().take(LONGEST_NAME).collect();
    let more = if cut.len() < name.len() { "..." } else { "" };
    format!("`{cut}{more}`")
}

impl Card {
    /// The card as Markdown.
    pub fn markdown(&self) -> String {
        joined(self.blocks.iter().map(Block::markdown))
    }

    /// The card as plain text.
    pub fn plain(&self) -> String {
        joined(self.blocks.iter().map(Block::plain))
    }
}

fn joined(blocks: impl Iterator<Item = String>) -> String {
    blocks.collect::<Vec<_>>().join("\n\n") + "\n"
}

impl Block {
    fn markdown(&self) -> String {
        match self {
            Block::Title(name) => format!("**{}**", code(name)),
            Block::Text(text) => wrap(&escaped(text), "", ""),
            Block::Facts(facts) => {
                let fact = |(name, value): &(String, String)| {
                    let value = escaped(value);
                    let colon = if value.is_empty() { "" } else { ": " };
                    wrap(&format!("{}{colon}{value}", escaped(name)), "- ", "  ")
                };
                facts.iter().map(fact).collect::<Vec<_>>().join("\n")
            }
            Block::Table(lines) => format!("```text\n{}\n```", spelt(lines)),
        }
    }

    fn plain(&self) -> String {
        match self {
            Block::Title(name) => code(name).replace('`', ""),
            Block::Text(text) => wrap(text, "", ""),
            Block::Facts(facts) => {
                let bare = |name: &str| name.replace('`', "");
                let widths = facts.iter().map(|(name, _)| bare(name).chars().count());
                let width = widths.max().unwrap_or_default().min(WIDTH / 2);
                let indent = " ".repeat(width + 4);
                let fact = |(name, value): &(String, String)| {
                    let first = format!("  {:<width$}  ", bare(name));
                    wrap(value, &first, &indent)
                };
                facts.iter().map(fact).collect::<Vec<_>>().join("\n")
            }
            Block::Table(lines) => spelt(lines),
        }
    }
}

fn spelt(lines: &[Line]) -> String {
    lines.iter().map(Line::text).collect::<Vec<_>>().join("\n")
}

fn wrap(text: &str, first: &str, others: &str) -> String {
    let options = textwrap::Options::new(WIDTH)
        .word_separator(textwrap::WordSeparator::AsciiSpace)
        .word_splitter(textwrap::WordSplitter::NoHyphenation)
        .initial_indent(first)
        .subsequent_indent(others);
    let wrapped = textwrap::fill(&clean::lines(text), options);
    let lines = wrapped.lines().map(str::trim_end);
    lines.collect::<Vec<_>>().join("\n")
}

/// A text in which Markdown sees its code, and no other markup.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let (mut in_code, mut before) = (false, ' ');
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        let inside = |c: &char| c.is_alphanumeric() || *c == '_';
        // Inside a word it is no emphasis.
        let in_word = inside(&before) && rest.peek().is_some_and(inside);
        if c == '`' {
            in_code = !in_code;
        }
        let special = match c {
            '\\' | '*' | '[' | ']' | '<' | '>' | '#' | '~' | '&' | '|' | '!' => !in_code,
            '_' => !in_code && !in_word,
            // At the beginning of a line it would make a list or a heading.
            '-' | '+' | '=' => !in_code && before == ' ' && !rest.peek().is_some_and(inside),
            _ => false,
        };
        if special {
            out.push('\\');
        }
        out.push(c);
        before = c;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ide::table::Tone;

    #[test]
    fn a_dash_begins_no_list() {
        let text = format!("{} - and `-` or -x", "word ".repeat(16).trim_end());
        let wrapped = Block::Text(text).markdown();
        assert!(wrapped.ends_with("\n\\- and `-` or -x"), "{wrapped}");
    }

    #[test]
    fn a_card_is_markdown_and_plain_text() {
        let nasty = code("a`b\u{1b}[31m");
        let card = Card {
            range: TextRange::empty(0),
            blocks: vec![
                Block::Title("model.path".to_owned()),
                Block::Text(format!(
                    "It takes <b> & *all* of arena_size, `arena_size` and {nasty}. {}",
                    "word ".repeat(12)
                )),
                Block::Facts(vec![
                    ("type".to_owned(), "a path".to_owned()),
                    ("`gcc`".to_owned(), String::new()),
                ]),
                Block::Table(vec![Line::of(Tone::Plain, "a  b  ")]),
            ],
        };
        assert_eq!(
            card.markdown(),
            "\
**`model.path`**

It takes \\<b\\> \\& \\*all\\* of arena_size, `arena_size` and `a'b␛[31m`. word word
word word word word word word word word word word

- type: a path
- `gcc`

```text
a  b
```
"
        );
        assert_eq!(
            card.plain(),
            "\
model.path

It takes <b> & *all* of arena_size, `arena_size` and `a'b␛[31m`. word word word
word word word word word word word word word

  type  a path
  gcc

a  b
"
        );
    }
}
