//! One line a finding: `path:line:column: level[rule] message`.

use std::fmt::Write;

use super::Subject;
use super::paint::Paint;
use super::places::Places;
use crate::text::clean;

/// Shows the findings of a file.
pub fn render(subject: &Subject<'_>, paint: Paint) -> String {
    let places = Places::new(subject.text, subject.shown().iter().map(|it| it.range));
    let path = clean::line(subject.path);
    let mut out = String::new();
    for diagnostic in subject.shown() {
        let start = places.at(diagnostic.range.start);
        let (line, column) = (start.line + 1, start.column + 1);
        let level = paint.level(diagnostic.level, diagnostic.level.name());
        // What follows is a table.
        let headline = diagnostic.message.lines().next().unwrap_or_default();
        let message = clean::line(headline);
        let _ = writeln!(
            out,
            "{path}:{line}:{column}: {level}[{}] {message}",
            diagnostic.rule
        );
    }
    if subject.more() > 0 {
        let _ = writeln!(out, "{path}: {} more findings", subject.more());
    }
    out
}
