//! The files beside a profile: bytes in, facts out.
//!
//! `hpx` opens the model before it plans anything, and what it finds there can
//! refuse the profile. This module reads the same few facts: the stat and the
//! magic of the model file ([`model`]), the quantized Softmax operators of a
//! `.tflite` ([`litert`]), the manifest beside a `.pte` ([`executorch`]) and the
//! layout of a heliaRT distribution ([`heliart`]).
//!
//! Nothing here touches a disk: the outside is the trait [`files::Files`], which
//! production implements on the disk and tests fake. Every reader is total, so
//! any bytes give facts or a typed problem, and linear in the bytes.

pub mod path;

pub mod flatbuffer;
pub mod litert;
pub mod softmax;

pub mod json;

pub mod executorch;
pub mod model;

pub mod files;
pub mod heliart;

pub use executorch::{Sidecar, SidecarProblem};
pub use files::{Files, Home, Stat, TextProblem};
pub use flatbuffer::Damaged;
pub use litert::LiteRt;
pub use model::{ModelFile, Unread};
pub use softmax::{AotVerdict, Softmax};
