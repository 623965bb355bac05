//! Facings of flanked combatants: when they choose, and the effect.

use crate::facts::*;
use crate::skirmish::*;
use warboard::battle::{Facing, WeaponSlot};
use warboard::content::Breakdown;
use warboard::mechanics::Game;
use warboard::mechanics::attack::{self, Mode};
use warboard::resolution::{Act, Asks, BattleEvent, Choice, Target};

/// `c` stands west of `B`, `a` south of it.
fn beset(dice: &[u16]) -> Skirmish {
    let rules = time_count();
    let map = ". . .\nc B .\n. a .";
    skirmish(&rules, map).unit('a', base_unit()).unit('B', base_unit()).unit('c', idle()).rolls(dice)
}

fn face(facing: Facing) -> Act {
    Act { action: "face".into(), target: Target::Facing(facing), weapon: None, part: None }
}

fn to_hit(battle: &Skirmish, mark: char, mode: Mode) -> Breakdown {
    let rules = time_count();
    let (game, mut sum) = (Game::new(battle.snapshot().view(), rules.book()), Breakdown::new());
    attack::add_to_hit(game, (battle.id(mark), WeaponSlot(0)), battle.id('B'), mode, &mut sum);
    sum
}

fn flank(battle: &Skirmish, mark: char) -> Vec<(String, i16, &'static str)> {
    terms(&to_hit(battle, mark, Mode::Melee))
}

fn flanked() -> Vec<(String, i16, &'static str)> {
    vec![("flanked".to_owned(), 2, "TC-431")]
}

#[test] // TC-430, TC-431, TC-432, TC-433, TC-436
fn a_newly_flanked_combatant_chooses_at_once_and_may_face_all_around() {
    let mut battle = beset(&[1, 6, 1]);
    assert_eq!(battle.asked(), ('a', Asks::Act), "attackers at a right angle do not flank");
    battle.walk('a', &[(2, 1)]);
    let (who, asks) = battle.asked();
    let Asks::Face { options } = asks else { panic!("{asks:?}") };
    assert_eq!(who, 'B');
    assert_eq!(options[..3], [Facing::AllAround, Facing::Towards(battle.id('a')), Facing::Towards(battle.id('c'))]);
    assert_eq!(options.len(), 3 + 8, "or any direction");
    battle.choose('B', Choice::Face(Facing::AllAround));
    assert_eq!((flank(&battle, 'a'), flank(&battle, 'c')), (flanked(), flanked()));
    assert!(terms(&to_hit(&battle, 'a', Mode::Ranged)).iter().all(|term| term.0 != "flanked"));
    assert_eq!(battle.asked(), ('a', Asks::Act), "and is not asked again");
    battle.wait('a');
    assert_eq!(battle.asked(), ('a', Asks::Act));
}

#[test] // TC-437, TC-438, TC-439, TC-024, G-10
fn facing_one_attacker_turns_the_back_to_the_other() {
    let mut battle = beset(&[1, 6, 1, 9, 1]);
    battle.walk('a', &[(2, 1)]);
    let towards = Facing::Towards(battle.id('c'));
    battle.choose('B', Choice::Face(towards));
    assert_eq!(flank(&battle, 'c'), []);
    assert_eq!(flank(&battle, 'a'), [("attacked from behind".to_owned(), 4, "TC-438")]);
    battle.strike('a', 'B');
    let rolled = checks(&battle.events()).pop().expect("a check");
    assert_eq!((rolled.bonus.total(), rolled.margin), (4, 3));
}

#[test] // TC-439, TC-440, TC-441
fn facing_between_two_attackers_leaves_both_on_the_sides() {
    let mut battle = beset(&[1, 6, 1]);
    battle.walk('a', &[(2, 1)]).choose('B', Choice::Face(Facing::Direction(0)));
    let side = vec![("flanked".to_owned(), 2, "TC-439")];
    assert_eq!((flank(&battle, 'a'), flank(&battle, 'c')), (side.clone(), side));
}

