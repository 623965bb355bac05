//! Sharing of spaces, fighting in them, and the room required for wrestling.

use crate::fixture::{Scene, base_fighter, foe, shortbow, spear};
use warboard::battle::WeaponLocation;
use warboard::content::{Breakdown, Hands, Refusal, Size, Stat, Trait, Wielding};
use warboard::grid::{Cell, Footprint};
use warboard::mechanics::attack::{self, Mode};
use warboard::mechanics::space::{self, Crowding};
use warboard::mechanics::{grapple, reach};

const SHARED: (i16, i16) = (1, 1);

/// Bodies of these sizes, all friends, in one space.
fn together(sizes: &[Size]) -> Scene {
    let scene = Scene::square(
        "
        . . .
        . . .
        . . .
    ",
    );
    let marks = 'a'..;
    marks.zip(sizes).fold(scene, |scene, (mark, size)| scene.unit_at(mark, SHARED, base_fighter().size(*size)))
}

/// The penalty to hit of each body; `None` if it may not attack.
fn fights(sizes: &[Size]) -> Vec<Option<i16>> {
    let scene = together(sizes);
    let marks = ('a'..).take(sizes.len());
    let crowding = marks.map(|mark| space::crowding(scene.game(), scene.id(mark)));
    let penalty = crowding.map(|crowding| match crowding {
        Crowding::Free => Some(0),
        Crowding::Crowded(modifier) => Some(modifier.amount),
        Crowding::Packed { .. } => None,
    });
    penalty.collect()
}

/// Whether the last body may enter the space of the others.
fn enters(sizes: &[Size]) -> bool {
    let scene = together(sizes);
    let last = ('a'..).nth(sizes.len() - 1).expect("a mark");
    let to = Footprint::new(SHARED.into(), scene.view().footprint(scene.id(last)).extent);
    let scene = scene.edit(last, |row| (row.position.x, row.position.y) = (0, 0));
    space::entry(scene.game(), scene.id(last), to).is_ok()
}

#[test] // TC-155, TC-163, TC-166, TC-167, TC-168, TC-165, G-03 (E6)
fn halflings_humans_and_a_troll() {
    use Size::{Large as TROLL, Medium as HUMAN, Small as HALFLING};
    assert_eq!(fights(&[HALFLING; 2]), [Some(0); 2]);
    assert_eq!(fights(&[HALFLING; 3]), [Some(-4); 3]);
    assert_eq!(fights(&[HALFLING; 4]), [Some(-4); 4]);
    assert_eq!(fights(&[HALFLING; 5]), [None; 5]);
    assert_eq!(fights(&[HUMAN; 2]), [Some(-4); 2]);
    assert_eq!(fights(&[HUMAN; 3]), [None; 3]);
    assert_eq!(fights(&[HALFLING, HALFLING, TROLL]), [Some(0); 3]);
    assert_eq!(fights(&[TROLL]), [Some(0)], "a lone body is never crowded by itself");
    assert!(enters(&[HALFLING, TROLL, HALFLING]), "the second halfling");
    assert!(!enters(&[HALFLING, HALFLING, TROLL, HALFLING]), "the third halfling");
    assert!(enters(&[HUMAN; 4]) && !enters(&[HUMAN; 5]));
}

#[test] // TC-157, TC-159, TC-160, TC-161, TC-162, TC-163
fn sixteen_of_the_smallest_count_as_one_human() {
    let mut sizes = vec![Size::Medium; 3];
    sizes.extend([Size::Fine; 16]);
    assert!(enters(&sizes));
    sizes.push(Size::Fine);
    assert!(!enters(&sizes));
}

fn entry(scene: &Scene, mover: char, to: (i16, i16)) -> Result<(), Refusal> {
    let id = scene.id(mover);
    space::entry(scene.game(), id, scene.view().footprint(id).at(to.into()))
}

fn rule<T>(result: Result<T, Refusal>) -> Option<&'static str> {
    result.err().map(|refusal| refusal.rule.as_str())
}

#[test] // TC-155, TC-165, G-49
fn friends_allow_entry_and_enemies_only_if_unable_to_refuse() {
    let scene = |other| Scene::square("a b .").unit('a', base_fighter()).unit('b', other);
    assert_eq!(entry(&scene(base_fighter()), 'a', (1, 0)), Ok(()));
    assert_eq!(rule(entry(&scene(foe()), 'a', (1, 0))), Some("TC-155"));
    assert_eq!(rule(entry(&scene(foe().size(Size::Small)), 'a', (1, 0))), Some("TC-155"));
    assert_eq!(entry(&scene(foe().size(Size::Tiny)), 'a', (1, 0)), Ok(()));
    let by_force = |scene: &Scene| {
        let to = Footprint::from(Cell::new(1, 0));
        space::entry_by_force(scene.game(), scene.id('a'), to)
    };
    assert_eq!(by_force(&scene(foe())), Ok(()));
    assert_eq!(rule(by_force(&scene(foe().with_trait(Trait::FillsSpace)))), Some("TC-164"));
}

#[test] // TC-165
fn neither_troll_nor_halfling_can_keep_the_other_out() {
    let scene = Scene::square(
        "
        T T h
        T T .
    ",
    );
    let scene = scene.unit('T', base_fighter().size(Size::Large)).unit('h', foe().size(Size::Small));
    assert_eq!(entry(&scene, 'h', (1, 0)), Ok(()));
    assert_eq!(entry(&scene, 'T', (1, 0)), Ok(()));
}

#[test] // TC-164
fn a_body_that_fills_its_space_shares_it_with_none() {
    let scene = Scene::square("c b")
        .unit('c', base_fighter().with_trait(Trait::FillsSpace))
        .unit('b', base_fighter().size(Size::Fine));
    assert_eq!(rule(entry(&scene, 'b', (0, 0))), Some("TC-164"));
    assert_eq!(rule(entry(&scene, 'c', (1, 0))), Some("TC-164"));
}

