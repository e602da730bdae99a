//! The tests of the library's surface, in one binary.

#![allow(
    clippy::unwrap_used,
    clippy::disallowed_methods,
    reason = "a test that fails is to panic, and reads what it likes"
)]

mod agreement;
mod analysis;
mod artifact;
mod cli;
mod committed;
mod data;
mod fixes;
mod folder;
mod ide;
mod layers;
mod mend;
mod models;
mod projects;
mod recovery;
mod robust;
mod rules;
#[cfg(feature = "server")]
mod server;
mod streams;
mod vectors;
mod workspace;
