//! `softmax-scale`: a Softmax that the engine cannot prepare.

use super::shortened;
use super::{Docs, Facts, Findings, Rule};
use crate::artifact::{AotVerdict, Softmax};
use crate::catalog::EngineKind;
use crate::diagnostic::{Level, Origin};

/// See [`Docs`].
pub static RULE: Rule = Rule {
    id: "softmax-scale",
    origin: Origin::Hpx,
    level: Level::Error,
    summary: "a Softmax that the engine cannot prepare",
    docs: Docs {
        what: "The model has a quantized Softmax whose `beta * scale * 2^26` is 1 or less, with litert and helia-rt, or whose fixed-point shift is negative, with helia-aot; or the model file is damaged.",
        why: "The interpreters stop on the board while they allocate the tensors, and heliaAOT's compiler fails; hpx computes both beforehand (`helia_profiler.modelcost.softmax_preflight`, 0.2.0 on).",
        example: "\
model:
  path: softmax_bad.tflite
",
        instead: "\
model:
  path: kws.tflite
",
    },
    check,
};

fn check(facts: &Facts<'_>, out: &mut Findings<'_>) {
    let (Some(engine), Some(model)) = (facts.resolved.engine, &facts.resolved.model) else {
        return;
    };
    if engine == EngineKind::Executorch || !facts.catalog.traits.softmax_checked {
        return;
    }
    let Some(litert) = model
        .contents()
        .ok()
        .and_then(|contents| contents.litert.as_ref())
    else {
        return;
    };
    let at = facts.at(&facts.profile.model.path, "model.path");
    let name = shortened(model.name());
    let litert = match litert {
        Ok(litert) => litert,
        Err(_) => {
            out.say(
                at,
                format!("`{name}` begins as a TFLite flatbuffer, and is damaged further in"),
            )
            .help("export the model again, or check that the download is whole");
            return;
        }
    };
    for softmax in &litert.softmax {
        if let Some(problem) = problem(softmax, engine) {
            let place = format!(
                "Softmax {} of subgraph {} in `{name}`",
                softmax.operator, softmax.subgraph
            );
            out.say(at.clone(), format!("{place}: {problem}")).help(
                "quantize again with representative data, or check the last layers of the export",
            );
        }
    }
}

fn problem(softmax: &Softmax, engine: EngineKind) -> Option<String> {
    if !softmax.has_usable_beta() {
        return Some("it has no usable beta, so no input scale can make it run".to_owned());
    }
    let refused = match engine {
        EngineKind::HeliaAot => softmax.aot_verdict() == AotVerdict::Error,
        _ => !softmax.tflm_supported(),
    };
    refused.then(|| {
        let scale = softmax.input_scale.unwrap_or(0.0);
        let least = softmax.minimum_scale().unwrap_or(f64::INFINITY);
        let input = shortened(&softmax.input);
        format!(
            "the scale {scale:e} of its input `{input}` is too small; it must exceed {least:.4e}"
        )
    })
}
