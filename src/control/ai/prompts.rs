//! Answers to everything that is asked besides what to do in a turn.

use super::effects;
use super::mind::Mind;
use super::shove;
use crate::battle::{CombatantId, Facing, GearPiece};
use crate::content::breakdown::{Sums, Total};
use crate::content::effect::Effect;
use crate::content::policy::{FacingPolicy, Flanking};
use crate::dice::Distribution;
use crate::grid::{Cell, Direction, distance};
use crate::mechanics::attack::{self, Mode};
use crate::mechanics::{movement, reach};
use crate::resolution::{CellPurpose, Choice, Pick, PickPurpose};

/// The cell to move somebody to: down, among friends, and away from its own.
pub fn cell(mind: &Mind<'_>, purpose: CellPurpose, cells: &[Cell]) -> Choice {
    let victim = held_or_near(mind);
    let score = |cell: &Cell| victim.map_or(0, |victim| landing(mind, purpose, victim, *cell));
    let best = cells.iter().copied().reduce(|best, next| if score(&next) > score(&best) { next } else { best });
    best.map_or(Choice::Pass, Choice::Cell)
}

/// Who is being moved: the one held, the holder, or the nearest enemy.
fn held_or_near(mind: &Mind<'_>) -> Option<CombatantId> {
    let held = mind.view.holds_by(mind.who).map(|hold| hold.held).next();
    let holder = mind.view.holds_on(mind.who).map(|hold| hold.holder).next();
    let near = || mind.foes().map(|foe| (mind.distance(foe.id), foe.id)).min().map(|(_, id)| id);
    held.or(holder).or_else(near)
}

fn landing(mind: &Mind<'_>, purpose: CellPurpose, victim: CombatantId, cell: Cell) -> i32 {
    let (view, policy) = (mind.view, mind.book().policies.board.distance);
    let there = view.footprint(victim).at(cell);
    let near = |id: CombatantId| distance(view.shape(), policy, view.footprint(id), there) <= 1;
    let drop = i32::from(view.board().elevation(view.footprint(victim).anchor) - view.board().elevation(cell));
    let ours = mind.friends().filter(|friend| near(friend.id)).count() as i32;
    let theirs = mind.foes().filter(|foe| foe.id != victim && near(foe.id)).count() as i32;
    let mine = i32::from(near(mind.who));
    let wanted = |goal: &crate::content::goal::Goal| matches!(goal, crate::content::goal::Goal::Hold { zone, .. } if zone.cells.contains(&cell));
    let zone = mind.setup.parties.iter().flat_map(|party| &party.goals).any(wanted);
    let kept = if purpose == CellPurpose::Landing { 40 } else { 25 };
    let brink = if purpose == CellPurpose::Landing { 0 } else { shove::brink(mind, victim, cell) };
    shove::pitfall(mind, victim, cell) + brink + drop * 12 + ours * 60 - theirs * 50 + mine * kept
        - i32::from(zone) * 80
}

/// What to pick.
pub fn pick(mind: &Mind<'_>, purpose: PickPurpose, options: &[Pick]) -> Choice {
    let wish = match purpose {
        PickPurpose::EnterAnyway => Some(Pick::No),
        PickPurpose::KeepHold | PickPurpose::BreakHold | PickPurpose::PushFurther => Some(Pick::Yes),
        PickPurpose::ComeIn | PickPurpose::CatchHold => Some(Pick::Yes),
        PickPurpose::FollowUp(name) => Some(if is_worth(mind, name) { Pick::Yes } else { Pick::No }),
        PickPurpose::Defence => best_defence(mind, options),
        PickPurpose::DistractFor => most_pressed(mind, options),
        PickPurpose::DistractWhat => Some(Pick::TheirAttacks),
        PickPurpose::WhichItem => best_item(mind, options),
        // A thing that is struck out of a hand is lost for a while anyway.
        PickPurpose::HarmWhat => options.iter().copied().find(|pick| matches!(pick, Pick::Target(_))),
        PickPurpose::SprintAgain => Some(if could_be_faster(mind) { Pick::Yes } else { Pick::No }),
        PickPurpose::TakeOrFling | PickPurpose::TakeIt => Some(Pick::Take),
        // Hit points first: they keep off what fatigue leads to as well.
        PickPurpose::SplitHealing => options.last().copied(),
    };
    let chosen = wish.filter(|wish| options.contains(wish)).or_else(|| options.first().copied());
    chosen.map_or(Choice::Pass, Choice::Pick)
}

