//! Dice and checks: every kind of roll, with its exact odds.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::proofs::{economy, rounds};
use crate::skirmish::*;
use proptest::prelude::*;
use warboard::content::authored::parse;
use warboard::content::{
    Action, AdvantageKind, Contest, Label, RollMark, RollPolicies, RollPolicy, Source, Stat, Table,
};
use warboard::dice::Dice;
use warboard::mechanics::attack::Degree;
use warboard::mechanics::checks::{self, Contestant, DiceThrows, NaturalRoll, Opposed, roller};
use warboard::odds::{self, Fraction};
use warboard::resolution::event::Rolled;
use warboard::resolution::{Act, BattleEvent};
use warboard::rules::Ruleset;

const ACTIONS: &str = include_str!("../fixtures/check_actions.ron");

const PLAIN: &str = "natural: (miss: None, hit: None, critical: None, shifts: [])";
const UNDER: &str = "dice: RollUnder((dice: \"1d20\", successes: Natural))";
const WILD: &str = "dice: FaceDice((count: 5, faces: [-2, -1, 0, 0, 1, 2], doubled: 3))";
const BOONS: &str = "advantage: (dice: 2, cancel: OneForOne, rule: \"R-3\")";

fn policy(text: &str) -> RollPolicy {
    parse(&Source::new("roll.ron", text)).unwrap_or_else(|wrong| panic!("{}: {text}", wrong.brief()))
}

/// A roll with these dice and natural results, without advantage.
fn plain_roll(dice: &str, natural: &str) -> String {
    format!("({dice}, {natural}, advantage: None)")
}

/// Time Count with rounds, a few actions, and these attack rolls. Other rolls use a plain d20.
fn tiny(attack: &str) -> Arc<Ruleset> {
    let mut rules = Ruleset::clone(&time_count());
    let actions: Vec<Action> = parse(&Source::new("check_actions.ron", ACTIONS)).expect("the fixture parses");
    rules.actions = Table::new(actions);
    let other = policy(&plain_roll("dice: RollOver(\"1d20\")", PLAIN));
    rules.policies.rolls =
        RollPolicies { attack: policy(attack), skill: other.clone(), check: other, others: Vec::new() };
    rules.policies.attack.fumble = None;
    rules.policies.turn = rounds();
    rules.policies.economy = economy(&[("actions", 1), ("reactions", 1)]);
    Arc::new(rules)
}

/// `a`, with a bonus of `skill` to attacks, uses an action on its neighbour `B`. The dice follow those for initiative.
fn fought(rules: &Arc<Ruleset>, (own, theirs): (i16, i16), action: &str, dice: &[u16]) -> (Skirmish, Rolled) {
    let unit = |skill| base_unit().stat(Stat::Accuracy, skill).stat(Stat::HitPoints, 60);
    let faces: Vec<u16> = [12, 10].iter().chain(dice).copied().collect();
    let mut battle = skirmish(rules, "a B").unit('a', unit(own)).unit('B', unit(theirs)).rolls(&faces);
    battle.events();
    battle.act_on('a', action, 'B');
    let events = battle.battle().log().events().to_vec();
    let rolled = events.into_iter().find_map(|event| match event {
        BattleEvent::CheckRolled(rolled) => Some(*rolled),
        _ => None,
    });
    (battle, rolled.expect("a check was rolled"))
}

/// The exact probability that an action of `a` on `B` succeeds.
fn chance(battle: &Skirmish, action: &str) -> Fraction {
    let rules = battle.battle().setup().rules.clone();
    let act = Act::at(action, battle.id('B'), None);
    let forecast = odds::forecast(battle.snapshot().view(), &rules, battle.id('a'), &act, None).expect("a forecast");
    forecast.versus[0].fractions()[0].1
}

