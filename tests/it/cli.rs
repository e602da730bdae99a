//! The program as a user runs it.
//!
//! What is held here depends on the rules as little as can be: a text that is no YAML is an error
//! by any of them.

#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    clippy::unwrap_used
)]

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use crate::workspace::tree;
use serde_json::Value;
use tempfile::TempDir;

/// Unreadable as YAML: one error, on line 2.
pub const BROKEN: &str = "model:\n  path: [\n";

/// A model by its magic alone.
pub const MODEL: &str = "\u{1c}\0\0\0TFL3\0\0\0\0\0\0\0\0\0\0\0\0";

/// A profile for [`MODEL`].
pub const SOUND: &str = "model:\n  path: kws.tflite\n  arena_size: 65536\nengine:\n  type: helia-rt\n\
                     target:\n  board: apollo510_evb\n";

pub struct Ran {
    pub code: i32,
    pub out: String,
    pub err: String,
}

pub fn command(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hpx-lint"));
    command
        .current_dir(folder)
        .args(arguments)
        .stdin(Stdio::null());
    for variable in ["CMSIS_NN_PATH", "HELIART_DIST_PATH", "HELIART_SOURCE_PATH"] {
        command.env_remove(variable);
    }
    command
}

pub fn ran(output: Output) -> Ran {
    Ran {
        code: output.status.code().unwrap(),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

pub fn run(folder: &TempDir, arguments: &[&str]) -> Ran {
    ran(command(folder.path(), arguments).output().unwrap())
}

pub fn json(folder: &TempDir, arguments: &[&str]) -> Value {
    let arguments = [&["--format", "json"], arguments].concat();
    serde_json::from_str(&run(folder, &arguments).out).unwrap()
}

#[test]
fn the_readme_shows_what_is_printed() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let ran = ran(command(here, &["tests/examples/overflow/hpx.yml"])
        .output()
        .unwrap());
    let readme = fs::read_to_string("README.md").unwrap();
    assert!(
        readme.contains(&format!("\n{}```\n", ran.out)),
        "{}",
        ran.out
    );
}

#[test]
fn nothing_to_check_is_no_failure() {
    let folder = tree(&[("chart.yaml", "a: 1\n"), ("readme.md", "")]);
    for arguments in [&[][..], &["."], &["check"], &["--format", "concise", "."]] {
        let ran = run(&folder, arguments);
        assert_eq!((ran.code, ran.out.as_str()), (0, ""), "{arguments:?}");
        let expected =
            "hpx-lint: found no profiles in `.`; a file that is named is always checked\n";
        assert_eq!(ran.err, expected);
    }
    let ran = run(&folder, &["--format", "json"]);
    assert_eq!(
        (ran.code, ran.out.as_str()),
        (0, "{\"version\":1,\"files\":[]}\n")
    );
}

#[test]
fn folders_are_searched_and_files_are_checked() {
    let folder = tree(&[
        ("a/hpx.yml", BROKEN),
        ("a/chart.yml", BROKEN),
        ("b/chart.yml", "a: 1\n"),
    ]);
    let all = json(&folder, &[]);
    assert_eq!(all["files"].as_array().unwrap().len(), 1);
    assert_eq!(all["files"][0]["path"], "a/hpx.yml");
    let named = json(&folder, &["a/chart.yml", "./b/chart.yml"]);
    assert_eq!(named["files"][0]["path"], "a/chart.yml");
    assert_eq!(named["files"][1]["path"], "b/chart.yml");
}

#[test]
fn the_exit_status_tells_what_was_found() {
    let folder = tree(&[("hpx.yml", BROKEN)]);
    for (arguments, expected) in [
        (&["hpx.yml"][..], 1),
        (&["check", "hpx.yml"], 1),
        (&["--fail-on", "hint", "hpx.yml"], 1),
        (&["--fail-on", "never", "hpx.yml"], 0),
        (&["hpx.yml", "nowhere.yml"], 2),
        (&["--fail-on", "never", "nowhere.yml"], 2),
        (&["--no-such-option"], 2),
        (&["--format", "yaml"], 2),
        (&["--hpx", "newest", "hpx.yml"], 2),
        (&["--root", "nowhere", "hpx.yml"], 2),
        (&["plan"], 2),
        (&["plan", "nowhere.yml"], 2),
        (&["explain", "no-such-rule-at-all"], 2),
        (&["boards", "no_such_board"], 2),
    ] {
        let ran = run(&folder, arguments);
        assert_eq!(ran.code, expected, "{arguments:?} {}", ran.err);
        assert_eq!(
            ran.err.is_empty(),
            expected != 2,
            "{arguments:?} {}",
            ran.err
        );
    }
}

#[test]
fn findings_on_one_line_each() {
    let folder = tree(&[("a b/hpx.yml", BROKEN)]);
    let ran = run(&folder, &["--format", "concise"]);
    assert!(!ran.out.is_empty());
    for line in ran.out.lines() {
        let rest = line.strip_prefix("a b/hpx.yml:").unwrap();
        let (place, rest) = rest.split_once(": ").unwrap();
        let numbers = place
            .split(':')
            .map(|number| number.parse::<u32>().unwrap());
        assert!(
            numbers.clone().count() == 2 && numbers.clone().all(|number| number > 0),
            "{line}"
        );
        let (level, rest) = rest.split_once('[').unwrap();
        assert!(["error", "warning", "hint"].contains(&level), "{line}");
        assert!(
            rest.split_once("] ")
                .is_some_and(|(_, message)| !message.is_empty()),
            "{line}"
        );
    }
    assert!(
        ran.out
            .lines()
            .any(|line| line.starts_with("a b/hpx.yml:2:")),
        "{}",
        ran.out
    );
}

#[test]
fn findings_for_people_show_the_lines() {
    let folder = tree(&[("hpx.yml", BROKEN)]);
    let ran = run(&folder, &[]);
    assert!(ran.out.contains("─[hpx.yml:2:"), "{}", ran.out);
    assert!(ran.out.contains(" 2 │   path: [\n"), "{}", ran.out);
    assert!(!ran.out.contains('\u{1b}'), "{}", ran.out);
    let summary = ran.out.lines().last().unwrap();
    assert!(summary.starts_with("Found "), "{summary}");
    assert!(summary.ends_with(" in 1 profile (hpx 0.4.1)."), "{summary}");
}

#[test]
fn json_has_the_promised_shape() {
    let folder = tree(&[
        ("runs/hpx.yml", SOUND),
        ("kws.tflite", MODEL),
        ("runs/hpx_b.yml", BROKEN),
    ]);
    let all = json(&folder, &["--hpx", "0.3.0"]);
    assert_eq!(all["version"], 1);
    let sound = &all["files"][0];
    assert_eq!(
        (&sound["path"], &sound["hpx"]),
        (&"runs/hpx.yml".into(), &"0.3.0".into())
    );
    assert_eq!(sound["start_folder"], ".");
    assert!(sound["accepted"].is_boolean());
    for key in ["placement", "cpu_clock", "plan", "plan_note"] {
        assert!(sound.get(key).is_some(), "{key}");
    }
    if let Some(regions) = sound["plan"].as_array() {
        assert!(
            regions.iter().all(|it| it["region"].is_string()
                && it["capacity"].is_u64()
                && it["used"].is_u64())
        );
        assert!(
            regions
                .iter()
                .flat_map(|it| it["consumers"].as_array().unwrap())
                .all(|it| {
                    it["name"].is_string() && it["size"].is_u64() && it["kind"].is_string()
                })
        );
    }
    let broken = &all["files"][1];
    assert_eq!(broken["accepted"], false);
    let finding = &broken["diagnostics"][0];
    for key in [
        "rule", "origin", "level", "message", "help", "key", "range", "related", "fixes",
    ] {
        assert!(finding.get(key).is_some(), "{key}");
    }
    assert!(finding["range"]["start"]["line"].as_u64().unwrap() >= 1);
    assert!(finding["range"]["end"]["column"].as_u64().unwrap() >= 1);
}

#[test]
fn what_cannot_be_read_is_told_and_the_rest_checked() {
    let folder = tree(&[("hpx.yml", BROKEN), ("sub/", "")]);
    let at = |name: &str| folder.path().join(name);
    fs::write(at("hpx_latin.yml"), b"model: \xe9\n").unwrap();
    fs::write(at("hpx_big.yml"), vec![b'#'; (4 << 20) + 1]).unwrap();
    let ran = run(&folder, &["--format", "concise", ".", "gone.yml"]);
    assert_eq!(ran.code, 2);
    assert!(ran.out.starts_with("hpx.yml:2:"), "{}", ran.out);
    let expected = "hpx-lint: gone.yml: no such file\n\
                    hpx-lint: hpx_big.yml: is larger than 4 MiB\n\
                    hpx-lint: hpx_latin.yml: is not UTF-8: byte 8 does not fit\n";
    assert_eq!(ran.err, expected);
    let files = json(&folder, &[".", "gone.yml"]);
    let errors: Vec<&Value> = files["files"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| &it["error"])
        .collect();
    let expected = [
        "no such file",
        "",
        "is larger than 4 MiB",
        "is not UTF-8: byte 8 does not fit",
    ];
    assert_eq!(
        errors
            .iter()
            .map(|it| it.as_str().unwrap_or(""))
            .collect::<Vec<_>>(),
        expected
    );
}

#[test]
fn what_is_too_much_to_show_is_counted() {
    let keys: String = (0..5_010)
        .map(|at| format!("no_such_key_{at}: 1\n"))
        .collect();
    let folder = tree(&[
        ("hpx.yml", &format!("{keys}{SOUND}")),
        ("kws.tflite", MODEL),
    ]);
    let file = &json(&folder, &[])["files"][0];
    assert_eq!(file["diagnostics"].as_array().unwrap().len(), 5_000);
    assert!(file["more"].as_u64().unwrap() >= 10);
    let ran = run(&folder, &["--format", "concise"]);
    let last = ran.out.lines().last().unwrap();
    assert!(last.ends_with(" more findings"), "{last}");
}

#[test]
fn deep_nesting_is_a_finding_in_any_thread() {
    let deep = "[".repeat(20_000);
    let mapping: String = (0..2_000)
        .map(|at| format!("{}a:\n", " ".repeat(at)))
        .collect();
    let folder = tree(&[
        ("hpx_a.yml", &deep),
        ("hpx_b.yml", &deep),
        ("hpx_c.yml", &mapping),
    ]);
    for arguments in [&[][..], &["hpx_a.yml"], &["hpx_c.yml"]] {
        assert_eq!(run(&folder, arguments).code, 1, "{arguments:?}");
    }
}

#[test]
fn a_file_of_just_the_limit_is_read() {
    let folder = tree(&[("hpx.yml", &format!("{}\n", "#".repeat((4 << 20) - 1)))]);
    assert_eq!(run(&folder, &["--fail-on", "never"]).code, 0);
}

#[test]
fn settings_with_mistakes_keep_their_profiles_unchecked() {
    let folder = tree(&[
        ("a/hpx-lint.toml", "hxp = '0.3.0'\n"),
        ("a/hpx.yml", BROKEN),
        ("b/hpx.yml", BROKEN),
    ]);
    let ran = run(&folder, &["--format", "concise"]);
    assert_eq!(ran.code, 2);
    assert!(
        ran.out.lines().all(|line| line.starts_with("b/hpx.yml:")),
        "{}",
        ran.out
    );
    let expected = "a/hpx-lint.toml:1:1: error[invalid-settings] unknown setting `hxp`\n\
                    hpx-lint: 1 profile not checked: a/hpx-lint.toml has mistakes\n";
    assert_eq!(ran.err, expected);
    let all = json(&folder, &[]);
    let entry = |at: usize| {
        (
            all["files"][at]["path"].as_str().unwrap(),
            all["files"][at]["error"].as_str(),
        )
    };
    assert_eq!(
        entry(0),
        ("a/hpx-lint.toml", Some("a/hpx-lint.toml has mistakes"))
    );
    assert_eq!(
        entry(1),
        (
            "a/hpx.yml",
            Some("not checked: a/hpx-lint.toml has mistakes")
        )
    );
    assert_eq!(entry(2), ("b/hpx.yml", None));
    assert_eq!(
        all["files"][0]["diagnostics"][0]["fixes"][0]["edits"][0]["text"],
        "hpx"
    );
    let plan = run(&folder, &["plan", "a/hpx.yml"]);
    assert_eq!(plan.code, 2);
    assert!(
        plan.err
            .starts_with("hpx-lint: a/hpx.yml: a/hpx-lint.toml has mistakes"),
        "{}",
        plan.err
    );
}

#[test]
fn settings_with_mistakes_are_told_where_only_their_patterns_would_name_a_profile() {
    let folder = tree(&[
        (
            "hpx-lint.toml",
            "profiles = ['configs/*.yaml']\nhxp = '0.4.1'\n",
        ),
        ("configs/kws.yaml", "modle:\n  path: kws.tflite\n"),
    ]);
    let ran = run(&folder, &[]);
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("unknown setting `hxp`"), "{}", ran.err);
}

