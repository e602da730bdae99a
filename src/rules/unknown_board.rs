//! `unknown-board`: a board that does not exist.

use super::{Docs, Facts, Findings, Rule};
use super::{edits, or_list, shortened};
use crate::catalog::{Release, releases};
use crate::diagnostic::{Level, Origin};
use crate::profile::Lookup;
use crate::text::related;

/// See [`Docs`].
pub static RULE: Rule = Rule {
    id: "unknown-board",
    origin: Origin::Hpx,
    level: Level::Error,
    summary: "a board that does not exist",
    docs: Docs {
        what: "`target.board` is neither one of hpx's boards nor described under `target.custom_boards`; or, before 0.2.0, its name is empty.",
        why: "hpx needs the board to know the SoC, its memory and its clocks (`helia_profiler.config.ProfileConfig`, 0.2.0 on; before, `helia_profiler.stages.preflight`).",
        example: "\
model:
  path: kws.tflite
target:
  board: apollo510_eva
",
        instead: "\
model:
  path: kws.tflite
target:
  board: apollo510_evb
",
    },
    check,
};

fn check(facts: &Facts<'_>, out: &mut Findings<'_>) {
    let profile = facts.profile;
    let board = &profile.target.board;
    let Some(name) = board.get() else { return };
    if profile.platforms.board(name) != Lookup::Unknown {
        if name.is_empty() && facts.catalog.traits.empty_board_name_refused {
            unnamed(facts, out);
        }
        return;
    }
    if facts.may_describe_more("custom_boards") {
        return;
    }
    let meant = profile.platforms.meant_board(name);
    let nearest = meant.nearest.as_deref();
    let later = first_with(name);
    let help = match (later, nearest) {
        (Some(release), _) => format!("hpx {release} is the first that has it"),
        (None, Some(nearest)) => format!("did you mean `{nearest}`?"),
        (None, None) => match related(name, meant.known.iter().map(String::as_str)).as_slice() {
            [] => format!(
                "the boards: {}; describe others under `target.custom_boards`",
                meant.known.join(", ")
            ),
            related => format!("did you mean {}?", or_list(related)),
        },
    };
    let fix = nearest
        .filter(|_| later.is_none())
        .and_then(|nearest| edits::change_to_near(facts, board, name, nearest));
    let message = format!(
        "hpx {} has no board `{}`",
        facts.release.name,
        shortened(name)
    );
    out.say(facts.at(board, "target.board"), message)
        .help(help)
        .fix(fix);
}

/// A board that the profile describes, without a name.
fn unnamed(facts: &Facts<'_>, out: &mut Findings<'_>) {
    let message = format!(
        "hpx {} takes no board without a name, even where the profile describes one",
        facts.release.name
    );
    out.say(
        facts.at(&facts.profile.target.board, "target.board"),
        message,
    )
    .help("give the board under `target.custom_boards` a name, and name it here");
}

/// The first release that has a board.
fn first_with(board: &str) -> Option<&'static str> {
    let has = |release: &&Release| release.catalog().board(board).is_some();
    releases()
        .iter()
        .find(has)
        .map(|release| release.name.as_str())
}
