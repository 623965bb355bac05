//! Movement other than walking: its steps trigger readied actions, discover hidden combatants and must be allowed entry.

use crate::elevation::board;
use crate::facts::*;
use crate::skirmish::*;
use warboard::battle::{Current, PairFact, PairRelation, Readied, Until, WeaponSlot};
use warboard::content::{Name, Size, Stat, Trait, Unit, Wildness};
use warboard::grid::{Board, Cell, Shape, Terrain};
use warboard::resolution::{Act, Asks, BattleEvent, Choice, Target};

fn along(action: &str, cells: &[(i16, i16)]) -> Act {
    Act::along(action, cells.iter().map(|(x, y)| Cell::new(*x, *y)).collect())
}

fn flies(cells: &[(i16, i16)], rises: i16) -> Act {
    Act::flying("fly", cells.iter().map(|(x, y)| Cell::new(*x, *y)).collect(), rises)
}

fn tough() -> Unit {
    plain().stat(Stat::Strength, 20).unarmed()
}

/// A drawing with `e` earth and `x` a chasm 20 feet deep.
fn earthy(map: &str) -> Board {
    let marks: Vec<char> = map.chars().filter(|mark| !mark.is_whitespace()).collect();
    let heights: Vec<i16> = marks.iter().map(|mark| if *mark == 'x' { -20 } else { 0 }).collect();
    if map.contains('x') {
        return board(map, &heights);
    }
    let mut plan = crate::drawn::plan(Shape::Square, map);
    let earth = plan.palette.len() as u8;
    plan.palette.push(Terrain { name: "earth".into(), cost: None, opaque: true, soft: true, ..Terrain::floor() });
    plan.palette.push(Terrain { name: "tunnel".into(), ..Terrain::floor() });
    for (tile, mark) in plan.tiles.iter_mut().zip(marks) {
        *tile = if mark == 'e' { earth } else { *tile };
    }
    Board::new(plan).expect("a board")
}

/// A battle in which `a` acts before `B`; `dice` follow the initiative.
fn duel<'w>(map: &str, b: Unit) -> Plan<'w> {
    skirmish(&fragments(), map).on(earthy(map)).unit('a', plain()).unit('B', b).field(|field| {
        let place = |name: &str| field.board.palette().iter().position(|ground| ground.name == name);
        if let (Some(earth), Some(tunnel)) = (place("earth"), place("tunnel")) {
            field.becomes = [(earth as u8, tunnel as u8)].into();
        }
    })
}

/// The act of readying an attack for a trigger.
fn ready(watch: &str) -> Act {
    let act = Act { action: Name::new("attack"), target: Target::Whoever, weapon: Some(WeaponSlot(0)), part: None };
    let readied = Box::new(Readied { watch: Name::new(watch), act });
    Act { target: Target::Ready(readied), ..Act::own("ready") }
}

fn begins(plan: Plan<'_>, dice: &[u16]) -> Skirmish {
    plan.rolls(&[20, 1].iter().chain(dice).copied().collect::<Vec<_>>())
}

/// Lets `a` ready an attack for a trigger and wait.
fn watched(plan: Plan<'_>, watch: &str, dice: &[u16]) -> Skirmish {
    let mut battle = begins(plan, dice);
    battle.act('a', ready(watch)).perform('a', "wait");
    battle.events();
    battle
}

/// Asserts that `B` is attacked by `a` at one place of its movement and ends it at another.
fn met_on_the_way(mut battle: Skirmish, act: Act, met: (i16, i16), ends: (i16, i16)) {
    battle.act('B', act.clone());
    assert!(matches!(battle.asked(), ('a', Asks::React { .. })), "{}: {:?}", act.action, battle.asked());
    assert_eq!(battle.cell('B'), met, "{}", act.action);
    let before = battle.row('B').vitals.hit_points;
    battle.choose('a', Choice::React("ready".into()));
    assert_eq!((battle.row('B').vitals.hit_points, battle.cell('B')), (before - 4, ends), "{}", act.action);
    battle.all_rolled();
}

const BESIDE: &str = "
    . . . . B
    . . a . .
";

