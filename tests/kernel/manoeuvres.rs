//! Manoeuvres of rolls under a target number: boons and banes by conditions, sizes, debts of points, and what they need.

use std::sync::Arc;

use crate::moves::pooled;
use crate::proofs::{economy, reactions_left};
use crate::skirmish::*;
use crate::staged::staged;
use warboard::battle::CombatantId;
use warboard::content::authored::parse;
use warboard::content::{
    Action, AdvantageKind, AdvantageTerms, Breakdown, Condition, MovementRenewal, Name, PoolId, Size, Skill, Source,
    Stat, Table, Unit, WornGear,
};
use warboard::odds::{self, Forecast, Fraction};
use warboard::resolution::event::Rolled;
use warboard::resolution::{Act, Asks, BattleEvent, Choice, Pick};
use warboard::rules::Ruleset;

const ACTIONS: &str = include_str!("../fixtures/fighting_actions.ron");
const CONDITIONS: &str = include_str!("../fixtures/fighting_conditions.ron");
const UNDER: &str = r#"(dice: RollUnder((dice: "1d20", successes: Natural)),
    natural: (miss: None, hit: None, critical: None, shifts: []),
    advantage: (dice: 2, cancel: OneForOne, rule: "R-12"))"#;
const DEFENCES: &str = r#"(
    defences: Some((
        options: [
            (id: "dodge", name: "Dodge", meets: Rolls([Agility]), costs: [(pool: "reactions", points: 1)], rule: "R-31"),
            (id: "parry", name: "Parry", meets: Rolls([Dexterity]), made_with: Some(Weapon), against: [Melee],
                costs: [(pool: "reactions", points: 1)], rule: "R-32"),
            (id: "block", name: "Block", meets: Rolls([Strength]), made_with: Some(Shield), blocks: true,
                costs: [(pool: "reactions", points: 1)], requires: [(needs: Shield(on: true))], rule: "R-33"),
        ],
        undefended: TestFails,
    )),
)"#;

pub(crate) fn fighting() -> Ruleset {
    let mut rules = staged(UNDER, DEFENCES);
    let actions: Vec<Action> = parse(&Source::new("fighting_actions.ron", ACTIONS)).expect("the fixture parses");
    rules.actions = Table::new(actions);
    let more: Vec<Condition> =
        parse(&Source::new("fighting_conditions.ron", CONDITIONS)).unwrap_or_else(|wrong| panic!("{}", wrong.brief()));
    let known = rules.conditions.iter().map(|condition| (**condition).clone());
    rules.conditions = Table::new(known.chain(more).collect());
    rules.policies.economy = economy(&[("actions", 3), ("reactions", 3)]);
    rules.policies.movement.pace = pooled(MovementRenewal::OwnTurn, 4, false).policies.movement.pace;
    rules
}

/// Target numbers: 16 to strike, 12 for defences and tests.
pub(crate) fn fighter() -> Unit {
    let stats = [Stat::Agility, Stat::Dexterity, Stat::Strength, Stat::Athletics, Stat::Persona];
    let unit = base_unit().stat(Stat::Accuracy, 16).stat(Stat::HitPoints, 60);
    stats.into_iter().fold(unit, |unit, stat| unit.stat(stat, 12))
}

/// `a` against `B`, each with a bare roll for initiative and 3 reactions; the dice follow.
pub(crate) fn duel(rules: Ruleset, units: (Unit, Unit), dice: &[u16]) -> Skirmish {
    let faces: Vec<u16> = [12, 10].iter().chain(dice).copied().collect();
    let plan = skirmish(&Arc::new(rules), "a B . .\n. . . .\n. . . .\n. . . .").unit('a', units.0).unit('B', units.1);
    let mut battle = plan.rolls(&faces);
    for who in [CombatantId(0), CombatantId(1)] {
        battle.state.impose(&reactions_left(who, 3));
    }
    battle.events();
    battle
}

/// A strike with no bonus from the weapon's attribute.
fn armed() -> Unit {
    Unit { stats: fighter().stats.into_iter().filter(|(stat, _)| *stat != Stat::Strength).collect(), ..fighter() }
}

fn even(dice: &[u16]) -> Skirmish {
    duel(fighting(), (armed(), armed()), dice)
}

pub(crate) fn pick(name: &str) -> Choice {
    Choice::Pick(Pick::Action(Name::new(name)))
}

pub(crate) fn no() -> Choice {
    Choice::Pick(Pick::No)
}

