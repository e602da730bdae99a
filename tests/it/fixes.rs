//! Every fix that a rule offers mends what it says, and nothing else.
//!
//! Profiles are generated in many styles, with mistakes in them; each fix of each finding is
//! applied alone, and the text that comes of it is held against the one before.

mod check;
mod profiles;

use check::Tally;

/// Checks the fixes of the profiles of these seeds.
fn check_seeds(seeds: std::ops::Range<u64>) -> Tally {
    let mut tally = Tally::default();
    for seed in seeds {
        let text = profiles::profile(seed);
        check::fixes_of(&text, seed, &mut tally);
    }
    tally
}

#[test]
fn fixes_mend_what_they_say_and_nothing_else() {
    let tally = check_seeds(0..400);
    tally.report();
    assert!(tally.fixes > 1_000, "only {} fixes", tally.fixes);
}