#[test] // TA-025, TA-119
fn a_step_into_reach_triggers_a_readied_action_whatever_the_kind_of_movement() {
    let way = [(3, 0), (2, 0), (1, 0)];
    // A jump is rolled for as it begins: 10 feet are crossed.
    let jump = watched(duel(BESIDE, tough()), "steps_into_reach", &[10, 15, 4]);
    met_on_the_way(jump, along("jump", &way), (3, 0), (1, 0));
    let pool = "
        . ~ ~ ~ B
        . . a . .
    ";
    let swim = watched(duel(pool, tough()), "steps_into_reach", &[10, 15, 4]);
    met_on_the_way(swim, along("swim", &way), (3, 0), (1, 0));
    let earth = "
        . . . e B
        . . a . .
    ";
    let mole = tough().with_trait(Trait::Burrower);
    let burrow = watched(duel(earth, mole), "steps_into_reach", &[15, 4]);
    met_on_the_way(burrow, along("burrow", &way), (3, 0), (1, 0));
    let winged = tough().with_trait(Trait::Flight);
    let fly = watched(duel(BESIDE, winged), "steps_into_reach", &[15, 4]);
    met_on_the_way(fly, flies(&way, 5), (3, 0), (1, 0));
    let hull = duel(BESIDE, tough()).field(|field| field.weightless = true);
    met_on_the_way(watched(hull, "steps_into_reach", &[15, 4]), along("push_off", &way), (3, 0), (1, 0));
}

#[test] // TA-025, TA-119, TA-259
fn a_large_body_that_squeezes_out_of_a_gap_triggers_a_readied_attack() {
    let gap = "
        . . # . . . .
        B . . . . . .
        . . # . . . .
        . . # . a . .
    ";
    let plan = skirmish(&fragments(), gap).unit('a', plain()).unit('B', tough().size(Size::Large));
    let battle = watched(plan, "steps_into_reach", &[15, 4]);
    met_on_the_way(battle, along("squeeze", &[(2, 1), (3, 1)]), (3, 1), (3, 1));
}

#[test] // TA-025, TA-119, TA-146
fn a_climber_that_comes_into_reach_is_attacked_on_the_wall() {
    let plan = skirmish(&fragments(), "a . B").on(board("a . B", &[10, 10, 0])).unit('a', plain()).unit('B', tough());
    let battle = watched(plan, "steps_into_reach", &[10, 15, 4]);
    met_on_the_way(battle, along("climb", &[(1, 0)]), (1, 0), (1, 0));
}

#[test] // TA-025, TA-119
fn a_jumper_felled_before_its_jump_does_not_jump() {
    let map = "
        . . . . B C
        . . a . . .
    ";
    let archer = plain().weapon("shortbow").stat(Stat::Dexterity, 3);
    let plan = skirmish(&fragments(), map).unit('a', archer).unit('B', plain().stat(Stat::Strength, 0).unarmed());
    let mut battle = plan.unit('C', plain()).rolls(&[20, 15, 1, 20, 6]);
    battle.act('a', ready("moves")).perform('a', "wait");
    battle.act('B', along("jump", &[(3, 0), (2, 0)]));
    assert!(matches!(battle.asked(), ('a', Asks::React { .. })));
    assert_eq!(battle.cell('B'), (4, 0));
    battle.choose('a', Choice::React("ready".into()));
    assert_eq!((battle.cell('B'), battle.row('B').vitals.hit_points), ((4, 0), -2));
    battle.all_rolled();
}

#[test] // TA-025, TA-142
fn a_jumper_attacked_in_mid_jump_does_not_fall() {
    let map = "
        . x x B
        . a . .
    ";
    let mut battle = watched(duel(map, tough()), "steps_into_reach", &[10, 2]);
    battle.act('B', along("jump", &[(2, 0), (1, 0), (0, 0)]));
    assert_eq!((battle.cell('B'), battle.row('B').position.altitude), ((2, 0), 20), "over the chasm");
    battle.choose('a', Choice::React("ready".into()));
    assert_eq!((battle.cell('B'), battle.row('B').position.altitude), ((0, 0), 0));
    battle.all_rolled();
}

#[test] // TA-025, TA-142, TA-236
fn a_captive_held_by_a_jumper_does_not_fall_in_mid_jump() {
    let map = "
        . x x c B
        . a . . .
    ";
    let mut battle = duel(map, tough()).unit('c', plain()).rolls(&[20, 15, 1, 15, 5, 10, 2]);
    battle.act('a', ready("steps_into_reach")).perform('a', "wait").act_on('B', "grapple", 'c');
    battle.act('B', along("jump", &[(2, 0), (1, 0), (0, 0)])).choose('a', Choice::React("ready".into()));
    assert_eq!((battle.cell('B'), battle.cell('c'), battle.snapshot().links.len()), ((0, 0), (0, 0), 1));
    battle.all_rolled();
}

