//! The facts of files, on files of our own making.
//!
//! What is expected is what hpx 0.4.1 answered for the same bytes.

use hpx_lsp::artifact::executorch::{self, Expected, Provider};
use hpx_lsp::artifact::flatbuffer::Damaged;
use hpx_lsp::artifact::heliart::{self, DistProblem};
use hpx_lsp::artifact::json::{MAX_DEPTH, MAX_DIGITS};
use hpx_lsp::artifact::litert;
use hpx_lsp::artifact::model::Unread;
use hpx_lsp::artifact::{AotVerdict, Files, Home, LiteRt, ModelFile, Sidecar};
use hpx_lsp::artifact::{SidecarProblem, Stat, TextProblem};

use crate::models::flatbuffer::{self, Field, Node};
use crate::models::{self, MemoryFiles, Operator, stand_ins, two_layers};

fn stand_in(name: &str) -> Vec<u8> {
    let found = stand_ins().into_iter().find(|(known, _)| *known == name);
    found.unwrap().1
}

/// One letter for what the engines make of a model: `x` damaged, `b` no usable
/// beta, `a` refused by all, `t` by the TFLM engines, `.` by none.
fn verdict(bytes: &[u8]) -> char {
    let Ok(LiteRt { softmax, .. }) = litert::read(bytes) else {
        return 'x';
    };
    if softmax.iter().any(|op| !op.has_usable_beta()) {
        'b'
    } else if softmax
        .iter()
        .any(|op| op.aot_verdict() == AotVerdict::Error)
    {
        'a'
    } else if softmax.iter().any(|op| !op.tflm_supported()) {
        't'
    } else {
        '.'
    }
}

#[test]
fn stand_ins_are_what_they_stand_for() {
    let files = MemoryFiles::with_stand_ins();
    let facts = |name: &str| {
        let model = files.model(&format!("models/{name}"));
        let contents = model.contents().unwrap();
        let magic = match (contents.has_tflite_magic, contents.has_pte_magic) {
            (true, false) => "tflite",
            (false, true) => "pte",
            _ => "",
        };
        let graph = contents.litert.is_some().then(|| verdict(&stand_in(name)));
        (model.size().unwrap(), magic, graph)
    };
    assert_eq!(facts("kws_model.tflite"), (53_744, "tflite", Some('.')));
    assert_eq!(facts("tiny_cnn.tflite"), (2_480, "tflite", Some('.')));
    assert_eq!(facts("softmax_bad.tflite"), (936, "tflite", Some('a')));
    assert_eq!(facts("pad_5m.tflite"), (5_000_000, "tflite", Some('.')));
    assert_eq!(facts("kws_copy.bin"), (53_744, "tflite", Some('.')));
    assert_eq!(facts("tier1_arm.pte"), (15_809, "pte", None));
    assert_eq!(facts("empty.tflite"), (0, "", None));
    assert_eq!(facts("notflat.tflite"), (26, "", None));
    let pointer = files.model("models/lfs_pointer.tflite");
    assert!(pointer.contents().unwrap().is_lfs_pointer);
    assert_eq!(files.model("models/missing.tflite").stat(), Stat::Missing);
    assert_eq!(files.model("models").stat(), Stat::Directory);
    assert_eq!(files.model("models").contents(), Err(Unread::NotAFile));
}

#[test]
fn softmax_operators_are_found() {
    let bytes = stand_in("softmax_bad.tflite");
    let softmax = litert::read(&bytes).unwrap().softmax;
    let seen: Vec<_> = softmax
        .iter()
        .map(|op| (op.operator, op.input.as_str(), op.multiplier()))
        .collect();
    let expected = [
        (0, "a", 0.288_941_830_396_652_2),
        (1, "b", 288_941_830.396_652_2),
        (2, "c", 3_355_443.25),
    ];
    assert_eq!(seen, expected);
    assert_eq!(softmax[0].aot_verdict(), AotVerdict::Error);
    assert_eq!(softmax[0].minimum_scale(), Some(2f64.powi(-26)));
}

