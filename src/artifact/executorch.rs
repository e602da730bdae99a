//! The manifest that helia-torch leaves beside an ExecuTorch program.
//!
//! `hpx` reads `<model>.pte.json` if there is a file of that name
//! (`engines/executorch.py`, 0.1.6 to 0.4.1 alike; 0.1.5 does not look): it gives
//! defaults for the buffer sizes and kernels, and one that does not describe this
//! very program is refused. The program itself is not parsed, only its magic.

use num_bigint::BigUint;
use sha2::{Digest, Sha256};

use super::json::{self, Value};

/// The one schema that `hpx` knows.
pub const SCHEMA: &str = "nsx-executorch.pte-manifest/1";

/// A manifest that describes its program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sidecar {
    /// `kernel_provider`: the default of `engine.backend`.
    pub provider: Option<Provider>,
    /// `requires_ns_ops`: the default of `engine.config.ns_ops`.
    pub requires_ns_ops: bool,
    /// `planned_arena_size`: the default where neither `engine.config` nor
    /// `model.arena_size` has one.
    pub planned_arena_size: Option<BigUint>,
    /// `inputs[0].size_bytes`: the default of `engine.config.input_size`.
    pub input_size: Option<BigUint>,
    /// `outputs[0].size_bytes`: the default of `engine.config.output_size`.
    pub output_size: Option<BigUint>,
}

/// The kernels that a program was exported for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Provider {
    /// `arm`
    Arm,
    /// `ns`
    Ns,
}

impl Provider {
    /// Its name in `engine.backend`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Arm => "arm",
            Self::Ns => "ns",
        }
    }
}

/// Why a manifest is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SidecarProblem {
    /// It cannot be opened.
    Unreadable,
    /// It is not UTF-8. `hpx` crashes.
    NotUtf8,
    /// It is not JSON. `hpx` crashes where the reason is not the syntax.
    NotJson,
    /// It is JSON, but no object. `hpx` crashes.
    NotAnObject,
    /// `schema` is not [`SCHEMA`].
    WrongSchema,
    /// `pte_sha256` is not the hash of the program.
    WrongHash,
    /// A field has a value of another kind.
    WrongField {
        /// The field's dotted name.
        field: &'static str,
        /// The kind it should have.
        expected: Expected,
    },
}

/// What a field of a manifest must hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expected {
    /// `arm` or `ns`
    Provider,
    /// A boolean
    Bool,
    /// An integer above 0
    PositiveInt,
    /// A list of objects
    Objects,
    /// An object
    Object,
    /// A list of strings
    Strings,
}

impl Expected {
    /// The kind in words, to follow "must be".
    pub fn words(self) -> &'static str {
        match self {
            Self::Provider => "`arm` or `ns`",
            Self::Bool => "true or false",
            Self::PositiveInt => "an integer above 0",
            Self::Objects => "a list of objects",
            Self::Object => "an object",
            Self::Strings => "a list of strings",
        }
    }

    fn of(self, field: &'static str) -> SidecarProblem {
        SidecarProblem::WrongField {
            field,
            expected: self,
        }
    }
}

/// Read the manifest of a program. Fails where `hpx` refuses it, with the problem
/// that `hpx` would name.
pub fn read(manifest: &[u8], program: &[u8]) -> Result<Sidecar, SidecarProblem> {
    let text = std::str::from_utf8(manifest).map_err(|_| SidecarProblem::NotUtf8)?;
    let manifest = json::parse(text).ok_or(SidecarProblem::NotJson)?;
    if !matches!(manifest, Value::Object(_)) {
        return Err(SidecarProblem::NotAnObject);
    }
    check_subject(&manifest, program)?;
    fields(&manifest)
}

/// The SHA-256 of some bytes, in lower-case hexadecimal.
pub fn sha256(bytes: &[u8]) -> String {
    let digest = Sha256::digest(bytes);
    digest.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn check_subject(manifest: &Value<'_>, program: &[u8]) -> Result<(), SidecarProblem> {
    let string = |key| manifest.get(key).and_then(Value::str);
    if string("schema") != Some(SCHEMA) {
        return Err(SidecarProblem::WrongSchema);
    }
    if string("pte_sha256") != Some(sha256(program).as_str()) {
        return Err(SidecarProblem::WrongHash);
    }
    Ok(())
}

/// The fields, checked in the order in which `hpx` checks them.
fn fields(manifest: &Value<'_>) -> Result<Sidecar, SidecarProblem> {
    let sidecar = Sidecar {
        provider: provider(manifest)?,
        requires_ns_ops: match present(manifest, "requires_ns_ops") {
            None => false,
            Some(Value::Bool(required)) => *required,
            Some(_) => return Err(Expected::Bool.of("requires_ns_ops")),
        },
        planned_arena_size: size(manifest, "planned_arena_size", "planned_arena_size")?,
        input_size: first_size(manifest, "inputs", "inputs[].size_bytes")?,
        output_size: first_size(manifest, "outputs", "outputs[].size_bytes")?,
    };
    check_portable_ops(manifest)?;
    Ok(sidecar)
}

/// The value of a key, with null as absent.
fn present<'v, 'a>(object: &'v Value<'a>, key: &str) -> Option<&'v Value<'a>> {
    object.get(key).filter(|value| **value != Value::Null)
}

fn provider(manifest: &Value<'_>) -> Result<Option<Provider>, SidecarProblem> {
    let Some(value) = present(manifest, "kernel_provider") else {
        return Ok(None);
    };
    match value.str() {
        Some("arm") => Ok(Some(Provider::Arm)),
        Some("ns") => Ok(Some(Provider::Ns)),
        _ => Err(Expected::Provider.of("kernel_provider")),
    }
}

fn size(
    object: &Value<'_>,
    key: &str,
    field: &'static str,
) -> Result<Option<BigUint>, SidecarProblem> {
    let Some(value) = present(object, key) else {
        return Ok(None);
    };
    let size = value.int().and_then(|size| size.to_biguint());
    let positive = size.filter(|size| *size > BigUint::ZERO);
    positive.map(Some).ok_or(Expected::PositiveInt.of(field))
}

/// The size of the first tensor of a list. All of them are checked, the list
/// before any of its sizes.
fn first_size(
    manifest: &Value<'_>,
    list: &'static str,
    field: &'static str,
) -> Result<Option<BigUint>, SidecarProblem> {
    let entries = match present(manifest, list) {
        None => return Ok(None),
        Some(Value::List(entries)) => entries,
        Some(_) => return Err(Expected::Objects.of(list)),
    };
    let is_object = |entry: &Value<'_>| matches!(entry, Value::Object(_));
    if !entries.iter().all(is_object) {
        return Err(Expected::Objects.of(list));
    }
    let mut first = None;
    for (index, entry) in entries.iter().enumerate() {
        let size = size(entry, "size_bytes", field)?;
        first = if index == 0 { size } else { first };
    }
    Ok(first)
}

/// `operators.portable`, the default of `engine.config.portable_ops`: nothing here
/// follows from the names.
fn check_portable_ops(manifest: &Value<'_>) -> Result<(), SidecarProblem> {
    let Some(operators) = present(manifest, "operators") else {
        return Ok(());
    };
    if !matches!(operators, Value::Object(_)) {
        return Err(Expected::Object.of("operators"));
    }
    match present(operators, "portable") {
        None => Ok(()),
        Some(Value::List(names)) if names.iter().all(|name| name.str().is_some()) => Ok(()),
        Some(_) => Err(Expected::Strings.of("operators.portable")),
    }
}
