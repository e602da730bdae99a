//! The tests of the library's surface, in one binary.

#![allow(clippy::unwrap_used, reason = "a test that fails is to panic")]

mod artifact;
mod cli;
mod data;
mod folder;
mod layers;
mod models;
mod workspace;
