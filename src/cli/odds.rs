//! `warboard odds`: the exact outcome probabilities of an action.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use warboard::batch::Opponent;
use warboard::battle::Side;
use warboard::content::Name;
use warboard::content::authored::{FileKind, Source, did_you_mean};
use warboard::control::{Controller, Script};
use warboard::dice::Dice;
use warboard::odds::{Forecast, act_at, forecast};
use warboard::resolution::{BattleState, BattleStatus, Setup};

use super::args::{Log, OddsArgs};
use super::failure::{Failure, plain};
use super::output::print;
use super::workspace::{Workspace, combatant};

pub fn odds(assets: PathBuf, args: &OddsArgs) -> Result<(), Failure> {
    let workspace = Workspace::open(assets)?;
    let setup = workspace.scenario(&args.scenario, args.ruleset.as_deref())?.setup;
    let (actor, target) = (combatant(&setup, &args.actor)?, combatant(&setup, &args.target)?);
    let action = known_action(&setup, &args.action)?;
    let weapon = args.weapon.as_deref().map(|word| known_weapon(&setup, actor.index(), word)).transpose()?;
    let mut battle = BattleState::begin(Arc::clone(&setup), Dice::seeded(args.seed, 0));
    if let Some(path) = &args.script {
        follow(&mut battle, path)?;
    }
    let view = battle.view();
    let (act, refused) = act_at(view, &setup.rules, actor, action, target, weapon);
    let forecast = forecast(view, &setup.rules, actor, &act, None).map_err(plain)?;
    let forecast = Forecast { refused, ..forecast };
    match args.format {
        Log::Text => print(&forecast.to_string()),
        Log::Json => print(&format!("{:#}\n", forecast.to_json())),
    }
}

fn known_action(setup: &Setup, name: &str) -> Result<Name, Failure> {
    let known: Vec<&str> = setup.rules.actions.iter().map(|action| action.id.as_str()).collect();
    find("this rule system has no action", name, &known)
}

fn known_weapon(setup: &Setup, actor: usize, name: &str) -> Result<Name, Failure> {
    let known: Vec<&str> = setup.combatants[actor].sheet.weapons.iter().map(|entry| entry.weapon.id.as_str()).collect();
    find(&format!("{} has no weapon", setup.combatants[actor].name), name, &known)
}

fn find(complaint: &str, name: &str, known: &[&str]) -> Result<Name, Failure> {
    if known.contains(&name) {
        return Ok(name.into());
    }
    let help = did_you_mean(name, known).map(|help| format!(" ({help})")).unwrap_or_default();
    Err(plain(format!("{complaint} `{name}`{help}")))
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
    battle.resolve();
    Ok(())
}
