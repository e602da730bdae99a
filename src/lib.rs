//! What `hpx` makes of a profile config, without `hpx`.
//!
//! The modules are declared in reading order; each may use only those that
//! `tests/it/layers.rs` lists for it.

pub mod text;

pub mod diagnostic;

pub mod syntax;

mod embedded;

pub mod catalog;

pub mod schema;

pub mod profile;

pub mod planner;

pub mod artifact;

pub mod resolve;

pub mod rules;

pub mod settings;

pub mod analysis;

pub mod ide;

pub mod workspace;

pub mod cli;

#[cfg(feature = "server")]
pub mod server;
