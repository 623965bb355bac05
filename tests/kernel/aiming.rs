//! Opponents aim at parts of the body, and treat wounds and parts.

use std::sync::Arc;

use crate::skirmish::*;
use crate::treatment::rules;
use warboard::battle::Side;
use warboard::content::{Action, Name, Stat, Table, Unit};
use warboard::control::{Controller, Strength, Tactician};
use warboard::resolution::{Act, BattleEvent, Choice};
use warboard::rules::Ruleset;

fn tough() -> Unit {
    plain().stat(Stat::Constitution, 8).stat(Stat::Accuracy, 14)
}

/// A body that may be dead by its head, at which attacks are aimed with this modifier, and an action that mends parts.
fn bodies(aimed: i16) -> Ruleset {
    const MEND: &str = r#"(
        id: "mend", name: "Mend", about: "Restores points of a part of the body.", speed: Class(Standard), aim: Friend, reach: Adjacent,
        does: Effects([(does: HealPart(amount: Dice("6")))]), rule: "R-50",
    ),"#;
    let model = format!(
        r#"Parts((usual: "body", usual_rule: "R-22", parts: [
            (id: "head", points: (stat: Constitution, times: 1), points_rule: "R-21",
                aimed: Some((amount: {aimed}, rule: "R-23")),
                thresholds: [(at: AtMost(0), first: None, condition: None, fate: Dies, rule: "R-20")]),
            (id: "body", points: (stat: Constitution, times: 3), points_rule: "R-21", aimed: None,
                thresholds: [(at: AtMost(0), first: None, condition: None, fate: Down, rule: "R-20")]),
        ]))"#
    );
    let mut rules = rules(&model, r#"[(does: Lose([Part]), rule: "R-9")]"#, MEND);
    let mut all: Vec<Action> = rules.actions.iter().map(|action| Action::clone(action)).collect();
    all.retain(|action| ["strike", "mend", "move", "wait"].contains(&action.id.as_str()));
    all.iter_mut().filter(|action| action.id.as_str() == "strike").for_each(|strike| strike.at_parts = true);
    rules.actions = Table::new(all);
    rules
}

/// Gives a combatant these points of its head and its body.
fn impose(battle: &mut Skirmish, mark: char, left: [i16; 2]) {
    let mut vitals = battle.row(mark).vitals;
    vitals.parts.left[..2].copy_from_slice(&left);
    let (who, rule) = (battle.id(mark), Name::new("test"));
    battle.state.impose(&BattleEvent::Bolstered { who, amount: Default::default(), vitals, rule });
}

fn choice(battle: &Skirmish) -> Act {
    let prompt = battle.battle().prompt().expect("an open prompt").clone();
    let (setup, side) = (battle.battle().setup().clone(), battle.snapshot().view().row(prompt.who).side);
    let mut mind = Tactician::new(Side(side.0), 1, Strength::Hard).explaining();
    let answer = mind.answer(battle.snapshot().view(), &setup.rules, &setup, &prompt);
    let Choice::Act(act) = answer.choice else { panic!("{:?}", answer.choice) };
    act
}

#[test] // PR-181
fn a_tactician_aims_at_a_part_whose_loss_kills_unless_it_would_hardly_hit() {
    for (aimed, part) in [(-2, Some("head")), (-18, None)] {
        let plan = skirmish(&Arc::new(bodies(aimed)), "a B").unit('a', tough()).unit('B', tough());
        let mut battle = plan.rolls(&[20, 10]);
        impose(&mut battle, 'B', [5, 24]);
        let act = choice(&battle);
        assert_eq!((act.action.as_str(), act.part.map(|part| part.as_str())), ("strike", part), "{aimed}");
    }
}

#[test] // PR-188
fn a_tactician_mends_a_friend_that_is_down_and_strikes_if_nobody_needs_it() {
    for (left, action) in [([8, 0], "mend"), ([8, 24], "strike")] {
        let plan = skirmish(&Arc::new(bodies(-18)), "c a B").unit('a', tough()).unit('c', tough()).unit('B', tough());
        let mut battle = plan.rolls(&[20, 5, 10]);
        impose(&mut battle, 'c', left);
        let act = choice(&battle);
        assert_eq!(act.action.as_str(), action, "{left:?}");
        if action == "mend" {
            assert_eq!(act.aimed_at(), Some(battle.id('c')));
        }
    }
}
