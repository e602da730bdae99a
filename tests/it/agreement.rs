//! Holds our verdicts to those of hpx on generated profiles.
//!
//! `tests/differential/store.py` wrote the verdicts; a build machine with hpx
//! at hand asks it about more (`tests/differential/agree.py`). Agreement is
//! that both accept, with the same placement, clock and plan, or that both
//! refuse and each key that hpx names has one of our findings at it or below.
//! No release has a remaining difference.

use std::collections::BTreeMap;
use std::fmt::Write;

use hpx_lsp::analysis::{Analysis, Context, analyze};
use hpx_lsp::catalog::Release;
use hpx_lsp::diagnostic::{Diagnostic, Origin};
use hpx_lsp::profile::Overrides;
use hpx_lsp::settings::Settings;
use hpx_lsp::syntax::{self, NodeId, NodeKind, Tree};
use hpx_lsp::text::TextRange;
use serde::Deserialize;

use crate::folder::folder;
use crate::models::MemoryFiles;

/// The releases with stored verdicts, and how many there must be.
const STORED: [(&str, &str, usize); 5] = [
    ("0.4.1", include_str!("../verdicts/0.4.1.jsonl"), 1_500),
    ("0.3.0", include_str!("../verdicts/0.3.0.jsonl"), 300),
    ("0.2.0", include_str!("../verdicts/0.2.0.jsonl"), 300),
    ("0.1.6", include_str!("../verdicts/0.1.6.jsonl"), 300),
    ("0.1.1", include_str!("../verdicts/0.1.1.jsonl"), 300),
];

/// By the function of hpx that refuses without naming a key: where the fault is.
const PLACES: &str = include_str!("../verdicts/places.json");

/// A stored verdict.
#[derive(Deserialize)]
pub struct Verdict {
    id: String,
    yaml: String,
    accepted: bool,
    #[serde(default)]
    at: Option<String>,
    #[serde(default)]
    keys: Vec<String>,
    #[serde(default)]
    placement: Option<(String, String)>,
    #[serde(default)]
    clock: Option<(String, i64)>,
    #[serde(default)]
    plan: Vec<Region>,
}

/// Name, capacity, used and consumers of a region.
type Region = (String, i128, i128, Vec<(String, i128, String)>);

/// The folder in which the profiles are started, made once for many.
pub struct Start {
    files: MemoryFiles,
    settings: Settings,
    overrides: Overrides,
}

impl Start {
    pub fn new() -> Self {
        Start {
            files: folder(),
            settings: Settings::default(),
            overrides: Overrides::default(),
        }
    }

    pub fn analyze(&self, text: &str, release: &'static Release) -> Analysis {
        let context = Context {
            release,
            settings: &self.settings,
            overrides: &self.overrides,
            files: &self.files,
        };
        analyze(text, &context)
    }
}

/// Calls `check` with every stored verdict and our analysis; it answers what is
/// wrong, if anything is.
fn each(check: impl Fn(&Verdict, &Analysis) -> Option<String>) {
    const SHOWN: usize = 10;
    let start = Start::new();
    let mut wrong = Vec::new();
    for (name, lines, count) in STORED {
        let release = Release::find(name).unwrap();
        let verdicts = lines
            .lines()
            .map(|line| serde_json::from_str(line).unwrap());
        let verdicts: Vec<Verdict> = verdicts.collect();
        assert_eq!(verdicts.len(), count, "hpx {name}");
        for verdict in &verdicts {
            let analysis = start.analyze(&verdict.yaml, release);
            if let Some(what) = check(verdict, &analysis) {
                wrong.push(format!(
                    "hpx {name} {}: {what}\n{}",
                    verdict.id, verdict.yaml
                ));
            }
        }
    }
    let mut message = String::new();
    for text in wrong.iter().take(SHOWN) {
        writeln!(message, "{text}").unwrap();
    }
    assert!(wrong.is_empty(), "{} cases\n{message}", wrong.len());
}

/// The findings of what hpx itself refuses.
pub fn refusals(analysis: &Analysis) -> Vec<&Diagnostic> {
    let all = analysis.diagnostics.iter();
    all.filter(|found| found.origin == Origin::Hpx).collect()
}

