//! JSON as Python's `json.loads` reads it.
//!
//! It takes more than the standard: `NaN`, `Infinity` and `-Infinity`, lone
//! surrogates, numbers of any size; of a repeated key the last value holds. An
//! integer and a float stay apart, and `true` is neither. It refuses a byte order
//! mark, control characters in strings, integers of more than 4,300 digits and,
//! where the stack of the interpreter ends, deep nesting. The reader keeps its own
//! stack, so that no text overflows ours.

use std::borrow::Cow;

use num_bigint::BigInt;

/// A value. Integers keep their text, as most are never looked at.
#[derive(Clone, Debug, PartialEq)]
pub enum Value<'a> {
    /// `null`
    Null,
    /// `true` or `false`
    Bool(bool),
    /// A number without fraction and exponent.
    Int(&'a str),
    /// Any other number, infinities and NaN included; its value is of no use here.
    Float,
    /// A string; a lone surrogate is U+FFFD in it.
    Str(Cow<'a, str>),
    /// An array.
    List(Vec<Value<'a>>),
    /// An object, repeated keys and all.
    Object(Vec<(Cow<'a, str>, Value<'a>)>),
}

impl Value<'_> {
    /// The value of a key of an object, as `dict.get`: absent for any other value.
    pub fn get(&self, key: &str) -> Option<&Self> {
        let Self::Object(entries) = self else {
            return None;
        };
        let mut entries = entries.iter().rev();
        entries
            .find(|(name, _)| name == key)
            .map(|(_, value)| value)
    }

    /// The integer, if it is one.
    pub fn int(&self) -> Option<BigInt> {
        match self {
            Self::Int(digits) => digits.parse().ok(),
            _ => None,
        }
    }

    /// The string, if it is one.
    pub fn str(&self) -> Option<&str> {
        match self {
            Self::Str(text) => Some(text),
            _ => None,
        }
    }
}

/// The digits that Python converts to an integer unless told otherwise
/// (`sys.int_info.default_max_str_digits`, 3.11 on).
pub const MAX_DIGITS: usize = 4_300;

/// The nesting that every supported Python reads from where `hpx` calls it; the
/// true limit lies a little above in 3.11 and far above in later ones.
pub const MAX_DEPTH: usize = 900;

/// Read a text that holds one value; `None` where Python refuses it.
pub fn parse(text: &str) -> Option<Value<'_>> {
    let mut reader = Reader { text, at: 0 };
    let value = reader.document()?;
    reader.skip_space();
    (reader.at == text.len()).then_some(value)
}

