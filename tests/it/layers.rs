//! Holds the table of layers: which module may use which.
//!
//! Every path that begins with `crate`, `super` or `self` is resolved, wherever it stands, and so
//! is every path of a program into the library. What this cannot resolve fails too, so that no
//! edge goes unseen.

#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    clippy::unwrap_used
)]

use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

/// What a module may use.
enum May {
    /// These.
    Only(&'static [&'static str]),
    /// Every module above it but these.
    AllBut(&'static [&'static str]),
}

use May::{AllBut, Only};

/// The modules in reading order, as `src/lib.rs` declares them.
const LAYERS: [(&str, May); 19] = [
    ("text", Only(&[])),
    ("diagnostic", Only(&["text"])),
    ("syntax", Only(&["text"])),
    ("embedded", Only(&[])),
    ("catalog", Only(&["embedded"])),
    ("schema", Only(&["embedded"])),
    ("profile", Only(&["text", "syntax", "catalog", "schema"])),
    ("planner", Only(&["catalog"])),
    ("artifact", Only(&["catalog", "planner"])),
    (
        "resolve",
        Only(&["text", "catalog", "profile", "planner", "artifact"]),
    ),
    ("rules", AllBut(&[])),
    ("settings", Only(&["text", "diagnostic", "rules"])),
    ("analysis", AllBut(&[])),
    ("ide", AllBut(&[])),
    ("workspace", AllBut(&["ide"])),
    ("runner", AllBut(&["ide"])),
    ("cli", AllBut(&[])),
    ("server", AllBut(&["cli"])),
    // The programs, as if they were a module of the library.
    (PROGRAMS, AllBut(&[])),
];

const PROGRAMS: &str = "bin";
const LIBRARY: &str = "hpx_lsp";

/// What alone may write to the standard streams.
const PRINTERS: [&str; 2] = ["cli", PROGRAMS];

fn may_use(user: &str, used: &str) -> bool {
    let at = |name| LAYERS.iter().position(|(layer, _)| *layer == name);
    let (Some(below), Some(above)) = (at(user), at(used)) else {
        return false;
    };
    user == used
        || match &LAYERS[below].1 {
            Only(these) => these.contains(&used),
            AllBut(these) => above < below && !these.contains(&used),
        }
}

