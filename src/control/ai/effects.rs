//! What the results of an action are worth besides harm.

use super::deeds::best_strike;
use super::folk;
use super::mind::Mind;
use super::shove;
use super::weighed::Worth;
use crate::battle::{Act, CombatantId, Sheet, SheetWeapon};
use crate::content::Name;
use crate::content::advantage::{AdvantageKind, AdvantageTally, NetAdvantage};
use crate::content::breakdown::Total;
use crate::content::condition::{AttackKind, Condition, Ends, Forbidden, Status};
use crate::content::effect::{Displacement, Effect, Harmed, Hold, Who};
use crate::content::gear::RangedKind;
use crate::content::policy::DefencePolicy;
use crate::mechanics::attack::{self, Mode};
use crate::mechanics::{advantage, reach, status};

/// Points of a roll that are worth as much as the whole attack: about as many faces hit.
const FACES: i32 = 9;
/// Counts that somebody usually stays as it has fallen.
const DOWN: i32 = 12;
/// Counts that it costs to have fallen where getting up takes one of the actions of a turn.
const RISES: i32 = 8;
/// Counts for which it makes a difference to hold somebody: the holder does nothing else meanwhile.
const HOLDS: i32 = 8;
/// Counts that a hold usually lasts for the one who is held.
const HELD: i32 = 22;
/// Counts for which somebody usually stays in a net, or pinned to a wall.
const CAUGHT: i32 = 10;

/// What it costs somebody's side in ten counts that it has a condition it does not have yet.
pub fn burden(mind: &Mind<'_>, victim: CombatantId, condition: &Condition) -> i32 {
    // A third die changes nothing.
    let open = lies_open(mind, victim);
    let counts = |does: &Status| !(open && matches!(does, Status::EdgeAgainst { gives: AdvantageKind::Advantage, .. }));
    let does = condition.does.iter().map(|cited| &cited.does).filter(|does| counts(does));
    does.map(|does| weight(mind, victim, does)).sum()
}

/// What one status costs its bearer's side in ten counts; negative if it helps.
pub fn weight(mind: &Mind<'_>, victim: CombatantId, does: &Status) -> i32 {
    let bearer = mind.folk.get(victim);
    // What the bearer's harm is worth to its enemies.
    let price = if bearer.side == mind.side() { mind.their_price } else { mind.our_price };
    let might = bearer.might * price / 100;
    match does {
        Status::Attack { kind, amount } if kind.covers(!bearer.shoots) => might * i32::from(-*amount) / FACES,
        Status::Attack { .. } => 0,
        Status::Defence { against, amount, .. } => exposed(mind, victim, *against) * i32::from(-*amount) / FACES,
        Status::Replace { defence, .. } => {
            let lost = lost_by_passivity(mind, victim, *defence);
            exposed(mind, victim, AttackKind::Any) * lost / FACES
        }
        Status::Forbid(things) => things.iter().map(|thing| might * kept_from(*thing) / 100).max().unwrap_or(0),
        Status::HalfRate => might / 20,
        Status::Helpless => might,
        Status::Parry { least, .. } => {
            let gained = i32::from(*least).max(parried(mind, victim));
            -exposed(mind, victim, AttackKind::Any) * gained / FACES
        }
        Status::OwnEdge { kind, gives } if kind.covers(!bearer.shoots) => -might * leans(*gives) / FACES,
        Status::OwnEdge { .. } => 0,
        Status::EdgeAgainst { kind, gives } => exposed(mind, victim, *kind) * leans(*gives) / FACES,
        Status::LosesActions { actions, .. } => might * i32::from(*actions) / 3,
        Status::Burns { damage, .. } | Status::Festers { damage, .. } => {
            // Turns of three actions come about three times in ten counts.
            damage.mean_times_two() * bearer.price() / 2
        }
        Status::Also(name) => mind.rules.conditions.get(*name).map_or(0, |implied| burden(mind, victim, implied)),
        Status::Blind => might * leans(AdvantageKind::Advantage) / FACES,
        Status::Unseen => exposed(mind, victim, AttackKind::Any) * leans(AdvantageKind::Disadvantage) / FACES,
        Status::Stifles => might / 4,
        Status::OwnEdgeWith { gives, .. } => -might * leans(*gives) / FACES / 2,
        Status::Stat { stat, amount, .. } if stat.is_defence() => {
            exposed(mind, victim, AttackKind::Any) * i32::from(-*amount) / FACES / 2
        }
        Status::Stat { amount, .. } | Status::Damage(amount) => might * i32::from(-*amount) / FACES,
        Status::SlowerClass(classes) => might * i32::from(*classes) / 5,
        Status::SlowerCounts { counts, .. } => might * i32::from(*counts) / 10,
        Status::CutsRate { .. } => might / 20,
        Status::SkipsBuildUp
        | Status::StatIs { .. }
        | Status::Builds { .. }
        | Status::Caught { .. }
        | Status::Marker => 0,
    }
}

