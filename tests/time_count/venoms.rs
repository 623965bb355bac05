//! Poison, paralysis and petrification, dose by dose.

use crate::facts::{checks, damage_taken, idle, terms, turns_begun};
use crate::skirmish::{Skirmish, UnitBuilder, base_unit, skirmish, time_count};
use warboard::battle::Afflicted;
use warboard::content::{Gait, Name, Stat, Unit};
use warboard::mechanics::{Game, movement, status};
use warboard::narration::due_words;
use warboard::resolution::BattleEvent;

/// `a` strikes `B`, which never acts, with a weapon for 1 damage.
fn struck(weapon: &str, target: Unit, venom: &[u16]) -> Skirmish {
    let dice: Vec<u16> = [1, 1, 15, 1].iter().chain(venom).copied().collect();
    let mut battle =
        skirmish(&time_count(), "a B").unit('a', base_unit().weapon(weapon)).unit('B', target).rolls(&dice);
    battle.events();
    battle.strike('a', 'B');
    battle
}

/// A target with Vigor 10 and threshold 3.
fn target() -> Unit {
    idle().stat(Stat::HitPoints, 30)
}

/// Gives a combatant a condition at a level and resolves its consequences.
fn gathered(condition: &str, level: i16, unit: Unit) -> Skirmish {
    gathered_before(condition, level, unit, &[])
}

/// [`gathered`] with dice for the consequences.
fn gathered_before(condition: &str, level: i16, unit: Unit, dice: &[u16]) -> Skirmish {
    let plan = skirmish(&time_count(), "a . . B").unit('a', unit).unit('B', target());
    let mut battle = plan.rolls(&[&[1, 1], dice].concat());
    let (who, rule) = (battle.id('a'), Name::new("test"));
    let affliction = Afflicted::lasting(Name::new(condition), level);
    battle.state.impose(&BattleEvent::ConditionGained { who, affliction, rule });
    battle.events();
    battle.wait('a');
    battle
}

/// The level of a condition.
fn level(battle: &Skirmish, mark: char, condition: &str) -> i16 {
    battle.row(mark).conditions.level(Name::new(condition))
}

/// Lets `a` wait until a count, and returns the log lines about `B`.
fn until(battle: &mut Skirmish, count: i32) -> Vec<String> {
    while battle.count() < count {
        battle.wait('a');
    }
    lines_about_b(battle)
}

/// The log lines about `B`, without the terms of the numbers.
fn lines_about_b(battle: &mut Skirmish) -> Vec<String> {
    let lines = battle.log_lines().into_iter().filter(|line| line.starts_with("B "));
    lines.map(|line| line.split("; damage:").next().unwrap_or_default().to_owned()).collect()
}

#[test] // TC-101, G-78
fn a_poison_attacks_the_vigor_of_the_wounded_target() {
    let hardy = target().stat(Stat::Constitution, 3).stat(Stat::Fortitude, 2);
    let mut battle = struck("poisoned_dagger", hardy.clone(), &[10]);
    let rolled = checks(&battle.events()).pop().expect("the attack of the poison");
    assert_eq!(terms(&rolled.bonus), [("nightshade".to_owned(), 4, "G-79")]);
    assert_eq!((rolled.defence, rolled.difficulty.total(), rolled.margin), (Some(Stat::Vigor), 15, -1));
    assert_eq!(rolled.rule.as_str(), "TC-101");
    assert_eq!(level(&battle, 'B', "poisoned"), 0, "resisted");
    assert_eq!(level(&struck("poisoned_dagger", hardy, &[11, 1]), 'B', "poisoned"), 3);
}

#[test] // G-78, TC-043
fn a_hit_without_a_wound_does_not_poison() {
    let mut battle = struck("poisoned_dagger", target().stat(Stat::DamageReduction, 5), &[]);
    battle.all_rolled();
    assert_eq!(checks(&battle.events()).len(), 1, "the attack with the dagger alone");
}

