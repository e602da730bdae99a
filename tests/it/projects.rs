//! What lies around a profile and cannot be taken as it is: settings with mistakes that only the
//! disk shows, pipes, links, names that are no UTF-8, files that belong to other profiles.

#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    clippy::unwrap_used
)]

use std::fs;
use std::path::Path;

use crate::cli::{BROKEN, MODEL, SOUND, json, run};
use crate::workspace::tree;
use tempfile::TempDir;

fn paths(folder: &TempDir, arguments: &[&str]) -> Vec<String> {
    let all = json(folder, arguments);
    let files = all["files"].as_array().unwrap().iter();
    files
        .map(|file| file["path"].as_str().unwrap().to_owned())
        .collect()
}

/// What is said besides the findings, and the exit status.
fn told(folder: &TempDir, arguments: &[&str]) -> (i32, String) {
    let concise = ["--format", "concise", "--fail-on", "never"];
    let ran = run(folder, &[&concise, arguments].concat());
    (ran.code, ran.err)
}

#[test]
fn settings_are_held_against_the_disk() {
    for (text, expected) in [
        (
            "hpx = '0.x'\n",
            "1:7: error[invalid-settings] `0.x` is no release of hpx: expected one such as \"0.4.1\"",
        ),
        (
            "root = 'nowhere'\n",
            "1:8: error[invalid-settings] there is no folder `nowhere` here",
        ),
        (
            "root = 'nowhere/..'\n",
            "1:8: error[invalid-settings] there is no folder `nowhere/..` here",
        ),
        (
            "root = 'hpx.yml'\n",
            "1:8: error[invalid-settings] `hpx.yml` is no folder",
        ),
    ] {
        let folder = tree(&[("hpx-lint.toml", text), ("hpx.yml", SOUND)]);
        let expected = format!(
            "hpx-lint.toml:{expected}\n\
             hpx-lint: 1 profile not checked: hpx-lint.toml has mistakes\n"
        );
        assert_eq!(told(&folder, &[]), (2, expected));
    }
}

#[test]
fn every_mistake_in_settings_is_told() {
    let text = "hpx = 'x'\nroot = 3\nprofiles = ['./a', '../b', '{']\n[rules]\nno-such = 'x'\n";
    let folder = tree(&[("hpx-lint.toml", text), ("hpx.yml", SOUND)]);
    let (_, told) = told(&folder, &[]);
    let lines: Vec<&str> = told.lines().filter_map(|it| it.split(':').nth(1)).collect();
    assert_eq!(&lines[..6], ["1", "2", "3", "3", "3", "5"], "{told}");
    assert_eq!(lines.len(), 7, "{told}");
}

#[cfg(unix)]
#[test]
fn a_pattern_begins_in_its_folder() {
    let folder = tree(&[("hpx.yml", SOUND), ("tmp/x.yml", "")]);
    let settings = |text: &str| fs::write(folder.path().join("hpx-lint.toml"), text).unwrap();
    settings("profiles = ['/dev/*.yml']\n");
    let (code, text) = told(&folder, &[]);
    assert!(
        text.contains("1:13: error[invalid-settings] the pattern can match nothing: a leading")
    );
    assert_eq!(code, 2);
    settings("profiles = ['/tmp/*.yml', '/hpx.yml', '/nowhere/*.yml', '/dev']\n");
    assert_eq!(told(&folder, &[]).0, 0);
}

#[test]
fn a_pyproject_that_cannot_be_read_is_told() {
    let folder = tree(&[("hpx.yml", SOUND), ("kws.tflite", MODEL)]);
    let pyproject = |text: &[u8]| fs::write(folder.path().join("pyproject.toml"), text).unwrap();
    pyproject(b"# caf\xe9\n");
    let notice =
        "hpx-lint: pyproject.toml is not UTF-8: byte 6 does not fit; what it says is not known\n";
    assert_eq!(told(&folder, &[]), (0, notice.to_owned()));
    assert_eq!(told(&folder, &["--hpx", "0.3.0"]), (0, notice.to_owned()));
    pyproject(b"[tool.hpx-lint]\n# caf\xe9\n");
    let error = "hpx-lint: 1 profile not checked: \
                 pyproject.toml is not UTF-8: byte 22 does not fit\n";
    assert_eq!(told(&folder, &[]), (2, error.to_owned()));
    pyproject(b"[project\ndependencies = ['helia-profiler==0.3.0']\n");
    let notice = "hpx-lint: pyproject.toml is no TOML; what it says is not known\n";
    assert_eq!(told(&folder, &[]), (0, notice.to_owned()));
}

