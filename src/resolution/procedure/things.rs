//! What becomes of a thing of the target's: it wears or breaks, and one who has won it takes it or flings it away.

use smallvec::SmallVec;

use super::deciding::{ask, done};
use crate::battle::Target;
use crate::battle::{CombatantId, Place, Thing, View, WeaponSlot};
use crate::content::breakdown::Label;
use crate::content::effect::{CitedEffect, Effect, ItemFate};
use crate::grid::Cell;
use crate::mechanics::{grapple, things};
use crate::resolution::act::{Asks, CellPurpose, Choice, Pick, PickPurpose, Prompt};
use crate::resolution::event::BattleEvent;
use crate::resolution::frame::{Acting, Deciding, Frame};
use crate::resolution::plan::PlannedEffect;
use crate::resolution::step::{Inputs, Next, Step};

/// The effects of an action; one that uses a thing has those of the thing in that place, and may use it up.
pub(super) fn used(acting: &Acting, effects: &[CitedEffect], inputs: &Inputs<'_>) -> Vec<CitedEffect> {
    let sheet = &inputs.view.row(acting.actor).sheet;
    let item = match acting.act.target {
        Target::Weapon(slot) => sheet.weapon(slot).and_then(|entry| entry.item.as_ref()),
        _ => None,
    };
    let mut all = Vec::with_capacity(effects.len());
    for effect in effects {
        match item.filter(|_| effect.does == Effect::UseItem) {
            Some(item) => {
                all.extend(item.does.iter().cloned());
                let spent = CitedEffect { does: Effect::SpendItem, rule: effect.rule };
                all.extend(item.spent.then_some(spent));
            }
            None => all.push(effect.clone()),
        }
    }
    all
}

/// A thing of the target's takes damage: where things have hit points its hardness is taken off, and without any left
/// it is destroyed (TA-090, TA-220, TA-G39); elsewhere a weapon wears.
pub(super) fn wear(effect: &PlannedEffect, thing: Thing, by: u8, inputs: &Inputs<'_>, events: &mut Vec<BattleEvent>) {
    let who = effect.target;
    if let (Some(policy), Some(dealt)) = (&inputs.rules.policies.things, &effect.dealt) {
        let mut amount = dealt.clone();
        let off = policy.hardness.min(amount.total()).max(0);
        amount.add_if(Label::Hardness, -off, policy.rule);
        let before = i16::from(things::hit_points(inputs.view, policy, who, thing));
        let left = u8::try_from(before.saturating_sub(amount.total()).max(0)).unwrap_or(0);
        let rule = if left == 0 { policy.destroyed_rule } else { effect.rule };
        events.push(BattleEvent::ThingHarmed { who, thing, amount, left, rule });
    } else if let Thing::Weapon(slot) = thing {
        worn(who, slot, by, effect, inputs, events);
    }
}

/// A weapon wears by so much, unless it is gone.
pub(super) fn worn(
    who: CombatantId,
    slot: WeaponSlot,
    by: u8,
    effect: &PlannedEffect,
    inputs: &Inputs<'_>,
    events: &mut Vec<BattleEvent>,
) {
    let held = inputs.view.row(who).arms.weapons.get(usize::from(slot.0));
    if let Some(held) = held.filter(|held| held.place != Place::Gone) {
        let durability = held.durability.saturating_sub(by);
        events.push(BattleEvent::WeaponWorn { who, slot, durability, rule: effect.rule });
    }
}

/// The weapon of the target that an effect is about, if it still has it; where none was named, the first in its hands.
pub(super) fn meant(effect: &PlannedEffect, inputs: &Inputs<'_>) -> Option<WeaponSlot> {
    match effect.item {
        Some(thing @ Thing::Weapon(slot)) => {
            things::weapons(inputs.view, effect.target).contains(&thing).then_some(slot)
        }
        Some(_) => None,
        None => grapple::loose_weapons(inputs.view, effect.target).next(),
    }
}

/// Asks whether one who has won a weapon takes it or flings it away, and whither.
pub(super) fn step(deciding: Deciding, inputs: &mut Inputs<'_>) -> Step {
    let Effect::Item(ItemFate::TakenOrFlung { feet }) = deciding.effect.does else { return done(Vec::new()) };
    let Some(slot) = meant(&deciding.effect, inputs) else { return done(Vec::new()) };
    let (who, rule) = (deciding.effect.target, deciding.effect.rule);
    let gone = |cell: Option<Cell>| done(vec![BattleEvent::WeaponDropped { who, slot, cell, rule }]);
    let may_take = grapple::free_hands(inputs.view, deciding.effect.actor) > 0;
    match inputs.answer.take() {
        Some(Choice::Cell(cell)) => gone(Some(cell)),
        Some(Choice::Pick(Pick::Take)) => gone(None),
        None if may_take => ask(deciding, PickPurpose::TakeOrFling, vec![Pick::Take, Pick::Fling]),
        _ => whither(deciding, feet, inputs),
    }
}

fn whither(deciding: Deciding, feet: u16, inputs: &mut Inputs<'_>) -> Step {
    let who = deciding.effect.actor;
    let reach = feet / inputs.rules.policies.board.feet.max(1);
    let cells = ends(inputs.view, deciding.effect.target, reach).to_vec();
    let asks = Asks::Cell { purpose: CellPurpose::Fling, cells };
    Step::silent(Next::Ask(Frame::Deciding(Box::new(deciding)), Prompt { who, asks }))
}

/// Where a thing lands that flies so many cells straight from a body in each direction; a wall stops it.
fn ends(view: View<'_>, from: CombatantId, cells: u16) -> SmallVec<[Cell; 8]> {
    let (board, shape, body) = (view.board(), view.shape(), view.footprint(from));
    let mut found: SmallVec<[Cell; 8]> = SmallVec::new();
    for direction in shape.directions() {
        let mut cell = body.anchor;
        // What flies out of a large body begins to count at its edge.
        for _ in 0..cells + u16::from(body.across()) - 1 {
            if board.step_cost(1, cell, direction).is_none() {
                break;
            }
            cell = shape.step(cell, direction);
        }
        if !found.contains(&cell) {
            found.push(cell);
        }
    }
    found.sort_unstable();
    found
}
