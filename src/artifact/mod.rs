//! The files beside a profile: bytes in, facts out.
//!
//! `hpx` opens the model before it plans anything, and what it finds there can
//! refuse the profile. This module reads the same few facts: the stat and the
//! magic of the model file, the quantized Softmax operators of a
//! `.tflite` ([`litert`]), the manifest beside a `.pte` and the
//! layout of a heliaRT distribution.
//!
//! Nothing here touches a disk. Every reader is total, so
//! any bytes give facts or a typed problem, and linear in the bytes.

pub mod path;

pub mod flatbuffer;
pub mod litert;
pub mod softmax;

pub mod json;

pub mod executorch;

pub use executorch::{Sidecar, SidecarProblem};
pub use flatbuffer::Damaged;
pub use litert::LiteRt;
pub use softmax::{AotVerdict, Softmax};
