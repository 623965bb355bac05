//! Riders: effects on a target that takes damage from a blow (PR-112 to PR-122).

use crate::battle::{Act, CombatantId, Sheet, View};
use crate::content::{
    Breakdown, CitedEffect, DamageTypes, Effect, Label, Rider, RiderMeasure, RiderSave, WeaponProperty,
};
use crate::mechanics::damage::{AppliedDamage, PendingDamage};
use crate::mechanics::{Game, status};
use crate::resolution::event::Facts;
use crate::resolution::plan::PlannedEffect;
use crate::resolution::procedure::plain_check::PlainCheck;
use crate::resolution::step::Inputs;

/// The effects that ride on a blow that has landed. Saving throws are rolled now.
pub(crate) fn of_blow(
    blow: &PendingDamage,
    hurt: &AppliedDamage,
    inputs: &mut Inputs<'_>,
    events: &mut Facts,
) -> Vec<PlannedEffect> {
    let rules = inputs.rules;
    let mut effects = Vec::new();
    for rider in &rules.policies.stages.riders {
        if let Some(points) = points(rider, blow, hurt, inputs.game()) {
            effects.extend(ridden(rider, points, (blow, hurt), inputs, events));
        }
    }
    effects.extend(of_weapon(blow, hurt, inputs.view));
    effects
}

/// The afflictions that the weapon of a blow gives to those that it wounds.
fn of_weapon(blow: &PendingDamage, hurt: &AppliedDamage, view: View<'_>) -> Vec<PlannedEffect> {
    let weapon = blow.weapon.and_then(|slot| view.row(blow.by).sheet.weapon(slot)).filter(|_| hurt.wounds > 0);
    let act = Act::at(blow.action, blow.target, blow.weapon);
    let afflicts = |property: &WeaponProperty| match *property {
        WeaponProperty::Afflicts { condition, level, against } => Some(Effect::Afflict { condition, level, against }),
        _ => None,
    };
    let all = weapon.into_iter().flat_map(|entry| {
        let rule = entry.weapon.rule;
        entry.weapon.properties.iter().filter_map(afflicts).map(move |does| (does, rule))
    });
    all.map(|(does, rule)| PlannedEffect::new(does, rule, blow.by, blow.target, &act)).collect()
}

/// The points of a blow that a rider counts, if they are enough.
pub fn points(rider: &Rider, blow: &PendingDamage, hurt: &AppliedDamage, game: Game<'_>) -> Option<i16> {
    let points = measured(rider.of, hurt);
    rides(rider, points, blow.harm, game, blow.target).then_some(points)
}

fn measured(of: RiderMeasure, hurt: &AppliedDamage) -> i16 {
    match of {
        RiderMeasure::Damage => hurt.amount.total(),
        RiderMeasure::Wounds if hurt.vitals.parts.is_unused() => hurt.wounds,
        RiderMeasure::Wounds => -hurt.pools.total(),
        RiderMeasure::Nothing => 0,
    }
}

/// Whether a rider rides on a blow of these points and types of damage against a target.
pub fn rides(rider: &Rider, points: i16, types: DamageTypes, game: Game<'_>, target: CombatantId) -> bool {
    let fits = rider.harm.is_empty() || rider.harm.meets(types);
    let has = |condition| status::has_condition(game, target, condition);
    fits && points >= rider.least && rider.with.is_none_or(has) && !rider.without.is_some_and(has)
}

/// The points of a blow that count in the difficulty of a saving throw.
pub fn saved_against(rider: &Rider, save: RiderSave, hurt: &AppliedDamage) -> i16 {
    measured(save.of.unwrap_or(rider.of), hurt)
}

/// The bonus and the difficulty of a saving throw against these points of a blow.
pub fn saving_throw(rider: &Rider, save: RiderSave, points: i16, target: &Sheet) -> (Breakdown, Breakdown) {
    let bonus = Breakdown::of([(Label::Stat(save.stat), target.stat(save.stat), rider.rule)]);
    let mut difficulty = Breakdown::of([(Label::DamageDice, points, rider.rule)]);
    difficulty.add_if(Label::Base, save.base, rider.rule);
    (bonus, difficulty)
}

fn ridden(
    rider: &Rider,
    points: i16,
    (blow, hurt): (&PendingDamage, &AppliedDamage),
    inputs: &mut Inputs<'_>,
    events: &mut Facts,
) -> Vec<PlannedEffect> {
    let saved = rider.save.is_some_and(|save| {
        let (bonus, difficulty) =
            saving_throw(rider, save, saved_against(rider, save, hurt), &inputs.view.row(blow.target).sheet);
        let (who, name, rule) = (blow.target, "saving_throw", rider.rule);
        let check = PlainCheck { who, name, roll: save.dice, bonus, difficulty, rule };
        check.roll(inputs, events) >= 0
    });
    let effects = if saved { &rider.saved } else { &rider.effects };
    let act = Act::at(blow.action, blow.target, blow.weapon);
    let planned = |cited: &CitedEffect| PlannedEffect {
        points: Some(points),
        ..PlannedEffect::new(cited.does.clone(), cited.rule, blow.by, blow.target, &act)
    };
    effects.iter().map(planned).collect()
}
