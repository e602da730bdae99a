//! The stand-ins for the models of the recorded verdicts.

use super::{INT32, Model, Operator, RESHAPE, SOFTMAX, Tensor, UINT8, padded, pte};

/// Files by name, each equal to the recorded one in what decides a verdict.
pub fn stand_ins() -> Vec<(&'static str, Vec<u8>)> {
    let kws = keyword_spotting().bytes_of_size(53_744);
    let pad = |size| padded(kws.clone(), size);
    vec![
        ("kws_model.tflite", kws.clone()),
        ("tiny_cnn.tflite", tiny_cnn().bytes_of_size(2_480)),
        ("softmax_bad.tflite", four_softmaxes().bytes_of_size(936)),
        ("tier1_arm.pte", pte(15_809)),
        ("tier1_ns.pte", pte(15_424)),
        ("tier1mean_arm.pte", pte(2_312)),
        ("pad_300k.tflite", pad(300_000)),
        ("pad_700k.tflite", pad(700_000)),
        ("pad_1500k.tflite", pad(1_500_000)),
        ("pad_2100k.tflite", pad(2_100_000)),
        ("pad_3200k.tflite", pad(3_200_000)),
        ("pad_5m.tflite", pad(5_000_000)),
        ("empty.tflite", Vec::new()),
        (
            "notflat.tflite",
            b"PK\x03\x04 an archive by mistake".to_vec(),
        ),
        ("lfs_pointer.tflite", lfs_pointer().into_bytes()),
        ("kws_copy.bin", kws),
    ]
}

/// What Git LFS leaves for a model that was never pulled.
fn lfs_pointer() -> String {
    let oid = "0".repeat(64);
    format!("version https://git-lfs.github.com/spec/v1\noid sha256:{oid}\nsize 325056\n")
}

/// A dense layer and a Softmax: the smallest graph worth profiling.
pub fn two_layers() -> Model {
    Model {
        tensors: vec![
            Tensor::int8("features", &[1, 16], 0.5),
            Tensor::int8("dense/weights", &[4, 16], 0.125).constant(),
            bias("dense/bias", 4, 0.0625),
            Tensor::int8("logits", &[1, 4], 0.25),
            probabilities(4),
        ],
        operators: vec![
            Operator::fully_connected(&[0, 1, 2], 3),
            Operator::softmax(3, 4, 1.0),
        ],
        inputs: vec![0],
        outputs: vec![4],
    }
}

/// One convolution of an 8x8 picture, then a dense layer.
fn tiny_cnn() -> Model {
    Model {
        tensors: vec![
            Tensor::int8("picture", &[1, 8, 8, 1], 0.5),
            Tensor::int8("conv/weights", &[4, 3, 3, 1], 0.125).constant(),
            bias("conv/bias", 4, 0.0625),
            Tensor::int8("conv", &[1, 8, 8, 4], 0.25),
            Tensor::int8("pool", &[1, 1, 1, 4], 0.25),
            shape("flat/shape"),
            Tensor::int8("flat", &[1, 4], 0.25),
            Tensor::int8("dense/weights", &[2, 4], 0.125).constant(),
            bias("dense/bias", 2, 0.03125),
            Tensor::int8("logits", &[1, 2], 0.25),
            probabilities(2),
        ],
        operators: vec![
            Operator::convolution(&[0, 1, 2], 3, 1),
            Operator::average_pool(3, 4, 8, 8),
            Operator::new(RESHAPE, &[4, 5], &[6]),
            Operator::fully_connected(&[6, 7, 8], 9),
            Operator::softmax(9, 10, 1.0),
        ],
        inputs: vec![0],
        outputs: vec![10],
    }
}

