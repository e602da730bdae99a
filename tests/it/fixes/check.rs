//! What must hold of a fix.

use std::collections::BTreeMap;

use hpx_lsp::analysis::{Analysis, Context, analyze};
use hpx_lsp::catalog::Release;
use hpx_lsp::diagnostic::{Applicability, Diagnostic, Fix, Level};
use hpx_lsp::profile::Overrides;
use hpx_lsp::settings::Settings;
use hpx_lsp::syntax::{self, NodeKind, Tree};
use hpx_lsp::text::{Edit, apply_edits};

use crate::rules::files::folder;

/// Rules whose fixes let hpx read what it could not: what it then finds there was there before.
const REVEALING: &[&str] = &[
    "unknown-key",
    "unknown-value",
    "unknown-board",
    "wrong-type",
    "custom-platform",
    "model-file",
    "nested-backend",
];

/// What was checked, and what did not hold.
#[derive(Default)]
pub struct Tally {
    pub fixes: usize,
    pub by_rule: BTreeMap<&'static str, usize>,
    wrong: Vec<String>,
}

impl Tally {
    /// Fails with the first few of what did not hold.
    pub fn report(&self) {
        let shown: Vec<&str> = self.wrong.iter().take(60).map(String::as_str).collect();
        let (wrong, all) = (self.wrong.len(), self.fixes);
        assert!(wrong == 0, "{wrong} of {all} fixes:\n{}", shown.join("\n"));
    }
}

/// What surrounds a text.
pub struct Around {
    /// What a failure names.
    pub name: String,
    pub release: &'static Release,
    pub overrides: Overrides,
}

fn analysis(text: &str, around: &Around) -> Analysis {
    let context = Context {
        settings: &Settings::default(),
        release: around.release,
        overrides: &around.overrides,
        files: folder(),
    };
    analyze(text, &context)
}

/// Checks that no fix that is called safe brings up a finding.
pub fn safe_fixes_of(text: &str, around: &Around, tally: &mut Tally) {
    let before = Reading::new(text, around);
    for finding in &before.analysis.diagnostics {
        for fix in &finding.fixes {
            let edits = fix.edits_of_this();
            if fix.applicability != Applicability::Safe || edits.is_empty() {
                continue;
            }
            tally.fixes += 1;
            let text = apply_edits(before.text, &edits).unwrap();
            let after = Reading::new(&text, around);
            if let Some(new) = new_finding(&before, &after, fix.applicability) {
                tally.wrong.push(format!(
                    "{}, `{}` of {}: {new:?}\n{text}",
                    around.name, fix.title, finding.rule
                ));
            }
        }
    }
}

/// Checks every fix that is offered for a text.
pub fn fixes_of(text: &str, around: &Around, tally: &mut Tally) {
    let before = Reading::new(text, around);
    for finding in &before.analysis.diagnostics {
        for fix in &finding.fixes {
            tally.fixes += 1;
            *tally.by_rule.entry(finding.rule).or_default() += 1;
            if let Err(what) = check(&before, finding, fix) {
                tally.wrong.push(format!(
                    "{}, {}, `{}`: {what}\n--- the text\n{text}\n--- {:?}\n",
                    around.name,
                    finding.rule,
                    fix.title,
                    fix.edits_of_this(),
                ));
            }
        }
    }
}

/// A text and what is known of it.
struct Reading<'t> {
    text: &'t str,
    tree: Tree,
    readable: bool,
    analysis: Analysis,
    around: &'t Around,
}

impl<'t> Reading<'t> {
    fn new(text: &'t str, around: &'t Around) -> Self {
        let parse = syntax::parse(text);
        let readable = parse.problems.is_empty();
        Self {
            text,
            tree: parse.tree,
            readable,
            analysis: analysis(text, around),
            around,
        }
    }

    fn comments(&self) -> impl Iterator<Item = &'t str> {
        let comments = self.tree.comments().iter();
        comments.map(|comment| comment.range.slice(self.text))
    }

    fn count(&self, finding: &Diagnostic) -> usize {
        let same = |other: &&Diagnostic| {
            (other.rule, &other.key, &other.message)
                == (finding.rule, &finding.key, &finding.message)
        };
        self.analysis.diagnostics.iter().filter(same).count()
    }

    /// How often each rule finds something of each key.
    fn counts(&self) -> BTreeMap<(&'static str, Option<&str>), usize> {
        let mut counts = BTreeMap::new();
        for found in &self.analysis.diagnostics {
            let kind = (found.rule, found.key.as_deref());
            *counts.entry(kind).or_default() += 1;
        }
        counts
    }

    /// The errors, each by rule and key.
    fn errors(&self) -> Vec<(&'static str, Option<&str>)> {
        let found = self.analysis.diagnostics.iter();
        let errors = found.filter(|found| found.level == Level::Error);
        errors
            .map(|found| (found.rule, found.key.as_deref()))
            .collect()
    }
}

