//! Answers to all prompts other than what to do in a turn: reactions, cells, picks, facings.

use crate::battle::{CombatantId, Facing, GearPiece};
use crate::content::{Effect, FacingPolicy, Flanking, Goal, Name};
use crate::control::ai::model::{CombatantValues, Situation};
use crate::control::ai::options::stages;
use crate::control::ai::value::{displacement, effects};
use crate::grid::{Cell, Direction, Shape};
use crate::mechanics::attack::Mode;
use crate::mechanics::{checks, movement, reach};
use crate::resolution::{CellPurpose, Choice, Pick, PickPurpose};

/// The best cell to move a victim to: low ground, near allies, away from its friends.
pub fn cell(situation: &Situation<'_>, purpose: CellPurpose, cells: &[Cell]) -> Choice {
    let victim = opponent(situation);
    let score = |cell: &Cell| victim.map_or(0, |victim| landing_score(situation, purpose, victim, *cell));
    let best = cells.iter().copied().reduce(|best, next| if score(&next) > score(&best) { next } else { best });
    best.map_or(Choice::Pass, Choice::Cell)
}

/// The combatant being moved: the one held, the holder, or the nearest enemy.
fn opponent(situation: &Situation<'_>) -> Option<CombatantId> {
    let held = situation.view.holds_by(situation.actor).map(|hold| hold.held).next();
    let holder = situation.view.holds_on(situation.actor).map(|hold| hold.holder).next();
    held.or(holder).or_else(|| situation.nearest_enemy().map(|(_, id)| id))
}

fn landing_score(situation: &Situation<'_>, purpose: CellPurpose, victim: CombatantId, cell: Cell) -> i32 {
    let view = situation.view;
    let there = view.footprint(victim).at(cell);
    let near = |id: CombatantId| situation.apart(view.footprint(id), there) <= 1;
    let drop = i32::from(view.board().elevation(view.footprint(victim).anchor) - view.board().elevation(cell));
    let ours = situation.allies().filter(|ally| near(ally.id)).count() as i32;
    let theirs = situation.enemies().filter(|enemy| enemy.id != victim && near(enemy.id)).count() as i32;
    let mine = i32::from(near(situation.actor));
    let is_held = |goal: &Goal| matches!(goal, Goal::Hold { zone, .. } if zone.cells.contains(&cell));
    let zone = situation.setup.sides.iter().flat_map(|party| &party.goals).any(is_held);
    let beside = if purpose == CellPurpose::Landing { 40 } else { 25 };
    let brink = if purpose == CellPurpose::Landing { 0 } else { displacement::brink_value(situation, victim, cell) };
    displacement::landing_value(situation, victim, cell) + brink + drop * 12 + ours * 60 - theirs * 50 + mine * beside
        - i32::from(zone) * 80
}

pub fn pick(situation: &Situation<'_>, purpose: PickPurpose, options: &[Pick]) -> Choice {
    let wish = match purpose {
        PickPurpose::EnterAnyway => Some(Pick::No),
        // A blocked mover is kept away; one that passes is behind the lines.
        PickPurpose::LetPass { .. } => Some(Pick::No),
        PickPurpose::KeepHold | PickPurpose::BreakHold | PickPurpose::PushFurther => Some(Pick::Yes),
        PickPurpose::ComeIn | PickPurpose::CatchHold | PickPurpose::FollowPush => Some(Pick::Yes),
        // A useless item is worth as little to its bearer, and may be worth something to the victor.
        PickPurpose::DestroyItem => Some(Pick::No),
        PickPurpose::DestroyObject => Some(Pick::Yes), // it was in the way
        PickPurpose::FollowUp(name) => Some(if is_useful(situation, name) { Pick::Yes } else { Pick::No }),
        PickPurpose::Defence => best_defence(situation, options),
        PickPurpose::Defend { .. } => {
            let attack = purpose.attack_on(situation.actor);
            attack.and_then(|(from, act)| stages::best_defence(situation, &act, from, options))
        }
        PickPurpose::Critical { on, weapon, .. } => stages::best_critical(situation, on, weapon, options),
        PickPurpose::ChargeEnd { on, .. } => stages::best_winners_action(situation, on, options),
        PickPurpose::Winner { on, .. } => stages::best_winners_action(situation, on, options),
        PickPurpose::DistractFor => most_endangered(situation, options),
        PickPurpose::DistractWhat => Some(Pick::TheirAttacks),
        PickPurpose::WhichItem => best_item(situation, options),
        // A disarmed item is out of action for a while anyway.
        PickPurpose::HarmWhat => options.iter().copied().find(|pick| matches!(pick, Pick::Target(_))),
        // The longest movement and the worst wound come first: the mover stays in reach, the target is harmed most.
        // What costs least comes first where a part of the body is saved.
        PickPurpose::Cling | PickPurpose::HowSevere | PickPurpose::SavePart { .. } => options.first().copied(),
        PickPurpose::SprintAgain => Some(if could_be_faster(situation) { Pick::Yes } else { Pick::No }),
        PickPurpose::TakeOrFling | PickPurpose::TakeIt => Some(Pick::Take),
        // Hit points first: they also prevent the effects of fatigue.
        PickPurpose::SplitHealing => options.last().copied(),
    };
    let chosen = wish.filter(|wish| options.contains(wish)).or_else(|| options.first().copied());
    chosen.map_or(Choice::Pass, Choice::Pick)
}

