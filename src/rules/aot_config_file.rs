//! `aot-config-file`: a heliaAOT file that cannot be used.

use super::{Docs, Facts, Findings, Rule, model_file};
use super::{other_file, shortened};
use crate::artifact::TextProblem;
use crate::diagnostic::{Level, Origin};
use crate::resolve::AotFileProblem;

/// See [`Docs`].
pub static RULE: Rule = Rule {
    id: "aot-config-file",
    origin: Origin::Hpx,
    level: Level::Error,
    summary: "a heliaAOT file that cannot be used",
    docs: Docs {
        what: "`engine.config_path` names a file that is not there, that is no YAML, or that holds no mapping.",
        why: "hpx merges the file under `engine.config.aot_args` before it calls heliaAOT's compiler (`helia_profiler.engines.helia_aot.compile`, all releases; before 0.2.0 hpx looks only when the compiler is about to run).",
        example: "\
model:
  path: kws.tflite
engine:
  type: helia-aot
  config_path: aot_missing.yaml
",
        instead: "\
model:
  path: kws.tflite
engine:
  type: helia-aot
  config_path: aot.yaml
",
    },
    check,
};

fn check(facts: &Facts<'_>, out: &mut Findings<'_>) {
    let Some(Err(problem)) = &facts.resolved.aot_file else {
        return;
    };
    let path = &facts.profile.engine.config_path;
    let name = shortened(path.get().map_or("", String::as_str));
    let (message, help) = match problem {
        AotFileProblem::Unreadable(TextProblem::Missing) => (
            format!("there is no file `{name}`"),
            model_file::relative(facts),
        ),
        AotFileProblem::Unreadable(TextProblem::NotAFile) => (
            format!("`{name}` is no regular file"),
            "name a YAML file".to_owned(),
        ),
        AotFileProblem::Unreadable(TextProblem::NotUtf8) => (
            format!("`{name}` is not UTF-8"),
            "save it as UTF-8".to_owned(),
        ),
        AotFileProblem::Unreadable(TextProblem::Unreadable) => (
            format!("`{name}` cannot be read"),
            "check its permissions".to_owned(),
        ),
        // hpx has no such limit, so nothing is wrong with the profile.
        AotFileProblem::Unreadable(TextProblem::TooLarge) => return,
        AotFileProblem::NotYaml { .. } => (
            format!("`{name}` is no YAML that hpx can read"),
            "mend the file".to_owned(),
        ),
        AotFileProblem::NotAMapping(found) => (
            format!("`{name}` holds {found}, and heliaAOT wants a mapping"),
            "write keys with values, such as `memory:`".to_owned(),
        ),
    };
    let finding = out
        .say(facts.at(path, "engine.config_path"), message)
        .help(help);
    let finding = match problem {
        AotFileProblem::NotYaml { range, message } => {
            finding.related_in(other_file(&name), *range, message.clone())
        }
        _ => finding,
    };
    if !facts.catalog.traits.aot_args_checked_in_preflight {
        finding.own();
    }
}
