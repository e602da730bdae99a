//! The tests that see the library as its users do.

mod recovery;
mod robust;
mod vectors;
