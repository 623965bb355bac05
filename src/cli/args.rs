//! The command-line arguments. Doc comments here are the texts of `--help`.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};
use warboard::batch::Opponent;
use warboard::content::rest::Rest;

/// A tactical grid game in which several tabletop rule systems run on one board.
#[derive(Debug, Parser)]
#[command(name = "warboard", version, about, args_conflicts_with_subcommands = true)]
pub struct Arguments {
    #[command(subcommand)]
    pub command: Option<CliCommand>,
    /// Scenario to open in the game window: a file, or a name from the scenarios folder.
    pub scenario: Option<String>,
    /// Rule system to play with.
    #[arg(long, value_name = "ID")]
    pub ruleset: Option<String>,
    /// Seed of the dice.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Folder with rule systems, units and art [env: WARBOARD_ASSETS].
    #[arg(long, value_name = "DIR", global = true)]
    pub assets: Option<PathBuf>,
}

#[derive(Debug, Subcommand)]
pub enum CliCommand {
    /// Check scenarios, rule systems, units and house rules, and report every mistake.
    Check(CheckArgs),
    /// Play one battle without a window.
    Run(RunArgs),
    /// Play many battles and report statistics.
    Simulate(SimulateArgs),
    /// Show all modifiers and the exact probabilities of an action without rolling dice.
    Odds(OddsArgs),
    /// Replay a recorded battle.
    Replay(ReplayArgs),
    /// Continue the unfinished battle in a journal.
    Continue(ContinueArgs),
    /// List rule systems, or show details of one.
    Rules(RulesArgs),
}

#[derive(Debug, Args)]
pub struct CheckArgs {
    /// Files or folders to check.
    #[arg(required = true, value_name = "PATH")]
    pub paths: Vec<PathBuf>,
    /// Check scenarios under this rule system only. By default a scenario must be valid under at least one.
    #[arg(long, value_name = "ID")]
    pub ruleset: Option<String>,
}

/// Output format of logs and listings.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Log {
    #[default]
    Text,
    Json,
}

/// Computer opponents.
#[derive(Debug, Default, Args)]
pub struct Ais {
    /// Opponent that plays the first side: tactician (or hard), normal, easy, charger.
    #[arg(long, value_name = "AI", default_value_t)]
    pub ai_a: Opponent,
    /// Opponent that plays all other sides.
    #[arg(long, value_name = "AI", default_value_t)]
    pub ai_b: Opponent,
}

#[derive(Debug, Default, Args)]
pub struct RunArgs {
    /// Scenario file, or a name from the scenarios folder.
    pub scenario: String,
    /// Rule system to play with.
    #[arg(long, value_name = "ID")]
    pub ruleset: Option<String>,
    /// Seed of the dice.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Number of the battle within the seed, as counted by `simulate` without --swap.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub battle: u64,
    /// Continue in this scenario with the survivors of the first side. May be repeated.
    #[arg(long, value_name = "SCENARIO", conflicts_with_all = ["script", "dice", "journal"])]
    pub then: Vec<String>,
    /// Rest before each --then: none, night, day (in bed), or minutes such as 30min. A single value applies to all.
    #[arg(long, value_name = "REST", requires = "then")]
    pub rest: Vec<Rest>,
    /// Script with actions and standing orders of combatants; the computer decides everything else.
    #[arg(long, value_name = "FILE")]
    pub script: Option<PathBuf>,
    /// Faces that the first dice will show, such as 20,3,7.
    #[arg(long, value_name = "FACES", value_delimiter = ',', value_parser = clap::value_parser!(u16).range(1..))]
    pub dice: Vec<u16>,
    #[command(flatten)]
    pub ais: Ais,
    /// Log format; json prints one event per line.
    #[arg(long, value_enum, default_value_t = Log::Text)]
    pub log: Log,
    /// Print the options that a computer opponent considered before each of its choices.
    #[arg(long)]
    pub explain: bool,
    /// Write a recording of the finished battle for `replay`.
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
    /// Write every choice to this file before it takes effect, for `continue`.
    #[arg(long, value_name = "FILE")]
    pub journal: Option<PathBuf>,
    /// If the journal holds an unfinished battle, rename that file first.
    #[arg(long, requires = "journal")]
    pub archive: bool,
}

