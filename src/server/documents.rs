//! Open documents.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use tower_lsp_server::ls_types::{TextDocumentContentChangeEvent, Uri};

use super::convert;
use crate::profile::detect::Standing;
use crate::text::{Encoding, LineIndex};
use crate::workspace::Workspace;
use crate::workspace::examine::{Examined, examine_text};
use crate::workspace::read::{self, LARGEST};

/// A document at one version, with what is found in it once somebody asks.
#[derive(Debug)]
pub struct Snapshot {
    /// The name that the client gave it.
    pub uri: Uri,
    /// The file, from the root of the disk on.
    pub path: PathBuf,
    /// The client's number of this version.
    pub version: i32,
    /// The text.
    pub text: Arc<str>,
    /// Its lines.
    pub lines: LineIndex,
    /// The disk as it was seen for this version.
    pub workspace: Arc<Workspace>,
    /// A number that no other snapshot has.
    pub serial: u64,
    /// A document that was a profile stays one until it is closed.
    was_profile: Arc<AtomicBool>,
    /// Findings of it were published.
    shown: Arc<AtomicBool>,
    examined: OnceLock<Option<Examined>>,
}

impl Snapshot {
    /// A document that was just opened.
    pub fn opened(
        uri: Uri,
        path: PathBuf,
        version: i32,
        text: String,
        workspace: Arc<Workspace>,
        serial: u64,
    ) -> Self {
        Snapshot {
            uri,
            path,
            version,
            lines: LineIndex::new(&text),
            text: text.into(),
            workspace,
            serial,
            was_profile: Arc::default(),
            shown: Arc::default(),
            examined: OnceLock::new(),
        }
    }

    /// A file that no client has opened; `None` where it cannot be read.
    pub fn on_disk(path: &Path, workspace: Arc<Workspace>) -> Option<Self> {
        let (uri, text) = (convert::uri(path)?, read::text(path).ok()?);
        Some(Snapshot::opened(
            uri,
            path.to_owned(),
            0,
            text,
            workspace,
            0,
        ))
    }

    /// The next version.
    pub fn edited(
        &self,
        version: i32,
        changes: Vec<TextDocumentContentChangeEvent>,
        encoding: Encoding,
        serial: u64,
    ) -> Self {
        let mut text = self.text.to_string();
        let mut lines = self.lines.clone();
        for change in changes {
            match change.range {
                None => text = change.text,
                Some(range) => {
                    let range = convert::text_range(&text, &lines, range, encoding);
                    text.replace_range(range.start as usize..range.end as usize, &change.text);
                }
            }
            lines = LineIndex::new(&text);
        }
        Snapshot {
            uri: self.uri.clone(),
            path: self.path.clone(),
            version,
            text: text.into(),
            lines,
            workspace: Arc::clone(&self.workspace),
            serial,
            was_profile: Arc::clone(&self.was_profile),
            shown: Arc::clone(&self.shown),
            examined: OnceLock::new(),
        }
    }

    /// The same text beside a disk that has changed.
    pub fn beside(&self, workspace: Arc<Workspace>, serial: u64) -> Self {
        Snapshot {
            uri: self.uri.clone(),
            path: self.path.clone(),
            version: self.version,
            text: Arc::clone(&self.text),
            lines: self.lines.clone(),
            workspace,
            serial,
            was_profile: Arc::clone(&self.was_profile),
            shown: Arc::clone(&self.shown),
            examined: OnceLock::new(),
        }
    }

    /// Whether it is larger than what is checked.
    pub fn is_too_large(&self) -> bool {
        self.text.len() as u64 > LARGEST
    }

    /// Remembers that findings of it were published.
    pub fn note_shown(&self) {
        self.shown.store(true, Ordering::Relaxed);
    }

    /// Whether findings of it were published.
    pub fn was_shown(&self) -> bool {
        self.shown.load(Ordering::Relaxed)
    }

    /// What is found in it; `None` where it is no profile. The first call takes its time.
    pub fn examined(&self) -> Option<&Examined> {
        let examined = self.examined.get_or_init(|| self.examine());
        examined.as_ref()
    }

    /// Whether [`Self::examined`] is known already.
    pub fn is_examined(&self) -> bool {
        self.examined.get().is_some()
    }

