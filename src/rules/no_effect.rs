//! `no-effect`: a setting that changes nothing.

use std::collections::BTreeSet;

use super::{At, edits, or_list, shortened};
use super::{Docs, Facts, Findings, Rule};
use crate::catalog::EngineKind;
use crate::catalog::{Family, Placement};
use crate::diagnostic::{Applicability, Tag};
use crate::diagnostic::{Level, Origin};
use crate::profile::{FreeForm, Source, Sourced};
use crate::text::{Edit, nearest};

/// See [`Docs`].
pub static RULE: Rule = Rule {
    id: "no-effect",
    origin: Origin::Own,
    level: Level::Warning,
    summary: "a setting that changes nothing",
    docs: Docs {
        what: "hpx takes a key and does not use it in this profile: one of another transport, of a memory in which nothing lies, of another engine, or one that no stage reads.",
        why: "The run is another than the file says, and hpx says nothing of it (`helia_profiler.config` takes the keys, and no stage of 0.4.1 reads them in such a profile). Each finding names what would make the setting count.",
        example: "\
model:
  path: kws.tflite
target:
  transport: rtt
  usb_port: /dev/ttyACM0
",
        instead: "\
model:
  path: kws.tflite
target:
  transport: usb_cdc
  usb_port: /dev/ttyACM0
",
    },
    check,
};

fn check(facts: &Facts<'_>, out: &mut Findings<'_>) {
    target(facts, out);
    engine(facts, out);
    options(facts, out);
    profiling(facts, out);
    extreme_mode(facts, out);
    modules(facts, out);
    verbose(facts, out);
}

/// Says that a written value has no effect.
fn idle<T>(
    facts: &Facts<'_>,
    out: &mut Findings<'_>,
    value: &Sourced<T>,
    key: &str,
    why: &str,
    help: &str,
) {
    let Source::Node {
        key: key_node,
        value: node,
    } = value.source
    else {
        return;
    };
    let mut at = facts.at(value, key);
    at.range = facts.tree.node(key_node).range;
    let fix = edits::remove(facts, key_node, node)
        .map(|edit| edits::fix(format!("Remove `{key}`"), Applicability::Unsafe, edit));
    out.say(at, format!("`{key}` has no effect: {why}"))
        .help(help)
        .tag(Tag::Unnecessary)
        .fix(fix);
}

fn target(facts: &Facts<'_>, out: &mut Findings<'_>) {
    let target = &facts.profile.target;
    let transport = target.transport.get().map(String::as_str);
    if let Some(transport) = transport {
        if target.usb_port.get().is_some() && transport != "usb_cdc" {
            let why = format!("the transport is {transport}");
            idle(
                facts,
                out,
                &target.usb_port,
                "target.usb_port",
                &why,
                "it counts with `transport: usb_cdc`",
            );
        }
        if target.rtt_buffer_size_up.get().is_some() && transport != "rtt" {
            let why = format!("the transport is {transport}");
            let help = "it counts with `transport: rtt`";
            idle(
                facts,
                out,
                &target.rtt_buffer_size_up,
                "target.rtt_buffer_size_up",
                &why,
                help,
            );
        }
    }
    if target.psram.get().is_some() && facts.resolved.placed.is_some() && !facts.uses_psram() {
        let help = "it counts with `arena_location: psram` or `weights_location: psram`";
        idle(
            facts,
            out,
            &target.psram,
            "target.psram",
            "nothing of this profile lies in PSRAM",
            help,
        );
    }
}

fn engine(facts: &Facts<'_>, out: &mut Findings<'_>) {
    let engine = &facts.profile.engine;
    let passed_on = matches!(
        facts.resolved.engine,
        Some(EngineKind::HeliaRt | EngineKind::HeliaAot)
    );
    let name = engine.name.get().map_or("", String::as_str);
    let known = facts.catalog.engine(name).map(|engine| &engine.backends);
    if let Some(known) = known.filter(|_| passed_on)
        && let Some(backend) = engine.backend.get()
        && !backend.is_empty()
        && !known.contains(backend)
    {
        let (why, help) = match known.is_empty() {
            true => (format!("{name} has no backends"), "remove it".to_owned()),
            false => {
                let known = or_list(known);
                (
                    format!("{name} looks only for {known}"),
                    format!("write {known}, or remove it"),
                )
            }
        };
        idle(facts, out, &engine.backend, "engine.backend", &why, &help);
    }
    if facts.resolved.engine == Some(EngineKind::Executorch) && engine.config_path.get().is_some() {
        let why = "executorch reads no file of its own settings";
        idle(
            facts,
            out,
            &engine.config_path,
            "engine.config_path",
            why,
            "its settings go below `engine.config`",
        );
    }
}

