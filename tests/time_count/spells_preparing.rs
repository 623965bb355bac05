//! Preparing spells, and everything that raises the difficulty.

use crate::facts::*;
use crate::incanting::*;
use crate::skirmish::*;
use warboard::battle::{CombatantId, Target};
use warboard::content::{Name, Stat};
use warboard::narration::{due_dangers, due_words};
use warboard::resolution::event::IncantStep;
use warboard::resolution::{Act, Asks, BattleEvent, legal};
use warboard::turn::DueKind;

#[test] // TC-235, TC-236, TC-238, TC-269, TC-443, TC-444, TC-445, TC-426, TC-427, TC-449
fn preparing_takes_the_casting_time_and_then_the_caster_acts_at_once() {
    let mut battle = alone("a . . . B", wizard(), &[]);
    battle.act('a', prepare("fire_bolt"));
    let events = battle.events();
    assert_eq!(steps(&events), [(IncantStep::Begun, 12, "TC-443")]);
    let base = [term("base", 10, "TC-444"), term("fatigue of the spell", 2, "TC-444")];
    assert_eq!(difficulty(&events), base);
    let time = events.iter().find_map(|event| match event {
        BattleEvent::IncantationTimed { time, .. } => Some(terms(time)),
        _ => None,
    });
    assert_eq!(time, Some(vec![term("speed factor", 6, "TC-445")]), "Fast, with fixed speed factors");
    assert!(battle.has('a', "spellcasting"));
    assert_eq!((battle.count(), battle.asked()), (6, ('a', Asks::Act)), "may walk or give up");
    battle.perform('a', "keep_preparing");
    assert_eq!((battle.count(), battle.asked()), (5 + 6, ('a', Asks::Act)));
    let events = battle.events();
    assert_eq!(steps(&events), [(IncantStep::Ready, 12, "TC-449")]);
    assert!(!battle.has('a', "spellcasting"));
    battle.perform('a', "take_cautious");
    assert!(battle.row('a').incanting.ready().is_some(), "acts normally with a spell held");
    battle.all_rolled();
}

#[test] // TC-443, G-48, TC-429
fn no_spell_is_cast_unprepared_and_preparing_excludes_other_actions() {
    let mut battle = alone("a B", wizard(), &[]);
    let b = battle.id('B');
    assert_eq!(refusal(&mut battle, on("fire_bolt", b)), "TC-443");
    assert_eq!(refusal(&mut battle, prepare("strike")), "G-48", "that is no spell");
    assert_eq!(refusal(&mut battle, Act::own("keep_preparing")), "TC-236");
    assert_eq!(refusal(&mut battle, Act::own("abandon_spell")), "TC-237");
    assert_eq!(refusal(&mut battle, Act::own("charge_spell")), "TC-451");
    battle.act('a', prepare("fire_bolt"));
    for act in [on("fire_bolt", b), Act::at("strike", b, None), Act::own("take_cautious"), prepare("gust")] {
        assert_eq!(refusal(&mut battle, act), "TC-429");
    }
    battle.wait('a');
    assert_eq!(battle.count(), 7, "one count after the other");
}

#[test] // TC-428, TC-447, TC-237
fn damage_while_preparing_raises_the_difficulty_and_lets_the_caster_reconsider() {
    let mut battle = against("a B", wizard().stat(Stat::Agility, 5), base_unit(), &[12, 5]);
    battle.act('a', prepare("fire_bolt")).perform('a', "keep_preparing");
    battle.events();
    battle.strike('B', 'a');
    let events = battle.events();
    let roll = checks(&events).remove(0);
    assert_eq!((roll.defence, roll.difficulty.total()), (Some(Stat::Passive), 10), "not the primary 15");
    assert_eq!(steps(&events), [(IncantStep::Hurt, 17, "TC-447")], "3 of fatigue and 2 hit points");
    assert!(difficulty(&events).contains(&term("harm and fatigue meanwhile", 5, "TC-447")));
    assert_eq!((battle.count(), battle.asked()), (8, ('a', Asks::Act)));
    battle.perform('a', "keep_preparing");
    assert_eq!(battle.count(), 11, "the time is the same");
    battle.all_rolled();
}

