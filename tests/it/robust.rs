//! Texts made to overflow a stack, a memory or a patience.
//!
//! Nothing here is timed; a reader that is not linear, or recurses, does not come to an end.

use hpx_lsp::syntax::{ProblemKind, Tree, decode, parse};

/// Reads a text, asserts that every place lies in it, and gives the kinds of problem.
fn kinds(text: &str) -> Vec<ProblemKind> {
    let parsed = parse(text);
    for id in parsed.tree.ids() {
        assert!(parsed.tree.node(id).range.end as usize <= text.len());
    }
    let problems = parsed.problems.iter();
    problems
        .map(|problem| {
            assert!(problem.range.end as usize <= text.len(), "{problem:?}");
            problem.kind
        })
        .collect()
}

fn tree(text: &str) -> Tree {
    let parsed = parse(text);
    assert_eq!(parsed.problems, []);
    parsed.tree
}

#[test]
fn unclosed_brackets_are_too_deep_only() {
    for (text, times) in [("[", 100_000), ("{a: ", 100_000), ("[{a: ", 50_000)] {
        assert_eq!(kinds(&text.repeat(times)), [ProblemKind::NestingTooDeep]);
    }
}

#[test]
fn closed_brackets_are_too_deep_only() {
    let deep = "[".repeat(100_000) + &"]".repeat(100_000);
    assert_eq!(kinds(&deep), [ProblemKind::NestingTooDeep]);
    let keys = "[".repeat(3_000) + &"]: a".repeat(3_000);
    kinds(&keys);
}

#[test]
fn a_million_dashes() {
    let too_deep = [ProblemKind::NestingTooDeep];
    assert_eq!(kinds(&"- ".repeat(1_000_000)), too_deep);
    // Each of the mappings but the outermost is a key, of which hpx does not come to complain.
    assert_eq!(kinds(&"? ".repeat(480)), [ProblemKind::UnhashableKey; 479]);
    for times in [481, 1_000, 200_000] {
        assert_eq!(kinds(&"? ".repeat(times)), too_deep);
    }
}

#[test]
fn what_is_nested_too_deep_is_not_kept() {
    for part in ["[", "{a: ", "- ", "? ", "[[],"] {
        let shallow = parse(&part.repeat(1_000)).tree.len();
        assert_eq!(parse(&part.repeat(100_000)).tree.len(), shallow, "{part}");
        assert!(shallow <= 2 * 481, "{part}: {shallow}");
    }
    // Nor is it where another fault comes first.
    let broken = "@\n".to_owned() + &"[".repeat(100_000);
    assert!(parse(&broken).tree.len() <= 2 * 481);
}

#[test]
fn indented_mappings() {
    let levels = (0..3_000).map(|level| format!("{}a:\n", " ".repeat(level)));
    assert_eq!(
        kinds(&levels.collect::<String>()),
        [ProblemKind::NestingTooDeep]
    );
}

#[test]
fn nesting_up_to_the_limit_is_no_problem() {
    assert_eq!(kinds(&("[".repeat(480) + &"]".repeat(480))), []);
    assert_eq!(kinds(&"- ".repeat(480)), []);
    assert_eq!(kinds(&"- ".repeat(481)), [ProblemKind::NestingTooDeep]);
}

#[test]
fn wide_collections() {
    tree(&format!("[{}]", "a, ".repeat(300_000)));
    let keys: String = (0..100_000).map(|key| format!("k{key}: v, ")).collect();
    assert_eq!(tree(&format!("{{{keys}}}")).duplicate_keys(), []);
    let same = "k: v\n".repeat(100_000);
    assert_eq!(tree(&same).duplicate_keys().len(), 99_999);
}

#[test]
fn long_scalars() {
    // Fifty megabytes are read within a second when optimised, and in ten when not.
    let size = if cfg!(debug_assertions) {
        2_000_000
    } else {
        50_000_000
    };
    let long = "x".repeat(size);
    for text in [
        format!("a: {long}"),
        format!("a: '{long}'"),
        format!("a: |\n  {long}"),
    ] {
        assert_eq!(tree(&text).len(), 3);
    }
    assert_eq!(kinds(&format!("a: '{long}")), [ProblemKind::UnclosedQuote]);
    let lines = "word word\n ".repeat(300_000);
    assert_eq!(tree(&format!("a: {lines}")).len(), 3);
    assert_eq!(tree(&format!("a: \"{lines}\"")).len(), 3);
    assert_eq!(tree(&format!("a: >\n {lines}")).len(), 3);
}

