//! Riders and their mounts: which combatants can ride on which others, when a ride ends, and what the two share (HD-274,
//! HD-387 to HD-394, HD-G59).

use crate::battle::{CombatantId, Link};
use crate::content::policy::{MountControl, MountPolicy};
use crate::content::refusal::refuse_if;
use crate::content::{Modifier, Refusal, Rule, Trait};
use crate::mechanics::{Game, status};

/// How many sizes larger the first combatant is than the second; negative if it is smaller.
fn larger(game: Game<'_>, policy: &MountPolicy, id: CombatantId, other: CombatantId) -> i16 {
    let size = |id: CombatantId| game.row(id).sheet.stat(policy.size);
    size(id).saturating_sub(size(other))
}

/// Whether a mount is larger than another combatant (HD-390, HD-391).
pub fn is_larger(game: Game<'_>, mount: CombatantId, other: CombatantId) -> bool {
    game.policies.mounts.as_ref().is_some_and(|policy| larger(game, policy, mount, other) > 0)
}

/// Checks that a combatant can climb onto another.
///
/// # Errors
/// If the other is no mount, too small, unable to carry or already ridden, or the rider rides, is ridden or has fallen.
pub fn may_ride(game: Game<'_>, who: CombatantId, mount: CombatantId) -> Result<(), Refusal> {
    let Some(policy) = &game.policies.mounts else {
        return Err(Refusal::new("there are no mounts in these rules", game.policies.board.rule));
    };
    let (rule, busy) = (policy.space_rule, |id: CombatantId| game.ride_of(id).is_some());
    refuse_if!(!game.row(mount).sheet.has(Trait::Mount), "cannot be ridden", rule);
    let larger = larger(game, policy, mount, who);
    refuse_if!(larger < policy.larger, "is too small to be ridden by this one", policy.larger_rule);
    refuse_if!(busy(who), "rides or is ridden already", rule);
    refuse_if!(busy(mount), "the mount rides or is ridden already", rule);
    refuse_if!(!is_up(game, who) || !is_up(game, mount), "both must be up", rule);
    Ok(())
}

/// The reason why a ride must end now; `None` if it can continue.
pub(in crate::mechanics) fn must_end(game: Game<'_>, link: &Link) -> Option<Refusal> {
    let rule = game.policies.mounts.as_ref().map_or(game.policies.board.rule, |policy| policy.space_rule);
    let (rider, mount) = (link.holder, link.held);
    let why = if !is_up(game, mount) {
        "the mount is down"
    } else if !is_up(game, rider) {
        "the rider has fallen"
    } else if game.footprint(rider) != game.footprint(mount) {
        "they no longer share a space"
    } else {
        return None;
    };
    Some(Refusal::new(why, rule))
}

/// The rider of a mount, or the mount of a rider, with which a combatant shares its turn (HD-389), unless
/// the mount keeps its own (HD-413).
pub fn turn_partner(game: Game<'_>, id: CombatantId) -> Option<CombatantId> {
    let shares = |ride: &&Link| !game.row(ride.held).sheet.has(Trait::OwnTurnMount);
    let ride = game.ride_of(id).filter(shares).filter(|_| game.policies.mounts.is_some())?;
    Some(if ride.holder == id { ride.held } else { ride.holder })
}

/// The initiative at which a combatant acts: of rider and mount, the worse one (HD-389).
pub fn initiative(game: Game<'_>, id: CombatantId) -> i16 {
    let own = |id: CombatantId| game.row(id).turn_state.initiative;
    turn_partner(game, id).map_or(own(id), |partner| own(id).min(own(partner)))
}

/// The rider that pays as much as its mount for movement that the mount buys, and the rule that says so (HD-394). A sentient mount
/// (HD-411), or one out of control, moves by itself.
pub fn payer(game: Game<'_>, mount: CombatantId) -> Option<(CombatantId, Rule)> {
    let itself = game.row(mount).sheet.has(Trait::SentientMount) || lost(game, mount).is_some();
    let policy = game.policies.mounts.as_ref().filter(|_| !itself)?;
    Some((game.rider_of(mount)?, policy.movement_rule))
}

