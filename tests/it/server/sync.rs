//! Documents and their findings, pushed and pulled.

use std::time::Duration;

use serde_json::{Value, json};

use super::client::{Client, frame, uri};

const BAD: &str = "model:\n  path: kws.tflite\nmodle: 1\n";
const GOOD: &str = "model:\n  path: kws.tflite\n";

pub fn rules(report: &Value) -> Vec<(&str, u64)> {
    let found = report.as_array().unwrap();
    found
        .iter()
        .map(|it| {
            let line = it["range"]["start"]["line"].as_u64().unwrap();
            (it["code"].as_str().unwrap(), line)
        })
        .collect()
}

pub fn folder() -> (tempfile::TempDir, String) {
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
    assert_eq!(
        (&told["version"], &told["diagnostics"]),
        (&json!(8), &json!([]))
    );
    client.replace(&uri, 9, BAD);
    assert_eq!(client.told("textDocument/publishDiagnostics")["version"], 9);
    client.notify(
        "textDocument/didClose",
        json!({"textDocument": {"uri": uri}}),
    );
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
    client.notify(
        "textDocument/didClose",
        json!({"textDocument": {"uri": uri}}),
    );
    let pushed = client.all_within(Duration::from_millis(100));
    assert_eq!(pushed, Vec::<Value>::new());
}

#[test]
fn a_burst_of_edits_ends_with_the_last_version_and_few_publications() {
    let (folder, uri) = folder();
    let mut client = Client::greeted(folder.path(), json!({}));
    client.open(&uri, 1, GOOD);
    client.told("textDocument/publishDiagnostics");
    let edit = |version: i32| {
        let text = if version == 61 { BAD } else { GOOD };
        let params = json!({
            "textDocument": {"uri": uri, "version": version},
            "contentChanges": [{"text": text}],
        });
        frame(&json!({"jsonrpc": "2.0", "method": "textDocument/didChange", "params": params}))
    };
    let edits: String = (2..=61).map(edit).collect();
    client.raw(edits.as_bytes());
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
    client.notify(
        "textDocument/didClose",
        json!({"textDocument": {"uri": other}}),
    );
    let pushed = client.all_within(Duration::from_millis(200));
    assert_eq!(pushed, Vec::<Value>::new());
}

/// A client to which findings are pushed, with a sound profile open.
fn opened(text: &str) -> (tempfile::TempDir, String, Client) {
    let (folder, uri) = folder();
    let mut client = Client::greeted(folder.path(), json!({}));
    client.open(&uri, 1, text);
    (folder, uri, client)
}

pub fn pushed(client: &mut Client, uri: &str) -> Vec<String> {
    let told = client.wait("findings", |it| {
        it["method"] == "textDocument/publishDiagnostics" && it["params"]["uri"] == uri
    });
    let found = told["params"]["diagnostics"].as_array().unwrap().clone();
    let rules = found
        .iter()
        .map(|it| it["code"].as_str().unwrap_or("-").to_owned());
    rules.collect()
}

#[test]
fn a_model_that_goes_and_comes_is_seen_at_the_next_save() {
    let (folder, uri, mut client) = opened(GOOD);
    assert_eq!(pushed(&mut client, &uri), [""; 0]);
    let model = folder.path().join("kws.tflite");
    let away = folder.path().join("away");
    std::fs::rename(&model, &away).unwrap();
    let saved = json!({"textDocument": {"uri": uri}});
    client.notify("textDocument/didSave", saved.clone());
    assert_eq!(pushed(&mut client, &uri), ["model-file"]);
    std::fs::rename(&away, &model).unwrap();
    client.notify("workspace/didChangeWatchedFiles", json!({"changes": []}));
    assert_eq!(pushed(&mut client, &uri), [""; 0]);
}

#[test]
fn settings_that_break_are_shown_and_the_last_sound_ones_hold() {
    let (folder, uri) = folder();
    let settings = folder.path().join("hpx-lint.toml");
    let about = super::client::uri(&settings);
    std::fs::write(&settings, "[rules]\nunknown-key = \"off\"\n").unwrap();
    let mut client = Client::greeted(folder.path(), json!({}));
    client.open(&uri, 1, BAD);
    assert_eq!(pushed(&mut client, &uri), [""; 0]);
    std::fs::write(&settings, "[rules]\nunknown-kee = 5\n").unwrap();
    client.notify(
        "textDocument/didSave",
        json!({"textDocument": {"uri": uri}}),
    );
    assert_eq!(pushed(&mut client, &about).len(), 1);
    assert_eq!(pushed(&mut client, &uri), [""; 0]);
    std::fs::write(&settings, "\n# nothing more\n").unwrap();
    client.notify(
        "textDocument/didSave",
        json!({"textDocument": {"uri": uri}}),
    );
    assert_eq!(pushed(&mut client, &about), [""; 0]);
    assert_eq!(pushed(&mut client, &uri), ["unknown-key"]);
}

