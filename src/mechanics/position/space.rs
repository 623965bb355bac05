//! Shared and narrow spaces: which combatants may enter and stop where, and penalties for crowding. With *sixteenths*
//! (Time Count) bodies share a cell up to its capacity. With *one each* (Fragments) they only pass through each other's
//! cells (TA-058, TA-060, TA-170, TA-G08, TA-G24). Large bodies have to squeeze in narrow cells (TA-259).

use smallvec::SmallVec;

use crate::battle::{CombatantId, PairRelation, Row, View};
use crate::content::policy::{EnteredSpace, OneEach, PassingPrice};
use crate::content::refusal::refuse_if;
use crate::content::{Modifier, Refusal, Rule, Rulebook, Sharing, SqueezePolicy, Trait};
use crate::grid::{Cell, Direction, Distance, Flood, Footprint, distance};
use crate::mechanics::position::height;
use crate::mechanics::{Game, grapple, mount, status};

/// Crowding of a combatant's space.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Crowding {
    /// No penalty.
    Free,
    /// Attack penalty.
    Crowded(Modifier),
    /// No attack actions, a worse defence, and a penalty to other rolls, such as those for spells.
    Packed {
        /// Penalty to other rolls.
        crowded: Modifier,
        /// Rule that forbids attack actions.
        rule: Rule,
        /// Rule for the worse defence.
        defence_rule: Rule,
    },
}

type Others<'a> = SmallVec<[&'a Row; 4]>;

/// Combatants overlapping a footprint, by number, excluding those in a clinch with this one.
pub fn occupants(view: View<'_>, id: CombatantId, footprint: Footprint) -> impl Iterator<Item = &Row> {
    let along = grapple::clinched(view, id);
    view.others_in(id, footprint).filter(move |row| !along.contains(&row.id))
}

/// Combatants overlapping a footprint in position and height, by number, if this one were moved there with all that holds
/// move with it.
pub fn occupants_at_height(game: Game<'_>, id: CombatantId, at: Footprint) -> impl Iterator<Item = &Row> {
    let along = grapple::companions(game.view, id);
    let others = game.view.others_in(id, at).filter(move |row| !along.contains(&row.id));
    others.filter(move |row| height::overlaps_vertically(game, id, at, row.id))
}

/// Checks that a combatant may enter a footprint by its own movement.
///
/// # Errors
/// If there is no room, or an enemy of similar size blocks the way.
pub fn entry(game: Game<'_>, mover: CombatantId, to: Footprint) -> Result<(), Refusal> {
    let blocked = admitted(game, mover, to)?.into_iter().any(|other| refuses(game, mover, other, to));
    refuse_if!(blocked, "an enemy blocks the way", game.policies.space.enter_rule);
    for (id, there) in beside(game, mover, to) {
        let own = game.footprint(id);
        let way = game.shape().direction_of_step(own.anchor, there.anchor);
        let walled = way.is_some_and(|way| game.board().step_cost(own.extent, own.anchor, way).is_none());
        refuse_if!(walled, "no way for the other", game.policies.grapple.adjacent_rule);
        admitted(game, id, there)?;
    }
    Ok(())
}

/// The combatants that holds move along beside a mover, and the footprints where they end.
fn beside(game: Game<'_>, mover: CombatantId, to: Footprint) -> SmallVec<[(CombatantId, Footprint); 2]> {
    let all = match game.policies.grapple.shared {
        None if !game.links().is_empty() => grapple::moved_together(game.view, mover, to.anchor),
        _ => SmallVec::new(),
    };
    all.into_iter().skip(1).map(|(id, there)| (id, game.footprint(id).at(there))).collect()
}