/// An array or object that is still open.
enum Open<'a> {
    List(Vec<Value<'a>>),
    Object(Vec<(Cow<'a, str>, Value<'a>)>, Cow<'a, str>),
}

/// What the next value turned out to be.
enum Begun<'a> {
    Whole(Value<'a>),
    Part(Open<'a>),
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Reader<'a> {
    fn document(&mut self) -> Option<Value<'a>> {
        let mut open: Vec<Open<'a>> = Vec::new();
        loop {
            let mut value = match self.begin()? {
                Begun::Whole(value) => value,
                Begun::Part(_) if open.len() == MAX_DEPTH => return None,
                Begun::Part(part) => {
                    open.push(part);
                    continue;
                }
            };
            // Close as many as end here; stop where another value must follow.
            loop {
                let Some(part) = open.pop() else {
                    return Some(value);
                };
                match self.add(part, value)? {
                    Begun::Whole(closed) => value = closed,
                    Begun::Part(part) => {
                        open.push(part);
                        break;
                    }
                }
            }
        }
    }

    fn begin(&mut self) -> Option<Begun<'a>> {
        self.skip_space();
        let whole = match self.peek() {
            Some(b'"') => Value::Str(self.string()?),
            Some(b'[') => {
                self.at += 1;
                self.skip_space();
                if !self.eat("]") {
                    return Some(Begun::Part(Open::List(Vec::new())));
                }
                Value::List(Vec::new())
            }
            Some(b'{') => {
                self.at += 1;
                self.skip_space();
                if !self.eat("}") {
                    let key = self.key()?;
                    return Some(Begun::Part(Open::Object(Vec::new(), key)));
                }
                Value::Object(Vec::new())
            }
            _ => self.word()?,
        };
        Some(Begun::Whole(whole))
    }

    /// Put a value into what is open, then either close that or begin the next entry.
    fn add(&mut self, part: Open<'a>, value: Value<'a>) -> Option<Begun<'a>> {
        self.skip_space();
        match part {
            Open::List(mut items) => {
                items.push(value);
                if self.eat("]") {
                    return Some(Begun::Whole(Value::List(items)));
                }
                self.expect(",")?;
                Some(Begun::Part(Open::List(items)))
            }
            Open::Object(mut entries, key) => {
                entries.push((key, value));
                if self.eat("}") {
                    return Some(Begun::Whole(Value::Object(entries)));
                }
                self.expect(",")?;
                self.skip_space();
                let key = self.key()?;
                Some(Begun::Part(Open::Object(entries, key)))
            }
        }
    }

    fn key(&mut self) -> Option<Cow<'a, str>> {
        if self.peek() != Some(b'"') {
            return None;
        }
        let key = self.string()?;
        self.skip_space();
        self.expect(":")?;
        Some(key)
    }

    fn word(&mut self) -> Option<Value<'a>> {
        const WORDS: [(&str, Value<'static>); 6] = [
            ("null", Value::Null),
            ("true", Value::Bool(true)),
            ("false", Value::Bool(false)),
            ("NaN", Value::Float),
            ("Infinity", Value::Float),
            ("-Infinity", Value::Float),
        ];
        for (word, value) in WORDS {
            if self.eat(word) {
                return Some(value);
            }
        }
        self.number()
    }

    /// The longest number that begins here; what follows it is not looked at.
    fn number(&mut self) -> Option<Value<'a>> {
        let start = self.at;
        self.eat("-");
        let first_digit = self.at;
        if !self.eat("0") && self.digits() == 0 {
            self.at = start;
            return None;
        }
        let (end, mut is_float) = (self.at, false);
        if self.eat(".") {
            is_float = self.digits() > 0;
            self.at = if is_float { self.at } else { end };
        }
        is_float |= self.exponent();
        if is_float {
            return Some(Value::Float);
        }
        if end - first_digit > MAX_DIGITS {
            self.at = start;
            return None;
        }
        Some(Value::Int(self.text.get(start..end).unwrap_or("")))
    }

    fn exponent(&mut self) -> bool {
        let start = self.at;
        if self.eat("e") || self.eat("E") {
            let _sign = self.eat("+") || self.eat("-");
            if self.digits() > 0 {
                return true;
            }
            self.at = start;
        }
        false
    }

    fn digits(&mut self) -> usize {
        let start = self.at;
        while self.peek().is_some_and(|byte| byte.is_ascii_digit()) {
            self.at += 1;
        }
        self.at - start
    }

    fn string(&mut self) -> Option<Cow<'a, str>> {
        self.at += 1;
        let mut text = Cow::Borrowed("");
        loop {
            let rest = self.text.get(self.at..).unwrap_or("");
            let stop = rest
                .bytes()
                .position(|byte| matches!(byte, b'"' | b'\\' | 0..=0x1f));
            self.at += stop.unwrap_or(rest.len());
            text += rest.get(..stop.unwrap_or(0)).unwrap_or("");
            match self.peek() {
                Some(b'"') => {
                    self.at += 1;
                    return Some(text);
                }
                Some(b'\\') => text.to_mut().push(self.escape()?),
                _ => return None,
            }
        }
    }

    fn escape(&mut self) -> Option<char> {
        let letter = self.text.as_bytes().get(self.at + 1);
        let plain = match letter {
            Some(b'"') => '"',
            Some(b'\\') => '\\',
            Some(b'/') => '/',
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{c}',
            Some(b'n') => '\n',
            Some(b'r') => '\r',
            Some(b't') => '\t',
            Some(b'u') => return self.unicode(),
            _ => return None,
        };
        self.at += 2;
        Some(plain)
    }

    fn unicode(&mut self) -> Option<char> {
        let first = self.hex(self.at)?;
        self.at += 6;
        if (0xd800..0xdc00).contains(&first) {
            let second = self
                .hex(self.at)
                .filter(|low| (0xdc00..0xe000).contains(low));
            if let Some(low) = second {
                self.at += 6;
                let code = 0x1_0000 + ((first - 0xd800) << 10) + (low - 0xdc00);
                return Some(char::from_u32(code).unwrap_or('\u{fffd}'));
            }
        }
        Some(char::from_u32(first).unwrap_or('\u{fffd}'))
    }

    /// The code of a `\u` escape with four hexadecimal digits at a place.
    fn hex(&self, at: usize) -> Option<u32> {
        let digits = self.text.get(at..at + 6)?.strip_prefix("\\u")?;
        let all_hex = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
        u32::from_str_radix(digits, 16).ok().filter(|_| all_hex)
    }

    fn skip_space(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.at += 1;
        }
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn eat(&mut self, word: &str) -> bool {
        let rest = self.text.as_bytes().get(self.at..);
        let found = rest.is_some_and(|rest| rest.starts_with(word.as_bytes()));
        self.at += if found { word.len() } else { 0 };
        found
    }

    fn expect(&mut self, word: &str) -> Option<()> {
        self.eat(word).then_some(())
    }
}