#[test]
fn a_contest_of_target_numbers_is_won_by_the_combatant_that_alone_passes() {
    let rules = tiny(&plain_roll(UNDER, PLAIN));
    let rows = [
        // Own die, the target's die; outcome, degree, margin, and what is prone afterwards.
        (17, 14, Contest::OnlyTarget, Degree::Failure, -1, "a"),
        (16, 17, Contest::OnlyActor, Degree::Success, 16, "B"),
        (17, 17, Contest::BothFail, Degree::Failure, -1, ""),
        (10, 9, Contest::BothPass, Degree::Success, 1, ""),
        (9, 9, Contest::BothPass, Degree::Failure, 0, ""),
    ];
    for (own, theirs, contest, degree, margin, prone) in rows {
        let (mut battle, rolled) = fought(&rules, (16, 16), "clash", &[own, theirs]);
        let found = (rolled.contest, rolled.degree, rolled.margin);
        assert_eq!(found, (Some(contest), degree, margin), "{own} against {theirs}");
        assert_eq!((rolled.natural, rolled.bonus.total(), rolled.difficulty.total()), (own as i16, 16, 16));
        let fallen: String = ['a', 'B'].into_iter().filter(|mark| battle.has(*mark, "prone")).collect();
        assert_eq!(fallen, prone, "{own} against {theirs}");
        battle.all_rolled();
    }
}

#[test]
fn a_target_that_cannot_act_fails_its_test_without_a_roll() {
    let rules = tiny(&plain_roll(UNDER, PLAIN));
    let unit = || base_unit().stat(Stat::Accuracy, 16);
    let plan = skirmish(&rules, "a B C").unit('a', unit()).unit('B', unit()).unit('C', unit());
    let mut battle = plan.with_condition('B', "unconscious").rolls(&[12, 10, 9, 3]);
    battle.act_on('a', "clash", 'B');
    assert!(battle.has('B', "prone"));
    battle.all_rolled();
}

#[test]
fn a_contest_is_told_with_both_target_numbers_and_has_exact_odds() {
    let rules = tiny(&plain_roll(UNDER, PLAIN));
    let (mut battle, _) = fought(&rules, (16, 12), "clash", &[17, 12]);
    let told = battle.log_lines().join("\n");
    assert!(
        told.contains("rolls 17, needs 16 or less: fails; B rolls 12, needs 12 or less: passes; critical win for B"),
        "{told}"
    );
    // The actor wins where it passes, and the target fails or has fewer Successes.
    let wins: u32 = (1..=16).map(|own| (1..=20).filter(|theirs| *theirs > 12 || own > *theirs).count() as u32).sum();
    let (battle, _) = fought(&rules, (16, 12), "clash", &[17, 13]);
    assert_eq!(chance(&battle, "clash"), Fraction::new(wins.into(), 400));
}

#[test]
fn many_highest_faces_mark_a_roll_that_misses() {
    let rules = tiny(&plain_roll(WILD, PLAIN));
    let (mut battle, rolled) = fought(&rules, (4, 0), "swing", &[6, 6, 6, 1, 1]);
    assert_eq!((rolled.natural, rolled.mark, rolled.dice.as_slice()), (2, Some(RollMark::High), &[6, 6, 6, 1, 1][..]));
    assert_eq!((rolled.degree, rolled.margin), (Degree::Failure, -9), "2 + 4 against 15");
    assert_eq!(battle.row('a').turn_state.initiative, 14, "raised by 2 although it missed");
    let told = battle.log_lines().join("\n");
    assert!(told.contains("rolls 2 (of 2 and 2 and 2 and -2 and -2), highest faces + 4 = 6"), "{told}");

    let (battle, rolled) = fought(&rules, (20, 0), "swing", &[1, 1, 1, 6, 6]);
    assert_eq!((rolled.mark, rolled.degree), (Some(RollMark::Low), Degree::Success), "-2 + 20 against 15");
    assert_eq!(battle.row('a').turn_state.initiative, 10, "lowered by 2 although it hit");
    let (battle, rolled) = fought(&rules, (4, 0), "swing", &[6, 6, 5, 1, 3]);
    assert_eq!((rolled.natural, rolled.mark, battle.row('a').turn_state.initiative), (3, None, 12));
}

