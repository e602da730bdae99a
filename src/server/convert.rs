//! Our types as the protocol's and back: places, paths and findings.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use tower_lsp_server::ls_types::{
    self as lsp, CodeDescription, DiagnosticRelatedInformation, DiagnosticSeverity, DiagnosticTag,
    DocumentChanges, Location, NumberOrString, OneOf, OptionalVersionedTextDocumentIdentifier,
    Position, Range, TextDocumentEdit, TextEdit, Uri, WorkspaceEdit,
};

use super::abilities::Abilities;
use super::documents::Snapshot;
use crate::artifact::{Files, Home};
use crate::diagnostic::{Diagnostic, File, Level, Place, Tag};
use crate::rules::page;
use crate::text::{Encoding, LineColumn, LineIndex, TextRange};
use crate::workspace::BrokenSettings;
use crate::workspace::disk::DiskFiles;

/// Who says it, as the client shows it.
pub const SOURCE: &str = "hpx-lint";

/// A range of the client's in bytes of a text. Places outside of it are moved into it, and an
/// end before the start becomes the start.
pub fn text_range(text: &str, lines: &LineIndex, range: Range, encoding: Encoding) -> TextRange {
    let start = offset(text, lines, range.start, encoding);
    let end = offset(text, lines, range.end, encoding);
    TextRange::new(start, end.max(start))
}

/// A place of the client's as a byte of a text.
pub fn offset(text: &str, lines: &LineIndex, place: Position, encoding: Encoding) -> u32 {
    let place = LineColumn {
        line: place.line,
        column: place.character,
    };
    lines.offset(text, place, encoding)
}

/// Bytes of a text as the client counts.
pub fn range(text: &str, lines: &LineIndex, range: TextRange, encoding: Encoding) -> Range {
    let place = |offset| {
        let place = lines.line_column(text, offset, encoding);
        Position::new(place.line, place.column)
    };
    Range::new(place(range.start), place(range.end))
}

/// The path of a file; of what is no file, what its name says.
pub fn path(uri: &Uri) -> PathBuf {
    let path = uri.to_file_path().map(std::borrow::Cow::into_owned);
    path.unwrap_or_else(|| PathBuf::from(uri.as_str()))
}

/// The name of a file.
pub fn uri(path: &Path) -> Option<Uri> {
    path.is_absolute()
        .then(|| Uri::from_file_path(path))
        .flatten()
}

/// The edits of one file.
#[derive(Debug)]
pub struct Edited {
    /// The file.
    pub uri: Uri,
    /// The version of the open document that the edits are of; of the file on the disk where
    /// there is none.
    pub version: Option<i32>,
    /// What is to change in it.
    pub edits: Vec<TextEdit>,
}

/// Edits of several files as the client takes them.
pub fn workspace_edit(
    files: impl IntoIterator<Item = Edited>,
    abilities: Abilities,
) -> WorkspaceEdit {
    let files = files.into_iter();
    if !abilities.versioned_edits {
        return WorkspaceEdit {
            changes: Some(files.map(|it| (it.uri, it.edits)).collect()),
            ..WorkspaceEdit::default()
        };
    }
    let versioned = files.map(
        |Edited {
             uri,
             version,
             edits,
         }| TextDocumentEdit {
            text_document: OptionalVersionedTextDocumentIdentifier { uri, version },
            edits: edits.into_iter().map(OneOf::Left).collect(),
        },
    );
    WorkspaceEdit {
        document_changes: Some(DocumentChanges::Edits(versioned.collect())),
        ..WorkspaceEdit::default()
    }
}

/// Findings of one document as a client takes them.
#[derive(Debug)]
pub struct Findings<'a> {
    /// The document.
    pub document: &'a Snapshot,
    /// What the client takes.
    pub abilities: Abilities,
}