    fn examine(&self) -> Option<Examined> {
        if self.is_too_large() {
            return None;
        }
        let project = self.workspace.project(&self.path);
        let standing = if self.was_profile.load(Ordering::Relaxed) {
            Standing::Named
        } else {
            Standing::Found
        };
        let standing = self.workspace.standing(&self.path, standing, &project);
        let examined = examine_text(&self.workspace, &project, &self.path, standing, &self.text);
        if examined.is_some() {
            self.was_profile.store(true, Ordering::Relaxed);
        }
        examined
    }
}

#[cfg(test)]
mod tests {
    use std::str::FromStr;

    use tower_lsp_server::ls_types::{Position, Range};

    use super::*;

    /// The same numbers every time.
    struct Dice(u64);

    impl Dice {
        fn below(&mut self, bound: u64) -> u64 {
            self.0 ^= self.0 << 13;
            self.0 ^= self.0 >> 7;
            self.0 ^= self.0 << 17;
            self.0 % bound
        }

        fn text(&mut self) -> String {
            const PIECES: [&str; 9] = ["a", "é", "漢", "😀", "\n", "\r\n", "\r", ": ", "\u{2028}"];
            let length = self.below(8);
            let piece = |_| PIECES[self.below(9) as usize];
            (0..length).map(piece).collect()
        }

        fn place(&mut self) -> Position {
            match self.below(20) {
                0 => Position::new(u32::MAX, u32::MAX),
                _ => Position::new(self.below(9) as u32, self.below(9) as u32),
            }
        }
    }

    /// The byte that a position means, found by walking through the text.
    fn walk(text: &str, place: Position, encoding: Encoding) -> usize {
        let (mut line, mut column) = (0, 0);
        let mut characters = text.char_indices().peekable();
        while let Some((at, character)) = characters.next() {
            let crlf = character == '\r' && characters.peek().is_some_and(|it| it.1 == '\n');
            let is_break = character == '\n' || character == '\r';
            if line == place.line && (is_break || column >= place.character) {
                return at;
            }
            let width = match encoding {
                Encoding::Utf8 => character.len_utf8(),
                Encoding::Utf16 => character.len_utf16(),
                Encoding::Utf32 => 1,
            } as u32;
            // Amid a character is at its start.
            if line == place.line && column + width > place.character {
                return at;
            }
            if crlf {
                characters.next();
            }
            if is_break {
                (line, column) = (line + 1, 0);
            } else {
                column += width;
            }
        }
        text.len()
    }

    #[test]
    fn edits_are_made_as_the_client_makes_them() {
        let uri = Uri::from_str("file:///hpx.yml").unwrap();
        let mut dice = Dice(0x9e37_79b9_7f4a_7c15);
        for encoding in [Encoding::Utf8, Encoding::Utf16, Encoding::Utf32] {
            for _ in 0..300 {
                let mut reference = dice.text();
                let workspace = Arc::new(Workspace::new(PathBuf::from("/"), None));
                let mut snapshot = Snapshot::opened(
                    uri.clone(),
                    PathBuf::from("/hpx.yml"),
                    0,
                    reference.clone(),
                    workspace,
                    0,
                );
                for version in 1..20 {
                    let mut changes = Vec::new();
                    for _ in 0..=dice.below(3) {
                        let (a, b) = (dice.place(), dice.place());
                        let range = Range::new(a.min(b), a.max(b));
                        let text = dice.text();
                        let start = walk(&reference, range.start, encoding);
                        let end = walk(&reference, range.end, encoding);
                        reference.replace_range(start..end, &text);
                        changes.push(TextDocumentContentChangeEvent {
                            range: Some(range),
                            range_length: None,
                            text,
                        });
                    }
                    snapshot = snapshot.edited(version, changes, encoding, 0);
                    assert_eq!(*snapshot.text, *reference, "{encoding:?}");
                }
            }
        }
    }

    #[test]
    fn ranges_that_end_before_they_start_insert() {
        let uri = Uri::from_str("file:///hpx.yml").unwrap();
        let workspace = Arc::new(Workspace::new(PathBuf::from("/"), None));
        let path = PathBuf::from("/hpx.yml");
        let snapshot = Snapshot::opened(uri, path, 0, "abc\n".to_owned(), workspace, 0);
        let change = TextDocumentContentChangeEvent {
            range: Some(Range::new(Position::new(0, 2), Position::new(0, 1))),
            range_length: None,
            text: "X".to_owned(),
        };
        let edited = snapshot.edited(1, vec![change], Encoding::Utf16, 0);
        assert_eq!(*edited.text, *"abXc\n");
    }
}