#[test]
fn operators_are_counted() {
    let mut model = two_layers();
    let vela = Operator {
        custom: Some("ethos-u"),
        ..Operator::new(models::CUSTOM, &[0], &[3])
    };
    model.operators.extend([vela.clone(), vela]);
    model
        .operators
        .push(Operator::new(models::RESHAPE, &[2, -1], &[3]));
    let facts = litert::read(&model.bytes()).unwrap();
    let uses: Vec<_> = facts
        .codes
        .iter()
        .map(|code| (code.builtin.unwrap(), code.uses))
        .collect();
    assert_eq!(uses, [(9, 1), (25, 1), (32, 2), (22, 1)]);
    assert!(facts.has_ethos_u());
    assert!(!litert::read(&two_layers().bytes()).unwrap().has_ethos_u());
}

/// Deterministic damage: a byte or an aligned word is overwritten, once or twice.
struct Mutations(u64);

impl Mutations {
    fn next(&mut self, below: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % below
    }

    fn of(&mut self, whole: &[u8]) -> Vec<u8> {
        let mut bytes = whole.to_vec();
        for _ in 0..=self.next(2) {
            let at = self.next(bytes.len() - 4);
            if self.next(2) == 0 {
                bytes[at] = self.next(256) as u8;
            } else {
                let word = [self.next(64), self.next(bytes.len()), 1 << self.next(32)];
                let word = word[self.next(3)] as u32;
                let at = at - at % 4;
                bytes[at..at + 4].copy_from_slice(&word.to_le_bytes());
            }
        }
        bytes
    }
}

fn mutated() -> impl Iterator<Item = Vec<u8>> {
    let whole = [two_layers().bytes(), stand_in("softmax_bad.tflite")];
    let mut mutations = Mutations(0x9e37_79b9_7f4a_7c15);
    (0..512).map(move |index| mutations.of(&whole[index % 2]))
}

#[test]
fn mutated_models_get_the_verdicts_of_hpx() {
    let ours: String = mutated().map(|bytes| verdict(&bytes)).collect();
    assert_eq!(ours, MUTATED.concat());
}

/// hpx's own answers for [`mutated`], in the letters of [`verdict`].
const MUTATED: [&str; 8] = [
    ".a.a.a.xxa.xta.x.a.a.a.a.aba.a.a.x.x.a.axx...x.a.axx.x.axtxa.x.a",
    "xx.a.x.a.x.a.b..xa.b.a.x.axa.axaxx.abxxa.xxa.x.a.a.axaxa.axa.ata",
    ".x.a.t.x.a.a.x.x.a.axa.x.a.a.a.x.x.a.x.axxxa.ax..a.x.a.x.x.a..xa",
    ".t..xa.x.a.a.a.a.axaxa.axa.x.x.xx..x.txx.x.a.x.a...a.x.x.a.x.x.a",
    ".a.a.axa.x.xxx.a.x.a.x.a.a.a.a.axx.a.xxaxx.axb.x.a.x.a.a.b.x.xxa",
    ".xxx.xxa.axxb.xa...xxx.a.x.xxa.axb.x.x.axa.a.a.axx.xxx.a.a.a.xxa",
    ".a.axaxx.a.a.a.x.b.a.a.b.x.a.a.axtxa.a.x.a.a.a.xxaxa.axxbx.axaxx",
    ".xta.axa.a.a.abb.a.a.xxx.a.axaxa.xxa.axt.a.a...a.a.x.x.a.xxaxxxa",
];

#[test]
fn any_bytes_are_read() {
    let whole = stand_in("tiny_cnn.tflite");
    for end in 0..whole.len() {
        let _ = ModelFile::from_bytes("m.tflite", &whole[..end], Some(&whole[..end]));
    }
    let mut mutations = Mutations(1);
    for _ in 0..5_000 {
        let _ = litert::read(&mutations.of(&whole));
    }
}

