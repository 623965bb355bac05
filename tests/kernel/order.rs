//! The order of turns: initiative of player characters and others, ties, and delayed turns that follow a named combatant.

use std::sync::Arc;

use crate::proofs::{economy, rounds, tiny};
use crate::skirmish::*;
use crate::staged::{DEFENCES, UNDER, staged};
use serde::de::DeserializeOwned;
use warboard::battle::Row;
use warboard::content::authored::parse;
use warboard::content::{
    Action, CommandPolicy, DelayPolicy, DelayedPlace, Name, PoolId, PoolMoment, RoundStep, RoundTurns, Source, Stat,
    Table, Ties, Trait, TurnEnd, TurnOrder, Unit,
};
use warboard::dice::Dice;
use warboard::resolution::{Act, Asks, BattleEvent, Choice, Pick};
use warboard::rules::Ruleset;
use warboard::turn::ties;

/// Initiative is the half of two attributes for player characters, and one attribute for others.
const INITIATIVE: &str = r#"[(stat: Initiative, sum: [
    (add: Share((of: [Agility, Perception], divided_by: 2, rounded: Down)), with: Some(PlayerCharacter), rule: "FS-G06"),
    (add: Stat(Perception), without: Some(PlayerCharacter), rule: "FS-007"),
])]"#;
const BY_KEYS: &str = r#"By(keys: [Highest(Initiative), With(PlayerCharacter)], then: Random, rule: "FS-G07")"#;

pub(crate) fn read<T: DeserializeOwned>(text: &str) -> T {
    parse(&Source::new("test.ron", text)).unwrap_or_else(|wrong| panic!("{}", wrong.brief()))
}

/// The rules with these changes to their rounds.
pub(crate) fn in_rounds(rules: &mut Ruleset, change: impl FnOnce(&mut RoundTurns)) {
    let TurnOrder::Rounds(mut turns) = rounds() else { panic!("rounds") };
    change(&mut turns);
    rules.policies.turn = TurnOrder::Rounds(turns);
}

fn rules(ties: &str) -> Ruleset {
    let mut rules = Ruleset::clone(&tiny(Vec::new()));
    in_rounds(&mut rules, |turns| {
        turns.initiative = "1d6".parse().expect("a formula");
        turns.bonuses = vec![Stat::Initiative];
        turns.ties = read(ties);
    });
    rules
}

fn unit(initiative: i16) -> Unit {
    base_unit().stat(Stat::Initiative, initiative)
}

fn player(unit: Unit) -> Unit {
    unit.with_trait(Trait::PlayerCharacter)
}

/// The marks of all combatants in turn order.
fn order(battle: &Skirmish) -> String {
    let mut rows: Vec<&Row> = battle.snapshot().rows.iter().collect();
    rows.sort_by_key(|row| row.turn_state.place);
    rows.into_iter().map(|row| &*row.name).collect()
}

#[test] // FS-006, FS-007, FS-G06
fn player_characters_and_others_roll_initiative_with_different_stats() {
    let mut rules = rules("Listed");
    rules.policies.derived.extend(read::<Vec<_>>(INITIATIVE));
    let keen = || base_unit().stat(Stat::Agility, 12).stat(Stat::Perception, 9);
    let mut battle = skirmish(&Arc::new(rules), "a B").unit('a', player(keen())).unit('B', keen()).rolls(&[2, 5]);
    let rolled = battle.events().into_iter().filter_map(|event| match event {
        BattleEvent::InitiativeRolled { number, .. } => Some(number.to_string()),
        _ => None,
    });
    let told = [
        "12 (initiative dice +2 [R-1], agility +12 [FS-G06], perception +9 [FS-G06], only a part -11 [FS-G06])",
        "14 (initiative dice +5 [R-1], perception +9 [FS-007])",
    ];
    assert_eq!(rolled.collect::<Vec<_>>(), told);
    let terms = |mark| battle.row(mark).sheet.derived(Stat::Initiative).to_string();
    assert_eq!(terms('a'), "10 (agility +12 [FS-G06], perception +9 [FS-G06], only a part -11 [FS-G06])");
    assert_eq!(terms('B'), "9 (perception +9 [FS-007])");
    assert_eq!(order(&battle), "Ba");
}

