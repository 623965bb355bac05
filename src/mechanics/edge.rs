//! Advantage and disadvantage: which of an attack's dice counts, and what gives it either.

use smallvec::SmallVec;

use super::attack::{self, Mode};
use super::{cover, flanking, sight, status};
use crate::battle::{CombatantId, View, WeaponSlot};
use crate::content::breakdown::Label;
use crate::content::condition::Status;
use crate::content::edge::{EdgeTerm, Lean, Leans, Slope};
use crate::content::policy::{AttackPolicy, Rulebook};
use crate::content::sum::Kind;
use crate::dice::Dice;
use crate::grid::Footprint;

/// What makes an attack lean one way or the other: the conditions of both (TA-182, TA-224, TA-252 to TA-254), cover
/// (TA-205), concealment (TA-188) and too short a range (TA-047).
pub fn of_attack<E: Leans>(
    view: View<'_>,
    book: Rulebook<'_>,
    attacker: CombatantId,
    target: CombatantId,
    mode: Mode,
) -> E {
    let mut edge = E::default();
    add_of_both(view, book, attacker, target, mode, &mut edge);
    let policy = &book.policies.attack;
    // All of these give disadvantage, and are not asked where that tells nothing new.
    let asked = |edge: &E| policy.edge.is_some() && edge.heeds(Slope::Disadvantage);
    if asked(&edge) {
        cover::edge(view, book, attacker, target, mode).into_iter().for_each(|term| add(&mut edge, term));
    }
    if asked(&edge) {
        sight::edge(view, book, attacker, target).into_iter().for_each(|term| add(&mut edge, term));
    }
    let close = policy.range.close.as_ref().filter(|_| mode == Mode::Ranged && asked(&edge));
    if let Some(close) = close.filter(|close| attack::feet_between(view, book, attacker, target) <= close.feet.into()) {
        edge.add(Label::CloseRange, Slope::Disadvantage, close.rule);
    }
    edge
}

/// The same for an attack on everybody in an area: cover counts from where it spreads (TA-206), and concealment does not
/// (TA-189).
pub fn add_of_area(
    view: View<'_>,
    book: Rulebook<'_>,
    (attacker, target): (CombatantId, CombatantId),
    origin: Footprint,
    mode: Mode,
    edge: &mut impl Leans,
) {
    add_of_both(view, book, attacker, target, mode, edge);
    if let Some(term) = cover::edge_from_origin(view, book, origin, target) {
        add(edge, term);
    }
}

/// Which way attacks of one combatant with a weapon on another lean at best, wherever it makes them.
pub fn at_best(
    view: View<'_>,
    book: Rulebook<'_>,
    attacker: CombatantId,
    slot: Option<WeaponSlot>,
    target: CombatantId,
) -> Option<Slope> {
    book.policies.attack.edge.as_ref()?;
    let squeezed = book.policies.squeeze.is_some() && view.board().is_narrow_somewhere();
    if squeezed || flanking::brings(book).is_some() && flanking::may_be(view, book, target, attacker) {
        return Some(Slope::Advantage);
    }
    let used = slot.and_then(|slot| view.row(attacker).sheet.weapon(slot));
    let (melee, ranged) = used.map_or((true, true), |held| (held.weapon.melee.is_some(), held.weapon.range.is_some()));
    let lean = |mode| {
        let mut lean = Lean::default();
        add_of_both(view, book, attacker, target, mode, &mut lean);
        add_of_weapon(view, book, attacker, slot, &mut lean);
        lean.net()
    };
    // Advantage comes first, and nothing before disadvantage.
    let rank = |net: &Option<Slope>| [Some(Slope::Advantage), None].iter().position(|better| better == net);
    let ways = [(melee, Mode::Melee), (ranged, Mode::Ranged)].into_iter().filter(|(can, _)| *can);
    ways.map(|(_, mode)| lean(mode)).min_by_key(|net| rank(net).unwrap_or(2))?
}

