//! A text, lowered and resolved: all that is known of it before a rule speaks.

use super::Context;
use crate::catalog::{Catalog, Release};
use crate::profile::{self, FreeForm, Profile};
use crate::resolve::{self, Resolved};
use crate::rules::{Facts, Shape};
use crate::schema::Schema;
use crate::syntax::{self, Parse, ProblemKind, Tree};
use crate::text::LineIndex;

/// A text, lowered and resolved.
#[derive(Debug)]
pub struct Reading {
    /// The text.
    pub text: String,
    /// What it says, whole or recovered.
    pub parse: Parse,
    /// What of it stands in more than one place.
    pub shape: Shape,
    /// The profile.
    pub profile: Profile,
    /// What it amounts to.
    pub resolved: Resolved,
    /// The release that it was read for.
    pub release: &'static Release,
    /// That release's facts.
    pub catalog: &'static Catalog,
    /// That release's keys.
    pub schema: &'static Schema,
}

impl Reading {
    /// Reads a text that was parsed already.
    pub fn new(text: &str, parse: Parse, context: &Context<'_>) -> Self {
        let release = context.release;
        let catalog = release.catalog();
        let schema = Schema::of_release(&release.folder);
        // What an alias without an anchor brings in may be all that is missed elsewhere.
        let holes = [ProblemKind::NestingTooDeep, ProblemKind::UndefinedAlias];
        let whole =
            |problem: &syntax::Problem| !problem.kind.is_syntax() && !holes.contains(&problem.kind);
        let complete = parse.repairs.is_empty() && parse.problems.iter().all(whole);
        let profile = profile::lower(&parse.tree, complete, schema, catalog, context.overrides);
        let config = FreeForm::new(&parse.tree, profile.engine.config.get().copied());
        let resolved = resolve::resolve(config, &profile, catalog, context.files);
        Reading {
            text: text.to_owned(),
            shape: Shape::of(&parse.tree),
            parse,
            profile,
            resolved,
            release,
            catalog,
            schema,
        }
    }

    /// Its nodes.
    pub fn tree(&self) -> &Tree {
        &self.parse.tree
    }

    /// `engine.config`.
    pub fn engine_config(&self) -> FreeForm<'_> {
        FreeForm::new(self.tree(), self.profile.engine.config.get().copied())
    }

    /// All of it as the rules see it.
    pub fn facts<'f>(&'f self, context: &Context<'f>) -> Facts<'f> {
        Facts {
            text: &self.text,
            tree: self.tree(),
            yaml: &self.parse.problems,
            shape: &self.shape,
            profile: &self.profile,
            resolved: &self.resolved,
            release: self.release,
            catalog: self.catalog,
            schema: self.schema,
            files: context.files,
            trial: None,
        }
    }

    /// Why there is no plan, where there is none: what is wrong with the text as YAML, where that
    /// hides what it says.
    pub fn plan_note(&self) -> String {
        let problems = &self.parse.problems;
        let broken = problems.iter().find(|problem| problem.kind.is_syntax());
        let broken = broken.or(problems.first());
        match broken.filter(|_| !self.profile.complete) {
            Some(problem) => {
                let line = LineIndex::new(&self.text).line(problem.range.start) + 1;
                format!(
                    "line {line} is no YAML that hpx can read: {}",
                    problem.message
                )
            }
            None => self
                .resolved
                .plan_note
                .unwrap_or("a size is too large to be added up")
                .to_owned(),
        }
    }
}
