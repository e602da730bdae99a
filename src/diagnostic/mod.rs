//! What a rule says about a text: plain data that every program shows in its
//! own way. No rendering, no editor protocol and no serialisation here.

use std::sync::Arc;

use crate::text::{Edit, TextRange};

/// How much a finding matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// It could be better.
    Hint,
    /// It works otherwise than it reads.
    Warning,
    /// hpx refuses it, or it cannot work.
    Error,
}

impl Level {
    /// The word that settings, JSON and people use.
    pub fn name(self) -> &'static str {
        match self {
            Level::Hint => "hint",
            Level::Warning => "warning",
            Level::Error => "error",
        }
    }
}

/// Who says it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Origin {
    /// hpx itself refuses the profile for this.
    Hpx,
    /// Only this project says it; hpx accepts the profile.
    Own,
}

impl Origin {
    /// The word that JSON uses.
    pub fn name(self) -> &'static str {
        match self {
            Origin::Hpx => "hpx",
            Origin::Own => "own",
        }
    }
}

/// What an editor may show beside the finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Tag {
    /// The text has no effect.
    Unnecessary,
    /// The text uses a name that has been replaced.
    Deprecated,
}

/// The file that a place is in.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum File {
    /// The analysed text.
    This,
    /// Another file, by the path under which the analysed text names it.
    Other(Arc<str>),
}

/// A range of a file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// The file.
    pub file: File,
    /// Bytes of its text.
    pub range: TextRange,
}

/// A second place that explains the first.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Related {
    /// Where.
    pub place: Place,
    /// Why it matters here.
    pub message: String,
}

/// Whether a fix may be applied unseen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Applicability {
    /// It says the same thing rightly.
    Safe,
    /// It decides something for the author.
    Unsafe,
}

impl Applicability {
    /// The word that JSON uses.
    pub fn name(self) -> &'static str {
        match self {
            Applicability::Safe => "safe",
            Applicability::Unsafe => "unsafe",
        }
    }
}

/// An edit of a file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct FileEdit {
    /// The file.
    pub file: File,
    /// What changes in it.
    pub edit: Edit,
}

impl FileEdit {
    /// An edit of the analysed text itself.
    pub fn here(edit: Edit) -> FileEdit {
        FileEdit {
            file: File::This,
            edit,
        }
    }
}

/// A way out: edits that belong together.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Fix {
    /// What it does, in a few words.
    pub title: String,
    /// Whether it may be applied unseen.
    pub applicability: Applicability,
    /// Edits that do not overlap.
    pub edits: Vec<FileEdit>,
}

impl Fix {
    /// Edits of the analysed text itself.
    pub fn here(
        title: impl Into<String>,
        applicability: Applicability,
        edits: impl IntoIterator<Item = Edit>,
    ) -> Fix {
        Fix {
            title: title.into(),
            applicability,
            edits: edits.into_iter().map(FileEdit::here).collect(),
        }
    }

    /// The edits of the analysed text itself.
    pub fn edits_of_this(&self) -> Vec<Edit> {
        let here = self.edits.iter().filter(|e| e.file == File::This);
        here.map(|e| e.edit.clone()).collect()
    }
}

/// One finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// The rule's id.
    pub rule: &'static str,
    /// Who says it.
    pub origin: Origin,
    /// How much it matters, after the settings had their say.
    pub level: Level,
    /// The finding, as one sentence or a few lines.
    pub message: String,
    /// The way out.
    pub help: Option<String>,
    /// The dotted key that hpx would print.
    pub key: Option<String>,
    /// Bytes of the analysed text.
    pub range: TextRange,
    /// Other places that explain it, in reading order.
    pub related: Vec<Related>,
    /// What would mend it, the best first.
    pub fixes: Vec<Fix>,
    /// What an editor may show beside it.
    pub tags: Vec<Tag>,
}

impl Diagnostic {
    /// The order in which findings are shown.
    pub fn sort_key(&self) -> (TextRange, &'static str, &str) {
        (self.range, self.rule, &self.message)
    }
}
