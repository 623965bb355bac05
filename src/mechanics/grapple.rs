//! Grabs and clinches: which combatants can wrestle, when holds end, shared movement, and occupied hands. Both rule
//! systems; clinches in one space are Fragments (TA-117, TA-226 to TA-236, TA-G54), pinning to a surface is Time Count
//! (TC-371, TC-372, TC-441, G-55).

use smallvec::{SmallVec, smallvec};

use crate::battle::{CombatantId, HandSet, HandUse, Link, LinkKind, PairRelation, View, WeaponLocation, WeaponSlot};
use crate::content::policy::HoldEnds;
use crate::content::{DamageTypes, Forbidden, Hands, Refusal, Trait, Weapon, WeaponProperty, Wielding};
use crate::grid::{Cell, Direction, distance};
use crate::mechanics::space::Crowding;
use crate::mechanics::{Game, height, mount, space, status};

/// Combatants that share a space with this one by a hold, as holder or held.
pub fn partners(view: View<'_>, id: CombatantId) -> impl Iterator<Item = CombatantId> {
    linked(view, id, |kind| kind == LinkKind::Clinch)
}

fn linked(view: View<'_>, id: CombatantId, by: fn(LinkKind) -> bool) -> impl Iterator<Item = CombatantId> {
    let tied = view.links().iter().filter(move |link| by(link.kind) && link.concerns(id));
    let others = tied.map(move |link| if link.holder == id { link.held } else { link.holder });
    others.filter(move |other| !view.row(*other).gone)
}

/// Whether a combatant that this one holds moves along beside it (FS-G17).
pub fn drags(view: View<'_>, id: CombatantId) -> bool {
    let tied = |link: &Link| link.kind == LinkKind::Tied && link.holder == id && !view.row(link.held).gone;
    view.links().iter().any(tied)
}

/// All combatants connected with this one by clinches or as rider and mount, even indirectly, by number. They share its space and
/// move together (TA-229, TA-236, HD-G59).
pub fn clinched(view: View<'_>, id: CombatantId) -> Companions {
    connected(view, id, |kind| matches!(kind, LinkKind::Clinch | LinkKind::Ride))
}

/// All combatants that holds move together with this one, even indirectly, by number: in its space or beside it. Those that it
/// drags along in a grapple are among them.
pub fn companions(view: View<'_>, id: CombatantId) -> Companions {
    let mut found = connected(view, id, |kind| kind != LinkKind::Grab);
    if !view.links().is_empty() {
        found.extend(dragged(view, id));
        found.sort_unstable();
        found.dedup();
    }
    found
}

/// Whether a combatant drags others along in a grapple, by an action of its own (HD-290).
pub fn drags_along(view: View<'_>, id: CombatantId) -> bool {
    !view.links().is_empty() && dragged(view, id).next().is_some()
}

/// Combatants that a combatant drags along in a grapple, by an action of its own (HD-290).
fn dragged(view: View<'_>, id: CombatantId) -> impl Iterator<Item = CombatantId> {
    let facts = view.row(id).pairs.0.iter();
    let along = facts.filter(|fact| matches!(fact.slant, PairRelation::Drags(_))).map(|fact| fact.towards);
    along.filter(move |other| !view.row(*other).gone && view.hold(id, *other).is_some())
}

/// Combatants that move together with another.
pub type Companions = SmallVec<[CombatantId; 2]>;

fn connected(view: View<'_>, id: CombatantId, by: fn(LinkKind) -> bool) -> Companions {
    let mut found = SmallVec::new();
    if view.links().is_empty() {
        return found;
    }
    let mut open: SmallVec<[CombatantId; 4]> = smallvec![id];
    while let Some(one) = open.pop() {
        for other in linked(view, one, by) {
            if other != id && !found.contains(&other) {
                found.push(other);
                open.push(other);
            }
        }
    }
    found.sort_unstable();
    found
}

