//! Sneaking and searching as contests of two rolls, and modifiers of attacks on what cannot be seen.

use std::sync::Arc;

use crate::order::read;
use crate::skirmish::*;
use crate::staged::{OVER, UNDER};
use warboard::battle::{CombatantId, Detection, Field, Light, LightFrom, PairFact, PairRelation, Until};
use warboard::content::{Action, Breakdown, Contest, RollPolicies, Stat, Table, Trait, Unit};
use warboard::mechanics::attack::{self, Mode};
use warboard::mechanics::{Game, sight};
use warboard::resolution::BattleEvent;
use warboard::resolution::event::Rolled;
use warboard::rules::Ruleset;

const ACTIONS: &str = r#"[
    (id: "sneak", name: "Sneak", about: "Hides.", speed: Actions(1), aim: Own,
        does: Effects([(does: Sneak(stealth: [Stealth], observation: [Perception]))]), rule: "FS-038"),
    (id: "search", name: "Search", about: "Looks.", speed: Actions(1), aim: Own,
        does: Effects([(does: Search(observation: [Perception]))]), rule: "FS-037"),
    (id: "move", name: "Move", about: "Along a path.", speed: Actions(1), aim: Path, does: Move(Walk), rule: "R-1"),
    (id: "done", name: "Done", about: "Ends the turn.", speed: Actions(0), aim: Own, does: Wait, rule: "R-3"),
    (id: "strike", name: "Strike", about: "A blow.", speed: Actions(1), aim: Enemy, reach: Weapon,
        does: Check((roll: Weapon, against: Chosen([]), ladder: [])), rule: "R-1"),
]"#;

fn rules(roll: &str) -> Ruleset {
    let mut rules = Ruleset::clone(&fragments());
    rules.actions = Table::new(read::<Vec<Action>>(ACTIONS));
    rules.policies.rolls =
        RollPolicies { attack: read(roll), skill: read(roll), check: read(roll), others: Vec::new() };
    rules.policies.stages.defences = read(
        r#"Some((options: [(id: "dodge", name: "Dodge", meets: Rolls([Agility]), costs: [], rule: "R-2")], undefended: TestFails))"#,
    );
    rules
}

fn unit() -> Unit {
    plain().stat(Stat::Stealth, 12).stat(Stat::Perception, 12).stat(Stat::Accuracy, 12).stat(Stat::Agility, 12)
}

/// A pillar between `a`, which acts first, and its enemies.
const PILLAR: &str = "
    . . . . . .
    a # . . . B
    . . . . . C
";

fn battle(roll: &str, faces: &[u16]) -> Skirmish {
    let plan = skirmish(&Arc::new(rules(roll)), PILLAR).unit('a', unit()).unit('B', unit()).unit('C', unit());
    let faces: Vec<u16> = [20, 10, 5].iter().chain(faces).copied().collect();
    let mut battle = plan.rolls(&faces);
    battle.events();
    battle
}

fn seen(battle: &Skirmish, by: char, who: char) -> Detection {
    let rules = &battle.battle().setup().rules;
    sight::visibility(Game::new(battle.snapshot().view(), rules.book()), battle.id(by), battle.id(who))
}

fn rolled(battle: &mut Skirmish) -> Vec<Rolled> {
    let events = battle.events().into_iter();
    let rolled = events.filter_map(|event| match event {
        BattleEvent::CheckRolled(rolled) => Some(*rolled),
        _ => None,
    });
    rolled.collect()
}

/// Whether `a` is hidden from B and C.
fn hidden(battle: &Skirmish) -> [bool; 2] {
    ['B', 'C'].map(|by| seen(battle, by, 'a') == Detection::Hidden)
}