#[test] // FS-G13, FS-G18
fn a_share_of_a_stat_is_multiplied_before_or_after_it_is_rounded() {
    let derived = r#"[
        (stat: Celerity, sum: [
            (add: Share((of: [Strength], divided_by: 2, rounded: Down)), rule: "FS-G13"),
            (add: Share((of: [Agility], divided_by: 2, rounded: Down, then_times: Some(2))), rule: "FS-G13"),
        ]),
        (stat: Vigor, sum: [(add: Share((of: [Endurance], times: Some(5), divided_by: 2, rounded: Up)), rule: "FS-G18")]),
    ]"#;
    let mut rules = rules("Listed");
    rules.policies.derived = read(derived);
    let tough = |endurance: i16, agility: i16| {
        base_unit().stat(Stat::Endurance, endurance).stat(Stat::Agility, agility).stat(Stat::Strength, 10)
    };
    let battle = skirmish(&Arc::new(rules), "a B").unit('a', tough(8, 12)).unit('B', tough(-7, 13)).rolls(&[1, 1]);
    let terms = |mark, stat| battle.row(mark).sheet.derived(stat).to_string();
    assert_eq!(terms('a', Stat::Celerity), "17 (strength +5 [FS-G13], agility +12 [FS-G13])");
    assert_eq!(terms('B', Stat::Celerity), "17 (strength +5 [FS-G13], agility +12 [FS-G13])");
    assert_eq!(terms('a', Stat::Vigor), "20 (endurance +20 [FS-G18])");
    assert_eq!(terms('B', Stat::Vigor), "-17 (endurance -17 [FS-G18])", "-17.5, rounded up");
}

#[test] // FS-009, FS-G07, PR-011
fn ties_are_decided_by_stats_then_traits_then_at_random() {
    let tied = |pick: u16| {
        let plan = skirmish(&Arc::new(rules(BY_KEYS)), "a b C D E").unit('a', unit(3)).unit('b', unit(4));
        let plan = plan.unit('C', player(unit(4))).unit('D', unit(4)).unit('E', player(unit(1)));
        plan.rolls(&[5, 4, 4, 4, 6, pick])
    };
    // C is a player character, b and D are left to chance, a has the lower stat, and E the lower initiative.
    assert_eq!(order(&tied(1)), "CbDaE");
    assert_eq!(order(&tied(2)), "CDbaE");
    let mut listed = rules(BY_KEYS);
    in_rounds(&mut listed, |turns| turns.ties = read(&BY_KEYS.replace("Random", "Listed")));
    let plan = skirmish(&Arc::new(listed), "a B").unit('a', unit(4)).unit('B', player(unit(4)));
    assert_eq!(order(&plan.rolls(&[4, 4])), "Ba");
}

/// The tiny actions, one that raises the initiative of an ally by 3, and the end of a turn.
const SPUR: &str = r#"[
    (id: "spur", name: "Spur", about: "Raises a friend's initiative.", speed: Nothing, aim: Ally,
        does: Effects([(does: Initiative(who: Target, amount: 3))]), rule: "R-6"),
    (id: "done", name: "Done", about: "Ends the turn.", speed: Actions(0), aim: Own, does: Wait, rule: "R-10"),
]"#;

#[test] // FS-G07, PR-011
fn a_changed_initiative_takes_its_place_among_equals_by_the_same_keys() {
    for (pick, placed) in [(1, "bCaDE"), (2, "bCDaE")] {
        let mut rules = rules(BY_KEYS);
        rules.actions = Table::new(read::<Vec<Action>>(SPUR));
        let plan = skirmish(&Arc::new(rules), "a b C D E").unit('a', unit(4)).unit('b', unit(9));
        let plan = plan.unit('C', player(unit(4))).unit('D', unit(4)).unit('E', unit(3));
        let mut battle = plan.rolls(&[1, 6, 4, 4, 5, pick]);
        assert_eq!(order(&battle), "bCDEa");
        battle.act_on('b', "spur", 'a');
        assert_eq!(order(&battle), placed);
        let turns: String = (0..5)
            .map(|_| {
                let who = battle.asked().0;
                battle.perform(who, "done");
                who
            })
            .collect();
        assert_eq!(turns, placed, "each acts once in this round");
        battle.all_rolled();
    }
}

#[test] // FS-G07, PR-011
fn a_combatant_that_joins_takes_its_place_by_the_same_keys() {
    let mut rules = rules(BY_KEYS);
    rules.actions = Table::new(read::<Vec<Action>>(SPUR));
    let [together_rule, once_rule, freed_rule] = ["R-1", "R-2", "R-3"].map(Name::new);
    let turns = |turns: &mut RoundTurns| {
        (turns.initiative, turns.bonuses) = ("1d6".parse().expect("a formula"), vec![Stat::Initiative]);
        (turns.ties, turns.command) = (read(BY_KEYS), Some(CommandPolicy { together_rule, once_rule, freed_rule }));
    };
    in_rounds(&mut rules, turns);
    let plan = skirmish(&Arc::new(rules), "a b c D E").unit('a', unit(9)).unit('b', unit(3)).unit('c', player(unit(3)));
    let plan = plan.commanded_by('c', &['b']).unit('D', unit(3)).unit('E', player(unit(4)));
    // Without its commander, c rolls a 4: behind E, before D and b, which tied by chance.
    let mut battle = plan.rolls(&[6, 4, 4, 3, 1, 4]);
    let who = battle.id('b');
    battle.state.impose(&BattleEvent::Died { who, rule: Name::new("R-9") });
    battle.perform('a', "done");
    let states: Vec<(char, i16)> = "abcDE".chars().map(|mark| (mark, battle.row(mark).turn_state.initiative)).collect();
    assert_eq!(states, [('a', 15), ('b', 7), ('c', 7), ('D', 7), ('E', 7)]);
    let turns: String = (0..3)
        .map(|_| {
            let who = battle.asked().0;
            battle.perform(who, "done");
            who
        })
        .collect();
    assert_eq!(turns, "EcD");
    battle.all_rolled();
}

