//! Cases as data: profiles with the findings marked below the lines that they are on.
//!
//! A file of `tests/rules` holds cases. Each begins with a line `#### title`, goes on with
//! lines `#: ...` that set what differs from the usual:
//!
//! - `#: release 0.1.6` checks against that release, else the newest;
//! - `#: set target.transport=uart` is an override of the command line;
//! - `#: text crlf` (`cr`, `bom`, `no-final-newline`) changes how the text is stored,
//!
//! and then holds the profile. A finding is a comment below the line on which it begins:
//!
//! ```text
//!   arena_location: dtcm
//! #                 ^^^^ error[unknown-value]: the message
//! #                    | help: the way out
//! ```
//!
//! A `#` right before the carets is itself one, so that a finding may begin in the first
//! column; `~` marks an empty range, and `(to 7:4)` the end of a range of several lines. The
//! marks are taken out before the profile is read, so a case may hold any YAML.

use std::fmt::Write;

use hpx_lsp::analysis::{Context, analyze};
use hpx_lsp::catalog::Release;
use hpx_lsp::diagnostic::{Diagnostic, File};
use hpx_lsp::profile::{OverrideValue, Overrides};
use hpx_lsp::rules;
use hpx_lsp::settings::Settings;
use hpx_lsp::text::{Encoding, LineColumn, LineIndex, TextRange};

use super::files::folder;

const TITLE: &str = "#### ";
const HEADER: &str = "#: ";

/// A profile and what surrounds it.
pub struct Case {
    pub title: String,
    header: Vec<String>,
    /// The profile's lines.
    lines: Vec<String>,
}

/// The cases of a file.
pub fn cases(file: &str) -> Vec<Case> {
    let mut cases: Vec<Case> = Vec::new();
    for line in file.lines() {
        if let Some(title) = line.strip_prefix(TITLE) {
            cases.push(Case {
                title: title.to_owned(),
                header: Vec::new(),
                lines: Vec::new(),
            });
            continue;
        }
        let case = cases
            .last_mut()
            .unwrap_or_else(|| panic!("`{line}` before the first `####`"));
        match line.strip_prefix(HEADER) {
            Some(header) if case.lines.is_empty() => case.header.push(header.to_owned()),
            _ if is_mark(line) => {}
            _ => case.lines.push(line.to_owned()),
        }
    }
    cases
}

/// Whether a line marks a finding, or goes on with one.
fn is_mark(line: &str) -> bool {
    let Some(rest) = line.strip_prefix('#') else {
        return false;
    };
    let rest = rest.trim_start_matches([' ', '^', '~']);
    let level = |level| rest.strip_prefix(level).is_some_and(|r| r.starts_with('['));
    rest.starts_with("| ") || ["error", "warning", "hint"].into_iter().any(level)
}

impl Case {
    /// The profile as hpx would find it.
    pub fn text(&self) -> String {
        let has = |word: &str| self.words("text").any(|given| given == word);
        let end = match (has("crlf"), has("cr")) {
            (true, _) => "\r\n",
            (_, true) => "\r",
            _ => "\n",
        };
        let mut text = self.lines.join(end);
        if !has("no-final-newline") && !text.is_empty() {
            text.push_str(end);
        }
        if has("bom") {
            text.insert(0, '\u{feff}');
        }
        text
    }

    /// The words of the headers that begin with `name`.
    fn words<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a str> {
        let headers = self.header.iter();
        let rest = headers.filter_map(move |header| header.strip_prefix(name));
        rest.flat_map(str::split_whitespace)
    }

    pub fn release(&self) -> &'static Release {
        match self.words("release").next() {
            Some(name) => Release::find(name).unwrap_or_else(|| panic!("no release {name}")),
            None => Release::newest(),
        }
    }

    pub fn overrides(&self) -> Overrides {
        let mut overrides = Overrides::default();
        for word in self.words("set") {
            let (key, value) = word.split_once('=').unwrap();
            overrides.set(key, override_value(value));
        }
        overrides
    }

    /// What the rules find.
    pub fn findings(&self) -> Vec<Diagnostic> {
        let overrides = self.overrides();
        let context = Context {
            settings: &Settings::default(),
            release: self.release(),
            overrides: &overrides,
            files: folder(),
        };
        analyze(&self.text(), &context).diagnostics
    }

    /// The case as its file should hold it.
    pub fn marked(&self) -> String {
        let findings = self.findings();
        let page = Page::new(self.text());
        let mut marked = format!("{TITLE}{}\n", self.title);
        for header in &self.header {
            writeln!(marked, "{HEADER}{header}").unwrap();
        }
        for (number, line) in self.lines.iter().enumerate() {
            writeln!(marked, "{line}").unwrap();
            for finding in &findings {
                if page.start(finding.range).line as usize == number {
                    page.mark(finding, line, &mut marked);
                }
            }
        }
        marked
    }
}

