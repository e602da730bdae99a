//! `pte-sidecar`: a sidecar that does not fit its program.

use super::shortened;
use super::{Docs, Facts, Findings, Rule};
use crate::artifact::SidecarProblem;
use crate::catalog::EngineKind;
use crate::diagnostic::{Level, Origin};

/// See [`Docs`].
pub static RULE: Rule = Rule {
    id: "pte-sidecar",
    origin: Origin::Hpx,
    level: Level::Error,
    summary: "a sidecar that does not fit its program",
    docs: Docs {
        what: "The sidecar `<model>.pte.json` cannot be read, is of another schema, describes another program, or has a field of another kind.",
        why: "hpx takes sizes and kernels from it, and refuses one that is not this program's (`helia_profiler.engines.executorch`, 0.1.6 on).",
        example: "\
model:
  path: stale.pte
engine:
  type: executorch
  config:
    planned_arena_size: 4096
    input_size: 64
    output_size: 64
",
        instead: "\
model:
  path: program.pte
engine:
  type: executorch
  config:
    planned_arena_size: 4096
    input_size: 64
    output_size: 64
",
    },
    check,
};

fn check(facts: &Facts<'_>, out: &mut Findings<'_>) {
    if facts.resolved.engine != Some(EngineKind::Executorch)
        || !facts.catalog.traits.executorch_reads_sidecar
    {
        return;
    }
    let Some(model) = &facts.resolved.model else {
        return;
    };
    let Some(Err(problem)) = model
        .contents()
        .ok()
        .and_then(|contents| contents.sidecar.as_ref())
    else {
        return;
    };
    let name = shortened(&format!("{}.json", model.name()));
    let message = match problem {
        SidecarProblem::Unreadable => format!("the sidecar `{name}` cannot be read"),
        SidecarProblem::NotUtf8 => format!("the sidecar `{name}` is not UTF-8"),
        SidecarProblem::NotJson => format!("the sidecar `{name}` is no JSON"),
        SidecarProblem::NotAnObject => format!("the sidecar `{name}` is no JSON object"),
        SidecarProblem::WrongSchema => {
            format!("the sidecar `{name}` is of another schema than hpx reads")
        }
        SidecarProblem::WrongHash => {
            format!("the sidecar `{name}` describes another program")
        }
        SidecarProblem::WrongField { field, expected } => {
            format!(
                "the sidecar `{name}` has a wrong `{field}`: it must be {}",
                expected.words()
            )
        }
    };
    out.say(facts.at(&facts.profile.model.path, "model.path"), message)
        .help("export the program again, so that it and its sidecar belong together");
}