#[test]
fn other_peoples_yaml_that_cannot_be_read_is_left_alone() {
    let folder = tree(&[("hpx.yml", SOUND)]);
    let model = include_bytes!("../examples/quickstart/two_layers.tflite");
    fs::write(folder.path().join("kws.tflite"), model).unwrap();
    fs::write(folder.path().join("latin.yml"), b"info: caf\xe9\n").unwrap();
    fs::write(folder.path().join("big.yaml"), vec![b'#'; (4 << 20) + 1]).unwrap();
    let ran = run(&folder, &["."]);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    assert_eq!(run(&folder, &["latin.yml"]).code, 2);
}

#[test]
fn an_engine_config_is_no_profile_unless_named() {
    let naming =
        "model:\n  path: kws.tflite\nengine:\n  type: helia-aot\n  config_path: aot/extra.yml\n";
    let extra = "model:\n  arena_size: 1\n";
    let folder = tree(&[
        ("hpx.yml", naming),
        ("aot/extra.yml", extra),
        ("kws.tflite", MODEL),
    ]);
    let paths = |arguments: &[&str]| {
        let all = json(&folder, arguments);
        let paths = all["files"]
            .as_array()
            .unwrap()
            .iter()
            .map(|it| it["path"].as_str().unwrap().to_owned());
        paths.collect::<Vec<_>>()
    };
    assert_eq!(paths(&[]), ["hpx.yml"]);
    assert_eq!(paths(&[".", "aot/extra.yml"]), ["aot/extra.yml", "hpx.yml"]);
    assert_eq!(paths(&["aot"]), [""; 0]);
    assert_eq!(paths(&["aot/extra.yml"]), ["aot/extra.yml"]);
}

