//! Advantage and disadvantage on attack rolls, and the resulting dice (Fragments: TA-047, TA-182, TA-188, TA-189,
//! TA-205, TA-206, TA-224, TA-252 to TA-254, TA-262, TA-G08).

use smallvec::SmallVec;

use crate::battle::{CombatantId, WeaponSlot};
use crate::content::advantage::{AdvantageKind, AdvantageTerms};
use crate::content::breakdown::Label;
use crate::content::condition::Status;
use crate::content::flags::StatusKind;
use crate::content::policy::AttackPolicy;
use crate::dice::Dice;
use crate::grid::Footprint;
use crate::mechanics::attack::Mode;
use crate::mechanics::{Game, cover, flanking, reach, relation, sight, status};

/// Sources of advantage and disadvantage on an attack: conditions of both combatants (TA-182, TA-224, TA-252 to
/// TA-254), cover (TA-205), concealment (TA-188) and shooting at close range (TA-047).
pub fn of_attack(game: Game<'_>, attacker: CombatantId, target: CombatantId, mode: Mode) -> AdvantageTerms {
    sources(game, attacker, target, mode, true)
}

/// The sources on an attack that decide its net result, for the AI: cover and concealment take long to find, and are left
/// out if other sources give disadvantage already.
pub fn deciding(game: Game<'_>, attacker: CombatantId, target: CombatantId, mode: Mode) -> AdvantageTerms {
    sources(game, attacker, target, mode, false)
}

fn sources(game: Game<'_>, attacker: CombatantId, target: CombatantId, mode: Mode, every: bool) -> AdvantageTerms {
    let (mut terms, policy) = (AdvantageTerms::even(), &game.policies.attack);
    add_conditions(game, attacker, target, mode, &mut terms);
    let asked = |terms: &AdvantageTerms| policy.edge.is_some() && (every || !terms.has(AdvantageKind::Disadvantage));
    if asked(&terms) {
        cover::disadvantage(game, attacker, target, mode).into_iter().for_each(|term| terms.push(term));
    }
    if asked(&terms) {
        sight::disadvantage(game, attacker, target).into_iter().for_each(|term| terms.push(term));
    }
    let close = policy.range.close.as_ref().filter(|_| mode == Mode::Ranged && asked(&terms));
    if let Some(close) = close.filter(|close| reach::feet_between(game, attacker, target) <= close.feet.into()) {
        terms.add(Label::CloseRange, AdvantageKind::Disadvantage, close.rule);
    }
    terms
}

/// Adds the sources for an area attack on one target: cover from its origin (TA-206), without concealment (TA-189).
pub fn add_for_area(
    game: Game<'_>,
    (attacker, target): (CombatantId, CombatantId),
    origin: Footprint,
    mode: Mode,
    terms: &mut AdvantageTerms,
) {
    add_conditions(game, attacker, target, mode, terms);
    if let Some(term) = cover::disadvantage_from_origin(game, origin, target) {
        terms.push(term);
    }
}

/// Sources that give an upper bound on the net advantage of attacks with a weapon on this target from any cell.
pub fn best_possible(
    game: Game<'_>,
    attacker: CombatantId,
    slot: Option<WeaponSlot>,
    target: CombatantId,
) -> AdvantageTerms {
    let mut best = AdvantageTerms::even();
    let Some(edge) = &game.policies.attack.edge else { return best };
    let squeezed = game.policies.squeeze.is_some() && game.board().is_narrow_somewhere();
    if squeezed || flanking::policy_condition(game.book()).is_some() && flanking::could_flank(game, target, attacker) {
        best.add(Label::Flanked, AdvantageKind::Advantage, edge.rule);
        return best;
    }
    let used = slot.and_then(|slot| game.row(attacker).sheet.weapon(slot));
    let (melee, ranged) = used.map_or((true, true), |held| (held.weapon.melee.is_some(), held.weapon.range.is_some()));
    let found = |mode| {
        let mut found = AdvantageTerms::even();
        add_conditions(game, attacker, target, mode, &mut found);
        add_conditions_of_weapon(game, attacker, slot, &mut found);
        found
    };
    // Advantage ranks first, disadvantage last.
    let rank = |found: &AdvantageTerms| match found.net() {
        Some(AdvantageKind::Advantage) => 0,
        None => 1,
        Some(AdvantageKind::Disadvantage) => 2,
    };
    let ways = [(melee, Mode::Melee), (ranged, Mode::Ranged)].into_iter().filter(|(can, _)| *can);
    ways.map(|(_, mode)| found(mode)).min_by_key(rank).unwrap_or_default()
}

