//! What is wrong with a text, for people.

use crate::text::TextRange;

/// Something for which PyYAML, or hpx with it, refuses a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    /// What kind of thing is wrong.
    pub kind: ProblemKind,
    /// What is wrong: the construct itself, not where reading it failed.
    pub range: TextRange,
    /// Where what is broken began, or what it clashes with.
    pub context: Option<TextRange>,
    /// What is wrong, in one sentence.
    pub message: String,
    /// The way out.
    pub help: Option<String>,
}

/// The kinds of problem.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ProblemKind {
    /// The text breaks YAML's grammar in a way that no other kind names.
    Syntax,
    /// A character that may not stand in YAML.
    UnprintableCharacter,
    /// A tab where only spaces may stand.
    Tab,
    /// A quote that is never closed.
    UnclosedQuote,
    /// A bracket or brace that is never closed, or closed by the other.
    UnclosedBracket,
    /// A key without its colon.
    MissingColon,
    /// A colon with which no key can end.
    UnexpectedColon,
    /// Indentation that fits no collection.
    Indentation,
    /// A value that begins with a character that has a meaning of its own.
    ReservedCharacter,
    /// A backslash in double quotes that stands for nothing.
    BadEscape,
    /// The mark of a merge conflict.
    ConflictMarker,
    /// A second document.
    SecondDocument,
    /// More collections in each other than hpx can load.
    NestingTooDeep,
    /// An alias without its anchor.
    UndefinedAlias,
    /// One anchor name given twice.
    DuplicateAnchor,
    /// A tag that PyYAML's safe loader does not know.
    UnknownTag,
    /// A tag on a node of another kind.
    MismatchedTag,
    /// A text that is not what its tag says.
    InvalidValue,
    /// An integer of more digits than Python reads.
    TooManyDigits,
    /// A day or a time that does not exist.
    ImpossibleDate,
    /// A key that Python cannot look up.
    UnhashableKey,
    /// `<<` where nothing can be merged, or what it cannot merge.
    InvalidMerge,
    /// A bare `=`.
    BareEquals,
}

impl ProblemKind {
    /// Whether the text could not be read on; else it is read, and refused for what it says.
    pub fn is_syntax(self) -> bool {
        self <= ProblemKind::ConflictMarker
    }
}

impl Problem {
    /// A problem of which its kind says all.
    pub(super) fn new(kind: ProblemKind, range: TextRange) -> Self {
        Self::named(kind, range, "")
    }

    /// A problem with something that has a name.
    pub(super) fn named(kind: ProblemKind, range: TextRange, name: &str) -> Self {
        let (message, help) = words(kind, name);
        Self::worded(kind, range, message, help)
    }

    pub(super) fn worded(
        kind: ProblemKind,
        range: TextRange,
        message: String,
        help: Option<&str>,
    ) -> Self {
        Self {
            kind,
            range,
            context: None,
            message,
            help: help.map(str::to_owned),
        }
    }

    /// The problem, with the place it goes back to.
    pub(super) fn since(mut self, context: Option<TextRange>) -> Self {
        self.context = context;
        self
    }
}

/// What is wrong and the way out, for the kinds that need no more than a name.
fn words(kind: ProblemKind, name: &str) -> (String, Option<&'static str>) {
    let (message, help) = match kind {
        ProblemKind::DuplicateAnchor => (
            format!("the anchor `&{name}` is given a second time"),
            "rename one of the two",
        ),
        ProblemKind::UndefinedAlias => (
            format!("no anchor `&{name}` stands before the alias `*{name}`"),
            "define the anchor first, or quote the value if it is meant as text",
        ),
        _ => {
            let (message, help) = fixed_words(kind);
            (message.to_owned(), help)
        }
    };
    (message, Some(help).filter(|help| !help.is_empty()))
}

fn fixed_words(kind: ProblemKind) -> (&'static str, &'static str) {
    match kind {
        ProblemKind::SecondDocument => (
            "a second document begins here, and a config is a single one",
            "keep one document a file, and remove the `---`",
        ),
        ProblemKind::NestingTooDeep => (
            "collections are nested deeper than hpx can load",
            "keep it below 480 levels",
        ),
        ProblemKind::UnhashableKey => (
            "a list or a mapping cannot be a key",
            "quote it if it is meant as text, as a template such as `{{ name }}` is",
        ),
        ProblemKind::InvalidMerge => (
            "`<<` merges only a mapping or a list of mappings",
            "merge an alias of a mapping, or quote the `<<`",
        ),
        ProblemKind::ConflictMarker => (
            "a merge conflict was left in the file",
            "keep one side, and delete the lines with the markers",
        ),
        _ => ("this is no valid YAML", ""),
    }
}
