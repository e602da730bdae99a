//! The editor's own settings: given at the start, sent when they change, or asked for.
//!
//! They are those of `hpx-lint.toml`, in the section [`SECTION`], for each open folder. What a
//! project's own file says goes before them.

use std::path::PathBuf;
use std::sync::Arc;

use serde_json::{Value, json};
use tower_lsp_server::Client;
use tower_lsp_server::ls_types::{ConfigurationItem, MessageType, Registration};

use super::session::Session;
use super::{convert, refresh};

/// The name of the settings in the editor.
pub const SECTION: &str = "hpx-lint";

/// Asks the client to tell when its settings have changed.
pub fn watch() -> Registration {
    Registration {
        id: "hpx-settings".to_owned(),
        method: "workspace/didChangeConfiguration".to_owned(),
        register_options: Some(json!({ "section": SECTION })),
    }
}

/// Ours among what the client gives at the start: as a section, or alone.
pub fn given(options: &Value) -> Value {
    options.get(SECTION).unwrap_or(options).clone()
}

/// Asks the client for the settings of every open folder, and holds by them. Not every client
/// answers.
pub async fn ask(session: Arc<Session>, client: Client) {
    let folders = everywhere(&session);
    let item = |folder: &Option<PathBuf>| ConfigurationItem {
        scope_uri: folder.as_ref().and_then(|it| convert::uri(it)),
        section: Some(SECTION.to_owned()),
    };
    let items = folders.iter().map(item).collect();
    let Ok(answers) = client.configuration(items).await else {
        return;
    };
    let given = session.given();
    let answer = |answer: Value| {
        if answer.is_null() {
            given.clone()
        } else {
            answer
        }
    };
    let answers = folders.into_iter().zip(answers.into_iter().map(answer));
    hold(&session, &client, answers).await;
}

/// Holds by the settings that the client gave: in these folders, or everywhere.
pub async fn hold_given(session: &Arc<Session>, client: &Client, folders: Option<&[PathBuf]>) {
    let given = session.given();
    let folders: Vec<Option<PathBuf>> = match folders {
        Some(folders) => folders.iter().cloned().map(Some).collect(),
        None => everywhere(session),
    };
    let all = folders.into_iter().map(|folder| (folder, given.clone()));
    hold(session, client, all).await;
}

/// The open folders, and what is outside of all.
fn everywhere(session: &Session) -> Vec<Option<PathBuf>> {
    let folders = session.folders().into_iter().map(Some);
    folders.chain([None]).collect()
}

async fn hold(
    session: &Arc<Session>,
    client: &Client,
    all: impl Iterator<Item = (Option<PathBuf>, Value)>,
) {
    let (mut changed, mut said) = (false, Vec::new());
    for (folder, object) in all {
        match session.configure(folder.as_deref(), object) {
            Ok(news) => changed |= news,
            Err(wrong) => said.extend(wrong),
        }
    }
    said.dedup();
    if !said.is_empty() {
        let said = said.join("\n");
        let message = format!("The settings `{SECTION}` of the editor are not used.\n{said}");
        client.show_message(MessageType::WARNING, message).await;
    }
    if changed && let Some(abilities) = session.abilities() {
        session.index_again();
        // Not every client answers.
        tokio::spawn(refresh::tell(
            Arc::clone(session),
            client.clone(),
            abilities,
        ));
    }
}
