//! What is answered about a document, in the protocol's types.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde_json::json;
use tower_lsp_server::ls_types::{
    CodeAction, CodeActionKind, CodeActionOrCommand, CodeLens, Command, CompletionItem,
    CompletionItemKind, CompletionItemTag, CompletionList, CompletionTextEdit, DocumentHighlight,
    DocumentHighlightKind, DocumentLink, DocumentSymbol, DocumentSymbolResponse, Documentation,
    FoldingRange, FoldingRangeKind, GotoDefinitionResponse, Hover, HoverContents, InlayHint,
    InlayHintLabel, InlayHintTooltip, InsertTextFormat, InsertTextMode, Location, MarkupContent,
    MarkupKind, Position, PrepareRenameResponse, Range, SelectionRange, SymbolInformation,
    SymbolKind, TextEdit, WorkspaceEdit,
};

use super::abilities::Abilities;
use super::convert::{self, Edited, Findings};
use super::documents::Snapshot;
use crate::analysis::{Analysis, Context};
use crate::diagnostic::{File, FileEdit};
use crate::ide::actions::{self, ActionKind};
use crate::ide::card::Card;
use crate::ide::completion::{self, ItemKind, Subject};
use crate::ide::lens::{self, LensAction};
use crate::ide::outline::{self, Symbol};
use crate::ide::{hints, hover, links, names};
use crate::rules::edits;
use crate::text::{Edit, LineIndex, TextRange};
use crate::workspace::examine::Examined;

/// The command that writes down where hpx puts things.
pub const PIN: &str = "hpx.pinPlacement";

/// The command that shows the capacity table.
pub const CAPACITY: &str = "hpx.showCapacity";

/// The commands that the server does itself.
pub fn commands(abilities: Abilities) -> Vec<String> {
    let pin = abilities.edits.then_some(PIN);
    let all = pin.into_iter().chain([CAPACITY]);
    all.map(str::to_owned).collect()
}

/// A document that is a profile, as somebody looks at it.
#[derive(Clone, Copy, Debug)]
pub struct Look<'a> {
    /// The document.
    document: &'a Snapshot,
    /// What is found in it.
    examined: &'a Examined,
    /// What the client can do.
    abilities: Abilities,
}

impl<'a> Look<'a> {
    /// A look at a document; `None` where it is no profile. The first one takes its time.
    pub fn of(document: &'a Snapshot, abilities: Abilities) -> Option<Self> {
        Some(Look {
            document,
            examined: document.examined()?,
            abilities,
        })
    }

    fn analysis(&self) -> &Analysis {
        &self.examined.analysis
    }

    fn offset(&self, place: Position) -> u32 {
        let Snapshot { text, lines, .. } = self.document;
        convert::offset(text, lines, place, self.abilities.encoding)
    }

    fn bytes(&self, range: Range) -> TextRange {
        let Snapshot { text, lines, .. } = self.document;
        convert::text_range(text, lines, range, self.abilities.encoding)
    }

    fn range(&self, range: TextRange) -> Range {
        let Snapshot { text, lines, .. } = self.document;
        convert::range(text, lines, range, self.abilities.encoding)
    }

