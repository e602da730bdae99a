//! What has broken other servers: hostile texts, odd names, cancelled questions.

use serde_json::{Value, json};

use super::client::{Client, uri};
use super::sync::{folder, pushed, rules};

/// Every question about a place in a document.
const QUESTIONS: [&str; 13] = [
    "textDocument/hover",
    "textDocument/completion",
    "textDocument/inlayHint",
    "textDocument/codeLens",
    "textDocument/codeAction",
    "textDocument/documentSymbol",
    "textDocument/foldingRange",
    "textDocument/selectionRange",
    "textDocument/documentLink",
    "textDocument/definition",
    "textDocument/references",
    "textDocument/documentHighlight",
    "textDocument/prepareRename",
];

fn about(uri: &str, line: u32, character: u32) -> Value {
    let place = json!({"line": line, "character": character});
    json!({
        "textDocument": {"uri": uri},
        "position": place,
        "positions": [place],
        "range": {"start": place, "end": place},
        "context": {"diagnostics": [], "includeDeclaration": true, "triggerKind": 1},
    })
}

/// Opens a text and asks everything about a place; the findings.
fn ask_all(text: &str, line: u32, character: u32) -> Vec<String> {
    let (folder, uri) = folder();
    let mut client = Client::greeted(folder.path(), json!({}));
    client.open(&uri, 1, text);
    let found = pushed(&mut client, &uri);
    for method in QUESTIONS {
        let answer = client.request(method, about(&uri, line, character));
        assert!(answer.get("error").is_none(), "{method}: {answer}");
    }
    found
}

#[test]
fn nesting_without_end_is_one_finding() {
    for opening in ["[", "{", "- ", "? ", "{a: ["] {
        let text = format!("# hpx-lint: profile\n{}\n", opening.repeat(20_000));
        let found = ask_all(&text, 1, 12);
        let deep = found.iter().filter(|rule| *rule == "nesting-too-deep");
        assert_eq!(deep.count(), 1, "{opening}: {found:?}");
    }
}

#[test]
fn aliases_of_aliases_are_not_written_out() {
    // Ten thousand million of `x`.
    let mut text = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n".to_owned();
    for level in 1..10 {
        let aliases = vec![format!("*a{}", level - 1); 9].join(", ");
        text += &format!("a{level}: &a{level} [{aliases}]\n");
    }
    let found = ask_all(&format!("{text}model:\n  path: *a9\n"), 12, 9);
    assert!(found.contains(&"wrong-type".to_owned()), "{found:?}");
}

#[test]
fn conflict_markers_are_a_finding_and_the_rest_is_read() {
    let text = "model:\n<<<<<<< ours\n  path: kws.tflite\n=======\n  path: kws.tflite\n\
                >>>>>>> theirs\ntarget:\n  board: apollo510_evb\n";
    let found = ask_all(text, 7, 4);
    assert!(found.contains(&"syntax-error".to_owned()), "{found:?}");
    let (folder, uri) = folder();
    let mut client = Client::greeted(folder.path(), json!({}));
    client.open(&uri, 1, text);
    let hover = client.request("textDocument/hover", about(&uri, 7, 4));
    let value = hover["result"]["contents"]["value"].as_str().unwrap();
    assert!(value.contains("board"), "{value}");
}

#[test]
fn a_file_of_fifty_thousand_lines_is_served() {
    let counters = "      - ARM_PMU_CPU_CYCLES\n".repeat(50_000);
    let text = format!(
        "model:\n  path: kws.tflite\nprofiling:\n  pmu_counters:\n    cpu:\n{counters}modle: 1\n"
    );
    let found = ask_all(&text, 49_000, 10);
    assert!(found.contains(&"unknown-key".to_owned()), "{found:?}");
}

