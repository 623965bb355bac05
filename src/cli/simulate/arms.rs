//! The rule sets that battles are fought under: those named, changed as `--set` and `--sweep` say.

use std::sync::Arc;

use warboard::batch::Sweep;
use warboard::content::authored::Source;
use warboard::resolution::Setup;
use warboard::rules::HouseRules;
use warboard::scenario::Scenario;

use crate::cli::args::Simulate;
use crate::cli::desk::Desk;
use crate::cli::failure::{Failure, plain};

/// At most so many values of a sweep.
const MOST_VALUES: usize = 100;

type Arms = (Vec<Arc<Setup>>, Option<Sweep>);

/// The scenario under each rule set, the one compared with first.
pub fn arms(desk: &Desk, source: &Source, scenario: &Scenario, asked: &Simulate) -> Result<Arms, Failure> {
    let sweep = asked.sweep.as_deref().map(parse_sweep).transpose()?;
    let under = |id: &str, settings: &[String]| -> Result<Arc<Setup>, Failure> {
        match settings {
            [] => Ok(desk.prepare(source, scenario, Some(id))?.setup),
            _ if HouseRules::is_file(id) => {
                Err(plain(format!("{id}: house rules in a file cannot be changed by --set or --sweep")))
            }
            _ => desk.adopting(&HouseRules::of_settings(id, settings)?, scenario),
        }
    };
    let ids = if asked.ruleset.is_empty() { vec![desk.id(None)?] } else { asked.ruleset.clone() };
    let mut arms = Vec::new();
    if let Some(other) = &asked.against {
        arms.push(under(if other.is_empty() { &ids[0] } else { other }, &[])?);
    }
    for id in &ids {
        let values = sweep.as_ref().map_or(&[][..], |sweep| &sweep.values);
        for value in values {
            let swept = sweep.iter().map(|sweep| format!("{}={value}", sweep.path));
            let settings: Vec<String> = asked.set.iter().cloned().chain(swept).collect();
            arms.push(under(id, &settings)?);
        }
        if values.is_empty() {
            arms.push(under(id, &asked.set)?);
        }
    }
    let sides = arms.first().map_or(0, |arm| arm.parties.len());
    match arms.iter().all(|arm| arm.parties.len() == sides) {
        true => Ok((arms, sweep.filter(|_| ids.len() == 1))),
        false => Err(plain("the scenario has not the same sides under all rule systems")),
    }
}

/// A path and the values it takes: `path=1,2,3`, `path=0..6`, `path=0..12..3`.
fn parse_sweep(text: &str) -> Result<Sweep, Failure> {
    let refused = |why: &str| plain(format!("--sweep {text}: {why}"));
    let (path, values) = text.split_once('=').ok_or_else(|| refused("a sweep is PATH=A,B,C or PATH=A..B"))?;
    let values: Vec<String> = match values.split_once("..") {
        Some((from, to)) => {
            range(from, to).ok_or_else(|| refused("a range is FROM..TO or FROM..TO..STEP in whole numbers"))?
        }
        None => values.split(',').map(|value| value.trim().to_owned()).collect(),
    };
    match values.len() {
        1..=MOST_VALUES => Ok(Sweep { path: path.trim().to_owned(), values }),
        _ => Err(refused("a sweep has 1 to 100 values")),
    }
}

fn range(from: &str, to: &str) -> Option<Vec<String>> {
    let (to, step) = to.split_once("..").unwrap_or((to, "1"));
    let [from, to, step] = [from, to, step].map(|number| number.trim().parse::<i32>().ok());
    let step = usize::try_from(step?).ok().filter(|step| *step > 0)?;
    Some((from?..=to?).step_by(step).take(MOST_VALUES + 1).map(|value| value.to_string()).collect())
}