/// A combatant that moves to a cell, and all that holds move with it, with the cells where they end: those in its space stay
/// in it, all others keep their places beside it.
pub fn moved_together(view: View<'_>, mover: CombatantId, to: Cell) -> SmallVec<[(CombatantId, Cell); 2]> {
    let (shared, from) = (clinched(view, mover), view.footprint(mover).anchor);
    let beside = |id: CombatantId| view.shape().carried(view.footprint(id).anchor, from, to);
    let place = |id: CombatantId| (id, if shared.contains(&id) { to } else { beside(id) });
    std::iter::once((mover, to)).chain(companions(view, mover).into_iter().map(place)).collect()
}

/// Whether a clinch connects a combatant with a larger one (TA-227, TA-234, TA-G54).
pub fn is_smaller(view: View<'_>, id: CombatantId) -> bool {
    let size = view.row(id).sheet.size;
    partners(view, id).any(|other| view.row(other).sheet.size.above(size) > 0)
}

/// Arms (or natural weapons) in clinches: one for each held target, one for being held (TA-226, TA-233).
fn bound(view: View<'_>, id: CombatantId) -> u8 {
    let clinches = |link: &&Link| link.kind == LinkKind::Clinch;
    let holding = view.holds_by(id).filter(clinches).count();
    let held = view.holds_on(id).filter(clinches).count().min(1);
    u8::try_from(holding + held).unwrap_or(u8::MAX)
}

/// The hands that clinches keep busy: free ones first, then that of the shield, then those of the last weapons.
fn busy_hands(hands: &HandUse, busy: u8) -> HandSet {
    let last_first = hands.weapons.iter().rev().copied();
    let order = [hands.free(), hands.shield].into_iter().chain(last_first);
    let take = |taken: HandSet, next: HandSet| taken.with(next.last(busy.saturating_sub(taken.count())));
    order.fold(HandSet::default(), take)
}

/// Whether a clinch blocks a weapon. The first weapons, and one natural one, remain usable (TA-226, TA-233, TA-232).
pub fn is_weapon_blocked(view: View<'_>, id: CombatantId, slot: WeaponSlot) -> bool {
    if view.links().is_empty() {
        return false;
    }
    let (row, busy) = (view.row(id), bound(view, id));
    let natural =
        |slot: &WeaponSlot| row.sheet.weapon(*slot).is_some_and(|held| held.weapon.has(WeaponProperty::Natural));
    if natural(&slot) {
        let before = (0..slot.0).map(WeaponSlot).filter(natural).count();
        return row.sheet.has(Trait::NoHands) && before > 0 && before + usize::from(busy) >= natural_weapons(view, id);
    }
    let needed = row.sheet.weapon(slot).map_or(0, |held| held.weapon.hands.count());
    if busy == 0 || needed == 0 {
        return false;
    }
    let hands = HandUse::of(row, view.links());
    let own = hands.of_weapon(slot);
    own.without(busy_hands(&hands, busy)).count() < needed
}

/// Whether the shield arm is occupied by a hold because all other arms are full.
pub fn is_shield_blocked(view: View<'_>, id: CombatantId) -> bool {
    let busy = bound(view, id);
    if busy == 0 {
        return false;
    }
    let hands = HandUse::of(view.row(id), view.links());
    !hands.shield.shared_with(busy_hands(&hands, busy)).is_empty()
}

fn natural_weapons(view: View<'_>, id: CombatantId) -> usize {
    let sheet = &view.row(id).sheet;
    let slots = sheet.slots().filter(|(slot, _)| sheet.unarmed != Some(*slot));
    slots.filter(|(_, held)| held.weapon.has(WeaponProperty::Natural)).count()
}

/// Whether a hand or natural weapon is free for grabbing (TA-117).
pub fn has_free_grip(view: View<'_>, id: CombatantId) -> bool {
    free_hands(view, id) > 0 || natural_weapons(view, id) > usize::from(bound(view, id))
}

fn in_hands(view: View<'_>, id: CombatantId) -> impl Iterator<Item = &Weapon> {
    let row = view.row(id);
    let is_held = move |slot| row.arms.place(slot) == WeaponLocation::InHand && row.sheet.is_removable(slot);
    row.sheet.slots().filter(move |(slot, _)| is_held(*slot)).map(|(_, held)| &*held.weapon)
}

