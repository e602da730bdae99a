//! What an editor asks of a document.

use serde_json::{Value, json};

use super::client::{Client, uri};

const PROFILE: &str = "\
model:
  path: kws.tflite
  arena_size: 614400
  arena_location: tcm
engine:
  type: helia-rt
target:
  board: apollo510_evb
modle: 1
";

fn opened(abilities: Value) -> (tempfile::TempDir, String, Client) {
    let folder = tempfile::tempdir().unwrap();
    std::fs::copy(
        "tests/examples/quickstart/two_layers.tflite",
        folder.path().join("kws.tflite"),
    )
    .unwrap();
    let uri = uri(&folder.path().join("hpx.yml"));
    let mut client = Client::greeted(folder.path(), abilities);
    client.open(&uri, 1, PROFILE);
    (folder, uri, client)
}

fn place(uri: &str, line: u32, character: u32) -> Value {
    let position = json!({"line": line, "character": character});
    json!({"textDocument": {"uri": uri}, "position": position})
}

fn at(uri: &str, line: u32, character: u32) -> Value {
    json!({
        "textDocument": {"uri": uri},
        "position": {"line": line, "character": character},
        "context": {"includeDeclaration": true},
    })
}

#[test]
fn hover_is_markdown_only_where_the_client_reads_it() {
    let (_folder, uri, mut client) = opened(json!({}));
    let hover = client.request("textDocument/hover", at(&uri, 2, 4))["result"].take();
    assert_eq!(hover["contents"]["kind"], "plaintext");
    let text = hover["contents"]["value"].as_str().unwrap();
    assert!(
        text.contains("DTCM") && text.lines().all(|it| it.chars().count() <= 80),
        "{text}"
    );
    let abilities = json!({"textDocument": {"hover": {"contentFormat": ["markdown"]}}});
    let (_folder, uri, mut client) = opened(abilities);
    let hover = client.request("textDocument/hover", at(&uri, 2, 4))["result"].take();
    assert_eq!(hover["contents"]["kind"], "markdown");
    assert_eq!(hover["range"]["start"], json!({"line": 2, "character": 2}));
}

#[test]
fn quick_fixes_mend_and_take_back() {
    let (_folder, uri, mut client) = opened(json!({}));
    let line = json!({"start": {"line": 8, "character": 0}, "end": {"line": 8, "character": 5}});
    let mut params = json!({
        "textDocument": {"uri": uri}, "range": line, "context": {"diagnostics": []},
    });
    let found = client.request("textDocument/codeAction", params.clone())["result"].take();
    let titles: Vec<&str> = found
        .as_array()
        .unwrap()
        .iter()
        .map(|it| it["title"].as_str().unwrap())
        .collect();
    assert!(titles.contains(&"Ignore `unknown-key` here"), "{titles:?}");
    let ignore = &found.as_array().unwrap()[titles
        .iter()
        .position(|it| it.starts_with("Ignore"))
        .unwrap()];
    assert_eq!(
        ignore["edit"]["changes"][&uri],
        json!([{
            "range": {"start": {"line": 8, "character": 8}, "end": {"line": 8, "character": 8}},
            "newText": "  # hpx-lint: ignore[unknown-key]",
        }])
    );
    assert_eq!(ignore["diagnostics"][0]["code"], "unknown-key");
    params["context"]["only"] = json!(["source.fixAll"]);
    let all = client.request("textDocument/codeAction", params)["result"].take();
    let kinds = all.as_array().unwrap().iter().map(|it| &it["kind"]);
    assert!(kinds.clone().all(|kind| kind == "source.fixAll.hpx"));
}

#[test]
fn lenses_are_done_by_the_server() {
    let (_folder, uri, mut client) = opened(json!({"workspace": {"applyEdit": true}}));
    client.replace(&uri, 2, "model:\n  path: kws.tflite\n");
    let params = json!({"textDocument": {"uri": uri}});
    let lenses = client.request("textDocument/codeLens", params)["result"].take();
    let commands: Vec<&Value> = lenses
        .as_array()
        .unwrap()
        .iter()
        .map(|it| &it["command"]["command"])
        .collect();
    assert_eq!(commands, ["hpx.showCapacity", "hpx.pinPlacement"]);
    let pin = lenses[1]["command"].clone();
    let id = client.ask(
        "workspace/executeCommand",
        json!({"command": pin["command"], "arguments": pin["arguments"]}),
    );
    let apply = client.wait("an edit", |it| it["method"] == "workspace/applyEdit");
    let edits = apply["params"]["edit"]["changes"][&uri].as_array().unwrap();
    assert!(
        edits
            .iter()
            .all(|it| it["newText"].as_str().unwrap().contains("_location: "))
    );
    client.send(&json!({"jsonrpc": "2.0", "id": apply["id"], "result": {"applied": true}}));
    assert_eq!(client.answer(id)["result"], Value::Null);
    let show = json!({"command": "hpx.showCapacity", "arguments": [uri]});
    let text = client.request("workspace/executeCommand", show)["result"].take();
    assert!(text.as_str().unwrap().contains("MRAM"), "{text}");
    let wrong = client.request("workspace/executeCommand", json!({"command": "hpx.no"}));
    assert_eq!(wrong["error"]["code"], -32602);
}

