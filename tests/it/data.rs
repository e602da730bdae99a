//! The facts and schemas of `schemas/`: complete, consistent, and right where
//! a figure is known from elsewhere.

#![allow(
    clippy::disallowed_methods,
    reason = "the files of `schemas/` are what is tested"
)]

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use hpx_lsp::catalog::{
    Catalog, EngineKind, Family, LinkFamily, PmuTier, PsramWeights, Region, Release, releases,
};
use hpx_lsp::schema::{Key, Kind, Schema, choice_span, key_span};
use serde_json::Value;

fn catalog(release: &str) -> &'static Catalog {
    Release::find(release).unwrap().catalog()
}

fn schema(release: &str) -> &'static Schema {
    Schema::of_release(&Release::find(release).unwrap().folder)
}

fn key(release: &str, path: &str) -> &'static Key {
    let path: Vec<&str> = path.split('.').collect();
    schema(release).key(&path).unwrap()
}

/// Every key below `key` with its dotted path.
fn keys<'a>(key: &'a Key, path: &str, found: &mut Vec<(String, &'a Key)>) {
    let below = key.children.iter().chain(key.wildcard.as_deref());
    for child in below.chain(key.item.as_deref()) {
        let path = match path {
            "" => child.name.clone(),
            _ => format!("{path}.{}", child.name),
        };
        found.push((path.clone(), child));
        keys(child, &path, found);
    }
}

fn every_key(release: &str) -> Vec<(String, &'static Key)> {
    let mut found = Vec::new();
    keys(schema(release).root(), "", &mut found);
    found
}

#[test]
fn every_release_has_its_facts_and_its_schema() {
    let names: Vec<&str> = releases().iter().map(|r| r.name.as_str()).collect();
    assert_eq!(names.first(), Some(&"0.1.1"));
    assert_eq!(Release::newest().name, "0.4.1");
    for release in releases() {
        assert!(
            release.catalog().releases.contains(&release.name),
            "{}",
            release.name
        );
    }
    assert!(Release::find("0.9.9").is_none());
}

#[test]
fn every_folder_of_the_schemas_is_embedded() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("schemas");
    let folders: BTreeSet<String> = fs::read_dir(root)
        .unwrap()
        .map(|entry| entry.unwrap())
        .filter(|entry| entry.path().join("catalog.json").is_file())
        .map(|entry| entry.file_name().into_string().unwrap())
        .collect();
    let embedded: BTreeSet<String> = releases().iter().map(|r| r.folder.clone()).collect();
    assert_eq!(folders, embedded);
    for release in releases() {
        assert_eq!(
            release.catalog().releases.last(),
            Some(&release.folder),
            "a folder is named after the newest release that it describes"
        );
    }
}

#[test]
fn every_key_is_described() {
    for release in releases() {
        for counter in &release.catalog().counters.events {
            assert!(!counter.description.is_empty(), "{}", counter.name);
        }
        for (path, key) in every_key(&release.name) {
            assert!(!key.description.is_empty(), "{path} of {}", release.name);
            if key.kind == Kind::Enum || key.kind == Kind::Placement {
                assert!(!key.choices.is_empty(), "{path} of {}", release.name);
            }
            if let (Some(Value::String(default)), false) = (&key.default, key.choices.is_empty()) {
                let known = key.choices.iter().any(|choice| choice.value == *default);
                let open = path == "target.board" || path == "power.driver";
                assert!(known || open, "{path} of {}: {default}", release.name);
            }
        }
    }
}

#[test]
fn flags_and_options_are_keys() {
    for release in releases() {
        let (catalog, schema) = (release.catalog(), Schema::of_release(&release.folder));
        for flag in &catalog.flags {
            let Some(path) = &flag.key else { continue };
            let path: Vec<&str> = path.split('.').filter(|part| *part != "*").collect();
            assert!(schema.key(&path).is_some(), "{} sets {path:?}", flag.name);
        }
        for option in &catalog.engine_config {
            let path: Vec<&str> = ["engine", "config"]
                .into_iter()
                .chain(option.key.split('.'))
                .collect();
            assert_eq!(schema.key(&path).unwrap().engines, option.engines);
        }
    }
}