/// Whether a combatant wields equipment of this kind.
pub fn wields(view: View<'_>, id: CombatantId, thing: &Wielding) -> bool {
    match thing {
        Wielding::Weapon(_) | Wielding::Category(_) => in_hands(view, id).any(|weapon| thing.is_weapon(weapon)),
        Wielding::Shield => view.row(id).arms.shield,
        Wielding::TowerShield => {
            let row = view.row(id);
            row.arms.shield && row.sheet.shield.as_ref().is_some_and(|shield| shield.tower)
        }
    }
}

/// Number of hands that hold neither a weapon, nor the shield, nor another combatant.
pub fn free_hands(view: View<'_>, id: CombatantId) -> u8 {
    HandUse::of(view.row(id), view.links()).free().count().saturating_sub(bound(view, id))
}

/// Whether a chain of holds connects two combatants (PR-328).
pub fn are_joined(view: View<'_>, one: CombatantId, other: CombatantId) -> bool {
    !view.links().is_empty() && connected(view, one, |kind| kind != LinkKind::Ride).contains(&other)
}

/// Number of hands that are free for a hold on this target: a hand that holds it already counts (PR-326, PR-C20).
pub fn hands_for(view: View<'_>, id: CombatantId, target: CombatantId) -> u8 {
    let holding = view.hold(id, target).map_or(0, |link| link.hands.count());
    free_hands(view, id).saturating_add(holding)
}

/// Whether a combatant can grapple a target: with two hands free for it, or with one and nothing but a light weapon in hand
/// (PR-325).
pub fn is_free_to_grapple(view: View<'_>, id: CombatantId, target: CombatantId) -> bool {
    let hands = hands_for(view, id, target);
    let all_light = in_hands(view, id).all(|weapon| weapon.hands == Hands::Light);
    hands >= 2 || hands == 1 && all_light && in_hands(view, id).count() == 1 && !view.row(id).arms.shield
}

/// The hand for a new hold on another combatant, where holds take one: the last free one. None if all are full.
pub fn hand_for_hold(view: View<'_>, id: CombatantId) -> HandSet {
    HandUse::of(view.row(id), view.links()).free().last(1)
}

/// Weapons in hand that can be dropped or taken away, excluding natural weapons.
pub fn droppable_weapons<'a>(view: View<'a>, id: CombatantId) -> impl Iterator<Item = WeaponSlot> + use<'a> {
    let row = view.row(id);
    row.arms.in_hand().filter(move |slot| row.sheet.is_removable(*slot))
}

/// Checks that a combatant can wrestle.
///
/// # Errors
/// If anything but a hold immobilizes it, or its space is too crowded to fight in.
pub fn may_wrestle(game: Game<'_>, id: CombatantId) -> Result<(), Refusal> {
    let policy = &game.policies.grapple;
    let by_hold = |name| name == policy.held || Some(name) == policy.pinned;
    let mut fixed = status::each(game, id).filter(|(_, status)| status::forbids_it(status, Forbidden::Move));
    if let Some((condition, _)) = fixed.find(|(condition, _)| !by_hold(condition.id)) {
        let why = format!("cannot wrestle while {}", condition.name.to_lowercase());
        return Err(Refusal::new(why, policy.wrestle_rule));
    }
    match space::crowding(game, id) {
        Crowding::Packed { .. } => Err(Refusal::new("there is no room to wrestle", policy.wrestle_rule)),
        _ => Ok(()),
    }
}

