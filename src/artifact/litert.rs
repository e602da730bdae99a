//! The facts of a `.tflite` that `hpx` reads before it builds.
//!
//! Field ids and enum values are those of the public LiteRT schema
//! (`tflite.fbs`); which of them are followed, and in which case the file counts
//! as damaged, is `modelcost/_tflite_reader.py` of 0.2.0 to 0.4.1, whose readers
//! are the same file. 0.1.x reads nothing but the magic.

use super::flatbuffer::{Damaged, Table, Vector};
use super::softmax::Softmax;

const MODEL_OPERATOR_CODES: u16 = 1;
const MODEL_SUBGRAPHS: u16 = 2;
const CODE_DEPRECATED_BUILTIN: u16 = 0;
const CODE_CUSTOM: u16 = 1;
const CODE_BUILTIN: u16 = 3;
const SUBGRAPH_TENSORS: u16 = 0;
const SUBGRAPH_OPERATORS: u16 = 3;
const OPERATOR_CODE_INDEX: u16 = 0;
const OPERATOR_INPUTS: u16 = 1;
const OPERATOR_OPTIONS_TYPE: u16 = 3;
const OPERATOR_OPTIONS: u16 = 4;
const TENSOR_TYPE: u16 = 1;
const TENSOR_NAME: u16 = 3;
const TENSOR_QUANTIZATION: u16 = 4;
const QUANTIZATION_SCALE: u16 = 2;
const SOFTMAX_BETA: u16 = 0;

const TYPE_UINT8: i8 = 3;
const TYPE_INT8: i8 = 9;
const OPTIONS_SOFTMAX: u8 = 9;

/// `BuiltinOperator.SOFTMAX`
pub const SOFTMAX: i32 = 25;
/// `BuiltinOperator.CUSTOM`: the operator is named by its custom code.
pub const CUSTOM: i32 = 32;

/// The custom code of an operator that Vela compiled for an Ethos-U NPU.
pub const ETHOS_U: &str = "ethos-u";

/// What is known of a `.tflite`.
#[derive(Clone, Debug, PartialEq)]
pub struct LiteRt {
    /// The int8 and uint8 Softmax operators of every subgraph, in file order.
    pub softmax: Vec<Softmax>,
    /// The operator codes, in file order, with how often each is used.
    pub codes: Vec<OperatorCode>,
}

/// A kind of operator that a model declares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OperatorCode {
    /// The `BuiltinOperator`, or the damage that hides it; an operator that used
    /// it would have made the model damaged.
    pub builtin: Result<i32, Damaged>,
    /// The name of a [`CUSTOM`] operator, where it can be read.
    pub custom: Option<String>,
    /// How many operators use it, in all subgraphs.
    pub uses: u32,
}

impl LiteRt {
    /// Whether Vela compiled any of it for an Ethos-U.
    pub fn has_ethos_u(&self) -> bool {
        self.codes
            .iter()
            .any(|code| code.uses > 0 && code.custom.as_deref() == Some(ETHOS_U))
    }
}

/// Read the facts of a model.
///
/// Fails exactly where `hpx` refuses the file as damaged, and besides for files
/// whose parts overlap so often that reading them would not be linear.
pub fn read(bytes: &[u8]) -> Result<LiteRt, Damaged> {
    let model = Table::root(bytes)?;
    let mut work = Work::of(bytes);
    let mut codes = operator_codes(model, &mut work)?;
    let mut softmax = Vec::new();
    for (subgraph, table) in (0..).zip(model.vector(MODEL_SUBGRAPHS)?.tables()) {
        let graph = Subgraph::read(table?, &mut work)?;
        for (operator, table) in (0..).zip(graph.operators.tables()) {
            let table = table?;
            let code = used_code(table, &mut codes)?;
            code.uses = code.uses.saturating_add(1);
            if code.builtin? == SOFTMAX {
                let at = Place { subgraph, operator };
                softmax.extend(quantized_softmax(table, graph.tensors, at, &mut work)?);
            }
        }
    }
    Ok(LiteRt { softmax, codes })
}

/// How many more elements may be looked at. Elements that overlap nowhere need
/// less than the file has bytes.
struct Work {
    left: u64,
}

