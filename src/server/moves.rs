//! Files that the client moves, and the profiles that name them.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use tower_lsp_server::ls_types::{
    FileOperationFilter, FileOperationPattern, FileOperationPatternKind,
    FileOperationRegistrationOptions, FileRename, Uri, WorkspaceEdit,
    WorkspaceFileOperationsServerCapabilities,
};

use super::abilities::Abilities;
use super::convert::{self, Edited};
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
    let closed = closed.filter_map(|path| session.closed(path).map(|it| (None, Arc::new(it))));
    let opened = documents
        .iter()
        .map(|it| (Some(it.version), Arc::clone(it)));
    let edited = opened.chain(closed).filter_map(|(version, document)| {
        let edits = Look::of(&document, abilities)?.moved(&moves);
        let uri = document.uri.clone();
        (!edits.is_empty()).then_some(Edited {
            uri,
            version,
            edits,
        })
    });
    let edited: Vec<Edited> = edited.collect();
    (!edited.is_empty()).then(|| convert::workspace_edit(edited, abilities))
}
