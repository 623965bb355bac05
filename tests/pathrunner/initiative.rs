//! Initiative that changes during a battle: electricity, delayed turns and readied actions.

use std::sync::Arc;

use crate::fighters::*;
use crate::skirmish::*;
use warboard::battle::Readied;
use warboard::content::authored::parse;
use warboard::content::{Action, Source, Table};
use warboard::resolution::{Act, Choice, Pick, Target};
use warboard::rules::Ruleset;

/// The rules with actions that deal 17 and 10 points of electricity.
fn shocking() -> Arc<Ruleset> {
    let shock = |id: &str, points: u16| {
        format!(
            r#"(id: "{id}", name: "Shock", about: "Lightning.", speed: Actions(1), aim: Enemy,
            does: Check((roll: Stat(WillSave), against: Difficulty(number: 0, rule: "PR-115"), ladder: [(when: Wins, effects: [
                (does: Harm(to: Target, amount: Dice("{points}"), harm: Some("electricity"))),
            ])])), rule: "PR-115"),"#
        )
    };
    let text = format!("[{}{}]", shock("shock_17", 17), shock("shock_10", 10));
    let more: Vec<Action> = parse(&Source::new("shock.ron", text)).expect("it parses");
    let mut rules = Ruleset::clone(&pathrunner());
    rules.actions = Table::new(rules.actions.iter().map(|known| Action::clone(known)).chain(more).collect());
    Arc::new(rules)
}

/// A, B and W against V, with these initiatives; W has the higher dexterity. Each shock is a roll that cannot fail.
fn four(a: u16, b: u16, v: u16, w: u16, shocks: &[u16]) -> Skirmish {
    let rules = shocking();
    let w = (('w', fighter().has("Dexterity", 11)), w);
    let plan = skirmish(&rules, "a b w V").unit('a', fighter()).unit('b', fighter()).unit(w.0.0, w.0.1);
    plan.unit('V', fighter()).rolls(&[&[a, b, w.1, v], shocks].concat())
}

/// The next turns: each ends at once.
fn turns(battle: &mut Skirmish, count: usize) -> String {
    let next = |battle: &mut Skirmish| {
        let (who, _) = battle.asked();
        battle.wait(who);
        who
    };
    (0..count).map(|_| next(battle)).collect()
}

// PR-A10: PR-004, PR-011, PR-115, PR-116, PR-G32
#[test]
fn acceptance_battle_10_electricity_lowers_initiative_at_once_and_until_the_end_of_the_next_turn() {
    let mut battle = four(18, 15, 12, 9, &[10, 10]);
    battle.act_on('a', "shock_17", 'V');
    assert_eq!(battle.row('V').turn_state.initiative, 9, "a penalty of 3, and a tie that W wins by dexterity");
    battle.wait('a').act_on('b', "shock_10", 'V').wait('b');
    assert_eq!(battle.row('V').turn_state.initiative, 7, "cumulative");
    assert_eq!(turns(&mut battle, 2), "wV", "no one is skipped");
    assert_eq!(battle.row('V').turn_state.initiative, 12);
    assert_eq!(turns(&mut battle, 4), "abVw");
}

// PR-A10: PR-004, PR-115, PR-G32
#[test]
fn acceptance_battle_10_a_combatant_shocked_after_its_turn_does_not_act_again_in_the_round() {
    let mut battle = four(18, 15, 12, 9, &[10]);
    assert_eq!(turns(&mut battle, 3), "abV");
    battle.act_on('w', "shock_17", 'V').wait('w');
    assert_eq!((battle.count(), battle.row('V').turn_state.initiative), (2, 9));
    assert_eq!(turns(&mut battle, 8), "abwVabVw", "one more round at 9, and then at 12 again");
}

#[test] // PR-170, PR-175, PR-G41
fn a_delayed_turn_comes_in_after_any_other_and_keeps_its_place() {
    let mut battle = four(18, 15, 12, 9, &[]);
    battle.perform('a', "delay").wait('b');
    assert_eq!(battle.asked().0, 'a', "after the turn of b");
    battle.choose('a', Choice::Pick(Pick::No)).wait('V');
    battle.choose('a', Choice::Pick(Pick::Yes));
    assert_eq!(turns(&mut battle, 2), "aw");
    assert_eq!(turns(&mut battle, 4), "bVaw", "at its new place from now on");
}

#[test] // PR-175, PR-G41
fn a_readied_action_moves_its_combatant_to_just_before_the_one_that_set_it_off() {
    let fighters = [('a', fighter(), 18), ('B', fighter(), 12), ('c', fighter(), 6)];
    let mut battle = battle("a . . B . c", &fighters, &[2]);
    let (attack, watch) = (Act { target: Target::Whoever, ..Act::own("attack") }, "steps_into_reach".into());
    let readied = Readied { act: attack, watch };
    battle.act('a', Act { target: Target::Ready(Box::new(readied)), ..Act::own("ready") }).wait('a');
    battle.walk('B', &[(2, 0), (1, 0)]);
    battle.react('a', "ready");
    assert_eq!(battle.row('a').turn_state.initiative, 12);
    battle.wait('B').wait('c');
    assert_eq!(turns(&mut battle, 3), "aBc", "a acts once in the next round, just before B");
}

#[test] // PR-009
fn the_dexterity_modifier_is_one_term_of_initiative() {
    let mut battle = duel("a . B", fighter().has("Dexterity", 14), fighter(), &[]);
    let told = battle.log_lines().join("\n");
    assert!(told.contains("dexterity modifier +2 [PR-009]"), "{told}");
    assert!(!told.contains("-5"), "{told}");
}
