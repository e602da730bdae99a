//! The loop between the client and the service.
//!
//! tower-lsp-server routes messages and knows which are allowed when; its own loop is not used,
//! because it lets handlers overtake each other, ends silently at a bad frame, and with status 0
//! where the protocol asks for 1. Here each handler runs up to its first wait in the order in
//! which the messages came; what waits goes on beside the others.

use std::io::{Read, Write};
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::sync::mpsc as channel;
use std::thread;
use std::time::Duration;

use futures_util::{FutureExt, SinkExt, StreamExt, poll};
use serde_json::Value;
use tokio::sync::{Notify, mpsc};
use tower_lsp_server::jsonrpc::{Error, ErrorCode, Id, Request, Response};
use tower_lsp_server::{ClientSocket, ExitedError, LanguageServer, LspService};
use tower_service::Service;

use super::frames::{self, Incoming, Reader};

/// How long the last messages may take to be written.
const LAST_WORDS: Duration = Duration::from_millis(500);

/// How the service ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// As the protocol has it: `shutdown`, then `exit` or the end of the input.
    Orderly,
    /// Without `shutdown`.
    Abrupt,
    /// The input cannot be understood any more.
    Broken(String),
}

/// Where messages to the client go.
#[derive(Clone, Debug)]
struct Outgoing(channel::Sender<Option<Vec<u8>>>);

impl Outgoing {
    fn send(&self, message: &impl serde::Serialize) {
        if let Ok(content) = serde_json::to_vec(message) {
            // Nobody listens any more: the input ends too.
            let _ = self.0.send(Some(content));
        }
    }
}

/// Serves the client until it leaves, or until `orphaned` is notified.
pub async fn serve<S: LanguageServer>(
    service: LspService<S>,
    socket: ClientSocket,
    input: impl Read + Send + 'static,
    output: impl Write + Send + 'static,
    orphaned: Arc<Notify>,
) -> Ending {
    let (outgoing, written) = start_writer(output);
    let mut incoming = start_reader(input);
    let (mut requests, responses) = socket.split();
    let to_client = outgoing.clone();
    tokio::spawn(async move {
        while let Some(request) = requests.next().await {
            to_client.send(&request);
        }
    });
    let mut dispatch = Dispatch {
        service,
        responses,
        outgoing: outgoing.clone(),
        shut_down: false,
    };
    let ending = loop {
        let next = tokio::select! {
            next = incoming.recv() => next,
            () = orphaned.notified() => break dispatch.left(),
        };
        match next {
            Some(Incoming::Content(content)) => {
                if dispatch.take(&content).await == Next::Leave {
                    break dispatch.left();
                }
            }
            Some(Incoming::Broken(why)) => break Ending::Broken(why),
            Some(Incoming::End) | None => break dispatch.left(),
        }
    };
    let _ = outgoing.0.send(None);
    let _ = tokio::time::timeout(LAST_WORDS, written).await;
    ending
}

/// Frames, read by a thread of their own, since an input may block for ever.
fn start_reader(input: impl Read + Send + 'static) -> mpsc::Receiver<Incoming> {
    let (sender, receiver) = mpsc::channel(256);
    thread::spawn(move || {
        let mut reader = Reader::new(input);
        loop {
            let next = reader.next();
            let last = !matches!(next, Incoming::Content(_));
            if sender.blocking_send(next).is_err() || last {
                return;
            }
        }
    });
    receiver
}

/// A thread that writes what is sent, and what tells that it is done.
fn start_writer(
    mut output: impl Write + Send + 'static,
) -> (Outgoing, tokio::sync::oneshot::Receiver<()>) {
    let (sender, receiver) = channel::channel::<Option<Vec<u8>>>();
    let (done, written) = tokio::sync::oneshot::channel();
    thread::spawn(move || {
        while let Ok(Some(content)) = receiver.recv() {
            if frames::write(&mut output, &content).is_err() {
                break;
            }
        }
        let _ = done.send(());
    });
    (Outgoing(sender), written)
}

/// Whether to go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Next {
    Stay,
    Leave,
}

struct Dispatch<S, R> {
    service: LspService<S>,
    responses: R,
    outgoing: Outgoing,
    shut_down: bool,
}

