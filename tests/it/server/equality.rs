//! The server says what the linter says: every finding, word and place.

use std::path::Path;

use hpx_lsp::cli::{self, Output, World};
use serde_json::{Value, json};

use super::client::{Client, uri};

/// The findings of the linter in the server's terms.
fn linted(folder: &Path) -> Vec<Value> {
    let world = World {
        folder: folder.to_owned(),
        ..World::default()
    };
    let arguments = ["hpx-lint", "--format", "json", "hpx.yml"];
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let output = Output::new(&mut out, &mut err);
    cli::run(arguments.map(Into::into), &world, output);
    let printed: Value = serde_json::from_slice(&out).unwrap();
    let found = printed["files"][0]["diagnostics"].as_array().unwrap();
    found.iter().map(said).collect()
}

fn said(found: &Value) -> Value {
    let place = |place: &Value| {
        let of = |name: &str| place[name].as_u64().unwrap() - 1;
        json!({"line": of("line"), "character": of("column")})
    };
    let help = found["help"].as_str().map(|help| format!("\nhelp: {help}"));
    let level = ["error", "warning", "hint"]
        .iter()
        .position(|it| found["level"] == *it);
    json!({
        "code": found["rule"],
        "message": format!("{}{}", found["message"].as_str().unwrap(), help.unwrap_or_default()),
        "severity": level.unwrap() + 1,
        "range": {"start": place(&found["range"]["start"]), "end": place(&found["range"]["end"])},
    })
}

fn served(report: &Value) -> Vec<Value> {
    let found = report["result"]["items"].as_array().unwrap();
    let kept = |it: &Value| {
        json!({
            "code": it["code"],
            "message": it["message"],
            "severity": it["severity"],
            "range": it["range"],
        })
    };
    found.iter().map(kept).collect()
}

/// The texts of the rules' cases, marks and all.
fn corpus() -> Vec<String> {
    let mut texts = vec![std::fs::read_to_string("benches/profile.yml").unwrap()];
    let mut files: Vec<_> = std::fs::read_dir("tests/rules")
        .unwrap()
        .flatten()
        .collect();
    files.sort_by_key(std::fs::DirEntry::path);
    for file in files {
        let text = std::fs::read_to_string(file.path()).unwrap_or_default();
        let cases = text.split("#### ").skip(1);
        texts.extend(cases.filter_map(|case| Some(case.split_once('\n')?.1.to_owned())));
    }
    texts
}

#[test]
fn the_server_says_what_the_linter_says() {
    let folder = tempfile::tempdir().unwrap();
    let model = "tests/examples/quickstart/two_layers.tflite";
    std::fs::copy(model, folder.path().join("kws.tflite")).unwrap();
    let uri = uri(&folder.path().join("hpx.yml"));
    let abilities = json!({
        "general": {"positionEncodings": ["utf-32"]},
        "textDocument": {"diagnostic": {}},
    });
    let mut client = Client::greeted(folder.path(), abilities);
    client.open(&uri, 0, "");
    let mut findings = 0;
    for (version, text) in corpus().into_iter().enumerate() {
        std::fs::write(folder.path().join("hpx.yml"), &text).unwrap();
        client.replace(&uri, version as i32 + 1, &text);
        let params = json!({"textDocument": {"uri": uri}});
        let report = client.request("textDocument/diagnostic", params);
        let linted = linted(folder.path());
        assert_eq!(served(&report), linted, "{text}");
        findings += linted.len();
    }
    assert!(findings > 300, "{findings}");
}
