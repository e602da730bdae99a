//! Numbers, as the loader and Python's `int` and `float` read them.

mod digits;

use num_bigint::{BigInt, Sign};

pub(super) use digits::plain_digits;

/// The most decimal digits that Python turns into an integer.
pub(super) const MOST_DIGITS: usize = 4300;

/// The most parts that a float with colons may have before a power of sixty outgrows it.
const MOST_FLOAT_PARTS: usize = 174;

/// Why a text is no number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum NotANumber {
    Malformed,
    TooManyDigits,
}

/// Reads an integer: signed, in base 2, 8, 10, 16, or in parts of sixty.
pub(super) fn int(text: &str) -> Result<BigInt, NotANumber> {
    if let Some(small) = small_int(text) {
        return Ok(small.into());
    }
    let text = text.replace('_', "");
    let (negative, rest) = split_sign(&text);
    let magnitude = unsigned_int(rest)?;
    Ok(if negative { -magnitude } else { magnitude })
}

/// Reads the usual case: a few decimal digits.
fn small_int(text: &str) -> Option<i64> {
    let digits = text.strip_prefix('-').unwrap_or(text).as_bytes();
    let usual = matches!(digits, [b'1'..=b'9', ..] if digits.len() <= 18)
        && digits.iter().all(u8::is_ascii_digit);
    if usual { text.parse().ok() } else { None }
}

fn split_sign(text: &str) -> (bool, &str) {
    match text.as_bytes() {
        [b'-', ..] => (true, &text[1..]),
        [b'+', ..] => (false, &text[1..]),
        _ => (false, text),
    }
}

fn unsigned_int(text: &str) -> Result<BigInt, NotANumber> {
    if let Some(digits) = text.strip_prefix("0b") {
        python_int(digits, 2)
    } else if let Some(digits) = text.strip_prefix("0x") {
        python_int(digits, 16)
    } else if text == "0" {
        Ok(BigInt::ZERO)
    } else if text.starts_with('0') {
        python_int(text, 8)
    } else if text.contains(':') {
        let parts = text.rsplit(':').map(|part| python_int(part, 10));
        Ok(joined(parts.collect::<Result<_, _>>()?))
    } else {
        python_int(text, 10)
    }
}

/// The number whose parts of sixty these are, the last first.
///
/// Neighbours are joined, and then those, so that a number of very many parts stays cheap.
fn joined(mut parts: Vec<BigInt>) -> BigInt {
    let mut base = BigInt::from(60);
    while parts.len() > 1 {
        let pairs = parts.chunks(2);
        parts = pairs
            .map(|pair| match pair {
                [low, high] => low + high * &base,
                rest => rest.iter().sum(),
            })
            .collect();
        base = &base * &base;
    }
    parts.pop().unwrap_or_default()
}

/// Reads what Python's `int` reads in a base: blanks around, a sign, a prefix that fits.
fn python_int(text: &str, base: u32) -> Result<BigInt, NotANumber> {
    let text = plain_digits(text);
    let (negative, rest) = split_sign(trimmed(&text));
    let digits = without_prefix(rest, base);
    let valid = !digits.is_empty() && digits.chars().all(|digit| digit.is_digit(base));
    if !valid {
        return Err(NotANumber::Malformed);
    }
    if base == 10 && digits.len() > MOST_DIGITS {
        return Err(NotANumber::TooManyDigits);
    }
    let magnitude = BigInt::parse_bytes(digits.as_bytes(), base).ok_or(NotANumber::Malformed)?;
    Ok(if negative { -magnitude } else { magnitude })
}

/// The digits behind a `0b`, `0o` or `0x` that repeats the base.
fn without_prefix(text: &str, base: u32) -> &str {
    let marker = match base {
        2 => ['b', 'B'],
        8 => ['o', 'O'],
        16 => ['x', 'X'],
        _ => return text,
    };
    let behind = text.strip_prefix('0');
    behind
        .and_then(|rest| rest.strip_prefix(marker))
        .unwrap_or(text)
}

/// The text without the blanks around it that Python overlooks.
fn trimmed(text: &str) -> &str {
    text.trim_matches([' ', '\t', '\n', '\r', '\u{B}', '\u{C}'])
}

/// Reads a float: signed, an infinity, not a number, or in parts of sixty.
pub(super) fn float(text: &str) -> Option<f64> {
    let text = text.replace('_', "").to_lowercase();
    if text.is_empty() {
        return None;
    }
    let (negative, rest) = split_sign(&text);
    let magnitude = match rest {
        ".inf" => f64::INFINITY,
        ".nan" => return Some(f64::NAN),
        _ if rest.contains(':') => float_of_parts(rest)?,
        _ => python_float(rest)?,
    };
    Some(if negative { -magnitude } else { magnitude })
}

fn float_of_parts(text: &str) -> Option<f64> {
    let mut value = 0.0;
    for (power, part) in text.rsplit(':').enumerate() {
        if power >= MOST_FLOAT_PARTS {
            return None;
        }
        value += python_float(part)? * power_of_sixty(power);
    }
    Some(value)
}

/// The float nearest to a power of sixty.
fn power_of_sixty(power: usize) -> f64 {
    let exact = BigInt::from(60).pow(power as u32);
    exact.to_string().parse().unwrap_or(f64::INFINITY)
}

/// Reads what Python's `float` reads.
fn python_float(text: &str) -> Option<f64> {
    trimmed(&plain_digits(text)).parse().ok()
}

/// Whether a text asks for the one `nan` that PyYAML keeps, which equals itself as a key.
pub(super) fn is_shared_nan(text: &str) -> bool {
    let text = text.replace('_', "").to_lowercase();
    split_sign(&text).1 == ".nan"
}

/// The integer that a float is, if it is one.
pub(super) fn as_integer(value: f64) -> Option<BigInt> {
    const MANTISSA_BITS: u32 = 52;
    if !value.is_finite() || value.fract() != 0.0 {
        return None;
    }
    if value.abs() < 9e15 {
        return Some(BigInt::from(value as i64));
    }
    let bits = value.to_bits();
    let exponent = (bits >> MANTISSA_BITS & 0x7FF) as u32;
    let mantissa = bits & ((1 << MANTISSA_BITS) - 1) | 1 << MANTISSA_BITS;
    let sign = if value < 0.0 { Sign::Minus } else { Sign::Plus };
    let magnitude = BigInt::from_biguint(sign, mantissa.into());
    // At this size the exponent, which is biased by 1023, exceeds the bits of the mantissa.
    Some(magnitude << exponent.saturating_sub(1023 + MANTISSA_BITS))
}
