//! Cover by the protected share of a target's body (Fighting Style: FS-116 to FS-123, FS-G33, FS-G34).

use std::sync::Arc;

use crate::skirmish::*;
use crate::staged::{DEFENCES, OVER, UNDER, staged};
use warboard::battle::Side;
use warboard::content::authored::parse;
use warboard::content::{CoverPolicy, FullCoverShot, Label, Name, Size, Source, Stat, Unit};
use warboard::control::{Controller, Strength, Tactician};
use warboard::grid::{Barrier, Board, BoardPlan, Cell, CoverGrade, Obstacle, Shape, Terrain};
use warboard::mechanics::attack::Mode;
use warboard::mechanics::cover::{self, TargetCover};
use warboard::mechanics::{Game, line};
use warboard::odds::{self, Forecast, Fraction};
use warboard::resolution::event::Rolled;
use warboard::resolution::{Act, Asks, BattleEvent, Choice, Pick};
use warboard::rules::Ruleset;

const COVER: &str = r#"Sampled((
    points: 4, points_rule: "FS-G33", eyes: 90, levels: (35, 75),
    low: (from: 50, from_rule: "FS-119", attack: (amount: -2, rule: "FS-117"), defence: (amount: 2, rule: "FS-118")),
    high: (from: 75, from_rule: "FS-121", attack: (amount: -5, rule: "FS-120"), defence: (amount: 5, rule: "FS-120")),
    full: (shot: Fails, concealed_rule: "FS-123", rule: "FS-122"),
    bodies: Some((height: 50, rule: "FS-G33")),
    defences: ["dodge"],
))"#;

fn measured(mut rules: Ruleset) -> Ruleset {
    rules.policies.attack.cover = parse(&Source::new("cover.ron", COVER)).unwrap_or_else(|it| panic!("{}", it.brief()));
    rules
}

fn rules() -> Ruleset {
    measured(staged(UNDER, DEFENCES))
}

/// An archer with a target number of 18, and a target that dodges under 16.
fn archer() -> Unit {
    base_unit().weapon("longbow").stat(Stat::Accuracy, 18)
}

fn target() -> Unit {
    base_unit().stat(Stat::Agility, 16).stat(Stat::HitPoints, 60)
}

/// A battle on a board; without one, on the drawn map. The archer `a` has the first turn, and everyone may react once.
fn scene(rules: Ruleset, map: &str, board: Option<Board>, units: &[(char, Unit)], dice: &[u16]) -> Skirmish {
    let plan = skirmish(&Arc::new(rules), map);
    let plan = board.into_iter().fold(plan, |plan, board| plan.on(board));
    let plan = units.iter().fold(plan, |plan, (mark, unit)| plan.unit(*mark, unit.clone()));
    let first = (0..units.len()).map(|at| 20 - at as u16);
    let faces: Vec<u16> = first.chain(dice.iter().copied()).collect();
    let mut battle = plan.rolls(&faces);
    crate::proofs::all_may_react(&mut battle);
    battle.events();
    battle
}

fn shot(map: &str, dice: &[u16]) -> Skirmish {
    scene(rules(), map, None, &[('a', archer()), ('B', target())], dice)
}

/// The board of a map, with walls of this kind where the map has an `o`.
fn with_walls(map: &str, kind: Terrain) -> Board {
    let mut plan = crate::drawn::plan(Shape::Square, map);
    plan.palette[4] = kind;
    Board::new(plan).expect("a sound plan")
}

fn arrow_slit() -> Terrain {
    Terrain { name: "arrow slit".into(), cost: None, cover: CoverGrade::NineTenths, ..Terrain::floor() }
}

fn covered(battle: &Skirmish, from: char, to: char) -> TargetCover {
    let rules = &battle.battle().setup().rules;
    cover::cover(Game::new(battle.snapshot().view(), rules.book()), battle.id(from), battle.id(to))
}

/// The grade and the protected share in percent.
fn share(battle: &Skirmish, from: char, to: char) -> (CoverGrade, Option<u8>) {
    let found = covered(battle, from, to);
    (found.grade, found.protected)
}

fn grade(map: &str) -> CoverGrade {
    covered(&shot(map, &[]), 'a', 'B').grade
}

