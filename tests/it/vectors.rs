//! What single values, keys and documents are read as.
//!
//! The tables hold what PyYAML 6.0.3 was seen to do; `tests/differential` compares with it at
//! large.

use hpx_lsp::syntax::{NodeId, NodeKind, ProblemKind, Tree, Value, parse};

fn tree(text: &str) -> Tree {
    let parsed = parse(text);
    assert_eq!(parsed.problems, [], "{text:?}");
    parsed.tree
}

fn slice(text: &str, range: hpx_lsp::text::TextRange) -> &str {
    &text[range.start as usize..range.end as usize]
}

/// A value in short.
fn written(tree: &Tree, id: NodeId) -> String {
    let id = tree.resolve(id);
    match &tree.node(id).kind {
        NodeKind::Scalar(scalar) => match &scalar.value {
            Value::Null => "null".to_owned(),
            Value::Bool(value) => value.to_string(),
            Value::Int(value) => value.to_string(),
            Value::Float(value) => format!("{value:?}"),
            Value::Str => format!("'{}'", scalar.text),
            Value::Bytes(bytes) => format!("{bytes:?}"),
            Value::Date(date) => format!("{:04}-{:02}-{:02}", date.year, date.month, date.day),
            Value::DateTime(time) => format!(
                "{}:{}:{}.{} {:?}",
                time.hour, time.minute, time.second, time.microsecond, time.offset_minutes
            ),
            Value::Invalid => "invalid".to_owned(),
        },
        NodeKind::Sequence(sequence) => {
            let items: Vec<String> = sequence
                .items
                .iter()
                .map(|&item| written(tree, item))
                .collect();
            format!("[{}]", items.join(", "))
        }
        NodeKind::Mapping(_) => {
            let fields = tree.fields(id);
            let fields: Vec<String> = fields
                .iter()
                .map(|field| {
                    format!(
                        "{}: {}",
                        written(tree, field.python_key),
                        written(tree, field.value)
                    )
                })
                .collect();
            format!("{{{}}}", fields.join(", "))
        }
        NodeKind::Alias(_) => "alias".to_owned(),
    }
}

#[test]
fn scalars_have_the_types_that_python_gives_them() {
    let table = [
        ("null", "~ null Null NULL"),
        ("true", "yes Yes YES true on On TRUE !!bool,yEs"),
        ("false", "no No off OFF false"),
        ("'y'", "y"),
        ("'yEs'", "yEs"),
        ("'nULL'", "nULL"),
        ("0", "0 -0 00 0_ 0x0 0b0"),
        ("10", "10 1__0 +10 0xA 012 0b1010"),
        ("1000", "1_000 !!int,0o1750"),
        ("90", "1:30"),
        ("1342", "22:22"),
        ("685230", "190:20:30"),
        ("-90", "-1:30"),
        ("-31", "-0x1F"),
        ("'01:30'", "01:30"),
        ("'1:60'", "1:60"),
        ("'8080:80'", "8080:80"),
        ("'0o17'", "0o17"),
        ("'08'", "08"),
        ("'_1'", "_1"),
        ("'0b'", "0b"),
        ("1.0", "1. 1.0 1.0e+0 !!float,1e0"),
        ("1000.0", "1.0e+3 !!float,1e3 1.e+3"),
        ("inf", ".inf +.INF 1.0e+400"),
        ("-inf", "-.Inf"),
        ("90.5", "1:30.5 01:30.5"),
        ("0.5", ".5 .5_ 0.5"),
        ("'1e3'", "1e3"),
        ("'1.0e3'", "1.0e3"),
        ("'-.5'", "-.5"),
        ("'._5'", "._5"),
        ("'.iNF'", ".iNF"),
        ("'-.nan'", "-.nan"),
        ("2024-01-02", "2024-01-02 !!timestamp,2024-1-2"),
        ("'2024-1-2'", "2024-1-2"),
        ("3:4:5.500000 None", "2024-1-2T03:04:05.5"),
        ("3:4:5.0 Some(-330)", "2024-01-02t3:04:05-5:30"),
        ("3:4:5.0 Some(0)", "2024-01-02T03:04:05Z"),
        ("[104, 105]", "!!binary,aGk="),
        ("'<<'", "'<<'"),
        ("'='", "'='"),
        ("'a:b'", "a:b"),
        ("'a#b'", "a#b"),
        ("''", "''"),
    ];
    for (wanted, texts) in table {
        for text in texts.split(' ') {
            let text = text.replace(',', " ");
            let document = format!("a: {text}\n");
            let tree = tree(&document);
            let root = tree.root().expect("a mapping");
            let found = written(&tree, tree.fields(root)[0].value);
            assert_eq!(found, wanted, "{text}");
        }
    }
}