#[cfg(unix)]
#[test]
fn nothing_is_awaited_from_pipes_and_devices() {
    use std::os::unix::fs::symlink;
    let folder = tree(&[("hpx.yml", SOUND), ("kws.tflite", MODEL)]);
    let at = |name: &str| folder.path().join(name);
    let pipe = |path: &Path| {
        let made = std::process::Command::new("mkfifo").arg(path).status();
        assert!(made.unwrap().success());
    };
    for name in ["pyproject.toml", "requirements.txt"] {
        pipe(&at(name));
    }
    symlink("/dev/tty", at("uv.lock")).unwrap();
    let (code, text) = told(&folder, &[]);
    let expected: String = ["pyproject.toml", "requirements.txt", "uv.lock"]
        .map(|name| format!("hpx-lint: {name} is no regular file; what it says is not known\n"))
        .concat();
    assert_eq!((code, text), (0, expected));
    let settings = at("hpx-lint.toml");
    let broken = |expected: &str| {
        let expected = format!("hpx-lint: 1 profile not checked: hpx-lint.toml {expected}\n");
        assert_eq!(told(&folder, &[]), (2, expected));
        let _ = fs::remove_file(&settings);
    };
    pipe(&settings);
    broken("is no regular file");
    symlink("/dev/null", &settings).unwrap();
    broken("is no regular file");
    symlink("nowhere", &settings).unwrap();
    broken("is a link to nothing");
    fs::create_dir(&settings).unwrap();
    broken("is a folder");
}

#[cfg(unix)]
#[test]
fn the_folder_above_a_link_is_the_systems() {
    use std::os::unix::fs::symlink;
    let folder = tree(&[
        ("hpx.yml", BROKEN),
        ("there/below/", ""),
        ("there/hpx.yml", SOUND),
        ("there/hpx-lint.toml", "root = '../link/..'\n"),
    ]);
    symlink("there/below", folder.path().join("link")).unwrap();
    assert_eq!(paths(&folder, &["link/../hpx.yml"]), ["there/hpx.yml"]);
    assert_eq!(paths(&folder, &["link/../../hpx.yml"]), ["hpx.yml"]);
    let start = |arguments: &[&str]| json(&folder, arguments)["files"][0]["start_folder"].clone();
    assert_eq!(start(&["there/hpx.yml"]), "there");
    assert_eq!(start(&["--root", "link/..", "hpx.yml"]), "there");
    for nothing in ["nowhere/../hpx.yml", "hpx.yml/../hpx.yml"] {
        let expected = format!("hpx-lint: {nothing}: no such file\n");
        assert_eq!(told(&folder, &[nothing]), (2, expected));
    }
}

#[test]
fn an_engine_config_is_known_by_an_owner_outside_the_searched_folder() {
    let owner = "model:\n  path: kws.tflite\nengine:\n  type: helia-aot\n  config_path: CONFIG\n";
    let config = "model:\n  arena_size: 1\n";
    let folder = tree(&[
        (".git/", ""),
        ("kws.tflite", MODEL),
        ("runs/a/hpx.yml", &owner.replace("CONFIG", "aot/own.yml")),
        ("runs/chart.yml", "config_path: aot/free.yml\n"),
        ("aot/own.yml", config),
        ("aot/free.yml", config),
        ("aot/self.yml", &owner.replace("CONFIG", "aot/self.yml")),
    ]);
    let rest = ["aot/free.yml", "aot/self.yml"];
    assert_eq!(paths(&folder, &["aot"]), rest);
    assert_eq!(paths(&folder, &["aot", "runs/a"]).len(), 3);
    assert_eq!(paths(&folder, &["aot/own.yml"]), ["aot/own.yml"]);
}

#[cfg(unix)]
#[test]
fn an_engine_config_is_known_behind_a_link() {
    let owner =
        "model:\n  path: kws.tflite\nengine:\n  type: helia-aot\n  config_path: link/own.yml\n";
    let folder = tree(&[
        ("hpx.yml", owner),
        ("kws.tflite", MODEL),
        ("aot/own.yml", "model:\n  arena_size: 1\n"),
    ]);
    std::os::unix::fs::symlink("aot", folder.path().join("link")).unwrap();
    assert_eq!(paths(&folder, &["."]), ["hpx.yml"]);
}