fn forecast(battle: &Skirmish) -> Forecast {
    let rules = battle.battle().setup().rules.clone();
    let act = Act::at("duel", battle.id('B'), None);
    odds::forecast(battle.snapshot().view(), &rules, battle.id('a'), &act, None).expect("a forecast")
}

/// The target numbers of the attack and of a defence.
fn numbers(forecast: &Forecast, defence: &str) -> (i16, i16) {
    let chosen = |versus: &&odds::Versus| versus.choice.as_ref().is_some_and(|it| it.id == Some(Name::new(defence)));
    let versus = forecast.versus.iter().find(chosen).expect("the defence");
    (forecast.bonus.total(), versus.difficulty.total())
}

fn rolled(battle: &mut Skirmish) -> Rolled {
    let mut rolls = battle.events().into_iter().filter_map(|event| match event {
        BattleEvent::CheckRolled(rolled) => Some(*rolled),
        _ => None,
    });
    rolls.next_back().expect("a roll")
}

fn pick(name: &str) -> Choice {
    Choice::Pick(Pick::Action(Name::new(name)))
}

#[test] // FS-A8, FS-117, FS-118, FS-119
fn low_cover_takes_2_from_the_attack_and_gives_2_to_a_dodge() {
    let mut battle = shot("a . . . o B", &[17, 18]);
    assert_eq!(share(&battle, 'a', 'B'), (CoverGrade::Half, Some(50)), "the lower half: exactly half is enough");
    assert_eq!(covered(&battle, 'a', 'B').by, Some(Obstacle::Cell(Cell::new(4, 0))));
    let told = forecast(&battle);
    assert_eq!(numbers(&told, "dodge"), (16, 18));
    assert!(told.bonus.terms().iter().any(|term| (term.label, term.rule.as_str()) == (Label::CoverLow, "FS-117")));
    battle.act_on('a', "duel", 'B').choose('B', pick("dodge"));
    let options = [Pick::Action(Name::new("trip")), Pick::No];
    let (who, asks) = battle.asked();
    assert!(matches!(asks, Asks::Pick { options: found, .. } if found == options), "17 fails under 16, 18 passes");
    assert_eq!(who, 'B', "the defender wins alone");
    battle.all_rolled();
}

#[test] // FS-A8, FS-120, FS-121, FS-G34
fn high_cover_takes_5_from_the_attack_and_gives_5_to_a_dodge() {
    let map = "a . . . o B";
    let board = with_walls(map, arrow_slit());
    let mut battle = scene(rules(), map, Some(board), &[('a', archer()), ('B', target())], &[6, 5]);
    assert_eq!(share(&battle, 'a', 'B'), (CoverGrade::ThreeQuarters, Some(100)), "protected, but in sight");
    assert_eq!(numbers(&forecast(&battle), "dodge"), (13, 21));
    battle.act_on('a', "duel", 'B').choose('B', pick("dodge"));
    let roll = rolled(&mut battle);
    assert!(!roll.degree.is_hit(), "6 Successes do not beat 5 + 1, as 21 is one more than the die shows");
    battle.all_rolled();
}

#[test] // FS-122, FS-123
fn a_shot_at_full_cover_is_legal_and_fails_without_a_roll() {
    let mut battle = shot("a . . # . B", &[16]);
    assert_eq!(share(&battle, 'a', 'B'), (CoverGrade::Total, Some(100)));
    let told = forecast(&battle);
    assert_eq!(told.fails, Some(Name::new("FS-122")));
    assert!(told.versus.iter().all(|versus| versus.fractions()[0].1 == Fraction::new(0, 1)), "no chance to hit");
    assert!(told.to_string().contains("fails without a roll: full cover [FS-122]"), "{told}");
    let term = told.bonus.terms().iter().find(|term| term.label == Label::CoverFull).expect("it names the rule");
    assert_eq!((term.amount, term.rule.as_str()), (0, "FS-122"));
    battle.act_on('a', "duel", 'B').choose('B', pick("dodge"));
    let lines = battle.log_lines().join("\n");
    assert!(lines.contains("fails without a roll") && lines.contains("FS-122"), "{lines}");
    assert_eq!(battle.asked().0, 'B', "its dodge passes, so it wins alone and may trip");
    battle.all_rolled();
}

