//! What a line looks like, without the rest of the text.

/// The shape of a line, or of a few lines from an opening bracket on; offsets are in the text.
pub(super) struct Outline {
    /// Where the line starts.
    pub(super) start: usize,
    /// Where its first character that is no blank stands.
    pub(super) content: usize,
    /// Where its content ends, before a comment and the blanks there.
    pub(super) end: usize,
    /// The quote that is still open at its end.
    pub(super) open_quote: Option<(usize, char)>,
    /// The brackets that are still open at its end, outermost first.
    pub(super) open_brackets: Vec<(usize, char)>,
    /// The colon behind its first key.
    pub(super) colon: Option<usize>,
}

/// Where the line of an offset starts.
pub(super) fn line_start(text: &str, at: usize) -> usize {
    let before = text.as_bytes().get(..at).unwrap_or(&[]);
    let last = before
        .iter()
        .rposition(|byte| matches!(byte, b'\n' | b'\r'));
    last.map_or(0, |last| last + 1)
}

/// Where the line of an offset ends, its break not included.
pub(super) fn line_end(text: &str, at: usize) -> usize {
    let after = text.as_bytes().get(at..).unwrap_or(&[]);
    let length = after.iter().position(|byte| matches!(byte, b'\n' | b'\r'));
    at + length.unwrap_or(after.len())
}

/// The start of the last line before `at` that is not blank.
pub(super) fn previous_line(text: &str, at: usize) -> Option<usize> {
    let before = text.get(..line_start(text, at))?.trim_end();
    (!before.is_empty()).then(|| line_start(text, before.len()))
}

impl Outline {
    /// The outline of the line that starts at `start`.
    pub(super) fn of_line(text: &str, start: usize) -> Self {
        Self::of(text, start, line_end(text, start))
    }

    /// The outline of the text from `start` to `end`.
    pub(super) fn of(text: &str, start: usize, end: usize) -> Self {
        let whole = text.get(start..end).unwrap_or("");
        let blanks = whole.len() - whole.trim_start().len();
        let mut outline = Self {
            start,
            content: start + blanks,
            end: start + whole.trim_end().len(),
            open_quote: None,
            open_brackets: Vec::new(),
            colon: None,
        };
        outline.read(whole);
        outline
    }

    fn read(&mut self, whole: &str) {
        let mut value_may_begin = true;
        let mut in_property = false;
        let mut characters = whole.char_indices().peekable();
        let mut before = ' ';
        while let Some((at, character)) = characters.next() {
            let at = self.start + at;
            let next = characters.peek().map_or(' ', |&(_, next)| next);
            if let Some((_, quote)) = self.open_quote {
                match character {
                    '\\' if quote == '"' => drop(characters.next()),
                    '\'' if quote == '\'' && next == '\'' => drop(characters.next()),
                    _ if character == quote => self.open_quote = None,
                    _ => {}
                }
                before = character;
                continue;
            }
            match character {
                '#' if before.is_whitespace() => {
                    let content = whole.get(..at - self.start).unwrap_or("");
                    self.end = self.start + content.trim_end().len();
                    return;
                }
                '"' | '\'' if value_may_begin => self.open_quote = Some((at, character)),
                _ => self.note_indicator(at, character, next, value_may_begin),
            }
            let in_flow = !self.open_brackets.is_empty();
            // A value may still begin behind its anchor and its tag.
            in_property = match character {
                '&' | '!' => in_property || value_may_begin,
                _ => in_property && !before.is_whitespace(),
            };
            value_may_begin = match character {
                _ if in_property => character.is_whitespace(),
                '[' | '{' | ',' => in_flow,
                '-' | '?' | ':' => next.is_whitespace() && (value_may_begin || character == ':'),
                _ => character.is_whitespace() && value_may_begin,
            };
            before = character;
        }
    }

    fn note_indicator(&mut self, at: usize, character: char, next: char, begins: bool) {
        let in_flow = !self.open_brackets.is_empty();
        match character {
            '[' | '{' if begins || in_flow => self.open_brackets.push((at, character)),
            ']' | '}'
                if self
                    .open_brackets
                    .last()
                    .is_some_and(|&open| closes(open.1, character)) =>
            {
                self.open_brackets.pop();
            }
            ':' if !in_flow && next.is_whitespace() && self.colon.is_none() => {
                self.colon = Some(at);
            }
            _ => {}
        }
    }

    /// The brackets that would close all that are open.
    pub(super) fn closers(&self) -> String {
        let open = self.open_brackets.iter().rev();
        open.map(|&(_, opener)| if opener == '[' { ']' } else { '}' })
            .collect()
    }

    /// How many characters it is indented by.
    pub(super) fn indentation(&self) -> usize {
        self.content - self.start
    }

    /// Whether there is nothing on it but blanks and a comment.
    pub(super) fn is_empty(&self) -> bool {
        self.end <= self.content
    }
}

fn closes(opener: char, closer: char) -> bool {
    matches!((opener, closer), ('[', ']') | ('{', '}'))
}
