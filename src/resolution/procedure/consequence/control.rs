//! Control of untrained mounts: checks to keep it, its loss, and the flight of a mount out of control (HD-395 to HD-401).

use std::cmp::Reverse;

use crate::battle::{Act, CombatantId, Row, Vitals};
use crate::content::{Action, Breakdown, Does, Effect, Gait, Label, Refusal, Rule};
use crate::grid::{Cell, Flood, Footprint, distance};
use crate::mechanics::{Game, health, mount, movement, reach, space, status};
use crate::resolution::event::{BattleEvent, Facts};
use crate::resolution::frame::Walk;
use crate::resolution::legal;
use crate::resolution::procedure::effect::conditions;
use crate::resolution::procedure::plain_check::PlainCheck;
use crate::resolution::step::Inputs;

/// A wound of a rider or its mount: the rider checks whether it keeps control (HD-395), unless one of them falls.
pub(super) fn wounded(who: CombatantId, before: &Vitals, inputs: &mut Inputs<'_>, events: &mut Facts) {
    let view = inputs.view;
    let mount = view.mount_of(who).unwrap_or(who);
    if health::remaining(&view.row(who).vitals) >= health::remaining(before) {
        return;
    }
    let Some((rider, policy)) = mount::controller(inputs.game(), mount) else { return };
    let falls = |event: &BattleEvent| match event {
        BattleEvent::FellUnconscious { who, .. } | BattleEvent::Died { who, .. } => [rider, mount].contains(who),
        _ => false,
    };
    if !events.iter().any(falls) {
        check((rider, mount), policy.wound_rule, inputs, events);
    }
}

/// After a step of a combatant: every rider that has come within reach of a melee weapon of an enemy by it checks whether it keeps
/// control of its mount (HD-396). The reason why the mover stops, if it is a mount that is out of control now.
pub(crate) fn comes_in_reach(walk: &Walk, inputs: &mut Inputs<'_>, events: &mut Facts) -> Option<Refusal> {
    mount::control(inputs.game()).filter(|_| walk.at > 0)?;
    let before = *walk.path[..walk.at - 1].last().unwrap_or(&walk.start);
    let riders: Vec<CombatantId> = inputs.view.present().map(|row| row.id).collect();
    for rider in riders {
        let Some(mount) = inputs.view.mount_of(rider) else { continue };
        let rider_moves = walk.who == mount;
        let moved = if rider_moves { rider } else { walk.who };
        let there = inputs.view.footprint(moved).at(before);
        let enemies = inputs.view.enemies_of(inputs.view.row(rider).side).map(|row| row.id);
        let newly = |enemy: &CombatantId| {
            (rider_moves || *enemy == walk.who) && reaches(inputs.game(), *enemy, rider, (moved, there))
        };
        for _ in enemies.filter(newly).collect::<Vec<_>>() {
            let Some((_, policy)) = mount::controller(inputs.game(), mount) else { break };
            if !check((rider, mount), policy.reach_rule, inputs, events) {
                let refused = Refusal::new("its mount is out of control", policy.lost_rule);
                if rider_moves {
                    return Some(refused);
                }
                break;
            }
        }
    }
    None
}

/// Whether an enemy can strike a rider in melee now and could not with one of them where it was before.
fn reaches(game: Game<'_>, enemy: CombatantId, rider: CombatantId, (moved, before): (CombatantId, Footprint)) -> bool {
    reach::threatens(game, enemy, rider) && !reach::threatens(game.with(moved, before), enemy, rider)
}

/// Rolls a check of control; whether it succeeds. If it fails, the mount is out of control (HD-397, HD-402).
fn check((rider, mount): (CombatantId, CombatantId), rule: Rule, inputs: &mut Inputs<'_>, events: &mut Facts) -> bool {
    let Some(policy) = mount::control(inputs.game()) else { return true };
    let mut bonus = Breakdown::of([(Label::Stat(policy.stat), inputs.view.row(rider).sheet.stat(policy.stat), rule)]);
    status::add_to_roll(inputs.game(), rider, &mut bonus);
    conditions::add_changed(rider, inputs, events, &mut bonus);
    let difficulty = Breakdown::of([(Label::Base, policy.difficulty, policy.difficulty_rule)]);
    let margin = PlainCheck { who: rider, name: "keep_control", roll: policy.dice, bonus, difficulty, rule }
        .roll(inputs, events);
    if margin < 0 {
        conditions::gain(mount, policy.lost, rider, policy.lost_rule, inputs, events);
    }
    margin >= 0
}

/// The act of a mount out of control in its turn: it flees to where it can be farthest from its enemies, and ends its turn there
/// (HD-398). `None` for all others.
pub(crate) fn flight(who: CombatantId, inputs: &Inputs<'_>) -> Option<Act> {
    mount::lost(inputs.game(), who)?;
    let does = |wanted: fn(&Does) -> bool| inputs.rules.actions.iter().find(|action| wanted(&action.does));
    let away = || {
        let walk = does(|does| matches!(does, Does::Move(Gait::Walk)))?;
        let act = Act::along(walk.id, way_out(who, inputs)?);
        legal::check(inputs.view, inputs.rules, who, &act).is_ok().then_some(act)
    };
    away().or_else(|| does(|does| *does == Does::Wait).map(|wait| Act::own(wait.id)))
}

/// The path to the nearest of the cells that are farthest from all enemies; `None` if it is there.
fn way_out(who: CombatantId, inputs: &Inputs<'_>) -> Option<Vec<Cell>> {
    let (game, mut flood) = (inputs.game(), Flood::default());
    movement::may_use_gait(game, who, Gait::Walk).ok()?;
    let (body, most) = (game.footprint(who), movement::allowance(game, who, Gait::Walk));
    movement::flood(game, who, Gait::Walk, &mut flood, most);
    let nearest = |cell: Cell| {
        let to =
            |enemy: &Row| distance(game.shape(), game.policies.board.distance, body.at(cell), game.footprint(enemy.id));
        game.enemies_of(game.row(who).side).map(to).min()
    };
    let open = |cell: &&Cell| space::may_end(game, who, body.at(**cell)).is_ok();
    let cells = flood.reached().iter().filter(open);
    let best =
        cells.copied().max_by_key(|cell| (nearest(*cell), Reverse(flood.cost(*cell)), Reverse((cell.y, cell.x))))?;
    (nearest(best) > nearest(body.anchor)).then(|| flood.path_to(best))
}

/// After an action of a rider: whatever it does but calm its mount or end its turn, its attempts to calm it are no longer in a row
/// (HD-401).
pub(crate) fn acted(who: CombatantId, action: &Action, inputs: &Inputs<'_>, events: &mut Facts) {
    let Some(policy) = mount::control(inputs.game()) else { return };
    let gains = |does: &Effect| matches!(does, Effect::GainLevels { condition, .. } if *condition == policy.calming);
    if action.does != Does::Wait && !action.has_effect(gains) {
        conditions::lose(who, policy.calming, policy.calming_rule, inputs, events);
    }
}
