//! The reach of bodies and weapons, and threatened cells.

use crate::fixture::{FIRST, Scene, base_fighter, claws, foe, shortbow, spear, sword};
use warboard::battle::WeaponSlot;
use warboard::content::{Hold, Size};
use warboard::grid::Cell;
use warboard::mechanics::reach;

fn threatens(scene: &Scene, attacker: char, target: char) -> bool {
    reach::threatens(scene.game(), scene.id(attacker), scene.id(target))
}

#[test] // TC-012, TC-133, G-34
fn five_feet_reach_every_neighbour_and_no_further() {
    let scene = Scene::square(
        "
        b . . .
        . a . d
        . . c .
    ",
    );
    let scene = scene.unit('a', base_fighter()).unit('b', foe()).unit('c', foe()).unit('d', foe());
    assert_eq!(['b', 'c', 'd'].map(|mark| threatens(&scene, 'a', mark)), [true, true, false]);
}

#[test] // TC-012, TC-133, G-34
fn five_feet_reach_all_six_neighbours_of_a_hexagon() {
    let scene = Scene::hex(
        "
        . b c .
         . a d .
        . e f g
    ",
    );
    let scene = scene.unit('a', base_fighter());
    let scene = "bcdefg".chars().fold(scene, |scene, mark| scene.unit(mark, foe()));
    let reached: String = "bcdefg".chars().filter(|mark| threatens(&scene, 'a', *mark)).collect();
    assert_eq!(reached, "bcdef");
}

#[test] // TC-012, G-34
fn an_attacker_without_reach_must_share_the_space() {
    let scene = Scene::square(". a b .").unit('a', base_fighter().size(Size::Tiny)).unit('b', foe());
    assert!(!threatens(&scene, 'a', 'b'));
    let shared = Scene::square(". . b .").unit_at('a', (2, 0), base_fighter().size(Size::Tiny)).unit('b', foe());
    assert!(threatens(&shared, 'a', 'b'));
}

#[test] // TC-013, G-33
fn a_large_tall_body_reaches_ten_feet_and_a_long_one_five() {
    let map = "
        O O . b
        O O . .
    ";
    let tall = Scene::square(map).unit('O', base_fighter().size(Size::Large)).unit('b', foe());
    let long = Scene::square(map).unit('O', base_fighter().size(Size::Large).long()).unit('b', foe());
    assert!(threatens(&tall, 'O', 'b'));
    assert!(!threatens(&long, 'O', 'b'));
}

#[test] // G-34
fn a_long_spear_adds_its_length_above_five_feet() {
    let scene = Scene::square("a . b . c").unit('a', base_fighter().with(spear())).unit('b', foe()).unit('c', foe());
    let (game, a) = (scene.game(), scene.id('a'));
    assert_eq!((game.row(a).sheet.reach, reach::melee_reach(game, a, FIRST)), (5, 10));
    assert!(threatens(&scene, 'a', 'b') && !threatens(&scene, 'a', 'c'));
    let tiny = Scene::square("a b").unit('a', base_fighter().size(Size::Tiny).with(spear())).unit('b', foe());
    assert!(threatens(&tiny, 'a', 'b'));
}

#[test] // G-34, G-31
fn no_attack_passes_a_wall() {
    let scene = Scene::square(
        "
        a # b
        . . .
    ",
    );
    let scene = scene.unit('a', base_fighter().with(spear())).unit('b', foe());
    assert!(!threatens(&scene, 'a', 'b'));
}

#[test] // TC-040, G-51
fn natural_weapons_are_always_ready_and_fists_only_without_other_weapons() {
    let slots = |fighter| {
        let scene = Scene::square("a").unit('a', fighter);
        reach::melee_slots(scene.view(), scene.id('a')).to_vec()
    };
    assert_eq!(slots(base_fighter()), [WeaponSlot(0)]);
    assert_eq!(slots(base_fighter().and(claws())), [WeaponSlot(0), WeaponSlot(1)]);
    assert_eq!(slots(base_fighter().with(shortbow())), [WeaponSlot(1)], "the unarmed strike");
    assert_eq!(slots(base_fighter().unarmed()), [WeaponSlot(0)], "the unarmed strike");
    let scene = Scene::square("a").unit('a', base_fighter().with(shortbow()).and(sword()));
    assert_eq!(reach::usable_slots(scene.view(), scene.id('a')).to_vec(), [0, 1, 2].map(WeaponSlot));
    assert_eq!(reach::wields_melee_weapon(scene.view(), scene.id('a')), Some(WeaponSlot(1)));
}

#[test] // TC-301, TC-414, TC-123, G-07
fn only_combatants_able_to_attack_threaten() {
    let scene = |fighter| Scene::square("a b").unit('a', fighter).unit('b', foe());
    assert!(threatens(&scene(base_fighter()), 'a', 'b'));
    assert!(!threatens(&scene(base_fighter().stance("parrying")), 'a', 'b'));
    assert!(!threatens(&scene(base_fighter().has("unconscious")), 'a', 'b'));
    assert!(!threatens(&scene(base_fighter()).holding('b', 'a', &[Hold::Pinned]), 'a', 'b'));
    assert!(threatens(&scene(base_fighter()).holding('b', 'a', &[]), 'a', 'b'));
    assert!(!threatens(&scene(base_fighter()).edit('b', |row| row.gone = true), 'a', 'b'));
}

#[test] // TC-012, TC-013
fn the_threatened_cells_surround_the_body() {
    let map = "
        a . . .
        . . . .
        . . . .
    ";
    let cells = |fighter| {
        let scene = Scene::square(map).unit('a', fighter);
        reach::threatened_cells(scene.game(), scene.id('a'))
    };
    assert_eq!(cells(base_fighter()), [(0, 1), (1, 0), (1, 1)].map(Cell::from));
    assert_eq!(cells(base_fighter().size(Size::Tiny)), [Cell::new(0, 0)]);
    assert_eq!(cells(base_fighter().size(Size::Large)).len(), 8);
    assert_eq!(cells(base_fighter().has("unconscious")), []);
}
