//! The layout of a heliaRT distribution: a folder with a prebuilt library and the
//! headers that belong to it, which `engine.config.dist_path` names.
//!
//! What `hpx` asks of one is in `engines/helia_rt/artifacts.py`, alike in 0.1.1
//! to 0.4.1 (0.1.x reads the texts in the locale's encoding).

use super::files::{Files, Home};
use super::path;

/// The folders that a distribution must have, in the order in which they are sought.
pub const DIST_FOLDERS: [&str; 4] = ["lib", "tensorflow", "third_party", "signal"];

/// The oldest heliaRT that `hpx` takes, in all releases.
pub const MIN_VERSION: (u64, u64, u64) = (1, 16, 0);

const VERSION_HEADERS: [(&str, &str); 2] = [
    (
        "tensorflow/lite/micro/helia_rt_version.h",
        "HELIA_RT_VERSION",
    ),
    ("tensorflow/lite/micro/heliart_version.h", "HELIART_VERSION"),
];
const MANIFEST: &str = "MANIFEST.txt";
const MANIFEST_PREFIXES: [&str; 2] = ["helia-rt-v", "HeliaRT-v"];

/// Why a folder is refused as a distribution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DistProblem {
    /// There is no such folder.
    NotAFolder,
    /// One of [`DIST_FOLDERS`] is missing.
    NoFolder(&'static str),
    /// The version is below [`MIN_VERSION`], which a text without a version in it
    /// is as well.
    TooOld {
        /// The version as the distribution spells it.
        version: String,
    },
    /// The library for this board, toolchain and variant is missing.
    NoLibrary {
        /// Its file name.
        name: String,
        /// The libraries that are there, sorted.
        available: Vec<String>,
    },
}

impl DistProblem {
    /// The problem in words, to follow "it is no release:".
    pub fn words(&self) -> String {
        match self {
            Self::NotAFolder => "there is no such folder".to_owned(),
            Self::NoFolder(name) => format!("it lacks the folder {name}"),
            Self::TooOld { version } => {
                let (major, minor, patch) = MIN_VERSION;
                format!("its version {version} is below {major}.{minor}.{patch}")
            }
            Self::NoLibrary { name, available } => {
                format!("it lacks {name}, and has {}", available.join(", "))
            }
        }
    }
}

/// The file name of the library for a core (`cm4`, `cm55`), a toolchain (`gcc`,
/// `armclang`) and a variant.
pub fn library_name(core: &str, toolchain: &str, variant: &str) -> String {
    format!("libhelia-rt-{core}-{toolchain}-{variant}.a")
}

/// What `hpx` would refuse in a distribution first, if anything; for its library,
/// where it is known which. `~` is expanded.
pub fn dist_problem(files: &dyn Files, dist: &str, library: Option<&str>) -> Option<DistProblem> {
    let is_folder = |path: &str| files.stat(path, Home::Expand).is_dir();
    if !is_folder(dist) {
        return Some(DistProblem::NotAFolder);
    }
    let missing = |folder: &&&str| !is_folder(&path::join(dist, folder));
    if let Some(folder) = DIST_FOLDERS.iter().find(missing) {
        return Some(DistProblem::NoFolder(folder));
    }
    let too_old = |version: &String| semver(version) < MIN_VERSION;
    if let Some(version) = dist_version(files, dist).filter(too_old) {
        return Some(DistProblem::TooOld { version });
    }
    let library = library?;
    let lib = path::join(dist, "lib");
    if files
        .stat(&path::join(&lib, library), Home::Expand)
        .is_file()
    {
        return None;
    }
    let mut available = files.list(&lib, Home::Expand);
    available.retain(|name| name.ends_with(".a"));
    Some(DistProblem::NoLibrary {
        name: library.to_owned(),
        available,
    })
}

/// The version that a distribution says it has, without its `v`. `hpx` takes a
/// distribution that does not say, with a warning.
pub fn dist_version(files: &dyn Files, dist: &str) -> Option<String> {
    let text = |relative: &str| {
        let bytes = files
            .bytes(&path::join(dist, relative), Home::Expand)
            .ok()?;
        Some(String::from_utf8_lossy(&bytes).into_owned())
    };
    let defined = |(header, macro_name): &(&str, &str)| defined_version(&text(header)?, macro_name);
    VERSION_HEADERS.iter().find_map(defined).or_else(|| {
        let manifest = text(MANIFEST)?;
        let first_line = manifest.split(['\n', '\r']).next()?;
        let named = |prefix: &&str| named_version(first_line, prefix);
        MANIFEST_PREFIXES.iter().find_map(named)
    })
}

/// Whether a source tree's NSX module has the option to build for the Ethos-U
/// (0.4.0 on).
pub fn declares_ethos_u(files: &dyn Files, source: &str) -> bool {
    const OPTION: &str = "NSX_HELIA_RT_ENABLE_ETHOSU";
    let Ok(bytes) = files.bytes(&path::join(source, "nsx/CMakeLists.txt"), Home::Expand) else {
        return false;
    };
    let text = String::from_utf8_lossy(&bytes);
    text.match_indices(OPTION).any(|(at, option)| {
        let (before, after) = (&text[..at], &text[at + option.len()..]);
        let line = before.rsplit('\n').next().unwrap_or_default();
        let call = before.trim_end().strip_suffix('(').map(str::trim_end);
        let declares = call.is_some_and(|call| {
            call.strip_suffix("option").is_some_and(|rest| {
                rest.trim_end_matches([' ', '\t']).is_empty()
                    || rest.trim_end_matches([' ', '\t']).ends_with('\n')
            })
        });
        let whole = !after.starts_with(|c: char| c.is_alphanumeric() || c == '_');
        declares && whole && !line.contains('#')
    })
}

/// The string that a C macro is defined as, without a leading `v`.
fn defined_version(text: &str, macro_name: &str) -> Option<String> {
    text.match_indices("#define").find_map(|(at, define)| {
        let rest = after_space(text.get(at + define.len()..)?)?;
        let quoted = after_space(rest.strip_prefix(macro_name)?)?.strip_prefix('"')?;
        let (version, _) = quoted.split_once('"')?;
        let bare = version.strip_prefix('v').filter(|bare| !bare.is_empty());
        Some(bare.unwrap_or(version))
            .filter(|version| !version.is_empty())
            .map(str::to_owned)
    })
}

/// What follows one or more white space characters.
fn after_space(text: &str) -> Option<&str> {
    let rest = text.trim_start();
    (rest.len() < text.len()).then_some(rest)
}

/// The word that follows the first mention of a prefix that has one.
fn named_version(line: &str, prefix: &str) -> Option<String> {
    line.match_indices(prefix).find_map(|(at, prefix)| {
        let rest = line.get(at + prefix.len()..)?;
        let version = rest.split(char::is_whitespace).next()?;
        (!version.is_empty()).then(|| version.to_owned())
    })
}

/// The three numbers with which a version begins; zeros where it does not begin
/// with three.
pub fn semver(version: &str) -> (u64, u64, u64) {
    let mut rest = version.strip_prefix('v').unwrap_or(version);
    let mut number = |separator: &str| {
        rest = rest.strip_prefix(separator)?;
        let end = rest
            .find(|c: char| !c.is_ascii_digit())
            .unwrap_or(rest.len());
        let (digits, tail) = rest.split_at(end);
        rest = tail;
        (!digits.is_empty()).then(|| digits.parse().unwrap_or(u64::MAX))
    };
    let mut numbers = || Some((number("")?, number(".")?, number(".")?));
    numbers().unwrap_or((0, 0, 0))
}