/// Checks that a combatant may end its movement on a footprint.
///
/// # Errors
/// If the footprint is occupied and cells are not shared.
pub fn may_end(game: Game<'_>, mover: CombatantId, at: Footprint) -> Result<(), Refusal> {
    let Sharing::OneEach(policy) = &game.policies.space.sharing else { return Ok(()) };
    let group = beside(game, mover, at);
    let moves = |other: CombatantId| other == mover || group.iter().any(|(id, _)| *id == other);
    let is_taken = |id: CombatantId, at: Footprint| {
        let shares = |other: &Row| may_share(game.view, id, other.id) || share_freely(game, game.row(id), other);
        let stays = |other: &Row| !moves(other.id) && !shares(other);
        game.others_in(id, at).next().is_some() && occupants_at_height(game, id, at).any(stays)
    };
    let occupied = is_taken(mover, at) || group.iter().any(|(id, there)| is_taken(*id, *there));
    refuse_if!(occupied, "the space is occupied", policy.end_rule);
    Ok(())
}

/// Checks that a combatant can be forced onto a footprint against its occupants, as by a throw.
///
/// # Errors
/// Those of [`has_room`] and [`may_end`].
pub fn entry_by_force(game: Game<'_>, mover: CombatantId, to: Footprint) -> Result<(), Refusal> {
    admitted(game, mover, to)?;
    may_end(game, mover, to)
}

/// Checks that there is room for a combatant, whether or not occupants let it in.
///
/// # Errors
/// If its body does not fit, or the space is too full.
pub fn has_room(game: Game<'_>, mover: CombatantId, to: Footprint) -> Result<(), Refusal> {
    admitted(game, mover, to).map(drop)
}

/// Whether occupants make a footprint difficult to leave: by size, pushed aside, or friends (TA-060, TA-170, TA-G24).
pub fn is_difficult_to_leave(game: Game<'_>, mover: CombatantId, from: Footprint) -> bool {
    let Sharing::OneEach(policy) = &game.policies.space.sharing else { return false };
    if game.others_in(mover, from).next().is_none() {
        return false;
    }
    let row = game.row(mover);
    let is_difficult = |other: &Row| match way_forced(game.view, mover, other.id) {
        _ if may_share(game.view, mover, other.id) => true,
        _ if other.side == row.side => policy.friends_difficult,
        Some(difficult) => difficult,
        None => cannot_stop(game, row, other),
    };
    occupants_at_height(game, mover, from).any(is_difficult)
}

/// Whether the space through which a mover has forced its way during this movement counts as difficult terrain.
fn way_forced(view: View<'_>, mover: CombatantId, other: CombatantId) -> Option<bool> {
    view.row(mover).pairs.towards(other).find_map(|fact| match fact.slant {
        PairRelation::Passes { difficult } => Some(difficult),
        PairRelation::Enters => Some(true),
        _ => None,
    })
}

/// Whether one of two combatants may be in the space of the other, by an action that enters it (HD-266).
fn may_share(view: View<'_>, a: CombatantId, b: CombatantId) -> bool {
    let enters = |who, other| view.row(who).pairs.towards(other).any(|fact| fact.slant == PairRelation::Enters);
    enters(a, b) || enters(b, a)
}

/// Whether two combatants are so different in size that they do not stop each other.
fn cannot_stop(game: Game<'_>, one: &Row, other: &Row) -> bool {
    let policy = &game.policies.space;
    let apart = match policy.unstoppable_by {
        Some(stat) => one.sheet.stat(stat).saturating_sub(other.sheet.stat(stat)).saturating_abs(),
        None => one.sheet.size.above(other.sheet.size).abs(),
    };
    apart >= policy.unstoppable_at
}

/// Whether two combatants are so different in size that they share a space without an action (HD-G48).
fn share_freely(game: Game<'_>, one: &Row, other: &Row) -> bool {
    game.policies.space.unstoppable_by.is_some() && cannot_stop(game, one, other)
}

/// Whether a step stays within the space of another that was entered, which costs double (HD-267).
pub fn stays_within(game: Game<'_>, mover: CombatantId, (from, to): (Footprint, Footprint)) -> bool {
    let Sharing::OneEach(OneEach { entered: Some(_), .. }) = &game.policies.space.sharing else { return false };
    let mut others = game.others_in(mover, from);
    others.any(|other| {
        let within = game.footprint(other.id).overlaps(game.shape(), to);
        within && may_share(game.view, mover, other.id)
    })
}

