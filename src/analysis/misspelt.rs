//! Comments that nearly speak to hpx-lint, and are not heard: `# HPX-LINT: ignore[rule]`,
//! `# hpx-lint ignore[rule]`.

use super::suppress::{finding, fix, offset};
use crate::diagnostic::{Applicability, Diagnostic};
use crate::profile::directive::{Directive, MARK};
use crate::text::TextRange;

/// What is to be said of a mark that is not read.
pub(super) fn misspelt(text: &str, directive: Directive) -> Diagnostic {
    let mark = directive.mark;
    let written = mark.slice(text).trim_end();
    let message = format!("`{written}` is not read: what is meant for hpx-lint follows `{MARK}`");
    let range = TextRange::new(mark.start, mark.start + offset(written.len()));
    let mut diagnostic = finding(range, message);
    diagnostic.help = Some(format!("write `{MARK}` in its place"));
    let title = format!("Change to `{MARK}`");
    let space = if directive.asked.is_empty() { "" } else { " " };
    let right = format!("{MARK}{space}");
    diagnostic
        .fixes
        .push(fix(title, Applicability::Unsafe, mark, right));
    diagnostic
}