#[test] // FS-075, FS-122
fn nothing_is_rolled_for_a_shot_at_full_cover_that_no_one_defends_against() {
    let mut battle = shot("a . . # . B", &[]);
    battle.act_on('a', "duel", 'B').choose('B', Choice::Pick(Pick::No));
    let roll = rolled(&mut battle);
    assert!(roll.fails && roll.dice.is_empty() && !roll.degree.is_hit(), "{roll:?}");
    let chances = odds::roll_chances(&battle.battle().setup().rules.policies.rolls, &roll);
    assert_eq!((chances.hits, chances.criticals), (0, 0));
    battle.all_rolled();
}

#[test] // FS-122
fn where_full_cover_makes_shots_illegal_the_refusal_names_its_rule() {
    let mut rules = rules();
    let CoverPolicy::Sampled(policy) = &mut rules.policies.attack.cover else { panic!("it is measured") };
    policy.full.shot = FullCoverShot::Illegal;
    let mut battle = scene(rules, "a . . # . B", None, &[('a', archer()), ('B', target())], &[]);
    let act = Act::at("duel", battle.id('B'), None);
    let why = battle.refused(Choice::Act(act));
    assert!(why.to_string().contains("FS-122"), "{why}");
}

#[test] // FS-118: the bonus is on Dodge tests
fn only_the_named_defences_gain_from_cover() {
    let holder = || Unit { shield: Some(Name::new("large_shield")), ..target().stat(Stat::Strength, 10) };
    for (map, cover) in [("a . . . . B", (0, 0)), ("a . . . o B", (-2, 2))] {
        let battle = scene(rules(), map, None, &[('a', archer()), ('B', holder())], &[]);
        let told = forecast(&battle);
        assert_eq!(numbers(&told, "dodge"), (18 + cover.0, 16 + cover.1), "{map}");
        let plain = numbers(&told, "block").1;
        assert_eq!(plain, 10, "{map}");
        assert_eq!(numbers(&told, "deflect").1, 16, "{map}: it rolls Agility as well, but is not named");
    }
}

#[test] // FS-118: a defence without a roll
fn a_defence_that_is_a_number_gains_from_cover_too() {
    let defences = r#"(defences: Some((
        options: [(id: "dodge", name: "Dodge", meets: Counts(Primary), rule: "R-2")],
        undefended: Counts(Passive),
    )))"#;
    let [plain, low] = ["a . . . . B", "a . . . o B"].map(|map| {
        let battle = scene(measured(staged(OVER, defences)), map, None, &[('a', archer()), ('B', target())], &[]);
        numbers(&forecast(&battle), "dodge")
    });
    assert_eq!(low, (plain.0 - 2, plain.1 + 2));
}

#[test] // FS-116
fn melee_attacks_ignore_cover() {
    let spearman = base_unit().weapon("long_spear").stat(Stat::Accuracy, 18);
    let battle = scene(rules(), "a o B", None, &[('a', spearman), ('B', target())], &[]);
    assert_eq!(numbers(&forecast(&battle), "dodge"), (18, 16));
    let game_of = |battle: &Skirmish, mode| {
        let rules = battle.battle().setup().rules.clone();
        let game = Game::new(battle.snapshot().view(), rules.book());
        cover::modifier_against(game, battle.id('a'), battle.id('B'), mode).map(|(_, modifier)| modifier.amount)
    };
    let battle = shot("a . . . o B", &[]);
    let found = [Mode::Melee, Mode::Touch, Mode::Ranged, Mode::Spell].map(|mode| game_of(&battle, mode));
    assert_eq!(found, [None, None, Some(-2), Some(-2)], "spells made at range are affected as shots are (FS-G33)");
}

#[test] // FS-119, FS-121, FS-G33
fn exactly_half_is_low_and_exactly_three_quarters_is_high() {
    let cases = [
        ("a . .\n. . #\n. . B", (CoverGrade::Half, Some(50))),
        ("a . .\n. . #\n. o B", (CoverGrade::ThreeQuarters, Some(75))),
        ("a . .\n. . #\n. # B", (CoverGrade::Total, Some(100))),
        ("a . .\n. . o\n. . B", (CoverGrade::None, Some(25))),
        ("a . .\n. . .\n. . B", (CoverGrade::None, Some(0))),
    ];
    for (map, expected) in cases {
        assert_eq!(share(&shot(map, &[]), 'a', 'B'), expected, "{map}");
    }
}