/// The price of a step into the space of another that lets the mover pass, unless both share a space already or are so different in size
/// that they do so freely (HD-263, HD-G48).
pub fn passing_price(game: Game<'_>, mover: CombatantId, (from, to): (Footprint, Footprint)) -> Option<PassingPrice> {
    let price = price_of_passing(game)?;
    game.others_in(mover, to).next()?;
    let row = game.row(mover);
    let enters = |other: &Row| {
        let leaves = game.footprint(other.id).overlaps(game.shape(), from);
        !leaves && !share_freely(game, row, other) && !may_share(game.view, mover, other.id)
    };
    occupants_at_height(game, mover, to).any(enters).then_some(price)
}

/// The price in the policy of a step into the space of another, whatever the two are; `None` where such a step costs no more than its
/// ground (HD-G48). [`passing_price`] is that of a certain step.
pub fn price_of_passing(game: Game<'_>) -> Option<PassingPrice> {
    match &game.policies.space.sharing {
        Sharing::OneEach(policy) => policy.passing_price,
        Sharing::Sixteenths(_) => None,
    }
}

/// The consequences of sharing a space that one of two combatants has entered, if a combatant shares one (HD-268, HD-269).
pub fn entered(game: Game<'_>, id: CombatantId) -> Option<&EnteredSpace> {
    let Sharing::OneEach(OneEach { entered: Some(entered), .. }) = &game.policies.space.sharing else { return None };
    let mut others = game.others_in(id, game.footprint(id));
    others.any(|other| may_share(game.view, id, other.id)).then_some(entered)
}

/// Whether an enemy on a footprint would stop a mover that does not force its way in, even one already pushed aside.
pub fn is_blocked(game: Game<'_>, mover: CombatantId, to: Footprint) -> bool {
    occupants_at_height(game, mover, to).any(|other| refuses(game, mover, other, to))
}

/// The nearest free footprint, by steps over open ground, where a body may end its movement, outside of another if one is given.
pub fn nearest_free(game: Game<'_>, id: CombatantId, body: Footprint, outside: Option<Footprint>) -> Option<Footprint> {
    let (board, mut flood) = (game.board(), Flood::default());
    let most = board.width().saturating_add(board.height());
    let is_out = |there: Footprint| outside.is_none_or(|other| !there.overlaps(game.shape(), other));
    let is_free = |there: &Footprint| board.fits(*there) && is_out(*there) && may_end(game, id, *there).is_ok();
    let enter = |from: Cell, step: Direction, _: Cell| {
        let ledge = height::is_ledge(game, body.at(from), body.at(game.shape().step(from, step)));
        board.step_cost(body.across(), from, step).filter(|_| !ledge).map(|_| 1)
    };
    flood.run_until(game.policies.board.distance, board, body.anchor, most, enter, |cell| is_free(&body.at(cell)));
    flood.reached().iter().map(|cell| body.at(*cell)).find(is_free)
}

/// The footprint of a body by itself. In a larger shared space it stands on the side given by `direction`.
pub fn own_body(view: View<'_>, id: CombatantId, direction: Direction) -> Footprint {
    let (space, across) = (view.footprint(id), view.row(id).sheet.extent.max(1));
    let room = i16::from(space.across().saturating_sub(across));
    let step = view.shape().step(space.anchor, direction);
    let part = |from: i16, to: i16| match to - from {
        0 => room / 2,
        1.. => room,
        _ => 0,
    };
    let (dx, dy) = (part(space.anchor.x, step.x), part(space.anchor.y, step.y));
    Footprint { anchor: space.anchor.shifted(dx, dy), extent: across }
}

