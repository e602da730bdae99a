//! What governs a profile: settings, release, start folder, and which files are profiles.

#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    clippy::unwrap_used
)]

use std::fs;
use std::path::{Path, PathBuf};

use hpx_lsp::artifact::{Files, Home, Stat, TextProblem};
use hpx_lsp::catalog::Release;
use hpx_lsp::profile::detect::Standing;
use hpx_lsp::workspace::discover::discover;
use hpx_lsp::workspace::{Reason, Workspace, release};
use tempfile::TempDir;

/// A folder with these files in it; one whose name ends in `/` is a folder.
pub fn tree(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        let path = folder.path().join(name);
        if name.ends_with('/') {
            fs::create_dir_all(path).unwrap();
        } else {
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
    }
    folder
}

/// The folder from the root of the disk on, links resolved, as a program sees its own.
fn top(folder: &TempDir) -> PathBuf {
    folder.path().canonicalize().unwrap()
}

fn workspace(folder: &TempDir) -> Workspace {
    Workspace::new(top(folder), None)
}

/// The release that a profile at `file` is checked against, why, and whether a notice is due.
fn release_of(files: &[(&str, &str)], file: &str) -> (String, String, bool) {
    let folder = tree(files);
    let project = workspace(&folder).project(&top(&folder).join(file));
    let chosen = &project.release;
    (
        chosen.release.name.clone(),
        chosen.why.clone(),
        chosen.notice.is_some(),
    )
}

#[test]
fn the_release_is_the_one_that_the_project_uses() {
    let newest = Release::newest().name.as_str();
    let venv = ".venv/lib/python3.12/site-packages/helia_profiler-0.2.0.dist-info/";
    let windows = ".venv/Lib/site-packages/helia_profiler-0.2.1.dist-info/METADATA";
    let lock = "[[package]]\nname = \"helia-profiler\"\nversion = \"0.2.2\"\n";
    let pin = "[project]\ndependencies = [\"helia-profiler==0.2.3\"]\n";
    let range = "helia-profiler>=0.1,<0.2\n";
    let settings = "hpx = \"0.3.0\"\n";
    let nothing = "the newest known; nothing tells which one is used";
    for (files, expected, why, notice) in [
        (&[][..], newest, nothing, false),
        (
            &[(venv, ""), ("uv.lock", lock)],
            "0.2.0",
            "from .venv",
            false,
        ),
        (&[(windows, "")], "0.2.1", "from .venv", false),
        (
            &[("uv.lock", lock), ("pyproject.toml", pin)],
            "0.2.2",
            "from uv.lock",
            false,
        ),
        (
            &[("a/requirements.txt", range), ("pyproject.toml", pin)],
            "0.2.3",
            "from pyproject.toml",
            false,
        ),
        (
            &[("requirements-dev.txt", range)],
            "0.1.6",
            "the newest known that requirements-dev.txt allows",
            false,
        ),
        (
            &[("hpx-lint.toml", settings), (venv, "")],
            "0.3.0",
            "from hpx-lint.toml",
            false,
        ),
        (
            &[("uv.lock", "broken = = helia-profiler")],
            newest,
            nothing,
            false,
        ),
        (
            &[("requirements.txt", "helia-profiler==99.0\n")],
            newest,
            "requirements.txt says 99.0, which is not known here",
            true,
        ),
    ] {
        let found = release_of(files, "a/b/hpx.yml");
        assert_eq!(
            found,
            (expected.to_owned(), why.to_owned(), notice),
            "{files:?}"
        );
    }
}

#[test]
fn the_workspace_ends_where_the_checkout_does() {
    let settings = "hpx = \"0.3.0\"\n";
    let newest = Release::newest().name.as_str();
    for (files, expected) in [
        // The nearest checkout.
        (&[("hpx-lint.toml", settings), ("a/.git/", "")][..], newest),
        (
            &[("hpx-lint.toml", settings), ("a/.git", "gitdir: x")],
            newest,
        ),
        (
            &[
                (".git/", ""),
                ("hpx-lint.toml", settings),
                ("a/pyproject.toml", ""),
            ],
            "0.3.0",
        ),
        // Without one, settings; then a project.
        (
            &[("hpx-lint.toml", settings), ("a/pyproject.toml", "")],
            "0.3.0",
        ),
        (
            &[
                ("pyproject.toml", "[tool.hpx-lint]\nhpx = '0.3.0'"),
                ("a/pyproject.toml", ""),
            ],
            newest,
        ),
        // The nearest settings count, and a folder's own file before its project's.
        (
            &[
                ("hpx-lint.toml", "hpx = '0.2.0'"),
                ("a/hpx-lint.toml", settings),
            ],
            "0.3.0",
        ),
        (
            &[
                ("hpx-lint.toml", settings),
                ("pyproject.toml", "[tool.hpx-lint]\nhpx = '0.2.0'"),
            ],
            "0.3.0",
        ),
    ] {
        assert_eq!(release_of(files, "a/b/hpx.yml").0, expected, "{files:?}");
    }
}

