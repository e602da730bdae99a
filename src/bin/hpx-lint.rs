//! `hpx-lint`: checks heliaPROFILER profile configs.

// The programs are where the world outside comes in.
#![allow(clippy::disallowed_methods)]

use std::env;
use std::io::{self, BufWriter, IsTerminal};
use std::process::ExitCode;

use hpx_lsp::cli::{self, Output, World};

fn main() -> ExitCode {
    let set = |name: &str| env::var_os(name).is_some_and(|value| !value.is_empty());
    let dumb = env::var_os("TERM").is_some_and(|term| term == "dumb");
    let world = World {
        folder: env::current_dir().unwrap_or_default(),
        home: env::home_dir(),
        colours: io::stdout().is_terminal() && !set("NO_COLOR") && !dumb,
        ignored_variables: cli::VARIABLES
            .into_iter()
            .filter(|name| set(name))
            .collect(),
    };
    let (mut out, mut err) = (BufWriter::new(io::stdout().lock()), io::stderr().lock());
    let output = Output::new(&mut out, &mut err);
    ExitCode::from(cli::run(env::args_os(), &world, output) as u8)
}
