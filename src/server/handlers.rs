//! What is answered to which message.

use std::sync::Arc;

use tokio::sync::Notify;
use tower_lsp_server::jsonrpc::Result;
use tower_lsp_server::ls_types::{
    DiagnosticOptions, DiagnosticServerCapabilities, DidChangeTextDocumentParams,
    DidCloseTextDocumentParams, DidOpenTextDocumentParams, DidSaveTextDocumentParams,
    DocumentDiagnosticParams, DocumentDiagnosticReport, DocumentDiagnosticReportResult,
    FullDocumentDiagnosticReport, InitializeParams, InitializeResult, InitializedParams,
    PositionEncodingKind, RelatedFullDocumentDiagnosticReport,
    RelatedUnchangedDocumentDiagnosticReport, ServerCapabilities, ServerInfo,
    TextDocumentSyncCapability, TextDocumentSyncKind, TextDocumentSyncOptions,
    UnchangedDocumentDiagnosticReport,
};
use tower_lsp_server::{Client, LanguageServer};

use super::abilities::Abilities;
use super::convert::{Findings, SOURCE};
use super::publish::{self, examine};
use super::session::Session;
use super::{World, lifeline};
use crate::text::Encoding;

/// The handlers.
#[derive(Debug)]
pub struct Server {
    client: Client,
    session: Arc<Session>,
    orphaned: Arc<Notify>,
}

impl Server {
    /// Nothing is known of the client yet.
    pub fn new(client: Client, world: World, orphaned: Arc<Notify>) -> Self {
        Server {
            client,
            session: Arc::new(Session::new(world)),
            orphaned,
        }
    }
}

impl LanguageServer for Server {
    async fn initialize(&self, params: InitializeParams) -> Result<InitializeResult> {
        let abilities = self.session.begin(&params);
        if let Some(process) = params.process_id {
            lifeline::watch(process, Arc::clone(&self.orphaned));
        }
        if !abilities.pulls {
            let session = Arc::clone(&self.session);
            tokio::spawn(publish::publish(session, self.client.clone()));
        }
        Ok(InitializeResult {
            capabilities: capabilities(abilities),
            server_info: Some(ServerInfo {
                name: "hpx-lsp".to_owned(),
                version: Some(env!("CARGO_PKG_VERSION").to_owned()),
            }),
            offset_encoding: None,
        })
    }

    async fn initialized(&self, _: InitializedParams) {}

    async fn shutdown(&self) -> Result<()> {
        Ok(())
    }

    async fn did_open(&self, params: DidOpenTextDocumentParams) {
        let document = params.text_document;
        self.session.open(document.uri, document.version, document.text);
    }

    async fn did_change(&self, params: DidChangeTextDocumentParams) {
        let document = params.text_document;
        self.session
            .edit(&document.uri, document.version, params.content_changes);
    }

    async fn did_save(&self, _: DidSaveTextDocumentParams) {}

    async fn did_close(&self, params: DidCloseTextDocumentParams) {
        let uri = params.text_document.uri;
        let pushes = self.session.abilities().is_some_and(|it| !it.pulls);
        let closed = self.session.close(&uri);
        if pushes && closed.is_some_and(|it| it.is_ours()) {
            self.client.publish_diagnostics(uri, Vec::new(), None).await;
        }
    }

    async fn diagnostic(
        &self,
        params: DocumentDiagnosticParams,
    ) -> Result<DocumentDiagnosticReportResult> {
        let document = self.session.document(&params.text_document.uri);
        let abilities = self.session.abilities();
        let (result_id, items) = match document.zip(abilities) {
            None => (None, Vec::new()),
            Some((document, abilities)) => {
                let id = document.serial.to_string();
                if params.previous_result_id.as_ref() == Some(&id) {
                    return Ok(unchanged(id));
                }
                examine(&document).await;
                let document = &document;
                let found = Findings { document, abilities }.all();
                (Some(id), found)
            }
        };
        let report = FullDocumentDiagnosticReport { result_id, items };
        Ok(DocumentDiagnosticReportResult::Report(
            DocumentDiagnosticReport::Full(RelatedFullDocumentDiagnosticReport {
                related_documents: None,
                full_document_diagnostic_report: report,
            }),
        ))
    }
}

fn unchanged(result_id: String) -> DocumentDiagnosticReportResult {
    let report = UnchangedDocumentDiagnosticReport { result_id };
    DocumentDiagnosticReportResult::Report(DocumentDiagnosticReport::Unchanged(
        RelatedUnchangedDocumentDiagnosticReport {
            related_documents: None,
            unchanged_document_diagnostic_report: report,
        },
    ))
}

fn capabilities(abilities: Abilities) -> ServerCapabilities {
    let encoding = match abilities.encoding {
        Encoding::Utf8 => PositionEncodingKind::UTF8,
        Encoding::Utf16 => PositionEncodingKind::UTF16,
        Encoding::Utf32 => PositionEncodingKind::UTF32,
    };
    ServerCapabilities {
        position_encoding: Some(encoding),
        text_document_sync: Some(TextDocumentSyncCapability::Options(
            TextDocumentSyncOptions {
                open_close: Some(true),
                change: Some(TextDocumentSyncKind::INCREMENTAL),
                save: Some(true.into()),
                ..TextDocumentSyncOptions::default()
            },
        )),
        diagnostic_provider: abilities.pulls.then(|| {
            DiagnosticServerCapabilities::Options(DiagnosticOptions {
                identifier: Some(SOURCE.to_owned()),
                inter_file_dependencies: true,
                workspace_diagnostics: false,
                ..DiagnosticOptions::default()
            })
        }),
        ..ServerCapabilities::default()
    }
}