/// About what advantage is worth on the die, and disadvantage costs.
fn leans(slope: AdvantageKind) -> i32 {
    if slope == AdvantageKind::Advantage { 4 } else { -4 }
}

/// How much of its harm somebody cannot do when this is forbidden, in hundredths.
fn kept_from(thing: Forbidden) -> i32 {
    match thing {
        Forbidden::Act | Forbidden::Attack => 100,
        Forbidden::Move => 12,
        Forbidden::Run | Forbidden::React => 0,
        Forbidden::LongWeapons | Forbidden::RangedUnlessUsableProne => 10,
        Forbidden::AllButPreparing => 50,
    }
}

/// Points that parrying adds to somebody's defence.
pub fn parried(mind: &Mind<'_>, victim: CombatantId) -> i32 {
    let row = mind.view.row(victim);
    let slots = reach::melee_slots(mind.view, victim);
    let best = slots.iter().filter_map(|slot| row.sheet.weapon(*slot)).map(|entry| entry.to_hit.total()).max();
    let shield = row.sheet.shield.as_ref().filter(|_| row.arms.shield).map_or(0, |shield| shield.bonus);
    i32::from(best.unwrap_or(0).div_euclid(2) + shield)
}

/// The value of the harm that those who could soon attack somebody do to it in ten counts.
fn exposed(mind: &Mind<'_>, victim: CombatantId, kind: AttackKind) -> i32 {
    mind.weighed.value(victim, Worth::Exposed(kind), || newly_exposed(mind, victim, kind))
}

fn newly_exposed(mind: &Mind<'_>, victim: CombatantId, kind: AttackKind) -> i32 {
    let bearer = mind.folk.get(victim);
    let price = bearer.price();
    let might: i32 = mind
        .folk
        .foes(bearer.side)
        .filter(|foe| kind.covers(!foe.shoots))
        .map(|foe| {
            let gap = i32::from(mind.apart(foe.id, victim)) - i32::from(foe.reach);
            match gap {
                _ if foe.shoots => foe.might / 2,
                ..=0 => foe.might,
                1..=3 => foe.might / 2,
                _ => 0,
            }
        })
        .sum();
    might * price / 100
}

/// How much worse the defence of those who cannot react is, if the bearer still can.
fn lost_by_passivity(mind: &Mind<'_>, victim: CombatantId, defence: crate::content::stat::Stat) -> i32 {
    let policy = &mind.rules.policies.defence;
    let (view, book) = (mind.view, mind.book());
    let (stat, _) = attack::defence::<Total>(view, book, mind.who, victim, Some(defence), Mode::Melee);
    if stat != defence || victim == mind.who {
        return 0;
    }
    given_up(policy, &mind.view.row(victim).sheet)
}

/// How much better the defence of those who can react is.
pub fn given_up(policy: &DefencePolicy, sheet: &Sheet) -> i32 {
    policy.unable.as_ref().map_or(0, |unable| i32::from(sheet.stat(policy.able) - sheet.stat(unable.stat)))
}

/// What it is worth that a condition befalls somebody, for as long as it usually lasts.
fn befalls(mind: &Mind<'_>, victim: CombatantId, name: Name) -> i32 {
    mind.weighed.value(victim, Worth::Befallen(name), || newly_befalls(mind, victim, name))
}

fn newly_befalls(mind: &Mind<'_>, victim: CombatantId, name: Name) -> i32 {
    let Some(condition) = mind.rules.conditions.get(name) else { return 0 };
    if status::has_condition(mind.view, mind.book(), victim, name) {
        return 0;
    }
    burden(mind, victim, condition) * lasts(mind, victim, condition) / 10 + follow_up(mind, victim, name)
}

/// The counts for which a condition usually makes a difference.
fn lasts(mind: &Mind<'_>, victim: CombatantId, condition: &Condition) -> i32 {
    let ready = mind.folk.get(victim).ready.max(2);
    match condition.ends {
        Ends::Never if condition.stance.is_some() => {
            if mind.plans_turns() {
                RISES
            } else {
                DOWN
            }
        }
        Ends::Never if catches(condition) => CAUGHT,
        Ends::Never => 30,
        Ends::BearerActs if mind.plans_turns() => mind.span() / 2,
        Ends::BearerActs => ready,
        Ends::CauserActs => mind.span().max(8),
        Ends::CauserTurn if mind.plans_turns() => 0,
        Ends::CauserTurn | Ends::Attacked => 3,
        Ends::After(counts) => i32::from(counts) * mind.span(),
    }
}

