//! Every fix that a rule offers mends what it says, and nothing else.
//!
//! Profiles are generated in many styles, with mistakes in them; each fix of each finding is
//! applied alone, and the text that comes of it is held against the one before.

mod check;
pub mod profiles;

use check::{Around, Tally};

use crate::rules::all_cases;

/// Checks the fixes of the profiles of these seeds.
fn check_seeds(seeds: std::ops::Range<u64>) -> Tally {
    let mut tally = Tally::default();
    for seed in seeds {
        let text = profiles::profile(seed);
        let around = Around {
            name: format!("seed {seed}"),
            release: profiles::release(seed),
            overrides: profiles::overrides(seed),
        };
        check::fixes_of(&text, &around, &mut tally);
    }
    tally
}

#[test]
fn fixes_mend_what_they_say_and_nothing_else() {
    let tally = check_seeds(0..400);
    tally.report();
    assert!(tally.fixes > 1_000, "only {} fixes", tally.fixes);
}

#[test]
fn safe_fixes_bring_up_no_finding() {
    let mut tally = Tally::default();
    for case in all_cases() {
        let around = Around {
            name: case.title.clone(),
            release: case.release(),
            overrides: case.overrides(),
        };
        check::safe_fixes_of(&case.text(), &around, &mut tally);
    }
    tally.report();
    assert!(tally.fixes > 40, "only {} fixes", tally.fixes);
}
