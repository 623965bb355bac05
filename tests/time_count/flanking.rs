//! Flanking, and front, side and rear of combatants with a facing.

use crate::fixture::{Fighter, Scene, base_fighter, foe, rules, shortbow, spear};
use warboard::battle::Facing;
use warboard::content::{AttackKind, FacingPolicy, Flanking, Hold, Label, Rulebook, Size};
use warboard::grid::{Cell, Direction, Shape};
use warboard::mechanics::attack::Mode;
use warboard::mechanics::flanking::{FacingArc, arc};
use warboard::mechanics::{Game, flanking};

fn is_flanked(scene: &Scene) -> bool {
    flanking::is_flanked(scene.game(), scene.id('x'))
}

fn facing_policy() -> &'static FacingPolicy {
    let Flanking::Separation { facing, .. } = &rules().policies.flanking else { panic!("angles flank") };
    facing.as_ref().expect("a facing may be kept")
}

/// `x` in the middle with foes on the neighbours in these directions, the first called `a`.
fn surrounded(shape: Shape, x: Fighter, directions: &[u8]) -> Scene {
    let middle = Cell::new(2, 2);
    let board = [". . . . ."; 5].join("\n");
    let scene = Scene::drawn(shape, &board).unit_at('x', middle, x);
    let marks = 'a'..;
    marks
        .zip(directions)
        .fold(scene, |scene, (mark, direction)| scene.unit_at(mark, shape.step(middle, Direction(*direction)), foe()))
}

#[test] // TC-430, G-07
fn two_enemies_on_opposite_sides_flank() {
    let scene = Scene::square(". a x b .").unit('x', base_fighter()).unit('a', foe()).unit('b', foe());
    assert_eq!(flanking::flankers(scene.game(), scene.id('x')), Some((scene.id('a'), scene.id('b'))));
    let friends = Scene::square(". a x b .").unit('x', base_fighter()).unit('a', foe()).unit('b', base_fighter());
    assert!(!is_flanked(&friends));
}

#[test] // TC-432
fn the_kind_of_attack_decides_which_attackers_gain_from_a_flank() {
    let scene = Scene::square("a x b .").unit('x', base_fighter()).unit('a', foe()).unit('b', foe());
    let gains = |kind| {
        let mut policies = rules().policies.clone();
        let Flanking::Separation { gaining, .. } = &mut policies.flanking else { panic!("angles flank") };
        gaining.kind = kind;
        let book = Rulebook { policies: &policies, ..scene.book() };
        [Mode::Melee, Mode::Ranged].map(|mode| {
            flanking::modifier(Game::new(scene.view(), book), scene.id('a'), scene.id('x'), mode)
                .map(|(_, gain)| gain.amount)
        })
    };
    assert_eq!(gains(AttackKind::Melee), [Some(2), None], "as printed");
    assert_eq!(gains(AttackKind::Any), [Some(2), Some(2)]);
    assert_eq!(gains(AttackKind::Ranged), [None, Some(2)]);
    let Flanking::Separation { gaining, .. } = &rules().policies.flanking else { panic!("angles flank") };
    assert_eq!((gaining.kind, gaining.rule.as_str()), (AttackKind::Melee, "TC-432"));
}

#[test] // TC-430, G-07
fn on_squares_flankers_must_be_three_neighbours_apart() {
    for (a, b) in (0..8).flat_map(|a| (0..8).map(move |b| (a, b))).filter(|(a, b)| a != b) {
        let apart = Shape::Square.turn(Direction(a), Direction(b));
        let scene = surrounded(Shape::Square, base_fighter(), &[a, b]);
        assert_eq!(is_flanked(&scene), apart >= 135, "{a} and {b}, {apart} degrees");
    }
}

#[test] // TC-430, G-07
fn on_hexagons_flankers_must_be_two_neighbours_apart() {
    for (a, b) in (0..6).flat_map(|a| (0..6).map(move |b| (a, b))).filter(|(a, b)| a != b) {
        let apart = Shape::Hex.turn(Direction(a), Direction(b));
        let scene = surrounded(Shape::Hex, base_fighter(), &[a, b]);
        assert_eq!(is_flanked(&scene), apart >= 120, "{a} and {b}, {apart} degrees");
    }
}

#[test] // G-07
fn only_enemies_able_to_attack_in_melee_flank() {
    let scene = |b| Scene::square("a x b").unit('x', base_fighter()).unit('a', foe()).unit('b', b);
    assert!(is_flanked(&scene(foe())));
    assert!(is_flanked(&scene(foe().with(shortbow()))), "with its fists");
    assert!(!is_flanked(&scene(foe().has("unconscious"))));
    assert!(!is_flanked(&scene(foe().stance("parrying"))));
    assert!(!is_flanked(&scene(foe().size(Size::Tiny))), "without reach");
    assert!(!is_flanked(&scene(foe()).holding('x', 'b', &[Hold::Pinned])));
    assert!(!is_flanked(&scene(foe()).edit('b', |row| row.gone = true)));
}

#[test] // G-07, G-34
fn a_spear_flanks_from_two_cells_away() {
    let scene = |b| Scene::square("a x . b").unit('x', base_fighter()).unit('a', foe()).unit('b', b);
    assert!(!is_flanked(&scene(foe())));
    assert!(is_flanked(&scene(foe().with(spear()))));
}

#[test] // G-07
fn around_a_big_body_the_angle_is_measured_from_its_centre() {
    let map = "
        . a . .
        b X X .
        . X X c
        . . . .
    ";
    let scene = |other| {
        Scene::square(map).unit_at('x', (1, 1), base_fighter().size(Size::Large)).unit('a', foe()).unit(other, foe())
    };
    assert!(!is_flanked(&scene('b')));
    assert!(is_flanked(&scene('c')));
}

