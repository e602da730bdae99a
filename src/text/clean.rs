//! Text of other people, made fit for a terminal and for an editor.
//!
//! A file may hold characters that move the cursor, change colours or turn the reading direction.
//! Each becomes one visible character of one cell, so that columns hold.

use std::borrow::Cow;
use std::fmt::Write;

/// What a terminal would obey, or show nothing for, becomes this.
pub fn cell(c: char) -> char {
    match c {
        '\t' => ' ',
        '\0'..='\u{1f}' => char::from_u32(0x2400 + u32::from(c)).unwrap_or('\u{fffd}'),
        '\u{7f}' => '\u{2421}',
        _ if is_unseen(c) => '\u{fffd}',
        _ => c,
    }
}

/// C1 controls, marks of direction, separators of lines, and characters without a cell that no
/// script needs.
fn is_unseen(c: char) -> bool {
    matches!(c,
        '\u{80}'..='\u{9f}'
        | '\u{ad}'
        | '\u{61c}'
        | '\u{180e}'
        | '\u{200b}' | '\u{200e}' | '\u{200f}'
        | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}'
        | '\u{feff}'
        | '\u{fff9}'..='\u{fffb}'
        | '\u{e0000}'..='\u{e007f}')
}

fn is_plain(c: char) -> bool {
    cell(c) == c
}

/// A text on one line.
pub fn line(text: &str) -> Cow<'_, str> {
    if text.chars().all(is_plain) {
        return Cow::Borrowed(text);
    }
    Cow::Owned(
        text.chars()
            .map(|c| if c == '\n' { ' ' } else { cell(c) })
            .collect(),
    )
}

/// A text whose lines stay lines.
pub fn lines(text: &str) -> Cow<'_, str> {
    if text.chars().all(|c| c == '\n' || is_plain(c)) {
        return Cow::Borrowed(text);
    }
    let text = text.replace("\r\n", "\n");
    Cow::Owned(
        text.chars()
            .map(|c| if c == '\n' { c } else { cell(c) })
            .collect(),
    )
}

/// JSON that says the same without such a character: they stand only in strings, where they may
/// be written as escapes.
pub fn json(text: &str) -> Cow<'_, str> {
    let escaped = |c: char| c == '\u{7f}' || is_unseen(c);
    if !text.contains(escaped) {
        return Cow::Borrowed(text);
    }
    let mut clean = String::with_capacity(text.len());
    for c in text.chars() {
        if escaped(c) {
            for unit in c.encode_utf16(&mut [0; 2]) {
                let _ = write!(clean, "\\u{unit:04x}");
            }
        } else {
            clean.push(c);
        }
    }
    Cow::Owned(clean)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_cell_for_one_character() {
        let nasty = "a\u{1b}[31m\t\u{7f}\u{9b}\u{202e}b\u{feff}\r";
        assert_eq!(line(nasty), "a␛[31m ␡\u{fffd}\u{fffd}b\u{fffd}␍");
        assert_eq!(line("a\nb é 漢"), "a b é 漢");
        assert_eq!(lines("a\r\nb\u{7}"), "a\nb␇");
    }

    #[test]
    fn json_says_the_same() {
        let value = serde_json::json!("\u{1b}\u{7f}\u{202e}\u{e0001}é");
        let text = json(&value.to_string()).into_owned();
        assert!(text.contains("\\u202e\\udb40\\udc01é"), "{text}");
        assert_eq!(
            serde_json::from_str::<serde_json::Value>(&text).unwrap(),
            value
        );
    }
}