fn offered(battle: &Skirmish) -> (char, Vec<String>) {
    let (who, Asks::Pick { options, .. }) = battle.asked() else { panic!("{:?}", battle.asked()) };
    let name = |pick: Pick| if let Pick::Action(name) = pick { Some(name.to_string()) } else { None };
    (who, options.into_iter().filter_map(name).collect())
}

pub(crate) fn rolled(battle: &mut Skirmish) -> Vec<Rolled> {
    let found = battle.events().into_iter().filter_map(|event| match event {
        BattleEvent::CheckRolled(rolled) => Some(*rolled),
        _ => None,
    });
    found.collect()
}

fn edges(edge: &AdvantageTerms) -> Vec<(AdvantageKind, &'static str)> {
    edge.terms().iter().map(|term| (term.gives, term.rule.as_str())).collect()
}

fn boon(rule: &'static str) -> Vec<(AdvantageKind, &'static str)> {
    vec![(AdvantageKind::Advantage, rule)]
}

fn bane(rule: &'static str) -> Vec<(AdvantageKind, &'static str)> {
    vec![(AdvantageKind::Disadvantage, rule)]
}

fn points(battle: &Skirmish, mark: char) -> i16 {
    battle.row(mark).turn_state.pools.left(PoolId::ACTIONS)
}

fn forecast(battle: &Skirmish, action: &str) -> Forecast {
    let act = Act::at(action, battle.id('B'), None);
    let rules = battle.battle().rules();
    odds::forecast(battle.snapshot().view(), rules, battle.id('a'), &act, None).expect("a forecast")
}

/// `a` strikes and fails, `B` dodges and wins alone.
fn lost_strike(battle: &mut Skirmish) {
    battle.act_on('a', "strike", 'B').choose('B', pick("dodge"));
}

/// `a` strikes with 9 and wins alone; the next die after it is the damage.
fn won_strike(battle: &mut Skirmish, manoeuvre: &str) {
    battle.act_on('a', "strike", 'B').choose('B', no()).choose('a', pick(manoeuvre));
}

#[test] // FS-089, FS-G29
fn brace_gives_the_next_defence_a_boon_and_is_used_up_by_it() {
    let mut battle = even(&[17, 12, 17, 18, 5]);
    lost_strike(&mut battle);
    battle.choose('B', pick("brace"));
    assert!(battle.has('B', "braced"));
    battle.events();
    lost_strike(&mut battle);
    let events = battle.events();
    let lost = events.iter().find_map(|event| match event {
        BattleEvent::ConditionLost { who, condition, rule } => Some((battle.mark(*who), *condition, *rule)),
        _ => None,
    });
    assert_eq!(lost, Some(('B', Name::new("braced"), Name::new("R-2"))));
    let roll = events.iter().find_map(|event| if let BattleEvent::CheckRolled(it) = event { Some(it) } else { None });
    let rival = roll.and_then(|roll| roll.rival.clone()).expect("a dodge");
    assert_eq!((edges(&rival.edge), rival.under), (boon("R-2"), Some(5)), "of 18 and 5 the one that passes");
    assert!(!battle.has('B', "braced"));
    battle.all_rolled();
}

#[test] // FS-G29
fn brace_is_lost_at_the_end_of_the_next_turn_and_without_a_defence_it_stays() {
    let mut battle = even(&[17, 12, 16, 3]);
    lost_strike(&mut battle);
    battle.choose('B', pick("brace"));
    battle.act_on('a', "strike", 'B').choose('B', no()).choose('a', no());
    assert!(battle.has('B', "braced"), "no defence was rolled");
    battle.perform('a', "wait");
    assert!(battle.has('B', "braced"), "in its own turn");
    battle.perform('B', "wait");
    assert!(!battle.has('B', "braced"));
    battle.all_rolled();
}

#[test]
fn a_condition_for_one_roll_may_also_change_a_number_of_the_attacker() {
    let mut battle = even(&[18, 4, 18]);
    battle.afflict('a', "sharp");
    battle.act_on('a', "strike", 'B').choose('B', no()).choose('a', no());
    assert_eq!(rolled(&mut battle)[0].bonus.total(), 18);
    assert!(!battle.has('a', "sharp"));
    battle.act_on('a', "strike", 'B').choose('B', no());
    assert_eq!(rolled(&mut battle)[0].bonus.total(), 16);
    battle.all_rolled();
}