#[test] // G-71
fn an_enemy_in_the_same_space_never_flanks_and_stands_in_front() {
    let scene = Scene::square(". x b").unit('x', base_fighter()).unit_at('a', (1, 0), foe()).unit('b', foe());
    assert!(!is_flanked(&scene));
    let large = Scene::square(
        "
        X X b
        X X .
    ",
    );
    let large =
        large.unit_at('x', (0, 0), base_fighter().size(Size::Large)).unit_at('a', (0, 0), foe()).unit('b', foe());
    assert!(!is_flanked(&large));
    let facing = scene.edit('x', |row| row.facing = Facing::Direction(2));
    assert_eq!(arc(facing.view(), facing_policy(), facing.id('x'), facing.id('a')), Some(FacingArc::Front));
}

/// The arc in which an attacker on a neighbouring cell stands.
fn arc_of_neighbour(shape: Shape, facing: u8, direction: u8) -> FacingArc {
    let scene = surrounded(shape, base_fighter().facing(Facing::Direction(facing)), &[direction]);
    arc(scene.view(), facing_policy(), scene.id('x'), scene.id('a')).expect("it has a facing")
}

/// The arcs of the neighbours in rows of the drawing, from the north-west.
fn grid(facing: u8) -> String {
    let letter = |direction: u8| match arc_of_neighbour(Shape::Square, facing, direction) {
        FacingArc::Front => 'F',
        FacingArc::Side => 'S',
        FacingArc::Rear => 'R',
    };
    let row = |directions: [u8; 3]| directions.map(letter).iter().collect::<String>();
    format!("{} {}X{} {}", row([7, 0, 1]), letter(6), letter(2), row([5, 4, 3]))
}

#[test] // TC-440, TC-441, TC-442 (E8)
fn the_facing_grids_are_those_of_the_table() {
    assert_eq!(grid(0), "FFF SXS RRR", "north");
    assert_eq!(grid(7), "FFS FXR SRR", "north-west");
    assert_eq!(grid(2), "RSF RXF RSF", "east");
}

#[test] // TC-440, TC-441, TC-442 (E8)
fn the_arc_of_a_neighbour_depends_on_the_angle_to_the_facing() {
    use FacingArc::{Front, Rear, Side};
    let expected = [Front, Front, Side, Rear, Rear, Rear, Side, Front];
    for (facing, turn) in (0..8).flat_map(|a| (0..8).map(move |b| (a, b))) {
        let found = arc_of_neighbour(Shape::Square, facing, (facing + turn) % 8);
        assert_eq!(found, expected[usize::from(turn)], "facing {facing}, attacked from {turn} to the right");
    }
}

#[test] // G-55
fn on_hexagons_half_the_neighbours_are_front_and_half_rear() {
    let arcs = |direction| arc_of_neighbour(Shape::Hex, 1, direction);
    assert_eq!(
        [0, 1, 2, 3, 4, 5].map(arcs),
        [FacingArc::Front, FacingArc::Front, FacingArc::Front, FacingArc::Rear, FacingArc::Rear, FacingArc::Rear]
    );
}

#[test] // TC-436
fn a_facing_may_follow_an_attacker() {
    let scene = surrounded(Shape::Square, base_fighter(), &[0, 4]);
    let (a, b) = (scene.id('a'), scene.id('b'));
    let scene = scene.edit('x', |row| row.facing = Facing::Towards(b));
    let arcs = [a, b].map(|id| arc(scene.view(), facing_policy(), scene.id('x'), id));
    assert_eq!(arcs, [Some(FacingArc::Rear), Some(FacingArc::Front)]);
    let alone = scene.edit('b', |row| row.gone = true);
    assert_eq!(arc(alone.view(), facing_policy(), alone.id('x'), a), None);
}

/// The bonus of `a` against a flanked `x`: label, amount, rule.
fn gain(x: Fighter, directions: &[u8], melee: bool) -> Option<(Label, i16, &'static str)> {
    let scene = surrounded(Shape::Square, x, directions);
    let mode = if melee { Mode::Melee } else { Mode::Ranged };
    let (label, modifier) = flanking::modifier(scene.game(), scene.id('a'), scene.id('x'), mode)?;
    Some((label, modifier.amount, modifier.rule.as_str()))
}

#[test] // TC-023, TC-024, TC-431, TC-432, TC-437, TC-438, TC-439, G-10 (E8)
fn bonuses_of_attackers_against_a_flanked_defender() {
    let north = || base_fighter().facing(Facing::Direction(0));
    let (front, side, rear) = ([0, 2, 6, 4], [2, 0, 6, 4], [4, 0, 2, 6]);
    for from in [front, side, rear] {
        assert_eq!(gain(base_fighter(), &from, true), Some((Label::Flanked, 2, "TC-431")));
        assert_eq!(gain(base_fighter(), &from, false), None);
        assert_eq!(gain(north(), &from, false), None);
    }
    assert_eq!(gain(north(), &front, true), Some((Label::Flanked, 0, "TC-437")));
    assert_eq!(gain(north(), &side, true), Some((Label::Flanked, 2, "TC-439")));
    assert_eq!(gain(north(), &rear, true), Some((Label::RearAttack, 4, "TC-438")));
}

#[test] // TC-433
fn a_facing_has_no_effect_on_an_unflanked_combatant() {
    assert_eq!(gain(base_fighter().facing(Facing::Direction(0)), &[4], true), None);
}
