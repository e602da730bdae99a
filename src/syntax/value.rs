//! What the loader makes of one scalar.

use super::number::{self, NotANumber};
use super::timestamp::{self, NotADate};
use super::tree::{Class, Value};
use super::{base64, tree::Scalar};

/// Why the loader can make nothing of a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Refusal {
    /// The text is none of the kind that its tag asks for.
    NotOfItsTag,
    TooManyDigits,
    ImpossibleDate,
    /// Its tag is for another kind of node.
    WrongShape,
    /// `<<` where it is no key.
    StrayMerge,
    /// `=` where it is no key.
    StrayDefault,
    UnknownTag,
}

/// What the loader makes of a text of this class.
pub(super) fn value_of(class: Class, text: &str) -> Result<Value, Refusal> {
    match class {
        Class::Str => Ok(Value::Str),
        Class::Null => Ok(Value::Null),
        Class::Bool => bool_of(text).map(Value::Bool).ok_or(Refusal::NotOfItsTag),
        Class::Int => number::int(text).map(Value::Int).map_err(Refusal::from),
        Class::Float => number::float(text)
            .map(Value::Float)
            .ok_or(Refusal::NotOfItsTag),
        Class::Binary => bytes_of(text).map(Value::Bytes).ok_or(Refusal::NotOfItsTag),
        Class::Timestamp => timestamp::timestamp(text).map_err(Refusal::from),
        Class::Seq | Class::Map | Class::Set | Class::Pairs => Err(Refusal::WrongShape),
        Class::Merge => Err(Refusal::StrayMerge),
        Class::Default => Err(Refusal::StrayDefault),
        Class::Unknown => Err(Refusal::UnknownTag),
    }
}

impl From<NotANumber> for Refusal {
    fn from(reason: NotANumber) -> Self {
        match reason {
            NotANumber::Malformed => Refusal::NotOfItsTag,
            NotANumber::TooManyDigits => Refusal::TooManyDigits,
        }
    }
}

impl From<NotADate> for Refusal {
    fn from(reason: NotADate) -> Self {
        match reason {
            NotADate::Malformed => Refusal::NotOfItsTag,
            NotADate::Impossible => Refusal::ImpossibleDate,
        }
    }
}

fn bool_of(text: &str) -> Option<bool> {
    let words = [("yes", true), ("true", true), ("on", true)]
        .into_iter()
        .chain([("no", false), ("false", false), ("off", false)]);
    let mut meant = words.filter(|(word, _)| text.eq_ignore_ascii_case(word));
    meant.next().map(|(_, value)| value)
}

fn bytes_of(text: &str) -> Option<Vec<u8>> {
    if !text.is_ascii() {
        return None;
    }
    base64::decoded(text)
}

/// A value as a key of a Python `dict`: equal for equal keys, whatever their types.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) enum Key<'a> {
    Null,
    /// An `int`, a `bool`, or a `float` without a fraction.
    Int(num_bigint::BigInt),
    /// Any other `float`, by its bits.
    Float(u64),
    /// PyYAML's own `nan`, which is the same object each time.
    SharedNan,
    Str(&'a str, &'a [(u32, u16)]),
    Bytes(&'a [u8]),
    Date(super::tree::Date),
    /// A time without a zone, in microseconds.
    Local(i64),
    /// A time with a zone, in microseconds of UTC.
    Zoned(i64),
}

/// The key that a scalar is; `None` for one that equals only itself.
pub(super) fn key_of(scalar: &Scalar) -> Option<Key<'_>> {
    Some(match &scalar.value {
        Value::Null => Key::Null,
        Value::Bool(value) => Key::Int((*value).into()),
        Value::Int(value) => Key::Int(value.clone()),
        Value::Float(value) if value.is_nan() => {
            if !number::is_shared_nan(&scalar.text) {
                return None;
            }
            Key::SharedNan
        }
        Value::Float(value) => match number::as_integer(*value) {
            Some(integer) => Key::Int(integer),
            None => Key::Float(value.to_bits()),
        },
        Value::Str => Key::Str(&scalar.text, &scalar.lone_surrogates),
        Value::Bytes(bytes) => Key::Bytes(bytes),
        Value::Date(date) => Key::Date(*date),
        Value::DateTime(time) => {
            let local = timestamp::microseconds(time);
            match time.offset_minutes {
                None => Key::Local(local),
                Some(offset) => Key::Zoned(local - i64::from(offset) * 60_000_000),
            }
        }
        Value::Invalid => return None,
    })
}