#[test]
fn why_a_release_and_a_start_folder_is_told() {
    let lock = "[[package]]\nname = \"helia-profiler\"\nversion = \"0.3.0\"\n";
    let folder = tree(&[
        ("a/hpx.yml", SOUND),
        ("kws.tflite", MODEL),
        ("uv.lock", lock),
        ("pyproject.toml", ""),
    ]);
    let ran = run(&folder, &["-v", "--fail-on", "never"]);
    let expected =
        "hpx-lint: a/hpx.yml: hpx 0.3.0 (from uv.lock), started in . (where model.path exists)\n";
    assert_eq!(ran.err, expected);
    let ran = run(
        &folder,
        &["-v", "--fail-on", "never", "--hpx", "99.0", "--root", "a"],
    );
    let expected = "hpx-lint: a/hpx.yml: hpx 0.4.1 (--hpx says 99.0, which is not known here), \
                    started in a (from --root)\n\
                    hpx-lint: hpx 99.0 (--hpx) is not known here; checking against 0.4.1\n";
    assert_eq!(ran.err, expected);
}

#[test]
fn variables_that_hpx_heeds_are_told_of() {
    let folder = tree(&[("hpx.yml", BROKEN)]);
    let output = command(folder.path(), &[])
        .env("CMSIS_NN_PATH", "/x")
        .output()
        .unwrap();
    let expected = "hpx-lint: CMSIS_NN_PATH is set: hpx heeds it, hpx-lint does not\n";
    assert_eq!(ran(output).err, expected);
}

