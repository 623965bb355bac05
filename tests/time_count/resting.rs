//! Consecutive battles: what carries over, and what the rest between them restores.

use crate::facts::idle;
use crate::skirmish::*;
use warboard::battle::{Afflicted, Incanting, Momentum, Vitals, WeaponLocation};
use warboard::content::{Name, Rest, Stat, Unit};
use warboard::resolution::BattleEvent;
use warboard::resolution::setup::Setup;
use warboard::resolution::{CarryOver, NoAfter};
use warboard::turn::{Due, DueKind};

/// Two battles on a row of ground, `a` and `b` against `C`; the first leaves what `left` says.
fn battle(left: impl Fn(&mut Skirmish)) -> Skirmish {
    let mut battle = begun("a b . C", &[1, 1, 1]);
    left(&mut battle);
    battle
}

fn begun(map: &str, dice: &[u16]) -> Skirmish {
    let unit = || idle().stat(Stat::HitPoints, 20).stat(Stat::Constitution, 2);
    skirmish(&time_count(), map).unit('a', unit()).unit('b', unit()).unit('C', idle()).rolls(dice)
}

/// The next battle, and the log lines of the rest before it. The dice are those of the rest.
fn after(rest: Rest, earlier: &Skirmish, dice: &[u16]) -> (Skirmish, Vec<String>) {
    after_all(rest, earlier, &[dice, &[1, 1, 1]].concat())
}

/// [`after`] with all the dice of the next battle.
fn after_all(rest: Rest, earlier: &Skirmish, faces: &[u16]) -> (Skirmish, Vec<String>) {
    let unit = || idle().stat(Stat::HitPoints, 20).stat(Stat::Constitution, 2);
    let plan = skirmish(&time_count(), "a b . C").unit('a', unit()).unit('b', unit()).unit('C', idle());
    let mut next = plan.after(rest, earlier).rolls(faces);
    let told = next.log_lines();
    let rested = told.iter().position(|line| line.contains("starts at initiative")).expect("a turn order");
    (next, told[1..rested].to_vec())
}

fn has(battle: &mut Skirmish, mark: char, condition: &str, level: i16) {
    let (who, rule) = (battle.id(mark), Name::new("test"));
    let affliction = Afflicted::lasting(Name::new(condition), level);
    battle.state.impose(&BattleEvent::ConditionGained { who, affliction, rule });
}

fn pools(battle: &mut Skirmish, mark: char, vitals: Vitals) {
    let (who, rule) = (battle.id(mark), Name::new("test"));
    battle.state.impose(&BattleEvent::FatigueGained { who, amount: 0, vitals, rule });
}

fn level(battle: &Skirmish, condition: &str) -> i16 {
    battle.row('a').conditions.level(Name::new(condition))
}

/// The timeline entries that became due, from the beginning.
fn dues(battle: &Skirmish) -> Vec<Due> {
    let set = battle.battle().log().events().iter().filter_map(|event| match event {
        BattleEvent::DueSet { due } => Some(due.clone()),
        _ => None,
    });
    set.collect()
}

/// The levels of conditions after each kind of rest.
fn healed(condition: &str, from: i16) -> [i16; 3] {
    let earlier = battle(|battle| has(battle, 'a', condition, from));
    [Rest::Minutes(30), Rest::Night, Rest::BedRest].map(|rest| level(&after(rest, &earlier, &[]).0, condition))
}

#[test] // G-23, G-88
fn fatigue_and_wounds_carry_over_and_the_threshold_is_restored() {
    let left = Vitals { hit_points: 12, fatigue: 7, worn: 3, bonus: 4, ..Vitals::fresh(20) };
    let earlier = battle(|battle| pools(battle, 'a', left));
    let (next, told) = after(Rest::Minutes(0), &earlier, &[]);
    assert_eq!(next.row('a').vitals, Vitals { hit_points: 12, fatigue: 7, ..Vitals::fresh(20) });
    assert_eq!(next.row('b').vitals, Vitals::fresh(20));
    assert_eq!(told, [""; 0], "without a rest nothing comes back");
}