#[test]
fn documents_are_read_as_python_reads_them() {
    let table = [
        ("{a:1}", "{'a:1': null}"),
        ("{\"a\":1}", "{'a': 1}"),
        ("[a:]", "[{'a': null}]"),
        ("[?a]", "[{'a': null}]"),
        ("[-]", "['-']"),
        ("a: \"b\"#c", "{'a': 'b'}"),
        ("&x a: 1\nb: *x\n", "{'a': 1, 'b': 'a'}"),
        ("&x a: {*x : 1}", "{'a': {'a': 1}}"),
        ("a: \"b\nc\"", "{'a': 'b c'}"),
        ("a: b\u{feff}c", "{'a': 'b\u{feff}c'}"),
        ("a: b\u{85}c: d", "{'a': 'b', 'c': 'd'}"),
        ("a: |\n  x", "{'a': 'x'}"),
        ("a: |\n  \tb\n", "{'a': '\tb\n'}"),
        ("a: >\n  b\n  c\n\n  d\n", "{'a': 'b c\nd\n'}"),
        ("a: |+\n  b\n\n", "{'a': 'b\n\n'}"),
        ("a: 'it''s'", "{'a': 'it's'}"),
        ("! 12", "12"),
        ("! \"12\"", "12"),
        ("! \"yes\"", "true"),
        ("! \"12\\n\"", "12"),
        ("!!str {=: x}", "'x'"),
        ("=: 1", "{'=': 1}"),
        ("%FOO\n--- a", "'a'"),
        ("%YAML 1.3\n--- a", "'a'"),
        ("{1: a, 1.0: b, true: c}", "{1: 'c'}"),
        ("{yes: a, \"yes\": b}", "{true: 'a', 'yes': 'b'}"),
        ("{1: a, 0x1: b, 1_: c}", "{1: 'c'}"),
        (
            "- &a {x: 1, y: 2}\n- {y: 3, <<: *a, z: 4}\n",
            "[{'x': 1, 'y': 2}, {'x': 1, 'y': 3, 'z': 4}]",
        ),
        ("<<: [{a: 1}, {a: 2, b: 3}]", "{'a': 1, 'b': 3}"),
        ("<<: {a: 1}\n<<: {a: 2}", "{'a': 2}"),
        ("<<: !foo {b: 1}", "{'b': 1}"),
        ("!!merge x: {b: 1}", "{'b': 1}"),
    ];
    for (text, wanted) in table {
        let tree = tree(text);
        let root = tree.root().expect("a document");
        assert_eq!(written(&tree, root), wanted, "{text:?}");
    }
}

#[test]
fn an_empty_text_is_no_document_and_a_null_is_one() {
    assert_eq!(tree("").root(), None);
    assert_eq!(tree("# only this\n").root(), None);
    assert_eq!(tree("\u{feff}").root(), None);
    for text in ["---", "--- ~", "null\n"] {
        let tree = tree(text);
        assert_eq!(written(&tree, tree.root().expect("a document")), "null");
    }
}

