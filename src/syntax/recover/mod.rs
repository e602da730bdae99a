//! Reading a text that breaks YAML's grammar.

use super::Parse;
use super::chars;
use super::compose::{Composed, compose};
use super::construct::construct;
use super::fault::{Fault, SyntaxError};
use super::problem::Problem;
use super::report;
use crate::text::TextRange;

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
    let mut composed = read(text);
    let mut problems = std::mem::take(&mut composed.problems);
    if let Some(error) = composed.error {
        problems = vec![report::syntax_error(text, error, composed.quote)];
    } else if composed.unusual {
        problems.extend(construct(&mut composed.tree));
    }
    sort(&mut problems);
    Parse {
        tree: composed.tree,
        problems,
        repairs: Vec::new(),
    }
}

/// Reads a text as far as it can be read.
fn read(text: &str) -> Composed {
    if let Some((at, character)) = chars::first_unprintable(text) {
        let mut composed = compose("");
        composed.error = Some(SyntaxError::new(Fault::Unprintable(character), at));
        return composed;
    }
    compose(text)
}

fn sort(problems: &mut Vec<Problem>) {
    problems.sort_by_key(|problem| (problem.range, problem.kind));
    problems.dedup();
}
