//! The folder that every rule's examples and cases are checked in.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock};

use hpx_lsp::artifact::{Files, Home, ModelFile, Stat, TextProblem, heliart};
use hpx_lsp::catalog::Release;

use crate::models::{self, CUSTOM, MemoryFiles, Model, Operator, Tensor};

/// Files in memory, and the facts of each model once they were asked for.
#[derive(Default)]
pub struct Folder {
    files: MemoryFiles,
    models: Mutex<HashMap<String, Arc<ModelFile>>>,
}

/// The folder, the same for all.
pub fn folder() -> &'static Folder {
    static FOLDER: OnceLock<Folder> = OnceLock::new();
    FOLDER.get_or_init(|| {
        let mut files = MemoryFiles::default();
        add_models(&mut files);
        add_programs(&mut files);
        add_aot_files(&mut files);
        add_checkouts(&mut files);
        Folder {
            files,
            ..Folder::default()
        }
    })
}

impl Files for Folder {
    fn stat(&self, path: &str, home: Home) -> Stat {
        self.files.stat(path, home)
    }

    fn model(&self, path: &str) -> Arc<ModelFile> {
        let mut models = self.models.lock().unwrap();
        let known = models.entry(path.to_owned());
        Arc::clone(known.or_insert_with(|| self.files.model(path)))
    }

    fn bytes(&self, path: &str, home: Home) -> Result<Arc<[u8]>, TextProblem> {
        self.files.bytes(path, home)
    }

    fn list(&self, folder: &str, home: Home) -> Vec<String> {
        self.files.list(folder, home)
    }
}

fn add_models(files: &mut MemoryFiles) {
    for (name, bytes) in models::stand_ins() {
        let name = match name {
            // A sound model of 53,744 bytes.
            "kws_model.tflite" => "kws.tflite",
            // The same with zeros behind it.
            "pad_300k.tflite" => "medium.tflite",
            "pad_5m.tflite" => "big.tflite",
            // A Softmax that no engine can take.
            "softmax_bad.tflite" => name,
            "empty.tflite" => name,
            // An archive by its magic.
            "notflat.tflite" => "archive.tflite",
            "lfs_pointer.tflite" => name,
            // A sound model under a name that no engine takes.
            "kws_copy.bin" => "kws.bin",
            _ => continue,
        };
        files.insert(name, bytes);
    }
    // The magic of a model and nothing sound behind it.
    files.insert("damaged.tflite", b"\xff\xff\0\0TFL3 and no more".to_vec());
    files.insert("vela.tflite", vela().bytes());
    files.insert("modelle/größe.tflite", models::two_layers().bytes());
}

/// A model that Vela compiled: all of it is one operator of the NPU.
fn vela() -> Model {
    Model {
        tensors: vec![
            Tensor::int8("picture", &[1, 16], 0.5),
            Tensor::int8("logits", &[1, 4], 0.25),
        ],
        operators: vec![Operator {
            custom: Some("ethos-u"),
            ..Operator::new(CUSTOM, &[0], &[1])
        }],
        inputs: vec![0],
        outputs: vec![1],
    }
}

fn add_programs(files: &mut MemoryFiles) {
    let program = models::pte(15_809);
    let mut add = |name: &str, sidecar: Option<String>| {
        files.insert(name, program.clone());
        if let Some(sidecar) = sidecar {
            files.insert(&format!("{name}.json"), sidecar);
        }
    };
    let good = |fields: &str| Some(models::sidecar(&models::pte(15_809), fields));
    add("program.pte", None);
    // Its sidecar tells all that a profile may leave out.
    let sizes = r#", "planned_arena_size": 4096,
        "inputs": [{"size_bytes": 64}], "outputs": [{"size_bytes": 64}]"#;
    add("described.pte", good(sizes));
    // Its sidecar asks for the ns operators.
    add("ns.pte", good(r#", "requires_ns_ops": true"#));
    // Its sidecar describes an earlier export.
    add("stale.pte", Some(models::sidecar(b"another program", "")));
    add("listed.pte", Some("[]".to_owned()));
    add("torn.pte", Some("{\"schema\": ".to_owned()));
    add("foreign.pte", Some(r#"{"schema": "other/1"}"#.to_owned()));
    let size = r#", "planned_arena_size": "4096""#;
    add("wordy.pte", good(size));
}

fn add_aot_files(files: &mut MemoryFiles) {
    files.insert("aot.yaml", "memory:\n  allocate_arenas: true\n");
    // Settings that put a tensor into PSRAM.
    let psram = "memory:\n  tensors:\n    - attributes: {memory: psram}\n";
    files.insert("aot_psram.yaml", psram);
    files.insert("aot_list.yaml", "- memory\n");
    files.insert("aot_torn.yaml", "memory: {tensors: [\n");
    files.insert("aot_latin1.yaml", b"memory: # gr\xf6\xdfer\n".to_vec());
    files.insert("aot_date.yaml", "memory:\n  built: 2026-01-01\n");
}

fn add_checkouts(files: &mut MemoryFiles) {
    // CMSIS-NN with hpx's module files, and one without.
    for file in [
        "Include/arm_nnfunctions.h",
        "Source/readme.txt",
        "nsx/CMakeLists.txt",
        "nsx/nsx-module.yaml",
    ] {
        files.insert(&format!("cmsis-nn/{file}"), "");
    }
    files.insert("cmsis-nn-bare/Include/arm_nnfunctions.h", "");
    for file in ["version.txt", "nsx-module.yaml", "CMakeLists.txt"] {
        files.insert(&format!("nsx-executorch/{file}"), "");
    }
    for file in &Release::newest().catalog().heliart.source_files {
        files.insert(&format!("helia-rt/{file}"), "");
    }
    add_distribution(files, "helia-rt-1.20", "1.20.0");
    // A distribution older than hpx takes.
    add_distribution(files, "helia-rt-1.2", "1.2.0");
}

/// A heliaRT release for one core, toolchain and variant.
fn add_distribution(files: &mut MemoryFiles, folder: &str, version: &str) {
    let library = heliart::library_name("cm55", "gcc", "release-with-logs");
    files.insert(&format!("{folder}/lib/{library}"), "");
    files.insert(&format!("{folder}/third_party/readme.txt"), "");
    files.insert(&format!("{folder}/signal/readme.txt"), "");
    let header = format!("#define HELIA_RT_VERSION \"{version}\"\n");
    files.insert(
        &format!("{folder}/tensorflow/lite/micro/helia_rt_version.h"),
        header,
    );
}