#[test]
fn long_numbers() {
    let sixtieths = format!("a: 1{}", ":0".repeat(200_000));
    tree(&sixtieths);
    tree(&format!("a: 0x{}", "f".repeat(1_000_000)));
    let digits = format!("a: {}", "9".repeat(1_000_000));
    assert_eq!(kinds(&digits), [ProblemKind::TooManyDigits]);
}

#[test]
fn an_alias_bomb() {
    let mut text = String::from("a0: &a0 [x, x]\n");
    for level in 1..100 {
        let alias = format!("*a{}", level - 1);
        text += &format!("a{level}: &a{level} [{alias}, {alias}, {alias}]\n");
    }
    assert_eq!(kinds(&text), []);
    let many = format!("a: &a x\nb: [{}]", "*a, ".repeat(200_000));
    tree(&many);
}

#[test]
fn a_merge_bomb() {
    let mut text = String::from("- &m0 {k: 0}\n");
    for level in 1..=10 {
        let aliases = format!("*m{}, ", level - 1).repeat(10);
        text += &format!("- &m{level} {{<<: [{aliases}], k{level}: {level}}}\n");
    }
    let tree = tree(&text);
    let items = &tree
        .node(tree.root().expect("a list"))
        .as_sequence()
        .expect("a list")
        .items;
    let last = *items.last().expect("eleven items");
    assert_eq!(tree.fields(last).len(), 11);
}

#[test]
fn long_chains_of_merges() {
    let mut text = String::from("- &m0 {k: 0}\n");
    for level in 1..2_000 {
        let before = level - 1;
        text += &format!("- &m{level} {{<<: [*m{before}, *m{before}, *m0], k{level}: {level}}}\n");
    }
    let tree = tree(&text);
    let root = tree.root().expect("a list");
    let items = &tree.node(root).as_sequence().expect("a list").items;
    assert_eq!(tree.fields(items[1_999]).len(), 2_000);
    let list = "- &l [&m {a: 1}, {b: 2}]\n".to_owned() + &"- {<<: *l}\n".repeat(50_000);
    assert_eq!(kinds(&list), []);
}

#[test]
fn merges_in_circles_end() {
    for text in [
        "&a {<<: *a, b: 1}",
        "&a {<<: [*a, *a], b: 1}",
        "- &a {<<: &b {<<: *a, x: 1}, y: 2}\n- *b\n",
        "&a {<<: &b {<<: [*a, &c {<<: *b}]}}",
    ] {
        let tree = tree(text);
        for id in tree.ids() {
            tree.fields(id);
        }
    }
    assert_eq!(kinds("&a [*a, {<<: *a}]"), [ProblemKind::InvalidMerge]);
}

#[test]
fn broken_texts_of_every_size() {
    for line in [
        "a: 'b\n",
        "a: [\n",
        "a\n",
        "a: b: c\n",
        "\ta: b\n",
        "@\n",
        "a: {\n",
        "]\n",
        "a: *\n",
    ] {
        let many = line.repeat(20_000);
        assert!(
            kinds(&many).iter().filter(|kind| kind.is_syntax()).count() <= 1,
            "{line:?}"
        );
        let one = "k: v\n".repeat(10_000) + line + &"k: v\n".repeat(10_000);
        assert!(
            kinds(&one).iter().filter(|kind| kind.is_syntax()).count() <= 1,
            "{line:?}"
        );
        let long = line.trim().repeat(100_000);
        kinds(&long);
    }
}

#[test]
fn characters_that_may_not_stand_in_yaml() {
    for text in [
        "\0",
        "a: \0",
        "a: b\u{1}\n",
        "a\u{7f}",
        "\u{80}",
        "\u{ffff}",
        "'\u{b}'",
        "# \u{c}",
    ] {
        assert_eq!(kinds(text), [ProblemKind::UnprintableCharacter], "{text:?}");
    }
    kinds(&"\0".repeat(1_000_000));
    assert_eq!(kinds("a: b\rc: d\r"), []);
    assert_eq!(kinds("\r"), []);
    assert_eq!(kinds("\u{feff}"), []);
    assert_eq!(kinds(""), []);
}

#[test]
fn bytes_that_are_no_text() {
    let problem = decode(b"a: b\r\nc: \rd\n\xff").expect_err("no text");
    assert_eq!((problem.offset, problem.line), (12, 3));
    assert_eq!(decode(b"\xed\xa0\x80").expect_err("a surrogate").offset, 0);
    assert_eq!(decode("é".as_bytes()), Ok("é"));
}