/// Output format of a report.
#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
pub enum ReportFormat {
    Table,
    Json,
    Csv,
    /// The columns of the CSV as a Parquet file; needs --out and the build feature `parquet`.
    Parquet,
}

#[derive(Debug, Args)]
pub struct SimulateArgs {
    /// Scenario file, or a name from the scenarios folder.
    #[arg(required_unless_present_any = ["merge", "costs"])]
    pub scenario: Option<String>,
    /// Measure the cost of each unit in points instead, by battles against numbers of a guard, which costs 100; with --out, write
    /// them as the costs.ron of the rule system.
    #[arg(long, conflicts_with_all = ["scenario", "merge", "sweep", "against", "set", "chunk", "checkpoint", "report", "until_width"])]
    pub costs: bool,
    /// Rule systems or house-rule files to play with.
    #[arg(long, value_name = "ID[,ID]", value_delimiter = ',')]
    pub ruleset: Vec<String>,
    /// Change a value of the rule system or its units, such as flanking.bonus=4. May be repeated.
    #[arg(long, value_name = "PATH=VALUE")]
    pub set: Vec<String>,
    /// Play each of these values in turn: a list, from..to, or from..to..step.
    #[arg(long, value_name = "PATH=A,B,C|A..B[..STEP]")]
    pub sweep: Option<String>,
    /// Compare, seed by seed, with this rule system or house-rule file; without a value, with the unchanged rule system.
    #[arg(long, value_name = "ID", num_args = 0..=1, default_missing_value = "", conflicts_with = "merge")]
    pub against: Option<String>,
    /// Number of battles; with --until-width, the maximum.
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    pub battles: u64,
    /// Stop when every 95 % confidence interval of the win rates (with --against, of the differences) is at most this
    /// wide, such as 0.01.
    #[arg(long, value_name = "SHARE", value_parser = parse_width)]
    pub until_width: Option<f64>,
    /// Seed of all battles; battle i uses stream i of it.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Number of worker threads [default: number of processors].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub jobs: Option<u16>,
    #[command(flatten)]
    pub ais: Ais,
    /// Script with actions and standing orders for each battle; the computer decides everything else.
    #[arg(long, value_name = "FILE", conflicts_with = "merge")]
    pub script: Option<PathBuf>,
    /// Play each seed twice, the second time with the opponents exchanged.
    #[arg(long)]
    pub swap: bool,
    /// Report format.
    #[arg(long, value_enum, default_value_t = ReportFormat::Table)]
    pub format: ReportFormat,
    /// Omit battles_per_cpu_second from the JSON, so that reports can be compared byte for byte.
    #[arg(long)]
    pub no_timing: bool,
    /// Write the report (with --chunk, the part) to this file instead of standard output.
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Also write an HTML report with charts.
    #[arg(long, value_name = "FILE.html")]
    pub report: Option<PathBuf>,
    /// Play only the I-th of N chunks of the seeds and write a part for --merge.
    #[arg(long, value_name = "I/N", requires = "out", value_parser = parse_chunk, conflicts_with_all = ["until_width", "merge", "report"])]
    pub chunk: Option<[u64; 2]>,
    /// Merge parts into one report instead of playing.
    #[arg(long, value_name = "PART", num_args = 1.., conflicts_with_all = ["scenario", "checkpoint"])]
    pub merge: Vec<PathBuf>,
    /// Save intermediate results to this file while playing.
    #[arg(long, value_name = "FILE")]
    pub checkpoint: Option<PathBuf>,
    /// Resume from the checkpoint if it exists.
    #[arg(long, requires = "checkpoint")]
    pub resume: bool,
}

