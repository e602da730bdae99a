//! The findings of a document, whether it is a profile or a file that a profile names.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use tower_lsp_server::ls_types::{Diagnostic, DiagnosticRelatedInformation, Location};

use super::abilities::Abilities;
use super::convert::{self, Findings};
use super::documents::Snapshot;
use super::session::Session;
use crate::artifact::Home;
use crate::diagnostic::File;
use crate::text::LineIndex;

/// The findings of a document; `None` where it is somebody else's. This may take its time.
pub fn of(session: &Session, document: &Snapshot, abilities: Abilities) -> Option<Vec<Diagnostic>> {
    let owners = session.owners(&document.path);
    if !owners.is_empty() {
        return Some(about_config(document, &owners, abilities));
    }
    let is_ours = document.examined().is_some() || document.is_too_large();
    let findings = Findings {
        document,
        abilities,
    };
    is_ours.then(|| findings.all())
}

/// What the profiles that name a heliaAOT file say of its content, at its place there.
fn about_config(
    config: &Snapshot,
    owners: &BTreeSet<PathBuf>,
    abilities: Abilities,
) -> Vec<Diagnostic> {
    let mut all = Vec::new();
    for owner in owners {
        for found in about(config, owner, abilities).unwrap_or_default() {
            if !all.contains(&found) {
                all.push(found);
            }
        }
    }
    all
}

fn about(config: &Snapshot, owner: &Path, abilities: Abilities) -> Option<Vec<Diagnostic>> {
    let owner = Snapshot::on_disk(owner, Arc::clone(&config.workspace))?;
    let examined = owner.examined()?;
    let files = config.workspace.files(&examined.start);
    let real = config.workspace.real(&config.path);
    let findings = Findings {
        document: &owner,
        abilities,
    };
    let mut all = Vec::new();
    for (at, found) in examined.analysis.diagnostics.iter().enumerate() {
        let places = found.related.iter().map(|related| &related.place);
        let here = places.filter_map(|place| match &place.file {
            File::Other(name) => {
                let path = files.resolve(name, Home::Expand)?;
                let (_, text) = convert::other(&files, name)?;
                (config.workspace.real(&path) == real).then_some((place.range, text))
            }
            File::This => None,
        });
        for (range, text) in here {
            let lines = LineIndex::new(&text);
            let range = convert::range(&text, &lines, range, abilities.encoding);
            let said = findings.nth(at)?;
            let related = DiagnosticRelatedInformation {
                location: Location::new(owner.uri.clone(), said.range),
                message: "this profile names the file".to_owned(),
            };
            all.push(Diagnostic {
                range,
                related_information: abilities.related.then(|| vec![related]),
                ..said
            });
        }
    }
    Some(all)
}