#[test] // TC-498, G-78
fn poison_damage_bypasses_the_threshold_and_damage_reduction() {
    let mut battle = struck("poisoned_dagger", target(), &[6, 2]);
    let hurts = damage_taken(&battle.events());
    let rows: Vec<_> = hurts.iter().map(|hurt| (hurt.fatigue, hurt.wounds, hurt.rule.as_str())).collect();
    assert_eq!(rows, [(1, 0, "TC-069"), (0, 2, "TC-498")]);
    assert_eq!(battle.row('B').vitals.worn, 1, "the dagger wears the threshold, the poison does not");
}

#[test] // TC-523, TC-498
fn ongoing_poison_takes_effect_at_its_interval_for_its_number_of_doses() {
    let mut battle = struck("poisoned_dagger", target(), &[6, 1, 3, 2, 1]);
    battle.events();
    let told = until(&mut battle, 40);
    assert_eq!(
        told,
        [
            "B is less poisoned (2) [TC-523]",
            "B takes 3 damage from nightshade: now 29/30 hit points, 4 fatigue [TC-523]",
            "B is less poisoned (1) [TC-523]",
            "B takes 2 damage from nightshade: now 29/30 hit points, 6 fatigue [TC-523]",
            "B is no longer poisoned [TC-523]",
            "B takes 1 damage from nightshade: now 29/30 hit points, 7 fatigue [TC-523]",
        ]
    );
    battle.all_rolled();
}

#[test] // TC-523
fn coming_doses_are_on_the_timeline() {
    let battle = struck("poisoned_dagger", target(), &[6, 1]);
    let timeline = battle.state.timeline();
    let rules = &battle.battle().setup().rules;
    let words = timeline.iter().map(|due| (due.at, due_words(battle.snapshot().view(), rules, &due.what)));
    assert!(words.collect::<Vec<_>>().contains(&(5 + 8, "suffers from nightshade (3 to come)".to_owned())));
}

#[test] // TC-499, TC-523, TC-087
fn a_bite_may_weaken_at_once_and_deal_damage_later() {
    let strong = target().stat(Stat::Strength, 3).weapon("long_sword");
    let mut battle = skirmish(&time_count(), "a B")
        .unit('a', base_unit().weapon("poisoned_blowgun"))
        .unit('B', strong)
        .rolls(&[1, 1, 15, 6, 2, 4]);
    battle.strike('a', 'B');
    assert_eq!((level(&battle, 'B', "sapped"), level(&battle, 'B', "poisoned")), (2, 1));
    battle.events();
    let told = until(&mut battle, 30);
    let late = [
        "B is no longer poisoned [TC-523]",
        "B takes 4 damage from viper venom: now 26/30 hit points, 1 fatigue [TC-523]",
    ];
    assert_eq!(told, late);
    battle.all_rolled();
}

#[test] // TC-087
fn attribute_damage_lowers_every_derived_number() {
    let unit = base_unit().stat(Stat::Strength, 2).stat(Stat::Dexterity, 1).stat(Stat::Constitution, 3);
    let strength = gathered("weakened", 3, unit.clone());
    let sword = &strength.row('a').sheet.weapons[0];
    let lies = "strength +2 [TC-016], weakened -3 [TC-087]";
    assert_eq!(sword.to_hit.to_string(), format!("-1 (accuracy +0 [TC-006], {lies})"));
    assert_eq!(sword.damage.to_string(), "-1 (strength +2 [TC-045], weakened -3 [TC-087])");
    let celerity = |battle: &Skirmish| battle.row('a').sheet.derived(Stat::Celerity).to_string();
    let clumsy = celerity(&gathered("clumsy", 2, unit.clone()));
    assert_eq!(clumsy, "9 (base +10 [TC-102], dexterity +1 [TC-102], clumsy -2 [TC-087])");
    let other = [("frail", Stat::Vigor, 12), ("bewildered", Stat::Spirit, 9), ("cowed", Stat::Threshold, 2)];
    for (condition, stat, now) in other {
        assert_eq!(gathered(condition, 1, unit.clone()).row('a').sheet.stat(stat), now, "{condition}");
    }
    assert_eq!(gathered("dulled", 1, unit).row('a').sheet.stat(Stat::Intelligence), -1);
}

