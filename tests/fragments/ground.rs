//! Narrow spaces, soft earth, thin ice, and holds that go through water and over gaps.

use std::sync::Arc;

use crate::facts::*;
use crate::skirmish::*;
use warboard::battle::{Field, Ice};
use warboard::content::{AdvantageKind, AdvantageTerms, DamageTypes, Size, Stat, Table, Trait, Unit, Weapon};
use warboard::grid::{Barrier, Board, Cell, CoverGrade, Deep, Shape, Terrain};
use warboard::mechanics::attack::Mode;
use warboard::mechanics::{Game, advantage, ice};
use warboard::resolution::event::GroundChange;
use warboard::resolution::{Act, BattleEvent, Choice};
use warboard::rules::Ruleset;

fn path(cells: &[(i16, i16)]) -> Vec<Cell> {
    cells.iter().map(|(x, y)| Cell::new(*x, *y)).collect()
}

/// A drawing with `n` a narrow cell, `e` earth, `i` ice, `r` rubble that spares bodies two cells across.
fn ground(map: &str) -> Board {
    let mut plan = crate::drawn::plan(Shape::Square, map);
    let marks: Vec<char> = map.chars().filter(|mark| !mark.is_whitespace()).collect();
    let first = plan.palette.len() as u8;
    let earth = Terrain { name: "earth".into(), cost: None, opaque: true, soft: true, ..Terrain::floor() };
    plan.palette.extend([
        Terrain { name: "gap".into(), narrow: true, ..Terrain::floor() },
        earth,
        Terrain { name: "ice".into(), ..Terrain::floor() },
        Terrain { name: "loose stones".into(), cost: Some(2), spares: Some(2), ..Terrain::floor() },
        Terrain { name: "open water".into(), cost: None, deep: Some(Deep::Water), ..Terrain::floor() },
        Terrain { name: "tunnel".into(), ..Terrain::floor() },
    ]);
    for (tile, mark) in plan.tiles.iter_mut().zip(marks) {
        *tile = "neir".find(mark).map_or(*tile, |at| first + at as u8);
    }
    Board::new(plan).expect("a board")
}

/// The palette indices of the terrain that ice and earth turn into.
fn changes(field: &mut Field) {
    let place =
        |name: &str| field.board.palette().iter().position(|ground| ground.name == name).expect("it is there") as u8;
    field.becomes = [(place("ice"), place("open water")), (place("earth"), place("tunnel"))].into();
    let is_ice = |cell: &Cell| field.board.terrain(*cell).name == "ice";
    field.ice = field.board.cells().filter(is_ice).map(|cell| Ice { cell, inches: 4, harmed: 0 }).collect();
}

fn battle(map: &str, units: &[(char, Unit)], dice: &[u16]) -> Skirmish {
    let rules = fragments();
    let plan = skirmish(&rules, map).on(ground(map)).field(changes);
    let plan = units.iter().fold(plan, |plan, (mark, unit)| plan.unit(*mark, unit.clone()));
    let first = units.iter().map(|(mark, _)| if *mark == 'B' { 20 } else { 1 });
    let faces: Vec<u16> = first.chain(dice.iter().copied()).collect();
    plan.rolls(&faces)
}

fn refused(battle: &mut Skirmish, act: Act) -> &'static str {
    battle.refused(Choice::Act(act)).rule.as_str()
}

#[test] // TA-259, TA-260, TA-G48
fn a_combatant_walks_through_a_gap_half_as_wide_at_half_speed() {
    let mut fight = battle("B n n n n . . a", &[('a', plain()), ('B', plain())], &[]);
    let (far, near) = ([(1, 0), (2, 0), (3, 0), (4, 0)], [(1, 0), (2, 0), (3, 0)]);
    assert_eq!(fight.refused_walk('B', &far).rule.as_str(), "TA-054", "1 and 3 times 2 are more than 6");
    fight.walk('B', &near);
    assert_eq!(fight.cell('B'), (3, 0));
    let mut small = battle("B n n n n . . a", &[('a', plain()), ('B', plain().size(Size::Tiny))], &[]);
    small.walk('B', &far);
    assert!(!small.has('B', "squeezing"), "a tiny one has room enough");
}

