//! `unused-suppression`: a comment that takes no finding back.

use super::{Docs, Rule};
use crate::diagnostic::{Level, Origin};

/// The rule. It looks at what the others found, so `analysis` checks it.
pub static RULE: Rule = Rule {
    id: "unused-suppression",
    origin: Origin::Own,
    level: Level::Warning,
    summary: "a comment that ignores a rule which finds nothing there",
    docs: Docs {
        what: "A comment `# hpx-lint: ignore[rule]` covers the findings that begin on its line or, \
               where it has a line of its own, on the next; `ignore-file[rule]` covers the whole \
               file. This one covers none, names a rule that does not exist, or cannot be \
               understood.",
        why: "A comment that outlives its finding hides the next one, and a misspelt one hides \
              nothing.",
        example: "\
model:
  path: kws.tflite
target:
  board: apollo510_evb  # hpx-lint: ignore[unknown-board] is on the next release
",
        instead: "\
model:
  path: kws.tflite
target:
  board: apollo510_evb
",
    },
    check: |_, _| {},
};