fn add(edge: &mut impl Leans, term: EdgeTerm) {
    edge.add(term.label, term.gives, term.rule);
}

/// What the conditions of attacker and target give.
fn add_of_both(
    view: View<'_>,
    book: Rulebook<'_>,
    attacker: CombatantId,
    target: CombatantId,
    mode: Mode,
    edge: &mut impl Leans,
) {
    if book.policies.attack.edge.is_none() {
        return;
    }
    add_of_roller(view, book, attacker, target, mode, edge);
    let against = |status: &Status| matches!(status, Status::EdgeAgainst { .. });
    for (condition, status) in status::towards(view, book, target, attacker, Kind::Edge, against) {
        if let Status::EdgeAgainst { kind, gives } = status.does
            && mode.is(kind)
        {
            edge.add(Label::Named(condition.id), gives, status.rule);
        }
    }
}

/// Adds what makes an attack roll lean by the state of the one who rolls alone: all that counts for one who is attacked
/// and rolls against it (TA-G08).
pub fn add_of_roller(
    view: View<'_>,
    book: Rulebook<'_>,
    roller: CombatantId,
    other: CombatantId,
    mode: Mode,
    edge: &mut impl Leans,
) {
    let own = |status: &Status| matches!(status, Status::OwnEdge { .. });
    for (condition, status) in status::towards(view, book, roller, other, Kind::Edge, own) {
        if let Status::OwnEdge { kind, gives } = status.does
            && mode.is(kind)
        {
            edge.add(Label::Named(condition.id), gives, status.rule);
        }
    }
}

/// Adds what makes a roll with a weapon lean by the state of the one who rolls (TA-262).
pub fn add_of_weapon(
    view: View<'_>,
    book: Rulebook<'_>,
    roller: CombatantId,
    slot: Option<WeaponSlot>,
    edge: &mut impl Leans,
) {
    if book.policies.attack.edge.is_none() {
        return;
    }
    let used = slot.and_then(|slot| view.row(roller).sheet.weapon(slot)).map(|held| held.weapon.category);
    for (condition, status) in status::each_of(view, book, roller, Kind::Edge) {
        if let Status::OwnEdgeWith { category, gives } = status.does
            && used == Some(category)
        {
            edge.add(Label::Named(condition.id), gives, status.rule);
        }
    }
}

/// How many dice a roll takes.
fn dice_count(policy: &AttackPolicy, net: Option<Slope>) -> u8 {
    match (net, &policy.edge) {
        (Some(_), Some(edge)) => edge.dice.max(1),
        _ => 1,
    }
}

/// Rolls the dice of a check: the face that counts, and all faces in the order they fell.
pub fn roll(policy: &AttackPolicy, net: Option<Slope>, dice: &mut Dice) -> (u16, SmallVec<[u16; 2]>) {
    let all: SmallVec<[u16; 2]> = (0..dice_count(policy, net)).map(|_| dice.die(policy.natural.sides)).collect();
    let counts = match net {
        Some(Slope::Disadvantage) => all.iter().copied().min(),
        _ => all.iter().copied().max(),
    };
    (counts.unwrap_or(1), all)
}

/// Every face that may count, and in how many of all throws it does.
pub fn faces(policy: &AttackPolicy, net: Option<Slope>) -> impl Iterator<Item = (u32, u16)> + Clone + use<> {
    let (sides, dice) = (u32::from(policy.natural.sides), u32::from(dice_count(policy, net)));
    // Throws of which no die shows more than this many of the faces that are as bad or worse.
    let within = move |faces: u32| faces.pow(dice);
    let weight = move |face: u32| match net {
        Some(Slope::Disadvantage) => within(sides - face + 1) - within(sides - face),
        _ => within(face) - within(face - 1),
    };
    (1..=sides).map(move |face| (weight(face), face as u16))
}
