//! Pinning: weapons that stick through clothes, and how they come out.

use crate::battle::{Afflicted, CombatantId, Held, Row, Until, WeaponLocation, WeaponSlot};
use crate::content::breakdown::Breakdown;
use crate::content::condition::Status;
use crate::content::gear::{RangedKind, WeaponProperty};
use crate::content::{Name, Rule};
use crate::mechanics::grapple;
use crate::resolution::event::{BattleEvent, Facts};
use crate::resolution::plan::PlannedEffect;
use crate::resolution::step::Inputs;

/// Pins the target: until the weapon is out, it has a condition whose level is the attack roll (TC-375, TC-377).
/// Missiles stick by themselves; their launcher stays in hand.
pub(crate) fn pin(effect: &PlannedEffect, condition: Name, inputs: &Inputs<'_>, events: &mut Facts) {
    let (through, who, rule) = (effect.target, effect.actor, effect.rule);
    let level = effect.dealt.as_ref().map_or(0, Breakdown::total);
    let affliction = Afflicted { condition, by: Some(who), until: Until::Ended, level };
    events.push(BattleEvent::ConditionGained { who: through, affliction, rule });
    let shoots = |slot: WeaponSlot| {
        let range = inputs.view.row(who).sheet.weapon(slot).and_then(|entry| entry.weapon.range);
        range.is_some_and(|range| range.kind == RangedKind::Missile)
    };
    if let Some(slot) = effect.act.weapon.filter(|slot| !shoots(*slot)) {
        events.push(BattleEvent::WeaponStuck { who, slot, through, rule });
    }
}

/// Removes what pins or entangles a combatant: into the hand of its owner pulling it out, else onto the ground.
pub(crate) fn pull_out(
    who: CombatantId,
    by: Option<CombatantId>,
    from_place: bool,
    rule: Rule,
    inputs: &Inputs<'_>,
    events: &mut Facts,
) {
    let caught = Status::Caught { to_place: from_place };
    for held in &inputs.view.row(who).conditions.0 {
        let condition = held.condition;
        let does = inputs.rules.conditions.get(condition).map_or(&[][..], |found| &found.does);
        if does.iter().any(|cited| cited.does == caught) {
            events.push(BattleEvent::ConditionLost { who, condition, rule });
        }
    }
    let cell = Some(inputs.view.footprint(who).anchor);
    let sticks = |row: &&Row| row.arms.weapons.iter().any(|held| held.place == WeaponLocation::Stuck(who));
    for row in inputs.view.rows().iter().filter(sticks) {
        let held = (0..).map(WeaponSlot).zip(&row.arms.weapons).zip(&row.sheet.weapons);
        let stuck = held.filter(|((_, held), entry)| {
            held.place == WeaponLocation::Stuck(who) && entry.weapon.has(WeaponProperty::Entangles) != from_place
        });
        events.extend(stuck.map(|((slot, held), entry)| {
            let (who, weapon) = (row.id, entry.weapon.id);
            if by == Some(who) && grapple::free_hands(inputs.view, who) >= entry.weapon.hands.count() {
                let now = Held { place: WeaponLocation::InHand, ..*held };
                BattleEvent::WeaponTaken { who, slot, weapon, from: None, now, rule }
            } else {
                BattleEvent::WeaponDropped { who, slot, cell, rule }
            }
        }));
    }
}
