//! Ability damage and poison: what a score carries falls with it, and without any points.

use crate::facts::damage_taken;
use crate::fighters::*;
use crate::hits::striking;
use crate::skirmish::*;

/// A strike that costs this many points of a score.
fn draining(condition: &str, points: u16, strikes: usize) -> Skirmish {
    let harm = format!(
        r#"amount: Dice("1"), harm: Some("bludgeoning")), rule: "PR-072"), (does: GainLevels(who: Target, condition: "{condition}", level: Just({points})"#
    );
    striking(&harm, fighter().has("BaseFortitude", 4), &vec![10; strikes])
}

#[test] // PR-072, PR-073, PR-G37
fn the_score_falls_and_its_modifier_with_it() {
    for (points, bonus) in [(1, 6), (2, 6), (3, 5), (6, 4)] {
        let mut battle = draining("strength_damage", points, 1);
        battle.act_on('a', "strike", 'B');
        let sheet = &battle.row('B').sheet;
        assert_eq!(sheet.weapons[0].to_hit.total(), bonus, "{points}");
    }
}

#[test] // PR-072, PR-139, PR-216, PR-226, PR-G37
fn constitution_carries_hit_points_wounds_and_fortitude() {
    // 14 becomes 10: 4 x 8 hit points, of which the blow took 1; pools of 10 and 20.
    let mut battle = draining("constitution_damage", 4, 1);
    battle.act_on('a', "strike", 'B');
    let vitals = battle.row('B').vitals;
    assert_eq!((vitals.maximum, vitals.hit_points), (32, 31));
    assert_eq!((battle.part('B', "head"), battle.part('B', "body")), (10, 20));
    assert_eq!(battle.row('B').sheet.stat(stat("FortitudeSave")), 4);
    let told = battle.log_lines();
    assert!(told.iter().any(|line| line.contains("has 31/32 hit points now [PR-G37]")), "{told:#?}");
}

#[test] // PR-139, PR-216, PR-G37
fn hit_points_and_wounds_return_with_the_last_point_of_constitution() {
    let mut battle = draining("constitution_damage", 4, 1);
    let before = battle.row('B').vitals.maximum;
    battle.act_on('a', "strike", 'B').free('B', "constitution_damage").perform('a', "wait");
    let vitals = battle.row('B').vitals;
    assert_eq!((vitals.maximum, vitals.hit_points), (before, before - 1));
    assert_eq!((battle.part('B', "head"), battle.part('B', "body")), (14, 28));
}

#[test] // PR-073, PR-G37
fn a_creature_without_constitution_is_dead() {
    for (points, dead) in [(13, false), (14, true)] {
        let mut battle = draining("constitution_damage", points, 1);
        battle.act_on('a', "strike", 'B');
        assert_eq!(battle.has('B', "dead"), dead, "{points}");
    }
}

#[test] // PR-073, PR-G37
fn a_creature_without_strength_dexterity_or_a_mind_can_do_nothing() {
    for (condition, score, state) in [
        ("strength_damage", 16, "helpless"),
        ("dexterity_damage", 10, "paralyzed"),
        ("intelligence_damage", 10, "coma"),
        ("wisdom_damage", 10, "coma"),
        ("charisma_damage", 10, "coma"),
    ] {
        let mut battle = draining(condition, score - 1, 2);
        battle.act_on('a', "strike", 'B');
        assert!(!battle.has('B', state), "{condition}");
        battle.act_on('a', "strike", 'B');
        assert!(battle.has('B', state), "{condition}");
    }
}

#[test] // PR-072, PR-151, PR-G62
fn a_poisoned_blade_costs_constitution_unless_a_saving_throw_succeeds() {
    // Fortitude +2 against 13.
    for (face, poisoned) in [(10, true), (11, false)] {
        let rest: &[u16] = if poisoned { &[2] } else { &[] };
        let dice = [&[10, 3, face], rest].concat();
        let mut battle = duel("a B", fighter().weapon("poisoned_blade"), fighter(), &dice);
        battle.attack('a', 'B');
        let events = battle.events();
        let roll = rolled(&events).pop().expect("a saving throw");
        assert_eq!((roll.bonus.total(), roll.difficulty.total()), (2, 13));
        assert_eq!(battle.has('B', "constitution_damage"), poisoned);
        assert_eq!(damage_taken(&events)[0].amount.total(), 3 + 1);
        battle.all_rolled();
    }
}

#[test] // PR-072, PR-G62
fn venom_saps_strength() {
    let mut battle = duel("a B", fighter().weapon("fangs"), fighter(), &[10, 3, 1, 3]);
    battle.attack('a', 'B');
    assert_eq!(battle.row('B').sheet.stat(stat("Strength")), 13);
}
