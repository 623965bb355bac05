//! Which spells may be cast and controlled.

use super::{combatant_target, preparation};
use crate::battle::{ActiveSpell, Casting, CombatantId, SpellId, Target, View};
use crate::content::action::{Action, Aim, Does};
use crate::content::policy::{Controls, Pays};
use crate::content::refusal::Refusal;
use crate::content::spell::{Components, Spell};
use crate::mechanics::{Game, items, magic, zone};
use crate::resolution::act::Act;
use crate::rules::Ruleset;

/// Whether a combatant may cast a spell: known, paid for, at a valid target in range (TA-050, TA-065).
pub(super) fn may_cast(
    view: View<'_>,
    rules: &Ruleset,
    who: CombatantId,
    (act, casting): (&Act, &Casting),
    (spell, action): (&Spell, &Action),
) -> Result<(), Refusal> {
    may_spend(view, rules, who, (act, casting.energy), (spell, action))?;
    match (action.aim, &casting.at) {
        (Aim::Enemy | Aim::Ally | Aim::Friend, at) => {
            combatant_target::at_combatant_or_guess(view, rules, who, at, action)?
        }
        (Aim::Point, Target::Cell(cell)) if view.board().contains(*cell) => {}
        (Aim::Own, Target::Own) => {}
        _ => return Err(combatant_target::wrong_aim(action)),
    }
    let imagined = casting.at.imagined(view);
    if !magic::reaches(Game::new(imagined, rules.book()), who, casting.energy, &casting.at) {
        return Err(Refusal::new("out of the spell's range, or behind a wall", action.rule));
    }
    match spell.lays() {
        Some(lays) if zone::zone_of_spell(Game::new(view, rules.book()), who, act, lays).is_none() => {
            Err(Refusal::new("there is no room", action.rule))
        }
        _ => Ok(()),
    }
}

/// Whether a combatant may spend this much energy on a spell that it knows or reads from a scroll (TC-270).
pub(super) fn may_spend(
    view: View<'_>,
    rules: &Ruleset,
    who: CombatantId,
    (act, energy): (&Act, Components),
    (spell, action): (&Spell, &Action),
) -> Result<(), Refusal> {
    let row = view.row(who);
    let Some(policy) = &rules.policies.magic else {
        return Err(Refusal::new("these rules have no spells", action.rule));
    };
    let reads = items::may_read_scroll(view, who, act);
    if !reads && !row.sheet.spells.contains(&action.id) {
        match magic::item_energy(view, who, action.id) {
            None => return Err(Refusal::new("does not know this spell", policy.known_rule)),
            Some(given) if given != energy => {
                return Err(Refusal::new("the item casts it with its own energy", policy.item_rule));
            }
            Some(_) => {}
        }
    }
    if !energy.lies_within(spell.least, spell.most) {
        return Err(Refusal::new("the spell does not allow this much energy", policy.steps_rule));
    }
    let (takes, left) = (energy.total(), row.vitals.energy);
    match policy.pays {
        Pays::Energy { rule, .. } if takes > left => {
            Err(Refusal::new(format!("needs {takes} energy, {left} left"), rule))
        }
        Pays::Energy { .. } => Ok(()),
        Pays::Fatigue(_) if reads => Ok(()),
        Pays::Fatigue(_) => preparation::is_prepared(view, rules, who, action.id),
    }
}

/// The ways in which a spell is listed: at every valid combatant, at every enemy's cell, at the caster's cell, and at
/// every zone.
pub(super) fn candidates(
    view: View<'_>,
    rules: &Ruleset,
    who: CombatantId,
    (spell, action): (&Spell, &Action),
) -> Vec<Act> {
    let enemies = || view.enemies_of(view.row(who).side).map(|row| row.id);
    let friends = || view.friends_of(who).map(|row| row.id);
    let at: Vec<Target> = match action.aim {
        Aim::Enemy => enemies().map(Target::Combatant).collect(),
        Aim::Ally => friends().map(Target::Combatant).collect(),
        Aim::Friend => std::iter::once(who).chain(friends()).map(Target::Combatant).collect(),
        Aim::Point => {
            let bodies = enemies().chain([who]).map(|id| view.footprint(id).anchor);
            let places = view.zones().filter_map(|(_, zone)| zone.cells.first().copied());
            bodies.chain(places).map(Target::Cell).collect()
        }
        _ => vec![Target::Own],
    };
    at.into_iter().map(|at| usual(view, rules, who, (spell, action), at)).collect()
}

