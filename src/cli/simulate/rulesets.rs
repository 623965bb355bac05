//! The rule sets of a simulation: those named by `--ruleset` and `--against`, with the changes of `--set` and `--sweep`.

use std::sync::Arc;

use warboard::batch::Sweep;
use warboard::content::authored::Source;
use warboard::resolution::Setup;
use warboard::rules::HouseRules;
use warboard::scenario::Scenario;

use crate::cli::args::SimulateArgs;
use crate::cli::failure::{Failure, plain};
use crate::cli::workspace::Workspace;

/// Most values of a sweep.
const MOST_VALUES: usize = 100;

type Setups = (Vec<Arc<Setup>>, Option<Sweep>);

/// The scenario under each rule set; with `--against`, the baseline comes first.
pub fn setups(
    workspace: &Workspace,
    source: &Source,
    scenario: &Scenario,
    args: &SimulateArgs,
) -> Result<Setups, Failure> {
    let sweep = args.sweep.as_deref().map(parse_sweep).transpose()?;
    let under = |id: &str, settings: &[String]| -> Result<Arc<Setup>, Failure> {
        match settings {
            [] => Ok(workspace.prepare(source, scenario, Some(id))?.setup),
            _ if HouseRules::is_file(id) => {
                Err(plain(format!("{id}: --set and --sweep cannot be combined with a house-rule file")))
            }
            _ => workspace.prepare_with(&HouseRules::of_settings(id, settings)?, scenario),
        }
    };
    let ids = if args.ruleset.is_empty() { vec![workspace.id(None)?] } else { args.ruleset.clone() };
    let mut setups = Vec::new();
    if let Some(other) = &args.against {
        setups.push(under(if other.is_empty() { &ids[0] } else { other }, &[])?);
    }
    for id in &ids {
        let values = sweep.as_ref().map_or(&[][..], |sweep| &sweep.values);
        for value in values {
            let swept = sweep.iter().map(|sweep| format!("{}={value}", sweep.path));
            let settings: Vec<String> = args.set.iter().cloned().chain(swept).collect();
            setups.push(under(id, &settings)?);
        }
        if values.is_empty() {
            setups.push(under(id, &args.set)?);
        }
    }
    let sides = setups.first().map_or(0, |setup| setup.sides.len());
    match setups.iter().all(|setup| setup.sides.len() == sides) {
        true => Ok((setups, sweep.filter(|_| ids.len() == 1))),
        false => Err(plain("the scenario has different sides under these rule systems")),
    }
}

/// Parses a path and its values: `path=1,2,3`, `path=0..6` or `path=0..12..3`.
fn parse_sweep(text: &str) -> Result<Sweep, Failure> {
    let refused = |why: &str| plain(format!("--sweep {text}: {why}"));
    let (path, values) = text.split_once('=').ok_or_else(|| refused("expected PATH=A,B,C or PATH=A..B"))?;
    let values: Vec<String> = match values.split_once("..") {
        Some((from, to)) => {
            range(from, to).ok_or_else(|| refused("a range must be FROM..TO or FROM..TO..STEP in whole numbers"))?
        }
        None => values.split(',').map(|value| value.trim().to_owned()).collect(),
    };
    match values.len() {
        1..=MOST_VALUES => Ok(Sweep { path: path.trim().to_owned(), values }),
        _ => Err(refused("expected 1 to 100 values")),
    }
}

fn range(from: &str, to: &str) -> Option<Vec<String>> {
    let (to, step) = to.split_once("..").unwrap_or((to, "1"));
    let [from, to, step] = [from, to, step].map(|number| number.trim().parse::<i32>().ok());
    let step = usize::try_from(step?).ok().filter(|step| *step > 0)?;
    Some((from?..=to?).step_by(step).take(MOST_VALUES + 1).map(|value| value.to_string()).collect())
}
