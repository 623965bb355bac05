//! `warboard odds`: the exact outcome probabilities of an action.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use warboard::batch::Opponent;
use warboard::battle::Side;
use warboard::content::Name;
use warboard::content::authored::{FileKind, Source};
use warboard::control::{Controller, Script};
use warboard::dice::Dice;
use warboard::odds::{Forecast, act_at, forecast};
use warboard::resolution::{BattleState, BattleStatus};

use super::args::OddsArgs;
use super::output::{Failure, plain, print_as, unknown};
use super::workspace::{Workspace, combatant};

pub fn odds(assets: PathBuf, args: &OddsArgs) -> Result<(), Failure> {
    let workspace = Workspace::open(assets)?;
    let (setup, _) = workspace.scenario(&args.scenario, args.ruleset.as_deref())?;
    let (actor, target) = (combatant(&setup, &args.actor)?, combatant(&setup, &args.target)?);
    let actions: Vec<&str> = setup.rules.actions.iter().map(|action| action.id.as_str()).collect();
    let action = find("this rule system has no action", &args.action, &actions)?;
    let attacker = &setup.combatants[actor.index()];
    let weapons: Vec<&str> = attacker.sheet.weapons.iter().map(|entry| entry.weapon.id.as_str()).collect();
    let own = |word: &str| find(&format!("{} has no weapon", attacker.name), word, &weapons);
    let weapon = args.weapon.as_deref().map(own).transpose()?;
    let mut battle = BattleState::begin(Arc::clone(&setup), Dice::seeded(args.seed, 0));
    if let Some(path) = &args.script {
        follow(&mut battle, path)?;
    }
    // Up to the first open question: a round may give the points that attack and defence cost.
    battle.resolve();
    let view = battle.view();
    let (act, refused) = act_at(view, &setup.rules, actor, action, target, weapon);
    let forecast = Forecast { refused, ..forecast(view, &setup.rules, actor, &act, None).map_err(plain)? };
    print_as(args.format, &forecast, forecast.to_json())
}

fn find(complaint: &str, name: &str, known: &[&str]) -> Result<Name, Failure> {
    let is_known = known.contains(&name);
    is_known.then(|| name.into()).ok_or_else(|| unknown(format_args!("{complaint} `{name}`"), name, known))
}

/// Plays a script to its end, up to the first prompt it does not answer.
fn follow(battle: &mut BattleState, path: &Path) -> Result<(), Failure> {
    let setup = Arc::clone(battle.setup());
    let otherwise = Opponent::Charger.controller(Side(0), 0);
    let mut script = Script::read(&Source::read_as(path, FileKind::Script)?, otherwise)?;
    script.check(&setup)?;
    while script.left() > 0 {
        let BattleStatus::Awaiting(prompt) = battle.resolve() else {
            return Err(plain(format!("the battle ended before {} entries of the script were played", script.left())));
        };
        let answer = script.answer(battle.view(), &setup.rules, &setup, &prompt);
        if let Some(fault) = script.fault() {
            return Err(fault.into());
        }
        battle.submit(answer.choice).map_err(plain)?;
    }
    Ok(())
}
