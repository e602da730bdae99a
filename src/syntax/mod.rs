//! YAML as PyYAML reads it.