#[test]
fn the_start_folder_is_where_the_model_is() {
    let model = Some("models/kws.tflite");
    let here = [
        ("a/b/hpx.yml", ""),
        ("a/b/models/kws.tflite/", ""),
        ("a/models/kws.tflite", ""),
        ("models/kws.tflite", ""),
    ];
    let folder = tree(&here);
    let (workspace, top) = (workspace(&folder), top(&folder));
    let file = top.join("a/b/hpx.yml");
    let project = workspace.project(&file);
    let start = |model| workspace.start(&file, &project, model);
    assert_eq!(start(model).folder, top.join("a"));
    assert_eq!(start(model).reason, Reason::Model);
    for nowhere in [None, Some(""), Some("models/other.tflite"), Some("a\0b")] {
        assert_eq!(start(nowhere).folder, top.join("a/b"), "{nowhere:?}");
        let reason = Reason::Profile(top.clone());
        assert_eq!(start(nowhere).reason, reason, "{nowhere:?}");
    }
    let absolute = top.join("models/kws.tflite");
    assert_eq!(start(absolute.to_str()).folder, top.join("a/b"));
}

#[test]
fn the_user_and_the_settings_decide_the_start_folder() {
    let folder = tree(&[
        ("hpx-lint.toml", "root = \"x/../runs\"\n"),
        ("x/", ""),
        ("runs/", ""),
        ("a/m.tflite", ""),
        ("a/hpx.yml", ""),
    ]);
    let file = top(&folder).join("a/hpx.yml");
    let workspace = workspace(&folder);
    let start = workspace.start(&file, &workspace.project(&file), Some("m.tflite"));
    assert_eq!(start.folder, top(&folder).join("runs"));
    assert_eq!(
        start.reason,
        Reason::Settings(top(&folder).join("hpx-lint.toml"))
    );
    let workspace = workspace.with_root(Some(Path::new("./elsewhere")));
    let start = workspace.start(&file, &workspace.project(&file), Some("m.tflite"));
    assert_eq!(start.folder, top(&folder).join("elsewhere"));
}

#[test]
fn the_model_is_not_sought_outside_the_workspace() {
    let folder = tree(&[
        ("kws.tflite", ""),
        ("repo/.git/", ""),
        ("repo/a/hpx.yml", ""),
    ]);
    let file = top(&folder).join("repo/a/hpx.yml");
    let workspace = workspace(&folder);
    let start = workspace.start(&file, &workspace.project(&file), Some("kws.tflite"));
    assert_eq!(start.reason, Reason::Profile(top(&folder).join("repo")));
}

#[test]
fn a_release_on_the_command_line_beats_the_project() {
    let folder = tree(&[("hpx-lint.toml", "hpx = \"0.3.0\"\n")]);
    let workspace = workspace(&folder).with_release(release::named("0.2.0", "--hpx"));
    let project = workspace.project(&top(&folder).join("hpx.yml"));
    assert_eq!(project.release.release.name, "0.2.0");
    assert_eq!(project.release.why, "from --hpx");
}

#[test]
fn folders_are_searched_as_git_sees_them() {
    let folder = tree(&[
        (".gitignore", "build/\n*.local.yml\n"),
        ("a.yml", ""),
        ("b/c.YAML", ""),
        ("b/d.yml.bak", ""),
        ("b/e.local.yml", ""),
        ("build/f.yml", ""),
        (".hidden/g.yml", ""),
        ("readme.md", ""),
    ]);
    let workspace = workspace(&folder);
    let shown = |arguments: &[&str]| {
        let arguments: Vec<PathBuf> = arguments.iter().map(PathBuf::from).collect();
        let found = discover(&workspace, &arguments);
        assert_eq!(found.problems, []);
        found
            .files
            .into_iter()
            .map(|it| (it.shown, it.standing))
            .collect::<Vec<_>>()
    };
    let at = |path: &str, standing| (path.to_owned(), standing);
    let (found, named) = (Standing::Found, Standing::Named);
    assert_eq!(shown(&["."]), [at("a.yml", found), at("b/c.YAML", found)]);
    assert_eq!(shown(&["b", "./b/../b"]), [at("b/c.YAML", found)]);
    assert_eq!(
        shown(&[".", "a.yml"]),
        [at("a.yml", named), at("b/c.YAML", found)]
    );
    let hidden = shown(&["build/f.yml", ".hidden/g.yml", "readme.md"]);
    assert_eq!(hidden.len(), 3);
}