#[test] // TA-025, TA-142, TA-147
fn a_flier_attacked_as_it_takes_off_flies_on() {
    let winged = tough().with_trait(Trait::Flight);
    let mut battle = watched(duel(BESIDE, winged), "steps_into_reach", &[2]);
    battle.act('B', flies(&[(3, 0), (2, 0), (1, 0), (0, 0)], 5));
    assert_eq!(battle.row('B').position.altitude, 5);
    battle.choose('a', Choice::React("ready".into()));
    assert_eq!((battle.cell('B'), battle.row('B').position.altitude), ((0, 0), 5));
    battle.all_rolled();
}

#[test] // TA-119, TA-G34
fn a_flier_that_descends_steps_into_reach() {
    let agile = tough().with_trait(Trait::ImprovedFlight);
    let plan = skirmish(&fragments(), "a B .").unit('a', plain()).unit('B', agile);
    let mut battle = begins(plan, &[]);
    battle.perform('a', "wait").act('B', flies(&[], 20)).perform('B', "wait");
    battle.act('a', ready("steps_into_reach")).perform('a', "wait");
    battle.act('B', flies(&[], -5));
    assert_eq!(battle.asked(), ('B', Asks::Act), "15 feet up it is out of reach");
    battle.act('B', flies(&[], -10));
    assert!(matches!(battle.asked(), ('a', Asks::React { .. })));
}

/// Hides `a` from `B` directly.
fn hide(battle: &mut Skirmish) {
    let (who, towards) = (battle.id('a'), battle.id('B'));
    let fact =
        PairFact { towards, slant: PairRelation::Has("hidden".into()), until: Until::Ended, rule: "test".into() };
    battle.state.impose(&BattleEvent::PairFactBegan { who, fact });
}

fn is_hidden(battle: &Skirmish) -> bool {
    battle.row('a').pairs.0.iter().any(|fact| fact.slant == PairRelation::Has("hidden".into()))
}

/// Where a movement of `B` towards the hidden `a` ends, and whether `a` is still hidden.
fn bumps(plan: Plan<'_>, dice: &[u16], act: Act) -> ((i16, i16), bool) {
    let mut battle = begins(plan, dice);
    battle.perform('a', "wait");
    hide(&mut battle);
    battle.act('B', act);
    battle.all_rolled();
    (battle.cell('B'), is_hidden(&battle))
}

const AHEAD: &str = "
    . . a . B
    . . . . .
";

#[test] // TA-196, TA-G25
fn a_mover_that_runs_into_a_hidden_combatant_discovers_it_and_stops_before_it() {
    let way = [(3, 0), (2, 0)];
    assert_eq!(bumps(duel(AHEAD, tough()), &[15], along("jump", &way)), ((3, 0), false), "jumping");
    assert_eq!(bumps(duel(". . a ~ B", tough()), &[15], along("swim", &way)), ((3, 0), false), "swimming");
    let mole = tough().with_trait(Trait::Burrower);
    let earth = AHEAD.replacen(". B", "e B", 1);
    assert_eq!(bumps(duel(&earth, mole), &[], along("burrow", &way)), ((3, 0), false), "digging");
    let hull = duel(AHEAD, tough()).field(|field| field.weightless = true);
    assert_eq!(bumps(hull, &[], along("push_off", &way)), ((3, 0), false), "pushing off");
    let winged = tough().with_trait(Trait::Flight);
    assert_eq!(bumps(duel(AHEAD, winged), &[], along("land", &way)), ((3, 0), false), "coming down on it");
}

#[test] // TA-196, TA-259
fn a_squeezing_mover_discovers_a_hidden_combatant_in_its_way() {
    let gap = "
        . . # . .
        B . . a .
        . . # . .
        . . # . .
    ";
    let plan = skirmish(&fragments(), gap).unit('a', plain()).unit('B', tough().size(Size::Large));
    assert_eq!(bumps(plan, &[], along("squeeze", &[(2, 1), (3, 1)])), ((2, 1), false));
}