#[test] // TC-484, TC-485, TC-486, TC-487, TC-489
fn every_half_of_vigor_in_paralysis_damage_adds_a_step_of_paralysis() {
    // With a vigor of 13 a half is 6 and a half.
    let rows = [(6, 0), (7, 1), (12, 1), (13, 2), (19, 2), (20, 3), (26, 4), (33, 5), (38, 5)];
    for (gathered_so_far, step) in rows {
        let battle = gathered("numb", gathered_so_far, base_unit().stat(Stat::Constitution, 3));
        assert_eq!(level(&battle, 'a', "paralysed"), step, "{gathered_so_far} against half of 13");
        assert!(!battle.has('a', "rigid"));
    }
    assert!(gathered("numb", 39, base_unit().stat(Stat::Constitution, 3)).has('a', "rigid"));
}

#[test] // TC-486, TC-487, G-70
fn each_step_of_paralysis_slows_and_weakens_every_action() {
    let archer = base_unit().weapon("shortbow");
    let mut battle = gathered_before("numb", 10, archer.stat(Stat::Accuracy, 5).stat(Stat::Power, 3), &[15, 5]);
    assert_eq!(level(&battle, 'a', "paralysed"), 2);
    let celerity = battle.row('a').sheet.derived(Stat::Celerity).to_string();
    assert_eq!(celerity, "8 (base +10 [TC-102], paralysed -2 [TC-488])");
    battle.strike('a', 'B');
    let events = battle.events();
    let took = events.iter().filter_map(|event| match event {
        BattleEvent::TurnEnded { took, .. } => Some(took.total()),
        _ => None,
    });
    // To wait takes a count, and one more for each step; a Standard shot becomes a Sluggish one.
    assert_eq!(took.collect::<Vec<_>>(), [3, 15]);
    let paralysed = ("paralysed".to_owned(), -2, "TC-486");
    assert!(terms(&checks(&events)[0].bonus).contains(&paralysed));
    assert!(terms(&damage_taken(&events)[0].amount).contains(&paralysed));
    battle.wait('a');
    let waited = battle.events().into_iter().find_map(|event| match event {
        BattleEvent::TurnEnded { took, .. } => Some(took.to_string()),
        _ => None,
    });
    let expected = "3 (speed factor +1 [TC-214], speed class steps +2 [TC-214], paralysed +0 [TC-486])";
    assert_eq!(waited.as_deref(), Some(expected));
}

#[test] // TC-488
fn paralysis_never_lowers_celerity_below_5() {
    let slow = |dexterity| base_unit().stat(Stat::Dexterity, dexterity);
    let celerity = |dexterity| gathered("numb", 25, slow(dexterity)).row('a').sheet.stat(Stat::Celerity);
    assert_eq!([celerity(0), celerity(-2), celerity(-6)], [5, 5, 4], "what is lower by itself stays so");
}

#[test] // TC-489, TC-490, G-19
fn paralysis_damage_of_three_times_vigor_makes_helpless() {
    let quick = base_unit().stat(Stat::Agility, 9);
    let mut battle = gathered("numb", 30, quick);
    let (view, id) = (battle.snapshot().view(), battle.id('a'));
    let rules = battle.battle().setup().rules.clone();
    let game = Game::new(view, rules.book());
    assert!(!status::can_act(game, id) && status::is_helpless(game, id));
    assert_eq!(battle.row('a').sheet.stat(Stat::Celerity), 5);
    let defence = warboard::mechanics::attack::defence;
    let mode = warboard::mechanics::attack::Mode::Ranged;
    assert_eq!(defence(game, battle.id('B'), id, None, mode).0, Stat::Passive);
    assert_eq!(battle.asked().0, 'B', "no other prompt opens");
    assert_eq!(turns_begun(&mut battle), ['B'], "the turn in which it waited was the last");
}

