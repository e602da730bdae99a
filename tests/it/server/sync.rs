//! Documents and their findings, pushed and pulled.

use std::time::Duration;

use serde_json::{Value, json};

use super::client::{Client, uri};

const BAD: &str = "model:\n  path: kws.tflite\nmodle: 1\n";
const GOOD: &str = "model:\n  path: kws.tflite\n";

fn rules(report: &Value) -> Vec<(&str, u64)> {
    let found = report.as_array().unwrap();
    found
        .iter()
        .map(|it| {
            let line = it["range"]["start"]["line"].as_u64().unwrap();
            (it["code"].as_str().unwrap(), line)
        })
        .collect()
}

fn folder() -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    std::fs::copy(
        "tests/examples/quickstart/two_layers.tflite",
        folder.path().join("kws.tflite"),
    )
    .unwrap();
    let uri = uri(&folder.path().join("hpx.yml"));
    (folder, uri)
}

#[test]
fn findings_are_pushed_with_their_version_and_cleared() {
    let (folder, uri) = folder();
    let mut client = Client::greeted(folder.path(), json!({}));
    client.open(&uri, 7, BAD);
    let told = client.told("textDocument/publishDiagnostics");
    assert_eq!(told["uri"], uri);
    assert_eq!(told["version"], 7);
    assert_eq!(rules(&told["diagnostics"]), [("unknown-key", 2)]);
    client.replace(&uri, 8, GOOD);
    let told = client.told("textDocument/publishDiagnostics");
    assert_eq!((&told["version"], &told["diagnostics"]), (&json!(8), &json!([])));
    client.replace(&uri, 9, BAD);
    assert_eq!(client.told("textDocument/publishDiagnostics")["version"], 9);
    client.notify("textDocument/didClose", json!({"textDocument": {"uri": uri}}));
    let told = client.told("textDocument/publishDiagnostics");
    assert_eq!(told["diagnostics"], json!([]));
}

#[test]
fn a_client_that_pulls_is_not_pushed_to() {
    let (folder, uri) = folder();
    let abilities = json!({"textDocument": {"diagnostic": {}}});
    let mut client = Client::greeted(folder.path(), abilities);
    client.open(&uri, 1, BAD);
    let params = json!({"textDocument": {"uri": uri}});
    let report = client.request("textDocument/diagnostic", params.clone())["result"].take();
    assert_eq!(report["kind"], "full");
    assert_eq!(rules(&report["items"]), [("unknown-key", 2)]);
    let again = json!({"textDocument": {"uri": uri}, "previousResultId": report["resultId"]});
    let report = client.request("textDocument/diagnostic", again.clone())["result"].take();
    assert_eq!(report["kind"], "unchanged");
    client.replace(&uri, 2, GOOD);
    let report = client.request("textDocument/diagnostic", again)["result"].take();
    assert_eq!(report["items"], json!([]));
    client.notify("textDocument/didClose", json!({"textDocument": {"uri": uri}}));
    let pushed = client.all_within(Duration::from_millis(100));
    assert_eq!(pushed, Vec::<Value>::new());
}

#[test]
fn a_burst_of_edits_ends_with_the_last_version_and_few_publications() {
    let (folder, uri) = folder();
    let mut client = Client::greeted(folder.path(), json!({}));
    client.open(&uri, 1, GOOD);
    client.told("textDocument/publishDiagnostics");
    for version in 2..=61 {
        client.replace(&uri, version, if version == 61 { BAD } else { GOOD });
    }
    let mut versions = Vec::new();
    while versions.last() != Some(&61) {
        let told = client.told("textDocument/publishDiagnostics");
        versions.push(told["version"].as_i64().unwrap());
    }
    assert!(versions.is_sorted(), "{versions:?}");
    assert!(versions.len() <= 6, "{versions:?}");
}

#[test]
fn other_peoples_yaml_gets_nothing() {
    let (folder, _) = folder();
    let mut client = Client::greeted(folder.path(), json!({}));
    let other = uri(&folder.path().join("values.yaml"));
    client.open(&other, 1, "model: {path: a.gguf}\ntarget: [\n");
    client.replace(&other, 2, "model: 5\n");
    client.notify("textDocument/didClose", json!({"textDocument": {"uri": other}}));
    let pushed = client.all_within(Duration::from_millis(200));
    assert_eq!(pushed, Vec::<Value>::new());
}
