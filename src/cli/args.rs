//! What the user says.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::diagnostic::Level;

const EXAMPLES: &str = "\
Examples:
  hpx-lint                             every profile in this folder and below
  hpx-lint hpx.yml                     one profile
  hpx-lint --fail-on warning configs   every profile in a folder, for CI
  hpx-lint --format json hpx.yml       for programs
  hpx-lint init --engine helia-aot     write a profile to begin with to hpx.yml
  hpx-lint plan hpx.yml                what its memory would hold
  hpx-lint explain RULE                what a finding means, and the way out

Exit status: 0 nothing at or above --fail-on, 1 findings, 2 could not run.";

/// Checks heliaPROFILER (hpx) profile configs without hpx, a board or a network.
#[derive(Debug, Parser)]
#[command(
    name = "hpx-lint",
    version,
    after_help = EXAMPLES,
    args_conflicts_with_subcommands = true,
    override_usage = "hpx-lint [check] [OPTIONS] [FILES|FOLDERS]...\n       hpx-lint <COMMAND>"
)]
pub struct Arguments {
    /// What to do; `check` where nothing is said.
    #[command(subcommand)]
    pub command: Option<Command>,
    /// What to check.
    #[command(flatten)]
    pub check: Check,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Check profiles (the default)
    Check(Check),
    /// Show what each memory region would hold
    Plan(Plan),
    /// Write a profile to begin with
    Init(Init),
    /// Explain a rule
    Explain {
        /// The rule's id, as findings name it
        rule: String,
    },
    /// List the rules
    Rules,
    /// List the boards, or tell about one
    Boards(Boards),
}

/// What to check, and how to show it.
#[derive(Debug, Args)]
pub struct Check {
    /// Files, and folders to search for profiles [default: the current folder]
    #[arg(value_name = "FILES|FOLDERS")]
    pub paths: Vec<PathBuf>,
    /// How to show findings
    #[arg(long, value_enum, default_value_t = Format::Full)]
    pub format: Format,
    /// The least level of a finding that makes the exit status 1
    #[arg(long, value_enum, value_name = "LEVEL", default_value_t = FailOn::Error)]
    pub fail_on: FailOn,
    /// What holds for the profile, whatever its project says
    #[command(flatten)]
    pub given: Given,
}

/// What the user decides in place of the project.
#[derive(Debug, Args)]
pub struct Given {
    /// The hpx release to check against, such as 0.4.1; 0.4 is its newest [default: the one that
    /// the project uses]
    #[arg(long, value_name = "RELEASE")]
    pub hpx: Option<String>,
    /// The folder in which hpx is started [default: the nearest in which model.path exists]
    #[arg(long, value_name = "FOLDER")]
    pub root: Option<PathBuf>,
    /// Say which hpx release and start folder were taken, and why
    #[arg(short, long)]
    pub verbose: bool,
}

/// Which plan to show, and how.
#[derive(Debug, Args)]
pub struct Plan {
    /// The profile
    pub file: PathBuf,
    /// How to show the plan
    #[arg(long, value_enum, default_value_t = PlanFormat::Full)]
    pub format: PlanFormat,
    /// What holds for the profile, whatever its project says
    #[command(flatten)]
    pub given: Given,
}

/// Which profile to begin with.
#[derive(Debug, Args)]
pub struct Init {
    /// The file to write, which must not be there yet; `-` is standard output
    #[arg(default_value = "hpx.yml")]
    pub file: PathBuf,
    /// The engine [default: hpx's own default]
    #[arg(long)]
    pub engine: Option<String>,
    /// The board [default: hpx's own default]
    #[arg(long)]
    pub board: Option<String>,
    /// The hpx release to write it for [default: the one that the project uses]
    #[arg(long, value_name = "RELEASE")]
    pub hpx: Option<String>,
}

/// Which boards to tell about.
#[derive(Debug, Args)]
pub struct Boards {
    /// The board to tell about [default: all]
    pub board: Option<String>,
    /// The hpx release whose boards they are [default: the newest known]
    #[arg(long, value_name = "RELEASE")]
    pub hpx: Option<String>,
}

/// How to show findings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// With the lines they are about, for people
    Full,
    /// One line a finding
    Concise,
    /// One object, for programs
    Json,
}

/// How to show a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum PlanFormat {
    /// A table, for people
    Full,
    /// One object, for programs
    Json,
}

/// The least level of a finding that fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum FailOn {
    /// Errors
    Error,
    /// Errors and warnings
    Warning,
    /// Any finding
    Hint,
    /// None
    Never,
}

impl FailOn {
    /// Whether a finding of a level fails.
    pub fn fails(self, level: Level) -> bool {
        let least = match self {
            FailOn::Error => Level::Error,
            FailOn::Warning => Level::Warning,
            FailOn::Hint => Level::Hint,
            FailOn::Never => return false,
        };
        level >= least
    }
}
