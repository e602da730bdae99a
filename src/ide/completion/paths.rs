//! Paths of files and folders, one folder at a time.

use super::place::Shape;
use super::spelling::Text;
use super::{Completions, Item, ItemKind, Search, Subject};
use crate::analysis::Reading;
use crate::artifact::{Files, Home, path};
use crate::ide::links;
use crate::profile::detect;

/// How many names of a folder are looked at, at most.
const MOST: usize = 1000;

/// What a key wants to be a path of.
enum Wanted {
    /// A model, with one of these suffixes.
    Model(Vec<String>),
    /// A YAML file.
    Yaml,
    /// A folder.
    Folder,
}

/// The files and folders that could follow in a path.
pub(super) fn completions(
    reading: &Reading,
    names: &[&str],
    search: &Search<'_>,
    shape: &Shape,
) -> Completions {
    let dotted = names.join(".");
    let home = links::home(&dotted);
    let wanted = match dotted.as_str() {
        "model.path" => Wanted::Model(suffixes(reading)),
        "engine.config_path" => Wanted::Yaml,
        _ => Wanted::Folder,
    };
    let written = search.written(shape);
    let folder = match written.rfind('/') {
        Some(at) => written.get(..=at).unwrap_or(""),
        None => "",
    };
    let begun = written.get(folder.len()..).unwrap_or("");
    let files = search.context.files;
    let mut names = files.list(if folder.is_empty() { "." } else { folder }, home);
    // Which of so many are meant, only a longer word tells.
    let many = names.len() > MOST;
    names.retain(|name| {
        let hidden = name.starts_with('.') && begun.is_empty();
        let meant = !many || name.starts_with(begun);
        meant && !hidden && !name.contains(char::is_control)
    });
    let spelling = search.spelling(shape);
    let items = names.iter().take(MOST).filter_map(|name| {
        let full = format!("{folder}{name}");
        let stat = files.stat(&full, home);
        if stat.is_dir() {
            let full = format!("{full}/");
            return Some(Item {
                edit: match spelling.quote {
                    Some(quote) => spelling.inside(quote, &full, false),
                    None => spelling.edit(&Text::Word(full.clone())),
                },
                ..item(&format!("{name}/"), ItemKind::Folder, &full, &dotted)
            });
        }
        let fits = stat.is_file() && wanted.takes(name);
        fits.then(|| Item {
            edit: spelling.edit(&Text::Word(full.clone())),
            ..item(name, ItemKind::File, &full, &dotted)
        })
    });
    let items = items.map(|item| Item {
        filter: search.layout.filter(&item.filter),
        ..item
    });
    Completions {
        items: items.collect(),
        incomplete: many,
    }
}

impl Wanted {
    fn takes(&self, name: &str) -> bool {
        match self {
            Wanted::Model(suffixes) => {
                let suffix = path::suffix(name);
                suffixes
                    .iter()
                    .any(|known| known.eq_ignore_ascii_case(suffix))
            }
            Wanted::Yaml => detect::is_yaml_name(name),
            Wanted::Folder => false,
        }
    }
}

/// The suffixes of models: the engine's, or any where it is not known.
fn suffixes(reading: &Reading) -> Vec<String> {
    let name = reading.profile.engine.name.get();
    let engines = &reading.catalog.engines;
    match name.and_then(|name| reading.catalog.engine(name)) {
        Some(engine) => vec![engine.suffix.clone()],
        None => engines.iter().map(|it| it.suffix.clone()).collect(),
    }
}

fn item(label: &str, kind: ItemKind, full: &str, dotted: &str) -> Item {
    let rank = if kind == ItemKind::File { 1 } else { 2 };
    Item {
        label: label.to_owned(),
        kind,
        filter: full.to_owned(),
        sort: format!("{rank}{label}"),
        subject: Subject {
            path: dotted.split('.').map(str::to_owned).collect(),
            value: None,
        },
        ..Item::default()
    }
}

/// The first model in the folder in which hpx is started that an engine takes.
pub(super) fn first_model(files: &dyn Files, suffix: &str) -> Option<String> {
    let names = files.list(".", Home::Keep);
    names.into_iter().find(|name| {
        path::suffix(name).eq_ignore_ascii_case(suffix) && files.stat(name, Home::Keep).is_file()
    })
}
