//! What may be said on the command line.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};
use warboard::batch::Opponent;
use warboard::content::rest::Rest;

/// A tactical grid game in which several tabletop rule systems run on one board.
#[derive(Debug, Parser)]
#[command(name = "warboard", version, about, args_conflicts_with_subcommands = true)]
pub struct Arguments {
    #[command(subcommand)]
    pub command: Option<Command>,
    /// The scenario to open in the game window: a file, or the name of one in the scenarios folder.
    pub scenario: Option<String>,
    /// The rule system to play it by.
    #[arg(long, value_name = "ID")]
    pub ruleset: Option<String>,
    /// The seed of the dice.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// The folder of rule systems, units and art; WARBOARD_ASSETS says it as well.
    #[arg(long, value_name = "DIR", global = true)]
    pub assets: Option<PathBuf>,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Check scenarios, rule systems and units; says `path:line:column: message` for whatever is wrong.
    Check(Check),
    /// Play one battle without a window.
    Run(Run),
    /// Play many battles and sum them up.
    Simulate(Simulate),
    /// Show every term and the exact chances of an act; nothing is rolled.
    Odds(Odds),
    /// Play a recording again.
    Replay(Replay),
    /// Go on with the battle in the journal.
    Continue(Continue),
    /// List rule systems, or tell about one.
    Rules(Rules),
}

#[derive(Debug, Args)]
pub struct Check {
    /// Files or folders.
    #[arg(required = true, value_name = "PATH")]
    pub paths: Vec<PathBuf>,
    /// Check scenarios under this rule system only; any that has all the units will do otherwise.
    #[arg(long, value_name = "ID")]
    pub ruleset: Option<String>,
}

/// How a log is written.
#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
pub enum Log {
    Text,
    Json,
}

/// Who plays for the program.
#[derive(Debug, Args)]
pub struct Ais {
    /// Who plays the first side: tactician (or hard), normal, easy, charger.
    #[arg(long, value_name = "AI", default_value_t)]
    pub ai_a: Opponent,
    /// Who plays the other sides.
    #[arg(long, value_name = "AI", default_value_t)]
    pub ai_b: Opponent,
}

#[derive(Debug, Args)]
pub struct Run {
    /// A file, or the name of one in the scenarios folder.
    pub scenario: String,
    /// The rule system.
    #[arg(long, value_name = "ID")]
    pub ruleset: Option<String>,
    /// The seed of the dice.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Which battle of the seed, as `simulate` counts them without --swap.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub battle: u64,
    /// Fight here next, with those of the first side who live; given again, once more.
    #[arg(long, value_name = "SCENARIO", conflicts_with_all = ["script", "dice", "journal"])]
    pub then: Vec<String>,
    /// The rest before each of these: none, night, day (in bed), or minutes such as 30min. One alone is for all.
    #[arg(long, value_name = "REST", requires = "then")]
    pub rest: Vec<Rest>,
    /// What combatants do, entry by entry; the program decides the rest.
    #[arg(long, value_name = "FILE")]
    pub script: Option<PathBuf>,
    /// Faces that the dice show first.
    #[arg(long, value_name = "FACES", value_delimiter = ',', value_parser = clap::value_parser!(u16).range(1..))]
    pub dice: Vec<u16>,
    #[command(flatten)]
    pub ais: Ais,
    /// How the log is written; JSON has one event per line.
    #[arg(long, value_enum, default_value_t = Log::Text)]
    pub log: Log,
    /// Say what the program considered before each of its choices.
    #[arg(long)]
    pub explain: bool,
    /// Write a recording for `replay` here when the battle is over.
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
    /// Write every choice here before it takes effect, for `continue`.
    #[arg(long, value_name = "FILE")]
    pub journal: Option<PathBuf>,
    /// Move an unfinished battle in the journal aside first.
    #[arg(long, requires = "journal")]
    pub archive: bool,
}

/// How a report is written.
#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
pub enum ReportFormat {
    Table,
    Json,
    Csv,
    /// A file with the columns of the CSV; needs --out and a program built with the feature `parquet`.
    Parquet,
}