fn parse_width(word: &str) -> Result<f64, String> {
    let width = word.parse().ok().filter(|width| (0.0001..1.0).contains(width));
    width.ok_or_else(|| "expected a number between 0.0001 and 1".to_owned())
}

fn parse_chunk(word: &str) -> Result<[u64; 2], String> {
    let numbers = word.split_once('/').and_then(|(at, of)| Some([at.parse().ok()?, of.parse().ok()?]));
    let fits = numbers.filter(|[at, of]| (1..=100_000).contains(of) && (1..=*of).contains(at));
    fits.ok_or_else(|| "expected I/N with 1 <= I <= N <= 100000".to_owned())
}

#[derive(Debug, Args)]
pub struct OddsArgs {
    /// Scenario file, or a name from the scenarios folder.
    pub scenario: String,
    /// Rule system to use.
    #[arg(long, value_name = "ID")]
    pub ruleset: Option<String>,
    /// Acting combatant: a name, or a number such as #3.
    #[arg(long, value_name = "A")]
    pub actor: String,
    /// Id of the action.
    #[arg(long, value_name = "NAME")]
    pub action: String,
    /// Target: a name, or a number such as #4.
    #[arg(long, value_name = "B")]
    pub target: String,
    /// Id of the weapon [default: the first one allowed].
    #[arg(long, value_name = "ID")]
    pub weapon: Option<String>,
    /// Script to play first; a simple opponent answers what it leaves open.
    #[arg(long, value_name = "FILE")]
    pub script: Option<PathBuf>,
    /// Seed of the dice rolled by the script.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Output format.
    #[arg(long, value_enum, default_value_t = Log::Text)]
    pub format: Log,
}

#[derive(Debug, Args)]
pub struct ReplayArgs {
    /// Recording or journal.
    pub file: PathBuf,
    /// Only verify that the battle still plays as recorded.
    #[arg(long)]
    pub verify: bool,
    /// Watch it in the game window.
    #[arg(long, conflicts_with_all = ["verify", "log"])]
    pub window: bool,
    /// Log format.
    #[arg(long, value_enum, default_value_t = Log::Text)]
    pub log: Log,
}

#[derive(Debug, Args)]
pub struct ContinueArgs {
    /// Journal to continue [default: the journal of the game window].
    #[arg(long, value_name = "FILE")]
    pub journal: Option<PathBuf>,
    /// Script that the battle was started with.
    #[arg(long, value_name = "FILE")]
    pub script: Option<PathBuf>,
    /// Log format.
    #[arg(long, value_enum, default_value_t = Log::Text)]
    pub log: Log,
    /// Write a recording of the finished battle for `replay`.
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub struct RulesArgs {
    /// Id of a rule system.
    pub id: Option<String>,
    /// List its rules with the tests that cover them.
    #[arg(long, requires = "id")]
    pub coverage: bool,
    /// Show the values that a house-rule file changes.
    #[arg(long, value_name = "OVERLAY", requires = "id", conflicts_with = "coverage")]
    pub diff: Option<PathBuf>,
    /// List all values that house rules and --set can change; with TEXT, only those whose path contains it.
    #[arg(long, value_name = "TEXT", num_args = 0..=1, default_missing_value = "", requires = "id", conflicts_with_all = ["coverage", "diff"])]
    pub values: Option<String>,
    /// List the rulings where the source is silent or doubtful, with the house rules for other readings; with TEXT, only those
    /// that contain it.
    #[arg(long, value_name = "TEXT", num_args = 0..=1, default_missing_value = "", requires = "id", conflicts_with_all = ["coverage", "diff", "values"])]
    pub rulings: Option<String>,
    /// Output format.
    #[arg(long, value_enum, default_value_t = Log::Text)]
    pub format: Log,
}
