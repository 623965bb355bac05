//! Steals.

use crate::disarm::held;
use crate::fighters::*;
use crate::manoeuvres::one;
use crate::skirmish::*;
use warboard::battle::WeaponSlot;
use warboard::content::{Carried, Kept, Unit};
use warboard::resolution::{Act, Choice};

fn carrying(kept: Option<Kept>) -> Unit {
    let mut unit = fighter();
    unit.weapons.push(Carried { in_hand: false, kept, ..carried("dagger") });
    unit
}

#[test] // PR-364, PR-366, PR-368, PR-373
fn a_sheathed_weapon_is_fastened_and_a_free_hand_takes_it() {
    for (face, stolen) in [(14, false), (15, true)] {
        let mut battle = duel("a B", fighter(), carrying(None), &[face]);
        battle.events();
        battle.act_on('a', "steal", 'B');
        let against = one(&battle.events()).difficulty;
        assert_eq!((against.total(), against.to_string().contains("+5 [PR-368]")), (22, true), "{against}");
        assert_eq!(held(&battle, 'a'), if stolen { 2 } else { 1 }, "{face}");
    }
}

#[test] // PR-366, PR-369, PR-370
fn what_is_held_or_packed_away_and_full_hands_prevent_it() {
    let refused = |own: Unit, theirs: Unit| {
        let mut battle = duel("a B", own, theirs, &[]);
        let steal = Act::at("steal", battle.id('B'), None);
        battle.refused(Choice::Act(steal)).to_string()
    };
    assert!(refused(fighter(), fighter()).contains("PR-369"), "held");
    assert!(refused(fighter(), carrying(Some(Kept::Backpack))).contains("PR-369"), "in a pack");
    assert!(refused(fighter().weapon("greatsword"), carrying(None)).contains("PR-366"), "no free hand");
}

#[test] // PR-372
fn a_whip_steals_within_its_reach_at_4_less() {
    for (face, stolen) in [(18, false), (19, true)] {
        let mut battle = duel("a . . B", fighter().weapon("whip"), carrying(None), &[face]);
        battle.events();
        let act = Act::at("whip_steal", battle.id('B'), Some(WeaponSlot(0)));
        battle.act('a', act);
        let roll = one(&battle.events());
        assert_eq!((roll.bonus.total(), roll.bonus.to_string().contains("-4 [PR-372]")), (3, true), "{}", roll.bonus);
        assert_eq!(held(&battle, 'a'), if stolen { 2 } else { 1 }, "{face}");
    }
    let mut sword = duel("a B", fighter(), carrying(None), &[]);
    let act = Act::at("whip_steal", sword.id('B'), None);
    sword.refused(Choice::Act(act));
}
