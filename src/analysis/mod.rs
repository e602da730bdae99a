//! The façade: one pure function from a text and what surrounds it to all that
//! is known of it.

pub mod suppress;

use crate::artifact::Files;
use crate::catalog::{Catalog, Release};
use crate::diagnostic::{Diagnostic, Level, Origin};
use crate::planner::{MemoryPlan, Placed};
use crate::profile::{self, FreeForm, Overrides, Profile};
use crate::resolve::{self, CpuClock, Resolved};
use crate::rules::{self, Duplicates, Facts};
use crate::schema::Schema;
use crate::settings::Settings;
use crate::syntax::{self, Parse, ProblemKind};

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
}

/// Analyses a text. It never fails: whatever is wrong with the text is a
/// diagnostic.
pub fn analyze(text: &str, context: &Context<'_>) -> Analysis {
    let parse = syntax::parse(text);
    analyze_parsed(text, &parse, context)
}

/// Analyses a text that was parsed already.
pub fn analyze_parsed(text: &str, parse: &Parse, context: &Context<'_>) -> Analysis {
    let trial = |text: &str| errors(text, context);
    let reading = Reading::new(parse, context);
    let facts = Facts {
        trial: Some(&trial),
        ..reading.facts(text, context)
    };
    let found = rules::check(&facts);
    let accepted = !found.iter().any(|found| found.origin == Origin::Hpx);
    let complete = reading.profile.complete;
    let diagnostics = in_order(as_asked(text, parse, found, complete, context.settings));
    let resolved = reading.resolved;
    let clock = resolved.platform.and_then(|platform| platform.clock);
    Analysis {
        accepted,
        placement: resolved.placed,
        cpu_clock: clock.and_then(Result::ok),
        plan: resolved.plan,
        plan_note: resolved.plan_note.map(str::to_owned),
        diagnostics,
    }
}

/// A text, lowered and resolved.
struct Reading<'a> {
    parse: &'a Parse,
    duplicates: Duplicates,
    profile: Profile,
    resolved: Resolved,
    catalog: &'static Catalog,
    schema: &'static Schema,
}

impl<'a> Reading<'a> {
    fn new(parse: &'a Parse, context: &Context<'_>) -> Self {
        let catalog = context.release.catalog();
        let schema = Schema::of_release(&context.release.folder);
        let whole = |problem: &syntax::Problem| {
            !problem.kind.is_syntax() && problem.kind != ProblemKind::NestingTooDeep
        };
        let complete = parse.repairs.is_empty() && parse.problems.iter().all(whole);
        let profile = profile::lower(&parse.tree, complete, schema, catalog, context.overrides);
        let config = FreeForm::new(&parse.tree, profile.engine.config.get().copied());
        let resolved = resolve::resolve(config, &profile, catalog, context.files);
        Reading {
            parse,
            duplicates: Duplicates::of(&parse.tree),
            profile,
            resolved,
            catalog,
            schema,
        }
    }

    fn facts<'f>(&'f self, text: &'f str, context: &Context<'f>) -> Facts<'f> {
        Facts {
            text,
            tree: &self.parse.tree,
            yaml: &self.parse.problems,
            duplicates: &self.duplicates,
            profile: &self.profile,
            resolved: &self.resolved,
            release: context.release,
            catalog: self.catalog,
            schema: self.schema,
            files: context.files,
            trial: None,
        }
    }
}

/// What is wrong with a text, each with its key: the errors of all rules.
fn errors(text: &str, context: &Context<'_>) -> Vec<(&'static str, Option<String>)> {
    let parse = syntax::parse(text);
    let reading = Reading::new(&parse, context);
    let found = rules::check(&reading.facts(text, context));
    let wrong = found
        .into_iter()
        .filter(|found| found.level == Level::Error);
    wrong.map(|found| (found.rule, found.key)).collect()
}

/// What is left when comments and settings have had their say.
fn as_asked(
    text: &str,
    parse: &Parse,
    found: Vec<Diagnostic>,
    complete: bool,
    settings: &Settings,
) -> Vec<Diagnostic> {
    let ids: Vec<&'static str> = rules::all().iter().map(|rule| rule.id).collect();
    let known = suppress::Known {
        rules: &ids,
        complete,
    };
    let comments = parse.tree.comments().iter().map(|comment| comment.range);
    let mut left = suppress::suppress(text, comments, found, known);
    left.retain_mut(|found| {
        let level = settings.level(found.rule, found.level);
        found.level = level.unwrap_or(found.level);
        level.is_some()
    });
    left
}

/// Sorted by place, and each thing said once.
fn in_order(mut found: Vec<Diagnostic>) -> Vec<Diagnostic> {
    found.sort_by(|a, b| a.sort_key().cmp(&b.sort_key()));
    found.dedup();
    found
}
