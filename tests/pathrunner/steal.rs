//! Steals.

use crate::disarm::held;
use crate::fighters::*;
use crate::manoeuvres::one;
use crate::skirmish::*;
use warboard::battle::{PairFact, PairRelation, Until, WeaponSlot};
use warboard::content::{Belonging, Carried, Kept, Name, Size, Trait, Unit};
use warboard::mechanics::sight;
use warboard::resolution::{Act, BattleEvent, Choice};

fn carrying(kept: Option<Kept>) -> Unit {
    let mut unit = fighter();
    unit.weapons.push(Carried { in_hand: false, kept, ..carried("dagger") });
    unit
}

#[test] // PR-364, PR-366, PR-368, PR-369, PR-373
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

#[test] // PR-367, PR-368
fn what_is_tucked_into_a_belt_is_taken_at_no_modifier() {
    for (kept, difficulty) in [(Kept::AtHand, 17), (Kept::Pouch, 22)] {
        let mut target = fighter();
        target.things.push(Belonging { item: Name::new("crowbar"), kept, in_hand: false });
        let mut battle = duel("a B", fighter(), target, &[10]);
        battle.events();
        battle.act_on('a', "steal", 'B');
        let roll = one(&battle.events());
        assert_eq!((roll.difficulty.total(), roll.degree.is_hit()), (difficulty, difficulty == 17), "{kept:?}");
    }
}

#[test] // PR-371
fn an_item_out_of_reach_cannot_be_taken() {
    let mut far = duel("a . B", fighter(), carrying(None), &[]);
    let steal = Act::at("steal", far.id('B'), None);
    far.refused(Choice::Act(steal.clone()));
    let reach = "
        a . B
        . . .";
    let mut large = duel(reach, fighter().size(Size::Large), carrying(None), &[2]);
    let steal = Act { target: warboard::resolution::Target::Combatant(large.id('B')), ..steal };
    large.act('a', steal);
    large.all_rolled();
}

#[test] // PR-374, PR-012
fn with_the_greater_talent_the_unaware_do_not_notice_a_theft() {
    let greater = || fighter().with_trait(Trait::GreaterSteal);
    let rows: [(Unit, u16, bool); 3] = [(greater(), 19, true), (greater(), 2, false), (fighter(), 19, false)];
    for (unit, face, unnoticed) in rows {
        let plan = skirmish(&pathrunner(), "a B").unit('a', unit).surprised('B', carrying(None).has("BaseAttack", 8));
        let mut battle = plan.rolls(if unnoticed {
            &[10, 19]
        } else if face == 2 {
            &[10, 2, 5]
        } else {
            &[10, 19, 5]
        });
        battle.events();
        battle.act_on('a', "steal", 'B');
        let roll = rolled(&battle.events()).remove(0);
        assert_eq!(battle.has('B', "unaware"), unnoticed, "{face}");
        assert_eq!(held(&battle, 'a'), if face == 19 { 2 } else { 1 });
        assert_eq!(roll.bonus.to_string().contains("[PR-374]"), unnoticed || face == 2, "{}", roll.bonus);
        assert_eq!(roll.bonus.total(), 7, "the talent hides success only: {}", roll.bonus);
        battle.all_rolled();
    }
}

#[test] // PR-374, PR-G26
fn with_the_greater_talent_a_hidden_thief_stays_hidden() {
    for (talent, hidden) in [(None, false), (Some(Trait::GreaterSteal), true)] {
        let mut unit = fighter();
        unit.traits.extend(talent);
        let mut battle = duel("a B", unit, carrying(None), &[19]);
        let (who, from, rule) = (battle.id('a'), battle.id('B'), Name::new("test"));
        let slant = PairRelation::Has("hidden".into());
        let fact = PairFact { towards: from, slant, until: Until::Ended, rule };
        battle.state.impose(&BattleEvent::PairFactBegan { who, fact });
        battle.act_on('a', "steal", 'B');
        let view = battle.snapshot().view();
        let policy = battle.battle().setup().rules.policies.sight.as_ref().expect("sight");
        assert_eq!(sight::is_hidden(view, policy, who, from), hidden, "{talent:?}");
    }
}