#[test]
fn every_question_is_answered_for_profiles_only() {
    let (folder, uri, mut client) = opened(json!({}));
    let other = super::client::uri(&folder.path().join("values.yaml"));
    client.open(&other, 1, "a: &b 1\nc: *b\n");
    let range = json!({"start": {"line": 0, "character": 0}, "end": {"line": 9, "character": 0}});
    for (method, expects) in [
        ("textDocument/hover", true),
        ("textDocument/inlayHint", true),
        ("textDocument/codeLens", true),
        ("textDocument/codeAction", true),
        ("textDocument/documentSymbol", true),
        ("textDocument/foldingRange", true),
        ("textDocument/selectionRange", true),
        ("textDocument/documentLink", true),
        ("textDocument/definition", false),
        ("textDocument/references", true),
        ("textDocument/documentHighlight", true),
        ("textDocument/prepareRename", false),
    ] {
        let mut params = at(&uri, 2, 4);
        params["range"] = range.clone();
        params["positions"] = json!([{"line": 2, "character": 4}]);
        params["context"]["diagnostics"] = json!([]);
        let answer = client.request(method, params.clone());
        assert!(answer.get("error").is_none(), "{method}: {answer}");
        assert_eq!(!answer["result"].is_null(), expects, "{method}: {answer}");
        for uri in [other.as_str(), "file:///no/such/hpx.yml", "untitled:x"] {
            params["textDocument"]["uri"] = json!(uri);
            let answer = client.request(method, params.clone());
            assert_eq!(answer["result"], Value::Null, "{method} {uri}");
        }
        params["textDocument"]["uri"] = json!(uri);
        for place in [(99, 0), (2, 999), (4_294_967_295_u32, 4_294_967_295_u32)] {
            params["position"] = json!({"line": place.0, "character": place.1});
            let answer = client.request(method, params.clone());
            assert!(answer.get("error").is_none(), "{method}: {answer}");
        }
    }
}

#[test]
fn completion_writes_what_fits_and_tells_more_when_asked() {
    let abilities = json!({"textDocument": {"completion": {"completionItem": {}}}});
    let (_folder, uri, mut client) = opened(abilities);
    client.replace(&uri, 2, "model:\n  path: kws.tflite\n  arena_l\n");
    let list = client.request("textDocument/completion", place(&uri, 2, 9))["result"].take();
    let items = list["items"].as_array().unwrap();
    let item = items
        .iter()
        .find(|it| it["label"] == "arena_location")
        .unwrap();
    assert_eq!(
        item["textEdit"],
        json!({
            "range": {"start": {"line": 2, "character": 2}, "end": {"line": 2, "character": 9}},
            "newText": "arena_location: ",
        })
    );
    assert_eq!(item["insertTextFormat"], 1);
    let whole = client.request("completionItem/resolve", item.clone())["result"].take();
    assert_eq!(whole["documentation"]["kind"], "plaintext");
    client.replace(&uri, 3, "model:\n  path: \"kw\n");
    let list = client.request("textDocument/completion", place(&uri, 1, 11))["result"].take();
    let labels = list["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| &it["label"]);
    assert!(
        labels.into_iter().any(|label| label == "kws.tflite"),
        "{list}"
    );
}

#[test]
fn moved_files_are_named_anew_in_open_and_closed_profiles() {
    let (folder, open) = super::sync::folder();
    let profile = "model:\n  path: ./kws.tflite # mine\n";
    let closed = folder.path().join("hpx_b.yml");
    std::fs::write(&closed, "model: {path: \"kws.tflite\"}\n").unwrap();
    std::fs::write(
        folder.path().join("hpx_c.yml"),
        "model:\n  path: c.tflite\n",
    )
    .unwrap();
    let abilities = json!({"workspace": {"fileOperations": {"willRename": true}}});
    let mut client = Client::greeted(folder.path(), abilities);
    client.open(&open, 1, profile);
    let (from, to) = ("kws.tflite", "new models/kws.tflite");
    let at = |name: &str| uri(&folder.path().join(name)).replace(' ', "%20");
    let files = json!({"files": [{"oldUri": at(from), "newUri": at(to)}]});
    let edit = client.request("workspace/willRenameFiles", files)["result"].take();
    let change = |line: u32, start: u32, end: u32| {
        let place = |character: u32| json!({"line": line, "character": character});
        json!([{
            "range": {"start": place(start), "end": place(end)},
            "newText": "'new models/kws.tflite'",
        }])
    };
    let expected = json!({"changes": {
        open.as_str(): change(1, 8, 20),
        at("hpx_b.yml"): change(0, 14, 26),
    }});
    assert_eq!(edit, expected);
    let files = json!({"files": [{"oldUri": at("other"), "newUri": at("else")}]});
    let edit = client.request("workspace/willRenameFiles", files)["result"].take();
    assert_eq!(edit, Value::Null);
}