#[test] // TA-261, TA-262, TA-259
fn a_squeezing_combatant_is_flat_footed_and_has_disadvantage_with_heavy_weapons() {
    let heavy = || plain().weapon("great_sword");
    let fight = battle("B n a", &[('a', plain()), ('B', heavy())], &[]);
    let mut fight = fight;
    fight.walk('B', &[(1, 0)]);
    assert!(fight.has('B', "squeezing") && fight.has('B', "flat_footed"));
    let view = fight.snapshot().view();
    let (rules, own, other) = (fragments(), fight.id('B'), fight.id('a'));
    let game = Game::new(view, rules.book());
    let against: AdvantageTerms = advantage::of_attack(game, other, own, Mode::Melee);
    assert_eq!(against.net(), Some(AdvantageKind::Advantage));
    let slot = view.row(own).arms.in_hand().next();
    let with = |slot| {
        let mut edge = AdvantageTerms::even();
        advantage::add_conditions_of_weapon(game, own, slot, &mut edge);
        edge.net()
    };
    assert_eq!(with(slot), Some(AdvantageKind::Disadvantage));
    let unarmed = view.row(own).sheet.unarmed;
    assert_eq!(with(unarmed), None);
}

const GAP: &str = "
    . . # . . .
    B . . . . .
    . . # . . a
    . . # . . .
";

#[test] // TA-259, TA-260, TA-G48
fn a_large_body_squeezes_through_a_gap_of_one_cell() {
    let large = || plain().size(Size::Large);
    let squeeze = |cells: &[(i16, i16)]| Act::along("squeeze", path(cells));
    let mut fight = battle(GAP, &[('a', plain()), ('B', large())], &[]);
    assert!(!fight.refused_walk('B', &[(1, 1)]).why.is_empty(), "whole it does not fit");
    let back = [(2, 1), (3, 1), (4, 1), (4, 0), (3, 0), (4, 0)];
    assert_eq!(refused(&mut fight, squeeze(&back)), "TA-260", "1 + 2 and 4 cells are 7, more than 6");
    // 5 feet into the gap, 10 out of it, 5 for each square beyond, where the whole body has room.
    let mut through = battle(GAP, &[('a', plain()), ('B', large())], &[]);
    through.act('B', squeeze(&back[..5]));
    assert_eq!((through.row('B').position.extent, through.row('B').turn_state.actions()), (2, 2));
    fight.act('B', squeeze(&[(2, 1)]));
    assert_eq!((fight.cell('B'), fight.row('B').position.extent), ((2, 1), 1));
    assert!(fight.has('B', "squeezing") && fight.has('B', "flat_footed"));
    assert_eq!(fight.refused_walk('B', &[(3, 1)]).rule.as_str(), "TA-259");
    fight.act('B', squeeze(&[(3, 1), (4, 1)]));
    assert_eq!(fight.row('B').position.extent, 2);
    assert!(!fight.has('B', "squeezing"));
}

#[test] // TA-259, TA-260, TA-127, TA-G48
fn a_huge_body_squeezes_through_two_squares_and_pays_for_each_position_it_leaves() {
    let gap = "
        B . . # # . . . . a
        . . . . . . . . . .
        . . . . . . . . . .
    ";
    let squeeze = |cells: &[(i16, i16)]| Act::along("squeeze", path(cells));
    let huge = |rate| plain().size(Size::Huge).rate(rate);
    let way = [(2, 1), (3, 1), (4, 1), (5, 1)];
    let mut slow = battle(gap, &[('a', plain()), ('B', huge(30))], &[]);
    assert_eq!(refused(&mut slow, squeeze(&way)), "TA-260", "1 + 2 + 2 + 2 are 7, more than 6");
    slow.act('B', squeeze(&way[..3]));
    assert_eq!((slow.row('B').position.extent, slow.has('B', "squeezing")), (2, true));
    let mut fast = battle(gap, &[('a', plain()), ('B', huge(35))], &[]);
    fast.act('B', squeeze(&way));
    assert_eq!((fast.cell('B'), fast.row('B').position.extent), ((5, 0), 3));
}

