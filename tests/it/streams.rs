//! What the program writes, and its exit status when that goes nowhere.

#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    clippy::unwrap_used
)]

use std::fs::File;
use std::process::Stdio;

use crate::cli::{BROKEN, MODEL, SOUND, command, json, ran, run};
use crate::workspace::tree;
use serde_json::Value;

/// Whether standard output or standard error has lost its reader before the program wrote to it.
fn code_without_reader(folder: &tempfile::TempDir, arguments: &[&str], err: bool) -> (i32, String) {
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let mut command = command(folder.path(), arguments);
    let output = match err {
        true => command.stderr(writer).output(),
        false => command.stdout(writer).output(),
    };
    let ran = ran(output.unwrap());
    (ran.code, ran.out + &ran.err)
}

#[test]
fn a_reader_of_stdout_that_goes_away_changes_no_status() {
    let lines: String = (0..3000).map(|at| format!("key{at}: 1\n")).collect();
    let folder = tree(&[("hpx.yml", &format!("{lines}{BROKEN}"))]);
    for (arguments, expected) in [
        (&["--format", "json"][..], 1),
        (&[], 1),
        (&["--format", "concise"], 1),
        (&["--fail-on", "never"], 0),
        (&["plan", "hpx.yml"], 1),
        (&["boards"], 0),
        (&["rules"], 0),
        (&["--help"], 0),
    ] {
        let found = code_without_reader(&folder, arguments, false);
        assert_eq!(found, (expected, String::new()), "{arguments:?}");
    }
    let (code, told) = code_without_reader(&folder, &[".", "nowhere.yml"], false);
    assert_eq!(
        (code, told.as_str()),
        (2, "hpx-lint: nowhere.yml: no such file\n")
    );
}

#[test]
fn a_lost_stderr_loses_nothing_else() {
    let folder = tree(&[("hpx.yml", BROKEN)]);
    for (arguments, expected) in [
        (&["-v", "--format", "concise", "hpx.yml"][..], 1),
        (&["-v", "--format", "concise", "hpx.yml", "nowhere.yml"], 2),
    ] {
        let sound = run(&folder, arguments);
        let found = code_without_reader(&folder, arguments, true);
        assert_eq!(found, (expected, sound.out), "{arguments:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told() {
    let folder = tree(&[("hpx.yml", BROKEN)]);
    for arguments in [&["hpx.yml"][..], &["rules"], &["--help"]] {
        let full = File::options().write(true).open("/dev/full").unwrap();
        let output = command(folder.path(), arguments)
            .stdout(Stdio::from(full))
            .output();
        let ran = ran(output.unwrap());
        assert_eq!(ran.code, 2, "{arguments:?}");
        assert!(ran.err.contains("hpx-lint: cannot write: "), "{}", ran.err);
    }
    let full = File::options().write(true).open("/dev/full").unwrap();
    let output = command(folder.path(), &["-v", "hpx.yml"])
        .stderr(Stdio::from(full))
        .output();
    let ran = ran(output.unwrap());
    assert_eq!(ran.code, 1);
    assert!(ran.out.contains("hpx.yml:2:"), "{}", ran.out);
}

#[test]
fn programs_get_an_object_whatever_happens() {
    let folder = tree(&[
        ("hpx.yml", SOUND),
        ("kws.tflite", MODEL),
        ("a/hpx-lint.toml", "hxp = '0.3.0'\n"),
        ("a/hpx.yml", SOUND),
    ]);
    for (arguments, error) in [
        (
            &["--hpx", "zz"][..],
            "--hpx zz: no release; expected one such as 0.4.1",
        ),
        (&["--root", "zz"], "--root zz: no such folder"),
        (
            &["plan", "--hpx", "zz", "hpx.yml"],
            "--hpx zz: no release; expected one such as 0.4.1",
        ),
    ] {
        let arguments = [arguments, &["--format", "json"]].concat();
        let ran = run(&folder, &arguments);
        let object: Value = serde_json::from_str(&ran.out).unwrap();
        let expected = serde_json::json!({"version": 1, "error": error, "files": []});
        assert_eq!((ran.code, object), (2, expected), "{arguments:?}");
        assert_eq!(ran.err, format!("hpx-lint: {error}\n"));
    }
    for (file, error) in [
        ("nowhere.yml", "no such file"),
        ("a", "is a folder: name one profile"),
        ("kws.tflite/x", "no such file"),
        (
            "a/hpx.yml",
            "a/hpx-lint.toml has mistakes; `hpx-lint check a/hpx.yml` shows them",
        ),
    ] {
        let ran = run(&folder, &["plan", "--format", "json", file]);
        let object: Value = serde_json::from_str(&ran.out).unwrap();
        let files = serde_json::json!([{"path": file, "error": error}]);
        assert_eq!((ran.code, &object["files"]), (2, &files));
        assert_eq!(ran.err, format!("hpx-lint: {file}: {error}\n"));
    }
    assert_eq!(
        json(&folder, &["nowhere.yml"])["files"][0]["error"],
        "no such file"
    );
}
