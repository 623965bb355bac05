//! Holds: their beginning, reversal, tightening and end, and making room afterwards; weapons that pin.

use smallvec::smallvec;

use crate::battle::{
    Afflicted, CombatantId, Held, Link, LinkId, LinkKind, Row, Until, View, WeaponLocation, WeaponSlot,
};
use crate::content::{Breakdown, Effect, Hold, Name, RangedKind, Rule, SharedHold, Sharing, Status, WeaponProperty};
use crate::grid::Footprint;
use crate::mechanics::{Game, grapple, space};
use crate::resolution::event::{BattleEvent, Cause, Facts, Shift};
use crate::resolution::plan::PlannedEffect;
use crate::resolution::procedure::forced::shift;
use crate::resolution::procedure::movement::walk::momentum;
use crate::resolution::step::{Inputs, Remember};

/// Changes holds by an effect.
pub(crate) fn change(effect: &PlannedEffect, inputs: &Inputs<'_>, events: &mut Facts) {
    let (actor, target, rule) = (effect.actor, effect.target, effect.rule);
    match &effect.does {
        Effect::Grab if inputs.view.hold(actor, target).is_none() => grab(effect, inputs, events),
        Effect::Tighten(quality) => {
            if let Some(hold) = inputs.view.hold(actor, target) {
                events.push(BattleEvent::LinkChanged { link: tightened(hold, *quality), rule });
            }
        }
        Effect::Loosen(stacks) => {
            for hold in inputs.view.holds_on(actor).filter(|hold| target == actor || hold.holder == target) {
                events.push(match hold.stacks.checked_sub(*stacks).filter(|left| *left > 0) {
                    Some(_) => {
                        let loosened = Hold::Stacks(-i16::try_from(*stacks).unwrap_or(i16::MAX));
                        BattleEvent::LinkChanged { link: tightened(hold, loosened), rule }
                    }
                    None => ended(hold, "broken", rule),
                });
            }
        }
        Effect::BreakHold { on_ally, .. } => break_holds(effect, *on_ally, inputs, events),
        Effect::Release => {
            for hold in inputs.view.holds_by(actor).filter(|hold| target == actor || hold.held == target) {
                events.push(ended(hold, "let go", rule));
            }
        }
        _ => {}
    }
}

/// The actor grabs the target. Where holder and held share a space, one moves into it; a hold of the target on the
/// actor is reversed (TA-113 to TA-115, TA-232).
fn grab(effect: &PlannedEffect, inputs: &Inputs<'_>, events: &mut Facts) {
    let (holder, held) = (effect.actor, effect.target);
    let shared = inputs.rules.policies.grapple.shared.as_ref();
    if let Some((shared, hold)) = shared.zip(inputs.view.hold(held, holder)) {
        events.push(ended(hold, "reversed", shared.swap_rule));
    }
    let policy = &inputs.rules.policies.grapple;
    let [own, theirs] = [holder, held].map(|who| inputs.view.row(who).sheet.size);
    let too_large = policy.larger.is_some() && theirs.above(own) > 0;
    let kind = match policy.together {
        _ if shared.is_some() => LinkKind::Clinch,
        Some(_) if !too_large => LinkKind::Tied,
        _ => LinkKind::Grab,
    };
    let id = LinkId(inputs.view.revision() as u32);
    let made = |id, (holder, held)| {
        let hands = policy.hand.map_or_else(Default::default, |_| grapple::hand_for_hold(inputs.view, holder));
        Link { hands, ..Link::new(id, kind, holder, held) }
    };
    events.push(BattleEvent::LinkMade { link: made(id, (holder, held)), rule: effect.rule });
    if let Some(rule) = policy.mutual.filter(|_| inputs.view.hold(held, holder).is_none()) {
        events.push(BattleEvent::LinkMade { link: made(id.other(), (held, holder)), rule });
    }
    if let Some((moved, rule)) = shared.and_then(|shared| into_one_space(shared, holder, held, inputs.game())) {
        let cause = Cause::Forced { by: holder, action: effect.act.action };
        events.push(BattleEvent::Displaced { bodies: smallvec![moved], cause, rule });
        momentum::halt(holder, inputs, events);
    }
}

/// Which of the two moves, into the space of the larger one or of the held one.
fn into_one_space(
    shared: &SharedHold,
    holder: CombatantId,
    held: CombatantId,
    game: Game<'_>,
) -> Option<(Shift, Rule)> {
    let larger = game.row(holder).sheet.size.above(game.row(held).sheet.size);
    let (comes, to, rule) = match larger {
        0 => (holder, held, shared.same_rule),
        1.. => (held, holder, shared.larger_rule),
        _ => (holder, held, shared.larger_rule),
    };
    let space = game.footprint(to);
    let altitude = game.altitude(to);
    let apart = game.footprint(comes) != space || game.altitude(comes) != altitude;
    let onto = shift::shift_onto(game, comes, space);
    apart.then_some((Shift { altitudes: (onto.altitudes.0, altitude), ..onto }, rule))
}

/// The end of a hold or of a ride.
pub(crate) fn ended(link: &Link, why: &str, rule: Rule) -> BattleEvent {
    let why = why.to_owned();
    let Link { id: link, kind, holder, held, .. } = *link;
    match kind {
        LinkKind::Ride => BattleEvent::RideEnded { link, rider: holder, mount: held, why, rule },
        LinkKind::Grab | LinkKind::Clinch | LinkKind::Tied => BattleEvent::LinkEnded { link, holder, held, why, rule },
    }
}

