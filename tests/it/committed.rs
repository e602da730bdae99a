//! Files of the repository that the code itself can write.

use std::fs;
use std::path::Path;

/// Holds a committed file to what it should be. Where it is not, the right one
/// is written below `target/tmp`, to be looked at and copied.
pub fn hold(path: &str, wanted: &[u8]) {
    let committed = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    if fs::read(&committed).is_ok_and(|found| found == wanted) {
        return;
    }
    let right = Path::new(env!("CARGO_TARGET_TMPDIR")).join(path);
    fs::create_dir_all(right.parent().unwrap()).unwrap();
    fs::write(&right, wanted).unwrap();
    panic!(
        "{path} is not what it should be; look at the difference to {}, and copy that",
        right.display()
    );
}
