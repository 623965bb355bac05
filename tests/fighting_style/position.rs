//! Flanking, cover, and the order of turns.

use crate::fighters::*;
use crate::skirmish::*;
use warboard::content::{Contest, Size, Unit};
use warboard::resolution::Act;

/// The bonus of the strike of `a` at `B` beside other combatants of its side.
fn bonus(map: &str, target: Unit, others: &[(char, Unit)]) -> i16 {
    let rules = fighting_style();
    let plan = skirmish(&rules, map).unit('a', fighter()).unit('B', target);
    let plan = others.iter().fold(plan, |plan, (mark, unit)| plan.unit(*mark, unit.clone()));
    let faces: Vec<u16> = [6, 1].into_iter().chain(others.iter().map(|_| 1)).chain([20, 20]).collect();
    let mut battle = plan.rolls(&faces);
    battle.spare_dice("the rest of the exchange does not matter");
    battle.events();
    battle.strike('a', 'B').choose('B', NONE);
    rolled(&battle.events())[0].bonus.total()
}

#[test] // FS-A7: FS-124, FS-125, FS-G35
fn two_in_a_line_with_a_foe_flank_it_and_every_ally_gains_once() {
    let alone = bonus(". a . \n . B .", fighter(), &[]);
    let with = |map: &str, others: &[(char, Unit)]| bonus(map, fighter(), others) - alone;
    assert_eq!(with(". a . \n . B . \n . c .", &[('c', fighter())]), 2, "north and south");
    assert_eq!(with("a . . \n . B . \n . . c", &[('c', fighter())]), 2, "two opposite corners");
    assert_eq!(with(". a . \n . B . \n . . c", &[('c', fighter())]), 0, "not in a line");
    assert_eq!(with("c . . \n . B a \n . . d", &[('c', fighter()), ('d', fighter())]), 2, "a third ally gains as well");
    assert_eq!(with(". a . \n . B . \n . . . \n . c .", &[('c', fighter().weapon("spear"))]), 2, "a spear reaches");
    assert_eq!(with(". a . \n . B . \n . . . \n . c .", &[('c', fighter())]), 0, "a sword does not");
    assert_eq!(with(". a . \n . B . \n . c .", &[('c', fighter().weapon("longbow"))]), 2, "fists reach");
}

#[test] // FS-A8: FS-067, FS-069, FS-116, FS-117, FS-118, FS-119, FS-G33
fn a_waist_high_wall_hinders_the_shot_and_helps_the_dodge() {
    let archer = fighter().weapon("longbow").has("Agility", 12);
    let mut battle = duel("a . . o B", archer, fighter(), &[17, 18]);
    battle.events();
    let at = battle.id('B');
    battle.act('a', Act::at("strike", at, None));
    assert_eq!(options(&battle).1, ["dodge", "-"].map(String::from), "no parry against missiles (FS-069)");
    battle.choose('B', named("dodge"));
    let roll = &rolled(&battle.events())[0];
    assert_eq!(roll.bonus.total(), 18 - 2);
    assert_eq!(roll.difficulty.total(), 16 + 2);
    assert_eq!(roll.contest, Some(Contest::OnlyTarget));
    let (who, manoeuvres) = options(&battle);
    assert_eq!(
        (who, manoeuvres),
        ('B', ["feint", "brace", "-"].map(String::from).to_vec()),
        "none against the body (FS-G28)"
    );
    battle.choose('B', NONE);
    battle.all_rolled();
}

#[test] // FS-A9: FS-003, FS-005, FS-012, FS-021, FS-023, FS-024, FS-026, FS-027, FS-011, FS-G09
fn a_postponed_turn_follows_the_one_that_was_named_for_this_round_only() {
    let rules = fighting_style();
    let plan = skirmish(&rules, "a . b . C . D").unit('a', fighter()).unit('b', fighter());
    let mut battle = plan.unit('C', fighter()).unit('D', fighter()).rolls(&[6, 5, 4, 3]);
    let follows = battle.id('C');
    battle.act('a', Act::at("postpone", follows, None));
    battle.wait('b').wait('C');
    assert_eq!((battle.asked().0, battle.left('a')), ('a', (3, 2)), "after C");
    battle.perform('a', "dash").wait('a');
    assert_eq!((battle.asked().0, battle.left('a')), ('D', (2, 2)), "points that are left pay for defences");
    battle.wait('D');
    assert_eq!((battle.asked().0, battle.left('a')), ('a', (3, 2)), "its old place, and no more than 3 points");
}

