//! What pydantic 2 makes of a value in its lax mode, kind by kind.
//!
//! hpx validates every section of a profile with it (`helia_profiler.config`):
//! its verdicts on such values, stored in `tests/verdicts` and asked for anew by
//! `tests/differential/agree.py`, are what this is held to.

use std::borrow::Cow;

use num_bigint::BigInt;

use super::datum::Datum;

/// The most decimal digits that a string may have to become an integer.
const MAX_INT_DIGITS: usize = 4300;

/// An integer, or `None` where pydantic refuses.
pub fn int(datum: &Datum<'_>) -> Option<BigInt> {
    match datum {
        Datum::Bool(b) => Some(BigInt::from(u8::from(*b))),
        Datum::Int(i) => Some((*i).clone()),
        Datum::Float(f) => int_from_float(*f),
        Datum::Str(_) | Datum::Bytes(_) => int_from_str(text(datum)?),
        _ => None,
    }
}

/// The whole floats that fit 64 bits.
fn int_from_float(f: f64) -> Option<BigInt> {
    const BOUND: f64 = 9_223_372_036_854_775_808.0;
    (f.fract() == 0.0 && f.abs() < BOUND).then(|| {
        #[allow(clippy::cast_possible_truncation)]
        BigInt::from(f as i64)
    })
}

/// A decimal integer as pydantic reads a string: white space around it, a
/// sign, leading zeros, single underscores and a fraction of zeros pass.
fn int_from_str(s: &str) -> Option<BigInt> {
    let s = s.trim();
    let s = match s.strip_prefix('+') {
        Some(rest) if rest.starts_with('-') => return None,
        Some(rest) => rest,
        None => s,
    };
    let s = without_leading_zeros(s)?;
    let s = match s.split_once('.') {
        Some((whole, zeros)) if !zeros.is_empty() && zeros.bytes().all(|b| b == b'0') => whole,
        _ => s,
    };
    let digits = s.strip_prefix('-').unwrap_or(s);
    if digits.starts_with(['_', '+', '-']) || digits.len() > MAX_INT_DIGITS * 2 {
        return None;
    }
    let plain = without_underscores(s);
    let digits = plain.strip_prefix('-').unwrap_or(&plain);
    let fits = !digits.is_empty() && digits.len() <= MAX_INT_DIGITS;
    (fits && digits.bytes().all(|b| b.is_ascii_digit())).then(|| plain.parse().ok())?
}

/// Drops zeros in front, and underscores among them.
fn without_leading_zeros(s: &str) -> Option<&str> {
    match s.bytes().next()? {
        b'0' => {}
        b'1'..=b'9' | b'-' => return Some(s),
        _ => return None,
    }
    for (at, c) in s.char_indices().skip(1) {
        match c {
            '0' | '_' => {}
            '1'..='9' => return s.get(at..),
            '.' => return s.get(at - 1..),
            _ => return None,
        }
    }
    s.get(s.len() - 1..)
}

/// Drops underscores, where they stand singly and inside.
fn without_underscores(s: &str) -> Cow<'_, str> {
    let outside = s.starts_with('_') || s.ends_with('_') || s.contains("__");
    if outside || !s.contains('_') {
        Cow::Borrowed(s)
    } else {
        Cow::Owned(s.replace('_', ""))
    }
}

/// A float, or `None` where pydantic refuses.
pub fn float(datum: &Datum<'_>) -> Option<f64> {
    match datum {
        Datum::Bool(b) => Some(f64::from(u8::from(*b))),
        Datum::Int(i) => float_from_int(i),
        Datum::Float(f) => Some(*f),
        Datum::Str(_) | Datum::Bytes(_) => {
            let s = text(datum)?.trim();
            without_underscores(s).parse().ok()
        }
        _ => None,
    }
}

/// Integers beyond the range of a float are refused.
fn float_from_int(i: &BigInt) -> Option<f64> {
    let f: f64 = i.to_string().parse().ok()?;
    f.is_finite().then_some(f)
}

/// A boolean, or `None` where pydantic refuses.
pub fn boolean(datum: &Datum<'_>) -> Option<bool> {
    match datum {
        Datum::Bool(b) => Some(*b),
        Datum::Int(_) | Datum::Float(_) => match int(datum)?.to_string().as_str() {
            "0" => Some(false),
            "1" => Some(true),
            _ => None,
        },
        Datum::Str(_) | Datum::Bytes(_) => match text(datum)?.to_ascii_lowercase().as_str() {
            "0" | "off" | "f" | "false" | "n" | "no" => Some(false),
            "1" | "on" | "t" | "true" | "y" | "yes" => Some(true),
            _ => None,
        },
        _ => None,
    }
}

/// A string: strings, and bytes that are UTF-8.
pub fn string<'a>(datum: &Datum<'a>) -> Option<&'a str> {
    text(datum)
}

/// A path: strings only, the empty one too.
pub fn path<'a>(datum: &Datum<'a>) -> Option<&'a str> {
    match datum {
        Datum::Str(s) => Some(s),
        _ => None,
    }
}

fn text<'a>(datum: &Datum<'a>) -> Option<&'a str> {
    match datum {
        Datum::Str(s) => Some(s),
        Datum::Bytes(bytes) => std::str::from_utf8(bytes).ok(),
        _ => None,
    }
}

