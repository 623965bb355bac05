//! Flanking by a straight line between two allies (Fighting Style: FS-124, FS-125, FS-G35).

use std::sync::Arc;

use proptest::prelude::*;

use crate::shown::ShownApp;
use crate::skirmish::*;
use crate::staged::{DEFENCES, UNDER, staged};
use warboard::battle::{PairFact, PairRelation, Until};
use warboard::content::authored::parse;
use warboard::content::{Flanking, FlankingGains, Label, LineThrough, Name, Size, Source, Stat, Unit};
use warboard::ecs::Flanked;
use warboard::grid::{Cell, Footprint, Shape};
use warboard::mechanics::attack::Mode;
use warboard::mechanics::{Game, flanking};
use warboard::odds;
use warboard::resolution::{Act, BattleEvent};
use warboard::rules::Ruleset;

const LINE: &str = r#"Line((
    one_cell: Centre, within: 25, within_rule: "FS-G35", gains: All, bonus: (amount: 2, rule: "FS-125"), rule: "FS-124",
))"#;

fn rules() -> Ruleset {
    let mut rules = staged(UNDER, DEFENCES);
    rules.policies.flanking = parse(&Source::new("flanking.ron", LINE)).unwrap_or_else(|it| panic!("{}", it.brief()));
    rules
}

fn fighter() -> Unit {
    base_unit().stat(Stat::Accuracy, 10).stat(Stat::HitPoints, 60)
}

fn spearman() -> Unit {
    fighter().weapon("long_spear")
}

/// A battle in which capital letters are the foes of small ones.
fn scene(rules: Ruleset, map: &str, units: &[(char, Unit)]) -> Skirmish {
    let plan = skirmish(&Arc::new(rules), map);
    let plan = units.iter().fold(plan, |plan, (mark, unit)| plan.unit(*mark, unit.clone()));
    plan.seeded(1)
}

fn is_flanked(battle: &Skirmish, who: char) -> bool {
    let rules = battle.battle().setup().rules.clone();
    flanking::is_flanked(Game::new(battle.snapshot().view(), rules.book()), battle.id(who))
}

fn between(map: &str) -> bool {
    is_flanked(&scene(rules(), map, &[('a', fighter()), ('b', fighter()), ('F', fighter())]), 'F')
}

/// What an attack of `who` on `F` gains.
fn gains(battle: &Skirmish, who: char, mode: Mode) -> Option<i16> {
    let rules = battle.battle().setup().rules.clone();
    let game = Game::new(battle.snapshot().view(), rules.book());
    flanking::modifier(game, battle.id(who), battle.id('F'), mode).map(|(_, modifier)| modifier.amount)
}

#[test] // FS-A7, FS-124, FS-G35
fn only_opposite_neighbours_flank_a_foe_of_one_square() {
    assert!(between(". a .\n. F .\n. b ."), "north and south");
    assert!(between("a . .\n. F .\n. . b"), "north-west and south-east");
    assert!(!between(". a .\n. F .\n. . b"), "north and south-east");
    assert!(!between(". a .\n. F b\n. . ."), "north and east");
    assert!(!between(". a b\n. F .\n. . ."), "both on one side");
}

#[test] // FS-A7, FS-124: in their reach
fn a_spear_flanks_from_two_squares_away() {
    let flanks = |map: &str, north: Unit| {
        is_flanked(&scene(rules(), map, &[('a', north), ('b', fighter()), ('F', fighter())]), 'F')
    };
    let map = ". a .\n. . .\n. F .\n. b .";
    assert!(flanks(map, spearman()));
    assert!(!flanks(map, fighter()), "a sword does not reach");
    assert!(!flanks("a . .\n. . .\n. F .\n. . b", spearman()), "a knight's move away: the line misses the centre");
}

#[test] // FS-A7, FS-G35
fn flankers_must_be_able_to_make_a_melee_attack_and_aware() {
    let map = ". a .\n. F .\n. b .";
    let bow = fighter().weapon("longbow");
    let archer = scene(rules(), ". a .\n. . .\n. F .\n. b .", &[('a', bow), ('b', fighter()), ('F', fighter())]);
    assert!(!is_flanked(&archer, 'F'), "an archer two squares away");
    let mut battle = scene(rules(), map, &[('a', fighter()), ('b', fighter()), ('F', fighter())]);
    assert!(is_flanked(&battle, 'F'));
    battle.afflict('a', "unconscious");
    assert!(!is_flanked(&battle, 'F'), "an unconscious ally");
}