#[test] // TA-196
fn a_mover_that_passes_over_a_hidden_combatant_does_not_discover_it() {
    let way = [(3, 0), (2, 0), (1, 0)];
    assert_eq!(bumps(duel(AHEAD, tough()), &[15], along("jump", &way)), ((1, 0), true));
    let winged = || tough().with_trait(Trait::Flight);
    assert_eq!(bumps(duel(AHEAD, winged()), &[], flies(&way, 20)), ((1, 0), true), "20 feet above it");
    // A failed jump lands in the space of the hidden combatant.
    assert_eq!(bumps(duel(AHEAD, plain().unarmed()), &[4], along("jump", &way)), ((3, 0), false));
}

#[test] // TA-G15, TA-190
fn the_difficulty_of_a_jump_does_not_reveal_a_hidden_combatant() {
    let mut battle = begins(duel(AHEAD, tough()), &[15]);
    battle.perform('a', "wait");
    hide(&mut battle);
    battle.events();
    battle.act('B', along("jump", &[(3, 0), (2, 0), (1, 0)]));
    assert_eq!(terms(&checks(&battle.events())[0].difficulty), [("base".into(), 10, "TA-G15")]);
    assert!(is_hidden(&battle));
}

#[test] // TA-132, TA-196
fn a_swimmer_carried_into_a_hidden_combatant_discovers_it() {
    let current = Current { cell: Cell::new(1, 0), way: 2, speed: 30, water: Wildness::Calm };
    let plan = duel("B ~ ~ ~ ~ a", tough()).current(current).field(|field| field.dark = true);
    let mut battle = begins(plan, &[15]);
    teleport(&mut battle, 'a', (3, 0));
    battle.perform('a', "wait").act('B', along("swim", &[(1, 0)]));
    hide(&mut battle);
    battle.perform('B', "wait").perform('a', "wait");
    assert_eq!((battle.cell('B'), is_hidden(&battle)), ((2, 0), false));
    battle.all_rolled();
}

#[test] // TA-158, TA-196
fn a_drifter_that_runs_into_a_hidden_combatant_discovers_it() {
    let map = "a . . . . . . . . . B";
    let hull = duel(map, tough()).field(|field| (field.weightless, field.dark) = (true, true));
    let mut battle = begins(hull, &[]);
    battle.perform('a', "wait");
    hide(&mut battle);
    battle.act('B', along("push_off", &[(9, 0), (8, 0), (7, 0)])).perform('B', "wait");
    battle.perform('a', "wait");
    assert_eq!((battle.cell('B'), is_hidden(&battle), battle.row('B').drift.speed), ((1, 0), false, 0));
}

#[test] // TA-058, TA-168, TA-169, TA-171
fn a_burrower_passes_friends_but_not_enemies() {
    let mole = || plain().with_trait(Trait::Burrower);
    let way = [(1, 0), (2, 0), (3, 0)];
    let mut battle = begins(duel("B e a e .", mole()), &[]);
    battle.perform('a', "wait");
    assert_eq!(refusal(&mut battle, along("burrow", &way)), "TA-058");
    let mut open = begins(duel("B . a . .", mole()), &[]);
    open.perform('a', "wait");
    assert_eq!(refusal(&mut open, along("burrow", &way)), "TA-058", "on open ground as well");
    let friends = duel("B e C e a", mole()).unit('C', plain());
    let mut battle = friends.rolls(&[20, 10, 1]);
    battle.perform('a', "wait").act('B', along("burrow", &way));
    assert_eq!(battle.cell('B'), (3, 0));
}

#[test] // TA-159, TA-025
fn a_mover_stopped_after_pushing_off_drifts_on() {
    let strong = plain().stat(Stat::Strength, 4);
    let units = |plan: Plan<'static>| plan.unit('a', strong).unit('B', plain().unarmed()).unit('C', plain());
    let map = "
        . . . . B . C
        . . a . . . .
    ";
    let hull = units(skirmish(&fragments(), map)).field(|field| field.weightless = true);
    let mut battle = hull.rolls(&[20, 15, 1, 15, 8]);
    battle.act('a', ready("steps_into_reach")).perform('a', "wait");
    battle.act('B', along("push_off", &[(3, 0), (2, 0)])).choose('a', Choice::React("ready".into()));
    assert!(battle.has('B', "incapacitated"));
    assert_eq!((battle.cell('B'), battle.row('B').drift.speed), ((3, 0), 30));
    battle.all_rolled();
}