#[test]
fn a_client_that_never_answers_is_served() {
    let (folder, uri) = folder();
    let abilities = json!({
        "textDocument": {"diagnostic": {}},
        "workspace": {
            "diagnostics": {"refreshSupport": true},
            "didChangeWatchedFiles": {"dynamicRegistration": true},
        },
    });
    let mut client = Client::greeted(folder.path(), abilities);
    assert_eq!(
        client.told("client/registerCapability")["registrations"][0]["id"],
        "hpx-files"
    );
    client.open(&uri, 1, GOOD);
    let params = json!({"textDocument": {"uri": uri}});
    let report = client.request("textDocument/diagnostic", params.clone());
    assert_eq!(report["result"]["items"], json!([]));
    std::fs::remove_file(folder.path().join("kws.tflite")).unwrap();
    client.notify("workspace/didChangeWatchedFiles", json!({"changes": []}));
    client.told("workspace/diagnostic/refresh");
    let report = client.request("textDocument/diagnostic", params);
    assert_eq!(rules(&report["result"]["items"]), [("model-file", 1)]);
    client.stdin = None;
    assert_eq!(client.ended().0, Some(1));
}

#[test]
fn the_workspace_is_pulled_with_what_is_closed() {
    let (folder, uri) = folder();
    let closed = folder.path().join("hpx_b.yml");
    std::fs::write(folder.path().join("hpx.yml"), GOOD).unwrap();
    std::fs::write(&closed, BAD).unwrap();
    std::fs::write(folder.path().join("other.yml"), "a: 1\n").unwrap();
    let abilities = json!({"textDocument": {"diagnostic": {}}});
    let mut client = Client::greeted(folder.path(), abilities);
    client.open(&uri, 4, "modle: 1\n");
    let ask = |client: &mut Client, known: Value| {
        let params = json!({"previousResultIds": known});
        client.request("workspace/diagnostic", params)["result"]["items"].take()
    };
    let items = ask(&mut client, json!([]));
    let closed_uri = super::client::uri(&closed);
    assert_eq!(items.as_array().unwrap().len(), 2);
    assert_eq!(
        (&items[0]["uri"], &items[0]["version"]),
        (&json!(closed_uri), &Value::Null)
    );
    assert_eq!(rules(&items[0]["items"]), [("unknown-key", 2)]);
    assert_eq!(
        (&items[1]["uri"], &items[1]["version"]),
        (&json!(uri), &json!(4))
    );
    assert!(rules(&items[1]["items"]).contains(&("unknown-key", 0)));
    let known = json!([{"uri": closed_uri, "value": items[0]["resultId"]}]);
    let again = ask(&mut client, known.clone());
    assert_eq!(again[0]["kind"], "unchanged");
    std::fs::remove_file(&closed).unwrap();
    client.notify("workspace/didChangeWatchedFiles", json!({"changes": []}));
    let gone = ask(&mut client, known);
    let about = gone
        .as_array()
        .unwrap()
        .iter()
        .find(|it| it["uri"] == closed_uri.as_str());
    assert_eq!(about.unwrap()["items"], json!([]));
    client.replace(&uri, 5, "# the newest\nmodel:\n  path: kws.tflite\n");
    let symbols = client.request("workspace/symbol", json!({"query": "KWS"}))["result"].take();
    let place = &symbols[0]["location"];
    assert_eq!(
        (&place["uri"], &place["range"]["start"]["line"]),
        (&json!(uri), &json!(2))
    );
}

#[test]
fn a_heliaaot_file_gets_what_its_profile_says_of_it_and_nothing_else() {
    let (folder, uri) = folder();
    let config = folder.path().join("hpx_aot.yml");
    let profile =
        "model:\n  path: kws.tflite\nengine:\n  type: helia-aot\n  config_path: hpx_aot.yml\n";
    std::fs::write(folder.path().join("hpx.yml"), profile).unwrap();
    std::fs::write(&config, "memory:\n  planner: [\n").unwrap();
    let mut client = Client::greeted(folder.path(), json!({}));
    client.open(&uri, 1, profile);
    assert_eq!(pushed(&mut client, &uri), ["aot-config-file"]);
    let about = super::client::uri(&config);
    client.open(&about, 1, "memory:\n  planner: [\n");
    assert_eq!(pushed(&mut client, &about), ["aot-config-file"]);
    let hover = json!({"textDocument": {"uri": about}, "position": {"line": 0, "character": 1}});
    assert_eq!(
        client.request("textDocument/hover", hover)["result"],
        Value::Null
    );
}
