//! Dates and times.

use super::tree::{Date, DateTime, Value};

/// Why a text is no date.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum NotADate {
    Malformed,
    /// It has the form of one, but there is no such day, time or zone.
    Impossible,
}

/// The parts of a text that has the form of a date, or of a date with a time.
struct Parts {
    year: u32,
    month: u32,
    day: u32,
    /// Whether month and day have two digits each.
    full: bool,
    clock: Option<Clock>,
}

struct Clock {
    hour: u32,
    minute: u32,
    second: u32,
    microsecond: u32,
    offset_minutes: Option<i32>,
}

/// Whether a scalar without a tag is taken for a date, or for a date with a time.
pub(super) fn is_timestamp(text: &[u8]) -> bool {
    parts(text).is_some_and(|parts| parts.full || parts.clock.is_some())
}

/// Reads a date, or a date with a time.
pub(super) fn timestamp(text: &str) -> Result<Value, NotADate> {
    let text = text.strip_suffix('\n').unwrap_or(text);
    let parts = parts(text.as_bytes()).ok_or(NotADate::Malformed)?;
    let date = date(&parts).ok_or(NotADate::Impossible)?;
    let Some(clock) = parts.clock else {
        return Ok(Value::Date(date));
    };
    const DAY: i32 = 24 * 60;
    let zone_exists = clock.offset_minutes.is_none_or(|offset| offset.abs() < DAY);
    if clock.hour > 23 || clock.minute > 59 || clock.second > 59 || !zone_exists {
        return Err(NotADate::Impossible);
    }
    Ok(Value::DateTime(DateTime {
        date,
        hour: clock.hour as u8,
        minute: clock.minute as u8,
        second: clock.second as u8,
        microsecond: clock.microsecond,
        offset_minutes: clock.offset_minutes,
    }))
}

fn date(parts: &Parts) -> Option<Date> {
    let year = parts.year;
    let leap = year.is_multiple_of(4) && !year.is_multiple_of(100) || year.is_multiple_of(400);
    let days = match parts.month {
        2 if leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => return None,
    };
    let exists = year >= 1 && (1..=days).contains(&parts.day);
    exists.then_some(Date {
        year: year as u16,
        month: parts.month as u8,
        day: parts.day as u8,
    })
}

/// Reads numbers and marks off a text, front to back.
struct Reading<'t>(&'t [u8]);

impl Reading<'_> {
    /// A number of at least so many digits and at most so many.
    fn number(&mut self, least: usize, most: usize) -> Option<u32> {
        let digits = self.0.iter().take(most);
        let count = digits.take_while(|byte| byte.is_ascii_digit()).count();
        if count < least {
            return None;
        }
        let (digits, rest) = self.0.split_at(count);
        self.0 = rest;
        Some(
            digits
                .iter()
                .fold(0, |number, digit| number * 10 + u32::from(digit - b'0')),
        )
    }

    fn mark(&mut self, mark: u8) -> Option<()> {
        self.0 = self.0.strip_prefix(&[mark])?;
        Some(())
    }

    fn blanks(&mut self) -> usize {
        let blanks = self
            .0
            .iter()
            .take_while(|byte| matches!(byte, b' ' | b'\t'));
        let count = blanks.count();
        self.0 = self.0.get(count..).unwrap_or(&[]);
        count
    }
}

fn parts(text: &[u8]) -> Option<Parts> {
    let mut reading = Reading(text);
    let year = reading.number(4, 4)?;
    reading.mark(b'-')?;
    let month = reading.number(1, 2)?;
    reading.mark(b'-')?;
    let day = reading.number(1, 2)?;
    let clock = if reading.0.is_empty() {
        None
    } else {
        Some(clock(&mut reading)?)
    };
    Some(Parts {
        year,
        month,
        day,
        full: clock.is_none() && text.len() == "2024-01-02".len(),
        clock,
    })
}

fn clock(reading: &mut Reading<'_>) -> Option<Clock> {
    let letter = reading.mark(b'T').or_else(|| reading.mark(b't'));
    if letter.is_none() && reading.blanks() == 0 {
        return None;
    }
    let hour = reading.number(1, 2)?;
    reading.mark(b':')?;
    let minute = reading.number(2, 2)?;
    reading.mark(b':')?;
    let second = reading.number(2, 2)?;
    let microsecond = microsecond(reading);
    let offset_minutes = offset(reading)?;
    Some(Clock {
        hour,
        minute,
        second,
        microsecond,
        offset_minutes,
    })
}

/// Reads a fraction, of which six digits count.
fn microsecond(reading: &mut Reading<'_>) -> u32 {
    if reading.mark(b'.').is_none() {
        return 0;
    }
    let mut fraction = 0;
    let mut unit = 100_000;
    while let Some(digit) = reading.number(1, 1) {
        fraction += digit * unit;
        unit /= 10;
    }
    fraction
}

/// Reads the zone, and whatever is left must be it.
#[allow(clippy::option_option, reason = "no zone is not a malformed one")]
fn offset(reading: &mut Reading<'_>) -> Option<Option<i32>> {
    if reading.0.is_empty() {
        return Some(None);
    }
    reading.blanks();
    let offset = match reading.0 {
        b"Z" => return Some(Some(0)),
        [b'+', rest @ ..] => (1, rest),
        [b'-', rest @ ..] => (-1, rest),
        _ => return None,
    };
    let (sign, rest) = offset;
    *reading = Reading(rest);
    let hours = reading.number(1, 2)? as i32;
    let minutes = match reading.mark(b':') {
        Some(()) => reading.number(2, 2)? as i32,
        None => 0,
    };
    reading
        .0
        .is_empty()
        .then_some(Some(sign * (hours * 60 + minutes)))
}

/// The microseconds from some fixed moment to this one, by its own clock.
pub(super) fn microseconds(time: &DateTime) -> i64 {
    // Counting years from March puts the day that only some have at their end.
    let (month, year) = (i64::from(time.date.month), i64::from(time.date.year));
    let (month, year) = if month < 3 {
        (month + 9, year - 1)
    } else {
        (month - 3, year)
    };
    let leap_days = year / 4 - year / 100 + year / 400;
    let days = year * 365 + leap_days + (month * 153 + 2) / 5 + i64::from(time.date.day);
    let minutes = (days * 24 + i64::from(time.hour)) * 60 + i64::from(time.minute);
    let seconds = minutes * 60 + i64::from(time.second);
    seconds * 1_000_000 + i64::from(time.microsecond)
}
