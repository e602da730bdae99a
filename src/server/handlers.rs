//! What is answered to which message.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use tokio::sync::Notify;
use tokio::task::spawn_blocking;
use tower_lsp_server::jsonrpc::{Error, ErrorCode, Result};
use tower_lsp_server::ls_types::*;
use tower_lsp_server::{Client, LanguageServer};

use super::abilities::Abilities;
use super::convert::{self, SOURCE};
use super::documents::Snapshot;
use super::features::{self, CAPACITY, Look, PIN};
use super::findings;
use super::index::Index;
use super::publish;
use super::session::Session;
use super::{World, lifeline, moves, refresh, settings};
use crate::ide::completion::Subject;
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

impl Server {
    /// Looks for changes on the disk beside everything else.
    fn keep_up(&self, urgent: bool) {
        let (session, client) = (Arc::clone(&self.session), self.client.clone());
        tokio::spawn(refresh::refresh(session, client, urgent));
    }

    /// Holds by the editor's settings as they are now: asked for where the client can be asked,
    /// else those that it gave.
    async fn learn_settings(&self, abilities: Abilities) {
        let (session, client) = (Arc::clone(&self.session), self.client.clone());
        if abilities.configuration {
            // Not every client answers.
            tokio::spawn(settings::ask(session, client));
        } else {
            settings::hold_given(&session, &client, None).await;
        }
    }

    /// Looks at a document as it is now, off the loop. `None` where it is not open or no profile.
    async fn look<T: Send + 'static>(
        &self,
        uri: &Uri,
        answer: impl FnOnce(Look<'_>) -> T + Send + 'static,
    ) -> Result<Option<T>> {
        self.keep_up(false);
        let open = self.session.document(uri).zip(self.session.abilities());
        let Some((document, abilities)) = open else {
            return Ok(None);
        };
        let it = Arc::clone(&document);
        let session = Arc::clone(&self.session);
        let answered = spawn_blocking(move || {
            if !session.owners(&it.path).is_empty() {
                return None;
            }
            Look::of(&it, abilities).map(answer)
        });
        let answered = answered.await.map_err(fault)?;
        if self.session.is_unedited(&document) {
            Ok(answered)
        } else {
            Err(Error::content_modified())
        }
    }

    /// The same, for what is a list.
    async fn list<T: Send + 'static>(
        &self,
        uri: &Uri,
        answer: impl FnOnce(Look<'_>) -> Vec<T> + Send + 'static,
    ) -> Result<Option<Vec<T>>> {
        self.look(uri, answer).await
    }
}

/// What a client is told of a panic off the loop.
fn fault(error: tokio::task::JoinError) -> Error {
    Error {
        code: ErrorCode::InternalError,
        message: format!("a fault of hpx-lsp: {error}").into(),
        data: None,
    }
}

