//! What editors say of themselves (`clients/*.json`), and what each of them is given.

use std::fs;

use serde_json::{Value, json};

use super::client::Client;
use super::sync::folder;

/// Its first finding has a second place, its last a tag.
const PROFILE: &str = "\
model:
  path: kws.tflite
  path: kws.tflite
target:
  transport: uart
  usb_port: /dev/ttyACM0
";

/// What a client that says this of itself is given.
fn given(capabilities: &Value) -> Value {
    let (folder, uri) = folder();
    let mut client = Client::start(folder.path());
    let root = super::client::uri(folder.path());
    let params = json!({"processId": null, "rootUri": root, "capabilities": capabilities});
    let greeting = client.request("initialize", params)["result"].take();
    let server = &greeting["capabilities"];
    client.notify("initialized", json!({}));
    client.open(&uri, 1, PROFILE);
    let document = json!({"uri": uri});
    let pulls = !server["diagnosticProvider"].is_null();
    let found = if pulls {
        let params = json!({"textDocument": document});
        client.request("textDocument/diagnostic", params)["result"]["items"].take()
    } else {
        client.told("textDocument/publishDiagnostics")["diagnostics"].take()
    };
    let found = found.as_array().unwrap().as_slice();
    let has = |key: &str| found.iter().any(|it| it.get(key).is_some());
    let at = |line: u32, character: u32| {
        let position = json!({"line": line, "character": character});
        json!({"textDocument": document, "position": position})
    };
    let hover = client.request("textDocument/hover", at(1, 4))["result"].take();
    let params = json!({"textDocument": document});
    let outline = client.request("textDocument/documentSymbol", params.clone())["result"].take();
    let lenses = client.request("textDocument/codeLens", params)["result"].take();
    let lenses = lenses.as_array().unwrap().iter();
    let place = |line: u32| json!({"line": line, "character": 2});
    let action = json!({
        "textDocument": document,
        "range": {"start": place(2), "end": place(2)},
        "context": {"diagnostics": []},
    });
    let actions = client.request("textDocument/codeAction", action)["result"].take();
    let edit = &actions[0]["edit"];
    let list = client.request("textDocument/completion", at(6, 0))["result"].take();
    let item = list["items"][0].clone();
    let mode = item["insertTextMode"].clone();
    let whole = client.request("completionItem/resolve", item)["result"].take();
    client.replace(&uri, 2, "");
    let list = client.request("textDocument/completion", at(0, 0))["result"].take();
    let skeletons = list["items"].as_array().unwrap().iter();
    client.send(&json!({"jsonrpc": "2.0", "id": "last", "method": "shutdown"}));
    let mut asked = Vec::new();
    client.wait("the end", |it| {
        match it["method"].as_str() {
            Some("client/registerCapability") => {
                let method = &it["params"]["registrations"][0]["method"];
                asked.push(method.as_str().unwrap().to_owned());
            }
            Some(method) if it.get("id").is_some() => asked.push(method.to_owned()),
            _ => (),
        }
        it["id"] == "last"
    });
    asked.sort_unstable();
    asked.dedup();
    json!({
        "encoding": server["positionEncoding"],
        "findings": if pulls { "pulled" } else { "pushed" },
        "second places": has("relatedInformation"),
        "tags": has("tags"),
        "hover": hover["contents"]["kind"],
        "completion": whole["documentation"]["kind"],
        "indentation of completions": if mode.is_null() { "adjusted" } else { "as is" },
        "skeletons": if skeletons.clone().any(|it| it["insertTextFormat"] == 2) {
            "snippets"
        } else {
            "plain"
        },
        "outline": if outline[0].get("location").is_some() { "list" } else { "tree" },
        "code actions": !server["codeActionProvider"].is_null(),
        "edits": edit.as_object().unwrap().keys().next(),
        "version of edits": edit["documentChanges"][0]["textDocument"]["version"],
        "lenses": lenses.map(|it| it["command"]["command"].clone()).collect::<Vec<_>>(),
        "commands": server["executeCommandProvider"]["commands"],
        "rename": server["renameProvider"],
        "moves": !server["workspace"]["fileOperations"].is_null(),
        "asked": asked,
    })
}

#[test]
fn every_editor_is_given_what_it_takes() {
    let mut wrong = Vec::new();
    let files = fs::read_dir("tests/it/server/clients").unwrap();
    let mut count = 0;
    for file in files {
        let path = file.unwrap().path();
        let client: Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
        let given = given(&client["capabilities"]);
        if given != client["expected"] {
            wrong.push(format!("{}: {given:#}", path.display()));
        }
        count += 1;
    }
    assert_eq!(count, 7);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
