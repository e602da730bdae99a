//! What `hpx` makes of a profile config, without `hpx`.
//!
//! A text goes through [`syntax::parse`], [`profile::lower`] and [`resolve`] to the [`rules`]:
//! [`analysis::analyze`] is all of that as one pure function, and both programs are views over
//! what it gives.
//!
//! The modules in reading order; each may use only those that `tests/it/layers.rs` lists for it:
//!
//! - [`text`] has the places in a text: ranges, lines and columns, edits, and near names.
//! - [`diagnostic`] is what a rule says, as plain data, with the fixes it offers.
//! - [`syntax`] reads YAML as PyYAML does, and makes a tree of broken texts too.
//! - `embedded` holds the files of `schemas/`, compiled in.
//! - [`catalog`] has the facts of each hpx release: boards, SoCs, memory, clocks, counters.
//! - [`schema`] has the keys of a profile, by release.
//! - [`profile`] gives every value of a tree its type and the place that it came from.
//! - [`planner`] is hpx's memory plan: what lies where, and whether it fits.
//! - [`artifact`] reads the files beside a profile, such as its model.
//! - [`resolve`] tells what a profile amounts to: its board, its clock, its plan.
//! - [`rules`] has a file for each rule, with its documentation and its check.
//! - [`settings`] reads what a project sets for the rules and for its files.
//! - [`analysis`] is the façade: a text and what surrounds it in, all that is known of it out.
//! - [`ide`] is what an editor shows of a profile, with no protocol in it.
//! - [`workspace`] is the door to the disk: profiles, settings, the release, files by path.
//! - [`cli`] is `hpx-lint`: arguments in, text and an exit status out.
#![cfg_attr(
    feature = "server",
    doc = "- [`server`] is `hpx-lsp`: the editor's protocol around [`analysis`] and [`ide`]."
)]

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