#[cfg(target_os = "linux")]
#[test]
fn names_that_are_no_utf8_stay_apart() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let folder = tree(&[("hpx_\u{fffd}.yml", BROKEN)]);
    for name in [b"hpx_\xe8%.yml", b"hpx_\xe9 .yml"] {
        fs::write(folder.path().join(OsStr::from_bytes(name)), BROKEN).unwrap();
    }
    let here = folder.path().canonicalize().unwrap();
    let here = here.to_str().unwrap();
    let expected = [
        format!("file://{here}/hpx_%E8%25.yml"),
        format!("file://{here}/hpx_%E9%20.yml"),
        "hpx_\u{fffd}.yml".to_owned(),
    ];
    assert_eq!(paths(&folder, &["."]), expected);
}

#[test]
fn a_model_that_is_too_large_for_us_is_told() {
    let folder = tree(&[("hpx.yml", SOUND)]);
    let model = fs::File::create(folder.path().join("kws.tflite")).unwrap();
    model.set_len((256 << 20) + 1).unwrap();
    let expected = "hpx-lint: hpx.yml: kws.tflite is larger than 256 MiB, the most that hpx-lint \
                    reads; what is in it is not checked\n";
    assert_eq!(told(&folder, &[]), (0, expected.to_owned()));
    let out = run(&folder, &["--format", "concise"]).out;
    assert!(!out.contains("model-file"), "{out}");
}

#[test]
fn a_heliaaot_file_that_is_too_large_for_us_is_told() {
    let profile = |engine: &str| {
        format!(
            "model:\n  path: kws.tflite\n  weights_location: psram\nengine:\n  type: {engine}\n  \
             config_path: aot.yaml\n"
        )
    };
    // The file could say that the application binds the arenas.
    let text = profile("helia-aot");
    let folder = tree(&[("hpx.yml", &text), ("kws.tflite", "\0\0\0\0TFL3\0\0\0\0")]);
    let file = fs::File::create(folder.path().join("aot.yaml")).unwrap();
    file.set_len((4 << 20) + 1).unwrap();
    let expected = "hpx-lint: hpx.yml: aot.yaml is larger than 4 MiB, the most that hpx-lint \
                    reads; what is in it is not checked\n";
    let ran = run(&folder, &["--format", "concise"]);
    assert_eq!((ran.code, ran.err.as_str()), (0, expected), "{}", ran.out);
    assert!(!ran.out.contains("aot-"), "{}", ran.out);
    assert_eq!(json(&folder, &[])["files"][0]["accepted"], true);
    file.set_len(4 << 20).unwrap();
    let ran = run(&folder, &["--format", "concise"]);
    assert_eq!(ran.err, "");
    assert!(ran.out.contains("aot-config-file"), "{}", ran.out);
    // Another engine never reads it.
    file.set_len((4 << 20) + 1).unwrap();
    let text = profile("executorch");
    fs::write(folder.path().join("hpx.yml"), text).unwrap();
    assert_eq!(run(&folder, &["--format", "concise"]).err, "");
}

#[test]
fn requirements_are_read_however_they_are_written() {
    let utf16 = |text: &str| -> Vec<u8> {
        let units = std::iter::once(0xfeff).chain(text.encode_utf16());
        units.flat_map(u16::to_le_bytes).collect()
    };
    let range = "[project]\ndependencies = ['helia-profiler>=0.4']\n";
    for (text, expected) in [
        (
            b"\xef\xbb\xbfhelia-profiler==0.3.0\t# why\r\n".to_vec(),
            "0.3.0",
        ),
        (utf16("helia_profiler[x]==0.2.1\r\n"), "0.2.1"),
        (b"Helia.Profiler \\\n == 0.2.0".to_vec(), "0.2.0"),
    ] {
        let folder = tree(&[("hpx.yml", SOUND), ("pyproject.toml", range)]);
        fs::write(folder.path().join("requirements-dev.txt"), text).unwrap();
        assert_eq!(json(&folder, &[])["files"][0]["hpx"], expected);
    }
}

#[test]
fn a_series_means_its_newest_release() {
    let folder = tree(&[
        ("hpx.yml", SOUND),
        ("a/hpx.yml", SOUND),
        ("a/hpx-lint.toml", "hpx = '0.2'\n"),
    ]);
    for (arguments, expected) in [
        (
            &["-v", "--hpx", "0.4", "hpx.yml"][..],
            "hpx.yml: hpx 0.4.1 (the newest known 0.4, from --hpx)",
        ),
        (
            &["-v", "a/hpx.yml"],
            "a/hpx.yml: hpx 0.2.5 (the newest known 0.2, from a/hpx-lint.toml)",
        ),
    ] {
        let (_, text) = told(&folder, arguments);
        assert!(text.starts_with(&format!("hpx-lint: {expected}")), "{text}");
    }
}
