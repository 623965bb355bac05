//! Explanations for players.

use super::first_move::FirstMove;
use crate::battle::CombatantId;
use crate::control::ai::model::{Appraisal, Situation};
use crate::control::ai::options::movement::IdleMove;
use crate::control::ai::options::positions::PositionOption;
use crate::resolution::{Act, Choice};
use crate::rules::Ruleset;

/// "strike Bran with the long sword: 65 % for 7.2, almost down".
pub fn attack(situation: &Situation<'_>, act: &Act, appraisal: &Appraisal) -> String {
    let verb = action_name(situation, act);
    let Some(target) = act.aimed_at() else { return verb };
    let weapon = act.weapon.and_then(|slot| situation.row().sheet.weapon(slot));
    let with = weapon.map_or_else(String::new, |entry| format!(" with the {}", entry.weapon.name.to_lowercase()));
    format!("{verb} {}{with}: {}{}", name(situation, target), chance(appraisal), health(situation, target))
}

pub fn action_name(situation: &Situation<'_>, act: &Act) -> String {
    situation.rules.actions.get(act.action).map_or_else(String::new, |action| action.name.to_lowercase())
}

/// The name of a reaction, or of the action of an interrupt.
pub fn out_of_turn(rules: &Ruleset, choice: &Choice) -> String {
    let action = |id| rules.actions.get(id).map_or_else(String::new, |action| action.name.to_lowercase());
    match choice {
        Choice::React(id) => {
            let reaction = rules.policies.reaction(*id);
            reaction.map_or_else(|| action(*id), |reaction| reaction.name.to_lowercase())
        }
        Choice::Act(act) => action(act.action),
        _ => String::new(),
    }
}

fn name<'a>(situation: &Situation<'a>, id: CombatantId) -> &'a str {
    &situation.view.row(id).name
}

fn chance(appraisal: &Appraisal) -> String {
    let per_cent = appraisal.hits / 10;
    if appraisal.harm == 0 {
        return format!("{per_cent} %");
    }
    format!("{per_cent} % for {}.{}", appraisal.harm / 100, appraisal.harm / 10 % 10)
}

fn health(situation: &Situation<'_>, id: CombatantId) -> &'static str {
    let values = situation.combatants.get(id);
    match values.effective_hp * 100 / values.max_effective_hp.max(1) {
        _ if !values.active => ", already down",
        0..=33 => ", almost down",
        34..=66 => ", hurt",
        _ => "",
    }
}

/// "go to (3, 4), 5 counts away, and attack Bran: 50 % for 6.5".
pub fn position(situation: &Situation<'_>, option: &PositionOption) -> String {
    let plural = if option.walk == 1 { "" } else { "s" };
    let go = format!("go to {}, {} count{plural} away", option.cell, option.walk);
    match &option.attack {
        Some((enemy, appraisal)) => format!("{go}, and attack {}: {}", name(situation, *enemy), chance(appraisal)),
        None => format!("{go}, out of danger"),
    }
}

/// The first move of a turn: "go to (3, 4), 1 action away, and attack Bran: 50 % for 6.5".
pub fn first_move(situation: &Situation<'_>, first: &FirstMove) -> String {
    let actions = |count: i32| if count == 1 { "1 action".to_owned() } else { format!("{count} actions") };
    match first {
        FirstMove::Attack(option, _) | FirstMove::Charge(option) => attack(situation, &option.act, &option.appraisal),
        FirstMove::Approach(place, appraisal) => {
            let go = format!("go to {}, {} away", place.there.anchor, actions(place.walk));
            format!("{go}, and attack {}: {}", name(situation, place.enemy), chance(appraisal))
        }
        FirstMove::Retreat(cell) => format!("retreat to {cell}"),
        FirstMove::Own(act) | FirstMove::Guard(act) => action_name(situation, act),
    }
}

pub fn idle(idle: &IdleMove) -> String {
    match idle {
        IdleMove::HoldPosition => "hold position and let the enemy come".to_owned(),
        IdleMove::Regroup => "wait for allies to catch up".to_owned(),
        IdleMove::StaySafe(path) if path.is_empty() => "stay here, away from enemies".to_owned(),
        IdleMove::StaySafe(_) => "move away from enemies".to_owned(),
        IdleMove::Advance(path) => match path.last() {
            Some(cell) => format!("advance towards {cell}"),
            None => "stay".to_owned(),
        },
        IdleMove::Stay => "stay: no way forward".to_owned(),
    }
}