#[test]
fn modules_use_only_what_the_table_allows() {
    let mut wrong = String::new();
    for source in sources() {
        let Some(user) = source.module.first().cloned() else {
            continue;
        };
        for edge in edges(&source.text, &source.module) {
            match edge {
                Edge::To(used) if may_use(&user, &used) => {}
                Edge::To(used) => {
                    writeln!(wrong, "{}: {user} may not use {used}", source.path).unwrap()
                }
                Edge::Unclear(path) => {
                    writeln!(wrong, "{}: cannot tell where `{path}` leads", source.path).unwrap()
                }
            }
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
}

#[test]
fn the_library_declares_its_modules_in_reading_order() {
    let text = fs::read_to_string(root().join("lib.rs")).unwrap();
    let tokens = tokens(&text);
    let declared = tokens
        .windows(2)
        .filter(|pair| pair[0].is("mod"))
        .map(|pair| pair[1].0.as_str());
    let declared: Vec<&str> = declared.collect();
    let known = LAYERS
        .iter()
        .map(|(name, _)| *name)
        .filter(|name| declared.contains(name));
    assert_eq!(declared, known.collect::<Vec<_>>());
}

#[test]
fn only_the_command_line_prints() {
    let macros = ["print", "println", "eprint", "eprintln", "dbg"];
    let mut wrong = String::new();
    for source in sources() {
        let module = source.module.first().map_or("", String::as_str);
        if PRINTERS.contains(&module) {
            continue;
        }
        for pair in tokens(&source.text).windows(2) {
            let printed = pair[1].is("!") && macros.contains(&pair[0].0.as_str());
            let opened = pair[1].is("(") && ["stdout", "stderr"].contains(&pair[0].0.as_str());
            if printed || opened {
                writeln!(
                    wrong,
                    "{}: {module} may not use `{}`",
                    source.path, pair[0].0
                )
                .unwrap();
            }
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
}

/// A source file of the library or of a program.
struct Source {
    path: String,
    /// The path of its module from the root of the library.
    module: Vec<String>,
    text: String,
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

fn sources() -> Vec<Source> {
    let mut folders = vec![root()];
    let mut sources = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|suffix| suffix == "rs") {
                let text = fs::read_to_string(&path).unwrap();
                let module = module_of(path.strip_prefix(root()).unwrap());
                sources.push(Source {
                    path: path.display().to_string(),
                    module,
                    text,
                });
            }
        }
    }
    assert!(sources.len() > 10, "the sources were not found");
    sources
}

/// The module that a file is: `a/b.rs` and `a/b/mod.rs` are `a::b`.
fn module_of(file: &Path) -> Vec<String> {
    let names = file.with_extension("");
    let mut names: Vec<String> = names
        .iter()
        .map(|name| name.to_string_lossy().into_owned())
        .collect();
    let last = names.last().map(String::as_str);
    if last == Some("mod") || names == ["lib"] {
        names.pop();
    }
    names
}

/// Where a path leads.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Edge {
    /// To this module at the root.
    To(String),
    /// Nobody knows.
    Unclear(String),
}

/// Where the paths of a file lead that is this module.
fn edges(text: &str, module: &[String]) -> BTreeSet<Edge> {
    let tokens = tokens(text);
    let mut edges = BTreeSet::new();
    let mut here = module.to_vec();
    // The depths of braces at which inline modules end.
    let (mut depth, mut ends) = (0, Vec::new());
    let word = |at: usize| tokens.get(at).map_or("", |token| token.0.as_str());
    for at in 0..tokens.len() {
        let before = at.checked_sub(1).map_or("", word);
        match word(at) {
            "{" => {
                depth += 1;
                if at >= 2 && word(at - 2) == "mod" {
                    here.push(before.to_owned());
                    ends.push(depth);
                }
            }
            "}" => {
                if ends.last() == Some(&depth) {
                    ends.pop();
                    here.pop();
                }
                depth -= 1;
            }
            "extern" if word(at + 1) == "crate" => {
                edges.insert(Edge::Unclear("extern crate".to_owned()));
            }
            "path" if before == "[" && word(at + 1) == "=" => {
                edges.insert(Edge::Unclear("#[path]".to_owned()));
            }
            // In the middle of a path they are seen from its beginning.
            _ if before == "::" => {}
            "crate" | "super" | "self" | LIBRARY => {
                let visibility = before == "(" && at >= 2 && word(at - 2) == "pub";
                let plain_self = word(at) == "self" && word(at + 1) != "::";
                let module_name = word(at) == LIBRARY && word(at + 1) != "::";
                if !visibility && !plain_self && !module_name {
                    edges.extend(ends_of(&tokens, at, &here));
                }
            }
            _ => {}
        }
    }
    edges
}

/// Where the path leads that begins at this token in the module `here`.
fn ends_of(tokens: &[Token], start: usize, here: &[String]) -> Vec<Edge> {
    let word = |at: usize| tokens.get(at).map_or("", |token| token.0.as_str());
    let spelt = || {
        tokens[start..]
            .iter()
            .take(6)
            .map(|it| it.0.as_str())
            .collect::<String>()
    };
    let mut module = here.to_vec();
    let mut at = start;
    loop {
        match word(at) {
            "crate" | LIBRARY if at == start => module.clear(),
            "super" if module.pop().is_some() => {}
            "self" if at == start => {}
            _ => break,
        }
        if word(at + 1) != "::" {
            return vec![Edge::Unclear(spelt())];
        }
        at += 2;
    }
    if let Some(top) = module.first() {
        // Further `super`s in a group could still leave it.
        let group = word(at) == "{";
        let escapes = group && group_of(tokens, at).contains(&"super");
        let edge = if escapes {
            Edge::Unclear(spelt())
        } else {
            Edge::To(top.clone())
        };
        return vec![edge];
    }
    let firsts = if word(at) == "{" {
        group_of(tokens, at)
    } else {
        vec![word(at)]
    };
    let known = |name: &&str| LAYERS.iter().any(|(layer, _)| layer == name);
    let edge = |name: &str| {
        if known(&name) {
            Edge::To(name.to_owned())
        } else {
            Edge::Unclear(spelt())
        }
    };
    firsts.into_iter().map(edge).collect()
}

/// The first words of the paths in a group `{a::b, c}`.
fn group_of(tokens: &[Token], open: usize) -> Vec<&str> {
    let mut depth = 0;
    let mut firsts = Vec::new();
    for pair in tokens[open..].windows(2) {
        match pair[0].0.as_str() {
            "{" => depth += 1,
            "}" => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            break;
        }
        let begins = pair[0].is("{") || pair[0].is(",");
        if depth == 1 && begins && !pair[1].is("}") {
            firsts.push(pair[1].0.as_str());
        }
    }
    firsts
}

/// A word, `::`, or any other single character that is not in a comment or a literal.
#[derive(Debug, PartialEq, Eq)]
struct Token(String);

impl Token {
    fn is(&self, word: &str) -> bool {
        self.0 == word
    }
}

fn tokens(text: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let (token, length) = if rest.starts_with("//") {
            (false, rest.find('\n').unwrap_or(rest.len()))
        } else if rest.starts_with("/*") {
            (false, block_comment(rest))
        } else if let Some(length) = literal(rest) {
            (false, length)
        } else if c.is_alphabetic() || c == '_' {
            let in_word = |c: char| c.is_alphanumeric() || c == '_';
            (true, rest.find(|c| !in_word(c)).unwrap_or(rest.len()))
        } else if rest.starts_with("::") {
            (true, 2)
        } else {
            (!c.is_whitespace(), c.len_utf8())
        };
        let (taken, left) = rest.split_at(length);
        if token {
            tokens.push(Token(taken.to_owned()));
        }
        rest = left;
    }
    tokens
}