#[cfg(unix)]
#[test]
fn nothing_in_a_file_steers_the_terminal() {
    let nasty = "\u{1b}]0;owned\u{7}\u{9b}31m\u{202e}\u{2066}\u{200f}\u{7f}\r";
    let text = format!(
        "model:\n  path: '{nasty}'\n  \"{nasty}\": {nasty}\n{nasty}: [\nengine: {{type: {nasty}}}\n"
    );
    let name = format!("hpx_{}.yml", nasty.replace('\u{7}', "\n"));
    let folder = tree(&[(&name, &text), ("hpx.yml", &text)]);
    fs::write(folder.path().join("hpx_\u{1b}[2J.yml"), b"\xff").unwrap();
    let hostile = |c: char| {
        c.is_control() && c != '\n'
            || ('\u{202a}'..='\u{202e}').contains(&c)
            || ('\u{2066}'..='\u{2069}').contains(&c)
            || c == '\u{200f}'
    };
    for arguments in [
        &[][..],
        &["-v", "--format", "concise"],
        &["--format", "json"],
        &["plan", &name],
        &["plan", "--format", "json", "hpx.yml"],
        &[nasty],
        &["--hpx", nasty],
        &["--root", nasty],
        &["explain", nasty],
        &["boards", nasty],
        &["--format", nasty],
    ] {
        let ran = run(&folder, arguments);
        for text in [&ran.out, &ran.err] {
            assert!(!text.contains(hostile), "{arguments:?} {text:?}");
        }
    }
}

