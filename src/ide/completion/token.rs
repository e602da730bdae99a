//! The word at the cursor, told from its line alone: the text around it may be
//! broken. What it says of the line is a guess that the parser confirms.

use std::ops::ControlFlow;

use crate::text::TextRange;

/// What stands before a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum After {
    /// The beginning of the line, or dashes there.
    Start,
    /// The colon of a key.
    Colon,
    /// A bracket, a brace or a comma.
    Flow,
}

/// The word at the cursor; it may be empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    /// The word, its quotes included.
    pub range: TextRange,
    /// The quote that it begins with.
    pub quote: Option<char>,
    /// Whether that quote is closed on the line.
    pub closed: bool,
    /// What stands before it.
    pub after: After,
    /// Whether it is inside brackets or braces.
    pub flow: bool,
    /// Whether it must be kept away from what stands before it.
    pub tight: bool,
    /// Whether a colon makes it a key already.
    pub is_key: bool,
    /// The column of the line's last key or item, which is the word itself
    /// where nothing but dashes stands before it.
    pub column: usize,
    /// Whether nothing follows it on its line.
    pub last: bool,
}

/// The word at `cursor` in the line that begins at `start`, inside `depth`
/// brackets. None in a comment, and where nothing can be written.
pub fn token(line: &str, start: u32, cursor: u32, depth: usize) -> Option<Token> {
    let marks = ["---", "...", "%"];
    if depth == 0 && marks.iter().any(|mark| line.starts_with(mark)) {
        return None;
    }
    let mut reader = Reader {
        line,
        cursor: cursor.checked_sub(start)? as usize,
        at: 0,
        depth,
        after: if depth > 0 { After::Flow } else { After::Start },
        before: 0,
        column: 0,
    };
    let found = reader.read()?;
    let range = TextRange::new(start + found.range.start, start + found.range.end);
    Some(Token { range, ..found })
}

struct Reader<'t> {
    line: &'t str,
    cursor: usize,
    at: usize,
    depth: usize,
    after: After,
    /// The end of the separator before.
    before: usize,
    column: usize,
}

fn is_blank(c: char) -> bool {
    c == ' ' || c == '\t'
}

/// The reader goes on, or knows the answer.
type Step = ControlFlow<Option<Token>>;

const GO_ON: Step = ControlFlow::Continue(());
const NOTHING: Step = ControlFlow::Break(None);

