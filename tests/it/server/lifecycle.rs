//! How the server begins and ends, and what it makes of what is no message.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::client::{Client, uri};

fn greeted() -> (tempfile::TempDir, Client) {
    let folder = tempfile::tempdir().unwrap();
    let client = Client::greeted(folder.path(), json!({}));
    (folder, client)
}

fn code(answer: &Value) -> &Value {
    &answer["error"]["code"]
}

#[test]
fn shutdown_and_exit_end_with_0() {
    let (_folder, mut client) = greeted();
    assert_eq!(
        client.request("shutdown", Value::Null)["result"],
        Value::Null
    );
    client.notify("exit", Value::Null);
    assert_eq!(client.ended(), (Some(0), String::new()));
}

#[test]
fn the_end_of_the_input_after_shutdown_ends_with_0() {
    let (_folder, mut client) = greeted();
    client.request("shutdown", Value::Null);
    client.stdin = None;
    assert_eq!(client.ended(), (Some(0), String::new()));
}

#[test]
fn leaving_without_shutdown_ends_with_1() {
    let said = "hpx-lsp: the client left without `shutdown`\n".to_owned();
    let (_folder, mut client) = greeted();
    client.notify("exit", Value::Null);
    assert_eq!(client.ended(), (Some(1), said.clone()));
    let (_folder, mut client) = greeted();
    client.stdin = None;
    assert_eq!(client.ended(), (Some(1), said));
}

#[test]
fn the_end_of_the_input_amid_a_request_ends_at_once() {
    let (folder, mut client) = greeted();
    let uri = uri(&folder.path().join("hpx.yml"));
    client.open(&uri, 1, &"model:\n  a: [1, 2]\n".repeat(20_000));
    client.ask(
        "textDocument/diagnostic",
        json!({"textDocument": {"uri": uri}}),
    );
    client.stdin = None;
    let start = Instant::now();
    assert_eq!(client.ended().0, Some(1));
    assert!(start.elapsed() < Duration::from_secs(5));
}

#[test]
fn what_is_asked_too_early_or_too_late_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let mut client = Client::start(folder.path());
    let hover =
        json!({"textDocument": {"uri": "file:///x"}, "position": {"line": 0, "character": 0}});
    let early = client.request("textDocument/hover", hover.clone());
    assert_eq!(code(&early), -32002);
    client.request("initialize", json!({"capabilities": {}}));
    let twice = client.request("initialize", json!({"capabilities": {}}));
    assert_eq!(code(&twice), -32600);
    client.request("shutdown", Value::Null);
    let late = client.request("textDocument/hover", hover);
    assert_eq!(code(&late), -32600);
}

#[test]
fn what_is_no_json_is_answered_and_service_goes_on() {
    let (_folder, mut client) = greeted();
    client.raw(b"Content-Length: 3\r\n\r\n{a}");
    assert_eq!(
        code(&client.wait("an error", |it| it["id"].is_null())),
        -32700
    );
    client.send(&json!([1, 2]));
    assert_eq!(
        code(&client.wait("an error", |it| it["id"].is_null())),
        -32600
    );
    client.send(&json!({"jsonrpc": "2.0", "id": 77, "method": 5}));
    assert_eq!(code(&client.answer(77)), -32600);
    let unknown = client.request("no/such", json!({}));
    assert_eq!(code(&unknown), -32601);
    client.notify("$/no/such", json!({}));
    client.notify("no/such", json!({}));
    let wrong = client.request("textDocument/hover", json!({"a": 1}));
    assert_eq!(code(&wrong), -32602);
    assert_eq!(
        client.request("shutdown", Value::Null)["result"],
        Value::Null
    );
}

#[test]
fn what_is_no_frame_ends_with_1_and_a_message() {
    for (bytes, why) in [
        (&b"hello\r\n\r\n"[..], "`hello` is no header"),
        (
            b"Content-Length: x\r\n\r\n",
            "cannot take `Content-Length: x`",
        ),
    ] {
        let (_folder, mut client) = greeted();
        client.raw(bytes);
        let said = format!("hpx-lsp: cannot read the client's messages: {why}\n");
        assert_eq!(client.ended(), (Some(1), said));
    }
}

#[test]
fn the_server_goes_when_the_clients_process_is_gone() {
    let folder = tempfile::tempdir().unwrap();
    let mut client = Client::start(folder.path());
    let mut process = std::process::Command::new("sleep")
        .arg("60")
        .spawn()
        .unwrap();
    client.request(
        "initialize",
        json!({"processId": process.id(), "capabilities": {}}),
    );
    process.kill().unwrap();
    process.wait().unwrap();
    let start = Instant::now();
    assert_eq!(client.child.wait().unwrap().code(), Some(1));
    assert!(start.elapsed() < Duration::from_secs(5));
}
