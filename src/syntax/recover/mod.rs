//! Reading a text that breaks YAML's grammar.
//!
//! The strict parser is asked how far it comes with one small change and another: a quote or
//! bracket closed, a colon added, an indicator left out, a value or a line blanked. The change
//! with which it comes furthest is kept, and the search goes on from the next error. Each change
//! is tried on the outermost entry that holds the error and on the two behind it only.

mod fix;
mod origin;
mod outline;
mod probe;
mod window;

use super::Parse;
use super::chars;
use super::compose::{Composed, compose};
use super::construct::construct;
use super::fault::{Fault, SyntaxError};
use super::problem::{Problem, ProblemKind};
use super::report;
use super::tree::{NodeKind, Tree};
use crate::text::TextRange;
use origin::Changes;
use outline::line_end;
use probe::probe;
use window::Window;

/// How many banned characters are looked up in the tree.
const MOST_MARKED: usize = 10_000;

/// How many changes are searched for at most.
const MOST_REPAIRS: usize = 14;

/// How many more places are blanked at most, without a search.
const MOST_BLANKED: usize = 100;

/// How many bytes the search may read before it makes do with what it found, beside four times
/// the text: enough for any text that people write, and an end to the search in any other.
const BYTES_TO_READ: usize = 1_000_000;

/// One change that made a broken text readable.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Repair {
    /// What was replaced in the text.
    pub range: TextRange,
    /// What was put there.
    pub text: String,
}

/// Reads a text, broken or not.
pub(super) fn parse(text: &str) -> Parse {
    whole(text).unwrap_or_else(|problem| {
        // A text that is nested too deep is worth no search.
        let budget = match problem.kind {
            ProblemKind::NestingTooDeep => 0,
            _ => BYTES_TO_READ + 4 * text.len(),
        };
        recovered(text, *problem, budget)
    })
}

/// Reads a text that is not broken; else tells why it is.
pub(super) fn whole(text: &str) -> Result<Parse, Box<Problem>> {
    let unprintable = chars::first_unprintable(text);
    let mut composed = match unprintable {
        Some(_) => compose(""),
        None => compose(text),
    };
    let error = match unprintable {
        Some((at, character)) => Some(SyntaxError::new(Fault::Unprintable(character), at)),
        None => composed.error,
    };
    let mut problems = composed.problems;
    if let Some(error) = error {
        // hpx dies of the nesting before it comes to the error.
        let mut deep = problems.into_iter();
        let deep = deep.find(|problem| problem.kind == ProblemKind::NestingTooDeep);
        return Err(Box::new(deep.unwrap_or_else(|| {
            let problem = report::syntax_error(text, error, composed.quote);
            conflict(text, error).unwrap_or(problem)
        })));
    }
    if composed.unusual {
        problems.extend(construct(&mut composed.tree));
    }
    sort(&mut problems);
    Ok(Parse {
        tree: composed.tree,
        problems,
        repairs: Vec::new(),
    })
}

/// The mark of a merge conflict, if it is what breaks the text.
fn conflict(text: &str, error: SyntaxError) -> Option<Problem> {
    const MARKS: [&str; 3] = ["<<<<<<<", "=======", ">>>>>>>"];
    if !text.contains(MARKS[0]) && !text.contains(MARKS[2]) {
        return None;
    }
    let mut without = String::with_capacity(text.len());
    let mut first = None;
    for line in text.split_inclusive('\n') {
        if MARKS.iter().any(|mark| line.starts_with(mark)) {
            first = first.or(Some(without.len()));
            let content = line.trim_end_matches(['\n', '\r']).len();
            without.push_str(&" ".repeat(content));
            without.push_str(line.get(content..).unwrap_or(""));
        } else {
            without.push_str(line);
        }
    }
    let start = first?;
    if probe(&without, None).is_some_and(|stop| stop.error.at <= error.at) {
        return None;
    }
    let end = line_end(text, start);
    let range = TextRange::new(start as u32, end as u32);
    Some(Problem::new(ProblemKind::ConflictMarker, range))
}

