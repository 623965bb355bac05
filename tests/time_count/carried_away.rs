//! Deep water where nobody swims: whoever is thrown or driven into it is out of the battle.

use crate::facts::*;
use crate::skirmish::*;
use warboard::battle::Side;
use warboard::content::rest::Rest;
use warboard::content::size::Size;
use warboard::content::stat::Stat;
use warboard::grid::{Barrier, Board, Cell, CoverGrade};
use warboard::mechanics::{Game, status};
use warboard::resolution::event::Cause;
use warboard::resolution::{BattleEvent, BattleOutcome, BattleStatus};

const BANK: &str = ". . . ~ ~\n. a B ~ ~\n. . . ~ ~";

/// What a fact is called, for those that count here.
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
fn one_thrown_into_the_river_is_carried_away_and_defeated() {
    let strong = dull().stat(Stat::Strength, 2);
    let mut battle = holding(BANK, strong, dull(), &[12]);
    battle.does('a', "throw", 'B').choose('a', at(3, 1));
    let events = battle.events();
    let words: Vec<String> = events.iter().filter_map(word).collect();
    let won = format!("{:?} won: all CAPITAL are defeated", Side(0));
    assert_eq!(
        words,
        ["hurt by 2", "moved TC-321", "carried_away G-92", "free G-92", "carried off G-92", &won],
        "nobody falls to the ground in the water"
    );
    assert!(battle.row('B').gone && battle.row('B').vitals.current() > 0 && !battle.has('B', "dead"));
    assert!(matches!(battle.status(), BattleStatus::Over(_)));
    let book = battle.battle().setup().rules.book();
    let survives = |unit| status::has_survived(Game::new(battle.snapshot().view(), book), battle.id(unit));
    assert!(survives('a') && !survives('B'), "alive, but counted as defeated");
    battle.all_rolled();
}

#[test] // G-92, G-72, TC-321: not past a wall, not off the board, and nobody is left half on the bank
fn a_throw_offers_the_water_that_nothing_bars() {
    let mut battle = holding("# # ~ #\n# a B #\n# # ~ #", dull(), dull(), &[12]);
    battle.does('a', "throw", 'B');
    assert_eq!(cells(&battle).1, [(1, 1), (2, 0), (2, 2)]);
    let big = dull().size(Size::Large).stat(Stat::Constitution, -9);
    let mut battle = holding(". . . . . ~\na . B . . ~\n. . . . . ~", dull().size(Size::Large), big, &[20, 1]);
    battle.does('a', "throw", 'B');
    let (_, choices) = cells(&battle);
    assert!(choices.iter().all(|(x, _)| *x < 4), "a large one stands with half of its body: {choices:?}");
}

#[test] // G-92, TC-314, TC-315
fn a_shunt_takes_the_other_into_the_water_and_never_the_one_who_shunts() {
    let mut battle = holding(BANK, dull(), dull(), &[10]);
    battle.does('a', "shunt", 'B');
    assert!(cells(&battle).1.contains(&(3, 1)));
    battle.choose('a', at(3, 1));
    assert!(battle.row('B').gone);
    assert_eq!(battle.cell('a'), (2, 1));
    let told = battle.told();
    assert!(told.iter().any(|line| line == "B is carried away by the water [G-92]"), "{told:?}");
    // The same way for both would lead the holder into the water.
    let mut battle = holding(". ~ ~\n. a B\n. . .", dull(), dull(), &[10]);
    battle.does('a', "shunt", 'B');
    let (_, choices) = cells(&battle);
    assert!(!choices.contains(&(2, 0)), "{choices:?}");
}

/// `a` runs at `B` on the bank and wins by nine.
fn rush(board: Board) -> Skirmish {
    let (rules, strong) = (time_count(), dull().stat(Stat::Strength, 9));
    let mut battle = skirmish(&rules, BANK).on(board).unit('a', strong).unit('B', idle()).rolls(&[1, 1, 10]);
    battle.does('a', "bull_rush", 'B');
    battle
}

#[test] // G-92, TC-335, TC-337
fn a_bull_rush_ends_in_the_river() {
    let mut battle = rush(crate::drawn::square(BANK));
    assert!(battle.row('B').gone, "the first 5 feet lead into the water");
    assert_eq!(battle.cell('a'), (1, 1), "and nobody goes after it");
    assert!(matches!(battle.status(), BattleStatus::Over(_)));
}

#[test] // G-92, G-72
fn a_railing_stops_who_is_pushed_and_not_who_is_thrown() {
    let railed = || {
        let railing = Barrier { passable: false, opaque: false, cover: CoverGrade::Quarter, name: "railing".into() };
        let mut board = crate::drawn::square(BANK);
        crate::drawn::set_barrier(&mut board, Cell::new(2, 1), Cell::new(3, 1), Some(railing)).expect("neighbours");
        board
    };
    let battle = rush(railed());
    assert_eq!(battle.cell('B'), (2, 1));
    let faces = [1, 1, 14, 12];
    let plan = skirmish(&time_count(), BANK).on(railed()).unit('a', dull()).unit('B', idle());
    let mut battle = plan.rolls(&faces);
    battle.does('a', "grab", 'B').does('a', "throw", 'B');
    assert!(cells(&battle).1.contains(&(3, 1)));
}

#[test] // G-92
fn nobody_walks_into_deep_water() {
    let rules = time_count();
    let mut battle = skirmish(&rules, BANK).unit('a', dull()).unit('B', idle()).rolls(&[1, 1]);
    battle.walk('a', &[(2, 0)]);
    let refused = battle.refused_walk('a', &[(3, 0)]).to_string();
    assert!(refused.contains("(3, 0) cannot be entered from (2, 0)"), "{refused}");
}

#[test] // G-92, G-88: the river gives them back before the next battle
fn who_was_carried_away_is_back_after_the_next_rest() {
    let rules = time_count();
    let mut first = skirmish(&rules, "~ a B").unit('a', idle()).unit('B', dull()).rolls(&[1, 1, 14, 12]);
    first.does('B', "grab", 'a').does('B', "throw", 'a').choose('B', at(0, 0));
    assert!(first.row('a').gone && first.has('a', "carried_away"));
    let next = skirmish(&rules, "a . B").unit('a', dull()).unit('B', idle());
    let next = next.after(Rest::Minutes(10), &first).rolls(&[1, 1]);
    assert!(!next.row('a').gone && !next.has('a', "carried_away"));
}
