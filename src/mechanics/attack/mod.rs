//! Attack rolls of both rule systems; two weapons or both fists are Time Count (TC-474, TC-476, TC-477, TC-482).

mod arms;
mod bonus;
pub mod defence;

pub use super::checks::{Chances, Degree};
pub(in crate::mechanics) use bonus::{add_own_situation, add_weapon_terms_at};
pub use bonus::{add_situation, add_to_hit, add_unarmed_to_hit, add_weapon_terms, max_attack_bonus, uses_feet};
pub use defence::{add_defence, add_situation_of_defence, add_training, defence};

use serde::{Deserialize, Serialize};

use crate::battle::{CombatantId, View, WeaponSlot};
use crate::content::{
    AttackKind, Condition, Forbidden, Hands, Increments, Range, RangePolicy, RangedKind, Refusal, Rule, SpeedClass,
    WeaponProperty,
};
use crate::mechanics::space::Crowding;
use crate::mechanics::{Game, grapple, line, reach, space, status};

/// Kind of attack.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Mode {
    /// Within melee reach.
    Melee,
    /// With a missile or thrown weapon.
    Ranged,
    /// Attack by magic at range, or of an action without a reach.
    Spell,
    /// Attack by magic on a target in reach (FS-G12).
    Touch,
}

impl Mode {
    /// Whether it is a melee attack.
    pub fn is_melee(self) -> bool {
        self == Mode::Melee
    }

    /// Whether it is an attack by magic.
    pub fn is_magic(self) -> bool {
        matches!(self, Mode::Spell | Mode::Touch)
    }

    /// Whether it belongs to the given kind.
    pub fn is(self, kind: AttackKind) -> bool {
        match kind {
            AttackKind::Any => true,
            AttackKind::Melee => self == Mode::Melee,
            AttackKind::Ranged => self == Mode::Ranged,
            AttackKind::Spell => self.is_magic(),
            AttackKind::Close => matches!(self, Mode::Melee | Mode::Touch),
            AttackKind::Distant => matches!(self, Mode::Ranged | Mode::Spell),
        }
    }
}

/// Where the target of an attack is, as seen from the attacker.
pub(in crate::mechanics) struct Placement<M, F, S> {
    /// Whether it is in melee reach of the weapon.
    pub in_melee: M,
    /// Its distance in the board's unit.
    pub distance: F,
    /// Whether any part of it can be seen.
    pub seen: S,
}

/// The mode of an attack with a weapon: melee in reach, otherwise ranged.
///
/// # Errors
/// If the weapon cannot be used, or the target cannot be reached or seen.
pub fn mode(game: Game<'_>, attacker: CombatantId, slot: WeaponSlot, target: CombatantId) -> Result<Mode, Refusal> {
    find_mode(game, attacker, slot, target).map_err(|why| why.refusal(game, attacker))
}

/// The mode of an attack with a weapon, if it is possible. Opponents ask for it very often and need no words.
pub fn possible_mode(game: Game<'_>, attacker: CombatantId, slot: WeaponSlot, target: CombatantId) -> Option<Mode> {
    find_mode(game, attacker, slot, target).ok()
}

fn find_mode(game: Game<'_>, attacker: CombatantId, slot: WeaponSlot, target: CombatantId) -> Result<Mode, NoMode> {
    if game.row(target).gone {
        return Err(NoMode::By("the target is gone", game.policies.board.rule));
    }
    let placed = Placement {
        in_melee: || reach::in_melee_reach(game, attacker, slot, target),
        distance: || reach::measured_distance(game, attacker, target),
        seen: || line::sees(game, attacker, target),
    };
    mode_at(game, attacker, slot, placed)
}