#[test] // FS-G15
fn penalties_of_a_defence_count_where_it_is_rolled() {
    for (defence, target) in [("dodge", 10), ("parry", 12)] {
        let mut battle = even(&[17, 20]);
        battle.afflict('B', "off_balance");
        let versus = forecast(&battle, "strike").versus;
        let of = versus.iter().find(|versus| versus.choice.as_ref().is_some_and(|it| it.id == Some(defence.into())));
        assert_eq!(of.expect("a forecast of it").difficulty.total(), target);
        battle.act_on('a', "strike", 'B').choose('B', pick(defence));
        let difficulty = rolled(&mut battle).remove(0).difficulty;
        assert_eq!(difficulty.total(), target, "{difficulty}");
        assert_eq!(difficulty.to_string().contains("off balance -2 [R-61]"), target == 10, "{difficulty}");
        battle.all_rolled();
    }
}

#[test] // FS-136, FS-G23
fn untrained_armour_is_a_bane_to_attacks_and_to_the_defences_and_tests_that_it_names() {
    let mut battle = even(&[9, 17, 12, 11, 5, 6]);
    battle.afflict('a', "encumbered").afflict('B', "encumbered");
    battle.act_on('a', "strike", 'B').choose('B', pick("dodge"));
    let roll = rolled(&mut battle).remove(0);
    let rival = roll.rival.expect("a dodge");
    assert_eq!((roll.natural, edges(&roll.edge)), (17, bane("R-62")));
    assert_eq!((rival.under, edges(&rival.edge)), (Some(11), bane("R-62")), "the one with fewer Successes");
    battle.choose('B', no());
    battle.act_on('a', "shove", 'B');
    assert_eq!(rolled(&mut battle)[0].natural, 5);
    battle.all_rolled();
    let parried = forecast(&battle, "strike");
    let edge = |id: &str| {
        let of = parried.versus.iter().find(|versus| versus.choice.as_ref().is_some_and(|it| it.id == Some(id.into())));
        edges(&of.expect("it").edge)
    };
    assert_eq!((edge("dodge"), edge("parry")), (bane("R-62"), Vec::new()));
    assert_eq!(edges(&forecast(&battle, "shove").edge), bane("R-62"), "a test with a stat that it names");
}

#[test] // FS-093, FS-G29
fn a_feint_gives_the_next_strike_on_the_same_target_a_boon() {
    // The strike, its damage, the feint under 12; then two dice for the next strike, and one for the last.
    let mut battle = even(&[9, 3, 12, 18, 4, 17]);
    won_strike(&mut battle, "feint");
    battle.events();
    battle.act_on('a', "strike", 'B').choose('B', no());
    let roll = rolled(&mut battle).remove(0);
    assert_eq!((roll.natural, edges(&roll.edge)), (4, boon("R-3")));
    battle.choose('a', pick("precision"));
    battle.act_on('a', "strike", 'B').choose('B', no());
    assert!(rolled(&mut battle).remove(0).edge.terms().is_empty(), "only the next one");
    battle.all_rolled();
}

#[test] // FS-G29
fn a_feint_is_lost_if_another_action_comes_first() {
    for (between, kept) in [("shout", false), ("move", true)] {
        let mut battle = even(&[9, 3, 12, 18, 18]);
        won_strike(&mut battle, "feint");
        match kept {
            true => battle.walk('a', &[(0, 1)]),
            false => battle.perform('a', between),
        };
        battle.act_on('a', "strike", 'B').choose('B', no());
        let edge = rolled(&mut battle).pop().expect("a strike").edge;
        assert_eq!(edge.terms().is_empty(), !kept, "{between}");
        if !kept {
            battle.spare_dice("one die is enough without a boon");
        }
    }
}

#[test] // FS-101 to FS-105, FS-A10
fn the_size_of_the_target_changes_or_decides_its_test() {
    let rows: [(Size, &[u16], bool, &str, Option<Fraction>); 5] = [
        (Size::Large, &[17, 6], false, "R-41", Some(Fraction::new(8 * 8, 400))),
        (Size::Huge, &[], false, "R-42", Some(Fraction::new(0, 1))),
        (Size::Small, &[17, 6], true, "R-43", Some(Fraction::new(400 - 12 * 12, 400))),
        (Size::Tiny, &[], true, "R-44", Some(Fraction::new(1, 1))),
        (Size::Medium, &[13], true, "R-4", Some(Fraction::new(8, 20))),
    ];
    for (size, dice, dazed, rule, fails) in rows {
        let faces: Vec<u16> = [9, 3].iter().chain(dice).copied().collect();
        let mut battle = duel(fighting(), (armed(), armed().size(size)), &faces);
        let told = forecast(&battle, "bash");
        assert_eq!(told.versus[0].fractions()[0].1, fails.expect("odds"), "{size:?}");
        assert_eq!(told.decided.is_some(), dice.is_empty());
        won_strike(&mut battle, "bash");
        let test = rolled(&mut battle).pop().expect("a test");
        assert_eq!((battle.has('B', "dazed"), test.decided), (dazed, dice.is_empty()), "{size:?}");
        let cited = test.edge.terms().first().map_or(test.rule, |term| term.rule);
        assert_eq!(cited.as_str(), rule);
        battle.all_rolled();
    }
}

