//! A client of the real program, which sees every message.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// No answer takes this long.
const PATIENCE: Duration = Duration::from_secs(20);

/// A running server and the pipe to it.
pub struct Client {
    pub child: Child,
    pub stdin: Option<ChildStdin>,
    messages: Receiver<Value>,
    waiting: VecDeque<Value>,
    next_id: i64,
}

impl Client {
    /// A server that nothing was said to yet, started in a folder.
    pub fn start(folder: &Path) -> Client {
        let mut child = Command::new(env!("CARGO_BIN_EXE_hpx-lsp"))
            .arg("--stdio")
            .current_dir(folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        let (sender, messages) = channel();
        thread::spawn(move || {
            while let Some(message) = received(&mut output) {
                if sender.send(message).is_err() {
                    return;
                }
            }
        });
        Client {
            stdin: child.stdin.take(),
            child,
            messages,
            waiting: VecDeque::new(),
            next_id: 0,
        }
    }

    /// A server that has been greeted by a client that can do this, with a folder open.
    pub fn greeted(folder: &Path, abilities: Value) -> Client {
        let mut client = Client::start(folder);
        let folder = uri(folder);
        client.request(
            "initialize",
            json!({"processId": null, "rootUri": folder, "capabilities": abilities}),
        );
        client.notify("initialized", json!({}));
        client
    }

    /// Sends the bytes as they are.
    pub fn raw(&mut self, bytes: &[u8]) {
        let stdin = self.stdin.as_mut().unwrap();
        stdin.write_all(bytes).unwrap();
        stdin.flush().unwrap();
    }

    /// Sends a message.
    pub fn send(&mut self, message: &Value) {
        self.raw(frame(message).as_bytes());
    }

    /// Sends a notification.
    pub fn notify(&mut self, method: &str, params: Value) {
        self.send(&json!({"jsonrpc": "2.0", "method": method, "params": params}));
    }

    /// Sends a request; its id.
    pub fn ask(&mut self, method: &str, params: Value) -> i64 {
        self.next_id += 1;
        let id = self.next_id;
        let mut message = json!({"jsonrpc": "2.0", "id": id, "method": method});
        if !params.is_null() {
            message["params"] = params;
        }
        self.send(&message);
        id
    }

    /// The answer to a request.
    pub fn answer(&mut self, id: i64) -> Value {
        self.wait("an answer", |it| {
            it["id"] == id && it.get("method").is_none()
        })
    }

    /// Sends a request and waits for its answer, which may be an error.
    pub fn request(&mut self, method: &str, params: Value) -> Value {
        let id = self.ask(method, params);
        self.answer(id)
    }

    /// The next message from the server with this method.
    pub fn told(&mut self, method: &str) -> Value {
        self.wait(method, |it| it["method"] == method)["params"].take()
    }

    /// The first message, of those not taken yet, that is wanted.
    pub fn wait(&mut self, what: &str, mut wanted: impl FnMut(&Value) -> bool) -> Value {
        if let Some(at) = self.waiting.iter().position(&mut wanted) {
            return self.waiting.remove(at).unwrap();
        }
        let end = Instant::now() + PATIENCE;
        loop {
            let left = end.saturating_duration_since(Instant::now());
            match self.messages.recv_timeout(left) {
                Ok(message) if wanted(&message) => return message,
                Ok(message) => self.waiting.push_back(message),
                Err(RecvTimeoutError::Timeout) => panic!("no {what}; got {:?}", self.waiting),
                Err(RecvTimeoutError::Disconnected) => {
                    panic!("the server has left without {what}; got {:?}", self.waiting)
                }
            }
        }
    }

    /// Every message that comes within a time.
    pub fn all_within(&mut self, time: Duration) -> Vec<Value> {
        let end = Instant::now() + time;
        let mut all: Vec<Value> = self.waiting.drain(..).collect();
        while let Ok(message) = self
            .messages
            .recv_timeout(end.saturating_duration_since(Instant::now()))
        {
            all.push(message);
        }
        all
    }

    /// Opens a document.
    pub fn open(&mut self, uri: &str, version: i32, text: &str) {
        self.notify(
            "textDocument/didOpen",
            json!({"textDocument": {
                "uri": uri, "languageId": "yaml", "version": version, "text": text,
            }}),
        );
    }

    /// Replaces the whole text of a document.
    pub fn replace(&mut self, uri: &str, version: i32, text: &str) {
        self.change(uri, version, json!([{"text": text}]));
    }

    /// Edits a document.
    pub fn change(&mut self, uri: &str, version: i32, changes: Value) {
        self.notify(
            "textDocument/didChange",
            json!({"textDocument": {"uri": uri, "version": version}, "contentChanges": changes}),
        );
    }

    /// The status with which the server ends, and what it wrote on its standard error.
    pub fn ended(mut self) -> (Option<i32>, String) {
        let end = Instant::now() + PATIENCE;
        let status = loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                break status;
            }
            assert!(Instant::now() < end, "the server does not end");
            thread::sleep(Duration::from_millis(5));
        };
        let mut said = String::new();
        let mut stderr = self.child.stderr.take().unwrap();
        stderr.read_to_string(&mut said).unwrap();
        (status.code(), said)
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The URI of a path, as simple as the tests' paths are.
pub fn uri(path: &Path) -> String {
    format!("file://{}", path.display())
}

/// A message as it is sent.
pub fn frame(message: &Value) -> String {
    let content = message.to_string();
    format!("Content-Length: {}\r\n\r\n{content}", content.len())
}

fn received(output: &mut impl BufRead) -> Option<Value> {
    let mut length = 0;
    loop {
        let mut line = String::new();
        if output.read_line(&mut line).ok()? == 0 {
            return None;
        }
        if line == "\r\n" {
            break;
        }
        if let Some(value) = line.strip_prefix("Content-Length: ") {
            length = value.trim().parse().ok()?;
        }
    }
    let mut content = vec![0; length];
    output.read_exact(&mut content).ok()?;
    serde_json::from_slice(&content).ok()
}