#[test] // FS-G35, FS-G46
fn an_ally_that_is_not_aware_of_the_foe_does_not_flank_it() {
    let mut rules = Ruleset::clone(&fragments());
    rules.policies.flanking = self::rules().policies.flanking;
    let mut battle = scene(rules, ". a .\n. F .\n. b .", &[('a', plain()), ('b', plain()), ('F', plain())]);
    assert!(is_flanked(&battle, 'F'));
    let (slant, rule) = (PairRelation::Has(Name::new("hidden")), Name::new("test"));
    let fact = PairFact { towards: battle.id('a'), slant, until: Until::Ended, rule };
    battle.state.impose(&BattleEvent::PairFactBegan { who: battle.id('F'), fact });
    assert!(!is_flanked(&battle, 'F'), "it is hidden from one of the two");
}

#[test] // FS-A7, FS-125
fn every_ally_gains_once_in_melee_and_archers_do_not() {
    let units =
        [('a', fighter()), ('b', fighter()), ('c', fighter()), ('d', fighter()), ('F', fighter()), ('G', fighter())];
    let battle = scene(rules(), ". a . .\nd F c G\n. b . .", &units);
    for who in ['a', 'b', 'c', 'd'] {
        assert_eq!(gains(&battle, who, Mode::Melee), Some(2), "{who}: two lines give no more than one");
        assert_eq!(gains(&battle, who, Mode::Touch), Some(2), "{who}: a spell made in melee");
        assert_eq!(gains(&battle, who, Mode::Ranged), None, "{who}");
        assert_eq!(gains(&battle, who, Mode::Spell), None, "{who}");
    }
    let units = [('a', fighter()), ('b', fighter()), ('e', fighter()), ('F', fighter())];
    let third = scene(rules(), ". a .\n. F e\n. b .", &units);
    assert_eq!(gains(&third, 'e', Mode::Melee), Some(2), "a third ally in the east");
    let alone = scene(rules(), ". a .\n. F e\n. . .", &[('a', fighter()), ('e', fighter()), ('F', fighter())]);
    assert_eq!(gains(&alone, 'e', Mode::Melee), None);
}

#[test] // PR-G17
fn where_only_flankers_gain_a_third_ally_does_not() {
    let mut rules = rules();
    let Flanking::Line(line) = &mut rules.policies.flanking else { panic!("a line") };
    line.gains = FlankingGains::Flankers;
    let units = [('a', fighter()), ('b', fighter()), ('e', fighter()), ('F', fighter())];
    let battle = scene(rules, ". a .\n. F e\n. b .", &units);
    assert_eq!(['a', 'b', 'e'].map(|who| gains(&battle, who, Mode::Melee)), [Some(2), Some(2), None]);
}

#[test] // PR-G17
fn opposite_sides_can_decide_for_foes_of_one_square_too() {
    let mut rules = rules();
    let Flanking::Line(line) = &mut rules.policies.flanking else { panic!("a line") };
    line.one_cell = LineThrough::Sides;
    let units = || [('a', spearman()), ('b', spearman()), ('F', fighter())];
    assert!(is_flanked(&scene(rules.clone(), ". a .\n. . .\n. F .\n. b .", &units()), 'F'));
    assert!(is_flanked(&scene(rules.clone(), "a . . .\n. F . .\n. . b .", &units()), 'F'), "through opposite corners");
    assert!(!is_flanked(&scene(rules, ". a .\n. F .\n. . b", &units()), 'F'), "through the top and the right side");
}

