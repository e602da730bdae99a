//! Any bytes are a model or a damaged one, in time linear in their number.

#![no_main]

use hpx_lsp::artifact::{ModelFile, litert};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let _ = litert::read(bytes);
    let half = bytes.len() / 2;
    let (program, manifest) = bytes.split_at(half);
    let _ = ModelFile::from_bytes("model.pte", program, Some(manifest));
});