/// A hundred million operators in a small file, as every subgraph is the first.
/// hpx would read on for minutes.
#[test]
fn reading_is_linear() {
    const SUBGRAPHS: u32 = 20_011;
    let operator = Node::Table(vec![(1, Field::Ref(Node::I32s(vec![-1])))]);
    let operators = vec![(3, Field::Ref(Node::Tables(vec![operator; 5_003])))];
    let mut subgraphs = vec![Node::Table(operators)];
    subgraphs.resize(SUBGRAPHS as usize, Node::Table(Vec::new()));
    let codes = Node::Tables(vec![Node::Table(vec![(3, Field::I32(models::SOFTMAX))])]);
    let fields = [(1, codes), (2, Node::Tables(subgraphs))];
    let fields = fields.map(|(id, node)| (id, Field::Ref(node)));
    let mut bytes = flatbuffer::write(*b"TFL3", &Node::Table(fields.into()));
    assert_eq!(litert::read(&bytes).unwrap().codes[0].uses, 5_003);

    let count = SUBGRAPHS.to_le_bytes();
    let entries = 4 + bytes.windows(4).position(|word| word == count).unwrap();
    let first = u32::from_le_bytes(bytes[entries..entries + 4].try_into().unwrap());
    for index in 1..SUBGRAPHS {
        let at = entries + 4 * index as usize;
        bytes[at..at + 4].copy_from_slice(&(first - 4 * index).to_le_bytes());
    }
    assert_eq!(litert::read(&bytes).unwrap_err(), Damaged::Tangled);
}

