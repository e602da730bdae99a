//! Fields of a flatbuffer, read one at a time with every bound checked.
//!
//! The wire format is frozen: a table begins with an `i32` to subtract from its
//! place, which gives its vtable (`u16` vtable size, `u16` table size, then one
//! `u16` offset a field id, 0 for absent); tables, vectors and strings are reached
//! by a `u32` to add to its own place; a vector is a `u32` count and its elements.
//! Places are `i64`, in which no sum of a place and one such offset overflows.
//!
//! The checks are those of `hpx`'s own reader (`modelcost/_tflite_reader.py`,
//! 0.2.0 to 0.4.1), no stricter and no laxer: what it calls malformed is
//! [`Damaged`] here, and alignment, table sizes and terminators, which it never
//! looks at, are not looked at here either.

use std::borrow::Cow;

/// The ways in which the structure of a file can contradict itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Damaged {
    /// An offset leads out of the file.
    Outside,
    /// A vector or string says that it is longer than the file.
    TooLong,
    /// An operator names an operator code or a tensor that is not there.
    NoSuchIndex,
    /// Parts are shared so often that reading would not be linear in the file.
    /// `hpx` has no such limit and takes its time.
    Tangled,
}

/// A table: a place from which fields are found by their schema id.
#[derive(Clone, Copy)]
pub struct Table<'a> {
    bytes: &'a [u8],
    at: i64,
}

impl<'a> Table<'a> {
    /// The table to which the first four bytes lead.
    pub fn root(bytes: &'a [u8]) -> Result<Self, Damaged> {
        let at = indirect(bytes, 0)?;
        Ok(Self { bytes, at })
    }

    /// The place of the field with this id, unless it is absent.
    fn field(self, id: u16) -> Result<Option<i64>, Damaged> {
        let vtable = self.at - i64::from(i32::from_le_bytes(take(self.bytes, self.at)?));
        let size = i64::from(u16::from_le_bytes(take(self.bytes, vtable)?));
        let slot = 4 + 2 * i64::from(id);
        if slot >= size {
            return Ok(None);
        }
        let offset = u16::from_le_bytes(take(self.bytes, vtable + slot)?);
        Ok((offset != 0).then(|| self.at + i64::from(offset)))
    }

    fn scalar<const N: usize>(self, id: u16) -> Result<Option<[u8; N]>, Damaged> {
        self.field(id)?.map(|at| take(self.bytes, at)).transpose()
    }

    /// A `ubyte` field; 0 where absent.
    pub fn u8(self, id: u16) -> Result<u8, Damaged> {
        Ok(self.scalar(id)?.map_or(0, u8::from_le_bytes))
    }

    /// A `byte` field; 0 where absent.
    pub fn i8(self, id: u16) -> Result<i8, Damaged> {
        Ok(self.scalar(id)?.map_or(0, i8::from_le_bytes))
    }

    /// An `int` field; 0 where absent.
    pub fn i32(self, id: u16) -> Result<i32, Damaged> {
        Ok(self.scalar(id)?.map_or(0, i32::from_le_bytes))
    }

    /// A `uint` field; 0 where absent.
    pub fn u32(self, id: u16) -> Result<u32, Damaged> {
        Ok(self.scalar(id)?.map_or(0, u32::from_le_bytes))
    }

    /// A `float` field; 0.0 where absent.
    pub fn f32(self, id: u16) -> Result<f32, Damaged> {
        Ok(self.scalar(id)?.map_or(0.0, f32::from_le_bytes))
    }

    /// The table that a field refers to.
    pub fn table(self, id: u16) -> Result<Option<Self>, Damaged> {
        let Some(field) = self.field(id)? else {
            return Ok(None);
        };
        let at = indirect(self.bytes, field)?;
        Ok(Some(Self { at, ..self }))
    }

    /// The vector of four-byte elements that a field refers to; empty where absent.
    pub fn vector(self, id: u16) -> Result<Vector<'a>, Damaged> {
        let Some(field) = self.field(id)? else {
            return Ok(Vector::EMPTY);
        };
        let at = indirect(self.bytes, field)?;
        let len = u32::from_le_bytes(take(self.bytes, at)?);
        let start = at + 4;
        check_end(self.bytes, start + 4 * i64::from(len))?;
        Ok(Vector {
            bytes: self.bytes,
            start,
            len,
        })
    }

    /// The string that a field refers to, bad UTF-8 replaced.
    pub fn string(self, id: u16) -> Result<Option<Cow<'a, str>>, Damaged> {
        let Some(field) = self.field(id)? else {
            return Ok(None);
        };
        let at = indirect(self.bytes, field)?;
        let len = u32::from_le_bytes(take(self.bytes, at)?);
        let (start, end) = (at + 4, at + 4 + i64::from(len));
        check_end(self.bytes, end)?;
        let range = usize::try_from(start).ok().zip(usize::try_from(end).ok());
        let text = range.and_then(|(start, end)| self.bytes.get(start..end));
        Ok(text.map(String::from_utf8_lossy))
    }
}

/// A vector whose elements have four bytes each.
#[derive(Clone, Copy)]
pub struct Vector<'a> {
    bytes: &'a [u8],
    start: i64,
    len: u32,
}

impl<'a> Vector<'a> {
    const EMPTY: Self = Self {
        bytes: &[],
        start: 0,
        len: 0,
    };

    /// The number of elements.
    pub fn len(self) -> u32 {
        self.len
    }

    /// Whether there are no elements.
    pub fn is_empty(self) -> bool {
        self.len == 0
    }

    /// Where an element lies, if it is one of the vector's.
    fn place(self, index: u32) -> Result<i64, Damaged> {
        let at = self.start + 4 * i64::from(index);
        if index < self.len {
            Ok(at)
        } else {
            Err(Damaged::NoSuchIndex)
        }
    }

    /// The table to which an element leads.
    pub fn table(self, index: u32) -> Result<Table<'a>, Damaged> {
        let at = indirect(self.bytes, self.place(index)?)?;
        Ok(Table {
            bytes: self.bytes,
            at,
        })
    }

    /// Every table of the vector, in order.
    pub fn tables(self) -> impl Iterator<Item = Result<Table<'a>, Damaged>> {
        (0..self.len).map(move |index| self.table(index))
    }

    /// An element as an `int`.
    pub fn i32(self, index: u32) -> Result<i32, Damaged> {
        Ok(i32::from_le_bytes(take(self.bytes, self.place(index)?)?))
    }

    /// An element as a `float`.
    pub fn f32(self, index: u32) -> Result<f32, Damaged> {
        Ok(f32::from_le_bytes(take(self.bytes, self.place(index)?)?))
    }
}

/// The bytes at a place, if all of them are in the file.
fn take<const N: usize>(bytes: &[u8], at: i64) -> Result<[u8; N], Damaged> {
    usize::try_from(at)
        .ok()
        .and_then(|start| bytes.get(start..start.checked_add(N)?))
        .and_then(|taken| taken.try_into().ok())
        .ok_or(Damaged::Outside)
}

/// The place to which the offset stored at a place leads.
fn indirect(bytes: &[u8], at: i64) -> Result<i64, Damaged> {
    Ok(at + i64::from(u32::from_le_bytes(take(bytes, at)?)))
}

fn check_end(bytes: &[u8], end: i64) -> Result<(), Damaged> {
    match usize::try_from(end) {
        Ok(end) if end <= bytes.len() => Ok(()),
        _ => Err(Damaged::TooLong),
    }
}