/// Whether a condition is that of one who is in a net, or pinned to a wall.
fn catches(condition: &Condition) -> bool {
    condition.does.iter().any(|cited| matches!(cited.does, Status::Caught { .. }))
}

/// What it is worth that somebody is caught where it stands: in melee it fights on, from elsewhere it does not come.
fn caught(mind: &Mind<'_>, victim: CombatantId, name: Name) -> i32 {
    let foe = mind.folk.get(victim);
    let fights = foe.shoots || mind.folk.foes(foe.side).any(|one| mind.apart(one.id, victim) <= foe.reach);
    let kept_off = if fights { 0 } else { foe.might * mind.our_price / 100 * CAUGHT / 20 };
    befalls(mind, victim, name) + kept_off
}

/// What it costs that an effect takes the weapon out of the hand it is done with: what is shot is none, and a net harms
/// nobody.
pub fn leaves_hand(mind: &Mind<'_>, act: &Act, does: &Effect) -> i32 {
    let sheet = &mind.view.row(mind.who).sheet;
    let used = act.weapon.and_then(|slot| sheet.weapon(slot)).filter(|_| matches!(does, Effect::Staple { .. }));
    let shoots = |entry: &SheetWeapon| entry.weapon.range.is_some_and(|range| range.kind == RangedKind::Missile);
    let lost = used.is_some_and(|entry| !shoots(entry) && folk::weapon_might(mind.rules, sheet, entry, 15) > 0);
    if lost { lost_weapon(mind, mind.who) } else { 0 }
}

/// What one's further attacks of the same turn gain if somebody has a condition towards the one who decides: a second die
/// hits where the first misses.
fn follow_up(mind: &Mind<'_>, victim: CombatantId, condition: Name) -> i32 {
    if mind.left == 0 || victim == mind.who || !opens(mind, condition) {
        return 0;
    }
    let net = advantage::of_attack::<NetAdvantage>(mind.view, mind.book(), mind.who, victim, Mode::Melee).net();
    let Some((_, strike, _)) = best_strike(mind, victim).filter(|_| net != Some(AdvantageKind::Advantage)) else {
        return 0;
    };
    let (worth, misses) = (mind.folk.get(victim).worth, 1000 - i32::from(strike.hits));
    // Nobody can be harmed more than wholly.
    let gained = strike.value * misses / 1000;
    (0..mind.left).map(|earlier| gained.min((worth - earlier * strike.value - strike.value).max(0))).sum()
}

/// Whether attacks on somebody have advantage anyway, whoever makes them.
fn lies_open(mind: &Mind<'_>, victim: CombatantId) -> bool {
    let opens = |does: &Status| matches!(does, Status::EdgeAgainst { gives: AdvantageKind::Advantage, .. });
    status::statuses(mind.view, mind.book(), victim).iter().any(|(_, cited)| opens(&cited.does))
}

/// Whether attacks on those who have a condition have advantage.
fn opens(mind: &Mind<'_>, condition: Name) -> bool {
    let Some(condition) = mind.rules.conditions.get(condition) else { return false };
    condition.does.iter().any(|cited| match cited.does {
        Status::EdgeAgainst { kind, gives } => gives == AdvantageKind::Advantage && kind.covers(!mind.me().shoots),
        Status::Also(other) => opens(mind, other),
        _ => false,
    })
}

/// What a hold on somebody is worth.
fn hold(mind: &Mind<'_>, victim: CombatantId) -> i32 {
    mind.weighed.value(victim, Worth::Held, || new_hold(mind, victim))
}

fn new_hold(mind: &Mind<'_>, victim: CombatantId) -> i32 {
    let held = mind.rules.policies.grapple.held;
    let Some(condition) = mind.rules.conditions.get(held) else { return 0 };
    if status::has_condition(mind.view, mind.book(), victim, held) {
        return 0;
    }
    // It costs the held one time as well.
    let open = mind.rules.policies.grapple.shared.as_ref().map_or(0, |it| follow_up(mind, victim, it.towards_holder));
    let time = mind.folk.get(victim).might * mind.our_price / 100 / 3;
    burden(mind, victim, condition) * HOLDS / 10 + time + open + shove::from_hold(mind, victim)
}