#[test] // FS-G07
fn places_stay_apart_and_in_order_however_often_they_change() {
    let plan = skirmish(&Arc::new(rules(BY_KEYS)), "a b C D E").unit('a', unit(4)).unit('b', unit(3));
    let plan = plan.unit('C', player(unit(4))).unit('D', unit(4)).unit('E', unit(3));
    let battle = plan.seeded(1);
    let (mut rows, keys) = (battle.snapshot().rows.clone(), read::<Ties>(BY_KEYS));
    let mut dice = Dice::seeded(7, 0);
    for turn in 0..200 {
        let who = rows[turn * 3 % 5].id;
        let places: Vec<(&Row, i32)> = rows.iter().map(|row| (row, row.turn_state.place)).collect();
        for (other, place) in ties::placed(&keys, (who, 8), &places, &mut dice) {
            rows[other.index()].turn_state.place = place;
        }
        let mut order: Vec<&Row> = rows.iter().collect();
        order.sort_by_key(|row| row.turn_state.place);
        assert!(order.windows(2).all(|pair| pair[0].turn_state.place < pair[1].turn_state.place), "{turn}");
        if turn >= 5 {
            let stats: String = order.iter().map(|row| row.sheet.stat(Stat::Initiative).to_string()).collect();
            assert_eq!((stats.as_str(), &*order[0].name), ("44433", "C"), "{turn}");
        }
    }
}

/// Turns that end when their owner ends them; a delayed one follows a combatant that is named at once.
fn delaying(actions: &str) -> Ruleset {
    let mut rules = Ruleset::clone(&tiny(Vec::new()));
    rules.actions = Table::new(read::<Vec<Action>>(&format!("[{DELAY}, {actions}]")));
    rules.policies.economy = economy(&[("actions", 3), ("reactions", 1)]);
    in_rounds(&mut rules, follow);
    rules
}

fn named_place(lasts: bool) -> DelayPolicy {
    DelayPolicy { lasts, chosen: DelayedPlace::Named, rule: Name::new("R-7") }
}

fn follow(turns: &mut RoundTurns) {
    turns.ends = TurnEnd::WhenEnded;
    turns.delay = Some(named_place(false));
}

const DELAY: &str = r#"
    (id: "delay", name: "Delay", about: "Acts after another.", speed: Actions(0), aim: Other,
        requires: [(needs: FreshTurn)], does: Delay, rule: "FS-026"),
    (id: "done", name: "Done", about: "Ends the turn.", speed: Actions(0), aim: Own, does: Wait, rule: "R-10")"#;

/// Four combatants that act in this order: a, b, C, D.
fn four(rules: Ruleset) -> Skirmish {
    let unit = || base_unit().stat(Stat::HitPoints, 20);
    let plan = skirmish(&Arc::new(rules), "a C . b . . D").unit('a', unit()).unit('b', unit());
    plan.unit('C', unit()).unit('D', unit()).rolls(&[20, 18, 16, 14])
}

/// Ends the turn of every combatant that is asked, up to a round; their marks.
fn turns_until(battle: &mut Skirmish, round: i32) -> String {
    let mut turns = String::new();
    while battle.count() < round {
        let who = battle.asked().0;
        turns.push(who);
        battle.perform(who, "done");
    }
    turns
}

fn refusal(battle: &mut Skirmish, at: char) -> String {
    let act = Act::at("delay", battle.id(at), None);
    battle.refused(Choice::Act(act)).why.into_owned()
}

