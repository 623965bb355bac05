//! Light, darkness, fog, concealment and hiding (Fragments: TA-162 to TA-167, TA-178 to TA-199, TA-G31 to TA-G34).

use super::{cover, line};
use crate::battle::{CombatantId, Detection, LightFrom, PairRelation, Row, Side, Unknown, View};
use crate::content::{
    AdvantageKind, AdvantageTerm, ConcealedAttacks, Label, Modifier, Rule, SightPolicy, Status, StatusKind, Trait,
};
use crate::grid::{Cell, Footprint, Passage, Trace, distance};
use crate::mechanics::{Game, height, status};

/// Whether the ground of a cell is lit, by daylight or by a light source with a clear line (TA-163, TA-164, TA-G32).
pub fn is_lit(game: Game<'_>, cell: Cell) -> bool {
    is_lit_at(game, (cell.into(), height::ground(game.view, cell.into())))
}

/// Whether any part of a combatant is lit, at its current height.
pub fn is_in_light(game: Game<'_>, id: CombatantId) -> bool {
    is_lit_at(game, (game.footprint(id), height::of(game.view, id)))
}

/// Whether a body, given by footprint and height, is lit. Light spreads equally far in all directions (TA-G34).
fn is_lit_at(game: Game<'_>, (body, feet): (Footprint, i16)) -> bool {
    let (field, board) = (game.field(), &game.policies.board);
    let shines = |from: (Footprint, i16), radius: u16| {
        let levels = height::levels_between(game.book(), (from.1, from.0), (feet, body));
        body.cells(game.shape()).into_iter().any(|cell| {
            let apart = distance(game.shape(), board.distance, from.0, cell.into()).max(levels);
            u32::from(apart) * u32::from(board.cell) <= u32::from(radius)
                && line::shines_on(game, from, (cell.into(), feet))
        })
    };
    let from = |from: LightFrom| match from {
        LightFrom::Cell(at) => (at.into(), height::ground(game.view, at.into())),
        LightFrom::Bearer(id) => (game.footprint(id), height::of(game.view, id)),
    };
    !field.dark || field.lights.iter().any(|light| shines(from(light.from), light.radius))
}

/// How well an observer sees a combatant (TA-178, TA-186).
pub fn visibility(game: Game<'_>, observer: CombatantId, target: CombatantId) -> Detection {
    let Some(policy) = &game.policies.sight else { return Detection::Seen };
    let hides = game.row(target).pairs.towards(observer);
    let hidden = hides.filter_map(|fact| visibility_by_fact(policy, &fact.slant)).max();
    let concealed = || concealment(game, observer, target).map_or(Detection::Seen, |_| Detection::Concealed);
    hidden.unwrap_or_else(concealed)
}

/// The visibility that a pair fact gives its bearer, if it hides it.
pub fn visibility_by_fact(policy: &SightPolicy, slant: &PairRelation) -> Option<Detection> {
    match slant {
        PairRelation::Has(name) if *name == policy.undetected => Some(Detection::Undetected),
        PairRelation::Has(name) if *name == policy.hidden => Some(Detection::Hidden),
        _ => None,
    }
}

/// Whether a combatant is hidden from another (TA-190, TA-197, TA-199).
pub fn is_hidden(view: View<'_>, policy: &SightPolicy, hider: CombatantId, from: CombatantId) -> bool {
    view.row(hider).pairs.towards(from).any(|fact| visibility_by_fact(policy, &fact.slant).is_some())
}

/// The rule by which a combatant is concealed from an observer (TA-187): hard to see, or hidden (TA-191).
pub fn concealment(game: Game<'_>, observer: CombatantId, target: CombatantId) -> Option<Rule> {
    let policy = game.policies.sight.as_ref()?;
    let hidden = is_hidden(game.view, policy, target, observer).then_some(policy.hidden_rule);
    hidden.or_else(|| by_nature(game, policy, observer, target).map(|(_, rule)| rule))
}

/// What conceals a combatant.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Veil {
    /// Blindness of the observer, or invisibility.
    Unseen,
    Darkness,
    Fog,
}

/// The modifier of attacks on a concealed target, where concealment has one (FS-G36): the worst of those that apply.
pub fn concealment_modifier(game: Game<'_>, attacker: CombatantId, target: CombatantId) -> Option<Modifier> {
    let policy = game.policies.sight.as_ref()?;
    let ConcealedAttacks::Modifiers { dark, fog, unseen } = policy.attacks else { return None };
    let hidden = is_hidden(game.view, policy, target, attacker).then_some(unseen);
    let veils = veils(game, policy, attacker, target).map(|(veil, _)| match veil {
        Veil::Unseen => unseen,
        Veil::Darkness => dark,
        Veil::Fog => fog,
    });
    hidden.into_iter().chain(veils).min_by_key(|modifier| modifier.amount)
}

