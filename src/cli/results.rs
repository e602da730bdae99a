//! What all files together come to: order, summary and exit status.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Arc;

use super::args::{Check, Format};
use super::check::{Checked, Done, Show};
use super::owners::EngineConfigs;
use super::render::{NoOthers, Subject, concise, full, json};
use super::{Exit, Output};
use crate::diagnostic::Level;
use crate::profile::detect::Standing;
use crate::text::clean;
use crate::workspace::discover::Targets;
use crate::workspace::{BrokenSettings, Workspace};

/// Everything that was found, in the order of the paths.
#[derive(Debug, Default)]
pub struct Results {
    done: Vec<Done>,
    /// The folders that were searched.
    searched: Vec<String>,
    /// Files that are no profiles.
    others: Vec<String>,
    /// Files that could not be checked, and why.
    problems: Vec<(String, String)>,
    /// Settings with mistakes, each with the files that they keep from being checked.
    unsettled: Vec<(Arc<BrokenSettings>, Vec<String>)>,
}

impl Results {
    /// Puts together what became of the files. One that another names in `engine.config_path`
    /// is no profile, unless the user says so.
    pub fn new(workspace: &Workspace, targets: &Targets, checked: Vec<Checked>) -> Results {
        let configs = EngineConfigs::find(workspace, targets, &checked);
        let searched = targets.searched.iter().map(|folder| workspace.show(folder));
        let mut results = Results {
            searched: searched.map(|it| format!("`{it}`")).collect(),
            ..Results::default()
        };
        let mut unsettled: BTreeMap<PathBuf, (Arc<BrokenSettings>, Vec<String>)> = BTreeMap::new();
        for (target, checked) in targets.files.iter().zip(checked) {
            let named = target.standing == Standing::Named;
            let is_profile = named || !configs.contain(workspace, &target.path);
            match checked {
                Checked::Done(done) if is_profile => results.done.push(*done),
                Checked::Done(_) | Checked::NotOurs => results.others.push(target.shown.clone()),
                Checked::Failed(why) => results.problems.push((target.shown.clone(), why)),
                Checked::Unsettled(broken) => {
                    let entry = unsettled.entry(broken.path.clone());
                    let (_, files) = entry.or_insert_with(|| (broken, Vec::new()));
                    files.push(target.shown.clone());
                }
            }
        }
        results.unsettled = unsettled.into_values().collect();
        results
    }

    /// Adds what went wrong before any file was seen.
    pub fn add_problems(&mut self, problems: Vec<(String, String)>) {
        self.problems.extend(problems);
        self.problems.sort();
    }

    /// Prints it all.
    pub fn print(
        &self,
        workspace: &Workspace,
        check: &Check,
        show: Show,
        output: &mut Output<'_>,
    ) -> Exit {
        self.print_notes(check, output);
        match show.format {
            Format::Json => output.print(&self.document(workspace)),
            Format::Full | Format::Concise => {
                for done in &self.done {
                    output.print(&done.shown);
                }
            }
        }
        if show.format == Format::Full && !self.done.is_empty() {
            output.print(&format!("{}\n", self.summary(show)));
        }
        // So that a terminal shows both in this order.
        output.flush();
        self.print_problems(workspace, show, output);
        self.exit(check)
    }

    fn exit(&self, check: &Check) -> Exit {
        let mut levels = self.done.iter().flat_map(|done| &done.levels);
        if !self.problems.is_empty() || !self.unsettled.is_empty() {
            Exit::Failed
        } else if levels.any(|level| check.fail_on.fails(*level)) {
            Exit::Findings
        } else {
            Exit::Sound
        }
    }

    fn print_notes(&self, check: &Check, output: &mut Output<'_>) {
        if self.done.is_empty() && self.problems.is_empty() && self.unsettled.is_empty() {
            let searched = self.searched.join(", ");
            output.note(format_args!(
                "found no profiles in {searched}; a file that is named is always checked"
            ));
        }
        if check.given.verbose {
            for done in &self.done {
                output.note(&done.about);
            }
            for path in &self.others {
                output.note(format_args!("{path}: not checked, as it is no profile"));
            }
        }
        let notices: BTreeSet<&String> = self.done.iter().flat_map(|done| &done.notices).collect();
        for notice in notices {
            output.note(notice);
        }
    }