/// Ends the target's hold on the actor, or else its oldest hold on an ally of the actor.
pub(crate) fn break_holds(effect: &PlannedEffect, on_ally: bool, inputs: &Inputs<'_>, events: &mut Facts) {
    let own = inputs.view.hold(effect.target, effect.actor);
    if inputs.rules.policies.grapple.pin_first.is_some() && own.is_some() {
        return escape(effect, inputs, events);
    }
    let side = inputs.view.row(effect.actor).side;
    let friends =
        || inputs.view.holds_by(effect.target).find(|hold| on_ally && inputs.view.row(hold.held).side == side);
    if let Some(hold) = own.or_else(friends) {
        events.push(ended(hold, "broken", effect.rule));
    }
}

/// The actor ends its pin, or all holds on it and by it (HD-272, HD-309).
fn escape(effect: &PlannedEffect, inputs: &Inputs<'_>, events: &mut Facts) {
    let (view, who) = (inputs.view, effect.actor);
    if view.holds_on(who).any(Link::is_pin) {
        for hold in view.holds_on(who).filter(|hold| hold.is_pin()) {
            let mut link = hold.clone();
            link.qualities.retain(|quality| *quality != Hold::Pinned);
            events.push(BattleEvent::LinkChanged { link, rule: effect.rule });
        }
        return;
    }
    let all = view.holds_on(who).chain(view.holds_by(who));
    events.extend(all.map(|hold| ended(hold, "broken", effect.rule)));
}

fn tightened(hold: &Link, quality: Hold) -> Link {
    let mut link = hold.clone();
    if let Hold::Stacks(more) = quality {
        link.stacks = link.stacks.saturating_add_signed(more);
        return link;
    }
    if !link.qualities.contains(&quality) {
        link.qualities.push(quality);
    }
    link
}

/// Moves one combatant that no longer shares a space by a hold to the nearest free space. Repeat until none moves: two
/// that part at once must not end in the same place.
pub(crate) fn make_room(inputs: &mut Inputs<'_>, events: &mut Facts) -> bool {
    let Sharing::OneEach(policy) = &inputs.rules.policies.space.sharing else { return false };
    let game = inputs.game();
    let leaves = inputs.memory.clinches.iter().find_map(|(holder, held)| {
        let who = leaver(game.view, *holder, *held)?;
        let body = Footprint { extent: game.row(who).sheet.extent, ..game.footprint(who) };
        let other = if who == *holder { *held } else { *holder };
        // A rider is placed beside its mount even where it could share its space.
        let beside = game.policies.mounts.is_some() && !game.row(other).gone;
        let there = space::nearest_free(game, who, body, beside.then(|| game.footprint(other)))?;
        (there != game.footprint(who)).then_some((who, there))
    });
    if let Some((who, there)) = leaves {
        let shift = shift::shift_onto(game, who, there);
        events.push(BattleEvent::Displaced { bodies: smallvec![shift], cause: Cause::Placed, rule: policy.end_rule });
        return true;
    }
    let clinches = game.links().iter().filter(|link| matches!(link.kind, LinkKind::Clinch | LinkKind::Ride));
    let clinches = clinches.map(|link| (link.holder, link.held));
    if !clinches.clone().eq(inputs.memory.clinches.iter().copied()) {
        inputs.remember(Remember::Clinches(clinches.collect()));
    }
    false
}

/// The combatant that makes room when a hold has ended: the smaller of two that still overlap, at equal size the holder,
/// but the other if only that one is free of holds; otherwise a combatant left in a space too large for it.
fn leaver(view: View<'_>, holder: CombatantId, held: CombatantId) -> Option<CombatantId> {
    let together = grapple::clinched(view, holder).contains(&held);
    let there = |who: &CombatantId| !view.row(*who).gone;
    let overlap = view.footprint(holder).overlaps(view.shape(), view.footprint(held));
    if !together && overlap && there(&holder) && there(&held) {
        let larger = view.row(holder).sheet.size.above(view.row(held).sheet.size) > 0;
        let (goes, stays) = if larger { (held, holder) } else { (holder, held) };
        let tied = |who: CombatantId| !grapple::clinched(view, who).is_empty();
        return Some(if tied(goes) && !tied(stays) { stays } else { goes });
    }
    let too_large = |who: &CombatantId| view.row(*who).position.extent > view.row(*who).sheet.extent;
    let alone = |who: &CombatantId| grapple::clinched(view, *who).is_empty();
    [holder, held].into_iter().find(|who| there(who) && too_large(who) && alone(who))
}

/// Pins the target: until the weapon is out, it has a condition whose level is the attack roll (TC-375, TC-377).
/// Missiles stick by themselves; their launcher stays in hand.
pub(crate) fn pin(effect: &PlannedEffect, condition: Name, inputs: &Inputs<'_>, events: &mut Facts) {
    let (through, who, rule) = (effect.target, effect.actor, effect.rule);
    let level = effect.dealt.as_ref().map_or(0, Breakdown::total);
    let affliction = Afflicted::new(condition, Some(who), Until::Ended, level);
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