fn add_conditions(game: Game<'_>, attacker: CombatantId, target: CombatantId, mode: Mode, terms: &mut AdvantageTerms) {
    if game.policies.attack.edge.is_none() {
        return;
    }
    add_conditions_of_roller(game, attacker, target, mode, terms);
    let against = |status: &Status| matches!(status, Status::EdgeAgainst { .. });
    for (condition, status) in relation::effects_towards(game, target, attacker, StatusKind::Advantage, against) {
        if let Status::EdgeAgainst { kind, gives } = status.does
            && mode.is(kind)
        {
            terms.add(Label::Named(condition.id), gives, status.rule);
        }
    }
}

/// Adds sources from the conditions of the combatant that rolls. These are the only ones that apply to a defender
/// rolling against an attack (TA-G08).
pub fn add_conditions_of_roller(
    game: Game<'_>,
    roller: CombatantId,
    other: CombatantId,
    mode: Mode,
    terms: &mut AdvantageTerms,
) {
    let own = |status: &Status| matches!(status, Status::OwnEdge { .. });
    for (condition, status) in relation::effects_towards(game, roller, other, StatusKind::Advantage, own) {
        if let Status::OwnEdge { kind, gives } = status.does
            && mode.is(kind)
        {
            terms.add(Label::Named(condition.id), gives, status.rule);
        }
    }
}

/// Adds sources from conditions that affect rolls with the category of this weapon (TA-262).
pub fn add_conditions_of_weapon(
    game: Game<'_>,
    roller: CombatantId,
    slot: Option<WeaponSlot>,
    terms: &mut AdvantageTerms,
) {
    if game.policies.attack.edge.is_none() {
        return;
    }
    let used = slot.and_then(|slot| game.row(roller).sheet.weapon(slot)).map(|held| held.weapon.category);
    for (condition, status) in status::each_of(game, roller, StatusKind::Advantage) {
        if let Status::OwnEdgeWith { category, gives } = status.does
            && used == Some(category)
        {
            terms.add(Label::Named(condition.id), gives, status.rule);
        }
    }
}

fn dice_count(policy: &AttackPolicy, net: Option<AdvantageKind>) -> u8 {
    match (net, &policy.edge) {
        (Some(_), Some(edge)) => edge.dice.max(1),
        _ => 1,
    }
}

/// Rolls the dice of a check. Returns the face that counts and all faces in the order rolled.
pub fn roll(policy: &AttackPolicy, net: Option<AdvantageKind>, dice: &mut Dice) -> (u16, SmallVec<[u16; 2]>) {
    let all: SmallVec<[u16; 2]> = (0..dice_count(policy, net)).map(|_| dice.die(policy.natural.sides)).collect();
    let counts = match net {
        Some(AdvantageKind::Disadvantage) => all.iter().copied().min(),
        _ => all.iter().copied().max(),
    };
    (counts.unwrap_or(1), all)
}

/// All faces that can count, each with the number of combinations in which it does.
pub fn faces(policy: &AttackPolicy, net: Option<AdvantageKind>) -> impl Iterator<Item = (u32, u16)> + Clone + use<> {
    let (sides, dice) = (u32::from(policy.natural.sides), u32::from(dice_count(policy, net)));
    // Combinations in which every die shows one of this many faces, counted from the worse end.
    let within = move |faces: u32| faces.pow(dice);
    let weight = move |face: u32| match net {
        Some(AdvantageKind::Disadvantage) => within(sides - face + 1) - within(sides - face),
        _ => within(face) - within(face - 1),
    };
    (1..=sides).map(move |face| (weight(face), face as u16))
}
