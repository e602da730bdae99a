//! Places in a text.
