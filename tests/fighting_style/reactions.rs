//! What is done out of turn without a trigger: handling objects, and spells that are no attacks.

use crate::fighters::*;
use crate::skirmish::*;
use warboard::battle::{WeaponLocation, WeaponSlot};
use warboard::content::{Name, Unit};
use warboard::resolution::{Act, Asks, Choice, Target};

/// A fighter with its sword at its side.
fn empty_handed() -> Unit {
    carrying(fighter().unarmed(), "longsword")
}

fn draws(slot: u8) -> Act {
    Act { target: Target::Weapon(WeaponSlot(slot)), ..Act::own("draw") }
}

/// Whether a combatant is asked for an act of this reaction.
fn is_asked(battle: &Skirmish, who: char, id: &str) -> bool {
    matches!(battle.asked(), (asked, Asks::Interrupt { reaction, .. }) if asked == who && reaction == Name::new(id))
}

#[test] // FS-028, FS-030, FS-044, FS-045, FS-G10
fn an_object_is_handled_in_the_turn_of_another_for_an_action_point() {
    let mut battle = duel("a B", fighter(), empty_handed(), &[17, 10]);
    battle.strike('a', 'B');
    assert!(is_asked(&battle, 'B', "manipulate"), "before the strike");
    battle.act('B', draws(0));
    assert_eq!(battle.row('B').arms.place(WeaponSlot(0)), WeaponLocation::InHand);
    assert_eq!(battle.left('B'), (2, 2));
    assert_eq!(options(&battle).1.join(" "), "dodge parry -", "now it has a sword to parry with");
    battle.choose('B', named("parry")).choose('B', NONE);
    assert_eq!((battle.asked(), battle.left('B')), (('a', Asks::Act), (1, 2)));
    battle.all_rolled();
}

#[test] // FS-044, FS-G10
fn it_is_asked_again_before_the_next_act_and_as_the_turn_ends_but_not_inside_an_exchange() {
    let mut battle = duel("a B . .", fighter(), empty_handed(), &[17]);
    let mut asked = Vec::new();
    battle.strike('a', 'B');
    let mut decline = |battle: &mut Skirmish, when: &'static str| {
        while is_asked(battle, 'B', "manipulate") {
            battle.pass('B');
            asked.push(when);
        }
    };
    decline(&mut battle, "strike");
    assert_eq!(options(&battle).0, 'B', "its defence");
    battle.choose('B', NONE);
    decline(&mut battle, "after the strike");
    battle.perform('a', "dash");
    decline(&mut battle, "dash");
    battle.wait('a');
    decline(&mut battle, "end");
    assert_eq!(asked, ["strike", "dash", "end"]);
    assert_eq!((battle.asked().0, battle.left('B')), ('B', (3, 2)), "declining costs nothing");
    battle.all_rolled();
}

#[test] // FS-044, FS-G10
fn nobody_is_asked_who_has_no_points_or_nothing_to_handle() {
    let mut battle = duel("a . B", fighter(), empty_handed(), &[]);
    battle.spend('B', "actions");
    battle.perform('a', "dash");
    assert_eq!(battle.asked(), ('a', Asks::Act), "no points");
    let mut battle = duel("a . B", fighter(), fighter(), &[]);
    battle.perform('a', "dash");
    assert_eq!(battle.asked(), ('a', Asks::Act), "a sword is not put away without a reason");
    let mut battle = duel("a . B", fighter(), carrying(fighter().weapon("twinblade"), "dagger"), &[]);
    battle.perform('a', "dash");
    assert_eq!(battle.asked(), ('a', Asks::Act), "no free hand");
}

#[test] // FS-044
fn a_weapon_is_put_away_out_of_turn_where_another_may_be_drawn() {
    let mut battle = duel("a . B", fighter(), carrying(fighter(), "dagger"), &[]);
    battle.perform('a', "dash");
    assert!(is_asked(&battle, 'B', "manipulate"));
    battle.perform_with_weapon('B', "sheathe");
    assert_eq!(battle.row('B').arms.place(WeaponSlot(0)), WeaponLocation::Carried);
    assert_eq!(battle.left('B'), (2, 2));
}

#[test] // FS-012, FS-029, FS-031, FS-047
fn primary_actions_and_attacks_are_not_among_them() {
    let mut battle = duel("a . B", fighter(), carrying(fighter(), "dagger"), &[]);
    battle.perform('a', "dash");
    for act in [Act::own("dash"), Act::own("disengage"), Act::at("strike", battle.id('a'), Some(WeaponSlot(0)))] {
        battle.refused(Choice::Act(act));
    }
}

/// A healer beside `c`, which has lost 10 points of health, and a foe that acts first.
fn healing(dice: &[u16]) -> Skirmish {
    let healer = Unit { weapons: Vec::new(), ..mage(&["mend", "fire_bolt"]) };
    let plan = skirmish(&fighting_style(), "B . . . a c").unit('B', fighter()).unit('a', healer);
    let faces: Vec<u16> = [6, 2, 1].iter().chain(dice).copied().collect();
    plan.unit('c', fighter()).with_losses('c', 10, 0).rolls(&faces)
}

#[test] // FS-041, FS-047, FS-G37
fn a_spell_that_is_no_attack_is_cast_in_the_turn_of_another() {
    let mut battle = healing(&[16, 3]);
    battle.perform('B', "dash");
    assert!(is_asked(&battle, 'a', "reaction_magic"));
    let bolt = battle.casting('a', "fire_bolt", 'B');
    battle.refused(Choice::Act(bolt));
    battle.cast('a', "mend", 'c');
    assert_eq!(battle.row('c').vitals.hit_points, 10 + 3 + 5, "with a pass of sorcery, 16");
    assert_eq!(battle.left('a'), (2, 2));
    battle.all_rolled();
}

#[test] // FS-041, FS-047, FS-G37
fn a_failed_test_of_sorcery_heals_nothing() {
    let mut battle = healing(&[17]);
    battle.perform('B', "dash").cast('a', "mend", 'c');
    assert_eq!((battle.row('c').vitals.hit_points, battle.left('a')), (10, (2, 2)));
    battle.all_rolled();
}

#[test] // FS-047, FS-112
fn a_spell_out_of_turn_provokes_as_any_other() {
    let healer = Unit { weapons: Vec::new(), ..mage(&["mend"]) };
    let plan = skirmish(&fighting_style(), "B a c").unit('B', fighter()).unit('a', healer);
    let mut battle = plan.unit('c', fighter()).with_losses('c', 10, 0).rolls(&[6, 2, 1]);
    battle.perform('B', "dash").cast('a', "mend", 'c');
    assert!(
        matches!(battle.asked(), ('B', Asks::React { options, .. }) if options[0] == Name::new("opportunity_casting"))
    );
}
