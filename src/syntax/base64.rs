//! The text of `!!binary`, as Python's `base64.decodebytes` reads it.

/// The bytes that a text stands for; `None` where it ends amid a group.
///
/// Characters outside of the alphabet are overlooked, and reading stops at the padding.
pub(super) fn decoded(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3);
    let mut left = 0u8;
    let mut taken = 0;
    let mut padding = 0;
    for byte in text.bytes() {
        if byte == b'=' {
            if taken >= 2 {
                padding += 1;
                if taken + padding >= 4 {
                    return Some(bytes);
                }
            }
            continue;
        }
        let Some(digit) = digit(byte) else {
            continue;
        };
        padding = 0;
        match taken {
            0 => {}
            1 => bytes.push(left << 2 | digit >> 4),
            2 => bytes.push(left << 4 | digit >> 2),
            _ => bytes.push(left << 6 | digit),
        }
        left = digit;
        taken = (taken + 1) % 4;
    }
    (taken == 0).then_some(bytes)
}

fn digit(byte: u8) -> Option<u8> {
    match byte {
        b'A'..=b'Z' => Some(byte - b'A'),
        b'a'..=b'z' => Some(byte - b'a' + 26),
        b'0'..=b'9' => Some(byte - b'0' + 52),
        b'+' => Some(62),
        b'/' => Some(63),
        _ => None,
    }
}
