//! The language server: the protocol's rim around `analysis` and `ide`.
//!
//! Messages come in through `frames`, go through `transport` to the handlers, which read and
//! change the `session`. Texts are analysed off the loop, and the findings leave through
//! `publish` or are pulled.

mod abilities;
mod convert;
mod documents;
mod features;
mod findings;
mod frames;
mod handlers;
mod index;
mod lifeline;
mod moves;
mod publish;
mod refresh;
mod session;
mod settings;
mod transport;

use std::fmt;
use std::io::{Read, Write};
use std::path::PathBuf;
use std::sync::Arc;

use tokio::sync::Notify;
use tower_lsp_server::LspService;

use handlers::Server;
use transport::Ending;

/// What the program knows of the world around it.
#[derive(Clone, Debug, Default)]
pub struct World {
    /// The folder it was started in.
    pub folder: PathBuf,
    /// The user's home folder.
    pub home: Option<PathBuf>,
}

/// Why the service did not end as the protocol has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure(String);

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Serves a client until it leaves.
///
/// # Errors
///
/// The client left without `shutdown`, or sent what is no message.
pub fn run(
    input: impl Read + Send + 'static,
    output: impl Write + Send + 'static,
    world: World,
) -> Result<(), Failure> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .max_blocking_threads(4)
        .build()
        .map_err(|error| Failure(error.to_string()))?;
    let orphaned = Arc::new(Notify::new());
    let (service, socket) = {
        let orphaned = Arc::clone(&orphaned);
        LspService::new(move |client| Server::new(client, world, orphaned))
    };
    let serving = transport::serve(service, socket, input, output, orphaned);
    let ending = runtime.block_on(serving);
    runtime.shutdown_background();
    match ending {
        Ending::Orderly => Ok(()),
        Ending::Abrupt => Err(Failure("the client left without `shutdown`".to_owned())),
        Ending::Broken(why) => Err(Failure(format!("cannot read the client's messages: {why}"))),
    }
}