fn override_value(text: &str) -> OverrideValue {
    match text {
        "null" => OverrideValue::Null,
        "true" => OverrideValue::Bool(true),
        "false" => OverrideValue::Bool(false),
        _ => match text.parse() {
            Ok(number) => OverrideValue::Int(number),
            Err(_) => OverrideValue::Str(text.to_owned()),
        },
    }
}

/// A text with its lines.
struct Page {
    text: String,
    index: LineIndex,
}

impl Page {
    fn new(text: String) -> Self {
        let index = LineIndex::new(&text);
        Self { text, index }
    }

    /// Where an offset is; a byte order mark takes no column.
    fn place(&self, offset: u32) -> LineColumn {
        let mut place = self.index.line_column(&self.text, offset, Encoding::Utf32);
        if place.line == 0 && self.text.starts_with('\u{feff}') {
            place.column = place.column.saturating_sub(1);
        }
        place
    }

    /// Where a range begins; the last line, where it is behind all of them.
    fn start(&self, range: TextRange) -> LineColumn {
        let place = self.place(range.start);
        let behind =
            place.line > 0 && self.index.line_start(place.line) as usize == self.text.len();
        if behind {
            LineColumn {
                line: place.line - 1,
                column: 0,
            }
        } else {
            place
        }
    }

    fn mark(&self, finding: &Diagnostic, line: &str, out: &mut String) {
        let (start, end) = (self.start(finding.range), self.place(finding.range.end));
        let stop = if end.line == start.line {
            end.column
        } else {
            line.chars().count() as u32
        };
        let carets = match stop.saturating_sub(start.column) {
            0 => "~".to_owned(),
            n => "^".repeat(n as usize),
        };
        assert!(
            start.column != 1,
            "a finding in the second column cannot be marked: {line}"
        );
        let indent = " ".repeat((start.column as usize).saturating_sub(1));
        let mark = match start.column {
            0 => format!("#{}", carets.get(1..).unwrap_or_default()),
            _ => format!("#{indent}{carets}"),
        };
        let to = if end.line > start.line {
            format!(" (to {}:{})", end.line + 1, end.column + 1)
        } else {
            String::new()
        };
        let mut lines = finding.message.lines();
        let (level, rule) = (finding.level.name(), finding.rule);
        let first = lines.next().unwrap_or_default();
        writeln!(out, "{mark} {level}[{rule}]{to}: {first}").unwrap();
        let gutter = format!("#{}|", " ".repeat(mark.chars().count().max(2) - 2));
        for more in lines {
            writeln!(out, "{gutter} {}", more.trim_end()).unwrap();
        }
        for note in self.notes(finding) {
            writeln!(out, "{gutter} {note}").unwrap();
        }
    }

    /// What else a finding says, a line each.
    fn notes(&self, finding: &Diagnostic) -> Vec<String> {
        let mut notes = Vec::new();
        let rule = rules::find(finding.rule).unwrap();
        if finding.origin != rule.origin {
            notes.push(format!("origin: {}", finding.origin.name()));
        }
        notes.extend(finding.help.iter().map(|help| format!("help: {help}")));
        for related in &finding.related {
            let place = match &related.place.file {
                File::This => self.span(related.place.range),
                File::Other(path) => path.to_string(),
            };
            notes.push(format!("at {place}: {}", related.message));
        }
        for fix in &finding.fixes {
            notes.push(format!("fix ({}): {}", fix.applicability.name(), fix.title));
        }
        notes
    }

    fn span(&self, range: TextRange) -> String {
        let (start, end) = (self.place(range.start), self.place(range.end));
        let end = if end.line == start.line {
            format!("{}", end.column + 1)
        } else {
            format!("{}:{}", end.line + 1, end.column + 1)
        };
        format!("{}:{}-{end}", start.line + 1, start.column + 1)
    }
}