#[test] // TC-491, TC-485
fn paralysis_wears_off_at_the_rate_of_its_venom_and_the_target_acts_again() {
    let mut battle = skirmish(&time_count(), "a B")
        .unit('a', base_unit().weapon("spider_fangs"))
        .unit('B', base_unit().stat(Stat::HitPoints, 30).stat(Stat::Constitution, -6))
        .rolls(&[1, 2, 15, 1, 15, 6, 6]);
    battle.events();
    battle.strike('a', 'B').all_rolled();
    // Three times a vigor of 4, for as long as it takes until a point has passed.
    assert_eq!(
        lines_about_b(&mut battle)[1..],
        [
            "B is numb (12) [TC-485]",
            "B is paralysed (5) [TC-487]",
            "B is completely paralysed [TC-489]",
            "B is less numb (11) [TC-491]",
            "B is no longer completely paralysed [TC-489]",
        ]
    );
    assert_eq!(battle.count(), 5 + 6);
    assert_eq!(battle.asked().0, 'B', "on the count on which it can");
}

#[test] // TC-492, TC-493
fn every_point_of_petrification_slows_and_hardens() {
    let mut battle = gathered_before("petrified", 5, base_unit().stat(Stat::Accuracy, 9).weapon("shortbow"), &[15, 5]);
    let sheet = &battle.row('a').sheet;
    assert_eq!(sheet.derived(Stat::Celerity).to_string(), "5 (base +10 [TC-102], petrified -5 [TC-492])");
    assert_eq!(sheet.stat(Stat::Vigor), 15);
    battle.strike('a', 'B');
    let events = battle.events();
    assert!(terms(&checks(&events)[0].bonus).contains(&("petrified".to_owned(), -5, "TC-492")));
    let took = events.iter().rev().find_map(|event| match event {
        BattleEvent::TurnEnded { took, .. } => Some(took.to_string()),
        _ => None,
    });
    assert_eq!(took.as_deref(), Some("14 (speed factor +9 [TC-222], petrified +5 [TC-492])"));
}

#[test] // TC-493, G-21
fn every_two_points_of_petrification_cost_a_quarter_of_the_rate() {
    let rate = |points| {
        let battle = gathered("petrified", points, base_unit().rate(30));
        let rules = battle.battle().setup().rules.clone();
        movement::rate(Game::new(battle.snapshot().view(), rules.book()), battle.id('a'), Gait::Walk)
    };
    assert_eq!([1, 2, 3, 4, 6, 8, 9].map(rate), [30, 20, 20, 15, 5, 0, 0]);
}

#[test] // TC-494, G-19
fn ten_points_of_petrification_make_a_statue() {
    assert!(!gathered("petrified", 9, base_unit()).has('a', "stone"));
    let battle = gathered("petrified", 10, base_unit());
    let rules = battle.battle().setup().rules.clone();
    assert!(
        battle.has('a', "stone")
            && status::is_helpless(Game::new(battle.snapshot().view(), rules.book()), battle.id('a'))
    );
    assert_eq!(battle.asked().0, 'B');
}

#[test] // TC-492, TC-494
fn the_touch_of_a_cockatrice_accumulates() {
    let mut battle = struck("cockatrice_beak", target(), &[12, 3, 15, 1, 12, 2]);
    assert_eq!(level(&battle, 'B', "petrified"), 3);
    battle.strike('a', 'B').all_rolled();
    assert_eq!(level(&battle, 'B', "petrified"), 5);
    let told = battle.log_lines();
    assert!(told.contains(&"B is turning to stone (5) [TC-492]".to_owned()), "{told:?}");
}