    fn print_problems(&self, workspace: &Workspace, show: Show, output: &mut Output<'_>) {
        for (path, why) in &self.problems {
            output.note(format_args!("{path}: {why}"));
        }
        for (broken, files) in &self.unsettled {
            let path = workspace.show(&broken.path);
            if let Ok((text, parsed)) = &broken.problem {
                let diagnostics = &parsed.diagnostics;
                let subject = Subject {
                    path: &path,
                    text,
                    diagnostics,
                    others: &NoOthers,
                };
                let shown = match show.format {
                    Format::Full => full::render(&subject, show.paint),
                    Format::Concise | Format::Json => concise::render(&subject, show.paint),
                };
                output.tell(&shown);
            }
            let count = counted(files.len(), "profile");
            output.note(format_args!(
                "{count} not checked: {}",
                why_unsettled(&path, broken)
            ));
        }
    }

    fn document(&self, workspace: &Workspace) -> String {
        let mut files: Vec<(String, String)> = Vec::new();
        let done = self
            .done
            .iter()
            .map(|done| (done.path.clone(), done.shown.clone()));
        files.extend(done);
        let failed = |path: &String, why: &str| (path.clone(), json::failed(path, why));
        files.extend(self.problems.iter().map(|(path, why)| failed(path, why)));
        for (broken, unchecked) in &self.unsettled {
            let path = workspace.show(&broken.path);
            let why = why_unsettled(&path, broken);
            let note = format!("not checked: {why}");
            files.extend(unchecked.iter().map(|path| failed(path, &note)));
            let settings = match &broken.problem {
                Err(_) => json::failed(&path, &why),
                Ok((text, parsed)) => {
                    let diagnostics = &parsed.diagnostics;
                    let subject = Subject {
                        path: &path,
                        text,
                        diagnostics,
                        others: &NoOthers,
                    };
                    json::unsettled(&subject, &why)
                }
            };
            files.push((path, settings));
        }
        files.sort();
        json::document(files.into_iter().map(|(_, file)| file))
    }

    fn summary(&self, show: Show) -> String {
        let levels: Vec<Level> = self
            .done
            .iter()
            .flat_map(|it| it.levels.iter().copied())
            .collect();
        let counts = [Level::Error, Level::Warning, Level::Hint].map(|level| {
            let count = levels.iter().filter(|it| **it == level).count();
            (level, count)
        });
        let counts = counts
            .iter()
            .filter(|(_, count)| *count > 0)
            .map(|(level, count)| {
                show.paint
                    .level(*level, counted(*count, level.name()))
                    .to_string()
            });
        let counts: Vec<String> = counts.collect();
        let profiles = counted(self.done.len(), "profile");
        let releases: BTreeSet<&str> = self.done.iter().map(|done| done.release).collect();
        let releases: Vec<&str> = releases.into_iter().collect();
        let releases = clean::line(&releases.join(", ")).into_owned();
        let ignored: usize = self.done.iter().map(|done| done.ignored).sum();
        let ignored = match ignored {
            0 => String::new(),
            ignored => format!("; comments ignore {ignored}"),
        };
        if counts.is_empty() {
            return format!("No findings in {profiles} (hpx {releases}){ignored}.");
        }
        format!(
            "Found {} in {profiles} (hpx {releases}){ignored}.",
            counts.join(", ")
        )
    }
}

fn why_unsettled(path: &str, broken: &BrokenSettings) -> String {
    match &broken.problem {
        Ok(_) => format!("{path} has mistakes"),
        Err(problem) => format!("{path} {problem}"),
    }
}

/// `1 error`, `2 errors`.
fn counted(count: usize, what: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {what}{plural}")
}