#[test] // G-87, G-23, TC-124
fn fatigue_recovers_every_ten_minutes_and_hit_points_overnight() {
    let left = Vitals { hit_points: 12, fatigue: 7, ..Vitals::fresh(20) };
    let earlier = battle(|battle| pools(battle, 'a', left));
    let (next, told) = after(Rest::Minutes(39), &earlier, &[]);
    assert_eq!((next.row('a').vitals.hit_points, next.row('a').vitals.fatigue), (12, 4));
    assert_eq!(told, ["a recovers 3 fatigue: 4 left; recovery: 3 (rest +3 [G-87])"]);
    let pools = [Rest::Night, Rest::BedRest].map(|rest| after(rest, &earlier, &[]).0.row('a').vitals);
    assert_eq!(pools.map(|pools| (pools.hit_points, pools.fatigue)), [(14, 0), (16, 0)]);
}

#[test] // TC-112, and E3 of the ledger: 5 of 8 points are invigoration, 3 took fatigue away
fn invigoration_vanishes_overnight_and_its_fatigue_stays_away() {
    let left = Vitals { hit_points: 10, invigoration: 5, fatigue: 0, ..Vitals::fresh(20) };
    let earlier = battle(|battle| pools(battle, 'a', left));
    let (by_day, _) = after(Rest::Minutes(479), &earlier, &[]);
    assert_eq!(by_day.row('a').vitals.invigoration, 5);
    let (next, told) = after(Rest::Night, &earlier, &[]);
    let now = next.row('a').vitals;
    assert_eq!((now.invigoration, now.hit_points, now.fatigue), (0, 12, 0));
    assert!(told[0].contains("invigoration is gone") && told[0].contains("TC-112"), "{told:?}");
}

#[test] // TC-080, TC-081
fn a_night_reduces_the_worst_impairment_and_a_day_in_bed_the_two_worst() {
    let earlier = battle(|battle| {
        has(battle, 'a', "battered", 1);
        has(battle, 'a', "gored", 3);
        has(battle, 'a', "slashed", 2);
    });
    let levels = |rest| {
        let (next, told) = after(rest, &earlier, &[]);
        (["battered", "gored", "slashed"].map(|kind| level(&next, kind)), told)
    };
    assert_eq!(levels(Rest::Minutes(400)).0, [1, 3, 2]);
    assert_eq!(levels(Rest::Night), ([1, 2, 2], vec!["a is less gored (2) [TC-080]".to_owned()]));
    let two = ["a is less gored (2) [TC-081]".to_owned(), "a is less slashed (1) [TC-081]".to_owned()];
    assert_eq!(levels(Rest::BedRest), ([1, 2, 1], two.to_vec()));
}

#[test] // TC-082
fn among_equal_impairments_chance_picks_one() {
    let earlier = battle(|battle| {
        has(battle, 'a', "battered", 2);
        has(battle, 'a', "gored", 2);
        has(battle, 'a', "slashed", 1);
    });
    for (face, levels) in [(1, [1, 2, 1]), (2, [2, 1, 1])] {
        let (mut next, told) = after(Rest::Night, &earlier, &[face]);
        assert_eq!(["battered", "gored", "slashed"].map(|kind| level(&next, kind)), levels);
        assert!(told[0].ends_with("[TC-082]"), "{told:?}");
        next.all_rolled();
    }
}

#[test] // TC-088, TC-087
fn attribute_damage_heals_a_point_a_day() {
    assert_eq!(healed("weakened", 3), [3, 2, 2]);
    let earlier = battle(|battle| has(battle, 'a', "frail", 1));
    assert_eq!(earlier.row('a').sheet.stat(Stat::Constitution), 1);
    let (next, told) = after(Rest::Night, &earlier, &[]);
    assert_eq!(next.row('a').sheet.stat(Stat::Constitution), 2);
    assert_eq!(told, ["a is no longer frail [TC-088]"]);
}

