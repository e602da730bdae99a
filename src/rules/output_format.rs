//! `output-format`: a format that is no report.

use super::edits;
use super::{Docs, Facts, Findings, Rule};
use crate::diagnostic::Applicability;
use crate::diagnostic::{Level, Origin};

/// See [`Docs`].
pub static RULE: Rule = Rule {
    id: "output-format",
    origin: Origin::Hpx,
    level: Level::Error,
    summary: "a format that is no report",
    docs: Docs {
        what: "`output.format` is `model-explorer`.",
        why: "Model Explorer's files come beside the report, by `output.model_explorer`; the report itself is csv or json (`helia_profiler.config.OutputConfig`, all releases).",
        example: "\
model:
  path: kws.tflite
output:
  format: model-explorer
",
        instead: "\
model:
  path: kws.tflite
output:
  format: json
",
    },
    check,
};

fn check(facts: &Facts<'_>, out: &mut Findings<'_>) {
    let format = &facts.profile.output.format;
    if format.get().map(String::as_str) != Some("model-explorer") {
        return;
    }
    let fix = edits::change(facts, format, "json", Applicability::Unsafe);
    out.say(
        facts.at(format, "output.format"),
        "`model-explorer` is no format of the report",
    )
    .help("use csv or json; `output.model_explorer: true` adds the overlay, and is the default")
    .fix(fix);
}
