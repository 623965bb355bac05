//! What tests ask about the facts of a battle.

#![allow(dead_code, reason = "every test file that includes this uses its own part of it")]

use warboard::battle::{CombatantId, LinkId};
use warboard::content::Name;
use warboard::content::breakdown::Breakdown;
use warboard::content::refusal::Refusal;
use warboard::content::stat::Stat;
use warboard::content::unit::Unit;
use warboard::grid::Cell;
use warboard::mechanics::attack::Degree;
use warboard::mechanics::damage::AppliedDamage;
use warboard::resolution::event::{Cause, Rolled, Shift};
use warboard::resolution::{Act, Asks, BattleEvent, CellPurpose, Choice, Pick, PickPurpose};
use warboard::turn::DueKind;

use super::skirmish::{Skirmish, Tailored, dull, skirmish, time_count};

/// A dull unit whose first turn comes after everything a test does.
pub fn idle() -> Unit {
    dull().stat(Stat::Initiative, -500)
}

/// Every check rolled, in order.
pub fn checks(events: &[BattleEvent]) -> Vec<Rolled> {
    let rolled = events.iter().filter_map(|event| match event {
        BattleEvent::CheckRolled(rolled) => Some((**rolled).clone()),
        _ => None,
    });
    rolled.collect()
}

/// How the checks came out.
pub fn degrees(events: &[BattleEvent]) -> Vec<Degree> {
    checks(events).into_iter().map(|rolled| rolled.degree).collect()
}

/// All damage taken, in order.
pub fn hurts(events: &[BattleEvent]) -> Vec<AppliedDamage> {
    let hurt = events.iter().filter_map(|event| match event {
        BattleEvent::DamageTaken(hurt) => Some((**hurt).clone()),
        _ => None,
    });
    hurt.collect()
}

/// The damage of every hit before it was split, in order.
pub fn damage(events: &[BattleEvent]) -> Vec<i16> {
    hurts(events).into_iter().map(|hurt| hurt.amount.total()).collect()
}

/// The terms of a number that are not 0: words, amount, rule.
pub fn terms(sum: &Breakdown) -> Vec<(String, i16, &'static str)> {
    let terms = sum.terms().iter().filter(|term| term.amount != 0);
    terms.map(|term| (term.label.words(), term.amount, term.rule.as_str())).collect()
}

/// Holds that ended: the rule by which.
pub fn holds_ended(events: &[BattleEvent]) -> Vec<&'static str> {
    let ended = events.iter().filter_map(|event| match event {
        BattleEvent::LinkEnded { rule, .. } => Some(rule.as_str()),
        _ => None,
    });
    ended.collect()
}

/// The number of the only hold there is.
pub fn hold(battle: &Skirmish) -> LinkId {
    battle.snapshot().links[0].id
}

/// The rule by which an act is refused.
pub fn refusal(battle: &mut Skirmish, act: Act) -> &'static str {
    let Refusal { why, rule } = battle.refused(Choice::Act(act));
    assert!(!why.is_empty());
    rule.as_str()
}

/// The rule by which an action at somebody is refused.
pub fn refused_at(battle: &mut Skirmish, action: &str, at: char) -> &'static str {
    let target: CombatantId = battle.id(at);
    refusal(battle, Act::at(action, target, None))
}

/// The cells somebody is asked to choose from, and what for.
pub fn cells(battle: &Skirmish) -> (CellPurpose, Vec<(i16, i16)>) {
    match battle.asked().1 {
        Asks::Cell { purpose, cells } => (purpose, cells.iter().map(|cell| (cell.x, cell.y)).collect()),
        other => panic!("no cell is asked for but {other:?}"),
    }
}

/// What a pick is asked for.
pub fn purpose(battle: &Skirmish) -> PickPurpose {
    match battle.asked().1 {
        Asks::Pick { purpose, .. } => purpose,
        other => panic!("no pick is asked for but {other:?}"),
    }
}

/// Puts somebody into a space, whoever is there.
pub fn put(battle: &mut Skirmish, mark: char, (x, y): (i16, i16)) {
    let (who, at) = (battle.id(mark), battle.row(mark).position);
    let shift = Shift { who, from: at.cell(), to: Cell::new(x, y), extent: at.extent, altitudes: (0, 0) };
    let cause = Cause::Forced { by: who, action: Name::new("test") };
    let bodies = [shift].into_iter().collect();
    battle.state.impose(&BattleEvent::Displaced { bodies, cause, rule: Name::new("test") });
}

/// Lifts somebody into the air, as if it had flown there.
pub fn lift(battle: &mut Skirmish, mark: char, feet: i16) {
    let (who, at) = (battle.id(mark), battle.row(mark).position);
    let shift = Shift { who, from: at.cell(), to: at.cell(), extent: at.extent, altitudes: (at.altitude, feet) };
    let (bodies, cause) = ([shift].into_iter().collect(), Cause::Step);
    battle.state.impose(&BattleEvent::Displaced { bodies, cause, rule: Name::new("test") });
}

/// When checks to wake are due.
pub fn wakings(battle: &Skirmish) -> Vec<i32> {
    let dues = battle.state.timeline().iter();
    dues.filter(|due| matches!(due.what, DueKind::Waking(_))).map(|due| due.at).collect()
}

/// A cell as an answer.
pub fn at(x: i16, y: i16) -> Choice {
    Choice::Cell(Cell::new(x, y))
}

pub fn yes() -> Choice {
    Choice::Pick(Pick::Yes)
}

pub fn no() -> Choice {
    Choice::Pick(Pick::No)
}

/// `a` has taken hold of `B`, who never acts, and it is the turn of `a` again.
pub fn holding(map: &str, a: Unit, b: Unit, dice: &[u16]) -> Skirmish {
    let rules = time_count();
    let faces = [1, 1, 14].iter().chain(dice).copied().collect::<Vec<_>>();
    let mut battle = skirmish(&rules, map).unit('a', a).unit('B', b.stat(Stat::Initiative, -500)).rolls(&faces);
    battle.does('a', "grab", 'B');
    battle.events();
    battle
}

/// OrderScope turns began, since this was last asked.
pub fn began(battle: &mut Skirmish) -> Vec<char> {
    let events = battle.events();
    let who = events.iter().filter_map(|event| match event {
        BattleEvent::TurnBegan { who } => Some(*who),
        _ => None,
    });
    let who: Vec<CombatantId> = who.collect();
    who.into_iter().map(|who| battle.mark(who)).collect()
}