impl LanguageServer for Server {
    async fn initialize(&self, params: InitializeParams) -> Result<InitializeResult> {
        let abilities = self.session.begin(&params);
        if let Some(options) = &params.initialization_options {
            self.session.give(settings::given(options));
        }
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

    async fn initialized(&self, _: InitializedParams) {
        let Some(abilities) = self.session.abilities() else {
            return;
        };
        if abilities.watches {
            let client = self.client.clone();
            // Not every client answers, and nothing waits for it.
            tokio::spawn(async move { client.register_capability(vec![refresh::watch()]).await });
        }
        settings::hold_given(&self.session, &self.client, None).await;
        if abilities.configuration {
            self.learn_settings(abilities).await;
        }
        if abilities.tells_settings {
            let client = self.client.clone();
            tokio::spawn(async move { client.register_capability(vec![settings::watch()]).await });
        }
        let session = Arc::clone(&self.session);
        tokio::spawn(async move { session.index().await });
    }

    async fn did_change_configuration(&self, params: DidChangeConfigurationParams) {
        let Some(abilities) = self.session.abilities() else {
            return;
        };
        if !abilities.configuration
            && let Some(settings) = params.settings.get(settings::SECTION)
        {
            self.session.give(settings.clone());
        }
        self.learn_settings(abilities).await;
    }

    async fn did_change_workspace_folders(&self, params: DidChangeWorkspaceFoldersParams) {
        let paths = |folders: &[WorkspaceFolder]| -> Vec<PathBuf> {
            folders.iter().map(|it| convert::path(&it.uri)).collect()
        };
        let WorkspaceFoldersChangeEvent { added, removed } = params.event;
        let added = paths(&added);
        self.session.change_folders(&paths(&removed), added.clone());
        settings::hold_given(&self.session, &self.client, Some(&added)).await;
        if let Some(abilities) = self.session.abilities() {
            self.learn_settings(abilities).await;
        }
    }

    async fn will_rename_files(&self, params: RenameFilesParams) -> Result<Option<WorkspaceEdit>> {
        let index = self.session.index().await;
        let Some(abilities) = self.session.abilities() else {
            return Ok(None);
        };
        let session = Arc::clone(&self.session);
        let edits = move || moves::edits(&session, &index, &params.files, abilities);
        spawn_blocking(edits).await.map_err(fault)
    }

    async fn shutdown(&self) -> Result<()> {
        Ok(())
    }

    async fn did_open(&self, params: DidOpenTextDocumentParams) {
        let document = params.text_document;
        self.session
            .open(document.uri, document.version, document.text);
        self.keep_up(false);
        if let Some(abilities) = self.session.abilities() {
            refresh::show_settings(&self.session, &self.client, abilities).await;
        }
    }

    async fn did_change(&self, params: DidChangeTextDocumentParams) {
        let document = params.text_document;
        self.session
            .edit(&document.uri, document.version, params.content_changes);
        self.keep_up(false);
    }

    async fn did_save(&self, _: DidSaveTextDocumentParams) {
        self.keep_up(true);
    }

    async fn did_change_watched_files(&self, _: DidChangeWatchedFilesParams) {
        self.session.index_again();
        self.keep_up(true);
    }

    async fn did_close(&self, params: DidCloseTextDocumentParams) {
        let uri = params.text_document.uri;
        let pushes = self.session.abilities().is_some_and(|it| !it.pulls);
        let closed = self.session.close(&uri);
        if pushes && closed.is_some_and(|it| it.was_shown()) {
            self.client.publish_diagnostics(uri, Vec::new(), None).await;
        }
    }

    async fn workspace_diagnostic(
        &self,
        params: WorkspaceDiagnosticParams,
    ) -> Result<WorkspaceDiagnosticReportResult> {
        let index = self.session.index().await;
        let Some(abilities) = self.session.abilities() else {
            return Err(Error::invalid_request());
        };
        let documents = self.session.documents();
        let session = Arc::clone(&self.session);
        let reports = spawn_blocking(move || {
            let known = &params.previous_result_ids;
            let open: BTreeSet<&Path> = documents.iter().map(|it| it.path.as_path()).collect();
            let profiles = index.profiles.iter();
            let closed = profiles.filter(|(path, _)| !open.contains(path.as_path()));
            let closed = closed.map(|(_, entry)| {
                let found = || entry.found.clone();
                workspace_report(entry.uri.clone(), None, entry.mark.clone(), known, found)
            });
            let opened = documents.iter().filter_map(|document| {
                let all = findings::of(&session, document, abilities)?;
                let found = || all;
                let (uri, id) = (document.uri.clone(), document.serial.to_string());
                Some(workspace_report(
                    uri,
                    Some(document.version),
                    id,
                    known,
                    found,
                ))
            });
            let mut items: Vec<_> = closed.chain(opened).collect();
            items.extend(gone(&index, &documents, known));
            items
        });
        let items = reports.await.map_err(fault)?;
        Ok(WorkspaceDiagnosticReport { items }.into())
    }

    async fn symbol(
        &self,
        params: WorkspaceSymbolParams,
    ) -> Result<Option<WorkspaceSymbolResponse>> {
        let index = self.session.index().await;
        let Some(abilities) = self.session.abilities() else {
            return Ok(None);
        };
        let documents = self.session.documents();
        let symbols = spawn_blocking(move || {
            let open: BTreeSet<&Path> = documents.iter().map(|it| it.path.as_path()).collect();
            let closed = index.profiles.iter();
            let closed = closed.filter(|(path, _)| !open.contains(path.as_path()));
            let closed = closed.flat_map(|(_, entry)| entry.symbols.clone());
            let opened = documents.iter().filter_map(|document| {
                let look = Look::of(document, abilities)?;
                Some(look.symbols())
            });
            let query = params.query.to_lowercase();
            let all = opened.flatten().chain(closed);
            all.filter(|it| it.name.to_lowercase().contains(&query))
                .collect()
        });
        let symbols = symbols.await.map_err(fault)?;
        Ok(Some(WorkspaceSymbolResponse::Flat(symbols)))
    }

    async fn hover(&self, params: HoverParams) -> Result<Option<Hover>> {
        let at = params.text_document_position_params;
        let look = self.look(&at.text_document.uri, move |look| look.hover(at.position));
        Ok(look.await?.flatten())
    }

    async fn completion(&self, params: CompletionParams) -> Result<Option<CompletionResponse>> {
        let at = params.text_document_position;
        let answer = move |look: Look<'_>| look.completion(at.position);
        let list = self.look(&at.text_document.uri, answer).await?;
        Ok(list.map(CompletionResponse::List))
    }

    async fn completion_resolve(&self, mut item: CompletionItem) -> Result<CompletionItem> {
        let Some((uri, subject)) = item.data.as_ref().and_then(asked) else {
            return Ok(item);
        };
        let answer = move |look: Look<'_>| look.documentation(&subject);
        item.documentation = self.look(&uri, answer).await?.flatten();
        Ok(item)
    }

    async fn inlay_hint(&self, params: InlayHintParams) -> Result<Option<Vec<InlayHint>>> {
        let uri = &params.text_document.uri;
        self.list(uri, move |look| look.hints(params.range)).await
    }

    async fn code_lens(&self, params: CodeLensParams) -> Result<Option<Vec<CodeLens>>> {
        self.list(&params.text_document.uri, |look| look.lenses())
            .await
    }

    async fn code_action(&self, params: CodeActionParams) -> Result<Option<CodeActionResponse>> {
        let only = params.context.only;
        let answer = move |look: Look<'_>| look.actions(params.range, only.as_deref());
        self.list(&params.text_document.uri, answer).await
    }

    async fn execute_command(&self, params: ExecuteCommandParams) -> Result<Option<LSPAny>> {
        let uri = params.arguments.first().and_then(LSPAny::as_str);
        let uri = uri.and_then(|uri| uri.parse::<Uri>().ok());
        let Some(uri) = uri else {
            return Err(Error::invalid_params("expected the URI of a profile"));
        };
        match params.command.as_str() {
            PIN => {
                let edit = self.look(&uri, |look| look.pin()).await?.flatten();
                let edit = edit.ok_or_else(|| Error::invalid_params("nothing to pin here"))?;
                self.client.apply_edit(edit).await?;
                Ok(None)
            }
            CAPACITY => {
                let text = self.look(&uri, |look| look.capacity()).await?;
                let text = text.ok_or_else(|| Error::invalid_params("no profile"))?;
                self.client.show_message(MessageType::INFO, &text).await;
                Ok(Some(LSPAny::from(text)))
            }
            other => Err(Error::invalid_params(format!("no command `{other}`"))),
        }
    }

    async fn document_symbol(
        &self,
        params: DocumentSymbolParams,
    ) -> Result<Option<DocumentSymbolResponse>> {
        self.look(&params.text_document.uri, |look| look.outline())
            .await
    }

    async fn folding_range(&self, params: FoldingRangeParams) -> Result<Option<Vec<FoldingRange>>> {
        self.list(&params.text_document.uri, |look| look.folds())
            .await
    }

    async fn selection_range(
        &self,
        params: SelectionRangeParams,
    ) -> Result<Option<Vec<SelectionRange>>> {
        let places = params.positions;
        let answer = move |look: Look<'_>| look.selections(&places);
        self.list(&params.text_document.uri, answer).await
    }

    async fn document_link(&self, params: DocumentLinkParams) -> Result<Option<Vec<DocumentLink>>> {
        self.list(&params.text_document.uri, |look| look.links())
            .await
    }

    async fn goto_definition(
        &self,
        params: GotoDefinitionParams,
    ) -> Result<Option<GotoDefinitionResponse>> {
        let at = params.text_document_position_params;
        let answer = move |look: Look<'_>| look.definition(at.position);
        Ok(self.look(&at.text_document.uri, answer).await?.flatten())
    }

    async fn references(&self, params: ReferenceParams) -> Result<Option<Vec<Location>>> {
        let at = params.text_document_position;
        let definition = params.context.include_declaration;
        let answer = move |look: Look<'_>| look.references(at.position, definition);
        self.list(&at.text_document.uri, answer).await
    }

    async fn document_highlight(
        &self,
        params: DocumentHighlightParams,
    ) -> Result<Option<Vec<DocumentHighlight>>> {
        let at = params.text_document_position_params;
        let answer = move |look: Look<'_>| look.highlights(at.position);
        self.list(&at.text_document.uri, answer).await
    }

    async fn prepare_rename(
        &self,
        params: TextDocumentPositionParams,
    ) -> Result<Option<PrepareRenameResponse>> {
        let answer = move |look: Look<'_>| look.prepare_rename(params.position);
        Ok(self
            .look(&params.text_document.uri, answer)
            .await?
            .flatten())
    }

    async fn rename(&self, params: RenameParams) -> Result<Option<WorkspaceEdit>> {
        let at = params.text_document_position;
        let answer = move |look: Look<'_>| look.rename(at.position, &params.new_name);
        let renamed = self.look(&at.text_document.uri, answer).await?;
        renamed.transpose().map_err(Error::invalid_params)
    }

    async fn diagnostic(
        &self,
        params: DocumentDiagnosticParams,
    ) -> Result<DocumentDiagnosticReportResult> {
        // A client that cannot be told to ask again sees here what has changed.
        refresh::refresh(Arc::clone(&self.session), self.client.clone(), false).await;
        let document = self.session.document(&params.text_document.uri);
        let abilities = self.session.abilities();
        let (result_id, items) = match document.zip(abilities) {
            None => (None, Vec::new()),
            Some((document, abilities)) => {
                let id = document.serial.to_string();
                if params.previous_result_id.as_ref() == Some(&id) {
                    return Ok(unchanged(id));
                }
                let session = Arc::clone(&self.session);
                let find = move || findings::of(&session, &document, abilities);
                let found = spawn_blocking(find).await.map_err(fault)?;
                let found = found.unwrap_or_default();
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

/// What the documentation of a completion item is asked about.
fn asked(data: &LSPAny) -> Option<(Uri, Subject)> {
    let names = data.get("path")?.as_array()?.iter();
    let path = names.filter_map(|name| Some(name.as_str()?.to_owned()));
    let value = data.get("value").and_then(LSPAny::as_str);
    let subject = Subject {
        path: path.collect(),
        value: value.map(str::to_owned),
    };
    Some((data.get("uri")?.as_str()?.parse().ok()?, subject))
}

/// Empty findings for what is no profile any more.
fn gone(
    index: &Index,
    documents: &[Arc<Snapshot>],
    known: &[PreviousResultId],
) -> Vec<WorkspaceDocumentDiagnosticReport> {
    let is_there = |uri: &Uri| {
        index.profiles.values().any(|entry| entry.uri == *uri)
            || documents
                .iter()
                .any(|it| it.uri == *uri && it.examined().is_some())
    };
    let gone = known
        .iter()
        .filter(|it| !is_there(&it.uri) && it.value != NONE);
    gone.map(|it| workspace_report(it.uri.clone(), None, NONE.to_owned(), &[], Vec::new))
        .collect()
}

/// The mark of what is no profile.
const NONE: &str = "none";

/// A document's findings, or that they are still what they were.
fn workspace_report(
    uri: Uri,
    version: Option<i32>,
    id: String,
    known: &[PreviousResultId],
    found: impl FnOnce() -> Vec<Diagnostic>,
) -> WorkspaceDocumentDiagnosticReport {
    let version = version.map(i64::from);
    let is_known = |it: &PreviousResultId| it.uri == uri && it.value == id;
    if known.iter().any(is_known) {
        return WorkspaceUnchangedDocumentDiagnosticReport {
            uri,
            version,
            unchanged_document_diagnostic_report: UnchangedDocumentDiagnosticReport {
                result_id: id,
            },
        }
        .into();
    }
    WorkspaceFullDocumentDiagnosticReport {
        uri,
        version,
        full_document_diagnostic_report: FullDocumentDiagnosticReport {
            result_id: Some(id),
            items: found(),
        },
    }
    .into()
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

/// What a completion begins behind.
const TRIGGERS: [&str; 9] = [":", " ", "-", "\"", "'", "/", "{", "[", ","];

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
                workspace_diagnostics: true,
                ..DiagnosticOptions::default()
            })
        }),
        completion_provider: Some(CompletionOptions {
            resolve_provider: Some(true),
            trigger_characters: Some(TRIGGERS.map(str::to_owned).to_vec()),
            ..CompletionOptions::default()
        }),
        hover_provider: Some(HoverProviderCapability::Simple(true)),
        inlay_hint_provider: Some(OneOf::Left(true)),
        code_lens_provider: Some(CodeLensOptions {
            resolve_provider: Some(false),
        }),
        code_action_provider: abilities.actions.then(|| {
            CodeActionProviderCapability::Options(CodeActionOptions {
                code_action_kinds: Some(vec![
                    CodeActionKind::QUICKFIX,
                    CodeActionKind::REFACTOR_REWRITE,
                    features::fix_all(),
                ]),
                ..CodeActionOptions::default()
            })
        }),
        execute_command_provider: Some(ExecuteCommandOptions {
            commands: features::commands(abilities),
            ..ExecuteCommandOptions::default()
        }),
        workspace_symbol_provider: Some(OneOf::Left(true)),
        document_symbol_provider: Some(OneOf::Left(true)),
        folding_range_provider: Some(FoldingRangeProviderCapability::Simple(true)),
        selection_range_provider: Some(SelectionRangeProviderCapability::Simple(true)),
        document_link_provider: Some(DocumentLinkOptions {
            resolve_provider: Some(false),
            work_done_progress_options: WorkDoneProgressOptions::default(),
        }),
        definition_provider: Some(OneOf::Left(true)),
        references_provider: Some(OneOf::Left(true)),
        document_highlight_provider: Some(OneOf::Left(true)),
        rename_provider: Some(if abilities.prepares_rename {
            OneOf::Right(RenameOptions {
                prepare_provider: Some(true),
                work_done_progress_options: WorkDoneProgressOptions::default(),
            })
        } else {
            OneOf::Left(true)
        }),
        workspace: Some(WorkspaceServerCapabilities {
            workspace_folders: Some(WorkspaceFoldersServerCapabilities {
                supported: Some(true),
                change_notifications: Some(OneOf::Left(true)),
            }),
            file_operations: abilities.moves.then(moves::capability),
        }),
        ..ServerCapabilities::default()
    }
}
