//! Items: their hardness and hit points, sunder, and what broken items are still worth.

use crate::facts::terms;
use crate::fighters::*;
use crate::manoeuvres::{one, talented};
use crate::skirmish::*;
use warboard::battle::{GearPiece, WeaponLocation, WeaponSlot};
use warboard::content::{ItemMagic, Name, Size, Trait, Unit};
use warboard::mechanics::attack::{self, Mode};
use warboard::mechanics::{Game, items};
use warboard::resolution::{Act, Asks, BattleEvent, Choice, Pick};

const FIRST: GearPiece = GearPiece::Weapon(WeaponSlot(0));

/// The hardness and the hit points of a piece of equipment of `a`.
fn numbers(unit: Unit, piece: GearPiece) -> (i16, u8) {
    let battle = duel("a . B", unit, fighter(), &[]);
    let rules = battle.battle().setup().rules.clone();
    let policy = rules.policies.things.as_ref().expect("items");
    let row = battle.row('a');
    let hardness = items::hardness(policy, &row.sheet, piece);
    let sum = hardness.iter().filter_map(|(_, term)| *term).map(|term| term.amount).sum();
    (sum, items::hit_points(battle.snapshot().view(), policy, row.id, piece))
}

#[test] // PR-075
fn the_table_gives_hardness_and_hit_points_of_weapons_and_shields() {
    let weapons = [
        ("dagger", 10, 2),
        ("short_sword", 10, 2),
        ("long_sword", 10, 5),
        ("greatsword", 10, 10),
        ("heavy_mace", 10, 20),
        ("hatchet", 5, 2),
        ("club", 5, 5),
        ("great_axe", 5, 10),
        ("longbow", 5, 5),
    ];
    for (weapon, hardness, points) in weapons {
        assert_eq!(numbers(fighter().weapon(weapon), FIRST), (hardness, points), "{weapon}");
    }
    let shields = [
        ("buckler", 10, 5),
        ("light_wooden_shield", 5, 7),
        ("heavy_wooden_shield", 5, 15),
        ("light_steel_shield", 10, 10),
        ("heavy_steel_shield", 10, 20),
        ("tower_shield", 5, 20),
    ];
    for (shield, hardness, points) in shields {
        assert_eq!(numbers(fighter().shield(shield), GearPiece::Shield), (hardness, points), "{shield}");
    }
}

#[test] // PR-079, PR-081
fn armour_has_five_hit_points_for_each_point_of_its_bonus_and_the_hardness_of_its_material() {
    for armor in pathrunner().armor.iter() {
        let hardness = if armor.name.contains("eather") { 2 } else { 10 };
        let points = u8::try_from(armor.bonus * 5).expect("few points");
        assert_eq!(numbers(fighter().armor(armor.id.as_str()), GearPiece::Armor), (hardness, points), "{}", armor.id);
    }
}

#[test] // PR-078, PR-G50
fn hit_points_double_with_each_size_above_medium_and_halve_with_each_below() {
    let sizes = [
        (Size::Fine, 1),
        (Size::Tiny, 5 / 4),
        (Size::Small, 5 / 2),
        (Size::Medium, 5),
        (Size::Large, 10),
        (Size::Huge, 20),
        (Size::Gargantuan, 40),
        (Size::Colossal, 80),
    ];
    let rules = pathrunner();
    let policy = rules.policies.things.as_ref().expect("items");
    for (size, points) in sizes {
        assert_eq!(policy.whole_points(5, size, ItemMagic::default()), points, "{size:?}");
    }
    // What magic adds does not depend on the size (PR-077).
    assert_eq!(policy.whole_points(5, Size::Large, ItemMagic { enhancement: 2, level: 0 }), 10 + 20);
    assert_eq!(numbers(fighter().size(Size::Large), FIRST), (10, 10));
}

/// `a` with a great axe (1d12 + 4, hardness 10 against a long sword) sunders the sword of `B`.
fn sunder(dice: &[u16]) -> Skirmish {
    let own = talented(Trait::PowerfulManeuvers).weapon("great_axe");
    let mut battle = duel("a B", own, fighter(), dice);
    battle.events();
    battle.act_on('a', "sunder", 'B');
    battle
}

fn points(battle: &Skirmish) -> u8 {
    battle.row('B').arms.weapons[0].durability
}

#[test] // PR-375, PR-376
fn sunder_takes_a_full_round_or_half_of_one_with_the_talent_and_does_not_provoke() {
    for (unit, left) in [(fighter(), 0), (talented(Trait::PowerfulManeuvers), 1)] {
        let mut battle = duel("a B", unit, fighter(), &[2]);
        battle.act_on('a', "sunder", 'B');
        assert_eq!((battle.left('a', "half"), battle.reacting()), (left, None));
    }
}