/// What Python's `int()` makes of a value, as hpx uses it on the sizes of
/// custom SoCs (`helia_profiler.platform.custom`): floats lose their
/// fraction, strings may have a sign and single underscores.
pub fn python_int(datum: &Datum<'_>) -> Option<BigInt> {
    match datum {
        Datum::Float(f) => {
            let whole = f.trunc();
            whole
                .is_finite()
                .then(|| format!("{whole:.0}").parse().ok())?
        }
        Datum::Str(_) | Datum::Bytes(_) => python_int_from_str(text(datum)?, 10),
        _ => int(datum),
    }
}

/// What Python's `int(text, base)` makes of a string; base 0 reads the
/// prefixes 0x, 0o and 0b and refuses leading zeros.
pub fn python_int_from_str(s: &str, base: u32) -> Option<BigInt> {
    let s = s.trim_matches(|c: char| c.is_whitespace() || ('\u{1c}'..='\u{1f}').contains(&c));
    let (negative, s) = match s.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, s.strip_prefix('+').unwrap_or(s)),
    };
    let (radix, digits) = radix_of(s, base)?;
    if digits.starts_with('_') || digits.ends_with('_') || digits.contains("__") {
        return None;
    }
    let digits: String = digits
        .chars()
        .filter(|c| *c != '_')
        .map(ascii_digit)
        .collect();
    let long = !radix.is_power_of_two() && digits.len() > MAX_INT_DIGITS;
    if digits.is_empty() || long || digits.starts_with(['+', '-']) {
        return None;
    }
    let value = BigInt::parse_bytes(digits.as_bytes(), radix)?;
    Some(if negative { -value } else { value })
}

/// Python reads the decimal digits of every script.
fn ascii_digit(c: char) -> char {
    /// Where the zeros of the common scripts with decimal digits are.
    const ZEROS: [u32; 12] = [
        0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xe50, 0xed0, 0xff10,
    ];
    let code = u32::from(c);
    let zero = ZEROS
        .iter()
        .find(|zero| (**zero..**zero + 10).contains(&code));
    zero.and_then(|zero| char::from_digit(code - zero, 10))
        .unwrap_or(c)
}

fn radix_of(s: &str, base: u32) -> Option<(u32, &str)> {
    if base != 0 {
        return Some((base, s));
    }
    let prefix = s.get(..2).map(str::to_ascii_lowercase);
    let radix = match prefix.as_deref() {
        Some("0x") => 16,
        Some("0o") => 8,
        Some("0b") => 2,
        _ => {
            let zeros = s.bytes().all(|b| b == b'0' || b == b'_');
            return (!s.starts_with('0') || zeros).then_some((10, s));
        }
    };
    let digits = s.get(2..)?;
    Some((radix, digits.strip_prefix('_').unwrap_or(digits)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(s: &str) -> Option<String> {
        int(&Datum::Str(s)).map(|i| i.to_string())
    }

    #[test]
    fn integers_from_strings() {
        for (text, value) in [
            ("65536", "65536"),
            (" 65536\n", "65536"),
            ("+0005", "5"),
            ("-007", "-7"),
            ("65_536", "65536"),
            ("0__7", "7"),
            ("65536.00", "65536"),
            ("1_0.0", "10"),
            ("-0", "0"),
            ("\u{2007}005", "5"),
        ] {
            assert_eq!(read(text).as_deref(), Some(value), "{text}");
        }
        for text in [
            "", " ", "1e5", "0x10", "65536.", "65536.5", ".0", "6__5", "_65", "65_", "+-7", "-_7",
            "0_", "7.0.", "5.0_0", "\u{661}", "- 5",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
        assert_eq!(read(&"1".repeat(4300)).map(|s| s.len()), Some(4300));
        assert_eq!(read(&"1".repeat(4301)), None);
    }

    #[test]
    fn floats() {
        assert_eq!(int(&Datum::Float(65536.0)), Some(BigInt::from(65536)));
        assert_eq!(int(&Datum::Float(65536.5)), None);
        assert_eq!(int(&Datum::Float(f64::INFINITY)), None);
        assert_eq!(int(&Datum::Float(1e20)), None);
        assert_eq!(float(&Datum::Str("1._5")), Some(1.5));
        assert_eq!(float(&Datum::Str("1e400")), Some(f64::INFINITY));
        assert_eq!(float(&Datum::Str("_1.5")), None);
    }

    #[test]
    fn booleans() {
        assert_eq!(boolean(&Datum::Str("YES")), Some(true));
        assert_eq!(boolean(&Datum::Str("True ")), None);
        assert_eq!(boolean(&Datum::Float(1.0)), Some(true));
        assert_eq!(boolean(&Datum::Float(1.5)), None);
        assert_eq!(boolean(&Datum::Null), None);
    }

    #[test]
    fn python_ints() {
        let read = |s: &str, base| python_int_from_str(s, base).map(|i| i.to_string());
        assert_eq!(read("0x4_10000", 0).as_deref(), Some("4259840"));
        assert_eq!(read("010", 0), None);
        assert_eq!(read("010", 10).as_deref(), Some("10"));
        assert_eq!(read("-1_0", 10).as_deref(), Some("-10"));
        assert_eq!(read("3.5", 10), None);
        assert_eq!(read("\u{661}\u{662}", 10).as_deref(), Some("12"));
        assert_eq!(python_int(&Datum::Float(300.9)), Some(BigInt::from(300)));
        assert_eq!(python_int(&Datum::Bool(true)), Some(BigInt::from(1)));
        assert_eq!(python_int(&Datum::Null), None);
    }
}
