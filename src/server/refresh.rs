//! Keeps up with the disk: with models, settings, lock files and whatever else an analysis rests
//! on.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;

use tokio::task::spawn_blocking;
use tower_lsp_server::Client;
use tower_lsp_server::ls_types::{
    Diagnostic, DidChangeWatchedFilesRegistrationOptions, FileSystemWatcher, GlobPattern,
    Registration, Uri,
};

use super::abilities::Abilities;
use super::convert;
use super::session::Session;
use crate::workspace::BrokenSettings;

/// What the client is asked to watch.
const WATCHED: [&str; 5] = [
    "**/*.{yml,yaml,tflite,pte}",
    "**/{hpx-lint,pyproject}.toml",
    "**/uv.lock",
    "**/requirements*.txt",
    "**/*.json",
];

/// Asks the client to watch the files that matter.
pub fn watch() -> Registration {
    let watchers = WATCHED.map(|pattern| FileSystemWatcher {
        glob_pattern: GlobPattern::String(pattern.to_owned()),
        kind: None,
    });
    let options = DidChangeWatchedFilesRegistrationOptions {
        watchers: watchers.to_vec(),
    };
    Registration {
        id: "hpx-files".to_owned(),
        method: "workspace/didChangeWatchedFiles".to_owned(),
        register_options: serde_json::to_value(options).ok(),
    }
}

/// Looks whether the disk has changed. What follows from that is told to the client beside
/// everything else, since not every client answers.
pub async fn refresh(session: Arc<Session>, client: Client, urgent: bool) {
    let it = Arc::clone(&session);
    let changed = spawn_blocking(move || it.refresh(urgent)).await;
    if let Some(abilities) = session.abilities()
        && changed.unwrap_or(false)
    {
        tokio::spawn(tell(session, client, abilities));
    }
}

/// Tells the client that answers may be others now.
pub async fn tell(session: Arc<Session>, client: Client, abilities: Abilities) {
    show_settings(&session, &client, abilities).await;
    if abilities.refreshes {
        let _ = client.workspace_diagnostic_refresh().await;
    }
    if abilities.refreshes_hints {
        let _ = client.inlay_hint_refresh().await;
    }
    if abilities.refreshes_lenses {
        let _ = client.code_lens_refresh().await;
    }
}

/// Shows what is wrong with the settings of the open documents, at its place.
pub async fn show_settings(session: &Arc<Session>, client: &Client, abilities: Abilities) {
    let it = Arc::clone(session);
    let found = spawn_blocking(move || broken(&it, abilities)).await;
    let found = found.unwrap_or_default();
    let now: BTreeSet<Uri> = found.iter().map(|(uri, _)| uri.clone()).collect();
    for mended in session.show_broken(now) {
        client.publish_diagnostics(mended, Vec::new(), None).await;
    }
    for (uri, diagnostics) in found {
        client.publish_diagnostics(uri, diagnostics, None).await;
    }
}

fn broken(session: &Session, abilities: Abilities) -> Vec<(Uri, Vec<Diagnostic>)> {
    let mut found: Vec<(PathBuf, Arc<BrokenSettings>)> = Vec::new();
    for document in session.documents() {
        let project = document.workspace.project(&document.path);
        if let Some(broken) = &project.broken
            && document.examined().is_some()
            && found.iter().all(|(path, _)| *path != broken.path)
        {
            found.push((broken.path.clone(), Arc::clone(broken)));
        }
    }
    let found = found.into_iter().filter_map(|(path, broken)| {
        Some((convert::uri(&path)?, convert::settings(&broken, abilities)))
    });
    found.collect()
}