#[test] // PR-377, PR-285
fn a_success_deals_the_damage_of_the_weapon_beyond_hardness() {
    for (face, dice, left) in [(9, vec![9], 5), (10, vec![10, 7], 4), (10, vec![10, 6], 5)] {
        let mut battle = sunder(&dice);
        assert_eq!(points(&battle), left, "{face}");
        assert_eq!(one(&battle.events()).difficulty.total(), 17);
        battle.all_rolled();
    }
    let mut battle = sunder(&[10, 8]);
    let BattleEvent::ThingHarmed { amount, left: 3, .. } =
        battle.events().into_iter().find(|fact| matches!(fact, BattleEvent::ThingHarmed { .. })).expect("damage")
    else {
        panic!("3 hit points left")
    };
    assert!(terms(&amount).contains(&("hardness".to_owned(), -10, "PR-075")), "{amount}");
    // The body takes nothing.
    assert_eq!(battle.row('B').vitals.hit_points, 40);
}

#[test] // PR-378, PR-099, PR-G35
fn a_weapon_with_half_of_its_hit_points_or_less_is_broken() {
    // 5 hit points: broken with 2.
    for (die, left, broken) in [(8, 3, false), (9, 2, true), (10, 1, true)] {
        let mut battle = sunder(&[10, die]);
        assert_eq!(points(&battle), left);
        let sheet = &battle.row('B').sheet;
        let sword = sheet.weapon(WeaponSlot(0)).expect("a sword");
        let worse = if broken { -2 } else { 0 };
        assert_eq!((sword.to_hit.total(), sword.damage.total()), (7 + worse, 3 + worse), "{die}");
        let range = sword.weapon.critical.map(|critical| critical.range);
        assert_eq!(range, Some(if broken { 20 } else { 19 }), "{die}");
        assert_eq!(sword.to_hit.to_string().contains("broken -2 [PR-G35]"), broken, "{}", sword.to_hit);
        battle.events();
    }
}

#[test] // PR-379, PR-093, PR-C10
fn damage_beyond_the_hit_points_destroys_the_item_or_leaves_it_useless_as_the_attacker_chooses() {
    // Exactly 5 points destroy; there is no choice.
    let exact = sunder(&[10, 11]);
    assert_eq!((exact.row('B').arms.place(WeaponSlot(0)), points(&exact)), (WeaponLocation::Broken, 0));
    for (destroys, left) in [(true, 0), (false, 1)] {
        let mut battle = sunder(&[10, 12]);
        assert!(matches!(battle.asked().1, Asks::Pick { .. }), "{:?}", battle.asked());
        battle.answer('a', destroys);
        let arms = &battle.row('B').arms;
        assert_eq!((arms.place(WeaponSlot(0)), points(&battle)), (WeaponLocation::Broken, left));
        let told = battle.log_lines().join("\n");
        assert_eq!(told.contains("useless until repaired [PR-379]"), !destroys, "{told}");
        battle.wait('a');
        let swing = Act::at("attack", battle.id('a'), Some(WeaponSlot(0)));
        battle.refused(Choice::Act(swing));
    }
}

/// `B` with this gear, of which the attacker of the tests chooses a piece.
fn worn(gear: Unit, piece: GearPiece, dice: &[u16]) -> Skirmish {
    let own = talented(Trait::PowerfulManeuvers).weapon("great_axe").has("Strength", 30).has("BaseAttack", 20);
    let mut battle = duel("a B", own, gear, dice);
    battle.act_on('a', "sunder", 'B');
    let of = battle.id('B');
    battle.choose('a', Choice::Pick(Pick::Item(of, piece)));
    if battle.reacting().is_some() {
        battle.pass('B');
    }
    battle
}

#[test] // PR-378, PR-G35
fn broken_armour_and_shields_give_half_and_hinder_twice_as_much() {
    let shielded = || fighter().armor("chainmail").shield("heavy_steel_shield");
    let values = |battle: &Skirmish| {
        let sheet = &battle.row('B').sheet;
        ["ArmorClass", "ParryBonus", "CheckPenalty"].map(|name| sheet.stat(stat(name)))
    };
    let whole = duel("a . B", fighter(), shielded(), &[]);
    assert_eq!(values(&whole), [16, 2, 7]);
    // 1d12 + 15 less 10: 15 of the 30 hit points of the mail with a 10.
    let mail = worn(shielded(), GearPiece::Armor, &[15, 10]);
    assert_eq!((mail.row('B').arms.wear.armor, values(&mail)), (Some(15), [13, 2, 12]));
    let almost = worn(shielded(), GearPiece::Armor, &[15, 9]);
    assert_eq!(values(&almost), [16, 2, 7]);
    // 10 of the 20 of the shield with a 5.
    let shield = worn(shielded(), GearPiece::Shield, &[15, 5]);
    assert_eq!((shield.row('B').arms.wear.shield, values(&shield)), (Some(10), [16, 1, 9]));
}

