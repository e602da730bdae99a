//! The language server, spoken with over its standard input and output.

mod client;
mod lifecycle;
mod sync;