#[test] // FS-G33
fn an_attacker_beside_or_above_an_obstacle_ignores_it() {
    assert_eq!(grade("a o . . . B"), CoverGrade::None, "beside the low wall");
    assert_eq!(grade("a . . . o B"), CoverGrade::Half, "the target beside it");
    assert_eq!(grade("a o B"), CoverGrade::None, "both beside it");
    assert_eq!(grade("a # . . . B"), CoverGrade::Total, "a wall that it cannot look over");
    let slit = |map: &str| {
        let board = with_walls(map, arrow_slit());
        let battle = scene(rules(), map, Some(board), &[('a', archer()), ('B', target())], &[]);
        covered(&battle, 'a', 'B').grade
    };
    assert_eq!((slit("a o . . B"), slit("a . . o B")), (CoverGrade::None, CoverGrade::ThreeQuarters));
}

#[test] // FS-119
fn a_low_wall_far_from_the_target_protects_nothing() {
    assert_eq!(grade("a . o . . . . . . B"), CoverGrade::None, "the lines pass over it");
}

/// A barrier of this kind between the last two columns.
fn with_barrier(map: &str, barrier: Barrier) -> CoverGrade {
    let mut board = crate::drawn::square(map);
    let x = board.width() as i16 - 1;
    crate::drawn::set_barrier(&mut board, Cell::new(x - 1, 0), Cell::new(x, 0), Some(barrier)).expect("an edge");
    let battle = scene(rules(), map, Some(board), &[('a', archer()), ('B', target())], &[]);
    covered(&battle, 'a', 'B').grade
}

#[test] // FS-119, FS-121, FS-123, FS-G33
fn barriers_have_heights_by_their_cover_unless_they_name_one() {
    let kind = |opaque, cover, tall| Barrier { name: "wall".into(), passable: true, opaque, cover, tall };
    let cases = [
        (kind(false, CoverGrade::Quarter, None), CoverGrade::None),
        (kind(false, CoverGrade::Half, None), CoverGrade::Half),
        (kind(false, CoverGrade::ThreeQuarters, None), CoverGrade::ThreeQuarters),
        (kind(false, CoverGrade::NineTenths, None), CoverGrade::ThreeQuarters),
        (kind(true, CoverGrade::Total, None), CoverGrade::Total),
        (kind(false, CoverGrade::Half, Some(100)), CoverGrade::ThreeQuarters),
        (kind(true, CoverGrade::Total, Some(60)), CoverGrade::Half),
        (kind(false, CoverGrade::Total, Some(0)), CoverGrade::None),
    ];
    for (barrier, expected) in cases {
        assert_eq!(with_barrier("a . . . B", barrier.clone()), expected, "{barrier:?}");
    }
}

#[test] // FS-G33
fn only_bodies_as_large_as_the_target_protect_it_and_only_up_to_half_their_height() {
    let between = |size| {
        let units = [('a', archer()), ('B', target()), ('c', base_unit().size(size))];
        let battle = scene(rules(), "a . . c B", None, &units, &[]);
        let found = covered(&battle, 'a', 'B');
        (found.grade, found.creature.map(|who| battle.mark(who)))
    };
    assert_eq!(between(Size::Small), (CoverGrade::None, None));
    assert_eq!(between(Size::Medium), (CoverGrade::Half, Some('c')));
    let units = [('a', archer()), ('B', target()), ('c', base_unit().size(Size::Large))];
    let battle = scene(rules(), ". . . . .\na . c . B\n. . . . .", None, &units, &[]);
    let found = covered(&battle, 'a', 'B');
    assert_eq!(found.grade, CoverGrade::ThreeQuarters, "half of a Large body is as high as a Medium one");
    assert!(found.seen, "bodies never conceal");
    let beside = scene(rules(), "a c . . B", None, &[('a', archer()), ('B', target()), ('c', base_unit())], &[]);
    assert_eq!(covered(&beside, 'a', 'B').grade, CoverGrade::None, "it stands beside the attacker");
}

