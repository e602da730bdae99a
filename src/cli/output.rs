//! Where the program writes.

use std::fmt::Display;
use std::io::{self, ErrorKind, Write};

use crate::text::clean;

/// Standard output and standard error.
///
/// What goes wrong with one never stops the program, so that it comes to the same exit status
/// whoever listens. A failure of standard output is told by `finish`; one of
/// standard error could be told nowhere.
pub struct Output<'a> {
    out: &'a mut dyn Write,
    err: &'a mut dyn Write,
    /// Why nothing more is written to `out`.
    failure: Option<io::Error>,
}

impl<'a> Output<'a> {
    /// What was asked for goes to `out`, everything else to `err`.
    pub fn new(out: &'a mut dyn Write, err: &'a mut dyn Write) -> Self {
        Output {
            out,
            err,
            failure: None,
        }
    }

    /// Writes what was asked for.
    pub(super) fn print(&mut self, text: &str) {
        if self.failure.is_none() {
            self.failure = self.out.write_all(text.as_bytes()).err();
        }
    }

    /// Writes out what was printed, so that a terminal shows it before what is told next.
    pub(super) fn flush(&mut self) {
        if self.failure.is_none() {
            self.failure = self.out.flush().err();
        }
    }

    /// Writes text besides what was asked for.
    pub(super) fn tell(&mut self, text: &str) {
        let _ = self.err.write_all(text.as_bytes());
    }

    /// A line besides what was asked for.
    pub(super) fn note(&mut self, note: impl Display) {
        let note = note.to_string();
        self.tell(&format!("hpx-lint: {}\n", clean::line(&note)));
    }

    /// Why what was asked for could not be written. A reader that goes away has seen enough.
    pub(super) fn finish(&mut self) -> io::Result<()> {
        self.flush();
        match self.failure.take() {
            Some(error) if error.kind() != ErrorKind::BrokenPipe => Err(error),
            _ => Ok(()),
        }
    }
}