#[test]
fn sidecars_are_judged() {
    let program = models::pte(64);
    let read = |fields: &str| {
        let manifest = models::sidecar(&program, fields);
        executorch::read(manifest.as_bytes(), &program)
    };
    let full = r#", "kernel_provider": "ns", "requires_ns_ops": true,
        "planned_arena_size": 65536, "inputs": [{"size_bytes": 490}, {}],
        "outputs": [{"size_bytes": 12}], "operators": {"portable": ["aten::add"]}"#;
    let facts = Sidecar {
        provider: Some(Provider::Ns),
        requires_ns_ops: true,
        planned_arena_size: Some(65_536u32.into()),
        input_size: Some(490u32.into()),
        output_size: Some(12u32.into()),
    };
    assert_eq!(read(full), Ok(facts));
    for accepted in [
        r#", "kernel_provider": null, "inputs": [], "operators": {"portable": null}"#,
        r#", "planned_arena_size": 0, "planned_arena_size": 1"#,
        r#", "other": [NaN, -Infinity, "\ud800", 1e999]"#,
    ] {
        assert!(read(accepted).is_ok(), "{accepted}");
    }
    for (refused, field, expected) in [
        (
            r#", "kernel_provider": "x86""#,
            "kernel_provider",
            Expected::Provider,
        ),
        (
            r#", "requires_ns_ops": 1"#,
            "requires_ns_ops",
            Expected::Bool,
        ),
        (
            r#", "planned_arena_size": 1.0"#,
            "planned_arena_size",
            Expected::PositiveInt,
        ),
        (
            r#", "planned_arena_size": true"#,
            "planned_arena_size",
            Expected::PositiveInt,
        ),
        (r#", "inputs": {}"#, "inputs", Expected::Objects),
        (
            r#", "outputs": [{"size_bytes": -1}]"#,
            "outputs[].size_bytes",
            Expected::PositiveInt,
        ),
        (r#", "operators": []"#, "operators", Expected::Object),
        (
            r#", "operators": {"portable": [1]}"#,
            "operators.portable",
            Expected::Strings,
        ),
    ] {
        let problem = SidecarProblem::WrongField { field, expected };
        assert_eq!(read(refused), Err(problem), "{refused}");
    }
}

#[test]
fn sidecars_of_something_else_are_refused() {
    let program = models::pte(64);
    let problem = |manifest: &[u8]| executorch::read(manifest, &program).unwrap_err();
    let other = models::sidecar(b"another program", "");
    assert_eq!(problem(other.as_bytes()), SidecarProblem::WrongHash);
    assert_eq!(problem(br#"{"schema": 1}"#), SidecarProblem::WrongSchema);
    assert_eq!(problem(b"[]"), SidecarProblem::NotAnObject);
    assert_eq!(problem(b"{\"a\xff\": 1}"), SidecarProblem::NotUtf8);
    assert_eq!(problem(b"\xef\xbb\xbf{}"), SidecarProblem::NotJson);
    assert_eq!(problem(b"{\"a\": 1,}"), SidecarProblem::NotJson);
    let number = |digits| problem("1".repeat(digits).as_bytes());
    assert_eq!(number(MAX_DIGITS), SidecarProblem::NotAnObject);
    assert_eq!(number(MAX_DIGITS + 1), SidecarProblem::NotJson);
    let lists = |depth| problem(format!("{}1{}", "[".repeat(depth), "]".repeat(depth)).as_bytes());
    assert_eq!(lists(MAX_DEPTH), SidecarProblem::NotAnObject);
    assert_eq!(lists(MAX_DEPTH + 1), SidecarProblem::NotJson);
    assert_eq!(lists(100_000), SidecarProblem::NotJson);
}

#[test]
fn sidecars_lie_beside_their_program() {
    let mut files = MemoryFiles::default();
    let program = models::pte(64);
    files.insert("m/net.pte", program.clone());
    assert_eq!(files.model("m/net.pte").contents().unwrap().sidecar, None);
    files.insert("m/net.pte.json", models::sidecar(&program, ""));
    assert_eq!(
        files.model("m//./net.pte").sidecar(),
        Some(&Sidecar::default())
    );
    let unreadable = ModelFile::from_bytes("net.pte", &program, None).with_unreadable_sidecar();
    let sidecar = unreadable.contents().unwrap().sidecar.clone();
    assert_eq!(sidecar, Some(Err(SidecarProblem::Unreadable)));
}

#[test]
fn heliart_distributions_are_judged() {
    const HEADER: &str = "tensorflow/lite/micro/helia_rt_version.h";
    let library = heliart::library_name("cm55", "gcc", "debug");
    let mut files = MemoryFiles::default();
    let problem = |files: &MemoryFiles| heliart::dist_problem(files, "~/rt", Some(&library));
    // Where no library is known, the folder is judged all the same.
    let folder = |files: &MemoryFiles| heliart::dist_problem(files, "~/rt", None);
    assert_eq!(folder(&files), Some(DistProblem::NotAFolder));
    assert_eq!(problem(&files), Some(DistProblem::NotAFolder));
    for file in ["lib/b.a", "lib/a.a", "lib/c.txt", "third_party/x", HEADER] {
        files.insert(&format!("{}/rt/{file}", MemoryFiles::HOME), "");
    }
    assert_eq!(problem(&files), Some(DistProblem::NoFolder("signal")));
    files.insert(&format!("{}/rt/signal/x", MemoryFiles::HOME), "");
    let missing = DistProblem::NoLibrary {
        name: library.clone(),
        available: vec!["a.a".into(), "b.a".into()],
    };
    assert_eq!(problem(&files), Some(missing));
    assert_eq!(folder(&files), None);
    files.insert(&format!("{}/rt/lib/{library}", MemoryFiles::HOME), "");
    assert_eq!(problem(&files), None);
    let header = "#define  HELIA_RT_VERSION \"v1.15.9\"\n";
    files.insert(&format!("{}/rt/{HEADER}", MemoryFiles::HOME), header);
    let version = "1.15.9".to_owned();
    assert_eq!(problem(&files), Some(DistProblem::TooOld { version }));
}

#[test]
fn texts_are_utf8() {
    let mut files = MemoryFiles::default();
    files.insert("aot/good.yaml", "memory: {}\r\n");
    files.insert("aot/bad.yaml", b"a: \xff".as_slice());
    let text = |path| files.text(path, Home::Keep);
    assert_eq!(text("aot/good.yaml").as_deref(), Ok("memory: {}\r\n"));
    assert_eq!(text("aot/bad.yaml"), Err(TextProblem::NotUtf8));
    assert_eq!(text("aot"), Err(TextProblem::NotAFile));
    assert_eq!(text("~/good.yaml"), Err(TextProblem::Missing));
    assert_eq!(files.list("aot", Home::Keep), ["bad.yaml", "good.yaml"]);
}

/// The model beside the quickstart profile is what the builder writes.
#[test]
fn example_model_is_ours() {
    crate::committed::hold(
        "tests/examples/quickstart/two_layers.tflite",
        &two_layers().bytes(),
    );
}
