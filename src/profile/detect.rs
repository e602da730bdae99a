//! Which YAML files are profiles, and the few values that must be known before one is read.
//!
//! Other people's `model:` configs, workflows and charts are left alone: by content a file is a
//! profile only where something unmistakably hpx's stands in it.

use super::directive::{self, Directive};
use crate::catalog::{Catalog, releases};
use crate::syntax::{NodeId, Tree, Value};
use crate::text::nearest;

/// How a file came to be looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// It lies in a folder that is searched.
    Found,
    /// A pattern of the settings means it.
    Matched,
    /// It was named outright, or was a profile until now and is still open.
    Named,
}

/// What hpx calls its sections, `model` aside (`helia_profiler.config`).
const SECTIONS: [&str; 7] = [
    "build",
    "engine",
    "output",
    "power",
    "profiling",
    "target",
    "timeouts",
];

/// One of these stands in every text that is a profile by its keys.
const TRACES: [&str; 4] = ["engine", "target", "model", "custom_boards"];

/// Whether a file is a profile. The tree may come from broken text.
///
/// A file that the `engine.config_path` of another profile names never is: that takes the other
/// profile, so the caller has to see to it.
pub fn is_profile(name: &str, standing: Standing, text: &str, tree: &Tree) -> bool {
    standing != Standing::Found
        || has_profile_name(name)
        || has_directive(text, tree)
        || tree.root().is_some_and(|root| has_content(tree, root))
}

/// Whether [`is_profile`] can say yes; a glance at the text that spares parsing the others.
pub fn may_be_profile(name: &str, standing: Standing, text: &str) -> bool {
    // A backslash may spell a key by escapes.
    let content = || text.contains('\\') || TRACES.iter().any(|trace| text.contains(trace));
    standing != Standing::Found || has_profile_name(name) || content() || directive::may_be_in(text)
}

/// Whether a file is YAML by its name.
pub fn is_yaml_name(name: &str) -> bool {
    yaml_stem(name).is_some()
}

/// `hpx.yml`, `hpx_*.yml`, `*.hpx.yml`, and the same with `.yaml`.
fn has_profile_name(name: &str) -> bool {
    let stem = yaml_stem(name);
    stem.is_some_and(|stem| stem == "hpx" || stem.starts_with("hpx_") || stem.ends_with(".hpx"))
}

fn yaml_stem(name: &str) -> Option<&str> {
    let (stem, suffix) = name.rsplit_once('.')?;
    let yaml = suffix.eq_ignore_ascii_case("yml") || suffix.eq_ignore_ascii_case("yaml");
    (yaml && !stem.is_empty()).then_some(stem)
}

fn has_directive(text: &str, tree: &Tree) -> bool {
    let comments = tree.comments().iter();
    let mut directives = comments.filter_map(|comment| Directive::find(text, comment.range));
    // A misspelt one is a finding, which only the findings of a profile can be.
    directives.any(|directive| directive.is_profile(text))
}

fn has_content(tree: &Tree, root: NodeId) -> bool {
    let section = |name| field(tree, root, name);
    let model = section("model");
    let has = |section: Option<NodeId>, key| section.and_then(|it| field(tree, it, key)).is_some();
    let own_keys = ["arena_size", "arena_location", "weights_location"];
    has(Some(root), "custom_boards")
        || has(section("target"), "custom_boards")
        || own_keys.iter().any(|key| has(model, key))
        || names_engine(tree, section("engine"))
        || names_board(tree, section("target"))
        || has_model(tree, root, model)
}

fn names_engine(tree: &Tree, engine: Option<NodeId>) -> bool {
    let name = engine.and_then(|engine| string_at(tree, engine, "type"));
    name.is_some_and(|name| {
        is_near(name, |catalog| {
            catalog
                .engines
                .iter()
                .map(|engine| engine.name.as_ref())
                .collect()
        })
    })
}

fn names_board(tree: &Tree, target: Option<NodeId>) -> bool {
    let name = target.and_then(|target| string_at(tree, target, "board"));
    name.is_some_and(|name| {
        is_near(name, |catalog| {
            catalog
                .boards
                .iter()
                .map(|board| board.name.as_ref())
                .collect()
        })
    })
}

