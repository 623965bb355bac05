//! What is done out of turn without a trigger: handling objects, and spells that are no attacks.

use crate::fighters::*;
use crate::skirmish::*;
use warboard::battle::{Door, Field, WeaponLocation, WeaponSlot};
use warboard::content::{Belonging, Kept, Name, Unit};
use warboard::grid::Cell;
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
    assert!(is_asked(&battle, 'B', "arm"), "before the strike");
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
        while is_asked(battle, 'B', "arm") {
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
    let mut battle = duel("a . B", fighter(), carrying(fighter(), "dagger"), &[]);
    battle.perform('a', "dash");
    assert_eq!(battle.asked(), ('a', Asks::Act), "nor is a dagger drawn beside a sword");
}

/// A duel in which B stands beside an open door.
fn beside_a_door() -> Skirmish {
    let plan = skirmish(&fighting_style(), "a . B . .").unit('a', fighter()).unit('B', carrying(fighter(), "dagger"));
    let door = |field: &mut Field| {
        field.doors.push(Door { cell: Cell::new(3, 0), closed: 1, open: 0, is_open: true });
    };
    plan.field(door).rolls(&[6, 1])
}

#[test] // FS-044, FS-G10
fn a_door_is_closed_in_the_turn_of_another_and_weapons_can_be_changed_then() {
    let mut battle = beside_a_door();
    battle.perform('a', "dash");
    assert!(is_asked(&battle, 'B', "manipulate"));
    let door = Target::Cell(Cell::new(3, 0));
    battle.act('B', Act { target: door, ..Act::own("close_door") });
    assert!(!battle.snapshot().view().field().doors[0].is_open);
    assert_eq!(battle.left('B'), (2, 2));
    let mut battle = beside_a_door();
    battle.perform('a', "dash").perform_with_weapon('B', "sheathe");
    assert_eq!(battle.row('B').arms.place(WeaponSlot(0)), WeaponLocation::Carried);
    assert_eq!(battle.left('B'), (2, 2));
}

#[test] // FS-012, FS-029, FS-031, FS-047
fn primary_actions_and_attacks_are_not_among_them() {
    let mut battle = beside_a_door();
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

#[test] // FS-041, FS-042, FS-047, FS-G37
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

#[test] // FS-041, FS-047
fn a_magic_item_is_activated_in_the_own_turn_or_in_that_of_another() {
    let amulet = Belonging { item: Name::new("amulet_of_mending"), kept: Kept::AtHand, in_hand: false };
    let bearer = || Unit { things: vec![amulet], ..fighter().weapon("twinblade") };
    let activate = || Act { target: Target::Weapon(WeaponSlot(1)), ..Act::own("activate") };
    let hurt = |who: char| {
        let plan = skirmish(&fighting_style(), "a . B").unit('a', bearer()).unit('B', bearer());
        plan.with_losses(who, 10, 0).rolls(&[6, 1, 3, 4])
    };
    let mut battle = hurt('a');
    battle.act('a', activate()).pass('B');
    assert_eq!((battle.row('a').vitals.hit_points, battle.left('a')), (17, (2, 2)));
    assert_eq!(battle.row('a').arms.place(WeaponSlot(1)), WeaponLocation::Gone, "once");
    battle.all_rolled();
    let mut battle = hurt('B');
    battle.perform('a', "dash");
    assert!(is_asked(&battle, 'B', "reaction_magic"));
    battle.act('B', activate());
    assert_eq!((battle.row('B').vitals.hit_points, battle.left('B')), (17, (2, 2)));
    battle.all_rolled();
}