#[test] // TA-236, TA-114, TA-115, TA-259
fn a_holder_that_squeezes_takes_its_captive_along() {
    let map = "
        B . a . # . . .
        . . . . . . . .
        . . . . # . . .
        . . . . # . . .
    ";
    let squeeze = |cells: &[(i16, i16)]| Act::along("squeeze", path(cells));
    for held in [Size::Small, Size::Medium, Size::Large] {
        let units = [('a', plain().size(held)), ('B', plain().unarmed().size(Size::Large))];
        let mut fight = battle(map, &units, &[15, 5]);
        let together = |fight: &Skirmish| {
            fight.row('a').position.footprint() == fight.row('B').position.footprint()
                && fight.snapshot().links.len() == 1
        };
        fight.act_on('B', "grapple", 'a');
        if held != Size::Large {
            fight.walk('B', &[(1, 0), (2, 0)]);
        }
        assert_eq!((fight.cell('B'), together(&fight)), ((2, 0), true), "{held:?}");
        fight.act('B', squeeze(&[(4, 1)]));
        assert_eq!((fight.cell('B'), fight.row('B').position.extent, together(&fight)), ((4, 1), 1, true), "{held:?}");
        if fight.asked().0 == 'B' {
            fight.perform('B', "wait");
        }
        fight.perform('a', "wait");
        fight.act('B', squeeze(&[(5, 1), (6, 1)]));
        assert_eq!((fight.row('B').position.extent, together(&fight)), (2, true), "{held:?}");
        fight.all_rolled();
    }
}

#[test] // TA-259
fn a_combatant_that_fits_anywhere_need_not_squeeze() {
    let mut fight = battle("B . a", &[('a', plain()), ('B', plain())], &[]);
    assert_eq!(refused(&mut fight, Act::along("squeeze", path(&[(1, 0)]))), "TA-259");
}

#[test] // TA-171, TA-172, TA-126
fn a_burrower_digs_through_earth_and_its_tunnel_collapses_after_a_round() {
    let mole = plain().with_trait(Trait::Burrower);
    let mut fight = battle("B e e e . . . . a", &[('a', plain()), ('B', mole)], &[]);
    let dig = |cells: &[(i16, i16)]| Act::along("burrow", path(cells));
    fight.act('B', dig(&[(1, 0), (2, 0), (3, 0), (4, 0)]));
    assert_eq!(fight.cell('B'), (4, 0));
    let board = fight.snapshot().field.board.clone();
    assert_eq!(board.terrain(Cell::new(2, 0)).name, "tunnel");
    fight.perform('B', "wait");
    assert_eq!(fight.snapshot().field.tunnels.len(), 3, "through the turns of all others");
    fight.perform('a', "wait");
    assert_eq!(fight.snapshot().field.board.terrain(Cell::new(2, 0)).name, "earth");
    assert!(fight.snapshot().field.tunnels.is_empty());
    fight.act('B', dig(&[(3, 0), (2, 0)])).perform('B', "wait").perform('a', "wait");
    assert_eq!(fight.snapshot().field.tunnels.len(), 1, "not on its own head (TA-G21)");
}

#[test] // TA-173, TA-171
fn no_combatant_digs_through_stone_and_only_burrowers_dig() {
    let mole = plain().with_trait(Trait::Burrower);
    let dig = || Act::along("burrow", path(&[(1, 0), (2, 0)]));
    let mut stone = battle("B # . a", &[('a', plain()), ('B', mole)], &[]);
    assert_eq!(refused(&mut stone, dig()), "TA-173");
    let mut plain_one = battle("B e . a", &[('a', plain()), ('B', plain())], &[]);
    assert_eq!(refused(&mut plain_one, dig()), "TA-171");
}

/// A battle in which `B` digs among walls on edges.
fn walled(map: &str, edges: &[((i16, i16), (i16, i16))], b: Unit) -> Skirmish {
    let mut floor = ground(map);
    let wall =
        Barrier { name: "wall".into(), passable: false, opaque: true, cover: CoverGrade::NineTenths, tall: None };
    for (one, other) in edges {
        crate::drawn::set_barrier(&mut floor, (*one).into(), (*other).into(), Some(wall.clone())).expect("neighbours");
    }
    skirmish(&fragments(), map).on(floor).field(changes).unit('a', plain()).unit('B', b).rolls(&[1, 20])
}

#[test] // TA-173, TA-G34
fn no_burrower_passes_a_thin_wall_or_a_corner_of_stone() {
    let mole = || plain().with_trait(Trait::Burrower);
    let dig = |cells: &[(i16, i16)]| Act::along("burrow", path(cells));
    for map in ["B e e . a", "B . . . a"] {
        let mut thin = walled(map, &[((1, 0), (2, 0))], mole());
        assert_eq!(refused(&mut thin, dig(&[(1, 0), (2, 0)])), "TA-173", "{map}");
        thin.act('B', dig(&[(1, 0)]));
        assert_eq!(thin.cell('B'), (1, 0));
    }
    let corner = |map: &str| walled(map, &[], mole());
    assert_eq!(refused(&mut corner("B # . a\n# e . ."), dig(&[(1, 1)])), "TA-173", "between two stones");
    assert_eq!(refused(&mut corner("B e . a\n# e . ."), dig(&[(1, 1)])), "TA-173", "past one");
    let mut soft = corner("B e . a\ne e . .");
    soft.act('B', dig(&[(1, 1)]));
    assert_eq!(soft.cell('B'), (1, 1), "earth is no obstacle");
}

