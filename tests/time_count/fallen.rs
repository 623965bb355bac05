//! Falling, sleeping, waking, dying.

use crate::facts::*;
use crate::skirmish::*;
use warboard::battle::WeaponLocation;
use warboard::content::{Name, Stat, Unit};
use warboard::mechanics::attack::{self, Mode};
use warboard::mechanics::{Game, status};
use warboard::resolution::{Asks, BattleEvent};

const MAP: &str = "a B C\n. . .\n. . .";

/// `a` strikes `B` with fists that tire by 3 and this strength; `C` looks on.
fn struck(strength: i16, b: Unit, dice: &[u16]) -> Skirmish {
    let rules = time_count();
    let faces = [1, 1, 1, 12, 3].iter().chain(dice).copied().collect::<Vec<_>>();
    let mut battle = skirmish(&rules, MAP)
        .unit('a', base_unit().unarmed().stat(Stat::Strength, strength))
        .unit('B', b.stat(Stat::Initiative, -500))
        .unit('C', idle())
        .rolls(&faces);
    battle.strike('a', 'B');
    battle
}

/// Lets every combatant wait until it is the turn of `mark`.
fn until(battle: &mut Skirmish, mark: char) {
    while battle.asked().0 != mark {
        let other = battle.asked().0;
        battle.wait(other);
    }
}

#[test] // TC-117, TC-119, TC-120, TC-122, TC-089, G-01, G-08
fn fatigue_above_hit_points_requires_a_check_to_stay_awake() {
    let mut battle = struck(7, base_unit(), &[]);
    assert_eq!(battle.row('B').vitals.fatigue, 10);
    assert!(battle.has('B', "at_risk"), "at equality there is a risk and no roll");
    battle.all_rolled();
    let mut battle = struck(8, base_unit(), &[1]);
    let rolled = checks(&battle.events()).pop().expect("a check");
    assert_eq!(
        terms(&rolled.difficulty),
        [("fatigue".to_owned(), 11, "TC-120"), ("hit points".to_owned(), -10, "TC-120"),]
    );
    assert_eq!((rolled.who, rolled.margin), (battle.id('B'), 0));
    assert!(!battle.has('B', "unconscious"), "awake and acting normally");
    assert_eq!(battle.row('B').vitals.hit_points, 10);
    battle.all_rolled();
}

#[test] // TC-119
fn the_check_is_repeated_with_every_further_loss() {
    let mut battle = struck(8, base_unit(), &[1, 12, 1, 20]);
    battle.strike('a', 'B');
    let rolled = checks(&battle.events()).pop().expect("a check");
    assert_eq!((rolled.action.as_str(), rolled.difficulty.total()), ("stay_awake", 10));
    battle.all_rolled();
}

#[test] // TC-123, TC-125, G-19, G-64
fn a_combatant_that_fails_the_check_falls_helpless_and_drops_everything() {
    let rules = time_count();
    let mut battle = struck(12, base_unit(), &[4]);
    let events = battle.events();
    let fell = events.iter().position(|event| matches!(event, BattleEvent::FellUnconscious { .. })).expect("it fell");
    let BattleEvent::FellUnconscious { rests_until, rule, .. } = &events[fell] else { panic!() };
    assert_eq!((*rests_until, rule.as_str()), (Some(5 + 10), "TC-123"), "ten counts for the one point it failed by");
    assert!(battle.has('B', "unconscious") && battle.has('B', "prone"));
    assert_eq!(battle.row('B').arms.weapons[0].place, WeaponLocation::Gone);
    assert_eq!(battle.snapshot().field.items.len(), 1);
    assert_eq!(battle.row('B').turn_state.next, None);
    let game = Game::new(battle.snapshot().view(), rules.book());
    assert!(status::is_helpless(game, battle.id('B')));
    let (stat, _) = attack::defence(game, battle.id('a'), battle.id('B'), None, Mode::Melee);
    assert_eq!(stat, Stat::Passive);
    assert!(battle.battle().outcome().is_none(), "C still stands");
}

#[test] // TC-126, TC-127, TC-128, G-64
fn sleepers_try_to_wake_at_their_count_and_periodically_after_it() {
    let mut battle = struck(12, base_unit(), &[4, 4, 3, 5]);
    battle.events();
    until(&mut battle, 'B');
    assert_eq!(battle.count(), 15 + 3, "its turn is the count it wakes on");
    let events = battle.events();
    let wakings: Vec<(i16, i16)> = checks(&events)
        .iter()
        .filter(|rolled| rolled.action.as_str() == "wake")
        .map(|rolled| (rolled.difficulty.total(), rolled.margin))
        .collect();
    assert_eq!(wakings, [(5, -1), (5, 0)]);
    assert!(!battle.has('B', "unconscious") && battle.has('B', "prone"), "awake, on the ground");
    battle.perform('B', "stand_up");
    battle.all_rolled();
}