/// Block comments nest.
fn block_comment(text: &str) -> usize {
    let (mut depth, mut at) = (0, 0);
    while at < text.len() {
        let rest = &text[at..];
        if rest.starts_with("/*") {
            (depth, at) = (depth + 1, at + 2);
        } else if rest.starts_with("*/") {
            (depth, at) = (depth - 1, at + 2);
            if depth == 0 {
                return at;
            }
        } else {
            at += rest.chars().next().map_or(1, char::len_utf8);
        }
    }
    at
}

/// The length of the string, character or lifetime that the text begins with.
fn literal(text: &str) -> Option<usize> {
    let body = text.trim_start_matches(['b', 'c']);
    let prefix = text.len() - body.len();
    if prefix <= 1
        && let Some(raw) = body.strip_prefix('r')
    {
        let hashes = raw.len() - raw.trim_start_matches('#').len();
        if raw[hashes..].starts_with('"') {
            let end = format!("\"{}", "#".repeat(hashes));
            let found = raw[hashes + 1..].find(&end)?;
            return Some(prefix + 1 + hashes + 1 + found + end.len());
        }
    }
    let quote = body
        .chars()
        .next()
        .filter(|c| prefix <= 1 && ['"', '\''].contains(c))?;
    if quote == '\'' && is_lifetime(body) {
        return Some(prefix + 1);
    }
    let mut escaped = false;
    for (at, c) in body.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            _ if c == quote => return Some(prefix + at + 1),
            _ => {}
        }
    }
    None
}

/// `'a` and `'_`, but not `'a'`.
fn is_lifetime(text: &str) -> bool {
    let mut characters = text.chars().skip(1);
    let first = characters.next().unwrap_or('\'');
    (first.is_alphabetic() || first == '_') && characters.next() != Some('\'')
}

#[test]
fn paths_are_resolved_wherever_they_stand() {
    for (text, expected) in [
        ("use crate::text::Edit;", "text"),
        (
            "use crate::{text::{Edit, nearest}, rules as r};",
            "rules text",
        ),
        (
            "fn f() { crate::syntax::parse(\"crate::ide::x\"); }",
            "syntax",
        ),
        ("use super::super::cli::run;", "cli"),
        ("use super::{super::ide, x};", "? profile"),
        ("use super::detect;", "profile"),
        ("use self::super::super::text;", "text"),
        ("mod tests { use super::super::super::ide::Hover; }", "ide"),
        (
            "mod tests { use super::*; } use super::super::text;",
            "profile text",
        ),
        (
            "pub(crate) fn a() {} pub(in crate::profile) fn b(&self) { self.c() }",
            "profile",
        ),
        (
            "// crate::a\n/* /* crate::b */ crate::c */ /// crate::d\n",
            "",
        ),
        (
            "const A: &str = r#\"\"crate::a\"#; const B: char = '\"'; use crate::text;",
            "text",
        ),
        (
            "fn f<'a>(x: &'a str, y: char) -> bool { y == '\\'' || crate::text::x(x) }",
            "text",
        ),
        ("macro_rules! m { () => { $crate::text::nearest } }", "text"),
        ("use crate as me;", "?"),
        ("use crate::*;", "?"),
        ("use super::super as me;", "?"),
        ("use crate::{self as me, text};", "? text"),
        ("use crate::no_such_layer::x;", "?"),
        ("extern crate self as me;", "?"),
        ("use hpx_lsp::cli::run;", "cli"),
        ("#[path = \"x.rs\"] mod x;", "?"),
    ] {
        let module = ["profile".to_owned(), "datum".to_owned()];
        let found = edges(text, &module).into_iter().map(|edge| match edge {
            Edge::To(name) => name,
            Edge::Unclear(_) => "?".to_owned(),
        });
        let found: BTreeSet<String> = found.collect();
        let expected: BTreeSet<String> = expected.split_whitespace().map(str::to_owned).collect();
        assert_eq!(found, expected, "{text}");
    }
}

#[test]
fn the_table_is_what_design_says() {
    for (user, used) in [
        ("profile", "schema"),
        ("rules", "resolve"),
        ("settings", "rules"),
        ("workspace", "settings"),
        ("ide", "analysis"),
        ("cli", "ide"),
        ("cli", "workspace"),
        (PROGRAMS, "cli"),
        ("server", "runner"),
    ] {
        assert!(may_use(user, used), "{user} {used}");
    }
    for (user, used) in [
        ("text", "diagnostic"),
        ("planner", "text"),
        ("rules", "settings"),
        ("ide", "workspace"),
        ("ide", "cli"),
        ("workspace", "ide"),
        ("analysis", "workspace"),
        ("cli", "server"),
        ("server", "cli"),
    ] {
        assert!(!may_use(user, used), "{user} {used}");
    }
}
