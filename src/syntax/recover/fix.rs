//! The changes that may make a broken text readable.

use super::outline::{Outline, line_end, line_start, previous_line};
use super::probe::Stop;
use crate::syntax::fault::Fault;

/// A replacement in a text that may mend it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Fix {
    /// How much it changes; of fixes that mend as much the cheapest is taken.
    pub(super) cost: u8,
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) text: String,
}

/// The places where a text may be mended.
pub(super) struct Fixes<'t> {
    text: &'t str,
    fixes: Vec<Fix>,
}

/// The starts of the lines that may be to blame, likeliest first.
pub(super) fn suspect_lines(text: &str, stop: &Stop) -> Vec<usize> {
    let end = text.trim_end().len();
    let at = line_start(text, stop.error.at.min(end));
    let mut lines = Vec::new();
    let from = stop.error.from.map(|from| line_start(text, from));
    let quote = stop.quote.map(|quote| line_start(text, quote));
    let before = previous_line(text, at);
    let further = before.and_then(|before| previous_line(text, before));
    let candidates = [quote, from, Some(at), before, further];
    for line in candidates.into_iter().flatten() {
        if !lines.contains(&line) {
            lines.push(line);
        }
    }
    lines
}

/// The fixes to try, cheapest first.
pub(super) fn fixes(text: &str, stop: &Stop, lines: &[usize]) -> Vec<Fix> {
    let mut fixes = Fixes {
        text,
        fixes: Vec::new(),
    };
    fixes.at_the_error(stop);
    for &line in lines {
        fixes.in_line(&Outline::of_line(text, line));
    }
    fixes.fixes.sort_by_key(|fix| fix.cost);
    fixes.fixes
}

/// The last resort: all the lines that the fault goes over are blanked.
pub(super) fn last_resort(text: &str, stop: &Stop, lines: &[usize]) -> Option<Fix> {
    let mut fixes = Fixes {
        text,
        fixes: Vec::new(),
    };
    // The first of the lines is the likeliest; those before it are no more than suspected.
    let at = stop.error.at.min(text.len());
    let first = (*lines.first()?).min(line_start(text, at));
    fixes.blank(0, first, line_end(text, at));
    let fix = fixes.fixes.pop()?;
    (text.get(fix.start..fix.end)? != fix.text).then_some(fix)
}