/// Mends a text as far as it goes, and reads it then.
fn recovered(text: &str, problem: Problem, budget: usize) -> Parse {
    let mut mended = printable(text);
    let (changes, repairs) = mend(&mut mended, budget);
    let Composed {
        mut tree,
        problems,
        unusual,
        ..
    } = compose(&mended);
    mark_repaired(&mut tree, &changes.touched());
    restore_places(&mut tree, &changes);
    mark_unprintable(&mut tree, text);
    let mut found: Vec<Problem> = problems
        .into_iter()
        .map(|mut problem| {
            problem.range = changes.original_range(problem.range);
            problem.context = problem.context.map(|range| changes.original_range(range));
            problem
        })
        .collect();
    if unusual {
        found.extend(construct(&mut tree));
    }
    found.retain(|problem| still_holds(problem, &repairs));
    // hpx dies of the nesting before it comes to what lies behind.
    let deep = |found: &Problem| {
        found.kind == ProblemKind::NestingTooDeep && found.range.start < problem.range.start
    };
    if !found.iter().any(deep) {
        found.push(problem);
    }
    sort(&mut found);
    Parse {
        tree,
        problems: found,
        repairs,
    }
}

/// The text with a question mark for each byte of a character that YAML bans.
fn printable(text: &str) -> String {
    let mut printable = String::with_capacity(text.len());
    for character in text.chars() {
        if chars::is_printable(character) {
            printable.push(character);
        } else {
            printable.push_str(&"?".repeat(character.len_utf8()));
        }
    }
    printable
}

/// Whether a problem of a mended text is one of the text as it was.
fn still_holds(problem: &Problem, repairs: &[Repair]) -> bool {
    // The anchor may stand in what a repair blanked.
    problem.kind != ProblemKind::UndefinedAlias
        && !repairs.iter().any(|repair| {
            repair.range.start <= problem.range.end && problem.range.start <= repair.range.end
        })
}

fn sort(problems: &mut Vec<Problem>) {
    problems.sort_by_key(|problem| (problem.range, problem.kind));
    problems.dedup();
}

/// Makes the changes that let the parser come furthest; `budget` is what the
/// search for them may read.
fn mend(text: &mut String, mut budget: usize) -> (Changes, Vec<Repair>) {
    let mut changes = Changes::default();
    let mut repairs = Vec::new();
    let mut start = 0;
    while repairs.len() < MOST_REPAIRS + MOST_BLANKED {
        let Some(stop) = probe(text.get(start..).unwrap_or(""), None) else {
            break;
        };
        let window = Window::around(text, start, &stop);
        let fix = match repairs.len() < MOST_REPAIRS {
            true => window.best_fix(&mut budget),
            false => window.last_resort(),
        };
        let Some(mut fix) = fix else {
            break;
        };
        start = window.start;
        fix.start += start;
        fix.end += start;
        let place = TextRange::new(fix.start as u32, fix.end as u32);
        repairs.push(Repair {
            range: changes.original_range(place),
            text: fix.text.clone(),
        });
        changes.make(text, &fix);
    }
    (changes, repairs)
}

/// Marks the nodes that a change touched, and the collection around each change.
fn mark_repaired(tree: &mut Tree, touched: &[TextRange]) {
    for range in touched {
        for at in [range.start, range.end] {
            let Some(id) = tree.node_at(at) else {
                continue;
            };
            let is_leaf = !matches!(
                tree.node(id).kind,
                NodeKind::Sequence(_) | NodeKind::Mapping(_)
            );
            let around = tree.parent(id).filter(|_| is_leaf);
            for marked in [Some(id), around].into_iter().flatten() {
                if let Some(node) = tree.nodes.get_mut(marked.index()) {
                    node.repaired = true;
                }
            }
        }
    }
    for node in &mut tree.nodes {
        let inside = touched.iter().any(|range| range.contains_range(node.range));
        node.repaired |= inside && !node.range.is_empty();
    }
}

/// Marks the nodes with a character that YAML bans: their values are not what is written.
fn mark_unprintable(tree: &mut Tree, text: &str) {
    let banned = text
        .char_indices()
        .filter(|(_, c)| !chars::is_printable(*c));
    for (at, _) in banned.take(MOST_MARKED) {
        let id = tree.node_at(at as u32);
        if let Some(node) = id.and_then(|id| tree.nodes.get_mut(id.index())) {
            node.repaired = true;
        }
    }
}

/// Moves all places back to where they are in the text as it was.
fn restore_places(tree: &mut Tree, changes: &Changes) {
    for node in &mut tree.nodes {
        node.range = changes.original_range(node.range);
        if let Some(tag) = &mut node.tag {
            tag.range = changes.original_range(tag.range);
        }
        if let Some(anchor) = &mut node.anchor {
            anchor.range = changes.original_range(anchor.range);
        }
        if let NodeKind::Scalar(scalar) = &mut node.kind {
            scalar.raw_end = changes.original_end(scalar.raw_end);
        }
    }
    for comment in &mut tree.comments {
        comment.range = changes.original_range(comment.range);
    }
}
