//! Changes of a profile that are tried before they are named.
//!
//! A change is tried in the author's own text. Where that leaves no room for it, as below an
//! alias, it is tried in the profile written out, and named without a fix.

use std::cell::OnceCell;

use super::rule::{Errors, Trial};
use super::{Facts, edits, or_list, plain};
use crate::catalog::Placement;
use crate::diagnostic::{Applicability, Fix};
use crate::profile::FreeForm;
use crate::syntax::{NodeId, NodeKind};
use crate::text::{Edit, apply_edits};

/// A change, or several together, that was tried.
pub(super) struct Way {
    /// What it sets, as in the file.
    words: String,
    /// The change itself, where it can be made.
    pub fix: Option<Fix>,
    /// Whether it is another board.
    board: bool,
}

/// A value to put at a key.
#[derive(Clone)]
pub(super) struct Change {
    /// The dotted key.
    pub key: String,
    /// The value.
    pub value: String,
    /// What is to be said of it.
    pub note: String,
}

impl Change {
    /// Another placement.
    pub fn place(key: &str, placement: Placement) -> Self {
        Change {
            key: key.to_owned(),
            value: placement.name().to_owned(),
            note: String::new(),
        }
    }
}

/// The help of an overflow.
pub(super) fn help(facts: &Facts<'_>, ways: &[Way]) -> String {
    if facts.trial.is_none() {
        return String::new();
    }
    let (boards, changes): (Vec<_>, Vec<_>) = ways.iter().partition(|way| way.board);
    let mut parts: Vec<String> = changes
        .iter()
        .map(|way| format!("set {}", way.words))
        .collect();
    if !boards.is_empty() {
        let names = boards.iter().map(|way| way.words.as_str());
        parts.push(format!("use the board {}", or_list(names)));
    }
    if parts.is_empty() {
        return "no other board makes it fit, and no other size or placement, alone or two \
                together; use a smaller model"
            .to_owned();
    }
    parts.join("; or ")
}

/// Tries changes of a profile.
pub(super) struct Attempt<'a> {
    facts: &'a Facts<'a>,
    trial: &'a Trial<'a>,
    /// The errors of the text as it is.
    before: Errors,
    /// Those of the profile written out.
    before_plainly: OnceCell<Option<Errors>>,
    /// Whether the region fits hpx's plan, and only the linker's script not.
    only_linked: bool,
}

impl<'a> Attempt<'a> {
    /// Begins; none where another text is being tried already.
    pub fn new(facts: &'a Facts<'a>, only_linked: bool) -> Option<Self> {
        let trial = facts.trial?;
        Some(Attempt {
            facts,
            trial,
            before: trial(facts.text),
            before_plainly: OnceCell::new(),
            only_linked,
        })
    }

    /// The way of these changes, if with them it fits.
    pub fn changes(&self, changes: &[Change]) -> Option<Way> {
        let fix = self.fix(changes, title(changes))?;
        let place = |change: &Change| match fix {
            Some(_) => String::new(),
            None => place(self.facts, &change.key).unwrap_or_default(),
        };
        let words = changes
            .iter()
            .map(|c| format!("`{}: {}`{}{}", c.key, c.value, place(c), c.note));
        Some(Way {
            words: words.collect::<Vec<_>>().join(" and "),
            fix,
            board: false,
        })
    }

    /// The way of another board.
    pub fn board(&self, name: &str) -> Option<Way> {
        let change = Change {
            key: "target.board".to_owned(),
            value: edits::scalar(name),
            note: String::new(),
        };
        let fix = self.fix(&[change], format!("Use the board `{name}`"))?;
        Some(Way {
            words: name.to_owned(),
            fix,
            board: true,
        })
    }

    /// The fix that makes these changes, and whether there is one; none where they do not help.
    fn fix(&self, changes: &[Change], title: String) -> Option<Option<Fix>> {
        let set = |change: &Change| edits::set(self.facts, &change.key, &change.value);
        let edits: Option<Vec<Edit>> = changes.iter().map(set).collect();
        let edited = edits.and_then(|edits| Some((apply_edits(self.facts.text, &edits)?, edits)));
        let Some((text, edits)) = edited else {
            return self.works_plainly(changes).then_some(None);
        };
        let fix = Fix::here(title, Applicability::Unsafe, edits);
        self.works(&text, &self.before).then_some(Some(fix))
    }

    /// Whether changes help that no edit can make.
    fn works_plainly(&self, changes: &[Change]) -> bool {
        let before = self
            .before_plainly
            .get_or_init(|| Some((self.trial)(&plain::with(self.facts, &[])?)));
        let changes: Vec<(&str, &str)> = changes
            .iter()
            .map(|change| (change.key.as_str(), change.value.as_str()))
            .collect();
        let text = plain::with(self.facts, &changes);
        let both = before.as_ref().zip(text);
        both.is_some_and(|(before, text)| self.works(&text, before))
    }

    /// Whether in a text nothing overflows, and nothing is wrong that was not `before`.
    fn works(&self, text: &str, before: &Errors) -> bool {
        (self.trial)(text)
            .iter()
            .all(|found| !self.overflows(found.0) && before.contains(found))
    }

    /// Whether a rule tells that it still does not fit. What the linker cannot
    /// place elsewhere is a finding of its own, with ways of its own.
    fn overflows(&self, rule: &str) -> bool {
        let planned = ["arena-overflow", "weights-overflow"].contains(&rule);
        planned || self.only_linked && rule == "linker-overflow"
    }
}

/// What a fix of changes does.
fn title(changes: &[Change]) -> String {
    let titles = changes.iter().map(|c| {
        let name = c.key.rsplit('.').next().unwrap_or(&c.key);
        format!("`{name}: {}`{}", c.value, c.note)
    });
    format!("Set {}", titles.collect::<Vec<_>>().join(" and "))
}

/// Where a key has to be set that no edit can set: at the anchor or the tag that is in the way.
fn place(facts: &Facts<'_>, key: &str) -> Option<String> {
    let mut at = FreeForm::new(facts.tree, facts.profile.root);
    let mut found = obstacle(facts, facts.profile.root?);
    for name in key.split('.') {
        let Some(entry) = at.entry(name) else { break };
        found = obstacle(facts, entry.value).or(found);
        at = FreeForm::new(facts.tree, Some(entry.value));
    }
    found.map(|found| format!(" where {found} stands"))
}

/// What keeps a node from being edited.
fn obstacle(facts: &Facts<'_>, node: NodeId) -> Option<String> {
    let tree = facts.tree;
    let target = tree.node(tree.resolve(node));
    let aliased = matches!(tree.node(node).kind, NodeKind::Alias(_));
    let tag = target.tag.as_ref();
    match (&target.anchor, tag) {
        (Some(anchor), _) if aliased || tag.is_none() => {
            Some(format!("the anchor `&{}`", anchor.name))
        }
        (_, Some(tag)) => Some(format!("the tag `{}`", tag.range.slice(facts.text))),
        _ => None,
    }
}
