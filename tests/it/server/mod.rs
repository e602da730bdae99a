//! The language server, spoken with over its standard input and output.

mod client;
mod clients;
mod equality;
mod features;
mod lifecycle;
mod settings;
mod survive;
mod sync;