    fn ask<T>(&self, ask: impl FnOnce(&Context<'_>) -> T) -> T {
        self.examined.with_context(&self.document.workspace, ask)
    }

    fn edit(&self, edit: &Edit) -> TextEdit {
        TextEdit::new(self.range(edit.range), edit.text.clone())
    }

    /// Edits of this and of other files; `None` where one of them cannot be read any more.
    fn workspace_edit(&self, edits: &[FileEdit]) -> Option<WorkspaceEdit> {
        let files = self.document.workspace.files(&self.examined.start);
        let mut edited: BTreeMap<File, Edited> = BTreeMap::new();
        for FileEdit { file, edit } in edits {
            let (uri, version, edit) = match file {
                File::This => {
                    let Snapshot { uri, version, .. } = self.document;
                    (uri.clone(), Some(*version), self.edit(edit))
                }
                File::Other(name) => {
                    let (path, text) = convert::other(&files, name)?;
                    let lines = LineIndex::new(&text);
                    let encoding = self.abilities.encoding;
                    let range = convert::range(&text, &lines, edit.range, encoding);
                    let edit = TextEdit::new(range, edit.text.clone());
                    (convert::uri(&path)?, None, edit)
                }
            };
            let file = edited.entry(file.clone()).or_insert_with(|| Edited {
                uri,
                version,
                edits: Vec::new(),
            });
            file.edits.push(edit);
        }
        Some(convert::workspace_edit(
            edited.into_values(),
            self.abilities,
        ))
    }

    /// Hover.
    pub fn hover(&self, place: Position) -> Option<Hover> {
        let card = hover::hover(self.analysis(), self.offset(place))?;
        Some(Hover {
            contents: HoverContents::Markup(markup(&card, self.abilities.markdown)),
            range: Some(self.range(card.range)),
        })
    }

    /// Completion. Long documentation comes by [`Look::documentation`].
    pub fn completion(&self, place: Position) -> CompletionList {
        let offset = self.offset(place);
        let found = self.ask(|context| completion::completions(self.analysis(), offset, context));
        let items = found.items.into_iter().enumerate();
        let items = items.map(|(nth, item)| self.completion_item(nth, item));
        CompletionList {
            is_incomplete: found.incomplete,
            items: items.collect(),
        }
    }

    fn completion_item(&self, nth: usize, item: completion::Item) -> CompletionItem {
        let snippet = item.snippet.filter(|_| self.abilities.snippets);
        let is_snippet = snippet.is_some();
        let mut edit = self.edit(&item.edit);
        edit.new_text = snippet.unwrap_or(edit.new_text);
        let asked = json!({
            "uri": self.document.uri.as_str(),
            "path": item.subject.path,
            "value": item.subject.value,
        });
        CompletionItem {
            label: item.label,
            kind: Some(match item.kind {
                ItemKind::Key => CompletionItemKind::PROPERTY,
                ItemKind::Value => CompletionItemKind::VALUE,
                ItemKind::File => CompletionItemKind::FILE,
                ItemKind::Folder => CompletionItemKind::FOLDER,
                ItemKind::Skeleton => CompletionItemKind::SNIPPET,
            }),
            detail: (!item.detail.is_empty()).then_some(item.detail),
            sort_text: Some(format!("{nth:05}")),
            filter_text: Some(item.filter),
            preselect: (item.preselect && self.abilities.preselects).then_some(true),
            insert_text_format: Some(if is_snippet {
                InsertTextFormat::SNIPPET
            } else {
                InsertTextFormat::PLAIN_TEXT
            }),
            insert_text_mode: Some(InsertTextMode::AS_IS).filter(|_| self.abilities.as_is),
            tags: (item.deprecated && self.abilities.item_tags)
                .then(|| vec![CompletionItemTag::DEPRECATED]),
            text_edit: Some(CompletionTextEdit::Edit(edit)),
            data: Some(asked),
            ..CompletionItem::default()
        }
    }

    /// What there is to say of a completion item at length.
    pub fn documentation(&self, subject: &Subject) -> Option<Documentation> {
        let card = completion::documentation(self.analysis(), subject)?;
        let markdown = self.abilities.item_markdown;
        Some(Documentation::MarkupContent(markup(&card, markdown)))
    }

    /// Inlay hints.
    pub fn hints(&self, range: Range) -> Vec<InlayHint> {
        let hints = hints::hints(self.analysis(), self.bytes(range));
        let hint = |hint: hints::Hint| InlayHint {
            position: self.range(TextRange::empty(hint.offset)).start,
            label: InlayHintLabel::String(hint.label),
            kind: None,
            text_edits: None,
            tooltip: Some(InlayHintTooltip::String(hint.detail.to_owned())),
            padding_left: Some(true),
            padding_right: None,
            data: None,
        };
        hints.into_iter().map(hint).collect()
    }

    /// Code lenses.
    pub fn lenses(&self) -> Vec<CodeLens> {
        let lenses = self.ask(|context| lens::lenses(self.analysis(), context));
        let can_do = |it: &lens::Lens| match it.action {
            LensAction::ShowCapacity => true,
            LensAction::PinPlacement => self.abilities.edits,
        };
        let argument = serde_json::Value::from(self.document.uri.as_str());
        let lens = |lens: lens::Lens| CodeLens {
            range: self.range(lens.range),
            command: Some(Command {
                title: lens.title,
                command: match lens.action {
                    LensAction::ShowCapacity => CAPACITY.to_owned(),
                    LensAction::PinPlacement => PIN.to_owned(),
                },
                arguments: Some(vec![argument.clone()]),
            }),
            data: None,
        };
        lenses.into_iter().filter(can_do).map(lens).collect()
    }

    /// The edit of [`PIN`].
    pub fn pin(&self) -> Option<WorkspaceEdit> {
        let fix = self.ask(|context| lens::pin_placement(self.analysis(), context))?;
        self.workspace_edit(&fix.edits)
    }

    /// The text of [`CAPACITY`].
    pub fn capacity(&self) -> String {
        let lines = crate::ide::capacity::card(&self.analysis().reading);
        let lines: Vec<String> = lines.iter().map(|line| line.text()).collect();
        lines.join("\n")
    }

    /// Code actions of the kinds that are asked for; of all but fix-all where none is named.
    pub fn actions(
        &self,
        range: Range,
        only: Option<&[CodeActionKind]>,
    ) -> Vec<CodeActionOrCommand> {
        let wanted = |kind: ActionKind| match only {
            Some(only) => only.iter().any(|asked| covers(asked, &kind_of(kind))),
            None => kind != ActionKind::FixAll,
        };
        let found = self
            .ask(|context| actions::actions(self.analysis(), context, self.bytes(range), wanted));
        let diagnostics = Findings {
            document: self.document,
            abilities: self.abilities,
        };
        let action = |action: actions::Action| {
            let finding = action.finding.and_then(|at| diagnostics.nth(at));
            Some(CodeActionOrCommand::CodeAction(CodeAction {
                title: action.title,
                kind: Some(kind_of(action.kind)),
                diagnostics: finding.map(|it| vec![it]),
                edit: Some(self.workspace_edit(&action.edits)?),
                is_preferred: (action.preferred && self.abilities.prefers).then_some(true),
                ..CodeAction::default()
            }))
        };
        found.into_iter().filter_map(action).collect()
    }

    /// The outline: a tree where the client takes one, else a list.
    pub fn outline(&self) -> DocumentSymbolResponse {
        let symbols = outline::outline(self.analysis()).into_iter();
        if self.abilities.nests_symbols {
            return DocumentSymbolResponse::Nested(symbols.map(|it| self.symbol(it)).collect());
        }
        let mut flat = Vec::new();
        for symbol in symbols {
            self.flatten(symbol, None, &mut flat);
        }
        DocumentSymbolResponse::Flat(flat)
    }

    #[allow(deprecated)]
    fn symbol(&self, symbol: Symbol) -> DocumentSymbol {
        let children = symbol.children.into_iter();
        let children: Vec<_> = children.map(|it| self.symbol(it)).collect();
        DocumentSymbol {
            name: symbol.name,
            detail: (!symbol.detail.is_empty()).then_some(symbol.detail),
            kind: symbol_kind(symbol.kind),
            tags: None,
            deprecated: None,
            range: self.range(symbol.range),
            selection_range: self.range(symbol.selection),
            children: (!children.is_empty()).then_some(children),
        }
    }

    #[allow(deprecated)]
    fn flatten(&self, symbol: Symbol, container: Option<&str>, flat: &mut Vec<SymbolInformation>) {
        flat.push(SymbolInformation {
            name: symbol.name.clone(),
            kind: symbol_kind(symbol.kind),
            tags: None,
            deprecated: None,
            location: self.location(symbol.range),
            container_name: container.map(str::to_owned),
        });
        for child in symbol.children {
            self.flatten(child, Some(&symbol.name), flat);
        }
    }

    /// The names by which the profile is looked for in its workspace.
    #[allow(deprecated)]
    pub fn symbols(&self) -> Vec<SymbolInformation> {
        let landmarks = outline::landmarks(self.analysis());
        let symbol = |landmark: outline::Landmark| SymbolInformation {
            name: landmark.name,
            kind: SymbolKind::OBJECT,
            tags: None,
            deprecated: None,
            location: self.location(landmark.range),
            container_name: Some(format!("{} of {}", landmark.what, self.examined.path)),
        };
        landmarks.into_iter().map(symbol).collect()
    }

    /// Folding ranges, in whole lines.
    pub fn folds(&self) -> Vec<FoldingRange> {
        let fold = |fold: outline::Fold| {
            let range = self.range(fold.range);
            FoldingRange {
                start_line: range.start.line,
                end_line: range.end.line,
                kind: fold.comment.then_some(FoldingRangeKind::Comment),
                ..FoldingRange::default()
            }
        };
        outline::folds(self.analysis())
            .into_iter()
            .map(fold)
            .collect()
    }

    /// The selections that grow around each place.
    pub fn selections(&self, places: &[Position]) -> Vec<SelectionRange> {
        let around = |place: &Position| {
            let ranges = outline::selections(self.analysis(), self.offset(*place));
            let outer = ranges.into_iter().rev().fold(None, |parent, range| {
                Some(SelectionRange {
                    range: self.range(range),
                    parent: parent.map(Box::new),
                })
            });
            outer.unwrap_or(SelectionRange {
                range: Range::new(*place, *place),
                parent: None,
            })
        };
        places.iter().map(around).collect()
    }

    /// Links to the files that the profile names.
    pub fn links(&self) -> Vec<DocumentLink> {
        let files = self.document.workspace.files(&self.examined.start);
        let link = |link: links::Link| {
            let path = files.resolve(&link.path, link.home)?;
            let path = self.document.workspace.absolute(&path);
            Some(DocumentLink {
                range: self.range(link.range),
                target: Some(convert::uri(&path)?),
                tooltip: None,
                data: None,
            })
        };
        links::links(self.analysis())
            .into_iter()
            .filter_map(link)
            .collect()
    }

    /// The paths that change when files and folders are moved, each from and to.
    pub fn moved(&self, moves: &[(PathBuf, PathBuf)]) -> Vec<TextEdit> {
        let files = self.document.workspace.files(&self.examined.start);
        let edit = |link: links::Link| {
            let mut moves = moves.iter();
            let path = moves.find_map(|(from, to)| files.moved(&link.path, link.home, from, to))?;
            Some(TextEdit::new(self.range(link.range), edits::scalar(&path)))
        };
        let links = links::links(self.analysis());
        links.into_iter().filter_map(edit).collect()
    }

    /// Where the name at a place is defined.
    pub fn definition(&self, place: Position) -> Option<GotoDefinitionResponse> {
        let (_, defined) = names::definition(self.analysis(), self.offset(place))?;
        Some(GotoDefinitionResponse::Scalar(self.location(defined)))
    }

    fn location(&self, range: TextRange) -> Location {
        Location::new(self.document.uri.clone(), self.range(range))
    }

    /// Where the name at a place is used, and defined too if that is asked for.
    pub fn references(&self, place: Position, definition: bool) -> Vec<Location> {
        let all = names::references(self.analysis(), self.offset(place));
        let wanted = all.into_iter().filter(|it| definition || !it.definition);
        wanted.map(|it| self.location(it.range)).collect()
    }

    /// The same in this document, to be highlighted.
    pub fn highlights(&self, place: Position) -> Vec<DocumentHighlight> {
        let all = names::references(self.analysis(), self.offset(place));
        let highlight = |it: names::Occurrence| DocumentHighlight {
            range: self.range(it.range),
            kind: Some(if it.definition {
                DocumentHighlightKind::WRITE
            } else {
                DocumentHighlightKind::READ
            }),
        };
        all.into_iter().map(highlight).collect()
    }

    /// The name at a place, if it can be changed.
    pub fn prepare_rename(&self, place: Position) -> Option<PrepareRenameResponse> {
        let (range, name) = names::prepare_rename(self.analysis(), self.offset(place))?;
        Some(PrepareRenameResponse::RangeWithPlaceholder {
            range: self.range(range),
            placeholder: name,
        })
    }

    /// Changes a name wherever it stands.
    ///
    /// # Errors
    ///
    /// Why it cannot be changed to this.
    pub fn rename(&self, place: Position, new: &str) -> Result<WorkspaceEdit, String> {
        let edits = names::rename(self.analysis(), self.offset(place), new)?;
        let Snapshot { uri, version, .. } = self.document;
        let edited = Edited {
            uri: uri.clone(),
            version: Some(*version),
            edits: edits.iter().map(|edit| self.edit(edit)).collect(),
        };
        Ok(convert::workspace_edit([edited], self.abilities))
    }
}

fn markup(card: &Card, markdown: bool) -> MarkupContent {
    let (kind, value) = if markdown {
        (MarkupKind::Markdown, card.markdown())
    } else {
        (MarkupKind::PlainText, card.plain())
    };
    MarkupContent { kind, value }
}

fn symbol_kind(kind: outline::SymbolKind) -> SymbolKind {
    match kind {
        outline::SymbolKind::Mapping => SymbolKind::OBJECT,
        outline::SymbolKind::List => SymbolKind::ARRAY,
        outline::SymbolKind::Text => SymbolKind::STRING,
        outline::SymbolKind::Number => SymbolKind::NUMBER,
        outline::SymbolKind::Boolean => SymbolKind::BOOLEAN,
        outline::SymbolKind::Null => SymbolKind::NULL,
        outline::SymbolKind::Alias => SymbolKind::VARIABLE,
    }
}

fn kind_of(kind: ActionKind) -> CodeActionKind {
    match kind {
        ActionKind::QuickFix | ActionKind::Ignore => CodeActionKind::QUICKFIX,
        ActionKind::Refactor => CodeActionKind::REFACTOR_REWRITE,
        ActionKind::FixAll => fix_all(),
    }
}

/// The kind of mending everything at once.
pub fn fix_all() -> CodeActionKind {
    CodeActionKind::from("source.fixAll.hpx".to_owned())
}

/// Whether a kind that is asked for means another: it is the same, or above it.
fn covers(asked: &CodeActionKind, kind: &CodeActionKind) -> bool {
    let (asked, kind) = (asked.as_str(), kind.as_str());
    let below = kind.strip_prefix(asked);
    asked.is_empty() || below.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}
