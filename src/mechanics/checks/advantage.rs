//! Advantage and disadvantage on attack rolls (Fragments: TA-047, TA-182, TA-188, TA-189,
//! TA-205, TA-206, TA-224, TA-252 to TA-254, TA-262, TA-G08).

use smallvec::SmallVec;

use crate::battle::{CombatantId, PairRelation, WeaponSlot};
use crate::content::{
    AdvantageKind, AdvantageTerms, CitedStatus, Condition, CoverPolicy, Label, Name, Stat, Status, StatusKind,
};
use crate::grid::Footprint;
use crate::mechanics::attack::Mode;
use crate::mechanics::cover::TargetCover;
use crate::mechanics::{Game, cover, flanking, reach, sight, status};

/// A roll without advantage or disadvantage, to which the sources of an attack can be added.
pub fn none(game: Game<'_>) -> AdvantageTerms {
    AdvantageTerms::cancelled(game.policies.rolls.attack.cancellation())
}

/// Whether attack rolls have advantage and disadvantage at all.
fn is_known(game: Game<'_>) -> bool {
    game.policies.rolls.attack.advantage.is_some()
}

/// Sources for an attack: conditions (TA-182, TA-224, TA-252 to TA-254), cover (TA-205), concealment (TA-188), range (TA-047).
pub fn of_attack(game: Game<'_>, attacker: CombatantId, target: CombatantId, mode: Mode) -> AdvantageTerms {
    sources(game, attacker, target, mode, true)
}

/// The sources that decide the net advantage on an attack, without cover, concealment and range that change nothing.
pub fn deciding(game: Game<'_>, attacker: CombatantId, target: CombatantId, mode: Mode) -> AdvantageTerms {
    sources(game, attacker, target, mode, false)
}

fn sources(game: Game<'_>, attacker: CombatantId, target: CombatantId, mode: Mode, every: bool) -> AdvantageTerms {
    let (mut terms, policy) = (none(game), &game.policies.attack);
    add_conditions(game, attacker, target, mode, &mut terms);
    let asked = |terms: &AdvantageTerms| is_known(game) && (every || terms.is_open_to(AdvantageKind::Disadvantage));
    if asked(&terms) {
        cover::disadvantage(game, attacker, target, mode).into_iter().for_each(|term| terms.push(term));
    }
    if asked(&terms) {
        sight::disadvantage(game, attacker, target).into_iter().for_each(|term| terms.push(term));
    }
    let close = policy.range.close.as_ref().filter(|_| mode == Mode::Ranged && asked(&terms));
    if let Some(close) = close.filter(|close| reach::measured_distance(game, attacker, target) <= close.within.into()) {
        terms.add(Label::CloseRange, AdvantageKind::Disadvantage, close.rule);
    }
    terms
}

/// Sources for an attack on an object at a distance in the board's unit: the attacker's own conditions, cover and range.
pub fn against_object(
    game: Game<'_>,
    (attacker, weapon): (CombatantId, Option<WeaponSlot>),
    mode: Mode,
    (distance, covered): (u32, &TargetCover),
) -> AdvantageTerms {
    let mut terms = none(game);
    if !is_known(game) {
        return terms;
    }
    for (condition, status) in status::each_of(game, attacker, StatusKind::Advantage) {
        match status.does {
            Status::OwnEdge { kind, gives } if mode.is(kind) => {
                terms.add(Label::Named(condition.id), gives, status.rule);
            }
            _ => {}
        }
    }
    add_conditions_of_weapon(game, attacker, weapon, &mut terms);
    let policy = &game.policies.attack;
    if let CoverPolicy::Corners(corners) = &policy.cover
        && !(mode.is_melee() && distance <= corners.beyond.into())
    {
        cover::of(&policy.cover, covered).into_iter().for_each(|term| terms.push(term));
    }
    if let Some(close) =
        policy.range.close.as_ref().filter(|close| mode == Mode::Ranged && distance <= close.within.into())
    {
        terms.add(Label::CloseRange, AdvantageKind::Disadvantage, close.rule);
    }
    terms
}

/// Adds the sources of an area attack on one target: conditions and cover from `origin` (TA-206), without concealment (TA-189).
pub fn add_for_area(
    game: Game<'_>,
    (attacker, target): (CombatantId, CombatantId),
    origin: Footprint,
    mode: Mode,
    terms: &mut AdvantageTerms,
) {
    add_conditions(game, attacker, target, mode, terms);
    cover::disadvantage_from_origin(game, origin, target).into_iter().for_each(|term| terms.push(term));
}

