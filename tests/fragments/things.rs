//! Items that are broken, dropped and flung, and actions that knock prone.

use crate::afflicting::*;
use crate::facts::*;
use crate::skirmish::*;
use warboard::battle::{GearPiece, WeaponLocation, WeaponSlot};
use warboard::content::{Carried, Name, Size, Stat, Unit};
use warboard::grid::Cell;
use warboard::resolution::{Asks, BattleEvent, CellPurpose, Choice, Pick, PickPurpose};

// ---- items ---------------------------------------------------------------------------------------------------------

fn armed() -> Unit {
    Unit { shield: Some(Name::new("shield")), armor: Some(Name::new("mail")), ..plain() }
}

/// Breaks an item of `B`; `dice` follow those of the contest.
fn broken(thing: GearPiece, own: u16, theirs: u16, damage: &[u16]) -> Skirmish {
    let faces = [own, theirs].iter().chain(damage).copied().collect::<Vec<_>>();
    let mut battle = duel("a B", plain().stat(Stat::Strength, 2), armed(), &faces);
    battle.act_on('a', "break_thing", 'B');
    let bearer = battle.id('B');
    assert_eq!(picked(&battle).0, PickPurpose::WhichItem);
    battle.choose('a', Choice::Pick(Pick::Item(bearer, thing)));
    battle
}

fn left(battle: &mut Skirmish) -> Option<u8> {
    battle.events().into_iter().find_map(|event| match event {
        BattleEvent::ThingHarmed { left, .. } => Some(left),
        _ => None,
    })
}

#[test] // TA-089, TA-090, TA-091, TA-G39
fn a_break_damages_the_chosen_item_less_its_durability() {
    // 5 + strength 2 less 3 of hardness; the sword of these tests has 5 hit points.
    let mut battle = broken(GearPiece::Weapon(WeaponSlot(0)), 15, 2, &[5]);
    assert_eq!(left(&mut battle), Some(1));
    assert_eq!(battle.row('B').arms.place(WeaponSlot(0)), WeaponLocation::InHand);
    let mut shield = broken(GearPiece::Shield, 15, 2, &[5]);
    assert_eq!(left(&mut shield), Some(6));
    // A critical success doubles: (3 + 2) x 2 - 3.
    let mut critical = broken(GearPiece::Armor, 20, 2, &[3]);
    assert_eq!(left(&mut critical), Some(3));
    // Damage up to the hardness has no effect.
    let mut weak = broken(GearPiece::Shield, 15, 2, &[1]);
    assert_eq!(left(&mut weak), Some(10));
    // A lost contest deals no damage, and a single item needs no choice.
    let mut lost = duel("a B", plain(), plain(), &[2, 15]);
    lost.act_on('a', "break_thing", 'B');
    assert_eq!((lost.asked(), left(&mut lost)), (('a', Asks::Act), None));
}

#[test] // TA-220, TA-221
fn an_item_without_hit_points_is_destroyed_and_useless() {
    let sword = broken(GearPiece::Weapon(WeaponSlot(0)), 15, 2, &[8]);
    assert_eq!(sword.row('B').arms.place(WeaponSlot(0)), WeaponLocation::Broken);
    // Mail gives 2 and the shield 1 on physical defence: 10 + 1 + 3.
    let defence = |battle: &mut Skirmish| {
        battle.events();
        battle.act_on('a', "attack", 'B');
        checks(&battle.events())[0].difficulty.total()
    };
    let mut mail = broken(GearPiece::Armor, 20, 2, &[5, 2]);
    assert_eq!(left(&mut mail), Some(0));
    assert_eq!(defence(&mut mail), 12);
    let mut shield = broken(GearPiece::Shield, 20, 2, &[5, 2]);
    assert!(!shield.row('B').arms.shield);
    assert_eq!(defence(&mut shield), 13);
    let mut whole = duel("a B", plain(), armed(), &[2]);
    assert_eq!(defence(&mut whole), 14);
}