impl Reader<'_> {
    fn read(&mut self) -> Option<Token> {
        loop {
            if let ControlFlow::Break(found) = self.step() {
                return found;
            }
        }
    }

    fn step(&mut self) -> Step {
        self.skip_blanks();
        let rest = self.rest();
        let Some(first) = rest.chars().next() else {
            return self.empty();
        };
        let next = rest.chars().nth(1);
        match first {
            '#' if self.is_apart() => self.empty(),
            '-' if self.after == After::Start && next.is_none_or(is_blank) => {
                self.pass(self.at + 1, After::Start)
            }
            '[' | '{' => {
                self.depth += 1;
                self.pass(self.at + 1, After::Flow)
            }
            ']' | '}' | ',' if self.depth > 0 => {
                if self.cursor <= self.at {
                    return self.empty();
                }
                self.close(first)
            }
            '&' | '!' => {
                let end = self.at + rest.find(is_blank).unwrap_or(rest.len());
                if self.cursor <= end {
                    return NOTHING;
                }
                self.pass(end, self.after)
            }
            // A block scalar begins.
            '|' | '>' if self.depth == 0 => NOTHING,
            _ => self.word(first),
        }
    }

    /// Goes on behind what separates words, which ends at `end`.
    fn pass(&mut self, end: usize, after: After) -> Step {
        self.at = end;
        self.before = end;
        self.after = after;
        if self.cursor < end { NOTHING } else { GO_ON }
    }

    /// Goes on behind a bracket that closes, or a comma.
    fn close(&mut self, mark: char) -> Step {
        if mark == ',' {
            return self.pass(self.at + 1, After::Flow);
        }
        self.depth -= 1;
        self.at += 1;
        self.go_on_in_flow()
    }

    /// Goes on behind a value, where only flow can.
    fn go_on_in_flow(&mut self) -> Step {
        self.skip_blanks();
        match self.rest().chars().next() {
            Some(',' | ']' | '}') if self.depth > 0 && self.cursor > self.at => GO_ON,
            _ => NOTHING,
        }
    }

    fn rest(&self) -> &str {
        self.line.get(self.at..).unwrap_or("")
    }

    fn skip_blanks(&mut self) {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start_matches(is_blank).len();
    }

    /// Whether a blank or the line's beginning stands before.
    fn is_apart(&self) -> bool {
        let before = self.line.get(..self.at).unwrap_or("");
        before.is_empty() || before.ends_with(is_blank)
    }

    /// No word at the cursor, if there is room for one.
    fn empty(&self) -> Step {
        let room = self.before <= self.cursor && self.cursor <= self.at;
        let found = self.of(self.cursor, self.cursor);
        ControlFlow::Break(room.then_some(found))
    }

    /// A word between two places of the line.
    fn of(&self, start: usize, end: usize) -> Token {
        let before = self.line.get(..start).unwrap_or("");
        let tight = before.ends_with(|c| !is_blank(c) && !"[{,".contains(c));
        let rest = self.line.get(end..).unwrap_or("");
        let column = match self.after {
            After::Start => start + usize::from(tight),
            After::Colon | After::Flow => self.column,
        };
        Token {
            range: TextRange::new(start as u32, end as u32),
            quote: None,
            closed: false,
            after: self.after,
            flow: self.depth > 0,
            tight,
            is_key: false,
            column,
            last: rest.trim_matches(is_blank).is_empty(),
        }
    }

    fn word(&mut self, first: char) -> Step {
        let start = self.at;
        let quote = Some(first).filter(|c| *c == '"' || *c == '\'');
        let (end, closed) = match quote {
            Some(quote) => self.quoted(quote),
            None => (start + self.plain(), false),
        };
        let rest = self.line.get(end..).unwrap_or("");
        let behind = rest.trim_start_matches(is_blank);
        let colon = end + rest.len() - behind.len();
        let is_key = behind.strip_prefix(':').is_some_and(|after| {
            let adjacent = self.depth > 0 && quote.is_some();
            adjacent || self.ends_key(after.chars().next())
        });
        if self.cursor <= end {
            // In front of a value is where another takes its place.
            let near = self.cursor >= start || self.after == After::Colon;
            let found = Token {
                quote,
                closed,
                is_key,
                ..self.of(start.min(self.cursor), end)
            };
            return ControlFlow::Break((near && self.before <= self.cursor).then_some(found));
        }
        if is_key {
            if self.after == After::Start {
                self.column = start;
            }
            return self.pass(colon + 1, After::Colon);
        }
        self.at = end;
        self.go_on_in_flow()
    }

    /// Whether a colon before this character is one of a key.
    fn ends_key(&self, next: Option<char>) -> bool {
        next.is_none_or(|c| is_blank(c) || self.depth > 0 && ",[]{}".contains(c))
    }

    /// Where a quoted word ends, and whether its quote does.
    fn quoted(&self, quote: char) -> (usize, bool) {
        let mut rest = self.rest().char_indices().skip(1).peekable();
        while let Some((at, c)) = rest.next() {
            if c == '\\' && quote == '"' {
                rest.next();
            } else if c == quote {
                if quote == '\'' && rest.peek().is_some_and(|(_, next)| *next == quote) {
                    rest.next();
                    continue;
                }
                return (self.at + at + 1, true);
            }
        }
        (
            self.at + self.rest().trim_end_matches(is_blank).len(),
            false,
        )
    }

    /// How long a plain word is.
    fn plain(&self) -> usize {
        let rest = self.rest();
        let mut end = rest.len();
        let mut before = ' ';
        for (at, c) in rest.char_indices() {
            let next = rest.get(at + c.len_utf8()..);
            let next = next.and_then(|it| it.chars().next());
            let flow = self.depth > 0;
            let ends = match c {
                ':' => self.ends_key(next),
                '#' => at > 0 && is_blank(before),
                ',' | '[' | ']' | '{' | '}' => flow,
                _ => false,
            };
            if ends {
                end = at;
                break;
            }
            before = c;
        }
        rest.get(..end)
            .unwrap_or("")
            .trim_end_matches(is_blank)
            .len()
    }
}