/// Upper bound on the net advantage of attacks with a weapon on a target from any cell, as the sources of one such attack.
pub fn best_possible(
    game: Game<'_>,
    attacker: CombatantId,
    slot: Option<WeaponSlot>,
    target: CombatantId,
) -> AdvantageTerms {
    let mut best = none(game);
    let Some(edge) = &game.policies.rolls.attack.advantage else { return best };
    let squeezed = game.policies.squeeze.is_some() && game.board().is_narrow_somewhere();
    if squeezed || flanking::policy_condition(game.book()).is_some() && flanking::could_flank(game, target, attacker) {
        best.add(Label::Flanked, AdvantageKind::Advantage, edge.rule);
        return best;
    }
    let used = slot.and_then(|slot| game.row(attacker).sheet.weapon(slot));
    let (melee, ranged) = used.map_or((true, true), |held| (held.weapon.melee.is_some(), held.weapon.range.is_some()));
    let found = |mode| {
        let mut found = none(game);
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
    if !is_known(game) {
        return;
    }
    add_conditions_of_roller(game, attacker, target, mode, terms);
    let against = |status: &Status| match status {
        Status::EdgeAgainst { kind, gives } if mode.is(*kind) => Some(*gives),
        _ => None,
    };
    add_effects_towards(game, (target, attacker), against, terms);
    for fact in game.row(attacker).pairs.towards(target) {
        if let PairRelation::NextAttack { edge: Some(gives), .. } = fact.slant {
            terms.add(Label::Feint, gives, fact.rule);
        }
    }
}

/// The sources for a roll that is no attack of its roller: a defence of the rule system, a saving throw, a contest or a check
/// of skills (FS-089, FS-136).
pub fn of_roll(game: Game<'_>, roller: CombatantId, stats: &[Stat], defence: Option<Name>) -> AdvantageTerms {
    let mut terms = AdvantageTerms::even();
    if !is_known(game) {
        return terms;
    }
    for (condition, status) in status::each_of(game, roller, StatusKind::Advantage) {
        let Status::EdgeOn { defences, stats: named, gives } = &status.does else { continue };
        let defends = defence.is_some_and(|defence| defences.contains(&defence));
        if defends || stats.iter().any(|stat| named.contains(stat)) {
            if terms.terms().is_empty() {
                terms = none(game);
            }
            terms.add(Label::Named(condition.id), *gives, status.rule);
        }
    }
    terms
}

/// Adds the sources from conditions of the combatant that rolls: the only ones in a defender's opposed roll (TA-G08).
pub fn add_conditions_of_roller(
    game: Game<'_>,
    roller: CombatantId,
    other: CombatantId,
    mode: Mode,
    terms: &mut AdvantageTerms,
) {
    let own = |status: &Status| match status {
        Status::OwnEdge { kind, gives } if mode.is(*kind) => Some(*gives),
        _ => None,
    };
    add_effects_towards(game, (roller, other), own, terms);
}

/// Adds the sources from conditions that affect rolls with the category of a weapon (TA-262).
pub fn add_conditions_of_weapon(game: Game<'_>, id: CombatantId, slot: Option<WeaponSlot>, terms: &mut AdvantageTerms) {
    if !is_known(game) {
        return;
    }
    let used = slot.and_then(|slot| game.row(id).sheet.weapon(slot)).map(|held| held.weapon.category);
    for (condition, status) in status::each_of(game, id, StatusKind::Advantage) {
        if let Status::OwnEdgeWith { category, gives } = status.does
            && used == Some(category)
        {
            terms.add(Label::Named(condition.id), gives, status.rule);
        }
    }
}

/// Adds the sources from effects on a combatant in relation to another, including conditions that it has only in relation
/// to the other. Whether it is flanked is tested only if that condition has an effect that `gives` something.
fn add_effects_towards(
    game: Game<'_>,
    (id, other): (CombatantId, CombatantId),
    gives: impl Fn(&Status) -> Option<AdvantageKind>,
    terms: &mut AdvantageTerms,
) {
    let mut add = |condition: &Condition, status: &CitedStatus| {
        if let Some(gives) = gives(&status.does) {
            terms.add(Label::Named(condition.id), gives, status.rule);
        }
    };
    let own = || status::each_of(game, id, StatusKind::Advantage);
    own().for_each(|(condition, status)| add(condition, status));
    let mut names: SmallVec<[Name; 4]> = SmallVec::new();
    // The test for flanking is the most expensive.
    let gives_any = |name: &Name| status::effects_of(game.book(), *name).any(|cited| gives(&cited.does).is_some());
    let flanked = flanking::policy_condition(game.book()).filter(gives_any);
    for name in pair_conditions(game, (id, other), flanked.is_some()) {
        for name in std::iter::once(&name).chain(status::implied_by(game.book(), name)) {
            if !names.contains(name) {
                names.push(*name);
            }
        }
    }
    for name in names {
        let Some(condition) = game.conditions.get(name) else { continue };
        if !own().any(|(known, _)| known.id == name) {
            condition.does.iter().for_each(|status| add(condition, status));
        }
    }
}

fn pair_conditions(game: Game<'_>, (id, other): (CombatantId, CombatantId), flanked: bool) -> SmallVec<[Name; 4]> {
    let stored = game.row(id).pairs.towards(other).filter_map(|fact| match fact.slant {
        PairRelation::Has(name) => Some(name),
        _ => None,
    });
    let flanked = flanked.then(|| flanking::condition(game, id, other)).flatten().map(|(name, _)| name);
    let shared = game.policies.grapple.shared.as_ref().filter(|_| game.hold(other, id).is_some());
    let hidden = game.policies.sight.as_ref().filter(|policy| sight::is_hidden(game.view, policy, other, id));
    let held = shared.map(|policy| policy.towards_holder);
    stored.chain(flanked).chain(held).chain(hidden.map(|policy| policy.exposed)).collect()
}
