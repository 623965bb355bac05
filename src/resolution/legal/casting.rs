//! Which spells may be cast and controlled.

use crate::battle::{ActiveSpell, Casting, CombatantId, SpellId, Target, View};
use crate::content::action::{Action, Aim, Does};
use crate::content::policy::{Controls, Pays};
use crate::content::refusal::Refusal;
use crate::content::spell::{Components, Spell};
use crate::mechanics::{magic, scroll, zone};
use crate::resolution::act::Act;
use crate::rules::Ruleset;

/// Whether somebody may cast a spell so: it knows it, has the energy for it, and its target is of the right kind and
/// near enough (TA-050, TA-065).
pub(super) fn may_cast(
    view: View<'_>,
    rules: &Ruleset,
    who: CombatantId,
    (act, casting): (&Act, &Casting),
    (spell, action): (&Spell, &Action),
) -> Result<(), Refusal> {
    may_spend(view, rules, who, (act, casting.energy), (spell, action))?;
    match (action.aim, &casting.at) {
        (Aim::Enemy | Aim::Ally | Aim::Friend, at) => super::at_somebody(view, rules, who, at, action)?,
        (Aim::Point, Target::Cell(cell)) if view.board().contains(*cell) => {}
        (Aim::Own, Target::Own) => {}
        _ => return Err(super::wrong_aim(action)),
    }
    let imagined = casting.at.imagined(view);
    if !magic::reaches(imagined, rules.book(), who, casting.energy, &casting.at) {
        return Err(Refusal::new("out of the spell's range, or behind a wall", action.rule));
    }
    match spell.lays() {
        Some(lays) if zone::zone_of_spell(view, rules.book(), who, act, lays).is_none() => {
            Err(Refusal::new("there is no room for it", action.rule))
        }
        _ => Ok(()),
    }
}

/// Whether somebody may spend so much energy on a spell: one that it knows, or reads from a scroll (TC-270).
pub(super) fn may_spend(
    view: View<'_>,
    rules: &Ruleset,
    who: CombatantId,
    (act, energy): (&Act, Components),
    (spell, action): (&Spell, &Action),
) -> Result<(), Refusal> {
    let row = view.row(who);
    let Some(policy) = &rules.policies.magic else { return Err(Refusal::new("nobody casts spells", action.rule)) };
    let reads = scroll::may_read(view, who, act);
    if !reads && !row.sheet.spells.contains(&action.id) {
        match magic::item_energy(view, who, action.id) {
            None => return Err(Refusal::new("does not know this spell", policy.known_rule)),
            Some(given) if given != energy => {
                return Err(Refusal::new("the thing in hand casts it with its own energy", policy.item_rule));
            }
            Some(_) => {}
        }
    }
    if !energy.lies_within(spell.least, spell.most) {
        return Err(Refusal::new("the spell cannot be cast with so much or so little energy", policy.steps_rule));
    }
    let (takes, left) = (energy.total(), row.vitals.energy);
    match policy.pays {
        Pays::Energy { rule, .. } if takes > left => {
            Err(Refusal::new(format!("takes {takes} energy of the {left} that are left"), rule))
        }
        Pays::Energy { .. } => Ok(()),
        Pays::Fatigue(_) if reads => Ok(()),
        Pays::Fatigue(_) => super::incanting::is_prepared(view, rules, who, action.id),
    }
}

/// The ways in which a list offers a spell: at everybody it may be aimed at, at the space of every enemy, where its
/// caster stands, and where something lies.
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

/// A spell as it is usually cast at a target; one that is not prepared is read from a scroll in hand.
pub(super) fn usual(
    view: View<'_>,
    rules: &Ruleset,
    who: CombatantId,
    (spell, action): (&Spell, &Action),
    at: Target,
) -> Act {
    let feet = magic::feet_to(at.imagined(view), rules.book(), who, &at);
    let policy = rules.policies.magic.as_ref();
    let usual = || policy.map_or(spell.least, |policy| magic::default_energy(view, policy, who, spell, feet));
    let knows = view.row(who).sheet.spells.contains(&action.id);
    let energy = magic::item_energy(view, who, action.id).filter(|_| !knows).unwrap_or_else(usual);
    let unprepared = super::incanting::is_prepared(view, rules, who, action.id).is_err();
    let weapon = scroll::held(view, who, action.id).filter(|_| unprepared);
    Act { action: action.id, target: Target::Cast(Box::new(Casting { energy, at })), weapon }
}

/// Whether somebody may do something with a spell that lasts: it is its own; what controls it asks for more.
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
        None => Err(Refusal::new("has cast no such spell that still lasts", action.rule)),
    }
}

/// Whether somebody may control a spell now: its own, cast in an earlier turn, not controlled in this one, its target in
/// its range (TA-069, TA-072, TA-G14).
fn may_control(view: View<'_>, rules: &Ruleset, who: CombatantId, id: SpellId, action: &Action) -> Result<(), Refusal> {
    let refuse = |why: &'static str| Err(Refusal::new(why, action.rule));
    let Some(spell) = view.spell(id).filter(|spell| spell.caster == who) else {
        return refuse("has cast no such spell that still lasts");
    };
    let (Some(policy), Some(_)) = (&rules.policies.magic, control(rules, spell)) else {
        return refuse("that spell cannot be controlled");
    };
    let turn = view.row(who).turn_state.turns;
    if spell.cast == turn {
        return refuse("was cast in this turn");
    }
    let now = |spell: &ActiveSpell| spell.caster == who && spell.controlled == Some(turn);
    match policy.controls {
        Controls::EachSpellOnce { rule } if now(spell) => {
            return Err(Refusal::new("was controlled in this turn already", rule));
        }
        Controls::OneSpell { rule } if view.spells().iter().any(now) => {
            return Err(Refusal::new("has controlled a spell in this turn already", rule));
        }
        _ => {}
    }
    let there = spell.target().is_none_or(|target| !view.row(target).gone);
    match there && magic::reaches(view, rules.book(), who, spell.energy, &spell.at) {
        true => Ok(()),
        false => Err(Refusal::new("the spell is out of its range", policy.steps_rule)),
    }
}

/// The roll by which a spell that lasts is controlled, where it can be.
fn control<'r>(rules: &'r Ruleset, spell: &ActiveSpell) -> Option<&'r crate::content::action::Check> {
    match &rules.actions.get(spell.spell)?.does {
        Does::Cast(spell) => spell.control.as_ref(),
        _ => None,
    }
}
