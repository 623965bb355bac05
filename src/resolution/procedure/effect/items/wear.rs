//! Damage to items that combatants hold, carry or wear.

use crate::battle::{CombatantId, GearPiece, WeaponLocation, WeaponSlot};
use crate::content::{Breakdown, Effect, ThingPolicy, Who};
use crate::mechanics::{items, reach};
use crate::resolution::act::{Choice, Pick, PickPurpose};
use crate::resolution::event::{BattleEvent, Facts};
use crate::resolution::frame::Deciding;
use crate::resolution::plan::{ItemSave, PlannedEffect};
use crate::resolution::procedure::plain_check::PlainCheck;
use crate::resolution::step::{Inputs, StepResult};

/// Wears the weapon the actor used, or the target's item.
pub(super) fn of_subject(effect: &PlannedEffect, whose: Who, by: u8, inputs: &Inputs<'_>, events: &mut Facts) {
    let who = effect.subject(whose);
    let used = || effect.act.weapon.or_else(|| reach::usable_slots(inputs.view, who).first().copied());
    match (whose, effect.item) {
        (Who::Target, Some(thing)) => wear(effect, thing, by, inputs, events),
        (Who::Target, None) => {}
        (Who::Actor, _) => used().into_iter().for_each(|slot| worn(who, slot, by, effect, inputs, events)),
    }
}

/// An item that magic reaches makes a saving throw, and is damaged if that fails (PR-085, PR-102).
pub(crate) fn exposed(mut effect: PlannedEffect, inputs: &mut Inputs<'_>, events: &mut Facts) {
    let (Some(save), Some(thing)) = (effect.save.take(), effect.item) else { return };
    let ItemSave { roll, bonus, difficulty } = *save;
    let check = PlainCheck { who: effect.target, name: "save_of_an_item", roll, bonus, difficulty, rule: effect.rule };
    if check.roll(inputs, events) < 0 {
        wear(&effect, thing, 1, inputs, events);
    }
}

/// Damages an item of the target. Items with hit points subtract their hardness and are destroyed at 0 (TA-090, TA-220,
/// TA-G39, PR-377); otherwise a weapon wears.
fn wear(effect: &PlannedEffect, thing: GearPiece, by: u8, inputs: &Inputs<'_>, events: &mut Facts) {
    let who = effect.target;
    if let Some(blow) = ItemBlow::new(effect, inputs) {
        let left = blow.left();
        let rule = match (left, blow.policy.broken) {
            (0, _) => blow.policy.destroyed_rule,
            (_, Some(broken)) if blow.breaks() => broken.lost_rule,
            _ => effect.rule,
        };
        events.push(BattleEvent::ThingHarmed { who, thing, amount: blow.amount, left, rule });
    } else if let GearPiece::Weapon(slot) = thing {
        worn(who, slot, by, effect, inputs, events);
    }
}

/// Wears a weapon by this many points, unless it is gone.
fn worn(who: CombatantId, slot: WeaponSlot, by: u8, effect: &PlannedEffect, inputs: &Inputs<'_>, events: &mut Facts) {
    let held = inputs.view.row(who).arms.weapons.get(usize::from(slot.0));
    if let Some(held) = held.filter(|held| held.place != WeaponLocation::Gone) {
        let durability = held.durability.saturating_sub(by);
        events.push(BattleEvent::WeaponWorn { who, slot, durability, rule: effect.rule });
    }
}

/// Whether the attacker may leave an item useless that its blow would destroy: where it meant the item, and the damage is more than
/// the hit points that it has left (PR-379, PR-C10).
pub(crate) fn may_spare(effect: &PlannedEffect, inputs: &Inputs<'_>) -> bool {
    let action = inputs.rules.actions.get(effect.act.action);
    let meant = action.and_then(|action| action.check()).is_some_and(|check| check.breaks_things());
    meant
        && matches!(effect.does, Effect::Wear { who: Who::Target, .. })
        && ItemBlow::new(effect, inputs)
            .is_some_and(|blow| blow.policy.spares.is_some() && blow.amount.total() > blow.before)
}

/// Asks the attacker whether it destroys the item.
pub(super) fn step(deciding: Deciding, inputs: &mut Inputs<'_>) -> StepResult {
    let effect = &deciding.effect;
    let (Effect::Wear { by, .. }, Some(thing)) = (&effect.does, effect.item) else { return StepResult::nothing() };
    let mut events = Facts::new();
    match inputs.answer.take() {
        None => return deciding.ask(PickPurpose::DestroyItem, vec![Pick::Yes, Pick::No]),
        Some(Choice::Pick(Pick::Yes)) => wear(effect, thing, *by, inputs, &mut events),
        Some(_) => {
            let blow = ItemBlow::new(effect, inputs);
            let spared = blow.and_then(|blow| Some((blow.policy.spares?, blow.amount)));
            let left =
                |(rule, amount)| BattleEvent::ThingLeftUseless { who: effect.target, thing, amount, left: 1, rule };
            events.extend(spared.map(left));
        }
    }
    StepResult::done(events)
}

/// Damage to an item with hit points.
struct ItemBlow<'a> {
    policy: &'a ThingPolicy,
    /// The damage after hardness.
    amount: Breakdown,
    /// The hit points of the item before it.
    before: i16,
    whole: i16,
}

impl<'a> ItemBlow<'a> {
    /// The blow of an effect on an item of its target; `None` if items have no hit points, or no damage was rolled.
    fn new(effect: &PlannedEffect, inputs: &Inputs<'a>) -> Option<ItemBlow<'a>> {
        let (policy, dealt) = (inputs.rules.policies.things.as_ref()?, effect.dealt.as_ref()?);
        let (thing, row) = (effect.item?, inputs.view.row(effect.target));
        let mut amount = dealt.clone();
        for (label, hardness) in items::hardness(policy, &row.sheet, thing) {
            let Some(hardness) = hardness else { continue };
            amount.add_if(label, -hardness.amount.min(amount.total()).max(0), hardness.rule);
        }
        let before = i16::from(items::hit_points_of(policy, &row.sheet, &row.arms, thing));
        let whole = i16::from(items::whole_points(policy, &row.sheet, thing));
        Some(ItemBlow { policy, amount, before, whole })
    }

    fn left(&self) -> u8 {
        u8::try_from(self.before.saturating_sub(self.amount.total()).max(0)).unwrap_or(0)
    }

    /// Whether the item becomes broken by it.
    fn breaks(&self) -> bool {
        let Some(broken) = self.policy.broken else { return false };
        let is_broken = |left: i16| (self.whole - left) * 100 >= self.whole * broken.lost;
        is_broken(self.left().into()) && !is_broken(self.before)
    }
}