#[test]
fn names_point_at_each_other() {
    for release in releases() {
        let catalog = release.catalog();
        for board in &catalog.boards {
            let soc = catalog.soc(&board.soc).unwrap();
            let groups = catalog.groups_of(soc.pmu_tier, soc.has_mve, soc.npu.is_some());
            assert_eq!(groups, soc.profiling_groups, "{}", board.name);
            let cpu = soc.clock("cpu").unwrap();
            assert!(cpu.speed(&cpu.default).is_some());
        }
        for group in &catalog.counters.groups {
            for name in &group.default {
                assert_eq!(catalog.counter(name).unwrap().group, group.name);
            }
        }
        let engines: Vec<String> = key(&release.name, "engine.type")
            .choices
            .iter()
            .map(|choice| choice.value.clone())
            .collect();
        let known: Vec<String> = catalog.engines.iter().map(|e| e.name.clone()).collect();
        assert_eq!(engines, known);
    }
}

#[test]
fn capacities_are_those_that_hpx_plans_with() {
    let soc = catalog("0.4.1").soc("apollo510").unwrap();
    let extent = |region, family| soc.window(region).unwrap().extent(family).length;
    assert_eq!(extent(Region::Mram, LinkFamily::Gnu), 4_128_768);
    assert_eq!(extent(Region::Dtcm, LinkFamily::Gnu), 496 * 1024);
    assert_eq!(extent(Region::Dtcm, LinkFamily::Armlink), 492 * 1024);
    assert!(soc.window(Region::Psram).is_none());
    assert_eq!(
        (soc.memory.mram, soc.memory.dtcm, soc.pmu_max_ops),
        (4096, 512, 4096)
    );

    let apollo4 = catalog("0.4.1").soc("apollo4p").unwrap();
    assert_eq!(
        apollo4.window(Region::Mram).unwrap().window.start,
        0x0001_8000
    );
    assert_eq!(
        apollo4
            .window(Region::Dtcm)
            .unwrap()
            .extent(LinkFamily::Armlink)
            .length,
        364 * 1024
    );
    let apollo3 = catalog("0.4.1").soc("apollo3p").unwrap();
    assert_eq!(apollo3.memory.kib(Region::Dtcm), 64);
}

#[test]
fn releases_differ_where_they_do() {
    for release in releases() {
        let windows = release
            .catalog()
            .socs
            .iter()
            .all(|soc| soc.windows.is_empty());
        assert_eq!(
            windows,
            release.name.starts_with("0.1."),
            "{}",
            release.name
        );
    }
    let apollo4 = |release| {
        catalog(release)
            .board("apollo4p_blue_kxr_evb")
            .unwrap()
            .psram_kb
    };
    assert_eq!(
        (apollo4("0.1.6"), apollo4("0.2.0")),
        (Some(32 * 1024), Some(0))
    );
    for board in ["apollo510dL_evb", "atomiq110_fpga_turbo"] {
        assert!(catalog("0.1.6").board(board).is_none());
        assert!(catalog("0.2.0").board(board).is_some());
    }
    assert!(schema("0.1.1").key(&["target", "psram"]).is_none());
    assert_eq!(
        key_span("target.psram").unwrap().since.as_deref(),
        Some("0.1.2")
    );
    assert_eq!(
        key("0.4.1", "target.psram").releases.since.as_deref(),
        Some("0.1.2")
    );
    assert_eq!(
        choice_span("engine.type", "tflm").unwrap().until.as_deref(),
        Some("0.3.0")
    );
    assert_eq!(key_span("target.board"), None);
    assert_eq!(
        catalog("0.4.1").engine_kind("litert"),
        Some(EngineKind::Litert)
    );
    assert_eq!(catalog("0.4.1").engine_kind("tflm"), None);
    assert_eq!(
        catalog("0.3.0").engine_kind("tflm"),
        Some(EngineKind::Litert)
    );
}

#[test]
fn traits_say_how_releases_behave() {
    let has = |seen: fn(&hpx_lsp::catalog::Traits) -> bool| -> Vec<&str> {
        let with = releases().iter().filter(|r| seen(&r.catalog().traits));
        with.map(|release| release.name.as_str()).collect()
    };
    let since = |first: &str| -> Vec<&str> {
        let from = releases().iter().skip_while(|r| r.name != first);
        from.map(|release| release.name.as_str()).collect()
    };
    assert_eq!(has(|t| t.hpx_consumers_planned), since("0.2.0"));
    assert_eq!(has(|t| t.softmax_checked), since("0.2.0"));
    assert_eq!(has(|t| t.custom_keys_checked), since("0.2.0"));
    assert_eq!(has(|t| t.mram_capacity_is_linked), since("0.2.3"));
    assert_eq!(has(|t| t.executorch_reads_sidecar), since("0.1.6"));
    assert_eq!(has(|t| t.executorch_records_planned), ["0.1.5", "0.1.6"]);
    assert_eq!(has(|t| t.frozen_means_offline), since("0.1.2"));
    assert_eq!(has(|t| t.psram_weights_need_rtt_always).len(), 6);
}

