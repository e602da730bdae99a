//! Mends broken profiles by what we say.
//!
//! `tests/differential/store.py` wrote them: an accepted profile with two to
//! five faults that have nothing to do with each other, which hpx itself was
//! asked about at each step. Here our own verdict is the judge.

use hpx_lsp::catalog::Release;
use hpx_lsp::diagnostic::Diagnostic;
use hpx_lsp::text::apply_edits;
use serde::Deserialize;

use crate::agreement::{Start, covers, refusals};

const CHAINS: &str = include_str!("../verdicts/mends.jsonl");

#[derive(Deserialize)]
struct Chain {
    yaml: String,
    faults: Vec<Fault>,
}

/// A fault: its key, and the line that stood there before, if one did.
#[derive(Deserialize)]
struct Fault {
    key: String,
    was: String,
}

#[test]
fn every_fault_is_in_the_first_report_and_mends_end_accepted() {
    let start = Start::new();
    let chains: Vec<Chain> = CHAINS
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert!(chains.len() >= 80, "only {} chains", chains.len());
    for chain in &chains {
        assert!((2..=5).contains(&chain.faults.len()));
        let first = start.analyze(&chain.yaml, Release::newest());
        for fault in &chain.faults {
            let reported = refusals(&first)
                .iter()
                .any(|found| covers(found, &fault.key));
            assert!(reported, "{} is not reported:\n{}", fault.key, chain.yaml);
        }
        run(&start, chain);
    }
}

/// Mends one finding after another; each must be gone then, and none come anew.
fn run(start: &Start, chain: &Chain) {
    let mut text = chain.yaml.clone();
    let mut gone: Vec<(&'static str, Option<String>, String)> = Vec::new();
    loop {
        let analysis = start.analyze(&text, Release::newest());
        let found = refusals(&analysis);
        for said in &found {
            let said = (said.rule, said.key.clone(), said.message.clone());
            assert!(!gone.contains(&said), "{said:?} is back:\n{text}");
        }
        if found.is_empty() {
            assert!(analysis.accepted, "refused without a finding:\n{text}");
            return;
        }
        let step = found
            .iter()
            .find_map(|d| Some((*d, mended(&text, d, &chain.faults)?)));
        let (said, after) = step.unwrap_or_else(|| panic!("nothing to mend:\n{text}"));
        gone.push((said.rule, said.key.clone(), said.message.clone()));
        text = after;
    }
}

/// The text after a finding is mended by its first fix, else by what stood there.
fn mended(text: &str, found: &Diagnostic, faults: &[Fault]) -> Option<String> {
    if let Some(fix) = found.fixes.first() {
        return apply_edits(text, &fix.edits_of_this()).filter(|after| after != text);
    }
    let about = |fault: &&Fault| {
        let key = found.key.as_deref().unwrap_or("");
        covers(found, &fault.key) || fault.key.starts_with(&format!("{key}."))
    };
    faults
        .iter()
        .filter(about)
        .find_map(|fault| put_back(text, fault))
}

/// The text with the line that stood at a fault's key before.
fn put_back(text: &str, fault: &Fault) -> Option<String> {
    let (section, name) = fault.key.rsplit_once('.').unwrap_or(("", &fault.key));
    let mut lines: Vec<&str> = text.split_inclusive('\n').collect();
    let indent = if section.is_empty() { "" } else { "  " };
    let begin = match section {
        "" => 0,
        _ => {
            lines
                .iter()
                .position(|line| line.starts_with(&format!("{section}:")))?
                + 1
        }
    };
    let inside = |line: &&&str| section.is_empty() || line.starts_with(' ');
    let rest = lines.get(begin..)?.iter().take_while(inside);
    let stands = |line: &&str| line.starts_with(&format!("{indent}{name}:")) && *line != fault.was;
    let at = begin + rest.into_iter().position(stands)?;
    lines[at] = &fault.was;
    Some(lines.concat())
}