/// Whether a further action at no cost does any good.
fn is_worth(mind: &Mind<'_>, name: crate::content::Name) -> bool {
    let Some(check) = mind.rules.actions.get(name).and_then(|action| action.check()) else { return true };
    let Some(target) = held_or_near(mind) else { return true };
    let effects = check.ladder.iter().flat_map(|rung| &rung.effects);
    let harms = |does: &Effect| matches!(does, Effect::Harm { .. });
    effects
        .map(|effect| if harms(&effect.does) { 1 } else { effects::value(mind, &effect.does, target) })
        .any(|value| value > 0)
}

fn best_defence(mind: &Mind<'_>, options: &[Pick]) -> Option<Pick> {
    let attacker = held_or_near(mind).unwrap_or(mind.who);
    let total = |pick: &Pick| match pick {
        Pick::Defence(stat) => {
            attack::defence::<Total>(mind.view, mind.book(), attacker, mind.who, Some(*stat), Mode::Melee).1.total()
        }
        _ => i16::MIN,
    };
    options.iter().copied().rev().max_by_key(total)
}

/// The thing whose loss costs its bearer most: the one it hits hardest with.
fn best_item(mind: &Mind<'_>, options: &[Pick]) -> Option<Pick> {
    let worth = |pick: &Pick| match pick {
        Pick::Item(bearer, GearPiece::Weapon(slot)) => mind.view.row(*bearer).sheet.weapon(*slot).map_or(0, |entry| {
            let harm = entry.weapon.damage.mean_times_two() + 2 * i32::from(entry.damage.total());
            harm + i32::from(entry.to_hit.total())
        }),
        Pick::Item(..) => 0,
        _ => i32::MIN,
    };
    options.iter().copied().rev().max_by_key(worth)
}

/// Whether a sprint would on average be faster if it were rolled once more.
fn could_be_faster(mind: &Mind<'_>) -> bool {
    let Some(running) = &mind.rules.policies.movement.running else { return false };
    let (policy, row) = (&running.sprint, mind.view.row(mind.who));
    let (skill, attribute, difficulty) = policy.start;
    let bonus = row.sheet.stat(skill) + row.sheet.stat(attribute) - difficulty;
    let dice = Distribution::of(&mind.rules.policies.check_die);
    let feet = |thrown: i32| i32::from(movement::sprint_feet(policy, thrown as i16 + bonus));
    let (sum, of) = dice.map(feet).mean();
    sum > i128::from(row.momentum.sprint_feet) * of as i128
}

/// The ally whom enemies press hardest.
fn most_pressed(mind: &Mind<'_>, options: &[Pick]) -> Option<Pick> {
    let pressed = |pick: &Pick| match pick {
        Pick::Ally(ally) => {
            let near = mind.foes().filter(|foe| mind.apart(foe.id, *ally) <= foe.reach).count() as i32;
            let one = mind.folk.get(*ally);
            near * one.price()
        }
        _ => i32::MIN,
    };
    options.iter().copied().rev().max_by_key(pressed)
}

/// The facing that costs least: what enemies in reach would gain by it.
pub fn face(mind: &Mind<'_>, options: &[Facing]) -> Choice {
    let Flanking::Separation { bonus, facing, .. } = &mind.rules.policies.flanking else { return Choice::Pass };
    let near: Vec<(CombatantId, i32)> = mind
        .foes()
        .filter(|foe| reach::threatens(mind.view, mind.book(), foe.id, mind.who))
        .map(|foe| (foe.id, foe.might))
        .collect();
    let cost = |option: &Facing| -> i32 {
        let gained = |(foe, might): &(CombatantId, i32)| {
            let kept = facing.as_ref().and_then(|policy| gain(mind, policy, *option, *foe));
            might * i32::from(kept.unwrap_or(bonus.amount))
        };
        near.iter().map(gained).sum()
    };
    options.iter().copied().min_by_key(cost).map_or(Choice::Pass, Choice::Face)
}

/// What an enemy would gain against a facing; `None` if none is kept.
fn gain(mind: &Mind<'_>, policy: &FacingPolicy, facing: Facing, foe: CombatantId) -> Option<i16> {
    let (shape, own, theirs) = (mind.view.shape(), mind.view.footprint(mind.who), mind.view.footprint(foe));
    let direction = match facing {
        Facing::AllAround => return None,
        Facing::Direction(number) => Direction(number),
        Facing::Towards(other) => shape.direction_towards(own, mind.view.footprint(other))?,
    };
    let (front, side) = match shape {
        crate::grid::Shape::Square => (policy.front_square, policy.side_square),
        crate::grid::Shape::Hex => (policy.front_hex, policy.side_hex),
    };
    Some(if own.overlaps(shape, theirs) || shape.lies_within(own, direction, theirs, front) {
        policy.front.amount
    } else if shape.lies_within(own, direction, theirs, side) {
        policy.side.amount
    } else {
        policy.rear.amount
    })
}