#[test] // FS-A7, FS-124, FS-G35
fn a_large_foe_is_flanked_through_two_opposite_sides() {
    let large = |a: (i16, i16), b: (i16, i16)| {
        let rows = (0..5).map(|y| {
            let mark = |x| match (x, y) {
                at if at == a => "a",
                at if at == b => "b",
                (2, 2) => "F",
                _ => ".",
            };
            (0..6).map(mark).collect::<Vec<&str>>().join(" ")
        });
        let map = rows.collect::<Vec<String>>().join("\n");
        is_flanked(
            &scene(rules(), &map, &[('a', fighter()), ('b', fighter()), ('F', fighter().size(Size::Large))]),
            'F',
        )
    };
    assert!(large((1, 2), (4, 3)), "through the left and the right side");
    assert!(!large((1, 1), (4, 3)), "through the top and the right side");
    assert!(large((1, 1), (4, 4)), "through opposite corners");
    assert!(large((2, 1), (3, 4)), "through the top and the bottom side");
    assert!(!large((2, 1), (4, 2)), "around a corner");
    assert!(!large((1, 2), (1, 3)), "both on one side");
}

#[test] // FS-124 on hexagons
fn on_hexagons_opposite_neighbours_flank() {
    let flanks = |map: &str| {
        let plan = skirmish(&Arc::new(rules()), map).hexes();
        let plan = plan.unit('a', fighter()).unit('b', fighter()).unit('F', fighter());
        is_flanked(&plan.seeded(1), 'F')
    };
    assert!(flanks(". . .\na F b\n. . ."));
    assert!(flanks(". a .\n. F .\n. . b") && flanks(". . a\n. F .\n. b ."), "along the other two axes");
    assert!(!flanks(". a .\n. F b\n. . ."), "two neighbours apart");
}

#[test] // FS-125
fn the_bonus_is_in_the_forecast_with_its_rule() {
    let battle = scene(rules(), ". a .\n. F .\n. b .", &[('a', fighter()), ('b', fighter()), ('F', fighter())]);
    let rules = battle.battle().setup().rules.clone();
    let act = Act::at("duel", battle.id('F'), None);
    let told = odds::forecast(battle.snapshot().view(), &rules, battle.id('a'), &act, None).expect("a forecast");
    let term = told.bonus.terms().iter().find(|term| term.label == Label::Flanked).expect("the bonus");
    assert_eq!((term.amount, term.rule.as_str(), told.bonus.total()), (2, "FS-125", 12));
    let shown = ShownApp::showing(&battle);
    assert_eq!(shown.of::<Flanked>(battle.id('F')).0, Some((battle.id('a'), battle.id('b'))));
}

fn shapes() -> impl Strategy<Value = Shape> {
    prop_oneof![Just(Shape::Square), Just(Shape::Hex)]
}

fn bodies() -> impl Strategy<Value = Footprint> {
    ((-6i16..6, -6i16..6), 1u8..4).prop_map(|(anchor, extent)| Footprint::new(Cell::from(anchor), extent))
}

/// A square turned by 90 degrees around the corner of the board.
fn turned(body: Footprint) -> Footprint {
    body.at(Cell::new(-body.anchor.y - i16::from(body.extent), body.anchor.x))
}

proptest! {
    #[test]
    fn a_line_is_the_same_both_ways_and_everywhere(
        shape in shapes(), middle in bodies(), a in bodies(), b in bodies(), by in (-9i16..9, -9i16..9), within in 1u8..50,
    ) {
        let test = |[middle, a, b]: [Footprint; 3]| {
            (shape.passes_centre(middle, a, b, within), shape.crosses_opposite_sides(middle, a, b))
        };
        let found = test([middle, a, b]);
        prop_assert_eq!(found, test([middle, b, a]));
        // An even number of rows keeps the offset of hexagons.
        let moved = |body: Footprint| body.at(body.anchor.shifted(by.0, 2 * by.1));
        prop_assert_eq!(found, test([middle, a, b].map(moved)));
        if shape == Shape::Square {
            prop_assert_eq!(found, test([middle, a, b].map(turned)));
        }
    }

    #[test]
    fn lines_on_the_same_side_pass_no_centre(middle in bodies(), at in (1i16..6, -6i16..6), to in (1i16..6, -6i16..6)) {
        let right = middle.anchor.x + i16::from(middle.across());
        let beside = |(x, y): (i16, i16)| Footprint::from(Cell::new(right + x, y));
        prop_assert!(!Shape::Square.passes_centre(middle, beside(at), beside(to), 25));
        prop_assert!(!Shape::Square.crosses_opposite_sides(middle, beside(at), beside(to)));
    }
}