#[test] // FS-026, FS-027, FS-G09
fn a_postponed_turn_follows_the_named_combatant_in_this_round_only() {
    let mut battle = four(delaying(""));
    battle.act_on('a', "delay", 'C');
    assert_eq!(battle.row('a').turn_state.follows, Some(battle.id('C')));
    let told = battle.log_lines();
    assert!(
        told.iter().any(|line| line.contains("a delays the turn until after C") && line.contains("R-7")),
        "{told:?}"
    );
    assert_eq!(turns_until(&mut battle, 2), "bCaD");
    let told = battle.log_lines();
    assert!(told.iter().any(|line| line.contains("a acts now, after C")), "{told:?}");
    assert_eq!(battle.row('a').turn_state.follows, None);
    assert_eq!(turns_until(&mut battle, 3), "abCD");
    battle.all_rolled();
}

#[test] // FS-027
fn the_place_of_a_postponed_turn_may_last() {
    let mut rules = delaying("");
    in_rounds(&mut rules, |turns| {
        follow(turns);
        turns.delay = Some(named_place(true));
    });
    let mut battle = four(rules);
    battle.act_on('a', "delay", 'C');
    assert_eq!((turns_until(&mut battle, 2), turns_until(&mut battle, 3)), ("bCaD".to_owned(), "bCaD".to_owned()));
}

#[test] // FS-G09
fn a_postponed_turn_comes_as_the_round_ends_if_the_named_combatant_never_acts() {
    let mut battle = four(delaying(""));
    battle.act_on('a', "delay", 'C');
    battle.afflict('C', "unconscious");
    assert_eq!(turns_until(&mut battle, 2), "bDa");
    let told = battle.log_lines();
    assert!(told.iter().any(|line| line.contains("a acts now, as the round ends")), "{told:?}");
    let mut battle = four(delaying(""));
    battle.act_on('a', "delay", 'C');
    let who = battle.id('C');
    battle.state.impose(&BattleEvent::Died { who, rule: Name::new("R-9") });
    assert_eq!(turns_until(&mut battle, 2), "bDa", "dead");
    assert_eq!(turns_until(&mut battle, 3), "abD", "and in its own place again");
}

#[test] // FS-027, FS-G09
fn only_a_combatant_that_has_yet_to_act_can_be_named() {
    let mut battle = four(delaying(""));
    battle.perform('a', "done");
    assert_eq!(refusal(&mut battle, 'a'), "the target has already acted in this round");
    assert_eq!(refusal(&mut battle, 'b'), "Delay needs another combatant as its target");
    battle.afflict('C', "unconscious");
    assert_eq!(refusal(&mut battle, 'C'), "the target cannot act");
    battle.act_on('b', "delay", 'D');
    assert_eq!(refusal(&mut battle, 'b'), "the target waits for you", "D has the turn after C, which has none");
}

#[test] // FS-027
fn several_turns_may_be_postponed_behind_one_or_behind_each_other() {
    let mut battle = four(delaying(""));
    battle.act_on('a', "delay", 'C').act_on('b', "delay", 'C');
    assert_eq!(turns_until(&mut battle, 2), "CabD", "in turn order");
    battle.act_on('a', "delay", 'C').act_on('b', "delay", 'a');
    assert_eq!(turns_until(&mut battle, 3), "CabD");
    battle.act_on('a', "delay", 'b').act_on('b', "delay", 'D');
    assert_eq!(turns_until(&mut battle, 4), "CDba", "b acts after D, and a after b");
}

#[test] // FS-G09, FS-028
fn points_may_be_spent_on_reactions_while_a_turn_is_postponed() {
    let mut rules = staged(UNDER, &DEFENCES.replace("\"reactions\"", "\"actions\""));
    let known = rules.actions.iter().map(|action| Action::clone(action));
    let known: Vec<Action> = known.chain(read::<Vec<Action>>(&format!("[{DELAY}]"))).collect();
    rules.actions = Table::new(known);
    rules.policies.economy = economy(&[("actions", 3), ("reactions", 1)]);
    let pool = rules.policies.economy.actions.as_mut().expect("a pool");
    pool.incomes[0].at = PoolMoment::RoundStart;
    in_rounds(&mut rules, |turns| {
        follow(turns);
        turns.round_start = vec![RoundStep::Incomes];
    });
    let unit = || base_unit().stat(Stat::Accuracy, 16).stat(Stat::Agility, 12).stat(Stat::HitPoints, 60);
    let plan = skirmish(&Arc::new(rules), "a B").unit('a', unit()).unit('B', unit());
    let mut battle = plan.rolls(&[12, 10, 9, 11]);
    battle.act_on('a', "delay", 'B').act_on('B', "duel", 'a');
    assert!(matches!(battle.asked(), ('a', Asks::Pick { .. })));
    battle.choose('a', Choice::Pick(Pick::Action(Name::new("dodge")))).perform('B', "done");
    let left = battle.row('a').turn_state.pools.left(PoolId::ACTIONS);
    assert_eq!((battle.asked().0, battle.count(), left), ('a', 1, 2), "FS-A9");
    battle.all_rolled();
}