#[test] // FS-038, FS-G05, FS-G36
fn sneaking_is_a_contest_with_every_observer() {
    // Stealth of a, then Observation of B and of C; each has a target number of 12.
    let rows = [
        ([10, 9, 13], [true, true], [Contest::BothPass, Contest::OnlyActor]),
        ([10, 10, 11], [false, false], [Contest::BothPass, Contest::BothPass]),
        ([13, 5, 13], [false, false], [Contest::OnlyTarget, Contest::BothFail]),
        ([2, 13, 3], [true, false], [Contest::OnlyActor, Contest::BothPass]),
    ];
    for (faces, expected, contests) in rows {
        let mut battle = battle(UNDER, &faces);
        battle.perform('a', "sneak");
        assert_eq!(hidden(&battle), expected, "{faces:?}");
        let found: Vec<Option<Contest>> = rolled(&mut battle).iter().map(|rolled| rolled.contest).collect();
        assert_eq!(found, contests.map(Some), "{faces:?}");
        battle.all_rolled();
    }
}

#[test] // FS-G05
fn a_roll_to_reach_a_number_is_lost_by_the_sneaker_in_a_tie() {
    for (faces, expected) in [([10, 9, 11], [true, false]), ([10, 10, 1], [false, true])] {
        let mut battle = battle(OVER, &faces);
        battle.perform('a', "sneak");
        assert_eq!(hidden(&battle), expected, "{faces:?}");
    }
}

#[test] // FS-G36
fn a_failed_contest_reveals_and_two_failures_change_nothing() {
    let mut battle = battle(UNDER, &[10, 13, 13, 13, 13, 4]);
    battle.perform('a', "sneak");
    assert_eq!(hidden(&battle), [true, true]);
    battle.perform('a', "sneak");
    assert_eq!(hidden(&battle), [true, false], "both fail towards B, and C passes");
    assert!(battle.row('a').pairs.towards(battle.id('C')).next().is_none(), "the roll towards C is forgotten as well");
}

#[test] // FS-G36
fn an_observer_that_sees_plainly_or_is_unconscious_is_not_sneaked_past() {
    let open = "
        . . . . . .
        a # . . . B
        C . . . . .
    ";
    let plan = skirmish(&Arc::new(rules(UNDER)), open).unit('a', unit()).unit('B', unit()).unit('C', unit());
    let mut battle = plan.rolls(&[20, 10, 5, 10, 13]);
    battle.events();
    battle.perform('a', "sneak");
    assert_eq!((hidden(&battle), rolled(&mut battle).len()), ([true, false], 1), "C stands beside it in the open");
    battle.all_rolled();
    let mut battle = self::battle(UNDER, &[10, 13]);
    battle.afflict('B', "unconscious").perform('a', "sneak");
    assert_eq!(hidden(&battle), [false, true]);
    battle.all_rolled();
}

#[test] // FS-G36
fn darkness_is_enough_to_sneak_unless_the_observer_sees_in_it() {
    let plan = skirmish(&Arc::new(rules(UNDER)), "a . . . B\n. . . . C").unit('a', unit()).unit('B', unit());
    let plan = plan.unit('C', unit().with_trait(Trait::Darkvision)).field(|field| field.dark = true);
    let mut battle = plan.rolls(&[20, 10, 5, 10, 13]);
    battle.perform('a', "sneak");
    assert_eq!(hidden(&battle), [true, false]);
    battle.all_rolled();
}

#[test] // FS-037, FS-G05, FS-G36
fn searching_is_a_contest_with_the_last_roll_of_stealth() {
    // The stealth of a is 10 against both; a tie and fewer Successes do not find it.
    for (face, found, contest) in [
        (11, true, Contest::BothPass),
        (10, false, Contest::BothPass),
        (4, false, Contest::BothPass),
        (13, false, Contest::OnlyTarget),
    ] {
        let mut battle = battle(UNDER, &[10, 13, 13, face]);
        let who = battle.id('a');
        battle.perform('a', "sneak").perform('a', "done");
        // B steps to where it has a line to a.
        battle.walk('B', &[(4, 0), (3, 0), (2, 0)]).events();
        assert_eq!(hidden(&battle), [true, true]);
        battle.perform('B', "search");
        let rolled = rolled(&mut battle).remove(0);
        assert_eq!((rolled.target, rolled.contest), (Some(who), Some(contest)));
        assert_eq!(rolled.difficulty.to_string(), "12 (the roll it answers +12 [FS-037])");
        assert_eq!(hidden(&battle), [!found, true], "{face}");
        battle.all_rolled();
    }
}