impl Fixes<'_> {
    fn add(&mut self, cost: u8, start: usize, end: usize, text: &str) {
        let text = text.to_owned();
        self.fixes.push(Fix {
            cost,
            start,
            end,
            text,
        });
    }

    fn insert(&mut self, cost: u8, at: usize, text: &str) {
        self.add(cost, at, at, text);
    }

    fn slice(&self, start: usize, end: usize) -> &str {
        self.text.get(start..end).unwrap_or("")
    }

    /// Puts spaces in the place of a part of a line.
    fn blank(&mut self, cost: u8, start: usize, end: usize) {
        let blanks = self.slice(start, end).bytes();
        let blanks: String = blanks
            .map(|byte| match byte {
                b'\n' | b'\r' => char::from(byte),
                _ => ' ',
            })
            .collect();
        if !blanks.is_empty() {
            self.add(cost, start, end, &blanks);
        }
    }

    /// What the fault itself suggests.
    fn at_the_error(&mut self, stop: &Stop) {
        let at = stop.error.at;
        let from = stop.error.from.unwrap_or(at);
        match stop.error.fault {
            Fault::CannotStart('\t') => self.tabs(at),
            Fault::CannotStart(_) | Fault::StrayCloser(_) => self.delete_run(1, at),
            Fault::Anchor
            | Fault::Alias
            | Fault::Tag
            | Fault::UndefinedTagHandle
            | Fault::Directive
            | Fault::BlockHeader
            | Fault::ZeroIndentation => self.delete_run(1, from),
            Fault::StrayColon => self.add(2, at, at + 1, ";"),
            Fault::StrayDash => self.add(2, at, at + 1, " "),
            Fault::UnknownEscape(_) | Fault::ShortEscape | Fault::EscapeOutOfRange => {
                self.insert(1, at, "\\");
            }
            Fault::InFlow(_) | Fault::NoValue(_) => {
                self.in_brackets(from, at);
            }
            Fault::InBlockMapping(_) | Fault::InBlockSequence(_) => {
                self.blank(3, at, line_end(self.text, at));
            }
            _ => {}
        }
    }

    /// Tabs between values may be spaces; those that indent a line may be too many.
    fn tabs(&mut self, at: usize) {
        let rest = self.slice(at, line_end(self.text, at));
        let end = at + rest.len() - rest.trim_start_matches('\t').len();
        let indents = self.slice(line_start(self.text, at), at).trim().is_empty();
        if indents {
            self.add(1, at, end, "");
            self.blank(2, at, end);
        } else {
            self.blank(1, at, end);
        }
    }

    /// Leaves out the character at `at` and those like it that follow.
    fn delete_run(&mut self, cost: u8, at: usize) {
        let rest = self.slice(at, line_end(self.text, at));
        let Some(first) = rest.chars().next() else {
            return;
        };
        let run = rest.len() - rest.trim_start_matches(first).len();
        self.add(cost, at, at + run, "");
    }

    /// Closes the brackets that are open from `from` on, or goes on with a comma.
    fn in_brackets(&mut self, from: usize, at: usize) {
        if let Some(line) = previous_line(self.text, at)
            && line > from
        {
            let outline = Outline::of(self.text, from, line_end(self.text, line));
            let end = Outline::of_line(self.text, line).end;
            self.insert(1, end, &outline.closers());
        }
        if at > from && self.text.len() > at {
            self.insert(2, at, ", ");
            self.delete_run(3, at);
        }
    }

    /// What the look of a line suggests.
    fn in_line(&mut self, line: &Outline) {
        if line.is_empty() {
            return;
        }
        self.close(line);
        if line.colon.is_none() {
            self.add_colon(line);
        }
        self.leave_out_indicator(line);
        self.separate_dash(line);
        self.indent_again(line);
        let value = line.colon.map_or(line.content, |colon| colon + 1);
        if value > line.content && value < line.end {
            self.blank(5, value, line.end);
        }
        self.blank(7, line.content, line.end);
    }

    /// Closes the quote or the brackets that a line leaves open.
    fn close(&mut self, line: &Outline) {
        let mut closing = line.closers();
        if let Some((at, quote)) = line.open_quote {
            let quoted = self
                .slice(at, line.end)
                .trim_end_matches([']', '}', ',', ' ']);
            let inside = at + quoted.len();
            if !closing.is_empty() && inside < line.end && inside > at + 1 {
                self.insert(1, inside, &quote.to_string());
            }
            closing.insert(0, quote);
            self.add(3, at, at + 1, "");
        }
        if let (Some(&(at, _)), None) = (line.open_brackets.first(), line.open_quote) {
            self.delete_run(3, at);
        }
        if closing.is_empty() {
            return;
        }
        self.insert(1, line.end, &closing);
        self.insert(2, line.end, &(closing + ":"));
    }

    /// Makes a key of the line.
    fn add_colon(&mut self, line: &Outline) {
        let content = self.slice(line.content, line.end);
        let word = content
            .find(|character: char| !character.is_alphanumeric() && !"_-.".contains(character))
            .unwrap_or(content.len());
        let behind = line.content + word;
        if word > 0 && behind < line.end {
            match self.text.as_bytes().get(behind) {
                Some(b':') => self.insert(1, behind + 1, " "),
                Some(b' ') => self.insert(2, behind, ":"),
                _ => {}
            }
        }
        self.insert(1, line.end, ":");
    }

    /// Leaves out an indicator before what looks like a key.
    fn leave_out_indicator(&mut self, line: &Outline) {
        let first = self.slice(line.content, line.end).chars().next();
        let indicator = first.is_some_and(|first| "\"'[{]},*&!%@`|>?".contains(first));
        let key = self.slice(line.content, line.end).contains(':');
        if indicator && key {
            self.delete_run(1, line.content);
        }
    }

    /// Puts a space behind the dash of `-item`.
    fn separate_dash(&mut self, line: &Outline) {
        let content = self.slice(line.content, line.end);
        if content.starts_with('-') && !content.starts_with("- ") && !content.starts_with("--") {
            self.insert(1, line.content + 1, " ");
        }
    }

    /// Indents a line like the one before it, or one step deeper or less deep.
    fn indent_again(&mut self, line: &Outline) {
        let Some(before) = previous_line(self.text, line.start) else {
            return;
        };
        let before = Outline::of_line(self.text, before);
        let level = before.indentation();
        for (cost, indentation) in [(3, level), (4, level + 2), (4, level.saturating_sub(2))] {
            if indentation != line.indentation() {
                let blanks = " ".repeat(indentation);
                self.add(cost, line.start, line.content, &blanks);
            }
        }
    }
}