#[test] // TC-118, TC-130, TC-205, G-24, TC-261
fn the_dying_wake_only_after_help_and_a_long_rest() {
    let rules = time_count();
    let begin = || {
        skirmish(&rules, MAP)
            .unit('a', base_unit().unarmed().stat(Stat::Strength, 20))
            .unit('B', idle())
            .unit('C', base_unit())
            .rolls(&[1, 1, 6, 12, 3, 5, 1, 1, 12, 4, 20])
    };
    let mut battle = begin();
    battle.strike('a', 'B');
    assert!(battle.has('B', "dying") && battle.has('B', "unconscious"));
    battle.events();
    assert!(wakings_due(&battle).is_empty(), "no check to wake is due");
    assert_eq!((battle.asked().0, battle.count()), ('C', 10));
    battle.act_on('C', "stabilise", 'B');
    assert!(battle.has('B', "stable") && battle.has('B', "unconscious"));
    until(&mut battle, 'C');
    assert_eq!(battle.count(), 10 + 12);
    until(&mut battle, 'B');
    assert_eq!(battle.count(), 10 + 2 * 120 + 4 * 120, "2d10 minutes, then 1d6 minutes");
    let rolled = checks(&battle.events());
    assert_eq!(rolled.iter().map(|rolled| rolled.rule.as_str()).collect::<Vec<_>>(), ["TC-130", "TC-130"]);
    battle.all_rolled();
}

#[test] // TC-261, G-24
fn only_the_dying_can_be_stabilised() {
    let rules = time_count();
    let mut battle =
        skirmish(&rules, "a B C").unit('a', idle()).unit('B', idle()).unit('C', base_unit()).rolls(&[1, 1, 1]);
    assert_eq!(refused_at(&mut battle, "stabilise", 'B'), "TC-261");
}

#[test] // TC-107, G-64
fn the_last_hit_point_is_death() {
    let rules = time_count();
    let frail = base_unit().stat(Stat::HitPoints, 4).stat(Stat::Endurance, 0);
    let mut battle =
        skirmish(&rules, "a B C").unit('a', base_unit()).unit('B', frail).unit('C', idle()).rolls(&[3, 1, 1, 14, 20]);
    battle.act_on('B', "grab", 'a');
    assert!(battle.has('a', "grabbed"));
    if matches!(battle.asked().1, Asks::Face { .. }) {
        battle.choose('a', warboard::resolution::Choice::Face(warboard::battle::Facing::AllAround));
    }
    battle.strike('a', 'B');
    let events = battle.events();
    let died = |event: &&BattleEvent| matches!(event, BattleEvent::Died { rule, .. } if rule.as_str() == "TC-107");
    assert_eq!(events.iter().filter(died).count(), 1);
    assert!(battle.row('B').gone && battle.has('B', "dead"));
    assert!(!battle.has('a', "grabbed"), "its hold ended with it");
    assert_eq!(battle.snapshot().field.items.len(), 1, "its sword lies there");
    assert!(checks(&events).iter().all(|rolled| rolled.action.as_str() != "stay_awake"));
    battle.walk('a', &[(1, 0)]);
    battle.all_rolled();
}

#[test] // TC-071, TC-070, G-22
fn a_threshold_worn_to_nothing_is_a_wound() {
    let rules = time_count();
    let tough = idle().stat(Stat::HitPoints, 30).stat(Stat::Endurance, 1);
    let mut battle = skirmish(&rules, "a B").unit('a', base_unit()).unit('B', tough).rolls(&[1, 1, 12, 4, 12, 4]);
    battle.strike('a', 'B');
    assert!(battle.has('B', "wounded"));
    battle.strike('a', 'B');
    let last = damage_taken(&battle.events()).pop().expect("a hit");
    assert_eq!((last.threshold.total(), last.fatigue, last.wounds), (0, 0, 4));
    assert_eq!(battle.row('B').vitals.worn, 1, "it cannot wear further");
}

#[test] // G-64, TC-302
fn a_sleeper_holds_no_one() {
    let rules = time_count();
    let mut battle = skirmish(&rules, "a B\nc D")
        .unit('a', idle())
        .unit('B', base_unit())
        .unit('c', base_unit().unarmed().stat(Stat::Strength, 12).stat(Stat::Initiative, -4))
        .unit('D', idle())
        .rolls(&[1, 1, 1, 1, 14, 12, 3, 1]);
    battle.act_on('B', "grab", 'a');
    assert!(battle.has('a', "grabbed"));
    battle.strike('c', 'B');
    assert!(battle.has('B', "unconscious") && !battle.has('a', "grabbed"));
    assert_eq!(holds_ended(&battle.events()), ["TC-123"]);
    battle.all_rolled();
}

#[test] // TC-212, TC-214, TC-123
fn a_combatant_felled_on_its_own_count_still_strikes_but_has_no_next_turn() {
    let rules = time_count();
    let strong = || base_unit().unarmed().stat(Stat::Strength, 12);
    let mut battle = skirmish(&rules, "a B\n. C")
        .unit('a', strong())
        .unit('B', strong())
        .unit('C', idle())
        .rolls(&[1, 1, 1, 12, 3, 12, 3, 20, 1]);
    battle.strike('a', 'B').strike('B', 'a');
    assert!(!battle.has('a', "unconscious") && battle.has('B', "unconscious"));
    assert_eq!((battle.row('a').vitals.fatigue, battle.row('B').vitals.fatigue), (15, 15));
    assert_eq!(battle.row('B').turn_state.next, None);
    assert_eq!(battle.row('B').turn_state.last, Some(Name::new("strike")));
    battle.all_rolled();
}
