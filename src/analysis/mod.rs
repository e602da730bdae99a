//! The façade: one pure function from a text and what surrounds it to all that
//! is known of it.

mod misspelt;
mod reading;
mod safety;
pub mod suppress;

use crate::artifact::Files;
use crate::catalog::Release;
use crate::diagnostic::{Diagnostic, Level, Origin};
use crate::planner::{MemoryPlan, Placed};
use crate::profile::Overrides;
use crate::resolve::CpuClock;
use crate::rules::{self, Errors, Facts};
use crate::settings::Settings;
use crate::syntax::{self, Parse};

pub use reading::Reading;

/// What surrounds a text.
#[derive(Clone, Copy)]
pub struct Context<'a> {
    /// The hpx release to check against.
    pub release: &'static Release,
    /// What the project asks for.
    pub settings: &'a Settings,
    /// What the command line sets over the file.
    pub overrides: &'a Overrides,
    /// The files beside it.
    pub files: &'a dyn Files,
}

/// All that is known of a text.
#[derive(Debug)]
pub struct Analysis {
    /// Whether this hpx release accepts it.
    pub accepted: bool,
    /// Where arena and weights go, where that is known.
    pub placement: Option<Placed>,
    /// The CPU's clock, where that is known.
    pub cpu_clock: Option<CpuClock>,
    /// The plan, where it can be made.
    pub plan: Option<MemoryPlan>,
    /// Why there is no plan, where there is none.
    pub plan_note: Option<String>,
    /// What the rules say, in the order of the text.
    pub diagnostics: Vec<Diagnostic>,
    /// How many findings the comments of the text take back.
    pub ignored: usize,
    /// The text itself, lowered and resolved.
    pub reading: Reading,
}

/// Analyses a text. It never fails: whatever is wrong with the text is a
/// diagnostic.
pub fn analyze(text: &str, context: &Context<'_>) -> Analysis {
    analyze_parsed(text, syntax::parse(text), context)
}

/// Analyses a text that was parsed already.
pub fn analyze_parsed(text: &str, parse: Parse, context: &Context<'_>) -> Analysis {
    let trial = |text: &str| errors(text, context);
    let reading = Reading::new(text, parse, context);
    let facts = Facts {
        trial: Some(&trial),
        ..reading.facts(context)
    };
    let found = rules::check(&facts);
    let accepted = !found.iter().any(|found| found.origin == Origin::Hpx);
    let asked = as_asked(&reading, found, context.settings);
    let mut diagnostics = in_order(asked.findings);
    safety::hold(text, &mut diagnostics, |text| findings(text, context));
    let resolved = &reading.resolved;
    let exact = |plan: &&MemoryPlan| !plan.is_out_of_bounds();
    let plan = resolved.plan.as_ref().filter(exact).cloned();
    let plan_note = plan.is_none().then(|| reading.plan_note());
    let platform = resolved.platform.as_ref();
    let clock = platform.and_then(|platform| platform.clock.clone());
    Analysis {
        accepted,
        placement: resolved.placed,
        cpu_clock: clock.and_then(Result::ok),
        plan,
        plan_note,
        diagnostics,
        ignored: asked.ignored,
        reading,
    }
}

/// The findings of another text in place of this one.
fn findings(text: &str, context: &Context<'_>) -> Vec<Diagnostic> {
    let reading = Reading::new(text, syntax::parse(text), context);
    let found = rules::check(&reading.facts(context));
    in_order(as_asked(&reading, found, context.settings).findings)
}

/// What is wrong with a text, each with its key: the errors of all rules.
pub fn errors(text: &str, context: &Context<'_>) -> Errors {
    let reading = Reading::new(text, syntax::parse(text), context);
    let found = rules::check(&reading.facts(context));
    let wrong = found
        .into_iter()
        .filter(|found| found.level == Level::Error);
    wrong.map(|found| (found.rule, found.key)).collect()
}

/// What is left when comments and settings have had their say.
struct Asked {
    findings: Vec<Diagnostic>,
    /// How many the comments took back.
    ignored: usize,
}

fn as_asked(reading: &Reading, found: Vec<Diagnostic>, settings: &Settings) -> Asked {
    let before = found.len();
    let ids: Vec<&'static str> = rules::all().iter().map(|rule| rule.id).collect();
    let known = suppress::Known {
        rules: &ids,
        complete: reading.profile.complete,
    };
    let comments = reading
        .tree()
        .comments()
        .iter()
        .map(|comment| comment.range);
    let mut left = suppress::suppress(&reading.text, comments, found, known);
    let about_comments = |found: &&Diagnostic| found.rule == suppress::RULE;
    let ignored = before - (left.len() - left.iter().filter(about_comments).count());
    left.retain_mut(|found| {
        let level = settings.level(found.rule, found.level);
        found.level = level.unwrap_or(found.level);
        level.is_some()
    });
    Asked {
        findings: left,
        ignored,
    }
}

/// Sorted by place, and each thing said once.
fn in_order(mut found: Vec<Diagnostic>) -> Vec<Diagnostic> {
    found.sort_by(|a, b| a.sort_key().cmp(&b.sort_key()));
    found.dedup();
    found
}
