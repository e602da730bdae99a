//! The YAML reader's own findings, shared by the rules that name their kinds.

use super::{At, Facts, Findings};
use crate::syntax::ProblemKind;

/// Says the problems of the kinds that `mine` takes.
pub(super) fn say(facts: &Facts<'_>, out: &mut Findings<'_>, mine: impl Fn(ProblemKind) -> bool) {
    for problem in facts.yaml.iter().filter(|problem| mine(problem.kind)) {
        let at = At {
            range: problem.range,
            key: None,
        };
        let mut finding = out.say(at, problem.message.clone());
        if let Some(context) = problem.context {
            finding = finding.related(context, "it goes back to here");
        }
        if let Some(help) = &problem.help {
            finding.help(help.clone());
        }
    }
}