#[test] // FS-037
fn searching_for_an_enemy_that_hides_without_a_roll_needs_only_a_pass() {
    for (face, found) in [(12, true), (13, false)] {
        let mut battle = battle(UNDER, &[face]);
        let (who, towards) = (battle.id('a'), battle.id('B'));
        let policy = battle.battle().setup().rules.policies.sight.clone().expect("hiding");
        let fact =
            PairFact { towards, slant: PairRelation::Has(policy.hidden), until: Until::Ended, rule: "R-1".into() };
        battle.state.impose(&BattleEvent::PairFactBegan { who, fact });
        battle.perform('a', "done");
        battle.walk('B', &[(4, 0), (3, 0), (2, 0)]).events();
        battle.perform('B', "search");
        assert_eq!(hidden(&battle)[0], !found, "{face}");
    }
}

#[test] // FS-065, FS-073, FS-G36, FS-G46
fn a_target_has_no_defence_against_an_attacker_hidden_from_it() {
    for (observed, asked) in [(13, 'a'), (11, 'B')] {
        let plan = skirmish(&Arc::new(rules(UNDER)), "a B").unit('a', unit()).unit('B', unit());
        let plan = plan.field(|field| field.dark = true);
        let mut battle = plan.rolls(&[20, 10, 10, observed, 9]);
        battle.perform('a', "sneak").act_on('a', "strike", 'B');
        assert_eq!(battle.asked().0, asked, "Observation {observed}");
        if asked == 'B' {
            battle.spare_dice("the defended attack is not rolled yet");
        }
    }
}

/// The terms of attacks of `a` on B that come from what conceals it, and whether they have disadvantage.
fn attacks(attacker: Unit, afflicted: &[(char, &str)], field: fn(&mut Field)) -> (String, bool) {
    let mut rules = rules(OVER);
    let sight = rules.policies.sight.as_mut().expect("sight");
    sight.attacks = read(
        r#"Modifiers(dark: (amount: -5, rule: "FS-G36"), fog: (amount: -2, rule: "R-6"), unseen: (amount: -7, rule: "R-7"))"#,
    );
    let plan = skirmish(&Arc::new(rules), "a . . B").unit('a', attacker).unit('B', unit()).field(field);
    let mut battle = plan.rolls(&[20, 10]);
    for (who, condition) in afflicted {
        battle.afflict(*who, condition);
    }
    let rules = &battle.battle().setup().rules;
    let game = Game::new(battle.snapshot().view(), rules.book());
    let (attacker, target) = (battle.id('a'), battle.id('B'));
    let mut sum = Breakdown::new();
    attack::add_situation(game, attacker, target, Mode::Ranged, &mut sum);
    (sum.to_string(), sight::disadvantage(game, attacker, target).is_some())
}

fn dark(field: &mut Field) {
    field.dark = true;
}

fn lit(field: &mut Field) {
    dark(field);
    field.lights.push(Light { from: LightFrom::Bearer(CombatantId(1)), radius: 10 });
}

fn foggy(field: &mut Field) {
    dark(field);
    field.fog.insert((2, 0).into());
}

#[test] // FS-G36
fn attacks_on_what_is_in_the_dark_have_a_modifier_instead_of_disadvantage() {
    let told = |text: &str| (text.to_owned(), false);
    assert_eq!(attacks(unit(), &[], dark), told("-5 (concealed -5 [FS-G36])"));
    assert_eq!(attacks(unit(), &[], lit), told("0"));
    assert_eq!(attacks(unit().with_trait(Trait::Darkvision), &[], dark), told("0"));
    assert_eq!(attacks(unit().with_trait(Trait::ExactSense), &[], foggy), told("0"));
    assert_eq!(attacks(unit().with_trait(Trait::Darkvision), &[], foggy), told("-2 (concealed -2 [R-6])"));
    assert_eq!(attacks(unit(), &[], foggy), told("-5 (concealed -5 [FS-G36])"), "the worst counts, and only once");
    assert_eq!(attacks(unit(), &[('B', "invisible")], dark), told("-7 (concealed -7 [R-7])"));
}
