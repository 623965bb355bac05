//! Riders: effects on a target that takes damage from a blow (PR-112 to PR-122).

use crate::battle::{Act, Row, Sheet, View};
use crate::content::{
    Breakdown, CitedEffect, DamageTypes, Effect, Label, Rider, RiderMeasure, RiderSave, WeaponProperty,
};
use crate::mechanics::damage::{AppliedDamage, PendingDamage};
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
        if let Some(points) = points(rider, blow, hurt, inputs.view) {
            effects.extend(ridden(rider, points, blow, inputs, events));
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
pub fn points(rider: &Rider, blow: &PendingDamage, hurt: &AppliedDamage, view: View<'_>) -> Option<i16> {
    let points = match rider.of {
        RiderMeasure::Damage => hurt.amount.total(),
        RiderMeasure::Wounds => hurt.wounds,
    };
    rides(rider, points, blow.harm, view.row(blow.target)).then_some(points)
}

/// Whether a rider rides on a blow of these points and types of damage against a target.
pub fn rides(rider: &Rider, points: i16, types: DamageTypes, target: &Row) -> bool {
    let fits = rider.harm.is_empty() || rider.harm.meets(types);
    fits && points >= rider.least && rider.with.is_none_or(|condition| target.conditions.has(condition))
}

/// The bonus and the difficulty of a saving throw against a blow of these points.
pub fn saving_throw(rider: &Rider, save: RiderSave, points: i16, target: &Sheet) -> (Breakdown, Breakdown) {
    let bonus = Breakdown::of([(Label::Stat(save.stat), target.stat(save.stat), rider.rule)]);
    let mut difficulty = Breakdown::of([(Label::DamageDice, points, rider.rule)]);
    difficulty.add_if(Label::Base, save.base, rider.rule);
    (bonus, difficulty)
}

fn ridden(
    rider: &Rider,
    points: i16,
    blow: &PendingDamage,
    inputs: &mut Inputs<'_>,
    events: &mut Facts,
) -> Vec<PlannedEffect> {
    let saved = rider.save.is_some_and(|save| {
        let (bonus, difficulty) = saving_throw(rider, save, points, &inputs.view.row(blow.target).sheet);
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
