//! `warboard simulate --costs`: measures the costs of units in points.

use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use warboard::batch::CostMeasure;
use warboard::rules::UnitCosts;

use super::args::SimulateArgs;
use super::output::{Failure, plain, print, save, say};
use super::workspace::Workspace;

pub fn costs(assets: PathBuf, args: &SimulateArgs) -> Result<(), Failure> {
    let workspace = Workspace::open(assets)?;
    let workers = args.jobs.map_or_else(|| thread::available_parallelism().map_or(1, usize::from), usize::from);
    let ids = if args.ruleset.is_empty() { vec![workspace.id(None)?] } else { args.ruleset.clone() };
    if let (Some(_), [_, _, ..]) = (&args.out, &ids[..]) {
        return Err(plain("--out holds the costs of one rule system: give one --ruleset"));
    }
    for id in &ids {
        let (library, terrains) = workspace.content();
        let measure = CostMeasure { library, terrains, battles: args.battles, seed: args.seed };
        let (all, done) = (library.units(id).len(), AtomicUsize::new(0));
        let report = || say(format_args!("{id}: {} of {all} units", done.fetch_add(1, Ordering::Relaxed) + 1));
        let measured = measure.of_ruleset(id, workers, report).map_err(plain)?;
        match &args.out {
            Some(path) => save(path, measured.to_text())?,
            None => print(&table(id, &measured))?,
        }
    }
    Ok(())
}

fn table(id: &str, costs: &UnitCosts) -> String {
    let mut text = format!("costs of units under {id}, in points ({} = 100), with 95 % intervals\n", costs.reference);
    for row in &costs.units {
        text.push_str(&format!("{:<20} {:>5}   {} to {}\n", row.unit.replace('_', " "), row.cost, row.low, row.high));
    }
    text
}