/// What is refused: the text, why, and the part that is to blame.
#[test]
fn problems_stand_where_they_are_made() {
    use ProblemKind::*;
    let table = [
        ("a: \"b\nc: d\n", UnclosedQuote, "\"b"),
        ("a: \"b\nc: \"d\"\ne: f\n", UnclosedQuote, "\"b"),
        ("a: 'b\nc: d\n...\n", UnclosedQuote, "'b"),
        ("a: [1, 2\nb: 3\n", UnclosedBracket, "[1, 2"),
        ("a: [1, 2\n", UnclosedBracket, "[1, 2"),
        ("a: {b: 1\n", UnclosedBracket, "{b: 1"),
        ("a: [1, 2}\n", UnclosedBracket, "}"),
        ("a: 1]\nb: ]\n", UnclosedBracket, "]"),
        ("a: 1\nboard\nb: 2\n", MissingColon, "board"),
        ("a: b: c\n", UnexpectedColon, ":"),
        ("a: 1\n  b: 2\n", Indentation, "b"),
        ("a:\n    b: 1\n  c: 2\n", Indentation, "c: 2"),
        ("a: - b\n", Indentation, "-"),
        ("a: 1\n- b\n", Indentation, "- b"),
        ("a:\tb\n", Tab, "\t"),
        ("a: b\t\n", Tab, "\t"),
        ("a:\n\tb: 1\n", Tab, "\t"),
        ("a: @b\n", ReservedCharacter, "@"),
        ("a: `b`\n", ReservedCharacter, "`"),
        ("a: **/*.py\n", ReservedCharacter, "*"),
        ("a: *.py\n", ReservedCharacter, "*"),
        ("a: &é x\n", ReservedCharacter, "&"),
        ("a: \"C:\\dir\"\n", BadEscape, "\\d"),
        ("a: \"\\x4\"\n", BadEscape, "\\x"),
        ("a: \"\\U00110000\"\n", BadEscape, "\\U"),
        ("a: \"b\\", UnclosedQuote, "\"b\\"),
        ("a: \"\\x4", BadEscape, "\\x"),
        ("a: b\u{0}\n", UnprintableCharacter, "\u{0}"),
        ("a: \"x\" y\n", Syntax, "y"),
        ("[a?]", Syntax, "?"),
        ("a: , b\n", Syntax, ","),
        (
            "a: 1\n<<<<<<< ours\nb: 2\n=======\nb: 3\n>>>>>>> theirs\n",
            ConflictMarker,
            "<<<<<<< ours",
        ),
        ("a: 1\n---\nb: 2\n", SecondDocument, "---"),
        ("a: *x\n", UndefinedAlias, "*x"),
        ("a: *x\nb: &x 1\n", UndefinedAlias, "*x"),
        ("a: &x 1\nb: &x 2\n", DuplicateAnchor, "&x"),
        ("a: !foo b\n", UnknownTag, "!foo"),
        ("a: !!python/none x\n", UnknownTag, "!!python/none"),
        ("a: !e!x b\n", ReservedCharacter, "!e!x"),
        ("a: !!map x\n", MismatchedTag, "!!map"),
        ("a: !!str [x]\n", MismatchedTag, "!!str"),
        ("a: !!bool maybe\n", InvalidValue, "maybe"),
        ("a: !!int ''\n", InvalidValue, "''"),
        ("a: 0x_\n", InvalidValue, "0x_"),
        ("a: 2024-02-30\n", ImpossibleDate, "2024-02-30"),
        ("a: 0000-01-01\n", ImpossibleDate, "0000-01-01"),
        (
            "a: 2024-01-02 24:00:00\n",
            ImpossibleDate,
            "2024-01-02 24:00:00",
        ),
        ("a: {{ x }}\n", UnhashableKey, "{ x }"),
        ("[a]: 1\n", UnhashableKey, "[a]"),
        ("a: <<\n", InvalidMerge, "<<"),
        ("a: {<<: 1}\n", InvalidMerge, "1"),
        ("<<: [{a: 1}, 2]\n", InvalidMerge, "2"),
        ("<<: {b: !foo c}\n", UnknownTag, "!foo"),
        ("a: =\n", BareEquals, "="),
    ];
    for (text, kind, blamed) in table {
        let problems = parse(text).problems;
        let first = problems.first().expect(text);
        assert_eq!(
            (first.kind, slice(text, first.range)),
            (kind, blamed),
            "{text:?}"
        );
        assert_eq!(problems.len(), 1, "{text:?}: {problems:?}");
        assert!(!first.message.ends_with('.') && !first.message.contains('\n'));
        for (end, _) in text.char_indices() {
            for problem in parse(&text[..end]).problems {
                let place = problem.range.start as usize..problem.range.end as usize;
                assert!(
                    text[..end].get(place).is_some(),
                    "{end} {text:?}: {problem:?}"
                );
            }
        }
    }
}

#[test]
fn all_that_the_loader_refuses_is_told_at_once() {
    let text = "a: &x !foo b\nb: 2024-02-30\nc: *y\nd: &x {[k]: 1}\ne: =\n";
    let kinds: Vec<ProblemKind> = parse(text)
        .problems
        .iter()
        .map(|found| found.kind)
        .collect();
    use ProblemKind::{
        BareEquals, DuplicateAnchor, ImpossibleDate, UndefinedAlias, UnhashableKey, UnknownTag,
    };
    let wanted = [
        UnknownTag,
        ImpossibleDate,
        UndefinedAlias,
        DuplicateAnchor,
        UnhashableKey,
        BareEquals,
    ];
    assert_eq!(kinds, wanted);
}

#[test]
fn keys_may_be_1024_characters_long() {
    for (length, fits) in [(1024, true), (1025, false)] {
        for character in ["k", "é"] {
            let text = format!("{}: v\n", character.repeat(length));
            assert_eq!(parse(&text).problems.is_empty(), fits, "{length}");
        }
    }
}

