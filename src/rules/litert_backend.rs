//! `litert-backend`: a backend that LiteRT does not have.

use super::{Docs, Facts, Findings, Rule};
use super::{edits, or_list, shortened};
use crate::catalog::EngineKind;
use crate::diagnostic::{Level, Origin};
use crate::text::nearest;

/// See [`Docs`].
pub static RULE: Rule = Rule {
    id: "litert-backend",
    origin: Origin::Hpx,
    level: Level::Error,
    summary: "a backend that LiteRT does not have",
    docs: Docs {
        what: "`engine.backend` is neither `reference` nor `cmsis_nn` with litert.",
        why: "The name picks the kernels that are built (`helia_profiler.engines.litert`, 0.4.0 on; before, `helia_profiler.engines.tflm`).",
        example: "\
model:
  path: kws.tflite
engine:
  type: litert
  backend: cmsis
",
        instead: "\
model:
  path: kws.tflite
engine:
  type: litert
  backend: cmsis_nn
",
    },
    check,
};

fn check(facts: &Facts<'_>, out: &mut Findings<'_>) {
    let engine = &facts.profile.engine;
    if facts.resolved.engine != Some(EngineKind::Litert) {
        return;
    }
    let name = engine.name.get().map_or("", String::as_str);
    let Some(known) = facts.catalog.engine(name).map(|engine| &engine.backends) else {
        return;
    };
    let Some(backend) = engine
        .backend
        .get()
        .filter(|name| !name.is_empty() && !known.contains(name))
        // The NPU's backend has a rule of its own.
        .filter(|name| *name != "ethos_u" || !facts.catalog.traits.ethos_u_checked)
    else {
        return;
    };
    let nearest = nearest(backend, known.iter().map(String::as_str));
    let fix =
        nearest.and_then(|nearest| edits::change_to_near(facts, &engine.backend, backend, nearest));
    out.say(
        facts.at(&engine.backend, "engine.backend"),
        format!("{name} has no backend `{}`", shortened(backend)),
    )
    .help(format!("use {}", or_list(known)))
    .fix(fix);
}
