//! Spell resistance: the check of the caster, what it does not stop, lowering it, and spells that grant it.

use crate::facts::{damage, terms};
use crate::fighters::*;
use crate::skirmish::*;
use crate::spells::{caster, spell};
use warboard::battle::Target;
use warboard::content::Unit;
use warboard::odds;

fn resistant(points: i16) -> Unit {
    fighter().has("SpellResistance", points)
}

#[test] // PR-201, PR-202, PR-203, PR-211
fn a_caster_must_reach_the_resistance_of_its_target_with_a_die_and_its_level() {
    for (face, affected) in [(10, false), (11, true)] {
        // Where the check fails, neither a saving throw nor damage is rolled.
        let rest: &[u16] = if affected { &[1, 1, 1, 1, 1, 1] } else { &[] };
        let mut battle = duel("a . . . . . B", caster(), resistant(16), &[&[face], rest].concat());
        battle.cast_at('a', "fire_storm", (6, 0));
        let events = battle.events();
        let check = rolled(&events).remove(0);
        assert_eq!(check.action.as_str(), "overcome_resistance");
        assert_eq!(terms(&check.bonus), [("caster level".to_owned(), 5, "PR-201")]);
        assert_eq!(terms(&check.difficulty), [("spell resistance".to_owned(), 16, "PR-201")]);
        assert_eq!((check.degree.is_hit(), damage(&events).len()), (affected, usize::from(affected)), "{face}");
        battle.all_rolled();
    }
}

#[test] // PR-202, PR-209
fn each_target_of_an_area_is_affected_or_not_by_its_own_resistance() {
    let units = [('a', caster(), 20), ('B', resistant(16), 3), ('C', fighter(), 2), ('D', resistant(6), 1)];
    // B resists; C beside it, and D, are burnt.
    let dice = [10, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1];
    let mut battle = battle("a . . . . . B C D", &units, &dice);
    battle.cast_at('a', "fire_storm", (7, 0));
    let hurt: Vec<char> =
        crate::facts::damage_taken(&battle.events()).iter().map(|hurt| battle.mark(hurt.target)).collect();
    assert_eq!(hurt, ['C', 'D']);
    battle.all_rolled();
}

#[test] // PR-204, PR-205, PR-211
fn a_spell_whose_entry_says_so_ignores_resistance_and_so_does_a_weapon() {
    let mut battle = duel("a . B", caster(), resistant(30), &[10, 2]);
    battle.cast('a', "acid_arrow", 'B');
    assert_eq!(damage(&battle.events()), [2], "2d4 acid is a d6");
    let mut battle = duel("a B", caster(), resistant(30), &[10, 1]);
    battle.attack('a', 'B');
    assert_eq!(damage(&battle.events()), [4]);
}

#[test] // PR-208
fn own_spells_are_never_resisted() {
    let own = caster().has("SpellResistance", 40);
    let units = [('a', own.clone(), 20), ('b', own, 2), ('C', fighter(), 1)];
    let mut battle = battle("a b . . C", &units, &[]);
    battle.cast('a', "barrier", 'a');
    assert!(battle.has('a', "barred"));
    let mut battle = crate::fighters::battle(
        "a b . . C",
        &[('a', caster(), 20), ('b', resistant(40), 2), ('C', fighter(), 1)],
        &[1],
    );
    battle.cast('a', "barrier", 'b');
    assert!(!battle.has('b', "barred"), "a friend's spell is");
    battle.all_rolled();
}

#[test] // PR-203
fn resistance_works_for_those_that_lie_senseless() {
    let plan = skirmish(&pathrunner(), "a . . B C").unit('a', caster()).unit('B', resistant(30)).unit('C', fighter());
    let mut battle = plan.with_condition('B', "spellbound").rolls(&[20, 2, 1, 1]);
    battle.cast('a', "hold", 'B');
    assert_eq!(rolled(&battle.events()).len(), 1);
}

#[test] // PR-206, PR-207, PR-G20
fn resistance_is_lowered_for_a_half_action_until_the_next_turn() {
    let units = [('b', resistant(40), 20), ('a', caster(), 10), ('C', fighter(), 1)];
    let mut battle = battle("a b . . . . C", &units, &[1]);
    battle.perform('b', "lower_resistance");
    assert_eq!(battle.left('b', "half"), 1);
    battle.refused_action('b', "lower_resistance");
    battle.perform('b', "total_defense").wait('b');
    battle.cast('a', "barrier", 'b');
    assert!(battle.has('b', "barred"));
    battle.wait('a').wait('C');
    assert_eq!((battle.asked().0, battle.has('b', "resistance_lowered")), ('b', false), "as its turn starts");
    battle.wait('b');
    battle.cast('a', "cure_light_wounds", 'b');
    assert_eq!(rolled(&battle.events()).len(), 1, "it is back");
}

#[test] // PR-206, PR-C11
fn lowering_resistance_provokes_nothing() {
    let mut battle = duel("a B", resistant(10), fighter(), &[]);
    battle.perform('a', "lower_resistance");
    assert_eq!(battle.reacting(), None);
}

#[test] // PR-209, PR-210, PR-405
fn a_spell_grants_resistance_and_of_several_the_highest_counts() {
    let resistance = |battle: &Skirmish, mark| battle.row(mark).sheet.stat(stat("SpellResistance"));
    for (own, granted) in [(0, 17), (12, 17), (25, 25)] {
        let units = [('a', caster(), 20), ('b', resistant(own), 19), ('C', fighter(), 1)];
        let mut battle = battle("a b . . . C", &units, if own > 0 { &[20][..] } else { &[] });
        battle.cast('a', "spell_resistance", 'b');
        assert_eq!((resistance(&battle, 'b'), resistance(&battle, 'a')), (granted, 0));
    }
    // A weaker grant changes nothing, and does not replace the stronger one.
    let weak = caster().has("CasterLevel", 2);
    let units = [('a', caster(), 20), ('d', weak, 19), ('b', fighter(), 18), ('C', fighter(), 1)];
    let mut battle = battle("a b d . . C", &units, &[20]);
    battle.cast('a', "spell_resistance", 'b').wait('a');
    battle.cast('d', "spell_resistance", 'b');
    assert_eq!(resistance(&battle, 'b'), 17);
}

#[test] // PR-206, PR-210
fn lowered_resistance_covers_what_a_spell_granted() {
    let units = [('a', caster(), 20), ('b', fighter(), 19), ('C', fighter(), 1)];
    let mut battle = battle("a b . . . C", &units, &[]);
    battle.cast('a', "spell_resistance", 'b').wait('a').perform('b', "lower_resistance");
    assert_eq!(battle.row('b').sheet.stat(stat("SpellResistance")), 0);
}

#[test] // PR-201, PR-202
fn a_forecast_counts_the_chance_that_the_spell_is_resisted() {
    let battle = duel("a . . . B", caster(), resistant(16), &[]);
    let act = spell("hold", Target::Combatant(battle.id('B')));
    let (view, rules) = (battle.snapshot().view(), &battle.battle().setup().rules);
    let told = odds::forecast(view, rules, battle.id('a'), &act, None).expect("a forecast");
    let (chance, rule) = told.resisted.expect("resistance");
    assert_eq!((chance.percent(), rule.as_str()), ("50.00%".to_owned(), "PR-201"));
    // The will of B, +0 against 16, fails with 15 of 20 faces.
    let held = told.outcomes.iter().find(|outcome| outcome.what.contains("spellbound")).expect("an outcome");
    assert_eq!(held.chance, odds::Fraction::new(3, 8));
    assert!(told.to_string().contains("overcomes its resistance first"), "{told}");
}