#[test] // TC-448, TC-429, G-59
fn every_count_of_walking_at_half_speed_raises_the_difficulty() {
    let mut battle = alone("a . . . . B", wizard(), &[]);
    battle.act('a', prepare("fire_bolt"));
    battle.events();
    assert!(!battle.refused_walk('a', &[(1, 0), (2, 0)]).why.is_empty(), "two cells in a count are too many");
    battle.walk('a', &[(1, 0)]);
    assert_eq!(steps(&battle.events()), [(IncantStep::Moved, 13, "TC-448")]);
    battle.walk('a', &[]);
    assert_eq!(steps(&battle.events()), [], "ten feet in four counts: none on the second");
    battle.walk('a', &[(2, 0)]);
    let events = battle.events();
    assert_eq!(difficulty(&events).last(), Some(&term("moved meanwhile", 2, "TC-448")));
}

#[test] // TC-237, TC-468
fn a_preparation_may_be_given_up_at_any_time() {
    let mut battle = alone("a . B", wizard(), &[]);
    battle.act('a', prepare("fire_bolt")).perform('a', "abandon_spell");
    assert_eq!(steps(&battle.events()).last(), Some(&(IncantStep::Lost, 0, "TC-468")));
    assert_eq!((battle.count(), battle.asked()), (7, ('a', Asks::Act)), "on the following count");
    assert!(!battle.has('a', "spellcasting"));
    assert_eq!(battle.state.timeline().iter().count(), 1, "only the turn of the other is due");
}

#[test] // TC-459
fn preparing_another_spell_loses_the_first() {
    let mut battle = alone("a . B", wizard(), &[]);
    prepared(&mut battle, 'a', "fire_bolt");
    assert_eq!(refusal(&mut battle, prepare("fire_bolt")), "TC-443", "it is prepared already");
    battle.act('a', prepare("gust"));
    let lost = steps(&battle.events());
    assert_eq!(lost[..2], [(IncantStep::Lost, 0, "TC-459"), (IncantStep::Begun, 13, "TC-443")]);
}

#[test] // TC-458, TC-460, TC-469
fn a_prepared_spell_is_held_for_a_minute_and_no_longer() {
    let mut battle = alone("a . B", wizard(), &[]);
    prepared(&mut battle, 'a', "fire_bolt");
    let ready = battle.count();
    for _ in 0..119 {
        battle.wait('a');
    }
    assert!(battle.row('a').incanting.ready().is_some());
    battle.events();
    battle.wait('a');
    assert_eq!((battle.count(), steps(&battle.events())), (ready + 120, vec![(IncantStep::Lost, 0, "TC-460")]));
    let b = battle.id('B');
    assert_eq!(refusal(&mut battle, on("fire_bolt", b)), "TC-443");
}

#[test] // TC-450, TC-451, TC-452
fn charges_are_added_and_removed_one_per_count() {
    let mut battle = alone("a . B", wizard(), &[]);
    prepared(&mut battle, 'a', "fire_bolt");
    let count = battle.count();
    battle.perform('a', "charge_spell").perform('a', "charge_spell").perform('a', "release_charge");
    let charged = [(IncantStep::Charged, 13, "TC-450"), (IncantStep::Charged, 14, "TC-450")];
    let events = battle.events();
    assert_eq!(steps(&events), [charged[0], charged[1], (IncantStep::Released, 13, "TC-452")]);
    assert_eq!(difficulty(&events).last(), Some(&term("charges", 1, "TC-450")));
    assert_eq!(battle.count(), count + 3);
    battle.perform('a', "release_charge");
    assert_eq!(refusal(&mut battle, Act::own("release_charge")), "TC-452", "there is none left");
}

#[test] // TC-444, G-30
fn armour_adds_its_spell_failure_to_the_difficulty() {
    let armored = warboard::content::unit::Unit { armor: Some(Name::new("mail")), ..wizard() };
    let mut battle = alone("a . B", armored, &[]);
    battle.act('a', prepare("fire_bolt"));
    let events = battle.events();
    assert_eq!(difficulty(&events).last(), Some(&term("spell failure of the armour", 4, "TC-444")));
}