#[test] // TC-500
fn attribute_damage_from_poison_heals_only_in_bed() {
    assert_eq!(healed("sapped", 3), [3, 3, 2]);
}

#[test] // TC-495, TC-496
fn petrification_recovers_a_point_in_eight_hours_but_never_from_stone() {
    assert_eq!(healed("petrified", 5), [5, 4, 2]);
    assert_eq!(healed("petrified", 10), [10, 10, 10]);
    let stone = battle(|battle| has(battle, 'a', "petrified", 10));
    assert!(after(Rest::BedRest, &stone, &[]).0.has('a', "stone"));
}

#[test] // TC-491
fn numbness_ends_within_minutes() {
    let earlier = battle(|battle| has(battle, 'a', "numb", 30));
    assert_eq!([0, 1, 2].map(|minutes| level(&after(Rest::Minutes(minutes), &earlier, &[]).0, "numb")), [30, 10, 0]);
}

#[test] // G-20, TC-185
fn an_exhausted_runner_may_run_again_after_a_night() {
    let earlier = battle(|battle| has(battle, 'a', "fatigued", 0));
    assert!(after(Rest::Minutes(120), &earlier, &[]).0.has('a', "fatigued"));
    assert!(!after(Rest::Night, &earlier, &[]).0.has('a', "fatigued"));
}

#[test] // TC-197
fn the_penalty_of_runs_drops_by_one_for_every_minute() {
    let earlier = battle(|battle| {
        let (who, momentum) = (battle.id('a'), Momentum { checks: 5, sprint_checks: 2, ..Momentum::default() });
        battle.state.impose(&BattleEvent::MomentumChanged { who, momentum });
    });
    let (next, told) = after(Rest::Minutes(4), &earlier, &[]);
    assert_eq!((next.row('a').momentum.checks, next.row('a').momentum.sprint_checks), (1, 1));
    assert!(told[0].contains("(rest +4 [TC-197])"), "{told:?}");
    assert_eq!(after(Rest::Minutes(60), &earlier, &[]).0.row('a').momentum, Momentum::default());
}

#[test] // TC-446
fn spells_count_as_cast_before_on_the_same_day_only() {
    let bolt = Name::new("fire_bolt");
    let earlier = battle(|battle| {
        let (who, now) = (battle.id('a'), Incanting { tried: vec![(bolt, 2)], spell: None });
        let (step, rule) = (warboard::resolution::event::IncantStep::Lost, Name::new("test"));
        battle.state.impose(&BattleEvent::Incanted {
            who,
            spell: bolt,
            step,
            now,
            difficulty: Default::default(),
            rule,
        });
    });
    assert_eq!(after(Rest::Minutes(60), &earlier, &[]).0.row('a').incanting.tried(bolt), 2);
    assert_eq!(after(Rest::Night, &earlier, &[]).0.row('a').incanting.tried(bolt), 0);
}

