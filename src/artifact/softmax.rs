//! Whether an engine can prepare a quantized Softmax, in the numbers `hpx` uses.
//!
//! The kernels scale the input by `beta * scale * 2^26` in fixed point (five
//! integer bits of a Q31 number). TFLM asserts on the board that the product is
//! above 1; the heliaAOT compiler shifts by the exponent of the product, which
//! must not be negative. `hpx` computes both before it builds
//! (`modelcost/softmax_preflight.py`, 0.2.0 to 0.4.1; 0.1.x does not look), in
//! IEEE doubles, as is done here.

/// `2^(31 - 5)`: what is left of a Q31 number after five integer bits.
const FIXED_POINT: f64 = 67_108_864.0;

/// One Softmax operator on int8 or uint8.
#[derive(Clone, Debug, PartialEq)]
pub struct Softmax {
    /// The index of its subgraph.
    pub subgraph: u32,
    /// Its index among the subgraph's operators.
    pub operator: u32,
    /// The name of the tensor it reads, or `tensor_` and the index of a nameless one.
    pub input: String,
    /// The first scale of that tensor's quantization.
    pub input_scale: Option<f32>,
    /// `SoftmaxOptions.beta`; 0 where it is absent, which is what TFLM makes of that.
    pub beta: f32,
}

/// What becomes of a Softmax in the heliaAOT compiler.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AotVerdict {
    /// It compiles.
    Ok,
    /// It compiles to something useless: the logits it can represent are too few.
    Warn,
    /// The compiler fails.
    Error,
}

impl Softmax {
    /// `beta * scale * 2^26`, with a missing scale as 0.
    pub fn multiplier(&self) -> f64 {
        let scale = self.input_scale.map_or(0.0, f64::from);
        f64::from(self.beta) * scale * FIXED_POINT
    }

    /// Whether beta is above 0. Where it is not, every engine is refused and no
    /// scale can help.
    pub fn has_usable_beta(&self) -> bool {
        self.beta > 0.0
    }

    /// Whether TFLM, in litert and in helia-rt, can prepare it.
    pub fn tflm_supported(&self) -> bool {
        self.multiplier() > 1.0
    }

    /// What heliaAOT makes of it, given a usable beta.
    pub fn aot_verdict(&self) -> AotVerdict {
        aot_verdict(self.multiplier())
    }

    /// The scale that the input's must exceed for TFLM, if beta is usable.
    pub fn minimum_scale(&self) -> Option<f64> {
        self.has_usable_beta()
            .then(|| 1.0 / (f64::from(self.beta) * FIXED_POINT))
    }
}

/// What heliaAOT makes of a multiplier, negative and non-finite ones included.
pub fn aot_verdict(multiplier: f64) -> AotVerdict {
    let overflows = multiplier == f64::NEG_INFINITY;
    if multiplier.is_nan() || overflows || (multiplier.is_finite() && shift(multiplier) < 0) {
        AotVerdict::Error
    } else if multiplier <= 1.0 {
        AotVerdict::Warn
    } else {
        AotVerdict::Ok
    }
}

/// The shift of heliaAOT's Q31 form of a finite multiplier: its binary exponent,
/// one more where rounding the fraction to 31 bits reaches 1, 0 below 2^-32,
/// where the whole number is flushed to 0, and at most 30.
fn shift(multiplier: f64) -> i32 {
    const Q31_ONE: f64 = 2_147_483_648.0;
    if multiplier == 0.0 {
        return 0;
    }
    let (fraction, mut exponent) = frexp(multiplier);
    if (fraction * Q31_ONE + 0.5).floor() == Q31_ONE {
        exponent += 1;
    }
    if exponent < -31 { 0 } else { exponent.min(30) }
}

/// C's `frexp` for a finite number other than 0: a fraction whose magnitude is in
/// `[0.5, 1)` and the power of two that makes the number of it.
fn frexp(number: f64) -> (f64, i32) {
    const FIELD: u64 = 0x7ff << 52;
    let (scaled, extra) = if number.is_normal() {
        (number, 0)
    } else {
        (number * 18_014_398_509_481_984.0, 54) // 2^54 makes every subnormal normal
    };
    let bits = scaled.to_bits();
    let biased = i32::try_from((bits & FIELD) >> 52).unwrap_or(0);
    let fraction = f64::from_bits((bits & !FIELD) | (1022 << 52));
    (fraction, biased - 1022 - extra)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The expectations are what hpx 0.4.1 answers.
    #[test]
    fn aot_edges() {
        let flush = 2f64.powi(-32);
        for (multiplier, expected) in [
            (f64::NAN, AotVerdict::Error),
            (f64::INFINITY, AotVerdict::Ok),
            (f64::NEG_INFINITY, AotVerdict::Error),
            (0.0, AotVerdict::Warn),
            (f64::from_bits(1), AotVerdict::Warn),
            (flush.next_down(), AotVerdict::Error),
            (flush, AotVerdict::Error),
            (flush * (1.0 - 2f64.powi(-31)), AotVerdict::Warn),
            (0.499_999, AotVerdict::Error),
            (0.5f64.next_down(), AotVerdict::Warn),
            (0.5, AotVerdict::Warn),
            (1.0, AotVerdict::Warn),
            (1f64.next_up(), AotVerdict::Ok),
            (-0.75, AotVerdict::Warn),
            (-0.5, AotVerdict::Warn),
            ((-0.5f64).next_up(), AotVerdict::Error),
            (1e300, AotVerdict::Ok),
            (-1e300, AotVerdict::Warn),
        ] {
            assert_eq!(aot_verdict(multiplier), expected, "{multiplier:e}");
        }
    }

    #[test]
    fn frexp_is_cs() {
        assert_eq!(frexp(1.0), (0.5, 1));
        assert_eq!(frexp(-0.75), (-0.75, 0));
        assert_eq!(frexp(f64::from_bits(1)), (0.5, -1073));
        assert_eq!(frexp(f64::MIN_POSITIVE), (0.5, -1021));
    }
}