fn check(before: &Reading<'_>, finding: &Diagnostic, fix: &Fix) -> Result<(), String> {
    let edits = fix.edits_of_this();
    let text = apply_edits(before.text, &edits).ok_or("the edits overlap or do not fit")?;
    let wrong = |what: &str| Err(format!("{what}\n--- becomes\n{text}"));
    if text == before.text {
        return wrong("it changes nothing");
    }
    let after = Reading::new(&text, before.around);
    if before.readable && !after.readable {
        return wrong("it breaks the YAML");
    }
    if let Some(lost) = lost_comment(before, &after, &edits) {
        return wrong(&format!("it loses `{lost}`"));
    }
    if after.count(finding) >= before.count(finding) {
        return wrong("it does not mend it");
    }
    if let Some(error) = new_error(before, &after, finding.rule) {
        return wrong(&format!("it makes {error:?}"));
    }
    if let Some(new) = new_finding(before, &after, fix.applicability) {
        return wrong(&format!("it is called safe, and brings up {new:?}"));
    }
    let touched = touched(before, &after);
    if touched.len() > 2 {
        return wrong(&format!("it changes {touched:?}"));
    }
    Ok(())
}

/// A comment that no edit names and that is no comment any more.
fn lost_comment<'t>(before: &Reading<'t>, after: &Reading<'_>, edits: &[Edit]) -> Option<&'t str> {
    let mut left = after.comments();
    let comments = before.tree.comments().iter();
    let outside = comments.filter(|comment| {
        !edits
            .iter()
            .any(|edit| edit.range.contains_range(comment.range))
    });
    outside
        .map(|comment| comment.range.slice(before.text))
        .find(|comment| !left.any(|other| other == *comment))
}

/// An error that was not there before, and that the fix did not merely bring to light.
fn new_error<'a>(
    before: &Reading<'_>,
    after: &'a Reading<'_>,
    rule: &str,
) -> Option<(&'static str, Option<&'a str>)> {
    let known = before.errors();
    let new = |error: &(&'static str, Option<&str>)| {
        let shape = ["unknown-key", "syntax-error", "missing-model-path"].contains(&error.0);
        !known.contains(error) && (shape || !REVEALING.contains(&rule))
    };
    after.errors().into_iter().find(new)
}

/// A finding of any level that was not there before a fix that is called safe.
fn new_finding<'a>(
    before: &Reading<'_>,
    after: &'a Reading<'_>,
    applicability: Applicability,
) -> Option<(&'static str, Option<&'a str>)> {
    let known = before.counts();
    let mut counts = after.counts().into_iter();
    let new = counts.find(|(kind, count)| known.get(kind).is_none_or(|known| count > known));
    new.map(|(kind, _)| kind)
        .filter(|_| applicability == Applicability::Safe)
}

/// The keys at the top whose values differ.
fn touched(before: &Reading<'_>, after: &Reading<'_>) -> Vec<String> {
    let (old, new) = (sections(&before.tree), sections(&after.tree));
    let names = old
        .keys()
        .chain(new.keys().filter(|name| !old.contains_key(*name)));
    let differ = names.filter(|name| old.get(*name) != new.get(*name));
    differ.cloned().collect()
}

/// The value of each key at the top, written out.
fn sections(tree: &Tree) -> BTreeMap<String, String> {
    let Some(root) = tree.root() else {
        return BTreeMap::new();
    };
    let fields = tree.fields(root).into_iter();
    let sections = fields.map(|field| {
        let key = spelled(tree, field.key);
        (key, spelled(tree, field.value))
    });
    sections.collect()
}

/// A value with everything below it.
fn spelled(tree: &Tree, node: syntax::NodeId) -> String {
    let node = tree.resolve(node);
    match &tree.node(node).kind {
        NodeKind::Scalar(scalar) => format!("{:?} {}", scalar.value, scalar.text),
        NodeKind::Sequence(list) => {
            let items = list.items.iter().map(|item| spelled(tree, *item));
            format!("{:?}", items.collect::<Vec<_>>())
        }
        NodeKind::Mapping(_) => {
            let fields = tree.fields(node).into_iter();
            let fields = fields.map(|f| (spelled(tree, f.key), spelled(tree, f.value)));
            format!("{:?}", fields.collect::<BTreeMap<_, _>>())
        }
        NodeKind::Alias(_) => String::new(),
    }
}