#[test] // TC-155
fn a_body_already_in_a_space_needs_no_permission_to_stay_or_leave() {
    let scene = Scene::square(
        "
        . . . .
        . . . .
    ",
    );
    let scene = scene.unit_at('O', (0, 0), base_fighter().size(Size::Large)).unit_at('b', (1, 0), foe());
    assert_eq!(entry(&scene, 'O', (0, 0)), Ok(()));
    assert_eq!(entry(&scene, 'O', (1, 0)), Ok(()), "still over the same cell of the enemy's");
    assert_eq!(entry(&scene, 'b', (3, 0)), Ok(()));
    assert_eq!(rule(entry(&scene, 'b', (0, 0))), Some("TC-155"), "another cell of the big one");
}

#[test] // TC-011, TC-133
fn walls_and_the_edge_of_the_board_keep_big_bodies_out() {
    let scene = Scene::square(
        "
        O O . #
        O O . .
    ",
    );
    let scene = scene.unit('O', base_fighter().size(Size::Large));
    assert_eq!(entry(&scene, 'O', (1, 0)), Ok(()));
    assert!(entry(&scene, 'O', (2, 0)).is_err() && entry(&scene, 'O', (1, 1)).is_err());
}

#[test] // TC-168, TC-169, TC-167
fn in_a_packed_space_no_body_attacks_and_all_use_passive_defence() {
    let packed = together(&[Size::Medium; 3]).unit_at('x', (0, 1), foe());
    let (game, a, x) = (packed.game(), packed.id('a'), packed.id('x'));
    assert_eq!(rule(attack::may_attack(game, a)), Some("TC-168"));
    assert!(!reach::threatens(game, a, x));
    let (stat, sum) = attack::defence(game, x, a, None, Mode::Melee);
    assert_eq!((stat, sum.terms().last().map(|term| term.rule.as_str())), (Stat::Passive, Some("TC-169")));
    let situation = |game, attacker, target, mode| {
        let mut sum = Breakdown::new();
        attack::add_situation(game, attacker, target, mode, &mut sum);
        sum.total()
    };
    assert_eq!(situation(game, a, x, Mode::Ranged), -4, "more is never better");
    let crowded = together(&[Size::Medium; 2]).unit_at('x', (0, 1), foe());
    let (game, a, x) = (crowded.game(), crowded.id('a'), crowded.id('x'));
    assert_eq!(situation(game, a, x, Mode::Melee), -4);
    assert_eq!(attack::defence(game, x, a, None, Mode::Melee).0, Stat::Primary);
}

#[test] // TC-166
fn sharing_names_every_body_in_the_space() {
    let scene = together(&[Size::Medium, Size::Fine, Size::Large]).unit_at('x', (0, 1), foe());
    let names = space::sharing_space(scene.view(), scene.id('a'));
    assert_eq!(names, [scene.id('b'), scene.id('c')]);
}

#[test] // TC-274, G-50, TC-168
fn wrestling_needs_room() {
    let may = |scene: &Scene| rule(grapple::may_wrestle(scene.game(), scene.id('a')));
    let pair = |fighter| Scene::square("a b").unit('a', fighter).unit('b', foe());
    assert_eq!(may(&pair(base_fighter())), None);
    assert_eq!(may(&pair(base_fighter()).holding('b', 'a', &[])), None, "a hold is no hindrance");
    assert_eq!(may(&pair(base_fighter().has("immobile"))), Some("TC-274"));
    assert_eq!(may(&pair(base_fighter().stance("poised"))), Some("TC-274"));
    assert_eq!(may(&together(&[Size::Medium; 3])), Some("TC-274"));
}

#[test] // TC-302, G-57, G-64
fn a_hold_ends_when_the_pair_parts_or_the_holder_faints() {
    let ends = |scene: &Scene| grapple::must_end(scene.game(), &scene.view().links()[0]);
    let scene = |map: &str, holder| Scene::square(map).unit('a', holder).unit('b', foe()).holding('a', 'b', &[]);
    assert_eq!(ends(&scene("a b", base_fighter())), None);
    assert_eq!(ends(&scene("a . b", base_fighter())).map(|end| end.rule.as_str()), Some("TC-302"));
    assert_eq!(ends(&scene("a b", base_fighter().has("unconscious"))).map(|end| end.rule.as_str()), Some("TC-303"));
    let shared = Scene::square("a").unit('a', base_fighter()).unit_at('b', (0, 0), foe()).holding('a', 'b', &[]);
    assert_eq!(ends(&shared), None);
}

#[test] // TC-293, TC-305
fn weapons_and_shields_occupy_hands() {
    let hands = |fighter| {
        let scene = Scene::square("a").unit('a', fighter);
        grapple::free_hands(scene.view(), scene.id('a'))
    };
    assert_eq!(hands(base_fighter().unarmed()), 2);
    assert_eq!(hands(base_fighter()), 1);
    assert_eq!(hands(base_fighter().shield(1)), 0);
    assert_eq!(hands(base_fighter().with(spear())), 0);
    assert_eq!(hands(base_fighter().unarmed().with_trait(Trait::NoHands)), 0);
    let scene = Scene::square("a").unit('a', base_fighter().with(shortbow()));
    let wields = |scene: &Scene, hands| grapple::wields(scene.view(), scene.id('a'), &Wielding::Weapon(hands));
    assert!(wields(&scene, Hands::Two) && !wields(&scene, Hands::One));
    let sheathed = scene.edit('a', |row| row.arms.weapons[0].place = WeaponLocation::Carried);
    assert!(!wields(&sheathed, Hands::Two));
}
