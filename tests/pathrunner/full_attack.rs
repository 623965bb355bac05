//! Full attacks and fighting with two weapons.

use crate::fighters::*;
use crate::skirmish::*;
use warboard::battle::WeaponSlot;
use warboard::content::{Trait, Unit};
use warboard::resolution::{Act, Choice};

impl Skirmish {
    /// An attack of a full attack.
    fn strike_with(&mut self, action: &str, slot: u8, at: char) -> i16 {
        let act = Act::at(action, self.id(at), Some(WeaponSlot(slot)));
        self.act('a', act);
        rolled(&self.events())[0].bonus.total()
    }
}

#[test] // PR-157, PR-166, PR-172, PR-G30
fn the_number_of_attacks_follows_from_the_base_attack_bonus() {
    for (base, penalties) in
        [(1, &[0, 0][..]), (10, &[0, 0]), (11, &[0, 0, -10]), (15, &[0, 0, -10]), (16, &[0, 0, -10, -15])]
    {
        let dice = vec![10; penalties.len()];
        let mut battle = duel("a B", fighter().has("BaseAttack", base), target(), &dice);
        battle.perform('a', "full_attack");
        assert_eq!((battle.left('a', "half"), battle.left('a', "attacks")), (0, penalties.len() as i16));
        for penalty in penalties {
            assert_eq!(battle.strike_with("next_attack", 0, 'B'), base + 3 + penalty, "{base}");
        }
        let more = Act::at("next_attack", battle.id('B'), Some(WeaponSlot(0)));
        battle.refused(Choice::Act(more));
        battle.all_rolled();
    }
}

fn target() -> Unit {
    fighter().has("NaturalArmor", 60)
}

#[test] // PR-172, PR-G30
fn the_attacks_may_go_to_several_targets_with_a_step_between_them_and_are_lost_with_the_turn() {
    let map = "
        B . C
        a . .";
    let fighters = [('a', fighter().has("BaseAttack", 11), 20), ('B', target(), 2), ('C', target(), 1)];
    let mut battle = battle(map, &fighters, &[1, 1]);
    battle.perform('a', "full_attack");
    battle.strike_with("next_attack", 0, 'B');
    battle.go('a', "five_foot_step", &[(1, 1)]);
    battle.strike_with("next_attack", 0, 'C');
    battle.wait('a');
    assert_eq!(battle.left('a', "attacks"), 0);
    battle.wait('B').wait('C');
    assert!(!battle.has('a', "full_attacking"));
}

/// A fighter with a weapon in each hand.
pub fn with_both(second: &str) -> Unit {
    let mut unit = fighter();
    unit.weapons.push(carried(second));
    unit
}

#[test] // PR-G42
fn a_second_weapon_gives_one_more_attack_at_penalties() {
    for (unit, main, off) in [
        (with_both("heavy_mace"), -6, -10),
        (with_both("short_sword"), -4, -8),
        (with_both("heavy_mace").with_trait(Trait::TwoWeaponFighting), -4, -4),
        (with_both("short_sword").with_trait(Trait::TwoWeaponFighting), -2, -2),
    ] {
        let mut battle = duel("a B", unit, target(), &[10, 10, 10]);
        battle.perform('a', "two_weapon_attack");
        let bonuses = [
            battle.strike_with("main_hand_attack", 0, 'B'),
            battle.strike_with("main_hand_attack", 0, 'B'),
            battle.strike_with("off_hand_attack", 1, 'B'),
        ];
        assert_eq!(bonuses, [7 + main, 7 + main, 7 + off]);
        let swapped = Act::at("off_hand_attack", battle.id('B'), Some(WeaponSlot(0)));
        battle.refused(Choice::Act(swapped));
        battle.all_rolled();
    }
    let mut battle = duel("a B", fighter(), fighter(), &[]);
    battle.refused_action('a', "two_weapon_attack");
}

#[test] // PR-G42, PR-061
fn the_off_hand_adds_half_the_strength_bonus() {
    for (second, die, bonus) in [("heavy_mace", 8, 1), ("short_sword", 6, 1)] {
        let mut battle = duel("a B", with_both(second).has("BaseAttack", 15), fighter(), &[15, die]);
        battle.perform('a', "two_weapon_attack");
        battle.events();
        let act = Act::at("off_hand_attack", battle.id('B'), Some(WeaponSlot(1)));
        battle.act('a', act);
        assert_eq!(damage(&battle.events()), [i16::try_from(die).expect("few") + bonus], "{second}");
    }
}

#[test] // PR-172, PR-G30
fn lesser_natural_weapons_add_an_attack_at_5_less_with_half_the_strength_to_a_full_attack() {
    let mut beast = fighter().weapon("bear_claws").has("SecondaryAttacks", 1);
    beast.weapons.push(carried("bear_bite"));
    let mut battle = duel("a B", beast, fighter(), &[15, 6, 15, 6, 15, 8]);
    battle.perform('a', "full_attack");
    let bite = Act::at("next_attack", battle.id('B'), Some(WeaponSlot(1)));
    battle.refused(Choice::Act(bite));
    let bonuses = [
        battle.strike_with("next_attack", 0, 'B'),
        battle.strike_with("next_attack", 0, 'B'),
        battle.strike_with("natural_attack", 1, 'B'),
    ];
    assert_eq!(bonuses, [7, 7, 7 - 5]);
    assert_eq!(battle.row('B').vitals.hit_points, 40 - 9 - 9 - (8 + 1), "half of the 3 of strength");
    let again = Act::at("natural_attack", battle.id('B'), Some(WeaponSlot(1)));
    battle.refused(Choice::Act(again));
    battle.all_rolled();
}