#[test]
fn places_are_those_of_the_values_alone() {
    let text = "# top\na: &x !!str 'b'  # note\nc:\n  - |\n    d\n\n    e\n\n  - f\n    g\nh:\ni: [j, {k: l}]\nm: *x\n";
    let tree = tree(text);
    let places: Vec<&str> = tree
        .ids()
        .filter(|&id| matches!(tree.node(id).kind, NodeKind::Scalar(_) | NodeKind::Alias(_)))
        .map(|id| slice(text, tree.node(id).range))
        .collect();
    assert_eq!(
        places,
        [
            "a",
            "'b'",
            "c",
            "|\n    d\n\n    e",
            "f\n    g",
            "h",
            "",
            "i",
            "j",
            "k",
            "l",
            "m",
            "*x"
        ]
    );
    let collections: Vec<&str> = tree
        .ids()
        .filter(|&id| tree.node(id).as_sequence().is_some())
        .map(|id| slice(text, tree.node(id).range))
        .collect();
    assert_eq!(
        collections,
        ["- |\n    d\n\n    e\n\n  - f\n    g", "[j, {k: l}]"]
    );
    let comments: Vec<&str> = tree
        .comments()
        .iter()
        .map(|found| slice(text, found.range))
        .collect();
    assert_eq!(comments, ["# top", "# note"]);
    let (id, anchor) = tree.anchors().next().expect("an anchor");
    assert_eq!(
        (anchor.name.as_str(), slice(text, anchor.range)),
        ("x", "&x")
    );
    let tag = tree.node(id).tag.as_ref().expect("a tag");
    assert_eq!(
        (tag.text.as_str(), slice(text, tag.range)),
        ("tag:yaml.org,2002:str", "!!str")
    );
    assert_eq!(slice(text, tree.node(id).full_range()), "&x !!str 'b'");
}

#[test]
fn places_count_the_bytes_of_the_file() {
    let text = "\u{feff}é: 'ü'\r\nb: x\r\n";
    let tree = tree(text);
    let places: Vec<&str> = tree
        .ids()
        .skip(1)
        .map(|id| slice(text, tree.node(id).range))
        .collect();
    assert_eq!(places, ["é", "'ü'", "b", "x"]);
}

#[test]
fn the_innermost_node_is_found() {
    let text = "a:\n  - b: cd\n  - [e, f]\n";
    let tree = tree(text);
    for (at, found) in [
        ("cd", "cd"),
        ("d", "cd"),
        ("b", "b"),
        ("e", "e"),
        (", f", "e"),
        ("[", "[e, f]"),
        ("a", "a"),
    ] {
        let offset = text.find(at).expect("part of the text") as u32;
        let id = tree.node_at(offset).expect("a node");
        assert_eq!(slice(text, tree.node(id).range), found, "{at:?}");
    }
    let innermost = tree
        .node_at(text.find('f').expect("part") as u32)
        .expect("a node");
    let parent = tree.parent(innermost).expect("a list");
    assert_eq!(slice(text, tree.node(parent).range), "[e, f]");
}

#[test]
fn duplicates_name_both_places() {
    let text = "a: 1\nb: {1: x, 1.0: y}\na: 2\n<<: [{c: 1, d: 1, a: 0}, {c: 2, a: 9}]\n";
    let tree = tree(text);
    let place = |id| slice(text, tree.node(id).range);
    let duplicates: Vec<_> = tree
        .duplicate_keys()
        .iter()
        .map(|found| (place(found.first), place(found.again)))
        .collect();
    assert_eq!(duplicates, [("a", "a"), ("1", "1.0")]);
    let merged = tree.fields(tree.root().expect("a mapping"));
    let merged: Vec<_> = merged
        .iter()
        .map(|field| (place(field.key), place(field.value)))
        .collect();
    let own = ("b", "{1: x, 1.0: y}");
    assert_eq!(merged, [("c", "1"), ("a", "2"), ("d", "1"), own]);
}

#[test]
fn lone_surrogates_are_kept_beside_the_text() {
    let text = r#""x\ud83d\ude00""#;
    let tree = tree(text);
    let root = tree.node(tree.root().expect("a scalar"));
    let scalar = root.as_scalar().expect("a scalar");
    assert_eq!(scalar.text, "x\u{fffd}\u{fffd}");
    assert_eq!(*scalar.lone_surrogates, [(1, 0xd83d), (4, 0xde00)]);
}

#[test]
fn a_repair_marks_what_it_touched() {
    let text = "a:\n  b: \"c\n  d: e\nf: 1\n";
    let parsed = parse(text);
    let repaired: Vec<&str> = parsed
        .tree
        .ids()
        .filter(|&id| parsed.tree.node(id).repaired && parsed.tree.node(id).as_scalar().is_some())
        .map(|id| slice(text, parsed.tree.node(id).range))
        .collect();
    assert_eq!(repaired, ["\"c"]);
    assert_eq!(
        written(&parsed.tree, parsed.tree.root().expect("a mapping")),
        "{'a': {'b': 'c', 'd': 'e'}, 'f': 1}"
    );
    assert_eq!(parsed.repairs.len(), 1);
}
