//! Deep water without swimming: combatants thrown or driven into it are out of the battle.

use crate::facts::*;
use crate::skirmish::*;
use warboard::battle::Side;
use warboard::content::{Rest, Size, Stat};
use warboard::grid::{Barrier, Board, Cell, CoverGrade};
use warboard::mechanics::{Game, status};
use warboard::resolution::event::Cause;
use warboard::resolution::{BattleEvent, BattleOutcome, BattleStatus};

const BANK: &str = ". . . ~ ~\n. a B ~ ~\n. . . ~ ~";

/// Names of the facts relevant to these tests.
fn word(event: &BattleEvent) -> Option<String> {
    Some(match event {
        BattleEvent::Displaced { cause: Cause::Forced { .. }, rule, .. } => format!("moved {rule}"),
        BattleEvent::ConditionGained { affliction, rule, .. } => format!("{} {rule}", affliction.condition),
        BattleEvent::LinkEnded { rule, .. } => format!("free {rule}"),
        BattleEvent::CarriedOff { rule, .. } => format!("carried off {rule}"),
        BattleEvent::StanceTaken { .. } => "fallen".to_owned(),
        BattleEvent::Died { .. } => "died".to_owned(),
        BattleEvent::Escaped { .. } => "escaped".to_owned(),
        BattleEvent::DamageTaken(hurt) => format!("hurt by {}", hurt.amount.total()),
        BattleEvent::BattleEnded { outcome: BattleOutcome::Won { side, because } } => {
            format!("{side:?} won: {because}")
        }
        _ => return None,
    })
}

#[test] // G-92, TC-321, TC-322
fn a_combatant_thrown_into_the_river_is_carried_away_and_defeated() {
    let strong = base_unit().stat(Stat::Strength, 2);
    let mut battle = holding(BANK, strong, base_unit(), &[12]);
    battle.act_on('a', "throw", 'B').choose('a', at(3, 1));
    let events = battle.events();
    let words: Vec<String> = events.iter().filter_map(word).collect();
    let won = format!("{:?} won: all CAPITAL are defeated", Side(0));
    assert_eq!(
        words,
        ["hurt by 2", "moved TC-321", "carried_away G-92", "free G-92", "carried off G-92", &won],
        "no combatant falls prone in the water"
    );
    assert!(battle.row('B').gone && battle.row('B').vitals.current() > 0 && !battle.has('B', "dead"));
    assert!(matches!(battle.status(), BattleStatus::Over(_)));
    let book = battle.battle().setup().rules.book();
    let survives = |unit| status::has_survived(Game::new(battle.snapshot().view(), book), battle.id(unit));
    assert!(survives('a') && !survives('B'), "alive, but counted as defeated");
    battle.all_rolled();
}

#[test] // G-92, G-72, TC-321: not past a wall, not off the board, and no body ends half on the bank
fn a_throw_offers_cells_of_water_that_nothing_blocks() {
    let mut battle = holding("# # ~ #\n# a B #\n# # ~ #", base_unit(), base_unit(), &[12]);
    battle.act_on('a', "throw", 'B');
    assert_eq!(cells(&battle).1, [(1, 1), (2, 0), (2, 2)]);
    let big = base_unit().size(Size::Large).stat(Stat::Constitution, -9);
    let mut battle = holding(". . . . . ~\na . B . . ~\n. . . . . ~", base_unit().size(Size::Large), big, &[20, 1]);
    battle.act_on('a', "throw", 'B');
    let (_, choices) = cells(&battle);
    assert!(choices.iter().all(|(x, _)| *x < 4), "a large one stands with half of its body: {choices:?}");
}

#[test] // G-92, TC-314, TC-315
fn a_shunt_takes_the_target_into_the_water_and_never_the_attacker() {
    let mut battle = holding(BANK, base_unit(), base_unit(), &[10]);
    battle.act_on('a', "shunt", 'B');
    assert!(cells(&battle).1.contains(&(3, 1)));
    battle.choose('a', at(3, 1));
    assert!(battle.row('B').gone);
    assert_eq!(battle.cell('a'), (2, 1));
    let told = battle.log_lines();
    assert!(told.iter().any(|line| line == "B is carried away by the water [G-92]"), "{told:?}");
    // The same step for both would lead the holder into the water.
    let mut battle = holding(". ~ ~\n. a B\n. . .", base_unit(), base_unit(), &[10]);
    battle.act_on('a', "shunt", 'B');
    let (_, choices) = cells(&battle);
    assert!(!choices.contains(&(2, 0)), "{choices:?}");
}

/// `a` runs at `B` on the bank and wins by nine.
fn rush(board: Board) -> Skirmish {
    let (rules, strong) = (time_count(), base_unit().stat(Stat::Strength, 9));
    let mut battle = skirmish(&rules, BANK).on(board).unit('a', strong).unit('B', idle()).rolls(&[1, 1, 10]);
    battle.act_on('a', "bull_rush", 'B');
    battle
}

#[test] // G-92, TC-335, TC-337
fn a_bull_rush_ends_in_the_river() {
    let mut battle = rush(crate::drawn::square(BANK));
    assert!(battle.row('B').gone, "the first 5 feet lead into the water");
    assert_eq!(battle.cell('a'), (1, 1), "and the attacker does not follow");
    assert!(matches!(battle.status(), BattleStatus::Over(_)));
}

#[test] // G-92, G-72
fn a_railing_stops_a_pushed_target_but_not_a_thrown_one() {
    let railed = || {
        let railing =
            Barrier { passable: false, opaque: false, cover: CoverGrade::Quarter, name: "railing".into(), tall: None };
        let mut board = crate::drawn::square(BANK);
        crate::drawn::set_barrier(&mut board, Cell::new(2, 1), Cell::new(3, 1), Some(railing)).expect("neighbours");
        board
    };
    let battle = rush(railed());
    assert_eq!(battle.cell('B'), (2, 1));
    let faces = [1, 1, 14, 12];
    let plan = skirmish(&time_count(), BANK).on(railed()).unit('a', base_unit()).unit('B', idle());
    let mut battle = plan.rolls(&faces);
    battle.act_on('a', "grab", 'B').act_on('a', "throw", 'B');
    assert!(cells(&battle).1.contains(&(3, 1)));
}

#[test] // G-92
fn no_combatant_walks_into_deep_water() {
    let rules = time_count();
    let mut battle = skirmish(&rules, BANK).unit('a', base_unit()).unit('B', idle()).rolls(&[1, 1]);
    battle.walk('a', &[(2, 0)]);
    let refused = battle.refused_walk('a', &[(3, 0)]).to_string();
    assert!(refused.contains("(3, 0) cannot be entered from (2, 0)"), "{refused}");
}

#[test] // G-92, G-88: the river gives them back before the next battle
fn a_combatant_carried_away_is_back_after_the_next_rest() {
    let rules = time_count();
    let mut first = skirmish(&rules, "~ a B").unit('a', idle()).unit('B', base_unit()).rolls(&[1, 1, 14, 12]);
    first.act_on('B', "grab", 'a').act_on('B', "throw", 'a').choose('B', at(0, 0));
    assert!(first.row('a').gone && first.has('a', "carried_away"));
    let next = skirmish(&rules, "a . B").unit('a', base_unit()).unit('B', idle());
    let next = next.after(Rest::Minutes(10), &first).rolls(&[1, 1]);
    assert!(!next.row('a').gone && !next.has('a', "carried_away"));
}