#[test] // PR-379
fn a_useless_shield_is_off_the_arm_and_cannot_be_readied_and_useless_armour_protects_no_more() {
    // 1d12 + 15 less 5 against 7 hit points.
    let mut battle = worn(fighter().shield("light_wooden_shield"), GearPiece::Shield, &[15, 12]);
    battle.answer('a', false);
    assert_eq!((battle.row('B').arms.wear.shield, battle.row('B').arms.shield), (Some(1), false));
    battle.wait('a');
    battle.refused_action('B', "don_shield");
    let mut bare = worn(fighter().armor("leather"), GearPiece::Armor, &[15, 12]);
    bare.answer('a', false);
    let game = Game::new(bare.snapshot().view(), bare.battle().setup().rules.book());
    let class = attack::defence(game, bare.id('a'), bare.id('B'), None, Mode::Melee).1;
    assert_eq!(class.total(), 10, "{class}");
}

#[test] // PR-095
fn items_take_no_critical_hits() {
    // A natural 20 is not rolled again: one die for the damage.
    let mut battle = sunder(&[20, 8]);
    assert_eq!(points(&battle), 3);
    battle.all_rolled();
}

#[test] // PR-G29, PR-051
fn of_the_manoeuvres_only_sunder_is_parried_and_then_the_shield_takes_the_damage() {
    let own = talented(Trait::PowerfulManeuvers).weapon("great_axe");
    let mut battle = duel("a B", own, fighter().shield("heavy_steel_shield"), &[10, 15, 12]);
    battle.act_on('a', "sunder", 'B');
    let of = battle.id('B');
    battle.choose('a', Choice::Pick(Pick::Item(of, FIRST)));
    assert_eq!(battle.reacting(), Some('B'));
    battle.react('B', "parry_sunder");
    assert_eq!((points(&battle), battle.row('B').arms.wear.shield), (5, Some(20 - (12 + 4 - 10))));
    battle.all_rolled();
    let mut tripped = duel("a B", fighter(), fighter().shield("buckler"), &[15]);
    tripped.act_on('a', "trip", 'B');
    assert_eq!(tripped.reacting(), None);
}

#[test] // PR-107, PR-G59
fn a_crowbar_in_hand_adds_2_to_breaking() {
    let mut prying = fighter().unarmed();
    prying.things.push(warboard::content::Belonging {
        item: Name::new("crowbar"),
        kept: Default::default(),
        in_hand: true,
    });
    for (unit, bonus) in [(fighter(), 3), (prying, 5)] {
        let mut battle = crate::objects::before(crate::objects::good_door, unit, &[10]);
        battle.act('a', Act::at_thing("break", crate::objects::FIRST, None));
        let roll = rolled(&battle.events()).remove(0);
        assert_eq!(roll.bonus.total(), bonus, "{}", roll.bonus);
        assert_eq!(roll.bonus.to_string().contains("[PR-107]"), bonus == 5);
    }
}

/// `a` bursts acid (5d4) on `B`, whose saving throw shows a 1 unless told otherwise.
fn burst(target: Unit, dice: &[u16]) -> Skirmish {
    let mut battle = duel("a . . . . . B", crate::spells::caster(), target, dice);
    battle.events();
    battle.cast_at('a', "acid_burst", (6, 0));
    battle
}

#[test] // PR-085, PR-102, PR-G50
fn magic_reaches_the_first_of_the_items_and_the_bonus_of_their_owner_saves_it() {
    let all = || fighter().armor("leather").shield("light_wooden_shield").has("BaseReflex", 4);
    // +4 against 13 + 4: 20 points of acid on the shield, with hardness 5 and 7 hit points.
    for (again, left) in [(12, Some(0)), (13, None)] {
        let mut battle = burst(all(), &[1, 4, 4, 4, 4, 4, again]);
        let save = rolled(&battle.events()).pop().expect("the saving throw of the item");
        assert_eq!((save.bonus.total(), save.difficulty.total()), (4, 17), "{}", save.bonus);
        assert!(save.bonus.to_string().contains("[PR-102]") && save.rule.as_str() == "PR-085", "{}", save.bonus);
        assert_eq!(battle.row('B').arms.wear.shield, left, "{again}");
        assert_eq!(battle.row('B').vitals.hit_points, 40 - 20, "its owner takes the damage as well");
        battle.all_rolled();
    }
    // Without a shield the armour comes first, then the weapon in hand; any other number exposes nothing.
    let armoured = burst(fighter().armor("leather"), &[1, 4, 4, 4, 4, 4, 2]);
    assert!(armoured.row('B').arms.wear.armor.is_some() && armoured.row('B').arms.wear.shield.is_none());
    let armed = burst(fighter(), &[1, 4, 4, 4, 4, 4, 2]);
    assert_eq!(armed.row('B').arms.place(WeaponSlot(0)), WeaponLocation::Broken);
    let mut safe = burst(all(), &[2, 4, 4, 4, 4, 4]);
    assert_eq!((rolled(&safe.events()).len(), safe.row('B').arms.wear.shield), (1, None));
    safe.all_rolled();
}