/// How riders control untrained mounts, where they need to.
pub fn control<'a>(game: Game<'a>) -> Option<&'a MountControl> {
    game.policies.mounts.as_ref()?.control.as_ref()
}

/// The policy of control, if a combatant is a mount out of control (HD-397).
pub fn lost<'a>(game: Game<'a>, mount: CombatantId) -> Option<&'a MountControl> {
    control(game).filter(|policy| game.row(mount).conditions.has(policy.lost))
}

/// Whether a mount needs no control and does more than move, as it is trained or sentient (HD-410, HD-412).
pub fn obeys(game: Game<'_>, mount: CombatantId) -> bool {
    let sheet = &game.row(mount).sheet;
    sheet.has(Trait::TrainedMount) || sheet.has(Trait::SentientMount)
}

/// Checks that a combatant can do anything but move: not if it is an untrained mount with a rider (HD-410).
///
/// # Errors
/// If it is one.
pub fn may_act(game: Game<'_>, who: CombatantId) -> Result<(), Refusal> {
    let Some(policy) = game.policies.mounts.as_ref().filter(|_| game.rider_of(who).is_some()) else { return Ok(()) };
    refuse_if!(!obeys(game, who), "is not trained to do anything but carry its rider", policy.command_rule);
    Ok(())
}

/// The rider that must check whether it keeps control of a mount: of an untrained one that it still controls.
pub fn controller<'a>(game: Game<'a>, mount: CombatantId) -> Option<(CombatantId, &'a MountControl)> {
    let policy = control(game).filter(|policy| !obeys(game, mount) && !game.row(mount).conditions.has(policy.lost))?;
    Some((game.rider_of(mount)?, policy))
}

/// How much farther apart two combatants are, in cells, because one rides and the other stands on the ground and is smaller than the
/// mount (HD-393).
pub fn farther(game: Game<'_>, a: CombatantId, b: CombatantId) -> u16 {
    let Some(policy) = game.policies.mounts.as_ref().filter(|_| !game.links().is_empty()) else { return 0 };
    let on_the_ground = |id: CombatantId| game.mount_of(id).is_none() && game.altitude(id) == 0;
    let above = |rider: CombatantId, other: CombatantId| {
        let mount = game.mount_of(rider).filter(|mount| *mount != other);
        mount.is_some_and(|mount| on_the_ground(other) && larger(game, policy, mount, other) > 0)
    };
    if above(a, b) || above(b, a) { policy.farther / game.policies.board.cell.max(1) } else { 0 }
}

/// The bonus to a rider's attack rolls in melee against an opponent, if it has one (HD-391, HD-392).
pub fn attack(game: Game<'_>, rider: CombatantId, opponent: CombatantId) -> Option<Modifier> {
    favours(game, rider, opponent).map(|policy| policy.attack)
}

/// The bonus to a rider's defence in melee against an opponent, if it has one (HD-390, HD-392).
pub fn defence(game: Game<'_>, rider: CombatantId, opponent: CombatantId) -> Option<Modifier> {
    favours(game, rider, opponent).map(|policy| policy.defence)
}

/// The policy, if the mount of a rider is larger than an opponent, and than the mount of that opponent.
fn favours<'a>(game: Game<'a>, rider: CombatantId, opponent: CombatantId) -> Option<&'a MountPolicy> {
    let policy = game.policies.mounts.as_ref()?;
    let mount = game.mount_of(rider)?;
    let exceeds = |other: CombatantId| larger(game, policy, mount, other) > 0;
    (exceeds(opponent) && game.mount_of(opponent).is_none_or(exceeds)).then_some(policy)
}

/// Whether a combatant is present, conscious and not lying on the ground.
fn is_up(game: Game<'_>, id: CombatantId) -> bool {
    let row = game.row(id);
    let lies = row.stance.held == Some(game.policies.consciousness.falls);
    !row.gone && !lies && status::is_conscious(game, id)
}
