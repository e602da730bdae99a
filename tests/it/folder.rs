//! The folder in which the profiles of `tests/verdicts` are started: models of
//! our own and the small files of `tests/verdicts/files.json`.

use super::models::{MemoryFiles, Operator, Tensor, stand_ins, two_layers};

const FILES: &str = include_str!("../verdicts/files.json");

/// Every file by its path.
pub fn files() -> Vec<(String, Vec<u8>)> {
    let mut files = Vec::new();
    for (name, bytes) in stand_ins() {
        files.push((format!("models/{name}"), bytes));
    }
    for (name, scale, beta) in SOFTMAXES {
        files.push((
            format!("models/softmax_{name}.tflite"),
            softmax(scale, beta),
        ));
    }
    let listed: Vec<serde_json::Value> = serde_json::from_str(FILES).unwrap();
    for file in listed {
        let path = file["path"].as_str().unwrap().to_owned();
        let bytes = match file["hex"].as_str() {
            Some(hex) => unhex(hex),
            None => file["text"].as_str().unwrap().into(),
        };
        files.push((path, bytes));
    }
    files
}

/// The same in memory; `~` is the folder `home`.
#[allow(dead_code, reason = "the program that writes the files needs none")]
pub fn folder() -> MemoryFiles {
    let mut memory = MemoryFiles::default();
    for (path, bytes) in files() {
        if let Some(below) = path.strip_prefix("home/") {
            memory.insert(&format!("{}/{below}", MemoryFiles::HOME), bytes.clone());
        }
        memory.insert(&path, bytes);
    }
    memory
}

/// Scales and betas of a Softmax around the bounds of the engines: 2^-26 for
/// the interpreters, for heliaAOT the sign of a shift.
const SOFTMAXES: [(&str, f32, f32); 7] = [
    ("no_beta", 0.25, 0.0),
    ("negative_beta", 0.25, -1.0),
    ("at_bound", 1.490_116_1e-8, 1.0),
    ("above_bound", 1.490_117e-8, 1.0),
    ("at_half", 7.450_581e-9, 1.0),
    ("below_half", 7.0e-9, 1.0),
    ("tiny", 1.0e-18, 1.0),
];

fn softmax(scale: f32, beta: f32) -> Vec<u8> {
    let mut model = two_layers();
    let logits = model.tensors.len() as i32 - 2;
    model.tensors[logits as usize] = Tensor::int8("logits", &[1, 4], scale);
    let last = model.operators.len() - 1;
    model.operators[last] = Operator::softmax(logits, logits + 1, beta);
    model.bytes()
}

fn unhex(hex: &str) -> Vec<u8> {
    let digit = |at: usize| u8::from_str_radix(&hex[at..at + 2], 16).unwrap();
    (0..hex.len()).step_by(2).map(digit).collect()
}
