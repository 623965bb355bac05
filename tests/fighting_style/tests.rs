//! Tests with boons and banes, and training.

use crate::fighters::*;
use crate::skirmish::*;
use warboard::battle::WeaponSlot;
use warboard::content::Skill;
use warboard::odds;
use warboard::resolution::Act;

#[test] // FS-055, FS-126, FS-129, FS-130, FS-135, FS-136
fn gear_outside_the_style_hinders_attacks_and_defences() {
    let mut clumsy = fighter();
    clumsy.weapons[0].skill = Skill::None;
    let mut battle = duel("a B", clumsy.clone(), clumsy, &[10, 10]);
    battle.events();
    battle.strike('a', 'B').choose('B', named("parry"));
    let roll = &rolled(&battle.events())[0];
    assert_eq!((roll.bonus.total(), roll.difficulty.total()), (14, 14));
    battle.all_rolled();
    // A bane on both tests: the worse of two dice counts. Scenarios give the condition to units in armour outside their style.
    let plan = skirmish(&fighting_style(), "a B").unit('a', fighter()).unit('B', fighter());
    let plan = plan.with_condition('a', "untrained_armor").with_condition('B', "untrained_armor");
    let mut battle = plan.rolls(&[6, 1, 10, 17, 12, 11]);
    battle.events();
    battle.strike('a', 'B').choose('B', named("dodge"));
    let roll = &rolled(&battle.events())[0];
    assert_eq!((roll.natural, roll.dice.len(), roll.rival.as_ref().map(|rival| rival.dice.len())), (17, 2, Some(2)));
}

#[test] // FS-089, FS-G29
fn a_braced_fighter_has_a_boon_on_its_next_defence_alone() {
    let mut battle = duel("a B", fighter(), fighter(), &[17, 10, 17, 18, 10, 17, 10]);
    battle.strike('a', 'B').choose('B', named("dodge")).choose('B', named("brace"));
    assert!(battle.has('B', "braced"));
    battle.events();
    battle.strike('a', 'B').choose('B', named("dodge"));
    let roll = &rolled(&battle.events())[0];
    assert_eq!(roll.rival.as_ref().map(|rival| rival.dice.len()), Some(2), "18 and 10: the 10 passes");
    assert!(!battle.has('B', "braced"), "used");
    battle.spare_dice("the rest does not matter");
}

#[test] // FS-093, FS-G29
fn a_feint_gives_a_boon_on_the_next_strike_at_the_same_target() {
    let mut battle = duel("a B", fighter(), fighter(), &[10, 4, 8, 17, 9, 4]);
    battle.spend('B', "actions");
    battle.strike('a', 'B').choose('a', named("feint"));
    battle.events();
    battle.strike('a', 'B');
    let roll = &rolled(&battle.events())[0];
    assert_eq!((roll.natural, roll.dice.len()), (9, 2), "17 and 9: the 9 passes");
    battle.spare_dice("the rest does not matter");
}

#[test] // FS-093
fn a_feint_is_called_a_boon_by_the_forecast_and_the_log() {
    let mut battle = duel("a B", fighter(), fighter(), &[10, 4, 8, 17, 9, 4]);
    battle.spend('B', "actions");
    battle.strike('a', 'B').choose('a', named("feint"));
    let strike = Act::at("strike", battle.id('B'), Some(WeaponSlot(0)));
    let rules = battle.battle().setup().rules.clone();
    let forecast = odds::forecast(battle.snapshot().view(), &rules, battle.id('a'), &strike, None).expect("a forecast");
    let words = forecast.to_string();
    assert!(words.contains("boon: ") && words.contains("with boon") && !words.contains("advantage"), "{words}");
    battle.events();
    battle.strike('a', 'B');
    let lines = battle.log_lines();
    assert!(lines.iter().any(|line| line.contains("boon: ")), "{lines:#?}");
    battle.spare_dice("the rest does not matter");
}

#[test] // FS-035, FS-036, FS-063, FS-G17
fn a_grapple_holds_with_athletics_against_the_better_of_two_tests() {
    let mut battle = duel("a B", fighter(), fighter(), &[10, 16]);
    battle.events();
    battle.act_on('a', "grapple", 'B');
    let roll = &rolled(&battle.events())[0];
    assert_eq!((roll.bonus.total(), roll.difficulty.total()), (12, 14));
    assert!(battle.has('B', "grappled"));
    assert_eq!(battle.left('a'), (2, 2), "no attack");
    battle.wait('a');
    assert_eq!(battle.asked().0, 'B');
    battle.refused_walk('B', &[(2, 0)]);
    battle.refused_action('B', "dash");
    battle.all_rolled();
}
