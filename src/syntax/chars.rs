//! What each byte means to the scanner.
//!
//! Lines end where PyYAML ends them: at `\n`, `\r`, `\r\n`, and at the characters U+0085, U+2028
//! and U+2029, which editors do not take for line breaks.

/// The bit of a byte at which a plain scalar may end, in any context.
const PLAIN_END: u8 = 1;
/// The bit of a byte at which a plain scalar ends inside brackets.
const FLOW_END: u8 = 2;
/// The bit of a byte that may stand in an anchor's name.
const NAME: u8 = 4;
/// The bit of a byte that may stand in a tag.
const URI: u8 = 8;
/// The bit of a byte that a quoted scalar cannot take over as it stands.
const QUOTED_END: u8 = 16;
/// The bit of a byte that may begin a line break.
const BREAK: u8 = 32;

/// The first bytes of the line breaks that are no ASCII.
const WIDE_BREAKS: &[u8] = &[0xC2, 0xE2];

const CLASSES: [u8; 256] = classes();

const fn classes() -> [u8; 256] {
    let mut classes = [0; 256];
    classes = mark(classes, b"\0 \t\n\r:", PLAIN_END);
    classes = mark(classes, WIDE_BREAKS, PLAIN_END | QUOTED_END | BREAK);
    classes = mark(classes, b"\n\r\0", BREAK);
    classes = mark(classes, b",?[]{}", FLOW_END);
    classes = mark(classes, b"\0 \t\n\r'\"\\", QUOTED_END);
    classes = mark(classes, b"-_", NAME);
    classes = mark(classes, b"-;/?:@&=+$,_.!~*'()[]%", URI);
    let mut byte = 0;
    while byte < 128 {
        if (byte as u8).is_ascii_alphanumeric() {
            classes[byte] |= NAME | URI;
        }
        byte += 1;
    }
    classes
}

const fn mark(mut classes: [u8; 256], bytes: &[u8], class: u8) -> [u8; 256] {
    let mut at = 0;
    while at < bytes.len() {
        classes[bytes[at] as usize] |= class;
        at += 1;
    }
    classes
}

fn is(byte: u8, class: u8) -> bool {
    CLASSES[byte as usize] & class != 0
}

/// Whether a plain scalar may end at this byte.
pub(super) fn may_end_plain(byte: u8, in_flow: bool) -> bool {
    is(
        byte,
        if in_flow {
            PLAIN_END | FLOW_END
        } else {
            PLAIN_END
        },
    )
}

/// Whether this byte may stand in an anchor's or a directive's name.
pub(super) fn is_name(byte: u8) -> bool {
    is(byte, NAME)
}

/// Whether this byte may stand in a tag.
pub(super) fn is_uri(byte: u8) -> bool {
    is(byte, URI)
}

/// Whether a quoted scalar has to look closer at this byte.
pub(super) fn may_end_quoted(byte: u8) -> bool {
    is(byte, QUOTED_END)
}

/// Whether a line may end at this byte.
pub(super) fn may_break(byte: u8) -> bool {
    is(byte, BREAK)
}

/// Whether this character may stand in a YAML text at all.
pub(super) fn is_printable(character: char) -> bool {
    match character {
        '\t' | '\n' | '\r' | '\u{85}' => true,
        '\u{FFFE}' | '\u{FFFF}' => false,
        _ => character >= ' ' && !('\u{7F}'..'\u{A0}').contains(&character),
    }
}

/// The first character that may not stand in a YAML text, with its offset.
pub(super) fn first_unprintable(text: &str) -> Option<(usize, char)> {
    let plain = |byte: u8| (b' '..0x7F).contains(&byte) || matches!(byte, b'\t' | b'\n' | b'\r');
    // Most texts are plain ASCII throughout, and this loop is made for those.
    if text.bytes().all(plain) {
        return None;
    }
    text.char_indices()
        .find(|&(_, character)| !is_printable(character))
}