impl<S, R> Dispatch<S, R>
where
    S: LanguageServer,
    R: futures_util::Sink<Response, Error = ExitedError> + Unpin,
{
    fn left(&self) -> Ending {
        if self.shut_down {
            Ending::Orderly
        } else {
            Ending::Abrupt
        }
    }

    async fn take(&mut self, content: &[u8]) -> Next {
        let message: Value = match serde_json::from_slice(content) {
            Ok(message) => message,
            Err(error) => {
                self.refuse(Id::Null, ErrorCode::ParseError, error.to_string());
                return Next::Stay;
            }
        };
        let id = message.get("id").cloned().map(serde_json::from_value);
        let id = id.and_then(Result::ok).unwrap_or(Id::Null);
        if message.get("method").is_some() {
            match serde_json::from_value(message) {
                Ok(request) => return self.request(request).await,
                Err(error) => self.refuse(id, ErrorCode::InvalidRequest, error.to_string()),
            }
        } else {
            match serde_json::from_value(message) {
                // One that nothing waits for is dropped.
                Ok(response) => drop(self.responses.send(response).await),
                Err(error) => self.refuse(id, ErrorCode::InvalidRequest, error.to_string()),
            }
        }
        Next::Stay
    }

    fn refuse(&self, id: Id, code: ErrorCode, message: String) {
        let error = Error {
            code,
            message: message.into(),
            data: None,
        };
        self.outgoing.send(&Response::from_error(id, error));
    }

    async fn request(&mut self, request: Request) -> Next {
        if request.method() == "exit" {
            return Next::Leave;
        }
        let is_shutdown = request.method() == "shutdown" && request.id().is_some();
        let id = request.id().cloned();
        let outgoing = self.outgoing.clone();
        let handled = AssertUnwindSafe(self.service.call(request)).catch_unwind();
        let mut handled = Box::pin(handled.map(move |handled| match handled {
            Ok(Ok(Some(response))) => {
                let done = response.is_ok();
                outgoing.send(&response);
                done
            }
            Ok(_) => false,
            Err(panic) => {
                if let Some(id) = id {
                    let error = Error {
                        code: ErrorCode::InternalError,
                        message: format!("a fault of hpx-lsp: {}", told(&*panic)).into(),
                        data: None,
                    };
                    outgoing.send(&Response::from_error(id, error));
                }
                false
            }
        }));
        match poll!(&mut handled) {
            std::task::Poll::Ready(done) => self.shut_down |= is_shutdown && done,
            std::task::Poll::Pending => drop(tokio::spawn(handled)),
        }
        Next::Stay
    }
}

/// What a panic says.
fn told(panic: &(dyn std::any::Any + Send)) -> &str {
    let text = panic.downcast_ref::<&str>().copied();
    let owned = || panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(owned).unwrap_or("it does not say which")
}

#[cfg(test)]
mod tests {
    use std::io;

    use serde_json::json;
    use tower_lsp_server::jsonrpc::Result;
    use tower_lsp_server::ls_types::{
        Hover, HoverParams, InitializeParams, InitializeResult, WorkspaceSymbolParams,
        WorkspaceSymbolResponse,
    };

    use super::*;

    /// A server with a fault before and one behind its first wait.
    struct Faulty;

    impl LanguageServer for Faulty {
        async fn initialize(&self, _: InitializeParams) -> Result<InitializeResult> {
            Ok(InitializeResult::default())
        }

        async fn shutdown(&self) -> Result<()> {
            Ok(())
        }

        async fn hover(&self, _: HoverParams) -> Result<Option<Hover>> {
            panic!("no hover")
        }

        async fn symbol(
            &self,
            _: WorkspaceSymbolParams,
        ) -> Result<Option<WorkspaceSymbolResponse>> {
            tokio::task::yield_now().await;
            panic!("no {}", "symbols")
        }
    }

    #[test]
    fn a_fault_in_a_handler_is_an_answer_and_service_goes_on() {
        let place = json!({
            "textDocument": {"uri": "file:///hpx.yml"},
            "position": {"line": 0, "character": 0},
        });
        let (input, mut to_server) = io::pipe().unwrap();
        let (from_server, output) = io::pipe().unwrap();
        let serving = thread::spawn(|| {
            let runtime = tokio::runtime::Builder::new_current_thread()
                .enable_time()
                .build()
                .unwrap();
            let (service, socket) = LspService::new(|_| Faulty);
            runtime.block_on(serve(service, socket, input, output, Arc::default()))
        });
        let mut reader = Reader::new(from_server);
        let mut ask = |mut message: Value| {
            message["jsonrpc"] = json!("2.0");
            frames::write(&mut to_server, message.to_string().as_bytes()).unwrap();
            message.get("id")?;
            let Incoming::Content(content) = reader.next() else {
                return None;
            };
            let answer: Value = serde_json::from_slice(&content).unwrap();
            assert_eq!(answer["id"], message["id"]);
            answer["error"]["message"].as_str().map(str::to_owned)
        };
        let fault = |what: &str| Some(format!("a fault of hpx-lsp: {what}"));
        for (message, expected) in [
            (
                json!({"id": 1, "method": "initialize", "params": {"capabilities": {}}}),
                None,
            ),
            (
                json!({"id": 2, "method": "textDocument/hover", "params": place}),
                fault("no hover"),
            ),
            (
                json!({"id": 3, "method": "workspace/symbol", "params": {"query": ""}}),
                fault("no symbols"),
            ),
            (json!({"id": 4, "method": "shutdown"}), None),
            (json!({"method": "exit"}), None),
        ] {
            assert_eq!(ask(message), expected);
        }
        assert_eq!(serving.join().unwrap(), Ending::Orderly);
    }
}