/// Whether a finding stands at a key or below it.
pub fn covers(found: &Diagnostic, key: &str) -> bool {
    let Some(at) = found.key.as_deref().map(dotted) else {
        return false;
    };
    let key = dotted(key);
    at.strip_prefix(&key)
        .is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

/// A key with dots for brackets; pydantic prints the key `on` as a number.
fn dotted(key: &str) -> String {
    let key = key.replace('[', ".").replace(']', "");
    let number = |part| match part {
        "True" => "1",
        "False" => "0",
        other => other,
    };
    key.split('.').map(number).collect::<Vec<_>>().join(".")
}

#[test]
fn verdicts_are_those_of_hpx() {
    each(|verdict, analysis| {
        let found = refusals(analysis);
        let said: Vec<_> = found
            .iter()
            .map(|d| (d.rule, d.key.as_deref().unwrap_or("")))
            .collect();
        if verdict.accepted != analysis.accepted {
            return Some(format!("hpx says {}, we say {said:?}", verdict.accepted));
        }
        if verdict.accepted {
            return another_plan(verdict, analysis);
        }
        let missing = verdict
            .keys
            .iter()
            .find(|key| !found.iter().any(|d| covers(d, key)))?;
        Some(format!("nothing at {missing}, but {said:?}"))
    });
}

/// How placement, clock or plan differ.
fn another_plan(verdict: &Verdict, analysis: &Analysis) -> Option<String> {
    let placed = analysis.placement?;
    let placement = (
        placed.arena.name().to_owned(),
        placed.weights.name().to_owned(),
    );
    let clock = analysis
        .cpu_clock
        .as_ref()
        .map(|clock| (clock.name.clone(), clock.mhz));
    let regions = analysis.plan.as_ref()?.regions.iter().map(|usage| {
        let consumers = usage.consumers.iter();
        let consumers = consumers.map(|c| (c.name.to_owned(), c.size.0, c.kind.name().to_owned()));
        let name = usage.region.name().to_owned();
        (name, usage.capacity.0, usage.used.0, consumers.collect())
    });
    let regions: Vec<Region> = regions.collect();
    if Some(&placement) != verdict.placement.as_ref() {
        return Some(format!(
            "placement {placement:?}, not {:?}",
            verdict.placement
        ));
    }
    if clock != verdict.clock {
        return Some(format!("clock {clock:?}, not {:?}", verdict.clock));
    }
    let differs = regions
        .iter()
        .zip(&verdict.plan)
        .find(|(ours, theirs)| ours != theirs);
    let same = differs.is_none() && regions.len() == verdict.plan.len();
    (!same).then(|| format!("plan {differs:?}"))
}

#[test]
fn a_refusal_without_a_key_has_a_finding_where_the_fault_is() {
    let places: BTreeMap<String, Vec<String>> = serde_json::from_str(PLACES).unwrap();
    each(|verdict, analysis| {
        if verdict.accepted || !verdict.keys.is_empty() {
            return None;
        }
        let at = verdict.at.as_deref().unwrap_or("");
        let Some(keys) = places.get(at) else {
            return Some(format!("no place is given for {at}"));
        };
        let found = refusals(analysis);
        let whole = keys.iter().any(String::is_empty) && !found.is_empty();
        let there = keys.iter().any(|key| found.iter().any(|d| covers(d, key)));
        (!whole && !there).then(|| format!("nothing at any of {keys:?}"))
    });
}

#[test]
fn no_finding_spans_more_than_the_node_it_is_about() {
    each(|verdict, analysis| {
        let parse = syntax::parse(&verdict.yaml);
        let wrong = analysis.diagnostics.iter().find(|found| {
            spans_lines(&verdict.yaml, &parse.tree, found.range)
                || is_elsewhere(&verdict.yaml, &parse.tree, found)
        })?;
        let text = wrong.range.slice(&verdict.yaml);
        Some(format!("{} at {:?} spans {text:?}", wrong.rule, wrong.key))
    });
}

/// Whether a range is of several lines and of no node that is.
fn spans_lines(text: &str, tree: &Tree, range: TextRange) -> bool {
    let is_block = |id: NodeId| match &tree.node(id).kind {
        NodeKind::Mapping(mapping) => !mapping.flow,
        NodeKind::Sequence(sequence) => !sequence.flow,
        NodeKind::Scalar(_) | NodeKind::Alias(_) => false,
    };
    let is_node = |id: NodeId| tree.node(id).range == range && !is_block(id);
    range.slice(text).contains(['\n', '\r']) && !tree.ids().any(is_node)
}

/// Whether a finding's range is outside the innermost of its key's sections
/// that stands in the text.
fn is_elsewhere(text: &str, tree: &Tree, found: &Diagnostic) -> bool {
    let (Some(key), Some(root)) = (&found.key, tree.root()) else {
        return false;
    };
    let within = entries(tree, root, key);
    match within.last() {
        Some(ranges) => !ranges.iter().any(|range| range.contains_range(found.range)),
        None => found.range.slice(text).contains(['\n', '\r']),
    }
}

/// For each part of a key that stands in the text: the ranges of its key and of
/// its value, wherever an alias has it from.
fn entries(tree: &Tree, root: NodeId, key: &str) -> Vec<Vec<TextRange>> {
    let mut found = Vec::new();
    let (mut at, key) = (root, dotted(key));
    let mut rest = key.as_str();
    while !rest.is_empty() {
        let Some((range, value, length)) = entry(tree, tree.resolve(at), rest) else {
            break;
        };
        let mut ranges = vec![tree.node(value).range, tree.node(tree.resolve(value)).range];
        ranges.extend(range);
        if let Some(range) = range {
            ranges.push(range.cover(tree.node(value).range));
        }
        found.push(ranges);
        at = value;
        rest = rest.get(length..).unwrap_or("").trim_start_matches('.');
    }
    found
}

/// The entry of a mapping or list that a dotted key begins with: the range of
/// its key, its value, and the length of its name.
fn entry(tree: &Tree, node: NodeId, rest: &str) -> Option<(Option<TextRange>, NodeId, usize)> {
    if let NodeKind::Sequence(list) = &tree.node(node).kind {
        let name = rest.split('.').next()?;
        let item = list.items.get(name.parse::<usize>().ok()?)?;
        return Some((None, *item, name.len()));
    }
    let named = tree.fields(node).into_iter().rev().filter_map(|field| {
        let scalar = tree.node(tree.resolve(field.key)).as_scalar()?;
        let after = rest.strip_prefix(scalar.text.as_str())?;
        let whole = after.is_empty() || after.starts_with('.');
        whole.then(|| {
            (
                Some(tree.node(field.key).range),
                field.value,
                scalar.text.len(),
            )
        })
    });
    named.max_by_key(|(_, _, length)| *length)
}