/// The reason why a hold or a ride must end now; `None` if it can continue.
pub fn must_end(game: Game<'_>, link: &Link) -> Option<Refusal> {
    if link.kind == LinkKind::Ride {
        return mount::must_end(game, link);
    }
    let policy = &game.policies.grapple;
    let (Some(holder), Some(held)) = (game.find(link.holder), game.find(link.held)) else {
        return Some(Refusal::new("there is no one to hold", policy.release_rule));
    };
    if holder.gone || held.gone || !status::is_conscious(game, link.holder) {
        return Some(Refusal::new("the holder has let go", policy.release_rule));
    }
    if let Some(rule) = policy.wakeful.filter(|_| !status::is_conscious(game, link.held)) {
        return Some(Refusal::new("the held one is unconscious", rule));
    }
    let out_of_reach = || is_out_of_reach(game, link);
    let (apart, why) = match (link.kind, policy.ends) {
        (LinkKind::Clinch, _) => {
            let elsewhere = game.footprint(link.holder) != game.footprint(link.held);
            let above = height::cells_apart(game, link.holder, link.held) > 0;
            (elsewhere || above, "they no longer share a space")
        }
        (_, HoldEnds::Apart) => {
            (!space::adjacent_or_sharing(game, link.holder, link.held), "they are no longer adjacent")
        }
        (_, HoldEnds::OutOfReach) => (out_of_reach(), "out of reach"),
        (_, HoldEnds::ForcedOutOfReach { .. }) if link.forced => (out_of_reach(), "forced out of reach"),
        (_, HoldEnds::ForcedOutOfReach { own_steps }) => {
            return own_steps.filter(|_| out_of_reach()).map(|rule| Refusal::new("out of reach", rule));
        }
    };
    apart.then(|| Refusal::new(why, policy.adjacent_rule))
}

/// Whether the held combatant is beyond the natural reach of its holder.
fn is_out_of_reach(game: Game<'_>, link: &Link) -> bool {
    let (holder, held) = (game.footprint(link.holder), game.footprint(link.held));
    let apart = distance(game.shape(), game.policies.board.distance, holder, held);
    let reach = game.row(link.holder).sheet.reach / game.policies.board.cell.max(1);
    let apart = apart.max(height::cells_apart(game, link.holder, link.held));
    apart.saturating_add(mount::farther(game, link.holder, link.held)) > reach
}

/// Maximum deviation from straight behind, in degrees: the rear cells of a facing combatant (TC-441, G-55).
const BEHIND: u16 = 60;

/// Whether a surface that a weapon can stick in is behind a target: impassable ground, a closed door or a barrier
/// (TC-371). For a target sharing the attacker's space all sides count.
pub fn has_surface_behind(view: View<'_>, attacker: CombatantId, target: CombatantId) -> bool {
    let (shape, body) = (view.shape(), view.footprint(target));
    let away = shape.direction_towards(view.footprint(attacker), body);
    let behind = |way: &Direction| away.is_none_or(|away| shape.turn(away, *way) <= BEHIND);
    let ways: Vec<Direction> = shape.directions().filter(behind).collect();
    body.cells(shape).iter().any(|cell| ways.iter().any(|way| is_surface(view, *cell, shape.step(*cell, *way))))
}

fn is_surface(view: View<'_>, from: Cell, to: Cell) -> bool {
    let board = view.board();
    let solid = || board.contains(to) && board.terrain(to).cost.is_none() && board.terrain(to).deep.is_none();
    board.barrier(from, to).is_some_and(|barrier| !barrier.passable) || solid()
}

/// Weapons of `who` that pin the target.
pub fn pinned_by<'a>(view: View<'a>, who: CombatantId, target: CombatantId) -> impl Iterator<Item = WeaponSlot> + 'a {
    let row = view.row(who);
    let held = (0..).map(WeaponSlot).zip(&row.arms.weapons).zip(&row.sheet.weapons);
    let stuck = held.filter(move |((_, held), entry)| {
        held.place == WeaponLocation::Stuck(target) && !entry.weapon.has(WeaponProperty::Entangles)
    });
    stuck.map(|((slot, _), _)| slot)
}

/// Whether a weapon can pin: it is piercing and not natural (TC-372).
pub fn can_pin(view: View<'_>, who: CombatantId, slot: Option<WeaponSlot>) -> bool {
    let used = slot.and_then(|slot| view.row(who).sheet.weapon(slot));
    used.is_some_and(|entry| {
        entry.weapon.harm.meets(DamageTypes::PIERCING) && !entry.weapon.has(WeaponProperty::Natural)
    })
}