#[test] // G-52, TC-426
fn preparing_ends_a_stance_but_not_a_crouch() {
    let mut battle = alone("a . B", wizard(), &[]);
    battle.perform('a', "take_crouch").act('a', prepare("fire_bolt"));
    assert_eq!(battle.row('a').stance.held, Some(Name::new("crouch")));
    battle.perform('a', "abandon_spell").perform('a', "rise_from_crouch").perform('a', "take_cautious");
    battle.act('a', prepare("fire_bolt"));
    assert_eq!(battle.row('a').stance.held, None);
}

#[test] // TC-445
fn casters_that_roll_speed_factors_roll_the_casting_time() {
    use warboard::content::speed::SpeedMode;
    let roller = warboard::content::unit::Unit { speed: Some(SpeedMode::Random), ..wizard() };
    let mut battle = alone("a . B", roller, &[4]);
    battle.act('a', prepare("fire_bolt")).perform('a', "keep_preparing");
    assert_eq!(battle.count(), 5 + 4 + 3, "1d6 + 3");
    battle.all_rolled();
}

#[test] // TC-444, TC-236
fn the_timeline_entry_states_the_difficulty_of_the_spell() {
    let mut battle = alone("a . B", wizard(), &[]);
    battle.act('a', prepare("fire_bolt"));
    let rules = time_count();
    let act = Box::new(Act { weapon: None, ..prepare("fire_bolt") });
    let what = DueKind::Completion { who: CombatantId(0), act };
    let dues = battle.state.timeline();
    assert!(dues.iter().any(|due| due.what == what && due.at == 11));
    let words = due_words(battle.snapshot().view(), &rules, &what);
    assert_eq!(words, "has prepared Bolt of fire (difficulty 12: 10 base, 2 fatigue of the spell)");
    let dangers = due_dangers(battle.snapshot().view(), &rules, &what).expect("a preparation can be broken");
    assert!(
        ["[TC-447]", "by 1 for every count of walking [TC-448]", "[TC-468]"]
            .iter()
            .all(|words| dangers.contains(words))
    );
    assert!(matches!(prepare("gust").target, Target::Known(_)));
}

#[test] // G-64
fn a_fainting_caster_loses_its_preparation() {
    let faint = wizard().stat(Stat::HitPoints, 10).stat(Stat::Endurance, 30);
    let mut battle = against("a B", faint, base_unit().stat(Stat::Power, 8), &[12, 8, 1]);
    battle.act('a', prepare("fire_bolt")).perform('a', "keep_preparing");
    battle.events();
    battle.strike('B', 'a');
    assert!(battle.has('a', "unconscious"), "16 of fatigue against 10 hit points");
    assert!(steps(&battle.events()).contains(&(IncantStep::Lost, 0, "TC-468")));
    assert!(battle.row('a').incanting.spell.is_none());
}

#[test] // TC-301, G-98
fn the_pinned_neither_prepare_nor_cast() {
    // 20 pins and 12 only holds.
    for (roll, rule) in [(20, Some("TC-301")), (12, None)] {
        let late = base_unit().stat(Stat::Initiative, -20);
        let mut battle = skirmish(&time_count(), "a B").unit('a', wizard()).unit('B', late).rolls(&[1, 1, roll]);
        prepared(&mut battle, 'a', "fire_bolt");
        while battle.asked().0 == 'a' {
            battle.wait('a');
        }
        battle.act_on('B', "grab", 'a');
        let (rules, a, b) = (time_count(), battle.id('a'), battle.id('B'));
        assert_eq!((battle.asked().0, battle.has('a', "pinned")), ('a', rule.is_some()));
        for act in [on("fire_bolt", b), prepare("mend")] {
            let judged = legal::check(battle.snapshot().view(), &rules, a, &act);
            assert_eq!(judged.err().map(|refusal| refusal.rule.as_str()), rule, "{roll} {act:?}");
        }
    }
}
