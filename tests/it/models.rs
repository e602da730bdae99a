//! Model files of our own making: `.tflite` graphs, stand-ins for `.pte`
//! programs, their manifests, and a folder of files in memory.
//!
//! No model here was exported by anybody's converter. A graph is described by
//! tensors and operators and written by [`flatbuffer`]; weights are zeros or a
//! counter. [`stand_ins`] gives one file for each model that the recorded verdicts
//! name, equal to the recorded one in all that decides a verdict or a plan: size,
//! suffix, magic, quantized Softmax operators, manifest.

pub mod flatbuffer;
mod memory_files;
mod stand_ins;

use flatbuffer::{Field, Node};

pub use memory_files::MemoryFiles;
pub use stand_ins::{stand_ins, two_layers};

/// `TensorType` of the schema.
pub const INT32: i8 = 2;
pub const UINT8: i8 = 3;
pub const INT8: i8 = 9;

/// `BuiltinOperator` of the schema.
pub const AVERAGE_POOL_2D: i32 = 1;
pub const CONV_2D: i32 = 3;
pub const DEPTHWISE_CONV_2D: i32 = 4;
pub const FULLY_CONNECTED: i32 = 9;
pub const RESHAPE: i32 = 22;
pub const SOFTMAX: i32 = 25;
pub const CUSTOM: i32 = 32;

/// A tensor; with data it is a constant.
#[derive(Clone)]
pub struct Tensor {
    pub name: &'static str,
    pub kind: i8,
    pub shape: Vec<i32>,
    pub data: Option<Vec<u8>>,
    pub quantization: Option<(f32, i64)>,
}

impl Tensor {
    /// An int8 tensor with a scale and the zero point 0.
    pub fn int8(name: &'static str, shape: &[i32], scale: f32) -> Self {
        Self {
            name,
            kind: INT8,
            shape: shape.to_vec(),
            data: None,
            quantization: Some((scale, 0)),
        }
    }

    /// The same tensor with as many bytes of data as its shape and type need.
    pub fn constant(mut self) -> Self {
        let width = if self.kind == INT32 { 4 } else { 1 };
        let len = width * self.shape.iter().product::<i32>();
        let bytes = (0..len).map(|at| if width == 4 { 0 } else { (at % 7) as u8 });
        self.data = Some(bytes.collect());
        self
    }

    /// The same tensor of another type.
    pub fn of(self, kind: i8) -> Self {
        Self { kind, ..self }
    }

    /// The same tensor with another zero point.
    pub fn zero_point(mut self, zero_point: i64) -> Self {
        self.quantization = self.quantization.map(|(scale, _)| (scale, zero_point));
        self
    }

    fn node(&self, buffer: u32) -> Node {
        let mut fields = vec![
            (0, Field::Ref(Node::I32s(self.shape.clone()))),
            (1, Field::I8(self.kind)),
            (2, Field::U32(buffer)),
            (3, Field::Ref(Node::Text(self.name.into()))),
        ];
        if let Some((scale, zero_point)) = self.quantization {
            let fields_of_quantization = vec![
                (2, Field::Ref(Node::F32s(vec![scale]))),
                (3, Field::Ref(Node::I64s(vec![zero_point]))),
            ];
            fields.push((4, Field::Ref(Node::Table(fields_of_quantization))));
        }
        Node::Table(fields)
    }
}

/// An operator; its options are the union's type and the fields of its table.
#[derive(Clone)]
pub struct Operator {
    pub builtin: i32,
    pub custom: Option<&'static str>,
    pub inputs: Vec<i32>,
    pub outputs: Vec<i32>,
    pub options: Option<(u8, Vec<(u16, Field)>)>,
}

impl Operator {
    /// An operator without options.
    pub fn new(builtin: i32, inputs: &[i32], outputs: &[i32]) -> Self {
        Self {
            builtin,
            custom: None,
            inputs: inputs.to_vec(),
            outputs: outputs.to_vec(),
            options: None,
        }
    }

    /// A Softmax with this beta.
    pub fn softmax(input: i32, output: i32, beta: f32) -> Self {
        Self {
            options: Some((9, vec![(0, Field::F32(beta))])),
            ..Self::new(SOFTMAX, &[input], &[output])
        }
    }

    /// A convolution with SAME padding and equal strides.
    pub fn convolution(inputs: &[i32], output: i32, stride: i32) -> Self {
        let strides = vec![(1, Field::I32(stride)), (2, Field::I32(stride))];
        Self {
            options: Some((1, strides)),
            ..Self::new(CONV_2D, inputs, &[output])
        }
    }

    /// A convolution of each channel by itself, SAME padding, stride 1.
    pub fn depthwise(inputs: &[i32], output: i32) -> Self {
        let ones = (1..=3).map(|id| (id, Field::I32(1))).collect();
        Self {
            options: Some((2, ones)),
            ..Self::new(DEPTHWISE_CONV_2D, inputs, &[output])
        }
    }

