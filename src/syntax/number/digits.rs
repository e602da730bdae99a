//! Digits of every script, which Python's `int` and `float` read like those of ASCII.

use std::borrow::Cow;

/// The zeros of the scripts that have decimal digits, in order; each is followed by its nine
/// other digits. From Unicode 14, which Python 3.11 knows.
const ZEROS: [u32; 65] = [
    0x660, 0x6F0, 0x7C0, 0x966, 0x9E6, 0xA66, 0xAE6, 0xB66, 0xBE6, 0xC66, 0xCE6, 0xD66, 0xDE6,
    0xE50, 0xED0, 0xF20, 0x1040, 0x1090, 0x17E0, 0x1810, 0x1946, 0x19D0, 0x1A80, 0x1A90, 0x1B50,
    0x1BB0, 0x1C40, 0x1C50, 0xA620, 0xA8D0, 0xA900, 0xA9D0, 0xA9F0, 0xAA50, 0xABF0, 0xFF10,
    0x104A0, 0x10D30, 0x11066, 0x110F0, 0x11136, 0x111D0, 0x112F0, 0x11450, 0x114D0, 0x11650,
    0x116C0, 0x11730, 0x118E0, 0x11950, 0x11C50, 0x11D50, 0x11DA0, 0x16A60, 0x16AC0, 0x16B50,
    0x1D7CE, 0x1D7D8, 0x1D7E2, 0x1D7EC, 0x1D7F6, 0x1E140, 0x1E2F0, 0x1E950, 0x1FBF0,
];

/// The text with every digit written in ASCII and every other blank as a space.
pub(in crate::syntax) fn plain_digits(text: &str) -> Cow<'_, str> {
    if text.is_ascii() {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.chars().map(plain).collect())
}

fn plain(character: char) -> char {
    if character.is_ascii() {
        return character;
    }
    if character.is_whitespace() {
        return ' ';
    }
    digit(character).unwrap_or(character)
}

fn digit(character: char) -> Option<char> {
    let code = character as u32;
    let after = ZEROS.partition_point(|&zero| zero <= code);
    let zero = ZEROS.get(after.checked_sub(1)?)?;
    char::from_digit(code - zero, 10)
}