impl Work {
    fn of(bytes: &[u8]) -> Self {
        Self {
            left: bytes.len() as u64,
        }
    }

    fn spend(&mut self, elements: u64) -> Result<(), Damaged> {
        let left = self.left.checked_sub(elements);
        self.left = left.ok_or(Damaged::Tangled)?;
        Ok(())
    }
}

/// Where an operator stands.
struct Place {
    subgraph: u32,
    operator: u32,
}

struct Subgraph<'a> {
    tensors: Vector<'a>,
    operators: Vector<'a>,
}

impl<'a> Subgraph<'a> {
    fn read(table: Table<'a>, work: &mut Work) -> Result<Self, Damaged> {
        let tensors = table.vector(SUBGRAPH_TENSORS)?;
        let operators = table.vector(SUBGRAPH_OPERATORS)?;
        work.spend(u64::from(operators.len()))?;
        Ok(Self { tensors, operators })
    }
}

fn operator_codes(model: Table<'_>, work: &mut Work) -> Result<Vec<OperatorCode>, Damaged> {
    let mut codes = Vec::new();
    for table in model.vector(MODEL_OPERATOR_CODES)?.tables() {
        let table = table?;
        let builtin = builtin(table);
        let custom = match builtin {
            Ok(CUSTOM) => table.string(CODE_CUSTOM).ok().flatten(),
            _ => None,
        };
        work.spend(custom.as_deref().map_or(0, str::len) as u64)?;
        codes.push(OperatorCode {
            builtin,
            custom: custom.map(Into::into),
            uses: 0,
        });
    }
    Ok(codes)
}

/// The kind of an operator code. Files older than schema version 3a have only the
/// deprecated byte, and 0 (ADD) in the newer field.
fn builtin(code: Table<'_>) -> Result<i32, Damaged> {
    match code.i32(CODE_BUILTIN)? {
        0 => Ok(code.i8(CODE_DEPRECATED_BUILTIN)?.into()),
        builtin => Ok(builtin),
    }
}

fn used_code<'c>(
    operator: Table<'_>,
    codes: &'c mut [OperatorCode],
) -> Result<&'c mut OperatorCode, Damaged> {
    let index = operator.u32(OPERATOR_CODE_INDEX)?;
    usize::try_from(index)
        .ok()
        .and_then(|index| codes.get_mut(index))
        .ok_or(Damaged::NoSuchIndex)
}

/// The facts of a Softmax, unless it has no input or one of another type.
fn quantized_softmax(
    operator: Table<'_>,
    tensors: Vector<'_>,
    place: Place,
    work: &mut Work,
) -> Result<Option<Softmax>, Damaged> {
    let inputs = operator.vector(OPERATOR_INPUTS)?;
    if inputs.is_empty() {
        return Ok(None);
    }
    let Ok(index) = u32::try_from(inputs.i32(0)?) else {
        return Ok(None); // -1 stands for an absent input
    };
    let tensor = tensors.table(index)?;
    if !matches!(tensor.i8(TENSOR_TYPE)?, TYPE_INT8 | TYPE_UINT8) {
        return Ok(None);
    }
    let input_scale = first_scale(tensor)?;
    let beta = beta(operator)?;
    let name = tensor.string(TENSOR_NAME)?;
    work.spend(name.as_deref().map_or(0, str::len) as u64)?;
    Ok(Some(Softmax {
        subgraph: place.subgraph,
        operator: place.operator,
        input: name.map_or_else(|| format!("tensor_{index}"), Into::into),
        input_scale,
        beta,
    }))
}

fn first_scale(tensor: Table<'_>) -> Result<Option<f32>, Damaged> {
    let Some(quantization) = tensor.table(TENSOR_QUANTIZATION)? else {
        return Ok(None);
    };
    let scales = quantization.vector(QUANTIZATION_SCALE)?;
    (!scales.is_empty()).then(|| scales.f32(0)).transpose()
}

fn beta(operator: Table<'_>) -> Result<f32, Damaged> {
    if operator.u8(OPERATOR_OPTIONS_TYPE)? != OPTIONS_SOFTMAX {
        return Ok(0.0);
    }
    match operator.table(OPERATOR_OPTIONS)? {
        Some(options) => options.f32(SOFTMAX_BETA),
        None => Ok(0.0),
    }
}