/// Whether a name is one of those that some release knows, or is misspelt from one. The newest
/// release is asked first, so that most files need no other.
fn is_near(name: &str, known: impl Fn(&'static Catalog) -> Vec<&'static str>) -> bool {
    let mut catalogs = releases().iter().rev().map(|release| release.catalog());
    catalogs.any(|catalog| nearest(name, known(catalog)).is_some())
}

/// Whether a model file of ours stands beside another section of ours.
fn has_model(tree: &Tree, root: NodeId, model: Option<NodeId>) -> bool {
    let path = model.and_then(|model| string_at(tree, model, "path"));
    let ours = path.is_some_and(|path| {
        let suffix = path
            .trim_end()
            .rsplit_once('.')
            .map_or("", |(_, suffix)| suffix);
        suffix.eq_ignore_ascii_case("tflite") || suffix.eq_ignore_ascii_case("pte")
    });
    ours && SECTIONS
        .iter()
        .any(|section| field(tree, root, section).is_some())
}

/// What must be known of a profile before it is read for real.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Landmarks<'t> {
    /// `model.path`, by which the start folder is found.
    pub model_path: Option<&'t str>,
    /// `engine.config_path`, a file that is no profile.
    pub config_path: Option<&'t str>,
}

/// Finds the landmarks of a profile.
pub fn landmarks(tree: &Tree) -> Landmarks<'_> {
    let section = |name| tree.root().and_then(|root| field(tree, root, name));
    let (model, engine) = (section("model"), section("engine"));
    let string = |section: Option<NodeId>, key| string_at(tree, section?, key);
    Landmarks {
        model_path: string(model, "path"),
        config_path: string(engine, "config_path"),
    }
}

fn string_at<'t>(tree: &'t Tree, mapping: NodeId, key: &str) -> Option<&'t str> {
    let value = tree.resolve(field(tree, mapping, key)?);
    let scalar = tree.node(value).as_scalar()?;
    (scalar.value == Value::Str).then_some(scalar.text.as_str())
}

