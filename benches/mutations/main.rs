//! Changes one value of a rule system at a time and runs the tests: which values can change without a test that fails?
//!
//! ```text
//! cargo bench --no-default-features --bench mutations -- RULESET [TEXT] [--jobs N] [--rules | --list]
//! ```
//!
//! `warboard rules RULESET --coverage` counts a rule as tested if the comment of a test names its id. This job proves the
//! claim. For every value that belongs to a rule it runs the tests that cite the rule first, and all tests of the rule
//! system only if none of those fails. `TEXT` restricts it to values whose path contains the text; `--rules` asks of each
//! rule only whether any change of its values makes a test that cites it fail; `--list` only says what would be changed.

#![allow(clippy::unwrap_used, reason = "the job fails where it unwraps")]

#[path = "../../tests/common/assets.rs"]
mod assets;
mod change;
mod citations;
mod programs;
mod proof;
mod report;
mod values;

use std::collections::BTreeMap;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use clap::Parser;

use change::Alternatives;
use citations::Citations;
use programs::{Programs, Verdict};
use report::{Finding, Outcome, Report};
use values::Value;

/// The command line options.
#[derive(Parser)]
#[command(name = "mutations")]
struct Asked {
    /// The rule system whose values are changed.
    ruleset: Option<String>,
    /// Only values with this text in their path.
    text: Option<String>,
    /// How many test programs run at a time; by default one on each core.
    #[arg(long)]
    jobs: Option<usize>,
    /// Stops at the first change of each rule that a test which cites it notices.
    #[arg(long, conflicts_with = "list")]
    rules: bool,
    /// Lists the changes and runs no test.
    #[arg(long)]
    list: bool,
    /// Cargo adds this flag to every benchmark.
    #[arg(long, hide = true)]
    bench: bool,
}

fn main() -> ExitCode {
    let asked = Asked::parse();
    let Some(ruleset) = asked.ruleset.clone() else {
        println!(
            "mutations: name a rule system: cargo bench --bench mutations -- RULESET [TEXT] [--jobs N] [--rules | --list]"
        );
        return ExitCode::SUCCESS;
    };
    let job = Job::new(&ruleset);
    let wanted = |value: &&Value| asked.text.as_deref().is_none_or(|text| value.path.contains(text));
    let values: Vec<&Value> = job.values.iter().filter(wanted).collect();
    if asked.list {
        return list(&job, &values);
    }
    let programs = match Programs::build(&ruleset).and_then(|programs| programs.unchanged().map(|()| programs)) {
        Ok(programs) => programs,
        Err(why) => {
            eprintln!("mutations: {why}");
            return ExitCode::FAILURE;
        }
    };
    let jobs = asked.jobs.or_else(|| std::thread::available_parallelism().ok().map(usize::from)).unwrap_or(1).max(1);
    if asked.rules {
        print!("{}", job.prove(&programs, &values, jobs));
        return ExitCode::SUCCESS;
    }
    print!("{}", Report { ruleset, findings: job.run(&programs, &values, jobs) });
    ExitCode::SUCCESS
}

/// Says what would be changed, one value per line.
fn list(job: &Job, values: &[&Value]) -> ExitCode {
    let copy = assets::copied_assets();
    for value in values {
        let change = job.write(copy.path(), value).unwrap_or_else(|| "nothing else is accepted".to_owned());
        println!("{}: {} -> {change}   {}", value.path, value.text, value.rules.join(", "));
        job.restore(copy.path(), value);
    }
    println!("{} values", values.len());
    ExitCode::SUCCESS
}

/// The results of work on items, this many at a time, each with a copy of the assets; in the order of the items.
fn in_parallel<I: Sync, T: Send>(items: &[I], jobs: usize, work: impl Fn(&Path, &I) -> T + Sync) -> Vec<T> {
    let (next, done) = (AtomicUsize::new(0), Mutex::new(BTreeMap::new()));
    std::thread::scope(|scope| {
        for _ in 0..jobs {
            scope.spawn(|| {
                let copy = assets::copied_assets();
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    let Some(item) = items.get(at) else { break };
                    let result = work(copy.path(), item);
                    done.lock().unwrap().insert(at, result);
                }
            });
        }
    });
    done.into_inner().unwrap().into_values().collect()
}

/// The values of a rule system, and the tests that cite their rules.
struct Job {
    ruleset: String,
    values: Vec<Value>,
    alternatives: Alternatives,
    citations: Citations,
}

impl Job {
    fn new(ruleset: &str) -> Job {
        let assets = assets::shipped_assets();
        let values = values::of(&assets, ruleset);
        let alternatives = Alternatives::among(&values);
        let citations = Citations::read(&assets, ruleset);
        let changes = |value: &Value| !value.rules.is_empty() && !change::changes(value, &alternatives).is_empty();
        let values = values.into_iter().filter(changes).collect();
        Job { ruleset: ruleset.to_owned(), values, alternatives, citations }
    }

    /// Changes each value in turn and runs the tests, this many values at a time. The findings are in the order of the values.
    fn run(&self, programs: &Programs, values: &[&Value], jobs: usize) -> Vec<Finding> {
        in_parallel(values, jobs, |copy, value| {
            let finding = self.judge(programs, copy, value);
            eprintln!("{finding}");
            finding
        })
    }

    /// Changes one value in a copy of the assets, runs the tests on it, and puts the value back.
    fn judge(&self, programs: &Programs, copy: &Path, value: &Value) -> Finding {
        let finding = |change: Option<String>, outcome| Finding {
            path: value.path.clone(),
            rules: value.rules.clone(),
            before: value.text.clone(),
            after: change,
            outcome,
        };
        let Some(change) = self.write(copy, value) else { return finding(None, Outcome::Guarded) };
        let citing = value.rules.iter().flat_map(|rule| self.citations.tests(rule));
        let outcome = match programs.run_cited(copy, citing) {
            Verdict::Failed(test) => Outcome::NoticedByCitation(test),
            Verdict::Passed => match programs.run_all(copy) {
                Verdict::Failed(test) => Outcome::NoticedElsewhere(test),
                Verdict::Passed => Outcome::Unnoticed,
            },
        };
        self.restore(copy, value);
        finding(Some(change), outcome)
    }

    /// Writes the first change of a value that the rule system loads with, and gives it; `None` if it loads with none.
    fn write(&self, copy: &Path, value: &Value) -> Option<String> {
        let changes = change::changes(value, &self.alternatives);
        let accepted = changes.into_iter().find(|change| {
            std::fs::write(copy.join(&value.file), value.replaced(change)).unwrap();
            let library = warboard::rules::Library::open(copy);
            library.is_ok_and(|library| library.ruleset(&self.ruleset).is_ok())
        });
        if accepted.is_none() {
            self.restore(copy, value);
        }
        accepted
    }

    fn restore(&self, copy: &Path, value: &Value) {
        std::fs::write(copy.join(&value.file), value.source.as_bytes()).unwrap();
    }
}
