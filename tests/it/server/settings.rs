//! The editor's settings, and folders that come and go.

use std::path::Path;

use serde_json::{Value, json};
use tempfile::TempDir;

use super::client::{Client, uri};
use super::sync::{folder, pushed};

/// One unknown key, which settings turn off.
const BAD: &str = "model:\n  path: kws.tflite\nmodle: 1\n";

fn off() -> Value {
    json!({"rules": {"unknown-key": "off"}})
}

/// A client that gives this at the start.
fn greeted(folder: &Path, abilities: Value, options: Value) -> Client {
    let mut client = Client::start(folder);
    let params = json!({
        "processId": null,
        "workspaceFolders": [{"uri": uri(folder), "name": "a"}],
        "capabilities": abilities,
        "initializationOptions": options,
    });
    client.request("initialize", params);
    client.notify("initialized", json!({}));
    client
}

fn tell(client: &mut Client, settings: Value) {
    let params = json!({"settings": settings});
    client.notify("workspace/didChangeConfiguration", params);
}

#[test]
fn settings_are_given_at_the_start_and_changed() {
    for options in [off(), json!({"hpx-lint": off()})] {
        let (folder, uri) = folder();
        let mut client = greeted(folder.path(), json!({}), options);
        client.open(&uri, 1, BAD);
        assert_eq!(pushed(&mut client, &uri), [""; 0]);
        tell(&mut client, json!({"hpx-lint": {}, "yaml": 1}));
        assert_eq!(pushed(&mut client, &uri), ["unknown-key"]);
        tell(&mut client, json!({"yaml": 1}));
        tell(&mut client, json!({"hpx-lint": off()}));
        assert_eq!(pushed(&mut client, &uri), [""; 0]);
    }
}

#[test]
fn the_projects_settings_go_before_the_editors() {
    let (folder, uri) = folder();
    let own = "[rules]\nunknown-key = \"warning\"\n";
    std::fs::write(folder.path().join("hpx-lint.toml"), own).unwrap();
    let rules = json!({"unknown-key": "off", "model-file": "off"});
    let mut client = greeted(folder.path(), json!({}), json!({"rules": rules}));
    client.open(&uri, 1, "model:\n  path: gone.tflite\nmodle: 1\n");
    assert_eq!(pushed(&mut client, &uri), ["unknown-key"]);
}

#[test]
fn mistakes_are_shown_and_the_last_sound_settings_hold() {
    let (folder, uri) = folder();
    let mut client = greeted(folder.path(), json!({}), off());
    client.open(&uri, 1, BAD);
    assert_eq!(pushed(&mut client, &uri), [""; 0]);
    tell(
        &mut client,
        json!({"hpx-lint": {"rulez": {}, "root": "nowhere"}}),
    );
    let said = "The settings `hpx-lint` of the editor are not used.\n\
                `rulez`: unknown setting `rulez`; did you mean `rules`?";
    let shown = client.told("window/showMessage");
    assert_eq!(shown, json!({"type": 2, "message": said}));
    tell(
        &mut client,
        json!({"hpx-lint": {"root": "nowhere", "hpx": "9"}}),
    );
    let shown = client.told("window/showMessage");
    let said = "The settings `hpx-lint` of the editor are not used.\n\
                `root`: there is no folder `nowhere` here";
    assert_eq!(shown["message"], said);
    client.replace(&uri, 2, BAD);
    assert_eq!(pushed(&mut client, &uri), [""; 0]);
}

/// Answers the next question for settings; the folders that it was about.
fn answer(client: &mut Client, settings: &Value) -> Vec<Option<String>> {
    let asked = client.wait("a question", |it| it["method"] == "workspace/configuration");
    let items = asked["params"]["items"].as_array().unwrap();
    let answers: Vec<&Value> = items.iter().map(|_| settings).collect();
    client.send(&json!({"jsonrpc": "2.0", "id": asked["id"], "result": answers}));
    let scope = |it: &Value| {
        assert_eq!(it["section"], "hpx-lint");
        it["scopeUri"].as_str().map(str::to_owned)
    };
    items.iter().map(scope).collect()
}

#[test]
fn a_client_that_can_be_asked_is_asked_for_each_folder() {
    let (first, open) = folder();
    let second: TempDir = folder().0;
    let abilities = json!({"workspace": {
        "configuration": true,
        "didChangeConfiguration": {"dynamicRegistration": true},
    }});
    let mut client = greeted(first.path(), abilities, Value::Null);
    let registered = client.told("client/registerCapability");
    assert_eq!(
        registered["registrations"][0]["method"],
        "workspace/didChangeConfiguration"
    );
    let here = Some(uri(first.path()));
    assert_eq!(answer(&mut client, &Value::Null), [here.clone(), None]);
    client.open(&open, 1, BAD);
    assert_eq!(pushed(&mut client, &open), ["unknown-key"]);
    tell(&mut client, Value::Null);
    assert_eq!(answer(&mut client, &off()), [here.clone(), None]);
    assert_eq!(pushed(&mut client, &open), [""; 0]);
    let there = uri(second.path());
    let event = json!({"added": [{"uri": there, "name": "b"}], "removed": []});
    client.notify(
        "workspace/didChangeWorkspaceFolders",
        json!({"event": event}),
    );
    assert_eq!(answer(&mut client, &Value::Null), [here, Some(there), None]);
    assert_eq!(pushed(&mut client, &open), ["unknown-key"]);
}

#[test]
fn folders_come_and_go() {
    let (first, _) = folder();
    let (second, other) = folder();
    std::fs::write(second.path().join("hpx.yml"), BAD).unwrap();
    let abilities = json!({"textDocument": {"diagnostic": {}}});
    let mut client = greeted(first.path(), abilities, Value::Null);
    let profiles = |client: &mut Client| {
        let all = client.request("workspace/diagnostic", json!({"previousResultIds": []}));
        let items = all["result"]["items"].as_array().unwrap().clone();
        let uris = items
            .iter()
            .map(|it| it["uri"].as_str().unwrap().to_owned());
        uris.collect::<Vec<_>>()
    };
    assert_eq!(profiles(&mut client), [""; 0]);
    let there = json!([{"uri": uri(second.path()), "name": "b"}]);
    let added = json!({"event": {"added": there, "removed": []}});
    client.notify("workspace/didChangeWorkspaceFolders", added);
    assert_eq!(profiles(&mut client), [other]);
    let removed = json!({"event": {"added": [], "removed": there}});
    client.notify("workspace/didChangeWorkspaceFolders", removed);
    assert_eq!(profiles(&mut client), [""; 0]);
}