/// The value of a key, where the node is a mapping that has it.
fn field(tree: &Tree, mapping: NodeId, name: &str) -> Option<NodeId> {
    tree.field(mapping, name).map(|field| field.value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::parse;

    fn found(name: &str, text: &str) -> bool {
        let parse = parse(text);
        let yes = is_profile(name, Standing::Found, text, &parse.tree);
        assert!(
            !yes || may_be_profile(name, Standing::Found, text),
            "{text}"
        );
        yes
    }

    #[test]
    fn names_that_settle_it() {
        for name in [
            "hpx.yml",
            "hpx.yaml",
            "hpx_kws.yml",
            "hpx_.YAML",
            "kws.hpx.yaml",
        ] {
            assert!(found(name, ""), "{name}");
        }
        for name in [
            "hpx.json",
            "hpxkws.yml",
            "kws_hpx.yml",
            "hpx",
            ".yml",
            "hpx.yml.bak",
        ] {
            assert!(!found(name, ""), "{name}");
        }
        assert!(is_profile("a.txt", Standing::Named, "", &parse("").tree));
        assert!(is_profile("a.yml", Standing::Matched, "", &parse("").tree));
    }

    #[test]
    fn profiles_by_content() {
        for text in [
            "# hpx-lint: profile\nx: 1\n",
            "x: 1 # hpx-lint: profile\n",
            "#hpx-lint:profile\n",
            "x: 1 #  hpx-lint :  profile \r\n",
            "## hpx-lint: profile\n",
            "# why # hpx-lint: profile of the board\n",
            "# HPX-lint: profile\nx: 1\n",
            "# hpx-lint profile\n",
            "# hpx_lint: Profile\n",
            "# hpx-lint: porfile\n",
            "engine: {type: helia-rt}\n",
            "engine:\n  type: 'executorch'\n",
            "engine: {type: tflm}\n",
            "engine: {type: heliart}\n",
            "engine: {type: helia_aot}\n",
            "target:\n  board: apollo510_evb\n",
            "target: {board: apollo510_ebv}\n",
            "target: {board: Apollo4P-EVB}\n",
            "target:\n  custom_boards:\n    mine: {based_on: apollo510_evb}\n",
            "custom_boards: {}\n",
            "model: {arena_size: 1}\n",
            "model: {arena_location: tcm}\n",
            "model:\n  weights_location:\n",
            "model: {path: kws.tflite}\noutput: {dir: results}\n",
            "model: {path: a/b.PTE}\nprofiling: {}\n",
            "base: &b {type: helia-aot}\nengine: *b\n",
            "base: &b {type: helia-aot}\nengine:\n  <<: *b\n",
            "\"\\x65ngine\": {type: helia-rt}\n",
        ] {
            assert!(found("a.yml", text), "{text}");
        }
    }

    #[test]
    fn broken_profiles_are_still_profiles() {
        for text in [
            "engine:\n  type: helia-rt\ntarget: [\n",
            "model:\n  path: 'kws.tflite\n  arena_size: 5\ntarget:\n  board: apollo510_evb\n",
            "model:\n  arena_size: 5\n  : :\n",
        ] {
            assert!(found("a.yml", text), "{text}");
        }
    }

    #[test]
    fn other_peoples_files_are_left_alone() {
        for (whose, text) in [
            ("empty", ""),
            ("null", "---\n...\n"),
            ("a list", "- engine\n- model\n"),
            ("a scalar", "model"),
            (
                "MMSegmentation",
                "model:\n  type: EncoderDecoder\n  backbone:\n    type: ResNet\n",
            ),
            (
                "Helm",
                "image:\n  repository: app\nmodel:\n  path: /models/llama.gguf\ntarget: prod\n",
            ),
            (
                "a workflow",
                "on: [push]\njobs:\n  build:\n    runs-on: ubuntu-latest\n    steps: []\n",
            ),
            (
                "docker-compose",
                "services:\n  engine:\n    image: a\n    build: .\n",
            ),
            (
                "Rasa",
                "version: '3.1'\nrecipe: default.v1\npipeline:\n- name: X\npolicies: []\n",
            ),
            ("OpenAI", "model: gpt-4o\nengine: davinci\ntarget: chat\n"),
            ("vLLM", "engine:\n  type: vllm\nmodel:\n  path: /models/a\n"),
            ("an LLM", "engine: {type: llm}\n"),
            ("a game", "engine: {type: unity}\ntarget: {board: chess}\n"),
            (
                "ESPHome",
                "esp32:\n  board: esp32dev\nmicro_wake_word:\n  models:\n  - model: a.tflite\n",
            ),
            ("PlatformIO", "target:\n  board: esp32-s3-devkitc-1\n"),
            (
                "MLflow",
                "artifact_path: model\nflavors:\n  tflite:\n    data: model.tflite\n",
            ),
            ("a model alone", "model:\n  path: kws.tflite\n"),
            (
                "another model",
                "model:\n  path: kws.onnx\noutput: {dir: x}\n",
            ),
            ("a number", "target: {board: 510}\nengine: {type: 1}\n"),
            (
                "a talkative comment",
                "# see hpx-lint: profile for more\nx: 1\n",
            ),
            ("a quoted directive", "x: '# hpx-lint: profile'\n"),
            ("another directive", "# hpx-lint: ignore[no-effect]\nx: 1\n"),
            ("a mention", "# hpx-lint profile of the board\nx: 1\n"),
            (
                "another linter's",
                "# yamllint: profile\n# pylint: profile\n",
            ),
        ] {
            assert!(!found("config.yaml", text), "{whose}");
        }
    }

    #[test]
    fn landmarks_are_values_not_keys() {
        let text = "model:\n  path: a.tflite\nengine: {config_path: ~/aot.yml}\n";
        let parse = parse(text);
        let expected = Landmarks {
            model_path: Some("a.tflite"),
            config_path: Some("~/aot.yml"),
        };
        assert_eq!(landmarks(&parse.tree), expected);
        assert_eq!(landmarks(&Tree::default()), Landmarks::default());
    }
}