#[test]
fn the_odds_of_face_dice_count_sums_and_marks_exactly() {
    let wild = policy(&plain_roll(WILD, PLAIN));
    let all = roller::outcomes(&wild, None, 0);
    let ways = |fits: &dyn Fn(&NaturalRoll) -> bool| -> u32 {
        all.iter().filter(|(_, natural)| fits(natural)).map(|(ways, _)| ways).sum()
    };
    assert_eq!(ways(&|_| true), 7776);
    // Three, four or five of five dice: 10 × 25 + 5 × 5 + 1.
    assert_eq!(ways(&|natural| natural.mark == Some(RollMark::High)), 276);
    assert_eq!(ways(&|natural| natural.mark == Some(RollMark::Low)), 276);
    let hits = checks::chances(&wild, None, (0, 0), false);
    assert_eq!((hits.hits, hits.faces), (ways(&|natural| natural.total >= 0), 7776));
}

#[test]
fn an_action_may_use_the_dice_of_another_roll() {
    let rules = tiny(&plain_roll(WILD, PLAIN));
    let (mut battle, rolled) = fought(&rules, (4, 0), "measured", &[11]);
    assert_eq!((rolled.natural, rolled.degree, rolled.margin), (11, Degree::Success, 0), "a d20 + 4 against 15");
    battle.all_rolled();
    assert_eq!(chance(&battle, "measured"), Fraction::new(10, 20));
}

#[test]
fn a_natural_result_changes_the_total_and_is_listed_in_the_bonus() {
    let shifts = "shifts: [(face: 20, by: 5, rule: \"R-4\"), (face: 1, by: -5, rule: \"R-5\")]";
    let natural = format!("natural: (miss: None, hit: None, critical: None, {shifts})");
    let rules = tiny(&plain_roll("dice: RollOver(\"1d20\")", &natural));
    for (face, skill, shift, degree, margin) in [
        (20, -10, Some(5), Degree::Success, 0),
        (20, -11, Some(5), Degree::Failure, -1),
        (1, 19, Some(-5), Degree::Success, 0),
        (1, 18, Some(-5), Degree::Failure, -1),
        (19, -4, None, Degree::Success, 0),
    ] {
        let (battle, rolled) = fought(&rules, (skill, 0), "swing", &[face]);
        let found = (rolled.bonus.term(Label::NaturalShift), rolled.degree, rolled.margin);
        assert_eq!(found, (shift, degree, margin), "{face} + {skill} against 15");
        let faces = (1..=20).filter(|face| {
            let shift = if *face == 20 {
                5
            } else if *face == 1 {
                -5
            } else {
                0
            };
            face + shift + skill >= 15
        });
        let expected = Fraction::new(faces.count() as u128, 20);
        assert_eq!(chance(&battle, "swing"), expected);
        let statistics = odds::roll_chances(&rules.policies.rolls, &rolled);
        assert_eq!(Fraction::new(statistics.hits.into(), statistics.faces.into()), expected, "without its own shift");
    }
}

#[test]
fn the_shift_of_an_opposed_roll_counts_for_the_target() {
    let shifts = "shifts: [(face: 20, by: 5, rule: \"R-4\")]";
    let natural = format!("natural: (miss: None, hit: None, critical: None, {shifts})");
    let rules = tiny(&plain_roll("dice: RollOver(\"1d20\")", &natural));
    let (_, rolled) = fought(&rules, (6, 0), "clash", &[18, 20]);
    assert_eq!((rolled.difficulty.total(), rolled.degree), (25, Degree::Failure), "18 + 6 against 20 + 5");
}

#[test]
fn the_better_of_two_rolls_under_a_number_is_a_pass_and_then_the_higher_one() {
    let under = policy(&format!("({UNDER}, {PLAIN}, {BOONS})"));
    let counts = |kind, dice: [u16; 2]| {
        let throws = DiceThrows::roll(&under, Some(kind), &mut Dice::scripted(dice.to_vec()));
        throws.counted(&under, Some(kind), 16).0.total
    };
    use AdvantageKind::{Advantage, Disadvantage};
    assert_eq!([counts(Advantage, [18, 7]), counts(Advantage, [5, 11])], [7, 11]);
    assert_eq!([counts(Disadvantage, [18, 7]), counts(Disadvantage, [5, 11])], [18, 5]);
    assert_eq!(checks::judge(&under, 13, 22, 0, false), (Degree::Success, 15), "a target number of 22 adds 2");
}