impl Findings<'_> {
    /// All of them.
    pub fn all(&self) -> Vec<lsp::Diagnostic> {
        let Some(examined) = self.document.examined() else {
            return self.too_large().into_iter().collect();
        };
        let files = self.document.workspace.files(&examined.start);
        let found = examined.analysis.diagnostics.iter();
        found.map(|found| self.one(found, &files)).collect()
    }

    /// One of them, by its place in the analysis.
    pub fn nth(&self, at: usize) -> Option<lsp::Diagnostic> {
        let examined = self.document.examined()?;
        let files = self.document.workspace.files(&examined.start);
        let found = examined.analysis.diagnostics.get(at)?;
        Some(self.one(found, &files))
    }

    fn too_large(&self) -> Option<lsp::Diagnostic> {
        self.document.is_too_large().then(|| lsp::Diagnostic {
            severity: Some(DiagnosticSeverity::ERROR),
            source: Some(SOURCE.to_owned()),
            message: "The file is larger than 4 MiB and is not checked.".to_owned(),
            ..lsp::Diagnostic::default()
        })
    }

    fn one(&self, found: &Diagnostic, files: &DiskFiles) -> lsp::Diagnostic {
        let abilities = self.abilities;
        let related = |place: &Place, message: &str| {
            Some(DiagnosticRelatedInformation {
                location: self.location(place, files)?,
                message: message.to_owned(),
            })
        };
        let related = abilities.related.then(|| {
            let all = found.related.iter();
            all.filter_map(|it| related(&it.place, &it.message))
                .collect()
        });
        let tag = |tag: &Tag| match tag {
            Tag::Unnecessary => DiagnosticTag::UNNECESSARY,
            Tag::Deprecated => DiagnosticTag::DEPRECATED,
        };
        let page = || page::address(found.rule)?.parse().ok();
        let address = abilities.links.then(page).flatten();
        let tags = abilities.tags.then(|| found.tags.iter().map(tag).collect());
        lsp::Diagnostic {
            range: self.range(found.range),
            severity: Some(severity(found.level)),
            code: Some(NumberOrString::String(found.rule.to_owned())),
            code_description: address.map(|href| CodeDescription { href }),
            source: Some(SOURCE.to_owned()),
            message: message(found),
            related_information: related.filter(|it: &Vec<_>| !it.is_empty()),
            tags: tags.filter(|it: &Vec<_>| !it.is_empty()),
            data: None,
        }
    }

    fn range(&self, bytes: TextRange) -> Range {
        let Snapshot { text, lines, .. } = self.document;
        range(text, lines, bytes, self.abilities.encoding)
    }

    fn location(&self, place: &Place, files: &DiskFiles) -> Option<Location> {
        let File::Other(name) = &place.file else {
            return Some(Location::new(
                self.document.uri.clone(),
                self.range(place.range),
            ));
        };
        let (path, text) = other(files, name)?;
        let lines = LineIndex::new(&text);
        let range = range(&text, &lines, place.range, self.abilities.encoding);
        Some(Location::new(uri(&path)?, range))
    }
}

/// What is wrong with a settings file.
pub fn settings(broken: &BrokenSettings, abilities: Abilities) -> Vec<lsp::Diagnostic> {
    let plain = |severity, range, message: String| lsp::Diagnostic {
        range,
        severity: Some(severity),
        source: Some(SOURCE.to_owned()),
        message,
        ..lsp::Diagnostic::default()
    };
    match &broken.problem {
        Ok((text, parsed)) => {
            let lines = LineIndex::new(text);
            let mistakes = parsed.diagnostics.iter();
            let mistake = |it: &Diagnostic| {
                let range = range(text, &lines, it.range, abilities.encoding);
                plain(severity(it.level), range, message(it))
            };
            mistakes.map(mistake).collect()
        }
        Err(problem) => vec![plain(
            DiagnosticSeverity::ERROR,
            Range::default(),
            format!("The settings cannot be used: the file {problem}"),
        )],
    }
}

/// The path and the text of a file that a profile names.
pub fn other(files: &DiskFiles, name: &str) -> Option<(PathBuf, Arc<str>)> {
    let path = files.resolve(name, Home::Expand)?;
    Some((path, files.text(name, Home::Expand).ok()?))
}

/// What a finding says, the way out included.
pub fn message(found: &Diagnostic) -> String {
    match &found.help {
        Some(help) => format!("{}\nhelp: {help}", found.message),
        None => found.message.clone(),
    }
}

fn severity(level: Level) -> DiagnosticSeverity {
    match level {
        Level::Error => DiagnosticSeverity::ERROR,
        Level::Warning => DiagnosticSeverity::WARNING,
        Level::Hint => DiagnosticSeverity::INFORMATION,
    }
}