#[test]
fn constants_are_those_of_the_plan() {
    let newest = catalog("0.4.1");
    let planner = &newest.planner;
    assert_eq!(planner.default_arena_bytes, 262_144);
    assert_eq!(
        (planner.tcm_slack_bytes, planner.sram_slack_bytes),
        (131_072, 32_768)
    );
    assert_eq!(planner.profiler_object_bytes(PmuTier::Pmu), 252);
    assert_eq!(planner.profiler_object_bytes(PmuTier::Dwt), 56);
    assert_eq!(
        (planner.rtt_fixed_bytes, planner.usb_bytes),
        (Some(184), Some(5120))
    );
    assert_eq!(planner.family(Family::Ap3).unwrap().boot_stack_bytes, 4096);
    assert_eq!(newest.record_bytes(EngineKind::Executorch), Some(40));
    assert_eq!(newest.executorch_buffer("method_arena_size"), Some(65536));
    assert_eq!(newest.executorch_buffer("input_size"), None);
    assert_eq!(newest.toolchain("atfe").unwrap().rtt_buffer_size_up, 12_288);
    let aot = newest.engine("helia-aot").unwrap();
    assert_eq!(aot.psram_weights, PsramWeights::SelfContained);
    assert_eq!(catalog("0.1.6").planner.executorch_record_bytes, Some(32));
    assert_eq!(catalog("0.1.6").record_bytes(EngineKind::HeliaRt), None);
}

#[test]
fn keys_know_their_kind_and_bounds() {
    let arena = key("0.4.1", "model.arena_size");
    assert_eq!((arena.kind, arena.minimum), (Kind::Int, Some(1)));
    assert!(arena.nullable && arena.unit.as_deref() == Some("B"));
    let path = key("0.4.1", "model.path");
    assert!(path.required && path.kind == Kind::Path);
    let address = key("0.4.1", "power.ina228.i2c_address");
    assert_eq!((address.minimum, address.maximum), (Some(8), Some(119)));
    let shunt = key("0.4.1", "power.ina228.shunt_ohms");
    assert!(shunt.above_minimum && shunt.minimum == Some(0));
    assert!(key("0.4.1", "power.sync_gpio_pin").default_is_boards);
    assert!(key("0.4.1", "frozen").deprecated.is_some());
    assert!(key("0.4.1", "engine.config").open && !key("0.4.1", "engine").open);
    assert_eq!(key("0.4.1", "output.format").refused, ["model-explorer"]);
    let version = key("0.4.1", "build.nsx_modules.any-name.version");
    assert_eq!(version.kind, Kind::Str);
    let speed = key("0.4.1", "target.custom_socs.mine.clocks.0.speeds.1.mhz");
    assert_eq!(speed.kind, Kind::PythonInt);
    assert!(key("0.1.6", "target.custom_socs.mine").open);
    assert!(schema("0.4.1").key(&["model", "nothing"]).is_none());
}

#[test]
fn each_file_is_a_json_schema() {
    for release in releases() {
        let schema = json_schema(&release.folder);
        assert!(jsonschema::meta::is_valid(&schema), "{}", release.folder);
    }
}

#[test]
fn the_schemas_take_what_hpx_takes_and_mark_what_it_does_not() {
    for (file, taken) in [("accepted", true), ("refused", false)] {
        let path = format!("tests/schemas/{file}.jsonl");
        let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap();
        let cases: Vec<Value> = text
            .lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect();
        for release in releases() {
            let validator = jsonschema::validator_for(&json_schema(&release.folder)).unwrap();
            for case in cases.iter().filter(|case| known(case, &release.name)) {
                assert_eq!(
                    validator.is_valid(&case["profile"]),
                    taken,
                    "{} under {}: {}",
                    case["why"],
                    release.name,
                    case["profile"]
                );
            }
        }
    }
}

/// Whether a case is said of a release.
fn known(case: &Value, release: &str) -> bool {
    let at = |name: &str| releases().iter().position(|r| r.name == name).unwrap();
    let bound = |side: &str| at(case[side].as_str().unwrap());
    (bound("since")..=bound("until")).contains(&at(release))
}

fn json_schema(folder: &str) -> Value {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let path = root
        .join("schemas")
        .join(folder)
        .join("profile.schema.json");
    serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap()
}
