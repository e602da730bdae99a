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

/// How many bytes may be read to mend a text: enough for any text that people write, and an end
/// to it in any other.
struct Budget {
    /// In the search for the best change; then it makes do with what it found.
    search: usize,
    /// On the way from one error to the next; then the rest stays as it is.
    between: usize,
}

impl Budget {
    fn of(text: &str) -> Self {
        Self {
            search: 1_000_000 + 4 * text.len(),
            between: 10_000_000 + 4 * text.len(),
        }
    }
}

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
    whole(text).unwrap_or_else(|problem| recovered(text, *problem))
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
        let problem = report::syntax_error(text, error, composed.quote);
        return Err(Box::new(conflict(text, error).unwrap_or(problem)));
    }
    if composed.unusual {
        constructed(&mut composed.tree, &mut problems);
    }
    sort(&mut problems);
    Ok(Parse {
        tree: composed.tree,
        problems,
        repairs: Vec::new(),
    })
}

/// Adds what the loader refuses of a tree, unless it dies before it builds anything.
fn constructed(tree: &mut Tree, problems: &mut Vec<Problem>) {
    let refused = construct(tree);
    let deep = |problem: &Problem| problem.kind == ProblemKind::NestingTooDeep;
    if !problems.iter().any(deep) {
        problems.extend(refused);
    }
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
fn recovered(text: &str, problem: Problem) -> Parse {
    let mut mended = printable(text);
    let budget = Budget::of(text);
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
        constructed(&mut tree, &mut found);
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

/// Makes the changes that let the parser come furthest.
fn mend(text: &mut String, mut budget: Budget) -> (Changes, Vec<Repair>) {
    let mut changes = Changes::default();
    let mut repairs = Vec::new();
    let mut start = 0;
    while repairs.len() < MOST_REPAIRS + MOST_BLANKED {
        let Some(stop) = probe(text.get(start..).unwrap_or(""), None) else {
            break;
        };
        let Some(left) = budget.between.checked_sub(stop.read) else {
            break;
        };
        budget.between = left;
        let searched = repairs.len() < MOST_REPAIRS && budget.search > 0;
        let window = Window::around(text, start, &stop, searched);
        let fix = match searched {
            true => window.best_fix(&mut budget.search),
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

#[cfg(test)]
mod tests {
    use super::{Budget, mend};

    /// How many places are mended of a list in which each item is an error.
    fn mended(search: usize, between: usize) -> usize {
        let mut text = "- @\n".repeat(200);
        mend(&mut text, Budget { search, between }).1.len()
    }

    #[test]
    fn mending_ends_with_what_may_be_read() {
        assert_eq!(mended(usize::MAX, usize::MAX), 114);
        assert_eq!(mended(0, usize::MAX), 114);
        // Each error is looked for from the start of the list: 2 + 6 + 10 + ... bytes.
        assert_eq!(mended(usize::MAX, 2 * 20 * 20), 20);
        assert_eq!(mended(0, 2 * 20 * 20 - 1), 19);
    }
}
