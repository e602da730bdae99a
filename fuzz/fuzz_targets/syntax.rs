//! Any text has a tree whose ranges lie within it and within each other.

#![no_main]

use hpx_lsp::syntax;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let parse = syntax::parse(text);
    for id in parse.tree.ids() {
        let range = parse.tree.node(id).range;
        assert!(range.start <= range.end && range.end as usize <= text.len());
        assert!(text.get(range.start as usize..range.end as usize).is_some());
    }
    for problem in &parse.problems {
        assert!(problem.range.end as usize <= text.len());
    }
    if let Some(root) = parse.tree.root() {
        let _ = parse.tree.fields(root);
    }
    let _ = parse.tree.duplicate_keys();
});
