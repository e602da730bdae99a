//! `npu-backend`: the NPU backend where there is none.

use super::or_list;
use super::{Docs, Facts, Findings, Rule};
use crate::catalog::Board;
use crate::catalog::EngineKind;
use crate::diagnostic::{Level, Origin};

/// See [`Docs`].
pub static RULE: Rule = Rule {
    id: "npu-backend",
    origin: Origin::Hpx,
    level: Level::Error,
    summary: "the NPU backend where there is none",
    docs: Docs {
        what: "`engine.backend: ethos_u` stands with an engine that does not know it, on a board without an NPU, or with a model that Vela did not compile.",
        why: "Only these engines hand operators to the Ethos-U, and only operators that Vela compiled (`helia_profiler.stages.preflight` and `helia_profiler.stages.analyze_model`, 0.2.0 on). hpx itself also needs the package ai-edge-litert for this backend.",
        example: "\
model:
  path: kws.tflite
engine:
  type: helia-rt
  backend: ethos_u
",
        instead: "\
model:
  path: kws.tflite
engine:
  type: helia-rt
",
    },
    check,
};

const KEY: &str = "engine.backend";

fn check(facts: &Facts<'_>, out: &mut Findings<'_>) {
    let engine = &facts.profile.engine;
    let asked = engine.backend.get().map(String::as_str) == Some("ethos_u");
    if !asked || !facts.catalog.traits.ethos_u_checked {
        return;
    }
    let at = facts.at(&engine.backend, KEY);
    if matches!(
        facts.resolved.engine,
        Some(EngineKind::Litert | EngineKind::Executorch)
    ) {
        out.say(
            at.clone(),
            "only helia-rt and helia-aot hand operators to the Ethos-U",
        )
        .help("set `engine.type` to helia-rt or helia-aot, or remove `engine.backend`");
    }
    let Some(platform) = &facts.resolved.platform else {
        return;
    };
    if platform.soc.npu.is_none() {
        let with_npu = |board: &&Board| {
            facts
                .profile
                .platforms
                .soc_of(board)
                .is_some_and(|soc| soc.npu.is_some())
        };
        let boards = facts.profile.platforms.boards().filter(with_npu);
        let names: Vec<&str> = boards.map(|board| board.name.as_str()).collect();
        out.say(
            at,
            format!(
                "the {} of `{}` has no Ethos-U",
                platform.soc.name, platform.board.name
            ),
        )
        .help(format!("boards with one: {}", or_list(names)));
        return;
    }
    let compiled = facts
        .resolved
        .model
        .as_ref()
        .and_then(|model| model.litert());
    if compiled.is_some_and(|litert| !litert.has_ethos_u()) {
        out.say(at, "the model has no operator compiled by Vela, so nothing would run on the Ethos-U")
            .help("compile it first, with Vela's `--accelerator-config` of this board's NPU, and name the result");
    }
}