#[test] // TC-434, G-04
fn a_new_enemy_within_reach_reopens_the_choice() {
    let rules = time_count();
    let map = ". . . d\nc B a .\n. . . .";
    let begin = || {
        let plan =
            skirmish(&rules, map).unit('a', idle()).unit('B', base_unit()).unit('c', idle()).unit('d', base_unit());
        plan.rolls(&[1, 6, 1, 1])
    };
    let mut battle = begin();
    battle.choose('B', Choice::Face(Facing::AllAround)).walk('d', &[(2, 0)]);
    assert!(matches!(battle.asked(), ('B', Asks::Face { .. })), "d is new");
    let mut battle = begin();
    let towards = Facing::Towards(battle.id('a'));
    battle.choose('B', Choice::Face(towards)).walk('d', &[(2, 0)]);
    assert_eq!(battle.asked(), ('d', Asks::Act), "who keeps a facing changes it only in its own turn");
    assert_eq!(battle.row('B').facing, towards);
}

#[test] // TC-433, TC-434, TC-435, TC-436
fn turning_in_the_own_turn_is_free() {
    let mut battle = beset(&[6, 1, 1]);
    assert_eq!(battle.asked(), ('B', Asks::Act));
    assert_eq!(refusal(&mut battle, face(Facing::Direction(0))), "TC-433");
    for _ in 0..5 {
        battle.wait('B');
    }
    battle.walk('a', &[(2, 1)]).wait('B');
    let towards = Facing::Towards(battle.id('c'));
    battle.choose('B', Choice::Face(towards));
    while battle.asked().0 == 'a' {
        battle.wait('a');
    }
    battle.events();
    let itself = face(Facing::Towards(battle.id('B')));
    assert_eq!(battle.refused(Choice::Act(itself)).why, "there is no such facing");
    battle.act('B', face(Facing::Direction(2)));
    assert_eq!(battle.row('B').facing, Facing::Direction(2));
    assert_eq!(battle.asked(), ('B', Asks::Act), "it was free");
    let rules: Vec<&str> = battle
        .events()
        .iter()
        .filter_map(|event| match event {
            BattleEvent::FacingKept { rule, .. } => Some(rule.as_str()),
            _ => None,
        })
        .collect();
    assert_eq!(rules, ["TC-435"]);
    battle.act('B', face(Facing::AllAround));
    assert_eq!(battle.row('B').facing, Facing::AllAround);
}

#[test] // TC-433
fn combatants_that_begin_flanked_choose_before_the_first_action() {
    let rules = time_count();
    let mut battle =
        skirmish(&rules, "a B c").unit('a', base_unit()).unit('B', base_unit()).unit('c', idle()).rolls(&[1, 6, 1]);
    assert!(matches!(battle.asked(), ('B', Asks::Face { .. })));
    battle.choose('B', Choice::Face(Facing::AllAround));
    assert_eq!((battle.asked(), battle.count()), (('a', Asks::Act), 5));
}

#[test] // TC-433, G-64
fn combatants_that_cannot_act_are_not_asked() {
    let rules = time_count();
    let map = "c B .\n. a .\n. . .\nD . .";
    let mut battle = skirmish(&rules, map)
        .unit('a', base_unit().unarmed().stat(warboard::content::stat::Stat::Strength, 12))
        .unit('B', idle())
        .unit('c', idle())
        .unit('D', idle())
        .rolls(&[1, 1, 1, 1, 12, 3, 1]);
    battle.strike('a', 'B');
    assert!(battle.has('B', "unconscious"));
    battle.walk('a', &[(2, 0)]);
    assert_eq!(battle.asked(), ('a', Asks::Act));
}

#[test] // G-55, G-07, TC-433
fn on_hexes_the_flanked_have_a_front_and_a_rear() {
    let rules = time_count();
    let map = ". . . .\n. c B .\n. . a .";
    let mut battle =
        skirmish(&rules, map).hexes().unit('a', base_unit()).unit('B', idle()).unit('c', idle()).rolls(&[1, 1, 1]);
    battle.walk('a', &[(3, 2)]);
    let towards = Facing::Towards(battle.id('c'));
    battle.choose('B', Choice::Face(towards));
    assert_eq!(flank(&battle, 'c'), []);
    assert_eq!(flank(&battle, 'a'), [("attacked from behind".to_owned(), 4, "TC-438")]);
}
