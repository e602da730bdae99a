//! `hpx-lint init`: a profile to begin with.

use std::path::Path;

use super::args::Init;
use super::{Exit, Output, World, boards};
use crate::catalog::EngineKind;
use crate::ide::completion::skeleton::{default_of, skeleton};
use crate::text::clean;
use crate::workspace::Workspace;

/// Writes a profile to a file that is not there yet, or to standard output.
pub fn run(init: &Init, world: &World, output: &mut Output<'_>) -> Exit {
    let chosen = match super::given_release(init.hpx.as_deref()) {
        Ok(chosen) => chosen,
        Err(problem) => {
            output.note(problem);
            return Exit::Failed;
        }
    };
    let workspace = Workspace::new(world.folder.clone(), world.home.clone()).with_release(chosen);
    let is_out = init.file == Path::new("-");
    let file = workspace.absolute(&init.file);
    let project = workspace.project(&file);
    if let Some(notice) = &project.release.notice {
        output.note(notice);
    }
    let release = project.release.release;
    let catalog = release.catalog();
    let default = default_of(release, &["engine", "type"]);
    let name = init.engine.as_deref().unwrap_or(default);
    let Some(engine) = catalog.engine(name) else {
        let known = catalog.engines.iter().map(|engine| engine.name.as_str());
        let known: Vec<&str> = known.collect();
        let otherwise = format!("it knows {}", known.join(", "));
        let named = ("engine", name);
        return super::unknown(release, named, &known, &otherwise, output);
    };
    if let Some(board) = &init.board
        && catalog.board(board).is_none()
    {
        return boards::unknown(release, board, output);
    }
    let board = init.board.as_deref();
    let board = board.unwrap_or(default_of(release, &["target", "board"]));
    let is_aot = EngineKind::named(name) == Some(EngineKind::HeliaAot);
    let has_platform = catalog
        .board(board)
        .is_some_and(|it| it.aot_platform.is_some());
    if is_aot && !has_platform {
        output.note(format_args!(
            "{name} has no platform for `{board}`; choose another board, or another engine"
        ));
        return Exit::Failed;
    }
    let start = workspace.start(&file, &project, None);
    let files = workspace.files(&start.folder);
    let made = skeleton(release, engine, Some(board), &files);
    if is_out {
        output.print(&made.text);
        return Exit::Sound;
    }
    let shown = workspace.show(&file);
    match workspace.create(&file, &made.text) {
        Ok(()) => {
            let text = match made.found {
                Some(model) => format!("wrote {shown} for the model {model}"),
                None => format!("wrote {shown}; set `model.path` to your model"),
            };
            output.print(&format!("{}\n", clean::line(&text)));
            Exit::Sound
        }
        Err(problem) => {
            output.note(format_args!("{shown}: {problem}"));
            Exit::Failed
        }
    }
}
