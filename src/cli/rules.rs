//! `hpx-lint rules` and `hpx-lint explain`: what the rules say of themselves.

use std::fmt::Write;

use super::render::paint::Paint;
use super::{Exit, Output, World};
use crate::diagnostic::Origin;
use crate::ide::table::wrapped;
use crate::rules::{self, Rule};
use crate::settings;
use crate::text::{clean, nearest};

/// What is said of mistakes in settings, which are no rule's.
const SETTINGS: &str = "A mistake in `hpx-lint.toml`, or in `[tool.hpx-lint]` of \
    `pyproject.toml`. The profiles that the file is for are not checked until it is mended. \
    The settings are `hpx`, `root`, `profiles` and `rules`.";

/// Lists the rules.
pub fn list(world: &World, output: &mut Output<'_>) -> Exit {
    let paint = Paint { on: world.colours };
    let widest = rules::all()
        .iter()
        .map(|rule| rule.id.len())
        .max()
        .unwrap_or(0);
    for rule in rules::all() {
        let level = format!("{:<8}", rule.level.name());
        // The level is painted when the lines are where they belong.
        let indent = " ".repeat(widest + 2 + 8);
        let summary = wrapped(rule.summary, &indent);
        let summary = summary.trim_start();
        let id = format!("{:<widest$}", rule.id);
        output.print(&format!(
            "{}  {}{summary}\n",
            paint.bold(id),
            paint.level(rule.level, level)
        ));
    }
    Exit::Sound
}

/// Explains a rule.
pub fn explain(id: &str, world: &World, output: &mut Output<'_>) -> Exit {
    match rules::find(id) {
        Some(rule) => {
            output.print(&page(rule, Paint { on: world.colours }));
            Exit::Sound
        }
        None if id == settings::RULE => {
            output.print(&paragraphs(SETTINGS));
            output.print("\n");
            Exit::Sound
        }
        None => {
            let near = nearest(id, rules::all().iter().map(|rule| rule.id));
            let way_out = match near {
                Some(near) => format!("did you mean `{near}`?"),
                None => "`hpx-lint rules` lists them".to_owned(),
            };
            output.note(format_args!("there is no rule `{id}`; {way_out}"));
            Exit::Failed
        }
    }
}

fn page(rule: &Rule, paint: Paint) -> String {
    let who = match rule.origin {
        Origin::Hpx => "hpx itself refuses this",
        Origin::Own => "hpx accepts this; hpx-lint finds it",
    };
    let level = paint.level(rule.level, rule.level.name());
    let mut out = format!("{} ({level}; {who})\n", paint.bold(rule.id));
    let _ = writeln!(out, "\n{}", paragraphs(rule.docs.what));
    let _ = writeln!(
        out,
        "\n{}\n{}",
        paint.bold("Why"),
        paragraphs(rule.docs.why)
    );
    for (title, yaml) in [
        ("Example", rule.docs.example),
        ("Instead", rule.docs.instead),
    ] {
        if !yaml.trim().is_empty() {
            let _ = write!(out, "\n{}\n{}", paint.bold(title), code(yaml));
        }
    }
    let _ = writeln!(
        out,
        "\nTo ignore one: # hpx-lint: ignore[{}] reason",
        rule.id
    );
    out
}

/// Paragraphs are parted by blank lines; the lines of one are filled anew.
fn paragraphs(text: &str) -> String {
    let paragraphs = text.trim().split("\n\n").map(|paragraph| {
        let joined = paragraph.split_whitespace().collect::<Vec<_>>().join(" ");
        wrapped(&joined, "")
    });
    paragraphs.collect::<Vec<_>>().join("\n\n")
}

fn code(yaml: &str) -> String {
    let lines = yaml.trim_matches('\n').lines();
    lines.fold(String::new(), |mut out, line| {
        let _ = writeln!(out, "{}", format!("    {}", clean::line(line)).trim_end());
        out
    })
}
