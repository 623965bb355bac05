//! Disarms.

use crate::fighters::*;
use crate::manoeuvres::one;
use crate::skirmish::*;
use warboard::battle::{WeaponLocation, WeaponSlot};
use warboard::content::Unit;
use warboard::mechanics::grapple::droppable_weapons;
use warboard::resolution::{Choice, Pick};

fn on_the_ground(battle: &Skirmish) -> Vec<(i16, i16)> {
    battle.snapshot().field.items.iter().map(|item| (item.cell.x, item.cell.y)).collect()
}

/// The number of weapons in hand, parts of the body aside.
pub fn held(battle: &Skirmish, mark: char) -> usize {
    droppable_weapons(battle.snapshot().view(), battle.id(mark)).count()
}

#[test] // PR-311, PR-315, PR-C08
fn a_disarm_drops_an_item_and_a_free_hand_may_take_it() {
    for (takes, own, ground) in [(true, 2, 0), (false, 1, 1)] {
        let mut battle = duel("a B", fighter(), fighter(), &[10]);
        battle.act_on('a', "disarm", 'B');
        battle.choose('a', Choice::Pick(if takes { Pick::Take } else { Pick::No }));
        assert_eq!((held(&battle, 'a'), held(&battle, 'B'), on_the_ground(&battle).len()), (own, 0, ground));
        battle.all_rolled();
    }
}

#[test] // PR-312, PR-313, PR-G54
fn by_10_or_more_both_hands_are_emptied_and_the_items_fly_a_foot_for_each_point() {
    let map = "
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . a B . . .
        . . . . . . .
        . . . . . . .";
    let shielded = Unit { shield: Some("light_wooden_shield".into()), ..fighter() };
    let busy = fighter().has("BaseAttack", 10).weapon("greatsword");
    // 16 + 13 against 17: by 12, two squares in the first direction each.
    let mut battle = duel(map, busy, shielded, &[16, 1, 1]);
    let faces = on_the_ground(&battle);
    assert!(faces.is_empty());
    battle.act_on('a', "disarm", 'B');
    if let warboard::resolution::Asks::Pick { options, .. } = battle.asked().1 {
        battle.choose('a', Choice::Pick(options[0]));
    }
    assert_eq!((held(&battle, 'B'), battle.row('B').arms.shield), (0, false));
    let (x, y) = on_the_ground(&battle)[0];
    assert_eq!((x - 3).abs().max((y - 3).abs()), 2, "({x}, {y})");
    battle.all_rolled();
}

#[test] // PR-312
fn even_of_more_hands_no_more_than_two_are_emptied() {
    let dagger = || carried("dagger");
    let handed = Unit { hands: Some(4), weapons: vec![dagger(), dagger(), dagger(), dagger()], ..fighter() };
    let busy = fighter().has("BaseAttack", 10).weapon("greatsword");
    let mut battle = duel(". a B .\n. . . .", busy, handed, &[16, 1, 1]);
    assert_eq!(held(&battle, 'B'), 4);
    battle.act_on('a', "disarm", 'B');
    if let warboard::resolution::Asks::Pick { options, .. } = battle.asked().1 {
        battle.choose('a', Choice::Pick(options[0]));
    }
    assert_eq!(held(&battle, 'B'), 2);
}

#[test] // PR-310, PR-314
fn failing_by_10_costs_the_own_weapon_and_bare_hands_are_worse() {
    for (face, drops) in [(5, false), (4, true)] {
        let mut battle = duel("a B", fighter().has("BaseAttack", 0), fighter(), &[face]);
        battle.act_on('a', "disarm", 'B');
        let lost = battle.row('a').arms.place(WeaponSlot(0)) == WeaponLocation::Gone;
        assert_eq!((lost, held(&battle, 'B')), (drops, 1), "{face}");
    }
    let mut bare = duel("a B", fighter().unarmed(), fighter(), &[13]);
    bare.events();
    bare.act_on('a', "disarm", 'B');
    let bonus = one(&bare.events()).bonus;
    assert_eq!((bonus.total(), bonus.to_string().contains("-4 [PR-310]")), (3, true), "{bonus}");
    assert_eq!(held(&bare, 'B'), 1, "16 is not 17");
}