/// Where a combatant ends that forces its way into a target's space: one step further.
///
/// # Errors
/// If it is already there, or there is no way in from here.
pub fn forced_entry(game: Game<'_>, mover: CombatantId, target: CombatantId) -> Result<Footprint, Refusal> {
    let (shape, own, theirs) = (game.shape(), game.footprint(mover), game.footprint(target));
    let policy = &game.policies.space;
    refuse_if!(own.overlaps(shape, theirs), "is already in that space", policy.enter_rule);
    let straight = shape.direction_towards(own, theirs);
    let mut refused = Refusal::new("there is no way in from here", policy.enter_rule);
    for step in straight.into_iter().chain(shape.directions()) {
        let to = own.at(shape.step(own.anchor, step));
        if !to.overlaps(shape, theirs) || game.board().step_cost(own.extent, own.anchor, step).is_none() {
            continue;
        }
        match entry_by_force(game, mover, to) {
            Ok(()) => return Ok(to),
            Err(refusal) => refused = refusal,
        }
    }
    Err(refused)
}

/// The rule that lets a combatant abandon a movement into a space that has just been occupied.
pub fn give_up_rule(book: Rulebook<'_>) -> Rule {
    match &book.policies.space.sharing {
        Sharing::Sixteenths(policy) => policy.give_up_rule,
        Sharing::OneEach(_) => book.policies.space.enter_rule,
    }
}

/// Enemies that block a footprint for a mover and have not been pushed aside, by number.
pub fn blockers(game: Game<'_>, mover: CombatantId, to: Footprint) -> Vec<CombatantId> {
    let unwilling = occupants_at_height(game, mover, to).filter(|other| refuses(game, mover, other, to));
    unwilling.map(|other| other.id).filter(|other| way_forced(game.view, mover, *other).is_none()).collect()
}