#[test]
fn a_plan_is_shown_in_eighty_columns() {
    let folder = tree(&[
        ("hpx.yml", SOUND),
        ("kws.tflite", MODEL),
        ("broken.yml", BROKEN),
    ]);
    let ran = run(&folder, &["plan", "hpx.yml"]);
    assert!(ran.out.starts_with("hpx.yml (hpx 0.4.1)\n"), "{}", ran.out);
    assert!(
        ran.out.lines().all(|line| line.chars().count() <= 80),
        "{}",
        ran.out
    );
    let ran = run(&folder, &["plan", "broken.yml"]);
    assert_eq!(ran.code, 1);
    assert!(ran.out.contains("\nNo plan: "), "{}", ran.out);
    assert!(
        ran.out
            .ends_with("hpx refuses this profile; `hpx-lint broken.yml` tells why.\n")
    );
    let ran = run(&folder, &["plan", "--format", "json", "hpx.yml"]);
    let plan: Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!(plan["files"][0]["path"], "hpx.yml");
    assert!(plan["files"][0].get("plan").is_some());
}

/// A folder with a whole model where [`SOUND`] names one.
fn with_two_layers() -> TempDir {
    let folder = tree(&[]);
    let model = "tests/examples/quickstart/two_layers.tflite";
    fs::copy(model, folder.path().join("kws.tflite")).unwrap();
    folder
}

#[test]
fn a_plan_says_what_else_is_wrong() {
    let folder = with_two_layers();
    let plan = |text: &str| {
        fs::write(folder.path().join("hpx.yml"), text).unwrap();
        let ran = run(&folder, &["plan", "hpx.yml"]);
        let last = ran.out.trim_end().lines().last().unwrap().to_owned();
        (ran.code, last)
    };
    let unlinked = SOUND.replace("65536", "470000\n  arena_location: tcm");
    let (code, last) = plan(&unlinked);
    assert_eq!(code, 1);
    assert!(
        last.starts_with("DTCM fits hpx's plan and not the linker's"),
        "{last}"
    );
    let over = SOUND.replace("65536", "600000\n  arena_location: tcm");
    let told = (1, "hpx refuses this profile; `hpx-lint hpx.yml` tells why.");
    let (code, last) = plan(&over);
    assert_eq!((code, last.as_str()), told);
    let hushed = format!("# hpx-lint: ignore-file[arena-overflow]\n{over}");
    let (code, last) = plan(&hushed);
    let told = "hpx refuses this profile; its comments or the settings ignore why.";
    assert_eq!((code, last.as_str()), (1, told));
    let ran = run(&folder, &["plan", "."]);
    let told = "hpx-lint: .: is a folder: name one profile\n";
    assert_eq!((ran.code, ran.err.as_str()), (2, told));
}

#[test]
fn what_comments_ignore_is_counted() {
    let over = SOUND.replace("65536", "600000\n  arena_location: tcm");
    let hushed = format!("# hpx-lint: ignore-file[arena-overflow]\n{over}");
    let folder = with_two_layers();
    fs::write(folder.path().join("hpx.yml"), hushed).unwrap();
    let ran = run(&folder, &["hpx.yml"]);
    let told = "No findings in 1 profile (hpx 0.4.1); comments ignore 1.\n";
    assert_eq!((ran.code, ran.out.as_str()), (0, told));
    assert_eq!(json(&folder, &["hpx.yml"])["files"][0]["ignored"], 1);
}

