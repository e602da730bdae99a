//! What the client can do. Every optional feature asks here.

use tower_lsp_server::ls_types::{
    ClientCapabilities, InitializeParams, MarkupKind, PositionEncodingKind,
};

use crate::text::Encoding;

/// What the client can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Abilities {
    /// The unit of columns that was agreed on.
    pub encoding: Encoding,
    /// It asks for findings itself.
    pub pulls: bool,
    /// It can be told to ask again.
    pub refreshes: bool,
    /// It can be told to ask for hints again.
    pub refreshes_hints: bool,
    /// It can be told to ask for lenses again.
    pub refreshes_lenses: bool,
    /// It shows second places of a finding.
    pub related: bool,
    /// It shows tags of a finding.
    pub tags: bool,
    /// It shows links of a finding.
    pub links: bool,
    /// It reads Markdown in hovers.
    pub markdown: bool,
    /// It reads Markdown in the documentation of completions.
    pub item_markdown: bool,
    /// It takes snippets in completions.
    pub snippets: bool,
    /// It can leave the indentation of a completion as it is.
    pub as_is: bool,
    /// It shows tags of completions.
    pub item_tags: bool,
    /// It takes a completion that is selected from the start.
    pub preselects: bool,
    /// It takes code actions that are no commands.
    pub actions: bool,
    /// It takes a code action that is to be preferred.
    pub prefers: bool,
    /// It takes an outline that is a tree.
    pub nests_symbols: bool,
    /// It asks what would be renamed before it asks for the new name.
    pub prepares_rename: bool,
    /// It takes edits of a document's version.
    pub versioned_edits: bool,
    /// It can be asked to edit.
    pub edits: bool,
    /// It watches files that it is asked to watch.
    pub watches: bool,
    /// It asks what to edit before it moves files.
    pub moves: bool,
    /// It can be asked for its settings.
    pub configuration: bool,
    /// It can be asked to tell of changed settings.
    pub tells_settings: bool,
}

impl Abilities {
    /// What a client says of itself.
    pub fn of(params: &InitializeParams) -> Abilities {
        let ClientCapabilities {
            workspace,
            text_document,
            general,
            ..
        } = &params.capabilities;
        let workspace = workspace.as_ref();
        let text = text_document.as_ref();
        let published = text.and_then(|it| it.publish_diagnostics.as_ref());
        let pulled = text.and_then(|it| it.diagnostic.as_ref());
        // Clients declare what they show of a finding in either place.
        let encodings = general
            .as_ref()
            .and_then(|it| it.position_encodings.as_ref());
        let reads_markdown = |formats: Option<&Vec<MarkupKind>>| {
            formats.is_some_and(|it| it.contains(&MarkupKind::Markdown))
        };
        let hover = text.and_then(|it| it.hover.as_ref());
        let action = text.and_then(|it| it.code_action.as_ref());
        let item = text
            .and_then(|it| it.completion.as_ref())
            .and_then(|it| it.completion_item.as_ref());
        Abilities {
            encoding: encoding(encodings.map_or(&[], Vec::as_slice)),
            pulls: pulled.is_some(),
            refreshes: workspace
                .and_then(|it| it.diagnostics.as_ref())
                .and_then(|it| it.refresh_support)
                .unwrap_or(false),
            refreshes_hints: workspace
                .and_then(|it| it.inlay_hint.as_ref())
                .and_then(|it| it.refresh_support)
                .unwrap_or(false),
            refreshes_lenses: workspace
                .and_then(|it| it.code_lens.as_ref())
                .and_then(|it| it.refresh_support)
                .unwrap_or(false),
            related: published.and_then(|it| it.related_information) == Some(true)
                || pulled.and_then(|it| it.related_information) == Some(true),
            tags: published.is_some_and(|it| it.tag_support.is_some())
                || pulled.is_some_and(|it| it.tag_support.is_some()),
            links: published.and_then(|it| it.code_description_support) == Some(true)
                || pulled.and_then(|it| it.code_description_support) == Some(true),
            markdown: reads_markdown(hover.and_then(|it| it.content_format.as_ref())),
            item_markdown: reads_markdown(item.and_then(|it| it.documentation_format.as_ref())),
            snippets: item.and_then(|it| it.snippet_support).unwrap_or(false),
            as_is: item.is_some_and(|it| it.insert_text_mode_support.is_some()),
            item_tags: item.is_some_and(|it| it.tag_support.is_some()),
            preselects: item.and_then(|it| it.preselect_support).unwrap_or(false),
            actions: action.is_some_and(|it| it.code_action_literal_support.is_some()),
            prefers: action
                .and_then(|it| it.is_preferred_support)
                .unwrap_or(false),
            nests_symbols: text
                .and_then(|it| it.document_symbol.as_ref())
                .and_then(|it| it.hierarchical_document_symbol_support)
                .unwrap_or(false),
            prepares_rename: text
                .and_then(|it| it.rename.as_ref())
                .and_then(|it| it.prepare_support)
                .unwrap_or(false),
            versioned_edits: workspace
                .and_then(|it| it.workspace_edit.as_ref())
                .and_then(|it| it.document_changes)
                .unwrap_or(false),
            edits: workspace.and_then(|it| it.apply_edit).unwrap_or(false),
            watches: workspace
                .and_then(|it| it.did_change_watched_files.as_ref())
                .and_then(|it| it.dynamic_registration)
                .unwrap_or(false),
            moves: workspace
                .and_then(|it| it.file_operations.as_ref())
                .and_then(|it| it.will_rename)
                .unwrap_or(false),
            configuration: workspace.and_then(|it| it.configuration).unwrap_or(false),
            tells_settings: workspace
                .and_then(|it| it.did_change_configuration.as_ref())
                .and_then(|it| it.dynamic_registration)
                .unwrap_or(false),
        }
    }
}

/// UTF-8 where the client takes it, since texts are UTF-8 here; UTF-16 where it names nothing.
fn encoding(offered: &[PositionEncodingKind]) -> Encoding {
    let has = |kind| offered.contains(&kind);
    if has(PositionEncodingKind::UTF8) {
        Encoding::Utf8
    } else if has(PositionEncodingKind::UTF32) && !has(PositionEncodingKind::UTF16) {
        Encoding::Utf32
    } else {
        Encoding::Utf16
    }
}
