//! What a rule is, what it sees and how it speaks.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::shape::Shape;
use crate::artifact::Files;
use crate::catalog::{Catalog, Placement, Release};
use crate::diagnostic::{Diagnostic, File, Fix, Level, Origin, Place, Related, Tag};
use crate::profile::{Datum, Entry, FreeForm, Problem, Profile, Source, Sourced, Spot, printed};
use crate::resolve::{Located, Resolved, Side};
use crate::schema::Schema;
use crate::syntax::{self, NodeId, NodeKind, Tree};
use crate::text::TextRange;

/// A rule: one kind of finding, its documentation and its check.
#[derive(Debug)]
pub struct Rule {
    /// Kebab-case; it reads well after "ignore".
    pub id: &'static str,
    /// Who says it.
    pub origin: Origin,
    /// How much it matters, unless the settings say otherwise.
    pub level: Level,
    /// One line for a list.
    pub summary: &'static str,
    /// Its page.
    pub docs: Docs,
    /// The check over one profile.
    pub check: fn(&Facts<'_>, &mut Findings<'_>),
}

/// A rule's page. The examples are run as tests.
#[derive(Debug)]
pub struct Docs {
    /// What it finds.
    pub what: &'static str,
    /// Why that matters, with its source: hpx module and release.
    pub why: &'static str,
    /// A profile in which it fires.
    pub example: &'static str,
    /// The same profile, mended.
    pub instead: &'static str,
}

/// All that is known of one profile.
pub struct Facts<'a> {
    /// The text.
    pub text: &'a str,
    /// Its tree, whole or recovered.
    pub tree: &'a Tree,
    /// What is wrong with it as YAML.
    pub yaml: &'a [syntax::Problem],
    /// What of it stands in more than one place.
    pub shape: &'a Shape,
    /// The profile.
    pub profile: &'a Profile,
    /// What it amounts to.
    pub resolved: &'a Resolved,
    /// The release analysed.
    pub release: &'static Release,
    /// Its facts.
    pub catalog: &'static Catalog,
    /// Its keys.
    pub schema: &'static Schema,
    /// The files beside the profile.
    pub files: &'a dyn Files,
    /// What would be wrong with another text in place of this one. Absent
    /// while such a text is being tried.
    pub trial: Option<&'a Trial<'a>>,
}

