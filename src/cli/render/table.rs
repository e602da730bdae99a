//! Lines in colours.

use std::fmt::Write;

use super::paint::Paint;
use crate::diagnostic::Level;
use crate::ide::table::{Line, Tone};

/// Lines as a terminal shows them.
pub fn lines(lines: &[Line], paint: Paint) -> String {
    let mut out = String::new();
    for Line(parts) in lines {
        for (tone, text) in parts {
            let _ = match tone {
                Tone::Plain => write!(out, "{text}"),
                Tone::Strong => write!(out, "{}", paint.bold(text)),
                Tone::Faint => write!(out, "{}", paint.dim(text)),
                Tone::Alarm => write!(out, "{}", paint.level(Level::Error, text)),
            };
        }
        out.push('\n');
    }
    out
}