#[test]
fn patterns_of_the_settings_are_relative_to_their_folder() {
    let folder = tree(&[
        ("s/hpx-lint.toml", "profiles = [\"runs/*.yml\"]\n"),
        ("s/runs/a.yml", ""),
    ]);
    let workspace = workspace(&folder);
    let standing = |file: &str| {
        let file = top(&folder).join(file);
        workspace.standing(&file, Standing::Found, &workspace.project(&file))
    };
    assert_eq!(standing("s/runs/a.yml"), Standing::Matched);
    assert_eq!(standing("s/other/a.yml"), Standing::Found);
    assert_eq!(standing("runs/a.yml"), Standing::Found);
}

#[test]
fn files_are_told_in_pythons_terms() {
    let folder = tree(&[
        ("start/a.bin", "abc"),
        ("start/d/", ""),
        ("home/m.yml", "é"),
        ("start/~/x", ""),
    ]);
    fs::write(top(&folder).join("start/bad"), [b'a', 0xff]).unwrap();
    let big = fs::File::create(top(&folder).join("start/big")).unwrap();
    big.set_len(5 << 20).unwrap();
    let workspace = Workspace::new(top(&folder), Some(top(&folder).join("home")));
    let files = workspace.files(&top(&folder).join("start"));
    for (path, home, expected) in [
        ("a.bin", Home::Keep, Stat::File { size: 3 }),
        ("./a.bin/", Home::Keep, Stat::File { size: 3 }),
        (".//d/.././/a.bin/.", Home::Keep, Stat::File { size: 3 }),
        ("no/../a.bin", Home::Keep, Stat::Missing),
        ("./~/m.yml", Home::Expand, Stat::File { size: 2 }),
        ("a.bin/b", Home::Keep, Stat::Missing),
        ("a\0b", Home::Keep, Stat::Missing),
        ("", Home::Keep, Stat::Directory),
        ("d", Home::Keep, Stat::Directory),
        ("../home/m.yml", Home::Keep, Stat::File { size: 2 }),
        ("~/m.yml", Home::Expand, Stat::File { size: 2 }),
        ("~", Home::Expand, Stat::Directory),
        ("~/x", Home::Keep, Stat::File { size: 0 }),
        ("~no-such-user/x", Home::Expand, Stat::Unreadable),
    ] {
        assert_eq!(files.stat(path, home), expected, "{path:?}");
    }
    assert_eq!(files.text("~/m.yml", Home::Expand).as_deref(), Ok("é"));
    assert_eq!(files.text("d", Home::Keep), Err(TextProblem::NotAFile));
    assert_eq!(files.text("no", Home::Keep), Err(TextProblem::Missing));
    assert_eq!(files.text("big", Home::Keep), Err(TextProblem::TooLarge));
    assert_eq!(files.text("bad", Home::Keep), Err(TextProblem::NotUtf8));
    assert_eq!(
        files.list("", Home::Keep),
        ["a.bin", "bad", "big", "d", "~"]
    );
    assert_eq!(files.list("no", Home::Keep), [""; 0]);
    assert_eq!(files.model("d").stat(), Stat::Directory);
    assert_eq!(files.model("a.bin").stat(), Stat::File { size: 3 });
}

#[cfg(unix)]
#[test]
fn links_that_lead_nowhere_are_missing() {
    use std::os::unix::fs::symlink;
    let folder = tree(&[]);
    let top = top(&folder);
    symlink("loop", top.join("loop")).unwrap();
    symlink("nowhere", top.join("dangling")).unwrap();
    let files = workspace(&folder).files(&top);
    assert_eq!(files.stat("loop", Home::Keep), Stat::Missing);
    assert_eq!(files.stat("dangling", Home::Keep), Stat::Missing);
    assert_eq!(files.stat(&"x".repeat(5000), Home::Keep), Stat::Unreadable);
}