/// The errors of a text, each by its rule and key.
pub type Errors = BTreeSet<(&'static str, Option<String>)>;

/// What finds the errors of a text.
pub type Trial<'a> = dyn Fn(&str) -> Errors + 'a;

/// Where a finding is, and the key that hpx would print for it.
#[derive(Clone, Debug)]
pub struct At {
    /// Bytes of the text.
    pub range: TextRange,
    /// The dotted key.
    pub key: Option<String>,
}

impl<'a> Facts<'a> {
    /// At a value of the profile, or where it would stand.
    pub fn at<T>(&self, value: &Sourced<T>, key: &str) -> At {
        let range = match value.source {
            Source::Node { key, value } => self.value_range(Some(key), value),
            Source::Default | Source::CommandLine => self.nearest_range(key),
        };
        At {
            range,
            key: Some(key.to_owned()),
        }
    }

    /// At a key that the schema does not know, by its entry.
    pub fn at_entry(&self, entry: Entry, key: &str) -> At {
        let range = self.value_range(Some(entry.key), entry.value);
        At {
            range,
            key: Some(key.to_owned()),
        }
    }

    /// At a place of the profile, or at the key that names the other file.
    pub fn at_located(&self, place: Located, key: &str) -> At {
        match place.side {
            Side::Profile => {
                let here = |id: &NodeId| self.tree.node(*id).range == place.range;
                let node = self.tree.ids().find(here);
                let range = node.map(|node| self.value_range(None, node));
                At {
                    range: range.unwrap_or(place.range),
                    key: Some(key.to_owned()),
                }
            }
            Side::File => self.at(&self.profile.engine.config_path, "engine.config_path"),
        }
    }

    /// At a node.
    pub fn at_node(&self, node: NodeId, key: &str) -> At {
        At {
            range: self.value_range(None, node),
            key: Some(key.to_owned()),
        }
    }

    /// Where a key stands, or the innermost section around it that stands.
    pub fn at_key(&self, key: &str) -> At {
        At {
            range: self.nearest_range(key),
            key: Some(key.to_owned()),
        }
    }

    /// Where a problem of the profile's shape is.
    pub fn at_problem(&self, problem: &Problem) -> At {
        let range = match problem.spot {
            Spot::Key(node) => self.tree.node(node).range,
            Spot::Value { key, value } => self.value_range(key, value),
            Spot::Absent => self.nearest_range(&problem.key),
        };
        At {
            range,
            key: Some(problem.key.clone()).filter(|key| !key.is_empty()),
        }
    }

    /// A value's range; its key's where the value is left out, or is a block
    /// of lines.
    pub fn value_range(&self, key: Option<NodeId>, value: NodeId) -> TextRange {
        let node = self.tree.node(value);
        let block = match &node.kind {
            NodeKind::Mapping(mapping) => !mapping.flow,
            NodeKind::Sequence(sequence) => !sequence.flow,
            NodeKind::Scalar(_) | NodeKind::Alias(_) => false,
        };
        if !block && !node.range.is_empty() {
            return node.range;
        }
        match key.or_else(|| self.key_of(value)) {
            Some(key) => self.tree.node(key).range,
            None => self.first_line_of(node.range),
        }
    }

    /// The key of an entry, by its value.
    fn key_of(&self, value: NodeId) -> Option<NodeId> {
        let mapping = self.tree.node(self.tree.parent(value)?).as_mapping()?;
        mapping.entry_of_value(value).map(|entry| entry.key)
    }

    /// The range of a key, else of the innermost section around it, else the
    /// document's first line.
    fn nearest_range(&self, key: &str) -> TextRange {
        let mut found = None;
        let mut at = FreeForm::new(self.tree, self.profile.root);
        for name in key.split('.') {
            let Some(entry) = at.entry(name) else { break };
            found = Some(self.tree.node(entry.key).range);
            at = FreeForm::new(self.tree, Some(entry.value));
        }
        found.unwrap_or_else(|| self.first_line())
    }

    fn first_line(&self) -> TextRange {
        let root = self
            .profile
            .root
            .map_or(0, |root| self.tree.node(root).range.start);
        let end = u32::try_from(self.text.len()).unwrap_or(root);
        self.first_line_of(TextRange::new(root, end))
    }

    /// A range up to the end of its first line.
    fn first_line_of(&self, range: TextRange) -> TextRange {
        let text = range.slice(self.text);
        let length = text.find(['\n', '\r']).unwrap_or(text.len());
        TextRange::new(
            range.start,
            range.start + u32::try_from(length).unwrap_or(0),
        )
    }

    /// `engine.config`.
    pub fn engine_config(&self) -> FreeForm<'a> {
        FreeForm::new(self.tree, self.profile.engine.config.get().copied())
    }

    /// Whether the profile may describe more parts in a block of `target` than could be read:
    /// the text is broken, and speaks of the block.
    pub fn may_describe_more(&self, block: &str) -> bool {
        !self.yaml.is_empty() && self.text.contains(block)
    }

    /// A node as the author wrote it, shortened for a message.
    pub fn written(&self, node: NodeId) -> String {
        let range = self.tree.node(node).range;
        let text = self
            .text
            .get(range.start as usize..range.end as usize)
            .unwrap_or_default();
        shortened(text)
    }

    /// A key as the author wrote it; `null` where nothing is written.
    pub fn key_name(&self, key: NodeId) -> String {
        let written = self.written(key);
        if written.is_empty() {
            "null".to_owned()
        } else {
            written
        }
    }

    /// The text of a scalar; none for a mapping or list.
    pub fn text_of(&self, node: NodeId) -> &'a str {
        let scalar = self.tree.node(self.tree.resolve(node)).as_scalar();
        scalar.map_or("", |scalar| &scalar.text)
    }

    /// The dotted key of a key's node.
    pub fn path_of(&self, key: NodeId) -> Option<String> {
        let mut names = vec![printed(self.tree, key)];
        let mut at = self.tree.parent(key)?;
        while let Some(above) = self.tree.parent(at) {
            let mapping = self.tree.node(above).as_mapping()?;
            let entry = mapping.entry_of_value(at)?;
            names.push(printed(self.tree, entry.key));
            at = above;
        }
        names.reverse();
        Some(names.join("."))
    }

    /// Whether anything of the profile lies in PSRAM, as far as hpx knows.
    pub fn uses_psram(&self) -> bool {
        let placed = self.resolved.placed.as_ref();
        let coarse =
            placed.is_some_and(|placed| [placed.arena, placed.weights].contains(&Placement::Psram));
        let args = self.resolved.aot_args(self.engine_config());
        coarse || args.is_some_and(|args| !args.psram_rules().is_empty())
    }

    /// A value as the checks see it.
    pub fn datum(&self, node: NodeId) -> Datum<'a> {
        Datum::of(self.tree, node)
    }
}