#[test] // FS-015, FS-016, FS-017, FS-018, FS-019, FS-020, FS-065, FS-G39
fn the_surprised_lose_their_turn_and_every_defence_in_the_first_round() {
    let rules = fighting_style();
    let sneak = fighter().has("Stealth", 4);
    let plan = skirmish(&rules, "a B").ambush(warboard::battle::Side(0)).unit('a', sneak).unit('B', fighter());
    // Stealth 18 against observation 8: 12 passes, 9 fails. Then initiative, and a strike.
    let mut battle = plan.rolls(&[12, 9, 1, 6, 16, 3]);
    assert!(battle.has('B', "surprised"));
    assert_eq!(battle.asked().0, 'a', "although B has the higher initiative");
    battle.events();
    battle.strike('a', 'B');
    assert_eq!(options(&battle).0, 'a', "B cannot defend itself");
    battle.choose('a', NONE);
    assert_eq!(damage(&battle.events()), [8]);
    battle.wait('a');
    assert_eq!((battle.asked().0, battle.left('B')), ('B', (3, 2)), "it acts in the second round");
    assert!(!battle.has('B', "surprised"));
    battle.all_rolled();
}

#[test] // FS-A10: FS-101, FS-106
fn a_large_foe_is_flanked_across_two_opposite_sides() {
    let large = || fighter().size(Size::Large);
    let alone = bonus(". a . . \n . B . . \n . . . .", large(), &[]);
    assert_eq!(bonus(". a . . \n . B . . \n . . . . \n . . c .", large(), &[('c', fighter())]) - alone, 2);
    assert_eq!(bonus(". a . . \n . B . c \n . . . .", large(), &[('c', fighter())]) - alone, 0, "top and side");
}

#[test] // FS-124, FS-125, FS-G35, FS-G46
fn those_that_cannot_act_or_do_not_see_the_foe_do_not_flank() {
    let flanked = |condition: Option<&str>| {
        let plan = skirmish(&fighting_style(), ". a . \n . B . \n . c .").unit('a', fighter()).unit('B', fighter());
        let plan = plan.unit('c', fighter());
        let plan = condition.into_iter().fold(plan, |plan, condition| plan.with_condition('c', condition));
        struck(&plan.rolls(&[6, 1, 2]), "dodge").0
    };
    assert_eq!(flanked(None), 18);
    assert_eq!(flanked(Some("unconscious")), 16);
    assert_eq!(flanked(Some("surprised")), 16);
    assert_eq!(flanked(Some("prone")), 18, "one on the ground still reaches");
}

#[test] // FS-124, FS-125, FS-G12
fn a_touch_gains_from_flanking_and_shots_and_bolts_do_not() {
    let with = |unit: Unit, act: fn(&Skirmish) -> Act| {
        let numbers_of = |map: &str| {
            let plan = skirmish(&fighting_style(), map).unit('a', unit.clone()).unit('B', fighter());
            let battle = plan.unit('c', fighter()).rolls(&[6, 1, 2]);
            numbers(&battle, &act(&battle), "dodge").0
        };
        numbers_of(". a . \n . B . \n . c .") - numbers_of(". a . \n . B . \n . . . \n c . .")
    };
    assert_eq!(with(mage(&["frost_touch"]), |battle| battle.casting('a', "frost_touch", 'B')), 2);
    assert_eq!(with(mage(&["fire_bolt"]), |battle| battle.casting('a', "fire_bolt", 'B')), 0);
    let shoot = |battle: &Skirmish| Act::at("strike", battle.id('B'), Some(warboard::battle::WeaponSlot(0)));
    assert_eq!(with(fighter().weapon("longbow"), shoot), 0);
    assert_eq!(with(fighter(), shoot), 2);
}