#[test]
fn a_plan_of_broken_yaml_tells_what_is_broken() {
    for (text, expected) in [
        (
            "model:\n  path: [kws.tflite\n",
            "No plan: line 2 is no YAML that hpx can read: the `[` that opens here is not\nclosed\n",
        ),
        (
            "model:\n  path: kws.tflite\nengine: \"litert\n",
            "No plan: line 3 is no YAML that hpx can read: the quote `\"` that opens here is\n\
             not closed\n",
        ),
        ("model: {}\n", "No plan: no model is named\n"),
    ] {
        let folder = tree(&[("hpx.yml", text)]);
        let ran = run(&folder, &["plan", "hpx.yml"]);
        assert_eq!(ran.code, 1);
        assert!(ran.out.contains(expected), "{}", ran.out);
    }
}

#[test]
fn help_lists_and_explains() {
    let folder = tree(&[]);
    let help = run(&folder, &["--help"]);
    assert_eq!(help.code, 0);
    assert!(help.out.contains("Examples:\n  hpx-lint "), "{}", help.out);
    assert!(run(&folder, &["--version"]).out.starts_with("hpx-lint "));
    let rules = run(&folder, &["rules"]);
    assert!(rules.out.contains("unused-suppression"), "{}", rules.out);
    assert!(
        rules.out.lines().all(|line| line.chars().count() <= 80),
        "{}",
        rules.out
    );
    for rule in hpx_lsp::rules::all() {
        let page = run(&folder, &["explain", rule.id]).out;
        assert!(page.starts_with(rule.id), "{page}");
        let prose = page.lines().filter(|line| !line.starts_with("    "));
        assert!(
            prose.clone().all(|line| line.chars().count() <= 80),
            "{page}"
        );
    }
    let near = run(&folder, &["explain", "unused-supression"]);
    let expected =
        "hpx-lint: there is no rule `unused-supression`; did you mean `unused-suppression`?\n";
    assert_eq!((near.code, near.err.as_str()), (2, expected));
}

#[test]
fn boards_are_listed_and_told_about() {
    let folder = tree(&[]);
    let boards = run(&folder, &["boards"]);
    assert!(
        boards
            .out
            .lines()
            .any(|line| line.starts_with("apollo510_evb ")),
        "{}",
        boards.out
    );
    assert!(
        boards.out.lines().all(|line| line.chars().count() <= 80),
        "{}",
        boards.out
    );
    let board = run(&folder, &["boards", "apollo510_evb"]);
    assert!(board.out.contains("cortex-m55"), "{}", board.out);
    let near = run(&folder, &["boards", "apollo510_ebv"]);
    let expected =
        "hpx-lint: hpx 0.4.1 knows no board `apollo510_ebv`; did you mean `apollo510_evb`?\n";
    assert_eq!((near.code, near.err.as_str()), (2, expected));
    let part = run(&folder, &["boards", "apollo510"]);
    let expected = "hpx-lint: hpx 0.4.1 knows no board `apollo510`; did you mean \
                    `apollo510_evb`, `apollo510b_evb` or `apollo510dL_evb`?\n";
    assert_eq!((part.code, part.err.as_str()), (2, expected));
    let old = run(&folder, &["boards", "--hpx", "0.1.1"]);
    assert!(
        old.out.contains("hpx 0.1.1") && !old.out.contains("atomiq110"),
        "{}",
        old.out
    );
}

#[test]
fn a_misspelt_command_is_named() {
    let folder = tree(&[("hpx.yml", "model: {path: kws.tflite}\n")]);
    let ran = run(&folder, &["chekc"]);
    let expected = "hpx-lint: did you mean the command `check`?\nhpx-lint: chekc: no such file\n";
    assert_eq!((ran.code, ran.err.as_str()), (2, expected));
    let help = run(&folder, &["help"]);
    assert_eq!((help.code, help.out), (0, run(&folder, &["--help"]).out));
    let explained = run(&folder, &["explain", "invalid-settings"]);
    assert_eq!(explained.code, 0);
    assert!(explained.out.contains("`profiles`"), "{}", explained.out);
}

#[test]
fn what_is_left_alone_is_told_on_demand() {
    let folder = tree(&[("typo.yml", "modle: {}\nengien: {type: litert}\n")]);
    let ran = run(&folder, &["-v"]);
    let expected = "hpx-lint: found no profiles in `.`; a file that is named is always checked\n\
                    hpx-lint: typo.yml: not checked, as it is no profile\n";
    assert_eq!((ran.code, ran.err.as_str()), (0, expected));
}

