//! Tables and wrapped text of at most 80 columns, for people.

use crate::text::clean;

/// The columns that a table or a text takes at most.
pub const WIDTH: usize = 80;

/// How a part of a line is meant, where colours can tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Tone {
    /// As any text.
    Plain,
    /// It stands out, as a head does.
    Strong,
    /// It stands back.
    Faint,
    /// It tells of a mistake.
    Alarm,
}

/// A line, as parts that follow each other.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line(pub Vec<(Tone, String)>);

impl Line {
    /// A line in one tone.
    pub fn of(tone: Tone, text: impl Into<String>) -> Self {
        Line(vec![(tone, text.into())])
    }

    /// The line without its tones.
    pub fn text(&self) -> String {
        let parts = self.0.iter().map(|(_, text)| text.as_str());
        let text: String = parts.collect();
        text.trim_end().to_owned()
    }
}

/// The widest cell of each column.
pub(super) fn widths<'a, const N: usize>(
    rows: impl Iterator<Item = &'a [String; N]>,
) -> [usize; N] {
    let mut widths = [0; N];
    for row in rows {
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = (*width).max(cell.chars().count());
        }
    }
    widths
}

/// Rows under a head; columns of numbers are to the right.
pub fn list<const N: usize>(head: [&str; N], rows: &[[String; N]]) -> Vec<Line> {
    let head = head.map(str::to_owned);
    let widths = widths(std::iter::once(&head).chain(rows));
    let numeric = |at: usize| {
        rows.iter()
            .filter_map(|row| row.get(at))
            .all(|cell| is_number(cell))
    };
    let right: [bool; N] = std::array::from_fn(numeric);
    let spell = |row: &[String; N]| {
        let cells = row.iter().zip(&widths).zip(right);
        let cells = cells.map(|((cell, width), right)| {
            if right {
                format!("{cell:>width$}")
            } else {
                format!("{cell:<width$}")
            }
        });
        clean::line(cells.collect::<Vec<_>>().join("  ").trim_end()).into_owned()
    };
    let rows = rows.iter().map(|row| Line::of(Tone::Plain, spell(row)));
    std::iter::once(Line::of(Tone::Strong, spell(&head)))
        .chain(rows)
        .collect()
}

fn is_number(cell: &str) -> bool {
    cell.chars()
        .all(|c| c.is_ascii_digit() || c == ',' || c == '-')
}

/// A text wrapped at the width, each line behind the indent.
pub fn wrapped(text: &str, indent: &str) -> String {
    let options = textwrap::Options::new(WIDTH)
        .initial_indent(indent)
        .subsequent_indent(indent);
    textwrap::fill(&clean::lines(text), options)
}
