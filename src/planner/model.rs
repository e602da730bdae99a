//! What a plan consists of.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, Sub};

use crate::catalog::Region;

/// A size in bytes. Python's integers are unbounded and a profile's sizes may
/// be any of them; one beyond 128 bits is only known to be out of bounds, and
/// so is what it is added to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bytes(pub i128);

impl Bytes {
    /// No bytes.
    pub const ZERO: Bytes = Bytes(0);

    /// A size given in KiB.
    pub fn from_kib(kib: i128) -> Self {
        Bytes(kib.saturating_mul(1024))
    }

    /// Whether it is known only to be beyond what 128 bits hold.
    pub fn is_out_of_bounds(self) -> bool {
        matches!(self.0, i128::MIN | i128::MAX)
    }

    /// The size, or nothing where it is negative.
    #[must_use]
    pub fn floor(self) -> Self {
        self.max(Bytes::ZERO)
    }
}

impl Add for Bytes {
    type Output = Bytes;

    fn add(self, other: Bytes) -> Bytes {
        match (self.is_out_of_bounds(), other.is_out_of_bounds()) {
            (true, _) => self,
            (false, true) => other,
            (false, false) => Bytes(self.0.saturating_add(other.0)),
        }
    }
}

impl Sub for Bytes {
    type Output = Bytes;

    fn sub(self, other: Bytes) -> Bytes {
        match (self.is_out_of_bounds(), other.is_out_of_bounds()) {
            (false, false) => Bytes(self.0.saturating_sub(other.0)),
            (true, _) => self,
            // The opposite bound.
            (false, true) => Bytes(!other.0),
        }
    }
}

impl Sum for Bytes {
    fn sum<I: Iterator<Item = Bytes>>(sizes: I) -> Bytes {
        sizes.fold(Bytes::ZERO, Add::add)
    }
}

impl fmt::Display for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            i128::MAX => return f.pad("more than 10^38"),
            i128::MIN => return f.pad("less than -10^38"),
            _ => {}
        }
        let digits = self.0.unsigned_abs().to_string();
        let mut grouped = String::with_capacity(digits.len() + digits.len() / 3 + 1);
        for (at, digit) in digits.chars().enumerate() {
            if at > 0 && (digits.len() - at).is_multiple_of(3) {
                grouped.push(',');
            }
            grouped.push(digit);
        }
        f.pad_integral(self.0 >= 0, "", &grouped)
    }
}

/// What a consumer is for (`helia_profiler.results`, `ConsumerKind`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ConsumerKind {
    /// Activations and scratch.
    Arena,
    /// The model file or program.
    Weights,
    /// A call stack.
    Stack,
    /// Anything else.
    Other,
}

impl ConsumerKind {
    /// The word that hpx and JSON use.
    pub fn name(self) -> &'static str {
        match self {
            ConsumerKind::Arena => "arena",
            ConsumerKind::Weights => "weights",
            ConsumerKind::Stack => "stack",
            ConsumerKind::Other => "other",
        }
    }
}

/// One thing that takes room in a region.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Consumer {
    /// hpx's name for it.
    pub name: &'static str,
    /// How much it takes.
    pub size: Bytes,
    /// What it is for.
    pub kind: ConsumerKind,
}

/// What a region holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RegionUsage {
    /// The region.
    pub region: Region,
    /// What it can hold; nothing where the SoC declares none, and then hpx
    /// checks no overflow.
    pub capacity: Bytes,
    /// What is planned into it.
    pub used: Bytes,
    /// What that consists of, in hpx's order.
    pub consumers: Vec<Consumer>,
}

impl RegionUsage {
    /// By how much more is planned than fits.
    pub fn overflow(&self) -> Option<Bytes> {
        let over = self.capacity > Bytes::ZERO && self.used > self.capacity;
        over.then(|| self.used - self.capacity)
    }

    /// What is left.
    pub fn free(&self) -> Bytes {
        (self.capacity - self.used).floor()
    }
}

/// How the memory regions of a board would be used.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MemoryPlan {
    /// The regions in hpx's order: MRAM, SRAM, DTCM, ITCM, PSRAM.
    pub regions: Vec<RegionUsage>,
}

impl MemoryPlan {
    /// One region's usage.
    pub fn region(&self, region: Region) -> Option<&RegionUsage> {
        self.regions.iter().find(|r| r.region == region)
    }

    /// Whether any of its sizes is known only to be out of bounds.
    pub fn is_out_of_bounds(&self) -> bool {
        let out = |usage: &RegionUsage| {
            let sizes = [usage.capacity, usage.used].into_iter();
            let mut sizes = sizes.chain(usage.consumers.iter().map(|consumer| consumer.size));
            sizes.any(Bytes::is_out_of_bounds)
        };
        self.regions.iter().any(out)
    }

    /// The regions that hold more than they can.
    pub fn overflows(&self) -> impl Iterator<Item = &RegionUsage> {
        self.regions.iter().filter(|r| r.overflow().is_some())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_grouped_by_thousands() {
        assert_eq!(Bytes(4_128_768).to_string(), "4,128,768");
        assert_eq!(Bytes(999).to_string(), "999");
        assert_eq!(format!("{:>9}", Bytes(-1000)), "   -1,000");
    }

    #[test]
    fn sizes_saturate() {
        assert_eq!(Bytes(i128::MAX) + Bytes(1), Bytes(i128::MAX));
        assert_eq!(Bytes::from_kib(i128::MAX), Bytes(i128::MAX));
        assert_eq!((Bytes(1) - Bytes(2)).floor(), Bytes::ZERO);
    }
}
