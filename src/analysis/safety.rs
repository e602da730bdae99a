//! Holds fixes to what `safe` promises: a fix stays safe only where the text that it makes was
//! analysed, and brings up no finding that was not there before.

use std::collections::BTreeMap;

use crate::diagnostic::{Applicability, Diagnostic, File, Fix};
use crate::text::apply_edits;

/// How many bytes are analysed anew for the fixes of one text. Fixes that are left over are not
/// called safe.
const MOST_BYTES: usize = 1 << 20;

/// Calls those fixes unsafe after which there would be a new finding; `analyze` tells the
/// findings of a text.
pub(super) fn hold(
    text: &str,
    found: &mut [Diagnostic],
    analyze: impl Fn(&str) -> Vec<Diagnostic>,
) {
    let before = count(found);
    let mut left = MOST_BYTES;
    let fixes = found.iter_mut().flat_map(|found| &mut found.fixes);
    for fix in fixes.filter(|fix| fix.applicability == Applicability::Safe) {
        let enough = left.checked_sub(text.len());
        left = enough.unwrap_or(0);
        let fixed = enough.and_then(|_| fixed(text, fix));
        let harmless = fixed.is_some_and(|text| brings_nothing_new(&before, &analyze(&text)));
        if !harmless {
            fix.applicability = Applicability::Unsafe;
        }
    }
}

/// The text that a fix makes; none where it edits another file, too.
fn fixed(text: &str, fix: &Fix) -> Option<String> {
    let here = fix.edits.iter().all(|edit| edit.file == File::This);
    here.then(|| apply_edits(text, &fix.edits_of_this()))?
}

/// How often each rule finds something of each key.
type Counts = BTreeMap<(&'static str, Option<String>), usize>;

fn count(found: &[Diagnostic]) -> Counts {
    let mut counts = Counts::new();
    for found in found {
        *counts.entry((found.rule, found.key.clone())).or_default() += 1;
    }
    counts
}

fn brings_nothing_new(before: &Counts, after: &[Diagnostic]) -> bool {
    let mut after = count(after).into_iter();
    after.all(|(kind, times)| before.get(&kind).is_some_and(|known| times <= *known))
}