#[test] // TC-130, G-24, G-88
fn a_dying_combatant_is_stabilised_and_wakes_after_a_long_time() {
    let left = Vitals { hit_points: 5, fatigue: 10, ..Vitals::fresh(20) };
    let earlier = battle(|battle| {
        pools(battle, 'a', left);
        has(battle, 'a', "unconscious", 0);
    });
    // 2d10 are 7 minutes, then 1d6 are 5: the first check of 3 + 2 fails against 10 - 1 - 5, the second does not.
    let (mut next, told) = after(Rest::Minutes(12), &earlier, &[3, 4, 1, 5, 2]);
    let rules: Vec<&str> = told.iter().filter_map(|line| line.rsplit('[').next()).collect();
    assert!(told.iter().any(|line| line == "a wakes [TC-126]"), "{told:?}");
    assert!(told.iter().any(|line| line.starts_with("a is stable")), "{told:?} {rules:?}");
    assert!(!next.has('a', "unconscious"));
    next.all_rolled();
    // Eleven minutes are too short for the second check: it comes after a minute of the battle and fails, and the
    // third would come six minutes later. Only the two others roll initiative.
    let (next, _) = after_all(Rest::Minutes(11), &earlier, &[3, 4, 1, 5, 1, 1, 1, 6]);
    let waking = DueKind::Waking(next.id('a'));
    assert_eq!(dues(&next).iter().find(|due| due.what == waking).map(|due| due.at), Some(120));
    assert!(dues(&next).iter().all(|due| due.what != DueKind::Turn(next.id('a'))), "it lies there till then");
    assert!(next.has('a', "prone"));
    assert!(next.row('a').turn_state.long_rests, "the next check comes after minutes as well");
}

#[test] // TC-125, TC-126, TC-130, G-88
fn a_combatant_that_recovers_from_dying_by_rest_wakes_without_help() {
    // No friend is awake to help; ten minutes remove a point of fatigue, and 9 is less than twice 5.
    let left = Vitals { hit_points: 5, fatigue: 10, ..Vitals::fresh(20) };
    let earlier = battle(|battle| {
        pools(battle, 'a', left);
        has(battle, 'a', "unconscious", 0);
        has(battle, 'b', "unconscious", 0);
    });
    let (next, told) = after(Rest::Minutes(10), &earlier, &[1, 2, 1, 1]);
    assert!(told.iter().any(|line| line == "a wakes [TC-126]"), "{told:?}");
    assert!(!next.has('a', "unconscious") && !next.has('a', "stable"));
}

#[test] // TC-125, TC-127, G-88
fn other_sleepers_keep_trying_to_wake() {
    let left = Vitals { hit_points: 10, fatigue: 14, ..Vitals::fresh(20) };
    let earlier = battle(|battle| {
        pools(battle, 'a', left);
        has(battle, 'a', "unconscious", 0);
    });
    let (mut next, _) = after(Rest::Minutes(1), &earlier, &[10, 1, 3, 2]);
    assert!(!next.has('a', "unconscious"), "3 + 2 is less than 14 - 10 + 2 only the first time");
    assert!(next.has('a', "at_risk"), "TC-117 holds for combatants that begin at risk");
    next.all_rolled();
}

#[test] // G-88, TC-107
fn the_dead_stay_away() {
    let earlier = battle(|battle| {
        let (who, rule) = (battle.id('a'), Name::new("test"));
        pools(battle, 'a', Vitals { hit_points: 0, ..Vitals::fresh(20) });
        battle.state.impose(&BattleEvent::Died { who, rule });
    });
    let plan = skirmish(&time_count(), "a b . C").unit('a', idle()).unit('b', idle()).unit('C', idle());
    let mut next = plan.after(Rest::BedRest, &earlier).rolls(&[1, 1]);
    assert!(next.row('a').gone && !next.row('b').gone);
    assert_eq!(next.log_lines()[1], "a died in the battle before [TC-107]");
}

#[test] // TC-523, TC-498, G-88
fn remaining_doses_of_poison_take_effect_during_the_rest() {
    let target = || idle().stat(Stat::HitPoints, 30);
    let mut earlier = skirmish(&time_count(), "b A")
        .unit('b', target())
        .unit('A', base_unit().weapon("poisoned_dagger"))
        .rolls(&[1, 1, 15, 1, 6, 1]);
    earlier.strike('A', 'b');
    assert_eq!(earlier.row('b').conditions.level(Name::new("poisoned")), 3);
    let next = |rest, dice: &[u16]| {
        let plan = skirmish(&time_count(), "b A").unit('b', target()).unit('A', idle());
        plan.after(rest, &earlier).rolls(dice)
    };
    let mut rested = next(Rest::Minutes(1), &[2, 3, 3, 1, 1]);
    let now = rested.row('b').vitals;
    assert_eq!((now.fatigue, now.poison_fatigue, now.poison_wounds), (1 + 8, 8, 1));
    assert!(!rested.has('b', "poisoned"));
    rested.all_rolled();
    // Two dice of initiative, and one for each dose: at 8, 16 and 24.
    let at_once = next(Rest::Minutes(0), &[1, 1, 1, 1, 1]);
    let (who, venom) = (at_once.id('b'), Name::new("nightshade"));
    let what = DueKind::Dose { who, by: who, venom, dose: 1, left: 3 };
    assert!(dues(&at_once).iter().any(|due| (due.at, &due.what) == (8, &what)), "it goes on in the next battle");
}