/// What it is worth that the hold of an enemy on somebody ends.
fn freed(mind: &Mind<'_>, holder: CombatantId, on_ally: bool) -> i32 {
    let holds = mind.view.holds_by(holder).filter(|hold| hold.held == mind.who || on_ally);
    let grapple = &mind.rules.policies.grapple;
    let worth = |pinned: bool, held: CombatantId| {
        let name = grapple.pinned.filter(|_| pinned).unwrap_or(grapple.held);
        mind.rules.conditions.get(name).map_or(0, |condition| burden(mind, held, condition))
    };
    let each = holds.map(|hold| {
        let pinned = if hold.is_pin() { worth(true, hold.held) } else { 0 };
        (passive_again(mind, hold.held) + worth(false, hold.held) + pinned) * HELD / 10
    });
    each.max().unwrap_or(0)
}

/// What it is worth to one who is held to be able to react again.
fn passive_again(mind: &Mind<'_>, held: CombatantId) -> i32 {
    let (policy, sheet) = (&mind.rules.policies.defence, &mind.view.row(held).sheet);
    let lost = given_up(policy, sheet);
    exposed(mind, held, AttackKind::Any) * lost / FACES
}

/// What an effect other than harm is worth.
pub fn value(mind: &Mind<'_>, does: &Effect, target: CombatantId) -> i32 {
    let foe = mind.folk.get(target);
    let might = foe.might * mind.our_price / 100;
    match does {
        Effect::Gain { who: Who::Target, condition } => befalls(mind, target, *condition),
        Effect::Gain { who: Who::Actor, condition } => -befalls(mind, mind.who, *condition),
        Effect::Topple { .. } => befalls(mind, target, mind.rules.policies.consciousness.falls),
        Effect::Staple { condition } => caught(mind, target, *condition),
        Effect::Inflict { who: Who::Target, condition, .. } => befalls(mind, target, *condition),
        Effect::GainTowards { condition, .. } if mind.plans_turns() => follow_up(mind, target, *condition),
        Effect::GainTowards { condition, .. } => befalls(mind, target, *condition) / 4,
        Effect::NextAttack { to_hit, damage } => next_attack(mind, *to_hit, *damage, target),
        Effect::Distract { .. } if mind.friends().next().is_some() => might / 10,
        Effect::Grab => hold(mind, target),
        Effect::Tighten(Hold::Pinned) => {
            mind.rules.policies.grapple.pinned.map_or(0, |pinned| befalls(mind, target, pinned) / 2)
        }
        Effect::Tighten(Hold::HardToBreak(_)) => hold(mind, target) / 8,
        Effect::BreakHold { on_ally, .. } => freed(mind, target, *on_ally),
        Effect::Displace(Displacement::Enter) => -300,
        Effect::Displace(how) => mind.weighed.value(target, Worth::Moved(*how), || shove::worth(mind, target, *how)),
        Effect::Item(_) => lost_weapon(mind, target),
        Effect::Harm { to: Harmed::Item, .. } => lost_weapon(mind, target) / 4,
        Effect::Offer(name) => offered(mind, *name, target),
        Effect::Release => -50,
        _ => 0,
    }
}

/// A bonus on the next strike, which must be the next action.
fn next_attack(mind: &Mind<'_>, to_hit: i16, damage: i16, target: CombatantId) -> i32 {
    let (me, foe) = (mind.me(), mind.folk.get(target));
    let strike = me.might * 9 / 10 * foe.price() / 100;
    strike * i32::from(to_hit) / FACES + i32::from(damage) * foe.price() / 2
}

/// One without its weapon fights with what is left to it, until it has it or another in hand again.
fn lost_weapon(mind: &Mind<'_>, target: CombatantId) -> i32 {
    mind.weighed.value(target, Worth::Disarmed, || disarmed(mind, target))
}

fn disarmed(mind: &Mind<'_>, target: CombatantId) -> i32 {
    let foe = mind.folk.get(target);
    let others =
        mind.view.row(target).arms.weapons.iter().filter(|held| held.place == crate::battle::WeaponLocation::Carried);
    let counts = if others.count() > 0 || mind.plans_turns() { 6 } else { 14 };
    let price = if foe.side == mind.side() { mind.their_price } else { mind.our_price };
    let mut value = folk::disarmed_by(mind, target) * price / 100 * counts / 10;
    if !foe.shoots {
        let lost = lost_by_passivity(mind, target, mind.rules.policies.defence.able);
        value += exposed(mind, target, AttackKind::Melee) * lost / FACES * counts / 10;
    }
    value
}

/// A further action at no cost is worth about half of what it does.
fn offered(mind: &Mind<'_>, name: Name, target: CombatantId) -> i32 {
    let Some(check) = mind.rules.actions.get(name).and_then(|action| action.check()) else { return 0 };
    let effects = check.ladder.iter().flat_map(|rung| &rung.effects);
    effects.map(|effect| value(mind, &effect.does, target)).max().unwrap_or(0) / 2
}