#[test]
fn sources_of_advantage_cancel_one_for_one_where_the_rules_say_so() {
    for (cancel, net, dice) in
        [("AllOrNothing", None, &[1, 20, 9][..]), ("OneForOne", Some(AdvantageKind::Advantage), &[1, 20, 9, 15])]
    {
        let mut rules = Ruleset::clone(&fragments());
        let advantage = format!("advantage: (dice: 2, cancel: {cancel}, rule: \"R-3\")");
        rules.policies.rolls.attack = policy(&format!("(dice: RollOver(\"1d20\"), {PLAIN}, {advantage})"));
        let mut battle =
            skirmish(&Arc::new(rules), "a B").unit('a', plain()).unit('B', plain()).rolls(&[dice, &[1]].concat());
        battle.perform('B', "go_prone").perform('B', "wait");
        battle.afflict('B', "flat_footed").afflict('a', "shaken");
        battle.events();
        battle.act_on('a', "attack", 'B');
        if cancel == "AllOrNothing" {
            battle.spare_dice("a miss deals no damage");
        }
        let rolled = battle.events().into_iter().find_map(|event| match event {
            BattleEvent::CheckRolled(rolled) => Some(rolled),
            _ => None,
        });
        let rolled = rolled.expect("a check was rolled");
        assert_eq!(rolled.edge.terms().len(), 3, "{:?}", rolled.edge);
        assert_eq!((rolled.edge.net(), rolled.dice.len()), (net, dice.len() - 2), "{cancel}");
    }
}

/// Any kind of roll with few enough dice to go through all throws.
fn any_roll() -> impl Strategy<Value = RollPolicy> {
    let over = (1..=3u8, 2..=6u16, -3..=3i16)
        .prop_map(|(count, sides, bonus)| format!("dice: RollOver(\"{count}d{sides}{bonus:+}\")"));
    let successes = prop_oneof![Just("Natural"), Just("Half"), Just("Margin")];
    let under = (1..=2u8, 2..=8u16, successes).prop_map(|(count, sides, successes)| {
        format!("dice: RollUnder((dice: \"{count}d{sides}\", successes: {successes}))")
    });
    let faces = (2..=3u8, prop::collection::vec(-2..=2i8, 2..=4), any::<bool>()).prop_map(|(count, faces, doubled)| {
        let doubled = if doubled { "2".to_owned() } else { "None".to_owned() };
        format!("dice: FaceDice((count: {count}, faces: {faces:?}, doubled: {doubled}))")
    });
    let shift = (-2..=6i16, -3..=3i16).prop_map(|(face, by)| format!("[(face: {face}, by: {by}, rule: \"R-4\")]"));
    let natural = (prop_oneof![Just("[]".to_owned()), shift], any::<bool>()).prop_map(|(shifts, decides)| {
        let limit = |face: i16| if decides { format!("(face: {face}, rule: \"R-5\")") } else { "None".to_owned() };
        let critical = if decides { "(face: 5, precise: 4, margin: 1, rule: \"R-6\")" } else { "None" };
        format!("natural: (miss: {}, hit: {}, critical: {critical}, shifts: {shifts})", limit(1), limit(6))
    });
    (prop_oneof![over, under, faces], natural)
        .prop_map(|(dice, natural)| policy(&format!("({dice}, {natural}, {BOONS})")))
}

fn any_net() -> impl Strategy<Value = Option<AdvantageKind>> {
    prop_oneof![Just(None), Just(Some(AdvantageKind::Advantage)), Just(Some(AdvantageKind::Disadvantage))]
}