#[test] // FS-G33
fn a_body_and_a_wall_protect_together() {
    let units = [('a', archer()), ('B', target()), ('c', base_unit())];
    let battle = scene(rules(), "a . . .\n. . . .\n. . . #\n. . c B", None, &units, &[]);
    let found = covered(&battle, 'a', 'B');
    assert_eq!((found.grade, found.protected), (CoverGrade::ThreeQuarters, Some(75)));
    assert_eq!(found.creature.map(|who| battle.mark(who)), Some('c'));
}

#[test] // FS-119
fn a_low_wall_does_not_protect_half_of_a_large_body() {
    let map = "a . . . . o L .\n. . . . . o . .";
    let units = [('a', archer()), ('L', target().size(Size::Large))];
    let battle = scene(rules(), map, None, &units, &[]);
    assert_eq!(covered(&battle, 'a', 'L').grade, CoverGrade::None);
    let walls = with_walls(map, Terrain { tall: Some(120), cover: CoverGrade::Half, ..Terrain::floor() });
    let battle = scene(rules(), map, Some(walls), &units, &[]);
    assert_eq!(covered(&battle, 'a', 'L').grade, CoverGrade::Half, "a wall of 6 feet does");
}

#[test] // FS-116, FS-G33
fn an_archer_high_above_shoots_over_a_low_wall() {
    let map = "a . . o B";
    for (height, expected) in [(0, CoverGrade::Half), (30, CoverGrade::None)] {
        let plan = BoardPlan { elevation: vec![height, 0, 0, 0, 0], ..crate::drawn::plan(Shape::Square, map) };
        let board = Board::new(plan).expect("a sound plan");
        let units = [('a', plain()), ('B', plain())];
        let battle = scene(measured(Ruleset::clone(&fragments())), map, Some(board), &units, &[]);
        assert_eq!(covered(&battle, 'a', 'B').grade, expected, "{height} feet up");
    }
}

#[test] // FS-123
fn high_ground_between_conceals() {
    let map = "a . . . B";
    for (height, seen) in [(0, true), (5, false)] {
        let plan = BoardPlan { elevation: vec![0, 0, height, 0, 0], ..crate::drawn::plan(Shape::Square, map) };
        let board = Board::new(plan).expect("a sound plan");
        let units = [('a', plain()), ('B', plain())];
        let battle = scene(measured(Ruleset::clone(&fragments())), map, Some(board), &units, &[]);
        let rules = battle.battle().setup().rules.clone();
        let game = Game::new(battle.snapshot().view(), rules.book());
        assert_eq!(line::sees(game, battle.id('a'), battle.id('B')), seen, "{height} feet");
        assert_eq!(covered(&battle, 'a', 'B').seen, seen);
    }
}

#[test] // FS-119, FS-123 on hexagons
fn cover_on_hexagons() {
    let hex = |map: &str| {
        let plan = skirmish(&Arc::new(rules()), map).hexes().unit('a', archer()).unit('B', target());
        let battle = plan.rolls(&[20, 10]);
        share(&battle, 'a', 'B')
    };
    assert_eq!(hex("a . . . B"), (CoverGrade::None, Some(0)));
    assert_eq!(hex("a . . o B"), (CoverGrade::Half, Some(50)));
    assert_eq!(hex("a . # . B"), (CoverGrade::Total, Some(100)));
}

#[test] // FS-122
fn the_tactician_does_not_shoot_at_full_cover() {
    let answer = |map: &str| {
        let battle = shot(map, &[]);
        let prompt = battle.battle().prompt().expect("an open prompt").clone();
        let (setup, view) = (battle.battle().setup().clone(), battle.snapshot().view());
        let choice = Tactician::new(Side(0), 1, Strength::Hard).answer(view, &setup.rules, &setup, &prompt).choice;
        matches!(choice, Choice::Act(act) if act.action == Name::new("duel"))
    };
    assert!(answer("a . . . . B"), "a target in the open");
    assert!(!answer("a . . # . B"), "a target behind a wall");
}