/// A spell with its usual energy at a target; read from a scroll in hand if not prepared.
pub(super) fn usual(
    view: View<'_>,
    rules: &Ruleset,
    who: CombatantId,
    (spell, action): (&Spell, &Action),
    at: Target,
) -> Act {
    let feet = magic::feet_to(Game::new(at.imagined(view), rules.book()), who, &at);
    let policy = rules.policies.magic.as_ref();
    let usual = || policy.map_or(spell.least, |policy| magic::default_energy(view, policy, who, spell, feet));
    let knows = view.row(who).sheet.spells.contains(&action.id);
    let energy = magic::item_energy(view, who, action.id).filter(|_| !knows).unwrap_or_else(usual);
    let unprepared = preparation::is_prepared(view, rules, who, action.id).is_err();
    let weapon = items::held_scroll(view, who, action.id).filter(|_| unprepared);
    Act { action: action.id, target: Target::Cast(Box::new(Casting { energy, at })), weapon }
}

/// Whether an active spell is the combatant's own; controlling it asks for more.
pub(super) fn at_own_spell(
    view: View<'_>,
    rules: &Ruleset,
    who: CombatantId,
    id: SpellId,
    action: &Action,
) -> Result<(), Refusal> {
    if action.does == Does::Control {
        return may_control(view, rules, who, id, action);
    }
    match view.spell(id).filter(|spell| spell.caster == who) {
        Some(_) => Ok(()),
        None => Err(Refusal::new("has no such active spell", action.rule)),
    }
}

/// Whether a combatant may control a spell now: its own, cast in an earlier turn, not yet controlled in this one, its
/// target in range (TA-069, TA-072, TA-G14).
fn may_control(view: View<'_>, rules: &Ruleset, who: CombatantId, id: SpellId, action: &Action) -> Result<(), Refusal> {
    let refuse = |why: &'static str| Err(Refusal::new(why, action.rule));
    let Some(spell) = view.spell(id).filter(|spell| spell.caster == who) else {
        return refuse("has no such active spell");
    };
    let (Some(policy), Some(_)) = (&rules.policies.magic, control(rules, spell)) else {
        return refuse("that spell cannot be controlled");
    };
    let turn = view.row(who).turn_state.turns;
    if spell.cast == turn {
        return refuse("was cast this turn");
    }
    let now = |spell: &ActiveSpell| spell.caster == who && spell.controlled == Some(turn);
    match policy.controls {
        Controls::EachSpellOnce { rule } if now(spell) => {
            return Err(Refusal::new("was already controlled this turn", rule));
        }
        Controls::OneSpell { rule } if view.spells().iter().any(now) => {
            return Err(Refusal::new("already controlled a spell this turn", rule));
        }
        _ => {}
    }
    let there = spell.target().is_none_or(|target| !view.row(target).gone);
    match there && magic::reaches(Game::new(view, rules.book()), who, spell.energy, &spell.at) {
        true => Ok(()),
        false => Err(Refusal::new("the spell is out of its range", policy.steps_rule)),
    }
}

/// The check that controls an active spell, if it can be controlled.
fn control<'r>(rules: &'r Ruleset, spell: &ActiveSpell) -> Option<&'r crate::content::action::Check> {
    match &rules.actions.get(spell.spell)?.does {
        Does::Cast(spell) => spell.control.as_ref(),
        _ => None,
    }
}

/// A spell with its usual energy at a target: enough range, as strong as possible. `None` if the action is no spell.
pub fn usual_casting(view: View<'_>, rules: &Ruleset, who: CombatantId, action: &Action, at: Target) -> Option<Act> {
    match &action.does {
        Does::Cast(spell) => Some(usual(view, rules, who, (spell, action), at)),
        _ => None,
    }
}