    /// The average of each channel over windows of this size, VALID padding.
    pub fn average_pool(input: i32, output: i32, height: i32, width: i32) -> Self {
        let fields = vec![
            (0, Field::I8(1)),
            (1, Field::I32(width)),
            (2, Field::I32(height)),
            (3, Field::I32(width)),
            (4, Field::I32(height)),
        ];
        Self {
            options: Some((5, fields)),
            ..Self::new(AVERAGE_POOL_2D, &[input], &[output])
        }
    }

    /// A dense layer.
    pub fn fully_connected(inputs: &[i32], output: i32) -> Self {
        Self {
            options: Some((8, Vec::new())),
            ..Self::new(FULLY_CONNECTED, inputs, &[output])
        }
    }

    fn node(&self, code: u32) -> Node {
        let mut fields = vec![
            (0, Field::U32(code)),
            (1, Field::Ref(Node::I32s(self.inputs.clone()))),
            (2, Field::Ref(Node::I32s(self.outputs.clone()))),
        ];
        if let Some((kind, options)) = &self.options {
            fields.push((3, Field::U8(*kind)));
            fields.push((4, Field::Ref(Node::Table(options.clone()))));
        }
        Node::Table(fields)
    }
}

/// A model of one subgraph.
#[derive(Clone, Default)]
pub struct Model {
    pub tensors: Vec<Tensor>,
    pub operators: Vec<Operator>,
    pub inputs: Vec<i32>,
    pub outputs: Vec<i32>,
}

impl Model {
    /// The file.
    pub fn bytes(&self) -> Vec<u8> {
        let codes = self.codes();
        let fields = vec![
            (0, Field::U32(3)),
            (
                1,
                Field::Ref(Node::Tables(codes.iter().map(code_node).collect())),
            ),
            (2, Field::Ref(Node::Tables(vec![self.subgraph(&codes)]))),
            (3, Field::Ref(Node::Text("made by hpx-lsp's tests".into()))),
            (4, Field::Ref(Node::Tables(self.buffers()))),
        ];
        flatbuffer::write(*b"TFL3", &Node::Table(fields))
    }

    /// The file with zeros behind it up to a size, which must be enough.
    pub fn bytes_of_size(&self, size: usize) -> Vec<u8> {
        padded(self.bytes(), size)
    }

    fn codes(&self) -> Vec<(i32, Option<&'static str>)> {
        let mut codes = Vec::new();
        for operator in &self.operators {
            let code = (operator.builtin, operator.custom);
            if !codes.contains(&code) {
                codes.push(code);
            }
        }
        codes
    }

    fn subgraph(&self, codes: &[(i32, Option<&'static str>)]) -> Node {
        let mut next_buffer = 0;
        let tensors = self.tensors.iter().map(|tensor| {
            next_buffer += u32::from(tensor.data.is_some());
            tensor.node(if tensor.data.is_some() {
                next_buffer
            } else {
                0
            })
        });
        let tensors = tensors.collect();
        let operators = self.operators.iter().map(|operator| {
            let code = (operator.builtin, operator.custom);
            let index = codes.iter().position(|known| *known == code).unwrap();
            operator.node(index as u32)
        });
        Node::Table(vec![
            (0, Field::Ref(Node::Tables(tensors))),
            (1, Field::Ref(Node::I32s(self.inputs.clone()))),
            (2, Field::Ref(Node::I32s(self.outputs.clone()))),
            (3, Field::Ref(Node::Tables(operators.collect()))),
        ])
    }

    /// Buffer 0 is the empty one of every tensor without data.
    fn buffers(&self) -> Vec<Node> {
        let data = self.tensors.iter().filter_map(|tensor| tensor.data.clone());
        let data = data.map(|data| Node::Table(vec![(0, Field::Ref(Node::Bytes(data)))]));
        std::iter::once(Node::Table(Vec::new()))
            .chain(data)
            .collect()
    }
}

fn code_node((builtin, custom): &(i32, Option<&'static str>)) -> Node {
    let mut fields = vec![
        (0, Field::I8((*builtin).min(127) as i8)),
        (2, Field::I32(1)),
        (3, Field::I32(*builtin)),
    ];
    if let Some(custom) = custom {
        fields.push((1, Field::Ref(Node::Text((*custom).into()))));
    }
    Node::Table(fields)
}

/// Something with the magic of an ExecuTorch program, of a size.
pub fn pte(size: usize) -> Vec<u8> {
    padded(b"\x10\0\0\0ET12".to_vec(), size)
}

/// A manifest that fits a program; `fields` are further members, comma first.
pub fn sidecar(program: &[u8], fields: &str) -> String {
    let hash = hpx_lsp::artifact::executorch::sha256(program);
    let schema = hpx_lsp::artifact::executorch::SCHEMA;
    format!(r#"{{"schema": "{schema}", "pte_sha256": "{hash}"{fields}}}"#)
}

fn padded(mut bytes: Vec<u8>, size: usize) -> Vec<u8> {
    assert!(
        bytes.len() <= size,
        "{} bytes do not fit {size}",
        bytes.len()
    );
    bytes.resize(size, 0);
    bytes
}
