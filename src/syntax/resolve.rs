//! What a scalar without a tag is, by what its text looks like.

use super::tree::Class;

/// The class of a scalar whose type follows from its text.
///
/// As the expressions that PyYAML matches end with `$`, one line break at the end is overlooked;
/// only a scalar tagged with a bare `!` can have one.
pub(super) fn class_of_text(text: &str) -> Class {
    let Some(&first) = text.as_bytes().first() else {
        return Class::Null;
    };
    let text = text.strip_suffix('\n').unwrap_or(text);
    match first {
        b'0'..=b'9' | b'-' | b'+' | b'.' => class_of_number(text.as_bytes()),
        b'y' | b'Y' | b'n' | b'N' | b't' | b'T' | b'f' | b'F' | b'o' | b'O' => class_of_word(text),
        b'~' if text == "~" => Class::Null,
        b'<' if text == "<<" => Class::Merge,
        b'=' if text == "=" => Class::Default,
        b'!' | b'&' | b'*' if text.len() == 1 => Class::Unknown,
        _ => Class::Str,
    }
}

fn class_of_word(text: &str) -> Class {
    match text {
        "yes" | "Yes" | "YES" | "no" | "No" | "NO" | "true" | "True" | "TRUE" | "false"
        | "False" | "FALSE" | "on" | "On" | "ON" | "off" | "Off" | "OFF" => Class::Bool,
        "null" | "Null" | "NULL" => Class::Null,
        _ => Class::Str,
    }
}

fn class_of_number(text: &[u8]) -> Class {
    if is_float(text) {
        Class::Float
    } else if is_int(text) {
        Class::Int
    } else if super::timestamp::is_timestamp(text) {
        Class::Timestamp
    } else {
        Class::Str
    }
}

fn unsigned(text: &[u8]) -> &[u8] {
    match text {
        [b'-' | b'+', rest @ ..] => rest,
        _ => text,
    }
}

/// Splits off the bytes at the front that belong to a number.
fn split_while(text: &[u8], belongs: impl Fn(u8) -> bool) -> (&[u8], &[u8]) {
    let end = text.iter().position(|&byte| !belongs(byte));
    text.split_at(end.unwrap_or(text.len()))
}

fn is_digit_or_underscore(byte: u8) -> bool {
    byte.is_ascii_digit() || byte == b'_'
}

fn is_int(text: &[u8]) -> bool {
    let all = |digits: &[u8], belongs: fn(&u8) -> bool| {
        !digits.is_empty() && digits.iter().all(|byte| *byte == b'_' || belongs(byte))
    };
    match unsigned(text) {
        b"0" => true,
        [b'0', b'b', digits @ ..] => all(digits, |byte| matches!(byte, b'0' | b'1')),
        [b'0', b'x', digits @ ..] => all(digits, u8::is_ascii_hexdigit),
        [b'0', digits @ ..] => all(digits, |byte| matches!(byte, b'0'..=b'7')),
        [b'1'..=b'9', digits @ ..] => {
            let (_, rest) = split_while(digits, is_digit_or_underscore);
            rest.is_empty() || after_sixtieths(rest).is_some_and(<[u8]>::is_empty)
        }
        _ => false,
    }
}

/// What follows one or more groups of a colon and a number below sixty.
fn after_sixtieths(text: &[u8]) -> Option<&[u8]> {
    let mut rest = text;
    let mut groups = 0;
    while let [b':', after @ ..] = rest {
        rest = match after {
            [b'0'..=b'5', b'0'..=b'9', rest @ ..] => rest,
            [b'0'..=b'9', rest @ ..] => rest,
            _ => return None,
        };
        groups += 1;
    }
    (groups > 0).then_some(rest)
}

fn is_float(text: &[u8]) -> bool {
    let bare = unsigned(text);
    match bare {
        b".inf" | b".Inf" | b".INF" => true,
        b".nan" | b".NaN" | b".NAN" => bare.len() == text.len(),
        [b'.', digits @ ..] => {
            let numeral = digits.first().is_some_and(u8::is_ascii_digit);
            numeral && bare.len() == text.len() && is_fraction(digits)
        }
        [b'0'..=b'9', rest @ ..] => {
            let (_, rest) = split_while(rest, is_digit_or_underscore);
            match rest {
                [b'.', fraction @ ..] => is_fraction(fraction),
                _ => after_sixtieths(rest).is_some_and(is_last_fraction),
            }
        }
        _ => false,
    }
}

/// Whether these are digits with, perhaps, an exponent; its sign is required.
fn is_fraction(text: &[u8]) -> bool {
    let (_, rest) = split_while(text, is_digit_or_underscore);
    match rest {
        [] => true,
        [b'e' | b'E', b'-' | b'+', exponent @ ..] => {
            !exponent.is_empty() && exponent.iter().all(u8::is_ascii_digit)
        }
        _ => false,
    }
}

fn is_last_fraction(text: &[u8]) -> bool {
    match text {
        [b'.', digits @ ..] => digits.iter().all(|&byte| is_digit_or_underscore(byte)),
        _ => false,
    }
}