/// `a`, with or without a free hand, disarms `B` of a sword in hand or a dagger at its belt.
fn disarmed(own: u16, free: bool, slot: u8) -> Skirmish {
    let mut two = plain();
    two.weapons.push(Carried { in_hand: false, ..carried("dagger") });
    let attacker = if free { plain() } else { plain().weapon("great_sword") };
    let mut battle = duel(". . . . .\n. . . . .\n. a B . .\n. . . . .\n. . # . .", attacker, two, &[own, 2]);
    battle.act_on('a', "disarm", 'B');
    let bearer = battle.id('B');
    let [sword, dagger] = [0, 1].map(|slot| Pick::Item(bearer, GearPiece::Weapon(WeaponSlot(slot))));
    assert_eq!(picked(&battle), (PickPurpose::WhichItem, vec![sword, dagger]));
    battle.choose('a', Choice::Pick(Pick::Item(bearer, GearPiece::Weapon(WeaponSlot(slot)))));
    battle
}

#[test] // TA-103, TA-104
fn the_disarmer_chooses_which_item_falls() {
    let mut battle = disarmed(15, true, 1);
    let items = &battle.snapshot().field.items;
    assert_eq!((items[0].cell, items[0].weapon.as_str()), (Cell::new(2, 2), "dagger"));
    assert_eq!(battle.row('B').arms.place(WeaponSlot(1)), WeaponLocation::Gone);
    battle.all_rolled();
}

#[test] // TA-102
fn a_failed_disarm_leaves_everything_in_hand() {
    let mut battle = duel("a B", plain(), plain(), &[2, 15]);
    battle.act_on('a', "disarm", 'B');
    assert_eq!(battle.row('B').arms.place(WeaponSlot(0)), WeaponLocation::InHand);
    assert!(battle.snapshot().field.items.is_empty());
    battle.all_rolled();
}

#[test] // TA-105, TA-106
fn a_critical_disarm_takes_the_item_or_flings_it_ten_feet_away() {
    let mut taken = disarmed(20, true, 0);
    assert_eq!(picked(&taken), (PickPurpose::TakeOrFling, vec![Pick::Take, Pick::Fling]));
    taken.choose('a', Choice::Pick(Pick::Take));
    assert!(taken.snapshot().field.items.is_empty());
    assert_eq!(taken.row('B').arms.place(WeaponSlot(0)), WeaponLocation::Gone);
    // Both hands full: it can only be flung. A wall two cells to the south stops it halfway.
    let mut flung = disarmed(20, false, 0);
    let (purpose, cells) = cells(&flung);
    assert_eq!(purpose, CellPurpose::Fling);
    let mut expected = vec![(0, 0), (0, 2), (0, 4), (2, 0), (2, 3), (4, 0), (4, 2), (4, 4)];
    let mut found = cells.clone();
    expected.sort_unstable();
    found.sort_unstable();
    assert_eq!(found, expected);
    flung.choose('a', at(4, 2));
    assert_eq!(flung.snapshot().field.items[0].cell, Cell::new(4, 2));
}

// ---- falls ---------------------------------------------------------------------------------------------------------

#[test] // TA-085, TA-110, TA-111, TA-138
fn a_critical_trip_deals_the_damage_of_a_ten_foot_fall() {
    let harm = |size: Size, dice: &[u16]| {
        let tough = plain().stat(Stat::Strength, 3).size(size);
        let mut battle = duel("a B .\n. . .\n. . .", plain(), tough, dice);
        battle.act_on('a', "trip", 'B');
        assert!(battle.has('B', "prone"));
        let hurt = damage_taken(&battle.events());
        hurt.into_iter().map(|hurt| (hurt.amount.total(), hurt.by == battle.id('a'))).collect::<Vec<_>>()
    };
    assert_eq!(harm(Size::Medium, &[20, 2, 6]), [(6, true)], "a d6");
    assert_eq!(harm(Size::Large, &[20, 2, 8]), [(8, true)], "a d8");
    assert_eq!(harm(Size::Medium, &[19, 2]), [], "a plain success does not harm");
}

#[test] // TA-181, TA-138, TA-G17, WE-11
fn a_combatant_damaged_by_a_fall_is_prone() {
    let mut battle = duel("a . B", plain(), plain(), &[1, 2, 3]);
    battle.act_on('a', "drop_nine", 'B');
    assert!(!battle.has('B', "prone") && damage_taken(&battle.events()).is_empty(), "too short to harm");
    battle.act_on('a', "drop_thirty", 'B');
    assert!(battle.has('B', "prone"));
    assert_eq!(damage(&battle.events()), [6]);
    battle.all_rolled();
}
