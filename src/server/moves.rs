//! Files that the client moves, and the profiles that name them.

use std::collections::{BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use tower_lsp_server::ls_types::{
    FileOperationFilter, FileOperationPattern, FileOperationPatternKind,
    FileOperationRegistrationOptions, FileRename, TextEdit, Uri, WorkspaceEdit,
    WorkspaceFileOperationsServerCapabilities,
};

use super::abilities::Abilities;
use super::convert;
use super::features::Look;
use super::index::Index;
use super::session::Session;

/// The moves to be asked about: of files that a profile may name, and of folders.
pub fn capability() -> WorkspaceFileOperationsServerCapabilities {
    let filter = |glob: &str, matches| FileOperationFilter {
        scheme: Some("file".to_owned()),
        pattern: FileOperationPattern {
            glob: glob.to_owned(),
            matches: Some(matches),
            options: None,
        },
    };
    let files = filter(
        "**/*.{tflite,pte,json,yml,yaml}",
        FileOperationPatternKind::File,
    );
    let folders = filter("**/*", FileOperationPatternKind::Folder);
    WorkspaceFileOperationsServerCapabilities {
        will_rename: Some(FileOperationRegistrationOptions {
            filters: vec![files, folders],
        }),
        ..WorkspaceFileOperationsServerCapabilities::default()
    }
}

/// The edits of the paths in all profiles, open or not; `None` where no profile names what is
/// moved. This reads from the disk.
pub fn edits(
    session: &Session,
    index: &Index,
    files: &[FileRename],
    abilities: Abilities,
) -> Option<WorkspaceEdit> {
    let path = |uri: &str| Some(convert::path(&uri.parse::<Uri>().ok()?));
    let moves = files.iter();
    let moves = moves.filter_map(|it| Some((path(&it.old_uri)?, path(&it.new_uri)?)));
    let moves: Vec<(PathBuf, PathBuf)> = moves.collect();
    let documents = session.documents();
    let open: BTreeSet<&Path> = documents.iter().map(|it| it.path.as_path()).collect();
    let closed = index.profiles.keys().map(PathBuf::as_path);
    let closed = closed.filter(|path| !open.contains(path));
    let closed = closed.filter_map(|path| session.closed(path).map(Arc::new));
    let changed = documents
        .iter()
        .cloned()
        .chain(closed)
        .filter_map(|document| {
            let edits = Look::of(&document, abilities)?.moved(&moves);
            (!edits.is_empty()).then(|| (document.uri.clone(), edits))
        });
    let changes: HashMap<Uri, Vec<TextEdit>> = changed.collect();
    (!changes.is_empty()).then(|| WorkspaceEdit {
        changes: Some(changes),
        ..WorkspaceEdit::default()
    })
}