fn is_useful(situation: &Situation<'_>, name: Name) -> bool {
    let Some(check) = situation.rules.actions.get(name).and_then(|action| action.check()) else { return true };
    let Some(target) = opponent(situation) else { return true };
    let harms = |does: &Effect| matches!(does, Effect::Harm { .. });
    check.effects().any(|does| harms(does) || effects::value(situation, does, target) > 0)
}

fn best_defence(situation: &Situation<'_>, options: &[Pick]) -> Option<Pick> {
    let attacker = opponent(situation).unwrap_or(situation.actor);
    let total = |pick: &Pick| match pick {
        Pick::Defence(stat) => situation.defence(attacker, situation.actor, Some(*stat), Mode::Melee).1,
        _ => i16::MIN,
    };
    options.iter().copied().rev().max_by_key(total)
}

/// The item whose loss costs its bearer most: the weapon that hits hardest.
fn best_item(situation: &Situation<'_>, options: &[Pick]) -> Option<Pick> {
    let value = |pick: &Pick| match pick {
        Pick::Item(bearer, GearPiece::Weapon(slot)) => {
            situation.view.row(*bearer).sheet.weapon(*slot).map_or(0, |entry| {
                let harm = entry.weapon.damage.mean_times_two() + 2 * i32::from(entry.damage.total());
                harm + i32::from(entry.to_hit.total())
            })
        }
        Pick::Item(..) => 0,
        _ => i32::MIN,
    };
    options.iter().copied().rev().max_by_key(value)
}

fn could_be_faster(situation: &Situation<'_>) -> bool {
    let Some(running) = &situation.rules.policies.movement.running else { return false };
    let (policy, row) = (&running.sprint, situation.row());
    let (skill, attribute, difficulty) = policy.start;
    let bonus = row.sheet.stat(skill) + row.sheet.stat(attribute) - difficulty;
    let faster = |margin: i32| i32::from(movement::sprint_bonus(policy, margin as i16));
    let (sum, of) = checks::margins(&situation.rules.policies.rolls.check, bonus).map(faster).mean();
    sum > i128::from(row.momentum.sprint_bonus) * of as i128
}

fn most_endangered(situation: &Situation<'_>, options: &[Pick]) -> Option<Pick> {
    let danger = |pick: &Pick| match pick {
        Pick::Ally(ally) => {
            let reaches = |enemy: &&CombatantValues| situation.distance_between(enemy.id, *ally) <= enemy.reach;
            situation.enemies().filter(reaches).count() as i32 * situation.combatants.get(*ally).value_per_hp()
        }
        _ => i32::MIN,
    };
    options.iter().copied().rev().max_by_key(danger)
}

/// The facing that gives enemies in reach the smallest bonuses.
pub fn face(situation: &Situation<'_>, options: &[Facing]) -> Choice {
    let Flanking::Separation { bonus, facing, .. } = &situation.rules.policies.flanking else { return Choice::Pass };
    let threatens = |enemy: &&CombatantValues| reach::threatens(situation.game(), enemy.id, situation.actor);
    let near: Vec<&CombatantValues> = situation.enemies().filter(threatens).collect();
    let cost = |option: &Facing| -> i32 {
        let gained = |enemy: &&CombatantValues| {
            let bonus_kept = facing.as_ref().and_then(|policy| bonus_against(situation, policy, *option, enemy.id));
            enemy.damage_rate * i32::from(bonus_kept.unwrap_or(bonus.amount))
        };
        near.iter().map(gained).sum()
    };
    options.iter().copied().min_by_key(cost).map_or(Choice::Pass, Choice::Face)
}

fn bonus_against(situation: &Situation<'_>, policy: &FacingPolicy, facing: Facing, enemy: CombatantId) -> Option<i16> {
    let (shape, own, theirs) = (situation.view.shape(), situation.here(), situation.view.footprint(enemy));
    let direction = match facing {
        Facing::AllAround => return None,
        Facing::Direction(number) => Direction(number),
        Facing::Towards(other) => shape.direction_towards(own, situation.view.footprint(other))?,
    };
    let (front, side) = match shape {
        Shape::Square => (policy.front_square, policy.side_square),
        Shape::Hex => (policy.front_hex, policy.side_hex),
    };
    Some(if own.overlaps(shape, theirs) || shape.lies_within(own, direction, theirs, front) {
        policy.front.amount
    } else if shape.lies_within(own, direction, theirs, side) {
        policy.side.amount
    } else {
        policy.rear.amount
    })
}