/// The occupants of a footprint that a combatant would enter, if there is room for all.
fn admitted(game: Game<'_>, mover: CombatantId, to: Footprint) -> Result<Others<'_>, Refusal> {
    refuse_if!(!height::has_room(game, to), "does not fit there", game.policies.board.rule);
    let rule = game.policies.squeeze.as_ref().map_or(game.policies.board.rule, |policy| policy.rule);
    refuse_if!(is_too_narrow(game, mover, to), "that is too narrow", rule);
    if game.others_in(mover, to).next().is_none() {
        return Ok(Others::new());
    }
    let others: Others<'_> = occupants_at_height(game, mover, to).collect();
    let Sharing::Sixteenths(policy) = &game.policies.space.sharing else { return Ok(others) };
    if others.is_empty() {
        return Ok(others);
    }
    let fills = |row: &Row| row.sheet.has(Trait::FillsSpace);
    let filled_by_one = fills(game.row(mover)) || others.iter().any(|other| fills(other));
    refuse_if!(filled_by_one, "that space cannot be shared", policy.fills_rule);
    let own = game.row(mover).sheet.occupancy;
    let is_too_full = |cell| own + filled(game.view, &others, cell, |_| true).0 > policy.capacity;
    let too_full = to.cells(game.shape()).into_iter().any(is_too_full);
    refuse_if!(too_full, "that space is too full", policy.capacity_rule);
    Ok(others)
}

/// How full a cell is with some of the occupants, in sixteenths, and their number.
fn filled(view: View<'_>, others: &[&Row], cell: Cell, counts: impl Fn(&Row) -> bool) -> (u16, usize) {
    let shape = view.shape();
    let here = |row: &&&Row| view.footprint(row.id).contains(shape, cell) && counts(row);
    let sum = |(sum, number): (u16, usize), row: &&Row| (sum.saturating_add(row.sheet.occupancy), number + 1);
    others.iter().filter(here).fold((0, 0), sum)
}

/// Whether an occupant blocks new cells of a mover; where cells are shared, only if conscious (TA-058, TA-G08).
fn refuses(game: Game<'_>, mover: CombatantId, other: &Row, to: Footprint) -> bool {
    let row = game.row(mover);
    let unstoppable = cannot_stop(game, row, other);
    let passes_unconscious = match &game.policies.space.sharing {
        Sharing::Sixteenths(_) => true,
        Sharing::OneEach(policy) => policy.unconscious_rule.is_some(),
    };
    if other.side == row.side
        || unstoppable
        || may_share(game.view, mover, other.id)
        || passes_unconscious && !status::is_conscious(game, other.id)
    {
        return false;
    }
    let (shape, now, theirs) = (game.shape(), game.footprint(mover), game.footprint(other.id));
    let is_new = |cell: &Cell| !now.contains(shape, *cell) && theirs.contains(shape, *cell);
    to.cells(shape).iter().any(is_new)
}

/// Crowding of a combatant: of its fullest cell, counting only bodies of similar size, and never itself alone; or by a space that
/// it shares after one of two has entered it.
pub fn crowding(game: Game<'_>, id: CombatantId) -> Crowding {
    if let Some(entered) = entered(game, id) {
        return Crowding::Crowded(entered.attack);
    }
    let Sharing::Sixteenths(policy) = &game.policies.space.sharing else { return Crowding::Free };
    let footprint = game.footprint(id);
    if game.others_in(id, footprint).next().is_none() {
        return Crowding::Free;
    }
    let others: Others<'_> = occupants(game.view, id, footprint).collect();
    if others.is_empty() {
        return Crowding::Free;
    }
    let own = &game.row(id).sheet;
    let counts = |row: &Row| row.sheet.size.above(own.size).abs() <= policy.band;
    let cells = footprint.cells(game.shape());
    let crowds = cells.into_iter().map(|cell| filled(game.view, &others, cell, counts));
    let fullest = crowds.filter(|(_, number)| *number > 0).map(|(sum, _)| sum.saturating_add(own.occupancy)).max();
    let (rule, defence_rule) = (policy.packed_rule, policy.packed_defence_rule);
    match fullest {
        Some(sum) if sum > policy.packed_above => Crowding::Packed { crowded: policy.crowded, rule, defence_rule },
        Some(sum) if sum > policy.crowded_above => Crowding::Crowded(policy.crowded),
        _ => Crowding::Free,
    }
}

/// Whether two combatants are adjacent or share a cell. A rider may count as farther away (HD-393).
pub fn adjacent_or_sharing(game: Game<'_>, a: CombatantId, b: CombatantId) -> bool {
    let apart = distance(game.shape(), Distance::DiagonalsCostOne, game.footprint(a), game.footprint(b));
    apart.saturating_add(mount::farther(game, a, b)) <= 1 && height::cells_apart(game, a, b) <= 1
}

/// All combatants that share a cell with this one, by number, excluding those in a clinch with it.
pub fn sharing_space(view: View<'_>, id: CombatantId) -> Vec<CombatantId> {
    occupants(view, id, view.footprint(id)).map(|row| row.id).collect()
}

/// The squeezing policy, if a body has to squeeze on this footprint: half its size, or a narrow cell (TA-259).
pub fn squeezing_policy_at(game: Game<'_>, id: CombatantId, at: Footprint) -> Option<&SqueezePolicy> {
    let policy = game.policies.squeeze.as_ref()?;
    let sheet = &game.row(id).sheet;
    (at.extent < sheet.extent || (sheet.size > policy.fits && is_narrow(game.view, at))).then_some(policy)
}

/// Whether a combatant is currently squeezed into a space smaller than its own.
pub fn is_wedged(game: Game<'_>, id: CombatantId) -> bool {
    game.policies.squeeze.is_some() && game.footprint(id).extent < game.row(id).sheet.extent
}

/// Whether a footprint is too narrow even for squeezing.
pub fn is_too_narrow(game: Game<'_>, id: CombatantId, at: Footprint) -> bool {
    is_narrow(game.view, at) && game.policies.squeeze.is_some() && game.row(id).sheet.extent > 1
}

fn is_narrow(view: View<'_>, at: Footprint) -> bool {
    let board = view.board();
    board.is_narrow_somewhere() && at.cells(view.shape()).iter().any(|cell| board.terrain(*cell).narrow)
}
