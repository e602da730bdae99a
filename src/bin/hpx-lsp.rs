//! `hpx-lsp`: the language server for heliaPROFILER profile configs.

// The programs are where the world outside comes in.
#![allow(clippy::disallowed_methods)]

use std::env;
use std::io::{self, Write};
use std::process;

use clap::Parser;
use hpx_lsp::server::{self, World};

/// The language server for heliaPROFILER (hpx) profile configs.
///
/// An editor starts it and speaks with it over standard input and output.
#[derive(Debug, Parser)]
#[command(version, after_help = "To check profiles in a terminal, use hpx-lint.")]
struct Arguments {
    /// Speak over standard input and output, as it does anyway
    #[arg(long)]
    stdio: bool,
}

fn main() {
    let _ = Arguments::parse();
    let world = World {
        folder: env::current_dir().unwrap_or_default(),
        home: env::home_dir(),
    };
    let ended = server::run(io::stdin(), io::stdout(), world);
    if let Err(why) = &ended {
        let _ = writeln!(io::stderr(), "hpx-lsp: {why}");
    }
    // Threads that wait for the client would keep the process.
    process::exit(if ended.is_ok() { 0 } else { 1 });
}