/// Whether a combatant can hide from an observer: it has cover or concealment, or is out of sight (TA-G31).
pub fn can_hide_from(game: Game<'_>, hider: CombatantId, observer: CombatantId) -> bool {
    let Some(policy) = &game.policies.sight else { return false };
    let covered = || cover::cover(game, observer, hider);
    by_nature(game, policy, observer, hider).is_some() || covered().protects()
}

/// Enemies that could notice a combatant: all conscious ones on the board.
pub fn observers(game: Game<'_>, hider: CombatantId) -> impl Iterator<Item = CombatantId> {
    let enemies = game.enemies_of(game.row(hider).side).map(|row| row.id);
    enemies.filter(move |id| status::is_conscious(game, *id))
}

/// The combatants whose positions a side does not know, for [`View::without`]: enemies hidden from all its conscious
/// members, and those that the view leaves out already.
pub fn unknown_to(game: Game<'_>, side: Side) -> Unknown {
    let mut unknown = game.view.unknown();
    let Some(policy) = &game.policies.sight else { return unknown };
    let hides = |row: &&Row| row.pairs.0.iter().any(|fact| visibility_by_fact(policy, &fact.slant).is_some());
    let hiders = game.enemies_of(side).filter(hides);
    let hidden = hiders.map(|row| row.id).filter(|hider| {
        let mut watching = observers(game, *hider).filter(|id| game.row(*id).side == side);
        watching.all(|observer| is_hidden(game.view, policy, *hider, observer))
    });
    hidden.for_each(|hider| unknown.add(hider));
    unknown
}

/// The first thing that conceals a combatant by nature, with its rule.
fn by_nature(game: Game<'_>, policy: &SightPolicy, observer: CombatantId, target: CombatantId) -> Option<(Veil, Rule)> {
    veils(game, policy, observer, target).next()
}

/// Concealment by blindness, invisibility, darkness or fog; an exact sense ignores all but blindness (TA-162, TA-167).
fn veils<'a>(
    game: Game<'a>,
    policy: &'a SightPolicy,
    observer: CombatantId,
    target: CombatantId,
) -> impl Iterator<Item = (Veil, Rule)> + 'a {
    let with = move |id, kind, wanted: Status| {
        let mut all = status::each_of(game, id, kind);
        all.find_map(|(_, status)| (status.does == wanted).then_some((Veil::Unseen, status.rule)))
    };
    let exact = game.row(observer).sheet.has(Trait::ExactSense);
    let unseen = move || with(target, StatusKind::Unseen, Status::Unseen);
    let dark = move || by_darkness(game, policy, observer, target).map(|rule| (Veil::Darkness, rule));
    let fog = move || by_fog(game.view, policy, observer, target).map(|rule| (Veil::Fog, rule));
    let others = (0..3).filter(move |_| !exact).filter_map(move |at| match at {
        0 => unseen(),
        1 => dark(),
        _ => fog(),
    });
    with(observer, StatusKind::Blind, Status::Blind).into_iter().chain(others)
}

/// Disadvantage on attacks against a concealed target (TA-188).
pub fn disadvantage(game: Game<'_>, attacker: CombatantId, target: CombatantId) -> Option<AdvantageTerm> {
    let policy = game.policies.sight.as_ref()?;
    let rule = concealment(game, attacker, target).filter(|_| policy.attacks == ConcealedAttacks::Disadvantage)?;
    Some(AdvantageTerm { label: Label::Concealed, gives: AdvantageKind::Disadvantage, rule })
}

/// A combatant is in darkness if none of its cells is lit (TA-162). Darkvision ignores this.
fn by_darkness(game: Game<'_>, policy: &SightPolicy, observer: CombatantId, target: CombatantId) -> Option<Rule> {
    let sees = !game.field().dark || game.row(observer).sheet.has(Trait::Darkvision);
    (!sees && !is_in_light(game, target)).then_some(policy.dark_rule)
}

/// Fog conceals a combatant if any line between cell centres passes through it (TA-G33).
fn by_fog(view: View<'_>, policy: &SightPolicy, observer: CombatantId, target: CombatantId) -> Option<Rule> {
    if !view.has_fog() {
        return None;
    }
    let shape = view.shape();
    let (from, to) = (view.footprint(observer).cells(shape), view.footprint(target).cells(shape));
    let touches = |start: Cell, end: Cell| {
        let mut line = Trace::new(shape, start, end);
        view.is_foggy(start)
            || line.any(|crossing| {
                let beside = match crossing.passage {
                    Passage::Edge => false,
                    Passage::Between(a, b) => view.is_foggy(a) || view.is_foggy(b),
                    Passage::Past(cell) => view.is_foggy(cell),
                };
                beside || view.is_foggy(crossing.to)
            })
    };
    let hidden = from.iter().any(|start| to.iter().any(|end| touches(*start, *end)));
    hidden.then_some(policy.fog_rule)
}