#[test]
fn names_of_every_kind_come_back_as_they_were_given() {
    let (folder, _) = folder();
    let mut client = Client::greeted(folder.path(), json!({}));
    let below = |name: &str| format!("{}/{name}", uri(folder.path()));
    for uri in [
        "file:///c%3A/work/hpx.yml",
        "file:///C:/work/hpx.yml",
        "file://server/share/hpx.yml",
        "untitled:Untitled-1",
        "vscode-vfs://github/a/b/hpx.yml",
        &below("with%20space/hpx.yml"),
        &below("sharp%23/hpx.yml"),
        &below("percent%25/hpx.yml"),
        &below("caf%C3%A9/%E6%BC%A2/hpx.yml"),
        &below("a+b@c=d/hpx.yml"),
    ] {
        client.open(uri, 1, "# hpx-lint: profile\nmodle: 1\n");
        let found = pushed(&mut client, uri);
        assert!(
            found.contains(&"unknown-key".to_owned()),
            "{uri}: {found:?}"
        );
        let hover = client.request("textDocument/hover", about(uri, 1, 1));
        assert!(hover.get("error").is_none(), "{uri}: {hover}");
    }
}

#[test]
fn a_file_behind_an_escaped_name_is_found_on_the_disk() {
    let (folder, _) = folder();
    let inner = folder.path().join("a b#c%é");
    std::fs::create_dir(&inner).unwrap();
    let model = folder.path().join("kws.tflite");
    std::fs::copy(model, inner.join("own.tflite")).unwrap();
    let uri = format!("{}/a%20b%23c%25%C3%A9/hpx.yml", uri(folder.path()));
    let mut client = Client::greeted(folder.path(), json!({}));
    client.open(&uri, 1, "model:\n  path: own.tflite\n");
    assert_eq!(pushed(&mut client, &uri), [""; 0]);
    let link = client.request("textDocument/documentLink", about(&uri, 0, 0));
    let target = link["result"][0]["target"].as_str().unwrap();
    assert!(
        target.ends_with("/a%20b%23c%25%C3%A9/own.tflite"),
        "{target}"
    );
}

#[test]
fn a_cancelled_question_is_answered_once() {
    let (folder, uri) = folder();
    let mut client = Client::greeted(folder.path(), json!({}));
    client.open(&uri, 1, &"model:\n  path: kws.tflite\n".repeat(500));
    let mut asked = Vec::new();
    for method in QUESTIONS {
        let id = client.ask(method, about(&uri, 1, 4));
        client.notify("$/cancelRequest", json!({"id": id}));
        asked.push((method, id));
    }
    client.notify("$/cancelRequest", json!({"id": 9999}));
    for (method, id) in asked {
        let answer = client.answer(id);
        let code = &answer["error"]["code"];
        assert!(code.is_null() || *code == -32800, "{method}: {answer}");
    }
    client.request("shutdown", Value::Null);
    let more = client.all_within(std::time::Duration::from_millis(200));
    assert!(more.iter().all(|it| it.get("id").is_none()), "{more:?}");
}

#[test]
fn places_are_right_behind_marks_emoji_and_odd_line_ends() {
    let (folder, uri) = folder();
    let mut client = Client::greeted(folder.path(), json!({}));
    for (text, line, start) in [
        ("\u{feff}modle: 1\nmodel:\n  path: kws.tflite\n", 0, 1),
        ("model: {path: kws.tflite, \"😀\": 1}\r\n", 0, 26),
        ("model:\r  path: kws.tflite\rmodle: 1\r", 2, 0),
        (
            "# \u{2028}\u{85}\nmodle: 1\nmodel:\n  path: kws.tflite\n",
            1,
            0,
        ),
    ] {
        client.open(&uri, 1, text);
        let told = client.told("textDocument/publishDiagnostics");
        let found = &told["diagnostics"];
        let place = &found[0]["range"]["start"];
        assert_eq!(rules(found), [("unknown-key", line)], "{text:?}");
        assert_eq!(place["character"], start, "{text:?}");
        client.notify(
            "textDocument/didClose",
            json!({"textDocument": {"uri": uri}}),
        );
        client.told("textDocument/publishDiagnostics");
    }
}