/// A text on one line of at most 60 characters.
pub fn shortened(text: &str) -> String {
    const MOST: usize = 60;
    let line = text.lines().next().unwrap_or_default();
    let cut: String = line.chars().take(MOST).collect();
    if cut.len() < text.len() {
        format!("{cut}...")
    } else {
        cut
    }
}

/// What the rules say of one profile.
pub struct Findings<'a> {
    rule: &'a Rule,
    found: &'a mut Vec<Diagnostic>,
}

impl<'a> Findings<'a> {
    /// The findings of one rule, gathered in `found`.
    pub fn new(rule: &'a Rule, found: &'a mut Vec<Diagnostic>) -> Self {
        Findings { rule, found }
    }

    /// Says something of a place.
    pub fn say(&mut self, at: At, message: impl Into<String>) -> Finding<'_> {
        self.found.push(Diagnostic {
            rule: self.rule.id,
            origin: self.rule.origin,
            level: self.rule.level,
            message: message.into(),
            help: None,
            key: at.key,
            range: at.range,
            related: Vec::new(),
            fixes: Vec::new(),
            tags: Vec::new(),
        });
        let last = self.found.len() - 1;
        Finding {
            diagnostic: &mut self.found[last],
        }
    }
}

/// A finding that is being put together.
pub struct Finding<'a> {
    diagnostic: &'a mut Diagnostic,
}

impl Finding<'_> {
    /// The way out.
    pub fn help(self, help: impl Into<String>) -> Self {
        self.diagnostic.help = Some(help.into());
        self
    }

    /// Another place of the same text that explains it.
    pub fn related(self, range: TextRange, message: impl Into<String>) -> Self {
        self.related_in(File::This, range, message)
    }

    /// A place of another file that explains it.
    pub fn related_in(self, file: File, range: TextRange, message: impl Into<String>) -> Self {
        let place = Place { file, range };
        self.diagnostic.related.push(Related {
            place,
            message: message.into(),
        });
        self
    }

    /// What would mend it, where that could be worked out.
    pub fn fix(self, fix: impl IntoIterator<Item = Fix>) -> Self {
        self.diagnostic.fixes.extend(fix);
        self
    }

    /// What an editor may show beside it.
    pub fn tag(self, tag: Tag) -> Self {
        self.diagnostic.tags.push(tag);
        self
    }

    /// It is said by this project alone here, though hpx refuses such things
    /// in other releases or with other tools at hand.
    pub fn own(self) -> Self {
        self.diagnostic.origin = Origin::Own;
        self
    }
}

/// A path as another file's name in a finding.
pub fn other_file(path: &str) -> File {
    File::Other(Arc::from(path))
}

/// `one, two or three`.
pub fn or_list(names: impl IntoIterator<Item = impl AsRef<str>>) -> String {
    let names: Vec<_> = names
        .into_iter()
        .map(|name| format!("`{}`", name.as_ref()))
        .collect();
    match names.split_last() {
        None => "nothing".to_owned(),
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} or {last}", rest.join(", ")),
    }
}
