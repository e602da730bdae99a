//! Keys to write at a place, and what comes with each.

use super::layout::Layout;
use super::place::{Role, Shape};
use super::{Item, ItemKind, Subject};
use crate::analysis::Reading;
use crate::ide::hover;
use crate::schema::{Key, Kind};
use crate::text::Edit;

/// What is written for a key behind its name, and the same with tab stops.
struct Body {
    text: String,
    snippet: Option<String>,
}

/// The keys that fit below `names` and are not `taken`.
pub fn items(
    reading: &Reading,
    names: &[String],
    taken: &[String],
    shape: &Shape,
    layout: &Layout,
) -> Vec<Item> {
    let path: Vec<&str> = names.iter().map(String::as_str).collect();
    let Some(section) = reading.schema.key(&path) else {
        return Vec::new();
    };
    let fits = |key: &&Key| {
        !taken.contains(&key.name) && of_engine(reading, key) && of_part(reading, &path, key)
    };
    let keys = section.children.iter().filter(fits).enumerate();
    keys.map(|(at, key)| {
        let rank = match (key.required, &key.deprecated) {
            (_, Some(_)) => 3,
            (true, None) => 1,
            // The command line always has its say of it.
            (false, None) if key.kind == Kind::Any => 3,
            (false, None) => 2,
        };
        let body = match shape.role {
            Role::Name => Body::plain(""),
            Role::Key | Role::Value => body(key, shape, layout),
        };
        let spelt = |behind: &str| format!("{}{}{behind}{}", shape.before, key.name, shape.after);
        let mut full: Vec<String> = names.to_vec();
        full.push(key.name.clone());
        Item {
            label: key.name.clone(),
            kind: ItemKind::Key,
            detail: hover::key::short(key),
            subject: Subject {
                path: full,
                value: None,
            },
            edit: Edit {
                range: shape.range,
                text: spelt(&body.text),
            },
            snippet: body.snippet.map(|snippet| spelt(&snippet)),
            filter: layout.filter(&key.name),
            sort: format!("{rank}{at:04}"),
            required: key.required,
            preselect: false,
            deprecated: key.deprecated.is_some(),
        }
    })
    .collect()
}

/// Whether the engine reads a key; one that is not known may read any.
fn of_engine(reading: &Reading, key: &Key) -> bool {
    let engine = reading.profile.engine.name.get();
    let known = engine.filter(|name| reading.catalog.engine(name).is_some());
    key.engines.is_empty() || known.is_none_or(|name| key.engines.contains(name))
}

/// Whether the part has what a key is about.
fn of_part(reading: &Reading, path: &[&str], key: &Key) -> bool {
    let platform = reading.resolved.platform.as_ref();
    match (path, platform) {
        (["profiling", "pmu_counters"], Some(platform)) => {
            platform.soc.profiling_groups.contains(&key.name)
        }
        _ => true,
    }
}

impl Body {
    fn plain(text: &str) -> Self {
        Body {
            text: text.to_owned(),
            snippet: None,
        }
    }

    fn flow(open: char, close: char) -> Self {
        Body {
            text: format!(": {open}{close}"),
            snippet: Some(format!(": {open}$0{close}")),
        }
    }
}

fn body(key: &Key, shape: &Shape, layout: &Layout) -> Body {
    let items = key.kind == Kind::List && key.item.as_ref().is_some_and(|it| is_section(it));
    match (is_section(key), items) {
        (true, _) if shape.flow => Body::flow('{', '}'),
        (_, true) if shape.flow => Body::flow('[', ']'),
        (false, false) => Body::plain(": "),
        _ if !layout.last => Body::plain(":"),
        (true, _) => {
            let column = shape.column + layout.step;
            let mut text = format!(":{}", layout.line(column));
            let mut required = key.children.iter().filter(|child| child.required);
            if let (Some(child), None) = (required.next(), required.next()) {
                text.push_str(&child.name);
                text.push_str(": ");
            }
            Body::plain(&text)
        }
        (false, true) => {
            let column = shape.column + layout.step;
            Body::plain(&format!(":{}- ", layout.line(column)))
        }
    }
}

/// Whether keys stand below a key.
fn is_section(key: &Key) -> bool {
    !key.children.is_empty() || key.kind == Kind::Map
}