/// Four pairs of a depthwise and a pointwise convolution on a spectrogram.
fn keyword_spotting() -> Model {
    let mut model = Model {
        inputs: vec![0],
        ..Model::default()
    };
    let mut last = model.push(Tensor::int8("spectrogram", &[1, 49, 10, 1], 0.5));
    last = model.convolution(
        ["first", "first/weights", "first/bias"],
        last,
        [10, 4, 1],
        2,
    );
    for names in [
        [
            "point1",
            "point1/weights",
            "point1/bias",
            "depth1",
            "depth1/weights",
            "depth1/bias",
        ],
        [
            "point2",
            "point2/weights",
            "point2/bias",
            "depth2",
            "depth2/weights",
            "depth2/bias",
        ],
        [
            "point3",
            "point3/weights",
            "point3/bias",
            "depth3",
            "depth3/weights",
            "depth3/bias",
        ],
        [
            "point4",
            "point4/weights",
            "point4/bias",
            "depth4",
            "depth4/weights",
            "depth4/bias",
        ],
    ] {
        let [
            point,
            point_weights,
            point_bias,
            depth,
            depth_weights,
            depth_bias,
        ] = names;
        last = model.depthwise([depth, depth_weights, depth_bias], last);
        last = model.convolution([point, point_weights, point_bias], last, [1, 1, 64], 1);
    }
    let pool = model.push(Tensor::int8("pool", &[1, 1, 1, 64], 0.25));
    let flat_shape = model.push(shape("flat/shape"));
    let flat = model.push(Tensor::int8("flat", &[1, 64], 0.25));
    let weights = model.push(Tensor::int8("dense/weights", &[12, 64], 0.125).constant());
    let dense_bias = model.push(bias("dense/bias", 12, 0.03125));
    let logits = model.push(Tensor::int8("logits", &[1, 12], 0.144_692_5));
    let output = model.push(probabilities(12));
    model.operators.extend([
        Operator::average_pool(last, pool, 25, 5),
        Operator::new(RESHAPE, &[pool, flat_shape], &[flat]),
        Operator::fully_connected(&[flat, weights, dense_bias], logits),
        Operator::softmax(logits, output, 1.0),
    ]);
    model.outputs = vec![output];
    model
}

impl Model {
    fn push(&mut self, tensor: Tensor) -> i32 {
        self.tensors.push(tensor);
        self.tensors.len() as i32 - 1
    }

    /// A convolution to 64 channels with a kernel of height, width and depth.
    fn convolution(
        &mut self,
        names: [&'static str; 3],
        input: i32,
        kernel: [i32; 3],
        stride: i32,
    ) -> i32 {
        let [height, width, depth] = kernel;
        let shape = [64, height, width, depth];
        let weights = self.push(Tensor::int8(names[1], &shape, 0.125).constant());
        let bias = self.push(bias(names[2], 64, 0.03125));
        let output = self.push(Tensor::int8(names[0], &[1, 25, 5, 64], 0.25));
        let operator = Operator::convolution(&[input, weights, bias], output, stride);
        self.operators.push(operator);
        output
    }

    fn depthwise(&mut self, names: [&'static str; 3], input: i32) -> i32 {
        let weights = self.push(Tensor::int8(names[1], &[1, 3, 3, 64], 0.125).constant());
        let bias = self.push(bias(names[2], 64, 0.03125));
        let output = self.push(Tensor::int8(names[0], &[1, 25, 5, 64], 0.25));
        self.operators
            .push(Operator::depthwise(&[input, weights, bias], output));
        output
    }
}

/// Four Softmax operators: one with a scale that no engine can take, one that a
/// large beta saves, a sound one on uint8, and one on int16, which nobody checks.
fn four_softmaxes() -> Model {
    const INT16: i8 = 7;
    const TOO_SMALL: f32 = 4.305_569e-9;
    Model {
        tensors: vec![
            Tensor::int8("a", &[4], TOO_SMALL),
            Tensor::int8("b", &[4], TOO_SMALL),
            Tensor::int8("c", &[4], 0.05).of(UINT8),
            Tensor::int8("d", &[4], TOO_SMALL).of(INT16),
            probabilities(4),
        ],
        operators: vec![
            Operator::softmax(0, 4, 1.0),
            Operator::softmax(1, 4, 1e9),
            Operator::softmax(2, 4, 1.0),
            Operator::new(SOFTMAX, &[3], &[4]),
        ],
        inputs: vec![0, 1, 2, 3],
        outputs: vec![4],
    }
}

fn bias(name: &'static str, len: i32, scale: f32) -> Tensor {
    Tensor::int8(name, &[len], scale).of(INT32).constant()
}

/// The constant of a reshape to one row of whatever is there.
fn shape(name: &'static str) -> Tensor {
    let row = [1i32, -1];
    Tensor {
        name,
        kind: INT32,
        shape: vec![2],
        data: Some(row.iter().flat_map(|side| side.to_le_bytes()).collect()),
        quantization: None,
    }
}

/// The output of a quantized Softmax, which must have this scale and zero point.
fn probabilities(len: i32) -> Tensor {
    Tensor::int8("probabilities", &[1, len], 1.0 / 256.0).zero_point(-128)
}