/// Every throw of a roll: the natural result that counts for a bonus that exceeds the difficulty by `lead`.
fn every_throw(policy: &RollPolicy, net: Option<AdvantageKind>, lead: i16) -> Vec<NaturalRoll> {
    let (each, sides) = policy.dice.dice_thrown();
    let dice = each * if net.is_some() { 2 } else { 1 };
    let all = u64::from(sides).pow(dice.into());
    let throw = |number: u64| {
        let face = |place: u32| (number / u64::from(sides).pow(place) % u64::from(sides)) as u16 + 1;
        let mut script = Dice::scripted((0..u32::from(dice)).map(face).collect());
        DiceThrows::roll(policy, net, &mut script).counted(policy, net, lead).0
    };
    (0..all).map(throw).collect()
}

fn counted(results: impl Iterator<Item = (u64, NaturalRoll)>) -> BTreeMap<(i16, Option<RollMark>), u64> {
    let mut ways = BTreeMap::new();
    results.for_each(|(times, natural)| *ways.entry((natural.total, natural.mark)).or_default() += times);
    ways
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn exact_odds_equal_the_count_of_all_throws(roll in any_roll(), net in any_net(), lead in -8..=8i16) {
        let thrown = every_throw(&roll, net, lead);
        let odds = counted(roller::outcomes(&roll, net, lead).into_iter().map(|(ways, it)| (ways.into(), it)));
        let every = counted(thrown.iter().map(|natural| (1, *natural)));
        // Weights of a sum of dice may be divided by a common divisor.
        let scale = every.values().sum::<u64>() / odds.values().sum::<u64>().max(1);
        let scaled: BTreeMap<_, _> = odds.into_iter().map(|(natural, ways)| (natural, ways * scale)).collect();
        prop_assert_eq!(&scaled, &every);
        let chances = checks::chances(&roll, net, (lead, 0), false);
        let hits = thrown.iter().filter(|it| checks::judge(&roll, it.total, lead, 0, false).0.is_hit()).count() as u64;
        prop_assert_eq!(u64::from(chances.hits) * scale, hits);
        if net.is_none() {
            let plain = thrown.iter().filter(|it| checks::judge::margin(&roll, it.total, lead, 0) >= 0).count() as i64;
            let (of, all) = checks::plain_chance(&roll, lead.into());
            prop_assert_eq!(i64::from(of) * thrown.len() as i64, plain * i64::from(all));
            let best = thrown.iter().map(|it| checks::judge::margin(&roll, it.total, lead, 0)).max();
            prop_assert_eq!(Some(checks::best_margin(&roll, lead)), best);
        }
    }

    #[test]
    fn exact_odds_of_a_contest_equal_the_count_of_all_throws(
        roll in any_roll(), nets in (any_net(), any_net()), bonuses in (0..=8i16, 0..=8i16), rolls: bool,
    ) {
        let (own, theirs) = (every_throw(&roll, nets.0, bonuses.0), every_throw(&roll, nets.1, bonuses.1));
        let theirs: Vec<Option<NaturalRoll>> = if rolls { theirs.into_iter().map(Some).collect() } else { vec![None] };
        let (own, theirs) = (sample(own), sample(theirs));
        prop_assume!(own.is_some() && theirs.is_some());
        let (own, theirs) = (own.unwrap_or_default(), theirs.unwrap_or_default());
        let hit = |own: NaturalRoll, rival| {
            let rolled = Opposed { own: (own, bonuses.0), rival: (rival, bonuses.1) };
            checks::judge_opposed(&roll, rolled, false).0.is_hit()
        };
        let hits: u64 = own.iter().map(|own| theirs.iter().filter(|rival| hit(*own, **rival)).count() as u64).sum();
        let contestant = |bonus, net, rolls| Contestant { bonus, net, rolls };
        let (first, second) = (contestant(bonuses.0, nets.0, true), contestant(bonuses.1, nets.1, rolls));
        let chances = checks::opposed_chances(&roll, first, second, false);
        let all = (own.len() * theirs.len()) as u64;
        prop_assert_eq!(u64::from(chances.hits) * all, hits * u64::from(chances.faces));
    }
}

/// All throws, unless there are too many to compare each with each.
fn sample<T>(all: Vec<T>) -> Option<Vec<T>> {
    (all.len() <= 1296).then_some(all)
}
