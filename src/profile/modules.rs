//! `build.nsx_modules`: one section for each module that is replaced.

use super::datum::Datum;
use super::lower::{Lowering, join};
use super::sections::ModuleOverride;
use super::value::State;
use crate::schema::Key;

const PATH: &str = "build.nsx_modules";

/// The ways to replace a module, of which exactly one must be set.
const MODES: [&str; 3] = ["path", "ref", "version"];

/// Reads the overrides; `section` is the shape of each.
pub(super) fn read(walk: &mut Lowering<'_>, section: &'static Key) -> Vec<ModuleOverride> {
    let State::Known(node) = walk.node(PATH).state else {
        return Vec::new();
    };
    let fields = walk.tree.fields(node);
    let mut modules = Vec::new();
    for field in fields {
        let path = join(PATH, &walk.printed(field.key));
        walk.free_key(PATH, &field);
        let mut module = ModuleOverride {
            name: walk.printed(field.key),
            key: field.key,
            value: field.value,
            modes: Vec::new(),
            bad: false,
        };
        if let Datum::Map(_) = Datum::of(walk.tree, field.value) {
            let below = walk.tree.fields(field.value);
            walk.section(section, &path, &below);
            for mode in MODES {
                let value = walk.text(&join(&path, mode));
                module.bad |= value.is_bad();
                if value.get().is_some() {
                    module.modes.push(mode);
                }
            }
        } else {
            module.bad = true;
            walk.not_a_mapping(&path, &field);
        }
        modules.push(module);
    }
    modules
}
