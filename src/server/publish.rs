//! Pushes findings to clients that do not ask for them.
//!
//! One task does it, so that no older findings can follow newer ones. A document is analysed at
//! once; where an edit overtakes that, the next analysis waits until the edits pause, so that a
//! burst of them ends in one publication.

use std::sync::Arc;
use std::time::Duration;

use tokio::task::spawn_blocking;
use tokio::time::sleep;
use tower_lsp_server::Client;

use super::documents::Snapshot;
use super::findings;
use super::session::Session;

/// How long edits have to pause.
const PAUSE: Duration = Duration::from_millis(1);

/// How often a pause is waited for: a client that never pauses is served all the same.
const PAUSES: u32 = 8;

/// Publishes what is due, for ever.
pub async fn publish(session: Arc<Session>, client: Client) {
    loop {
        session.changed.notified().await;
        while let Some(document) = session.next_due() {
            let document = settle(&session, document).await;
            if let Some(document) = document {
                show(&session, &client, document).await;
            }
        }
    }
}

/// The document, examined, when it is no longer overtaken by edits.
async fn settle(session: &Session, mut document: Arc<Snapshot>) -> Option<Arc<Snapshot>> {
    loop {
        examine(&document).await;
        if session.is_current(&document) {
            return Some(document);
        }
        for _ in 0..PAUSES {
            document = session.document(&document.uri)?;
            sleep(PAUSE).await;
            if session.is_current(&document) {
                break;
            }
        }
    }
}

/// Examines a document off the loop.
pub async fn examine(document: &Arc<Snapshot>) {
    if !document.is_examined() {
        let document = Arc::clone(document);
        // A panic shows when the result is asked for.
        let _ = spawn_blocking(move || document.examined().is_some()).await;
    }
}

async fn show(session: &Arc<Session>, client: &Client, document: Arc<Snapshot>) {
    let Some(abilities) = session.abilities() else {
        return;
    };
    let (uri, version) = (document.uri.clone(), document.version);
    let (about, it) = (Arc::clone(session), Arc::clone(&document));
    let found = spawn_blocking(move || findings::of(&about, &it, abilities)).await;
    // What is no profile any more is cleared once.
    let nothing = || document.was_shown().then(Vec::new);
    let found = found.ok().and_then(|found| found.or_else(nothing));
    if let Some(found) = found
        && session.is_current(&document)
    {
        document.note_shown();
        client.publish_diagnostics(uri, found, Some(version)).await;
    }
}