/// Why an attack is not possible. Its words are made only where they are read.
#[derive(Copy, Clone)]
pub(in crate::mechanics) enum NoMode {
    /// For this reason, with its rule.
    By(&'static str, Rule),
    /// Because a condition forbids it.
    Forbidden(Forbidden),
}

impl NoMode {
    pub(in crate::mechanics) fn refusal(self, game: Game<'_>, attacker: CombatantId) -> Refusal {
        let (why, rule) = match self {
            NoMode::By(why, rule) => (why, rule),
            NoMode::Forbidden(what) => match status::forbids(game, attacker, what) {
                Some(refusal) => return refusal,
                None => ("cannot attack", game.policies.attack.skill_rule),
            },
        };
        Refusal::new(why, rule)
    }
}

/// The mode of an attack on a target in this place.
pub(in crate::mechanics) fn mode_at(
    game: Game<'_>,
    attacker: CombatantId,
    slot: WeaponSlot,
    placed: Placement<impl Fn() -> bool, impl Fn() -> u32, impl Fn() -> bool>,
) -> Result<Mode, NoMode> {
    let (ground, policy) = (game.policies.board.rule, &game.policies.attack);
    let ready = game.row(attacker).sheet.weapon(slot).filter(|_| reach::is_usable(game.view, attacker, slot));
    let held = ready.ok_or(NoMode::By("the weapon is not in hand", policy.skill_rule))?;
    let allowed = |what| match status::forbidding(game, attacker, what) {
        Some(_) => Err(NoMode::Forbidden(what)),
        None => Ok(()),
    };
    if held.weapon.has(WeaponProperty::Long) {
        allowed(Forbidden::LongWeapons)?;
    }
    if (placed.in_melee)() {
        return Ok(Mode::Melee);
    }
    let range = held.weapon.range.ok_or(NoMode::By("out of reach", ground))?;
    allowed(Forbidden::RangedAttacks)?;
    if !held.weapon.has(WeaponProperty::UsableProne) {
        allowed(Forbidden::RangedUnlessUsableProne)?;
    }
    in_range(game, attacker, (placed.distance)(), range)?;
    match policy.cover.unseen_rule() {
        Some(rule) if !(placed.seen)() => Err(NoMode::By("the target cannot be seen", rule)),
        _ => Ok(Mode::Ranged),
    }
}

/// Maximum distance, in cells, at which a combatant could attack with a weapon.
pub fn max_distance(game: Game<'_>, id: CombatantId, slot: WeaponSlot) -> u16 {
    let Some(held) = game.row(id).sheet.weapon(slot) else { return 0 };
    let shot = held.weapon.range.map_or(0, |range| maximum_range(game.view, &game.policies.attack.range, id, range));
    let shot = u16::try_from(shot / u32::from(game.policies.board.cell.max(1))).unwrap_or(u16::MAX);
    shot.max(reach::cells(game.book(), reach::melee_reach(game, id, slot)))
}

/// The rule by which an attack removes the weapon from the attacker's hand: thrown weapons land on the ground.
pub fn landing_rule(game: Game<'_>, id: CombatantId, slot: WeaponSlot, mode: Mode) -> Option<Rule> {
    let thrown = mode == Mode::Ranged && game.row(id).sheet.weapon(slot).is_some_and(|held| held.weapon.is_thrown());
    game.policies.attack.range.lands.filter(|_| thrown)
}

fn in_range(game: Game<'_>, attacker: CombatantId, distance: u32, range: Range) -> Result<(), NoMode> {
    let policy = &game.policies.attack.range;
    let rule = if range.kind == RangedKind::Missile { policy.missile_rule } else { policy.thrown_rule };
    let too_far = distance > maximum_range(game.view, policy, attacker, range);
    if too_far { Err(NoMode::By("out of range", rule)) } else { Ok(()) }
}

/// Maximum range of a weapon in the board's unit, for this combatant; at least one increment.
pub fn maximum_range(view: View<'_>, policy: &RangePolicy, id: CombatantId, range: Range) -> u32 {
    let increments = match range.kind {
        RangedKind::Missile => policy.missile_increments,
        RangedKind::Thrown => {
            let further = policy.thrown_stat.map_or(0, |stat| view.row(id).sheet.stat(stat));
            policy.thrown_increments.saturating_add(further)
        }
    };
    u32::from(range.increment) * u32::from(increments.max(1).unsigned_abs())
}

/// Number of range increments that count against an attack; 0 within the first increment.
pub fn increments(counts: Increments, distance: u32, increment: u16) -> i16 {
    let increment = u32::from(increment.max(1));
    let counted = match counts {
        Increments::Exceeded => distance.div_ceil(increment).saturating_sub(1),
        Increments::Whole if distance <= increment => 0,
        Increments::Whole => distance / increment,
    };
    i16::try_from(counted).unwrap_or(i16::MAX)
}

/// Why a combatant cannot attack at all: the words, the condition whose name ends them, and the rule.
fn hindrance(game: Game<'_>, id: CombatantId) -> Option<(&'static str, Option<&Condition>, Rule)> {
    let sum = status::flags(game, id);
    if game.row(id).gone || !status::is_awake(game, id, sum) {
        return Some(("is unable to fight", None, game.policies.consciousness.unconscious_rule));
    }
    let forbidding = |what| if sum.forbids(what) { status::forbidding(game, id, what) } else { None };
    if let Some((condition, status)) = forbidding(Forbidden::Attack).or_else(|| forbidding(Forbidden::Act)) {
        return Some(("cannot attack while ", Some(condition), status.rule));
    }
    match space::crowding(game, id) {
        Crowding::Packed { rule, .. } => Some(("the space is too full to fight in", None, rule)),
        _ => None,
    }
}

/// Whether nothing prevents a combatant from attacking. Must be cheap: it is called for every enemy of a target.
pub(in crate::mechanics) fn can_attack(game: Game<'_>, id: CombatantId) -> bool {
    hindrance(game, id).is_none()
}

/// Checks that a combatant can attack at all, whatever the target.
///
/// # Errors
/// If it is unconscious, dead, prevented by a condition, or in too crowded a space.
pub fn may_attack(game: Game<'_>, id: CombatantId) -> Result<(), Refusal> {
    let Some((why, condition, rule)) = hindrance(game, id) else { return Ok(()) };
    let named = condition.map(|condition| why.to_owned() + &condition.name.to_lowercase());
    Err(named.map_or_else(|| Refusal::new(why, rule), |why| Refusal::new(why, rule)))
}

/// The two one-handed weapons that a combatant can use together (TC-474), or two free hands without weapons (TC-482).
pub fn weapon_pair(view: View<'_>, id: CombatantId) -> Option<[WeaponSlot; 2]> {
    let row = view.row(id);
    let one_handed = |slot: &WeaponSlot| {
        let held = row.sheet.weapon(*slot).map(|entry| &entry.weapon);
        held.is_some_and(|weapon| weapon.melee.is_some() && matches!(weapon.hands, Hands::Light | Hands::One))
    };
    let mut held = reach::usable_slots(view, id).into_iter().filter(|slot| row.sheet.unarmed != Some(*slot));
    let mut in_hand = held.by_ref().filter(one_handed);
    match (in_hand.next(), in_hand.next()) {
        (Some(first), Some(second)) => Some([first, second]),
        _ => fists(view, id).map(|fist| [fist, fist]),
    }
}

/// The unarmed strike, if two hands are free and no weapon is in hand.
fn fists(view: View<'_>, id: CombatantId) -> Option<WeaponSlot> {
    let row = view.row(id);
    let armed = row.arms.in_hand().any(|slot| row.sheet.is_removable(slot));
    row.sheet.unarmed.filter(|_| !armed && grapple::free_hands(view, id) >= 2)
}

/// Speed class for using both weapons: the slower of the two (TC-476).
pub fn slower_class_of_pair(view: View<'_>, id: CombatantId) -> Option<SpeedClass> {
    let sheet = &view.row(id).sheet;
    let classes = weapon_pair(view, id)?.map(|slot| sheet.weapon(slot).map(|entry| entry.weapon.speed));
    classes.into_iter().flatten().max()
}

/// Whether a weapon is one of two in hand and the other one made the last attack (TC-477).
pub fn alternates_weapons(view: View<'_>, id: CombatantId, slot: WeaponSlot) -> bool {
    let last = view.row(id).turn_state.last_weapon;
    let Some(pair) = weapon_pair(view, id) else { return false };
    pair.contains(&slot) && last.is_some_and(|last| last != slot && pair.contains(&last))
}
