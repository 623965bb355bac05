//! Action points: income, saving, the maximum, prices by weapon, surprise.

use crate::fighters::*;
use crate::skirmish::*;
use warboard::battle::WeaponSlot;
use warboard::content::{Breakdown, Label};
use warboard::resolution::legal::Cost;
use warboard::resolution::{Asks, Occasion};
use warboard::rules::make_sheet;

/// A point of its income and its maximum by speed.
fn by_speed(speed: i16) -> (i16, i16, i16) {
    let unit = fighter().has("Speed", speed);
    let sheet = make_sheet(&heroes(), "fighter", &unit, warboard::content::SpeedMode::Fixed).expect("a unit");
    (sheet.stat(stat("PointsAtStart")), sheet.stat(stat("PointsAtEnd")), sheet.stat(stat("PointsMaximum")))
}

#[test] // HD-137, HD-G40
fn incomes_and_the_maximum_follow_the_table_of_speed() {
    let starts = [2, 2, 2, 3, 3, 3, 4, 4, 5, 5, 6, 7, 8, 9, 11, 12, 14, 16, 18, 21, 24];
    let ends = [1, 1, 2, 2, 2, 3, 3, 4, 4, 5, 6, 7, 8, 9, 10, 12, 14, 16, 18, 21, 24];
    let most = [5, 5, 6, 7, 8, 9, 10, 12, 14, 16, 18, 21, 24, 27, 31, 36, 41, 48, 55, 63, 72];
    for (at, speed) in (-10..=10).enumerate() {
        assert_eq!(by_speed(speed), (starts[at], ends[at], most[at]), "speed {speed}");
    }
    assert_eq!((by_speed(15), by_speed(-11)), ((48, 48, 144), (2, 1, 4)), "beyond the table by its closed form");
}

#[test] // HD-133, HD-136, HD-139, HD-140
fn points_come_at_the_start_of_a_round_and_the_end_of_a_turn_and_are_kept_up_to_the_maximum() {
    let mut battle = battle("a . . . . . . B", &[('a', fighter(), 9), ('B', fighter().has("Speed", 4), 5)], &[]);
    let mut seen = Vec::new();
    for _ in 0..3 {
        seen.push((battle.points('a'), battle.points('B')));
        battle.no_interrupts().end_turn('a');
        seen.push((battle.points('a'), battle.points('B')));
        battle.no_interrupts().end_turn('B');
    }
    let expected = [(6, 11), (12, 11), (18, 31), (18, 31), (18, 31), (18, 31)];
    // B gains 11 at the start and 10 at the end: 11, 21, 32 less 1.
    assert_eq!(seen, expected);
    battle.all_rolled();
}

#[test] // HD-148, HD-214, HD-223, HD-231, HD-233, HD-G12
fn attacks_cost_by_weapon_and_never_less_than_1() {
    let cost = |weapon: &str, action: &str| {
        let armed = fighter().weapon(weapon);
        let at = armed.weapons.len() - 1;
        let battle = battle("a B", &[('a', armed, 9), ('B', fighter(), 5)], &[]);
        let rules = battle.battle().setup().rules.clone();
        let action = rules.actions.get(action.into()).expect("an action").clone();
        let game = warboard::mechanics::Game::new(battle.snapshot().view(), rules.book());
        let slot = Some(WeaponSlot(at as u8));
        let cost = Cost::of_action(game, battle.id('a'), (&action, slot), Occasion::OwnTurn).expect("6 points");
        (cost.points[0].1.total(), cost.points[0].1.clone())
    };
    let total = |weapon: &str, action: &str| cost(weapon, action).0;
    let all = ["standard_attack", "quick_attack", "strong_attack"];
    assert_eq!(all.map(|action| total("dagger", action)), [3, 4, 1]);
    assert_eq!(all.map(|action| total("mace", action)), [4, 5, 2]);
    assert_eq!(all.map(|action| total("halberd", action)), [5, 6, 3]);
    let quick = cost("halberd", "quick_attack").1;
    let expected =
        Breakdown::of([(Label::Named("halberd".into()), 5, "HD-G61".into()), (Label::Action, 1, "HD-223".into())]);
    assert_eq!(quick, expected);
}