#[test] // TC-497
fn rest_heals_damage_from_the_last_dose() {
    let left = Vitals { hit_points: 14, fatigue: 6, poison_wounds: 5, poison_fatigue: 4, ..Vitals::fresh(20) };
    let earlier = battle(|battle| pools(battle, 'a', left));
    let (next, _) = after(Rest::Minutes(30), &earlier, &[]);
    assert_eq!((next.row('a').vitals.fatigue, next.row('a').vitals.poison_fatigue), (3, 3));
    let (next, _) = after(Rest::Night, &earlier, &[]);
    assert_eq!((next.row('a').vitals.hit_points, next.row('a').vitals.poison_wounds), (16, 4));
}

#[test] // TC-061, G-29
fn broken_items_stay_broken_and_dropped_ones_are_gathered() {
    let earlier = battle(|battle| {
        let (a, b, slot, rule) = (battle.id('a'), battle.id('b'), warboard::battle::WeaponSlot(0), Name::new("test"));
        battle.state.impose(&BattleEvent::WeaponWorn { who: a, slot, durability: 0, rule });
        battle.state.impose(&BattleEvent::WeaponDropped { who: b, slot, cell: None, rule });
    });
    let (next, _) = after(Rest::Minutes(0), &earlier, &[]);
    assert_eq!(next.row('a').arms.weapons[0].place, WeaponLocation::Broken);
    assert_eq!(next.row('b').arms.weapons[0].place, WeaponLocation::InHand);
}

#[test] // G-88
fn combatants_carried_over_have_the_same_name_in_both_battles() {
    let of = |map: &str, mark: char| {
        let unit = |mark: char| (mark, base_unit());
        let plan = [unit(mark), unit('Z')]
            .into_iter()
            .fold(skirmish(&time_count(), map), |plan, (mark, unit): (char, Unit)| plan.unit(mark, unit));
        Setup::clone(plan.rolls(&[1, 1]).battle().setup())
    };
    let (one, other) = (of("a Z", 'a'), of("b Z", 'b'));
    assert_eq!(CarryOver::can_follow(&one, &one), Ok(()));
    let strangers = NoAfter::Strangers { first: "a".to_owned(), next: "b".to_owned() };
    assert_eq!(CarryOver::can_follow(&one, &other), Err(strangers));
}

#[test] // G-88
fn a_rule_system_without_rest_refuses_it() {
    let battle = skirmish(&fragments(), "a B").unit('a', plain()).unit('B', plain()).seeded(1);
    let setup = &battle.battle().setup();
    assert_eq!(CarryOver::can_follow(setup, setup), Err(NoAfter::NoRest("Fragments".to_owned())));
}

#[test]
fn kinds_of_rest_are_parsed_from_words() {
    assert_eq!("30min".parse(), Ok(Rest::Minutes(30)));
    assert_eq!(
        ("none".parse(), "night".parse(), "day".parse()),
        (Ok(Rest::Minutes(0)), Ok(Rest::Night), Ok(Rest::BedRest))
    );
    for word in ["", "min", "480min", "-1min", "fortnight"] {
        assert!(word.parse::<Rest>().is_err(), "{word}");
    }
}