#[test] // TA-173, TA-G13
fn no_barrier_ends_up_inside_a_large_burrower() {
    let (map, large) = ("B . e e . a\n. . e e . .", || plain().with_trait(Trait::Burrower).size(Size::Large));
    let dig = || Act::along("burrow", path(&[(1, 0)]));
    let mut split = walled(map, &[((2, 0), (2, 1))], large());
    assert_eq!(refused(&mut split, dig()), "TA-173");
    let mut whole = walled(map, &[], large());
    whole.act('B', dig());
    assert_eq!(whole.cell('B'), (1, 0));
}

#[test] // TA-174, TA-G42
fn ice_bears_two_bulk_for_every_inch() {
    let light = plain();
    let mut fight = battle("B i i . a", &[('a', plain()), ('B', light)], &[]);
    // 6 of the body and 1 of the sword are within the 8 of four inches.
    fight.walk('B', &[(1, 0)]);
    assert_eq!(fight.cell('B'), (1, 0));
    let policy = fragments().policies.ice.clone().expect("there is ice");
    let view = fight.snapshot().view();
    assert_eq!(ice::load(view, &policy, Cell::new(1, 0)).total(), 7);
    let mut heavy = plain();
    (heavy.armor, heavy.shield) = (Some("mail".into()), Some("shield".into()));
    let mut fight = battle("B i i . a", &[('a', plain()), ('B', heavy)], &[]);
    fight.walk('B', &[(1, 0), (2, 0)]);
    assert_eq!(fight.cell('B'), (1, 0), "it breaks at once, on the first cell");
    assert_eq!(fight.snapshot().field.board.terrain(Cell::new(1, 0)).name, "open water");
    assert_eq!(fight.snapshot().field.ice.len(), 1);
    assert_eq!(fight.refused_walk('B', &[(0, 0)]).rule.as_str(), "TA-123", "it has to swim out");
}

#[test] // TA-175, TA-176, TA-177, TA-G39, TA-G47
fn ice_has_eight_hit_points_an_inch_one_durability_and_a_weakness_to_fire() {
    let policy = fragments().policies.ice.clone().expect("there is ice");
    assert_eq!(ice::initial_hit_points(&policy, 4), 32);
    assert_eq!(ice::damage(&policy, 6, DamageTypes::SLASHING).total(), 5);
    let fire = ice::damage(&policy, 6, DamageTypes::FIRE);
    assert_eq!(
        terms(&fire),
        [("base".into(), 6, "TA-175"), ("vulnerable".into(), 6, "TA-177"), ("durability".into(), -1, "TA-176")]
    );
    assert_eq!(ice::damage(&policy, 0, DamageTypes::FIRE).total(), 0);
    // 8 and 20 of strength, less 1, twice.
    let strong = plain().stat(Stat::Strength, 20);
    let mut fight = battle("B i . a", &[('a', plain()), ('B', strong)], &[8, 8]);
    let strike = Act { target: warboard::resolution::Target::Cell(Cell::new(1, 0)), ..Act::own("break_ice") };
    fight.act('B', strike.clone());
    assert_eq!(fight.snapshot().field.ice[0].harmed, 27);
    fight.act('B', strike.clone());
    assert!(fight.snapshot().field.ice.is_empty());
    let broke = |event: &BattleEvent| matches!(event, BattleEvent::GroundChanged(GroundChange::Broke { rule, .. }) if rule.as_str() == "TA-175");
    assert!(fight.events().iter().any(broke));
    assert_eq!(refused(&mut fight, strike), "TA-175");
    fight.all_rolled();
}

