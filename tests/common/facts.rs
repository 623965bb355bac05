//! Queries on the facts of a battle, and common answers.

#![allow(dead_code, reason = "every test file that includes this uses its own part of it")]

use warboard::battle::{CombatantId, LinkId};
use warboard::content::{Breakdown, Name, Refusal, Stat, Unit};
use warboard::grid::Cell;
use warboard::mechanics::attack::Degree;
use warboard::mechanics::damage::AppliedDamage;
use warboard::resolution::event::{Cause, Rolled, Shift};
use warboard::resolution::{Act, Asks, BattleEvent, CellPurpose, Choice, Pick, PickPurpose};
use warboard::turn::DueKind;

use super::skirmish::{Skirmish, UnitBuilder, base_unit, skirmish, time_count};

/// A basic unit whose first turn comes only after the test.
pub fn idle() -> Unit {
    base_unit().stat(Stat::Initiative, -500)
}

/// Every check rolled, in order.
pub fn checks(events: &[BattleEvent]) -> Vec<Rolled> {
    let rolled = events.iter().filter_map(|event| match event {
        BattleEvent::CheckRolled(rolled) => Some((**rolled).clone()),
        _ => None,
    });
    rolled.collect()
}

/// The degree of every check, in order.
pub fn degrees(events: &[BattleEvent]) -> Vec<Degree> {
    checks(events).into_iter().map(|rolled| rolled.degree).collect()
}

/// All damage taken, in order.
pub fn damage_taken(events: &[BattleEvent]) -> Vec<AppliedDamage> {
    let hurt = events.iter().filter_map(|event| match event {
        BattleEvent::DamageTaken(hurt) => Some((**hurt).clone()),
        _ => None,
    });
    hurt.collect()
}

/// The damage of every hit before it was split, in order.
pub fn damage(events: &[BattleEvent]) -> Vec<i16> {
    damage_taken(events).into_iter().map(|hurt| hurt.amount.total()).collect()
}

/// The terms of a sum that are not 0: label, amount, rule.
pub fn terms(sum: &Breakdown) -> Vec<(String, i16, &'static str)> {
    let terms = sum.terms().iter().filter(|term| term.amount != 0);
    terms.map(|term| (term.label.words(), term.amount, term.rule.as_str())).collect()
}

/// The rules by which holds ended.
pub fn holds_ended(events: &[BattleEvent]) -> Vec<&'static str> {
    let ended = events.iter().filter_map(|event| match event {
        BattleEvent::LinkEnded { rule, .. } => Some(rule.as_str()),
        _ => None,
    });
    ended.collect()
}

/// The id of the only hold.
pub fn hold(battle: &Skirmish) -> LinkId {
    battle.snapshot().links[0].id
}

/// The rule that refuses an act.
pub fn refusal(battle: &mut Skirmish, act: Act) -> &'static str {
    let Refusal { why, rule } = battle.refused(Choice::Act(act));
    assert!(!why.is_empty());
    rule.as_str()
}

/// The rule that refuses an action on a target.
pub fn refused_at(battle: &mut Skirmish, action: &str, at: char) -> &'static str {
    let target: CombatantId = battle.id(at);
    refusal(battle, Act::at(action, target, None))
}

/// The purpose and the cells of the open choice of a cell.
pub fn cells(battle: &Skirmish) -> (CellPurpose, Vec<(i16, i16)>) {
    match battle.asked().1 {
        Asks::Cell { purpose, cells } => (purpose, cells.iter().map(|cell| (cell.x, cell.y)).collect()),
        other => panic!("expected a choice of a cell, not {other:?}"),
    }
}

/// The purpose of the open pick.
pub fn purpose(battle: &Skirmish) -> PickPurpose {
    match battle.asked().1 {
        Asks::Pick { purpose, .. } => purpose,
        other => panic!("expected a pick, not {other:?}"),
    }
}

/// Moves a combatant directly into a space, occupied or not.
pub fn teleport(battle: &mut Skirmish, mark: char, (x, y): (i16, i16)) {
    let (who, at) = (battle.id(mark), battle.row(mark).position);
    let shift = Shift { who, from: at.cell(), to: Cell::new(x, y), extent: at.extent, altitudes: (0, 0) };
    let cause = Cause::Forced { by: who, action: Name::new("test") };
    let bodies = [shift].into_iter().collect();
    battle.state.impose(&BattleEvent::Displaced { bodies, cause, rule: Name::new("test") });
}

/// Lifts a combatant directly to an altitude in feet.
pub fn lift(battle: &mut Skirmish, mark: char, feet: i16) {
    let (who, at) = (battle.id(mark), battle.row(mark).position);
    let shift = Shift { who, from: at.cell(), to: at.cell(), extent: at.extent, altitudes: (at.altitude, feet) };
    let (bodies, cause) = ([shift].into_iter().collect(), Cause::Step);
    battle.state.impose(&BattleEvent::Displaced { bodies, cause, rule: Name::new("test") });
}

/// The counts on which checks to wake are due.
pub fn wakings_due(battle: &Skirmish) -> Vec<i32> {
    let dues = battle.state.timeline().iter();
    dues.filter(|due| matches!(due.what, DueKind::Waking(_))).map(|due| due.at).collect()
}

/// The answer that picks a cell.
pub fn at(x: i16, y: i16) -> Choice {
    Choice::Cell(Cell::new(x, y))
}

/// The answer yes.
pub fn yes() -> Choice {
    Choice::Pick(Pick::Yes)
}

/// The answer no.
pub fn no() -> Choice {
    Choice::Pick(Pick::No)
}

/// A battle in which `a` has grabbed `B`, which never acts, at the next turn of `a`.
pub fn holding(map: &str, a: Unit, b: Unit, dice: &[u16]) -> Skirmish {
    let rules = time_count();
    let faces = [1, 1, 14].iter().chain(dice).copied().collect::<Vec<_>>();
    let mut battle = skirmish(&rules, map).unit('a', a).unit('B', b.stat(Stat::Initiative, -500)).rolls(&faces);
    battle.act_on('a', "grab", 'B');
    battle.events();
    battle
}

/// The combatants whose turns began since the last call of `events`.
pub fn turns_begun(battle: &mut Skirmish) -> Vec<char> {
    let events = battle.events();
    let who = events.iter().filter_map(|event| match event {
        BattleEvent::TurnBegan { who } => Some(*who),
        _ => None,
    });
    let who: Vec<CombatantId> = who.collect();
    who.into_iter().map(|who| battle.mark(who)).collect()
}