#[derive(Debug, Args)]
pub struct Simulate {
    /// A file, or the name of one in the scenarios folder.
    #[arg(required_unless_present = "merge")]
    pub scenario: Option<String>,
    /// One or more rule systems, or files of house rules.
    #[arg(long, value_name = "ID[,ID]", value_delimiter = ',')]
    pub ruleset: Vec<String>,
    /// Change a value of the rule system or its units, such as flanking.bonus=4.
    #[arg(long, value_name = "PATH=VALUE")]
    pub set: Vec<String>,
    /// Play one value after the other: numbers, or from..to, or from..to..step.
    #[arg(long, value_name = "PATH=A,B,C|A..B[..STEP]")]
    pub sweep: Option<String>,
    /// Compare with this rule system or file of house rules, seed by seed; with the unchanged one where none is named.
    #[arg(long, value_name = "ID", num_args = 0..=1, default_missing_value = "", conflicts_with = "merge")]
    pub against: Option<String>,
    /// How many battles; where --until-width stops, the most.
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    pub battles: u64,
    /// Stop as soon as every win rate (or, with --against, every difference) is known this exactly, such as 0.01.
    #[arg(long, value_name = "SHARE", value_parser = parse_width)]
    pub until_width: Option<f64>,
    /// The seed of all of them; battle i rolls stream i of it.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// How many workers; as many as there are processors if left out.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub jobs: Option<u16>,
    #[command(flatten)]
    pub ais: Ais,
    /// Play each seed twice, the second time with the two AIs exchanged.
    #[arg(long)]
    pub swap: bool,
    /// How the report is written.
    #[arg(long, value_enum, default_value_t = ReportFormat::Table)]
    pub format: ReportFormat,
    /// Leave battles_per_cpu_second out of the JSON, so that two reports compare byte for byte.
    #[arg(long)]
    pub no_timing: bool,
    /// Write the report here instead of to stdout; with --chunk, the part.
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Write the report as a page with drawings as well.
    #[arg(long, value_name = "FILE.html")]
    pub report: Option<PathBuf>,
    /// Play only the I-th of N shares of the seeds and write a part for --merge.
    #[arg(long, value_name = "I/N", requires = "out", value_parser = parse_chunk, conflicts_with_all = ["until_width", "merge", "report"])]
    pub chunk: Option<[u64; 2]>,
    /// Add up parts instead of playing.
    #[arg(long, value_name = "PART", num_args = 1.., conflicts_with_all = ["scenario", "checkpoint"])]
    pub merge: Vec<PathBuf>,
    /// Keep what is known so far in this file while battles are fought.
    #[arg(long, value_name = "FILE")]
    pub checkpoint: Option<PathBuf>,
    /// Go on from the checkpoint if there is one.
    #[arg(long, requires = "checkpoint")]
    pub resume: bool,
}

fn parse_width(word: &str) -> Result<f64, String> {
    let width = word.parse().ok().filter(|width| (0.0001..1.0).contains(width));
    width.ok_or_else(|| "a share between 0.0001 and 1".to_owned())
}

fn parse_chunk(word: &str) -> Result<[u64; 2], String> {
    let numbers = word.split_once('/').and_then(|(at, of)| Some([at.parse().ok()?, of.parse().ok()?]));
    let fits = numbers.filter(|[at, of]| (1..=100_000).contains(of) && (1..=*of).contains(at));
    fits.ok_or_else(|| "I/N with 1 <= I <= N <= 100000".to_owned())
}

#[derive(Debug, Args)]
pub struct Odds {
    /// A file, or the name of one in the scenarios folder.
    pub scenario: String,
    /// The rule system.
    #[arg(long, value_name = "ID")]
    pub ruleset: Option<String>,
    /// Who acts: a name, or a number such as #3.
    #[arg(long, value_name = "A")]
    pub actor: String,
    /// The id of the action.
    #[arg(long, value_name = "NAME")]
    pub action: String,
    /// At whom: a name, or a number such as #4.
    #[arg(long, value_name = "B")]
    pub target: String,
    /// The id of the weapon; the first that is allowed if left out.
    #[arg(long, value_name = "ID")]
    pub weapon: Option<String>,
    /// Choices made before; a simple opponent answers what they leave open.
    #[arg(long, value_name = "FILE")]
    pub script: Option<PathBuf>,
    /// The seed of the dice that the script needs.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// How it is written.
    #[arg(long, value_enum, default_value_t = Log::Text)]
    pub format: Log,
}

#[derive(Debug, Args)]
pub struct Replay {
    /// A recording, or a journal.
    pub file: PathBuf,
    /// Only say whether the battle still goes as it was recorded.
    #[arg(long)]
    pub verify: bool,
    /// How the log is written.
    #[arg(long, value_enum, default_value_t = Log::Text)]
    pub log: Log,
}

#[derive(Debug, Args)]
pub struct Continue {
    /// The journal; the one of the window if left out.
    #[arg(long, value_name = "FILE")]
    pub journal: Option<PathBuf>,
    /// The script the battle was begun with.
    #[arg(long, value_name = "FILE")]
    pub script: Option<PathBuf>,
    /// How the log is written.
    #[arg(long, value_enum, default_value_t = Log::Text)]
    pub log: Log,
    /// Write a recording for `replay` here when the battle is over.
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub struct Rules {
    /// A rule system.
    pub id: Option<String>,
    /// Which of its rules are implemented, and which tests prove them.
    #[arg(long, requires = "id")]
    pub coverage: bool,
    /// What a file of house rules changes of it, value by value.
    #[arg(long, value_name = "OVERLAY", requires = "id", conflicts_with = "coverage")]
    pub diff: Option<PathBuf>,
    /// Every value that house rules and --set may change, by its path; of those with this text in it, where one is given.
    #[arg(long, value_name = "TEXT", num_args = 0..=1, default_missing_value = "", requires = "id", conflicts_with_all = ["coverage", "diff"])]
    pub values: Option<String>,
    /// How it is written.
    #[arg(long, value_enum, default_value_t = Log::Text)]
    pub format: Log,
}