#[cfg(unix)]
#[test]
fn ignore_files_that_never_end_are_not_read() {
    let good = "model: {path: kws.tflite}\n";
    let folder = tree(&[("hpx.yml", good), ("a/hpx.yml", good), ("b/hpx.yml", good)]);
    fs::write(folder.path().join("kws.tflite"), MODEL).unwrap();
    let endless = folder.path().join("a/.gitignore");
    std::os::unix::fs::symlink("/dev/zero", endless).unwrap();
    let ran = run(&folder, &["--format", "concise"]);
    let why = "is no file that can tell what to ignore; its folder is not searched";
    assert_eq!(ran.err, format!("hpx-lint: a/.gitignore: {why}\n"));
    assert_eq!(ran.code, 2);
    let ran = run(&folder, &["--format", "concise", "a"]);
    assert_eq!(ran.err, format!("hpx-lint: a/.gitignore: {why}\n"));
}

#[test]
fn no_profile_is_begun_that_cannot_work() {
    let folder = tree(&[]);
    let arguments = [
        "init",
        "--engine",
        "helia-aot",
        "--board",
        "apollo3p_evb_cygnus",
    ];
    let ran = run(&folder, &arguments);
    let expected = "hpx-lint: helia-aot has no platform for `apollo3p_evb_cygnus`; choose another \
                    board, or another engine\n";
    assert_eq!((ran.code, ran.err.as_str()), (2, expected));
    assert!(!folder.path().join("hpx.yml").exists());
}

#[test]
fn a_profile_to_begin_with_is_written() {
    let folder = tree(&[("kws.tflite", MODEL)]);
    let init = run(&folder, &["init", "--hpx", "0.1.6"]);
    assert_eq!(
        (init.code, init.out.as_str()),
        (0, "wrote hpx.yml for the model kws.tflite\n"),
        "{}",
        init.err
    );
    let text = fs::read_to_string(folder.path().join("hpx.yml")).unwrap();
    assert!(text.contains("path: kws.tflite\n"), "{text}");
    assert_eq!(
        json(&folder, &["--hpx", "0.1.6", "hpx.yml"])["files"][0]["accepted"],
        true
    );
    let shown = run(&folder, &["init", "-"]);
    assert_eq!((shown.code, shown.out), (0, text.clone()));
    let arguments = [
        "init",
        "--engine",
        "helia-aot",
        "--board",
        "apollo4p_evb",
        "aot.yml",
    ];
    assert_eq!(run(&folder, &arguments).code, 0);
    let other = fs::read_to_string(folder.path().join("aot.yml")).unwrap();
    assert!(other.contains("type: helia-aot\n") && other.contains("board: apollo4p_evb\n"));
}

#[test]
fn init_writes_over_nothing_and_guesses_nothing() {
    let folder = tree(&[("hpx.yml", "mine")]);
    for (arguments, expected) in [
        (
            &["init"][..],
            "hpx.yml: is there already, and is left as it is",
        ),
        (
            &["init", "sub/hpx.yml"],
            "sub/hpx.yml: there is no such folder",
        ),
        (
            &["init", "--engine", "helia_rt", "new.yml"],
            "hpx 0.4.1 knows no engine `helia_rt`; did you mean `helia-rt`?",
        ),
        (
            &["init", "--engine", "tvm", "new.yml"],
            "hpx 0.4.1 knows no engine `tvm`; it knows litert, helia-rt, helia-aot, executorch",
        ),
        (
            &["init", "--board", "mine", "new.yml"],
            "hpx 0.4.1 knows no board `mine`; `hpx-lint boards` lists them",
        ),
        (
            &["init", "--hpx", "0.1.1", "--engine", "executorch", "-"],
            "hpx 0.1.1 knows no engine `executorch`; it knows tflm, helia-rt, helia-aot",
        ),
    ] {
        let ran = run(&folder, arguments);
        let expected = format!("hpx-lint: {expected}\n");
        assert_eq!((ran.code, ran.err, ran.out), (2, expected, String::new()));
    }
    let text = fs::read_to_string(folder.path().join("hpx.yml")).unwrap();
    assert_eq!(text, "mine");
    assert!(!folder.path().join("new.yml").exists());
}