#[test] // TA-177, TA-175, TA-176, TA-G47
fn fire_deals_double_damage_to_ice() {
    let mut rules = Ruleset::clone(&fragments());
    let flaming = |weapon: &Arc<Weapon>| Weapon { harm: DamageTypes::FIRE, ..Weapon::clone(weapon) };
    rules.weapons = Table::new(rules.weapons.iter().map(flaming).collect());
    let plan = skirmish(&Arc::new(rules), "B i . a").on(ground("B i . a")).field(changes).unit('a', plain());
    let mut fight = plan.unit('B', plain().stat(Stat::Strength, 8)).rolls(&[1, 20, 4]);
    fight.act('B', Act { target: warboard::resolution::Target::Cell(Cell::new(1, 0)), ..Act::own("break_ice") });
    let harm = |event: &BattleEvent| match event {
        BattleEvent::GroundChanged(GroundChange::Harmed { amount, .. }) => Some(terms(amount)),
        _ => None,
    };
    let amount = fight.events().iter().find_map(harm).expect("the ice is harmed");
    let vulnerable: Vec<_> = amount.iter().filter(|term| term.2 == "TA-177").map(|term| term.1).collect();
    assert_eq!((vulnerable, fight.snapshot().field.ice[0].harmed), (vec![12], 23), "4 and 8, twice, less 1");
    fight.all_rolled();
}

#[test] // TA-128
fn larger_bodies_may_ignore_ground_that_slows_smaller_ones() {
    let map = "
        B r r r r r . . a
        . r r r r r . . .
    ";
    let way = [(1, 0), (2, 0), (3, 0), (4, 0)];
    let mut small = battle(map, &[('a', plain()), ('B', plain())], &[]);
    assert!(!small.refused_walk('B', &way).why.is_empty(), "1 and 3 times 2 are more than 6");
    let mut large = battle(map, &[('a', plain()), ('B', plain().size(Size::Large))], &[]);
    large.walk('B', &way);
    assert_eq!(large.cell('B'), (4, 0));
}

#[test] // TA-238, TA-133, TA-G38
fn a_choked_captive_has_no_air_until_its_holder_acts_again() {
    let rules = fragments();
    let plan = skirmish(&rules, "B a . .").unit('a', plain().stat(Stat::Strength, 3)).unit('B', plain().unarmed());
    let mut fight = plan.rolls(&[1, 20, 15, 5]);
    let choke = Act::at("choke", fight.id('a'), None);
    assert_eq!(refused(&mut fight, choke.clone()), "TA-238", "it holds no one");
    fight.act_on('B', "grapple", 'a');
    fight.act('B', choke).perform('B', "wait");
    assert!(fight.has('a', "choked"));
    fight.perform('a', "wait");
    assert!(fight.has('a', "breathless"), "a turn without air");
    assert!(!fight.has('a', "choked"), "its holder acts again");
    fight.perform('B', "wait").perform('a', "wait");
    assert!(!fight.has('a', "breathless"), "it breathes");
}

#[test] // TA-238
fn a_holder_that_has_let_go_chokes_no_one() {
    let rules = fragments();
    let plan = skirmish(&rules, "B a . .").unit('a', plain().stat(Stat::Strength, 3)).unit('B', plain().unarmed());
    let mut fight = plan.rolls(&[1, 20, 15, 5]);
    fight.act_on('B', "grapple", 'a');
    let choke = Act::at("choke", fight.id('a'), None);
    fight.act('B', choke).perform('B', "release");
    assert!(!fight.has('a', "choked"));
}

/// `B` has taken hold of `a` and shares its cell.
fn clinched(map: &str, dice: &[u16]) -> Skirmish {
    let rules = fragments();
    let faces: Vec<u16> = [1, 20, 15, 5].iter().chain(dice).copied().collect();
    let plan = skirmish(&rules, map).unit('a', plain()).unit('B', plain().unarmed());
    let mut fight = plan.rolls(&faces);
    fight.act_on('B', "grapple", 'a');
    fight
}

#[test] // TA-236, TA-131
fn a_swimmer_takes_its_captive_along() {
    let mut fight = clinched("B a ~ ~ . .", &[9]);
    fight.act('B', Act::along("swim", path(&[(2, 0)])));
    assert_eq!((fight.cell('B'), fight.cell('a'), fight.snapshot().links.len()), ((2, 0), (2, 0), 1));
}

#[test] // TA-236, TA-G15
fn both_sink_when_a_swimmer_fails() {
    let mut fight = clinched("B a ~ ~ . .", &[3]);
    fight.act('B', Act::along("swim", path(&[(2, 0)])));
    assert_eq!((fight.row('a').position.altitude, fight.row('B').position.altitude), (-10, -10));
    assert_eq!(fight.snapshot().links.len(), 1);
}

#[test] // TA-236, TA-121
fn a_jumper_takes_its_captive_along() {
    let mut fight = clinched("B a . . .", &[15]);
    fight.act('B', Act::along("jump", path(&[(2, 0), (3, 0)])));
    assert_eq!((fight.cell('B'), fight.cell('a'), fight.snapshot().links.len()), ((3, 0), (3, 0), 1));
}