#[test] // FS-103
fn a_test_without_dice_is_told_with_its_rule() {
    let mut battle = duel(fighting(), (armed(), armed().size(Size::Huge)), &[9, 3]);
    let told = forecast(&battle, "bash");
    assert_eq!(told.needed(&told.versus[0]).as_deref(), Some("saves without a roll, by its size [R-42]"));
    won_strike(&mut battle, "bash");
    let log = battle.log_lines().join("\n");
    assert!(log.contains("Bash: B succeeds without a roll, by its size [R-42]"), "{log}");
}

#[test] // FS-087, FS-099, FS-G16
fn a_lost_point_is_taken_at_once_or_from_the_next_income_and_only_once() {
    for (had, at_once, next) in [(2, 1, 3), (0, -1, 2)] {
        let mut battle = even(&[9, 3, 13, 9, 3, 13]);
        let who = battle.id('B');
        let by = Breakdown::new();
        battle.state.impose(&BattleEvent::PoolChanged { who, pool: PoolId::ACTIONS, by, left: had });
        won_strike(&mut battle, "bash");
        assert_eq!(points(&battle, 'B'), at_once);
        won_strike(&mut battle, "bash");
        assert_eq!(points(&battle, 'B'), at_once, "not again while it lasts");
        battle.perform('a', "wait");
        assert_eq!(points(&battle, 'B'), next);
        assert!(battle.has('B', "dazed"));
        battle.perform('B', "wait");
        assert!(!battle.has('B', "dazed"), "until the end of its next turn");
        battle.all_rolled();
    }
}

#[test] // FS-088, FS-095, FS-G28
fn only_legal_manoeuvres_are_offered() {
    let mut heavy = even(&[9]);
    heavy.act_on('a', "strike", 'B').choose('B', no());
    assert_eq!(offered(&heavy), ('a', ["bash", "disarm", "precision", "feint"].map(String::from).to_vec()));
    let mut light = duel(fighting(), (armed().weapon("dagger"), armed()), &[9]);
    light.act_on('a', "strike", 'B').choose('B', no());
    assert_eq!(offered(&light).1, ["disarm", "precision", "feint"], "neither a shield nor a heavy weapon");
    let mut bare = duel(fighting(), (armed(), armed().unarmed()), &[9]);
    bare.act_on('a', "strike", 'B').choose('B', no());
    assert_eq!(offered(&bare).1, ["bash", "precision", "feint"], "nothing to disarm");
    for battle in [&mut heavy, &mut light, &mut bare] {
        battle.all_rolled();
    }
}

#[test] // FS-G28, FS-A8
fn the_winner_of_a_shot_cannot_reach_the_shooter() {
    let faces = [12, 10, 17, 12];
    let plan =
        skirmish(&Arc::new(fighting()), "a . . . B").unit('a', base_unit().stat(Stat::Accuracy, 16).weapon("shortbow"));
    let mut battle = plan.unit('B', armed()).rolls(&faces);
    battle.state.impose(&reactions_left(CombatantId(1), 3));
    battle.act_on('a', "strike", 'B');
    assert_eq!(offered(&battle).1, ["dodge"], "a shot cannot be parried");
    battle.choose('B', pick("dodge"));
    assert_eq!(offered(&battle), ('B', vec!["brace".to_owned()]));
    battle.all_rolled();
}

#[test] // FS-055, FS-135
fn a_defence_with_untrained_gear_is_worse() {
    let untrained = |at: usize| {
        let mut unit = Unit { shield: Some("small_shield".into()), ..fighter() };
        unit.weapons[0].skill = if at == 0 { Skill::None } else { unit.weapons[0].skill };
        unit.untrained = if at == 1 { vec![WornGear::Shield] } else { Vec::new() };
        unit
    };
    for (at, parry, block) in [(0, -2, 0), (1, 0, -2), (2, 0, 0)] {
        let battle = duel(fighting(), (armed(), untrained(at)), &[]);
        let told = forecast(&battle, "strike");
        let of = |id: &str| {
            let found = told.versus.iter().find(|it| it.choice.as_ref().is_some_and(|it| it.id == Some(id.into())));
            found.map(|versus| versus.difficulty.total() - 12)
        };
        assert_eq!((of("parry"), of("block"), of("dodge")), (Some(parry), Some(block), Some(0)), "{at}");
    }
}