/// Keys below `engine.config` that this engine does not read.
fn options(facts: &Facts<'_>, out: &mut Findings<'_>) {
    let Some(name) = facts.profile.engine.name.get() else {
        return;
    };
    if facts.resolved.engine.is_none() {
        return;
    }
    let options = facts.engine_config().entries();
    let taken: BTreeSet<&str> = options.iter().map(|(option, _)| *option).collect();
    for (option, entry) in options {
        let known = facts.catalog.engine_option(option);
        let read = known.is_some_and(|known| known.engines.contains(name));
        if read || option == "backend" || facts.tree.node(entry.key).repaired {
            continue;
        }
        let key = format!("engine.config.{option}");
        let names = facts
            .catalog
            .engine_config
            .iter()
            .filter(|known| known.engines.contains(name));
        let nearest = nearest(option, names.map(|known| known.key.as_str()));
        let why = match known {
            _ if option == "linker_profile" => {
                format!("{name} does not link by it; it only changes the MRAM of hpx's plan")
            }
            Some(known) => format!("{name} does not read it; {} does", known.engines.join(", ")),
            None => format!("{name} does not read it"),
        };
        let help = match nearest {
            Some(nearest) => format!("did you mean `{nearest}`?"),
            None => "remove it".to_owned(),
        };
        let removed = edits::remove(facts, entry.key, entry.value);
        // Without it the plan may be one that hpx refuses.
        let is_heard = |edit: &Edit| !edits::harmless(facts, edit);
        if option == "linker_profile" && removed.as_ref().is_some_and(is_heard) {
            continue;
        }
        let free = |name: &&str| !taken.contains(name);
        let fix = match nearest.filter(free) {
            Some(nearest) => edits::rename(facts, entry.key, nearest).map(|edit| {
                edits::fix(
                    format!("Rename to `{nearest}`"),
                    Applicability::Unsafe,
                    edit,
                )
            }),
            None => removed.map(|edit| {
                edits::fix(
                    format!("Remove `{}`", shortened(option)),
                    Applicability::Unsafe,
                    edit,
                )
            }),
        };
        let at = At {
            range: facts.tree.node(entry.key).range,
            key: Some(key.clone()),
        };
        out.say(at, format!("`{}` has no effect: {why}", shortened(&key)))
            .help(help)
            .tag(Tag::Unnecessary)
            .fix(fix);
    }
}

fn profiling(facts: &Facts<'_>, out: &mut Findings<'_>) {
    let profile = facts.profile;
    let profiling = &profile.profiling;
    if profiling.per_layer.get() == Some(&false) {
        let why = "nothing in hpx reads it, and layers are always timed";
        idle(
            facts,
            out,
            &profiling.per_layer,
            "profiling.per_layer",
            why,
            "remove it",
        );
    }
    let transport = profile.target.transport.get().map(String::as_str);
    if profiling.clean_window_trace.get() == Some(&true)
        && matches!(transport, Some("swo" | "uart"))
    {
        let why = "this transport carries no trace";
        let help = "it counts with `transport: rtt` or `usb_cdc`";
        idle(
            facts,
            out,
            &profiling.clean_window_trace,
            "profiling.clean_window_trace",
            why,
            help,
        );
    }
    let family = facts
        .resolved
        .platform
        .as_ref()
        .map(|platform| platform.soc.family);
    if profiling.force_shared_sram.get() == Some(&true)
        && family.is_some_and(|family| family != Family::Ap5)
    {
        let why = "only the apollo5 family has a shared SRAM to keep on";
        idle(
            facts,
            out,
            &profiling.force_shared_sram,
            "profiling.force_shared_sram",
            why,
            "remove it",
        );
    }
    if profile.clean.get() == Some(&true) && profile.work_dir.get().is_some() {
        let why = "hpx wipes only its own cache, and `work_dir` names another folder";
        idle(
            facts,
            out,
            &profile.clean,
            "clean",
            why,
            "remove `work_dir`, or empty the folder yourself",
        );
    }
}

fn extreme_mode(facts: &Facts<'_>, out: &mut Findings<'_>) {
    let extreme = &facts.profile.profiling.extreme_mode;
    let Some(placed) = &facts.resolved.placed else {
        return;
    };
    let (arena, weights) = (placed.arena, placed.weights);
    if extreme.get() == Some(&true) && (arena, weights) != (Placement::Tcm, Placement::Tcm) {
        let why = format!(
            "it needs arena and weights in tcm, and they are in {} and {}",
            arena.name(),
            weights.name()
        );
        let help = "place both in tcm, or remove it";
        idle(facts, out, extreme, "profiling.extreme_mode", &why, help);
    }
}

/// What the command line always sets, be it to nothing.
fn verbose(facts: &Facts<'_>, out: &mut Findings<'_>) {
    let root = FreeForm::new(facts.tree, facts.profile.root);
    let Some(entry) = root.entry("verbose") else {
        return;
    };
    let at = At {
        range: facts.tree.node(entry.key).range,
        key: Some("verbose".to_owned()),
    };
    let fix = edits::remove(facts, entry.key, entry.value)
        .map(|edit| edits::fix("Remove `verbose`", Applicability::Safe, edit));
    out.say(
        at,
        "`verbose` has no effect: the command line always sets it",
    )
    .help("start hpx with `-v`")
    .tag(Tag::Unnecessary)
    .fix(fix);
}

fn modules(facts: &Facts<'_>, out: &mut Findings<'_>) {
    for module in &facts.profile.build.nsx_modules {
        if !facts.catalog.engine_owned_modules.contains(&module.name) {
            continue;
        }
        let key = format!("build.nsx_modules.{}", module.name);
        let at = At {
            range: facts.tree.node(module.key).range,
            key: Some(key.clone()),
        };
        let fix = edits::remove(facts, module.key, module.value)
            .map(|edit| edits::fix(format!("Remove `{key}`"), Applicability::Unsafe, edit));
        out.say(
            at,
            format!("`{key}` has no effect: the engine brings this module"),
        )
        .help("set its source by `engine.config`")
        .tag(Tag::Unnecessary)
        .fix(fix);
    }
}