#[test] // HD-030, HD-138, HD-163, HD-234, HD-211
fn any_number_of_actions_is_possible_as_long_as_points_last() {
    let dice: Vec<[u16; 5]> = vec![wild(-5); 3];
    let dice: Vec<&[u16]> = dice.iter().map(|dice| &dice[..]).collect();
    let mut battle = battle("a B", &[('a', fighter(), 9), ('B', fighter(), 5)], &dice);
    for left in [4, 2, 0] {
        battle.attack('a', "strong_attack", 'B');
        assert_eq!(battle.points('a'), left);
    }
    assert_eq!((battle.asked(), battle.stamina('a')), (('a', Asks::Act), 7), "its turn goes on until it ends it");
    let refused = battle.refused_attack('a', "strong_attack", 'B');
    assert!(refused.contains("needs 2 action points, 0 left"), "{refused}");
    battle.end_turn('a');
    assert_eq!(battle.points('a'), 6, "ending it costs nothing");
    battle.all_rolled();
}

#[test] // HD-162
fn the_very_perceptive_cannot_be_surprised() {
    for (perception, surprised) in [(5, true), (6, false)] {
        let plan = skirmish(&heroes(), "a . . B").unit('a', fighter());
        let plan = plan.surprised('B', fighter().has("Perception", perception));
        let battle = plan.rolls(&[standard(0), standard(0)].concat());
        assert_eq!(battle.points('B') == 0, surprised);
        assert_eq!(battle.initiative('B'), 5 + 1 + perception, "no penalty left at 5 either");
    }
}

#[test] // HD-152
fn ties_are_drawn_anew_each_round() {
    let order = |seed: u64| {
        let plan = skirmish(&heroes(), "a . . . . . B").unit('a', fighter()).unit('B', fighter());
        let mut battle = plan.seeded(seed);
        let (a, b) = (battle.initiative('a'), battle.initiative('B'));
        let mut first = Vec::new();
        for _ in 0..8 {
            battle.no_interrupts();
            let (one, _) = battle.asked();
            first.push(one);
            battle.end_turn(one);
            let (other, _) = battle.asked();
            battle.end_turn(other);
        }
        (a == b).then_some(first)
    };
    let drawn: Vec<char> = (0..40).filter_map(order).flatten().collect();
    assert!(drawn.contains(&'a') && drawn.contains(&'B'), "{drawn:?}");
    let changes = (0..40).filter_map(order).any(|first| first.contains(&'a') && first.contains(&'B'));
    assert!(changes, "the order changes from round to round");
}

impl Skirmish {
    /// The words of the refusal of an attack with the first weapon.
    pub fn refused_attack(&mut self, mark: char, action: &str, at: char) -> String {
        assert_eq!(self.asked().0, mark);
        let act = warboard::resolution::Act::at(action, self.id(at), Some(WeaponSlot(0)));
        self.refused(warboard::resolution::Choice::Act(act)).to_string()
    }
}

#[test] // HD-G20, HD-038
fn the_staggered_gain_half_their_points() {
    let plan = skirmish(&heroes(), "a . B").unit('a', fighter()).unit('B', fighter().has("Speed", 1));
    let dice = [initiative_dice(&fighter(), 9), initiative_dice(&fighter(), 5)].concat();
    let mut battle = plan.with_losses('B', 0, 9).rolls(&dice);
    battle.end_turn('a').drain('B', "stamina", 0).perform('B', "dash").no_interrupts();
    assert!(battle.has('B', "staggered"));
    assert_eq!(battle.points('B'), 7);
    battle.end_turn('B').no_interrupts();
    assert_eq!(battle.points('B'), 7 + 3 + 3, "3 of 7 at the end of the turn, and 3 in round 2");
}
