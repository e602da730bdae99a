//! Colours.

use std::fmt;

use crate::diagnostic::Level;

/// Puts colours around text, or not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Paint {
    /// Whether it does.
    pub on: bool,
}

/// A text in a colour.
#[derive(Debug)]
pub struct Painted<T> {
    text: T,
    code: Option<&'static str>,
}

impl Paint {
    /// In the colour of a level.
    pub fn level<T>(self, level: Level, text: T) -> Painted<T> {
        let code = match level {
            Level::Error => "1;31",
            Level::Warning => "1;33",
            Level::Hint => "1;36",
        };
        self.code(code, text)
    }

    /// What stands out.
    pub fn bold<T>(self, text: T) -> Painted<T> {
        self.code("1", text)
    }

    /// What stands back.
    pub fn dim<T>(self, text: T) -> Painted<T> {
        self.code("2", text)
    }

    fn code<T>(self, code: &'static str, text: T) -> Painted<T> {
        Painted {
            text,
            code: self.on.then_some(code),
        }
    }
}

impl<T: fmt::Display> fmt::Display for Painted<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.code {
            Some(code) => write!(f, "\u{1b}[{code}m{}\u{1b}[0m", self.text),
            None => self.text.fmt(f),
        }
    }
}
