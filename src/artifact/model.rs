//! The model file: what `hpx` looks at before it reads a field of it.

use super::executorch::{self, Sidecar, SidecarProblem};
use super::files::Stat;
use super::flatbuffer::Damaged;
use super::litert::{self, LiteRt};
use super::path;

/// The bytes at the head of the file in which `hpx` seeks a magic
/// (`stages/preflight.py`, all releases).
const HEAD: usize = 16;

/// The file identifier of a `.tflite`.
pub const TFLITE_MAGIC: &str = "TFL3";

/// What an ExecuTorch program must have in its head (its identifier is `ET` and
/// two digits).
pub const PTE_MAGIC: &str = "ET";

/// The facts of the file that `model.path` names.
#[derive(Clone, Debug, PartialEq)]
pub struct ModelFile {
    path: String,
    stat: Stat,
    contents: Result<Contents, Unread>,
}

/// Why there are no [`Contents`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unread {
    /// [`ModelFile::stat`] is no file.
    NotAFile,
    /// It cannot be opened or read. `hpx` refuses it.
    Unreadable,
    /// It is larger than the implementation of [`Files`](super::files::Files)
    /// reads. `hpx` has no such limit.
    TooLarge,
}

/// The facts that need the bytes.
#[derive(Clone, Debug, PartialEq)]
pub struct Contents {
    /// [`TFLITE_MAGIC`] is somewhere in the first 16 bytes.
    pub has_tflite_magic: bool,
    /// [`PTE_MAGIC`] is somewhere in the first 16 bytes.
    pub has_pte_magic: bool,
    /// The file is what Git LFS leaves for one that was never pulled.
    pub is_lfs_pointer: bool,
    /// The graph, where the file has the magic of a `.tflite`.
    pub litert: Option<Result<LiteRt, Damaged>>,
    /// The manifest, where there is one beside the file.
    pub sidecar: Option<Result<Sidecar, SidecarProblem>>,
}

impl ModelFile {
    /// A path at which there is no file, or one that cannot be read.
    pub fn without_contents(path: &str, stat: Stat) -> Self {
        let unread = match stat {
            Stat::File { .. } => Unread::Unreadable,
            _ => Unread::NotAFile,
        };
        Self {
            path: path.to_owned(),
            stat,
            contents: Err(unread),
        }
    }

    /// A file that is too large to be read here.
    pub fn too_large(path: &str, size: u64) -> Self {
        Self {
            path: path.to_owned(),
            stat: Stat::File { size },
            contents: Err(Unread::TooLarge),
        }
    }

    /// The facts of a file's bytes and of the bytes of the manifest beside it.
    pub fn from_bytes(path: &str, bytes: &[u8], sidecar: Option<&[u8]>) -> Self {
        let head = bytes.get(..HEAD).unwrap_or(bytes);
        let has_tflite_magic = contains(head, TFLITE_MAGIC);
        let contents = Contents {
            has_tflite_magic,
            has_pte_magic: contains(head, PTE_MAGIC),
            is_lfs_pointer: is_lfs_pointer(bytes),
            litert: has_tflite_magic.then(|| litert::read(bytes)),
            sidecar: sidecar.map(|manifest| executorch::read(manifest, bytes)),
        };
        Self {
            path: path.to_owned(),
            stat: Stat::File {
                size: bytes.len() as u64,
            },
            contents: Ok(contents),
        }
    }

    /// The same file beside a manifest that is a file but cannot be read.
    #[must_use]
    pub fn with_unreadable_sidecar(mut self) -> Self {
        if let Ok(contents) = &mut self.contents {
            contents.sidecar = Some(Err(SidecarProblem::Unreadable));
        }
        self
    }

    /// The path as the profile spells it.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// The last component of the path.
    pub fn name(&self) -> &str {
        path::name(&self.path)
    }

    /// The suffix with its dot, as Python's `PurePath.suffix`.
    pub fn suffix(&self) -> &str {
        path::suffix(&self.path)
    }

    /// Whether the suffix is this one, in any case.
    pub fn has_suffix(&self, suffix: &str) -> bool {
        self.suffix().eq_ignore_ascii_case(suffix)
    }

    /// What is at the path.
    pub fn stat(&self) -> Stat {
        self.stat
    }

    /// The size of the file, which is the size of the weights in `hpx`'s plan.
    pub fn size(&self) -> Option<u64> {
        match self.stat {
            Stat::File { size } => Some(size),
            _ => None,
        }
    }

    /// The facts that need the bytes.
    pub fn contents(&self) -> Result<&Contents, Unread> {
        self.contents.as_ref().map_err(|unread| *unread)
    }

    /// The graph of a sound `.tflite`.
    pub fn litert(&self) -> Option<&LiteRt> {
        let litert = self.contents().ok()?.litert.as_ref()?;
        litert.as_ref().ok()
    }

    /// The manifest of an ExecuTorch program, where it is one that `hpx` takes.
    pub fn sidecar(&self) -> Option<&Sidecar> {
        let sidecar = self.contents().ok()?.sidecar.as_ref()?;
        sidecar.as_ref().ok()
    }
}

fn contains(head: &[u8], magic: &str) -> bool {
    head.windows(magic.len())
        .any(|window| window == magic.as_bytes())
}

/// A pointer is a short text whose first line names the version of the
/// specification, at its home or at its home before 2015.
fn is_lfs_pointer(bytes: &[u8]) -> bool {
    const LONGEST: usize = 1_024;
    let head = std::str::from_utf8(bytes.get(..LONGEST).unwrap_or(bytes));
    let first_line = head.ok().and_then(|head| head.lines().next());
    let version = first_line.and_then(|line| line.strip_prefix("version "));
    let known = [
        "https://git-lfs.github.com/spec/",
        "https://hawser.github.com/spec/",
    ];
    version.is_some_and(|version| known.iter().any(|home| version.starts_with(home)))
}
