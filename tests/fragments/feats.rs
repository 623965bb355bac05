//! Feats that the rules name without their text, as traits of units.

use crate::facts::*;
use crate::skirmish::*;
use warboard::battle::{Side, WeaponLocation, WeaponSlot};
use warboard::content::{Carried, Stat, Trait, Unit};
use warboard::control::{Controller, Strength, Tactician};
use warboard::resolution::{Act, Choice, Target};

#[test] // TA-022, TA-023
fn a_feat_gives_a_second_reaction_in_every_round() {
    let plan = skirmish(&fragments(), "a . B").unit('a', plain().with_trait(Trait::SecondReaction)).unit('B', plain());
    let mut battle = plan.rolls(&[20, 1]);
    assert_eq!(
        (battle.row('a').turn_state.reactions(), battle.row('B').turn_state.reactions()),
        (2, 0),
        "none before the first turn"
    );
    battle.perform('a', "wait");
    assert_eq!(battle.row('B').turn_state.reactions(), 1, "as its turn starts");
    battle.perform('B', "wait");
    assert_eq!(battle.count(), 2);
    assert_eq!(battle.row('a').turn_state.reactions(), 2, "and again as its turn starts");
}

/// A unit with empty hands and a carried sword.
fn armed() -> Unit {
    let sword = Carried { in_hand: false, ..carried("long_sword") };
    Unit { weapons: vec![sword], ..plain() }
}

fn draws(action: &str) -> Act {
    Act { target: Target::Weapon(WeaponSlot(0)), ..Act::own(action) }
}

#[test] // TA-026, TA-029, TA-032
fn a_feat_makes_drawing_a_free_action() {
    let mut battle = skirmish(&fragments(), "a . B")
        .unit('a', armed().with_trait(Trait::QuickDraw))
        .unit('B', plain())
        .rolls(&[20, 1]);
    battle.act('a', draws("quick_draw"));
    let place = battle.row('a').arms.place(WeaponSlot(0));
    assert_eq!((battle.row('a').turn_state.actions(), place), (3, WeaponLocation::InHand));
    let mut other = skirmish(&fragments(), "a . B").unit('a', armed()).unit('B', plain()).rolls(&[20, 1]);
    assert_eq!(other.refused(Choice::Act(draws("quick_draw"))).rule.as_str(), "TA-029");
    other.act('a', draws("draw"));
    assert_eq!(other.row('a').turn_state.actions(), 2);
}

#[test] // TA-029
fn the_opponent_uses_the_feat() {
    let plan = skirmish(&fragments(), "a . B").unit('a', armed().with_trait(Trait::QuickDraw)).unit('B', plain());
    let battle = plan.rolls(&[20, 1]);
    let setup = battle.battle().setup().clone();
    let prompt = battle.battle().prompt().cloned().expect("an open prompt");
    let mut tactician = Tactician::new(Side(0), 1, Strength::Hard);
    let answer = tactician.answer(battle.snapshot().view(), &setup.rules, &setup, &prompt);
    assert_eq!(answer.choice, Choice::Act(draws("quick_draw")));
}

#[test] // TA-087, TA-088, TA-085, TA-G41
fn a_manoeuvre_is_an_attack_and_deals_no_damage_to_which_a_feat_could_add() {
    let manoeuvres: [(&str, &[u16]); 4] =
        [("trip", &[15, 15, 5]), ("push", &[15, 15, 5]), ("disarm", &[15, 15, 5]), ("feint", &[15, 15])];
    for (action, dice) in manoeuvres {
        let faces: Vec<u16> = [1, 20].iter().chain(dice).copied().collect();
        let strong = plain().stat(Stat::Strength, 20);
        let mut battle = skirmish(&fragments(), "a B . .").unit('a', strong).unit('B', plain()).rolls(&faces);
        battle.perform('B', "dodge").perform('B', "wait");
        battle.events();
        battle.act_on('a', action, 'B');
        let events = battle.events();
        assert!(!battle.has('B', "dodging"), "{action}: a dodge meets it as any other attack");
        assert_eq!((checks(&events)[0].dice.len(), damage(&events)), (2, vec![]), "{action}");
        battle.all_rolled();
    }
}
