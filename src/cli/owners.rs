//! Files that are no profiles, since a profile names them in `engine.config_path`.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use rayon::iter::{IntoParallelRefIterator, ParallelIterator};

use super::check::Checked;
use crate::profile::detect::Standing;
use crate::workspace::Workspace;
use crate::workspace::discover::{Targets, yaml_files};
use crate::workspace::examine::config_path;

/// How many files and folders of a project are looked at for owners outside the searched folders:
/// a checkout has fewer, a home folder has not, and one that is searched itself is searched whole.
const MOST: usize = 20_000;

/// The files that profiles name, whether these were checked or lie elsewhere in the project.
#[derive(Debug)]
pub struct EngineConfigs(BTreeSet<PathBuf>);

impl EngineConfigs {
    /// Finds them.
    pub fn find(workspace: &Workspace, targets: &Targets, checked: &[Checked]) -> EngineConfigs {
        let pairs = targets.files.iter().zip(checked);
        let named = pairs.filter_map(|(target, checked)| match checked {
            Checked::Done(done) => owned(workspace, &target.path, done.config_path.clone()),
            _ => None,
        });
        let mut configs: BTreeSet<PathBuf> = named.collect();
        let elsewhere = elsewhere(workspace, targets, checked);
        let named = elsewhere.par_iter().filter_map(|file| {
            let config = config_path(workspace, file);
            owned(workspace, file, config)
        });
        configs.extend(named.collect::<Vec<_>>());
        EngineConfigs(configs)
    }

    /// Whether a file is one of them.
    pub fn contain(&self, workspace: &Workspace, file: &Path) -> bool {
        !self.0.is_empty() && self.0.contains(&workspace.real(file))
    }
}

/// The config of a profile; none where it names itself.
fn owned(workspace: &Workspace, profile: &Path, config: Option<PathBuf>) -> Option<PathBuf> {
    config.filter(|config| *config != workspace.real(profile))
}

/// The YAML files that were not looked at, in the projects of the profiles that were found and
/// where hpx is started for them.
fn elsewhere(workspace: &Workspace, targets: &Targets, checked: &[Checked]) -> Vec<PathBuf> {
    let pairs = targets.files.iter().zip(checked);
    let found = pairs.filter(|(target, checked)| {
        matches!(checked, Checked::Done(_)) && target.standing != Standing::Named
    });
    let roots = found.flat_map(|(target, _)| {
        let project = workspace.project(&target.path);
        let start = workspace.start(&target.path, &project, None);
        [project.root.clone(), start.folder]
    });
    let roots: BTreeSet<PathBuf> = roots.collect();
    let is_searched = |path: &Path| targets.searched.iter().any(|it| path.starts_with(it));
    let above = |path: &Path| path.ancestors().skip(1).any(|above| roots.contains(above));
    let roots = roots
        .iter()
        .filter(|root| !is_searched(root) && !above(root));
    let files = roots.flat_map(|root| yaml_files(root, MOST));
    files.filter(|file| !is_searched(file)).collect()
}
