//! Battles with reactions retold: recordings without passes, saves inside the prompts of an attack, and scripts.

use std::sync::Arc;

use crate::proofs::{react, reaction, tiny};
use crate::skirmish::*;
use crate::staged::{DEFENCES, OVER, UNDER, fight, staged};
use crate::things;
use warboard::battle::{CombatantId, Field, WeaponSlot};
use warboard::content::{Amendment, Name, Source, Stat, Trigger};
use warboard::control::{Controller, Script};
use warboard::replay::{Beginning, Playthrough, Recording, RecordingEntry, verify};
use warboard::resolution::{Act, Asks, BattleState, BattleStatus, Choice, Pick, PickPurpose, Prompt, Setup};
use warboard::rules::Ruleset;

fn tough() -> warboard::content::Unit {
    base_unit().rate(60).stat(Stat::HitPoints, 60)
}

/// A battle in which `B` may strike at everybody that leaves its reach, once a turn.
fn watched() -> Skirmish {
    let rules = tiny(vec![reaction("halt", Trigger::BeforeStep, "strike", &[Amendment::StopMovement])]);
    skirmish(&rules, "a B .\n. . .").unit('a', tough()).unit('B', tough()).rolls(&[20, 10])
}

/// Answers: `a` walks about and `B` passes at first, and then reacts.
fn answer(battle: &BattleState, prompt: &Prompt, asked: usize) -> Choice {
    match &prompt.asks {
        Asks::React { .. } if asked.is_multiple_of(2) => Choice::Pass,
        Asks::React { .. } => react("halt"),
        _ if prompt.who == CombatantId(0) => {
            let here = battle.snapshot().view().footprint(prompt.who).anchor;
            let to = warboard::grid::Cell::new(0, 1 - here.y);
            Choice::Act(Act::along("move", vec![to]))
        }
        _ => Choice::Act(Act::own("wait")),
    }
}

/// Plays some prompts of a battle and records them; the number of passes.
fn recorded(setup: &Arc<Setup>, prompts: usize) -> (Recording, usize) {
    let source = Source::new("watched.ron", "()");
    let mut play = Playthrough::begin(Arc::clone(setup), Beginning::new(setup, &source, 3, 0, vec!["x".to_owned(); 2]));
    let mut passes = 0;
    for asked in 0..prompts {
        let BattleStatus::Awaiting(prompt) = play.advance().expect("no journal") else { break };
        let choice = answer(play.battle(), &prompt, asked);
        passes += usize::from(choice == Choice::Pass);
        play.answer(choice).expect("a legal answer");
    }
    play.advance().expect("no journal");
    (play.recording().clone(), passes)
}

#[test]
fn a_recording_leaves_out_passes_and_replays_to_the_same_marks() {
    let setup = Arc::clone(watched().battle().setup());
    let (recording, passes) = recorded(&setup, 24);
    assert!(passes > 2, "{passes}");
    assert!(recording.chosen().all(|chosen| chosen.choice != Choice::Pass));
    let reacted = recording.chosen().filter(|chosen| matches!(chosen.choice, Choice::React(_))).count();
    assert!(reacted > 1, "{reacted}");
    let read = Recording::read(&recording.to_text()).expect("its own text");
    let verified = verify(&setup, &read).unwrap_or_else(|parted| panic!("{parted}"));
    assert_eq!(verified.marks, recording.marks().count());
}

#[test]
fn a_recording_that_reacts_where_the_battle_passed_is_found_out() {
    let setup = Arc::clone(watched().battle().setup());
    let (mut recording, _) = recorded(&setup, 24);
    let taken = |entry: &RecordingEntry| matches!(entry, RecordingEntry::Chosen(chosen) if matches!(chosen.choice, Choice::React(_)));
    let at = recording.entries.iter().position(taken).expect("a reaction");
    recording.entries.remove(at);
    let parted = verify(&setup, &recording).err().expect("the reaction counts");
    assert!(!parted.to_string().is_empty());
}

/// A battle that is saved at its open prompt and goes on with these answers exactly as it would have.
fn goes_on_alike(mut battle: Skirmish, answers: &[(char, Choice)]) {
    let text = serde_json::to_string(&battle.battle().save()).expect("a plain value");
    let saved = serde_json::from_str(&text).expect("what was written can be read");
    let mut restored = BattleState::restore(Arc::clone(battle.battle().setup()), saved).expect("it fits its setup");
    restored.resolve();
    assert_eq!(restored.prompt(), battle.battle().prompt());
    for (who, choice) in answers {
        restored.submit(choice.clone()).expect("a legal answer");
        restored.resolve();
        battle.choose(*who, choice.clone());
        assert_eq!(restored.checksum(), battle.battle().checksum(), "{choice:?}");
    }
    battle.all_rolled();
}

fn pick(name: &str) -> Choice {
    Choice::Pick(Pick::Action(Name::new(name)))
}

fn purpose(battle: &Skirmish) -> PickPurpose {
    let (_, Asks::Pick { purpose, .. }) = battle.asked() else { panic!("{:?}", battle.asked()) };
    purpose
}

#[test]
fn a_battle_saved_at_the_choice_of_a_defence_goes_on_alike() {
    let mut battle = fight(staged(UNDER, DEFENCES), &[9, 14, 5]);
    battle.act_on('a', "duel", 'B');
    assert!(matches!(purpose(&battle), PickPurpose::Defend { .. }));
    goes_on_alike(battle, &[('B', pick("dodge")), ('a', Choice::Pick(Pick::No))]);
}

#[test]
fn a_battle_saved_at_the_choice_of_the_winner_goes_on_alike() {
    let mut battle = fight(staged(UNDER, DEFENCES), &[9]);
    battle.act_on('a', "duel", 'B').choose('B', Choice::Pick(Pick::No));
    assert!(matches!(purpose(&battle), PickPurpose::Winner { .. }));
    goes_on_alike(battle, &[('a', pick("precision"))]);
}

#[test]
fn a_battle_saved_at_the_choice_of_a_critical_effect_goes_on_alike() {
    const CONFIRMED: &str = r#"(confirmation: Some((
        range: 19, range_rule: "R-7", limit: 15, limit_rule: "R-7", times: 2, times_rule: "R-8", rule: "R-9",
        options: [(id: "multiply", name: "Multiply", rule: "R-8"), (id: "wound", name: "Wound", less: 1, rule: "R-8")],
    )))"#;
    let mut battle = fight(staged(OVER, CONFIRMED), &[19, 4, 3, 6]);
    battle.act_on('a', "cut", 'B');
    assert!(matches!(purpose(&battle), PickPurpose::Critical { .. }));
    goes_on_alike(battle, &[('a', pick("multiply"))]);
}

/// The answer of a script to the open prompt, or its fault.
fn scripted(script: &mut Script, battle: &Skirmish) -> Result<Choice, String> {
    let prompt = battle.battle().prompt().expect("an open prompt").clone();
    let (setup, view) = (battle.battle().setup().clone(), battle.snapshot().view());
    let answer = script.answer(view, &setup.rules, &setup, &prompt);
    script.fault().map_or(Ok(answer.choice), |fault| Err(fault.brief()))
}

/// Passes, or waits.
struct Idle;

impl Controller for Idle {
    fn answer(
        &mut self,
        _: warboard::battle::View<'_>,
        _: &Ruleset,
        _: &Setup,
        prompt: &Prompt,
    ) -> warboard::control::Answer {
        let choice = if prompt.asks.may_pass() { Choice::Pass } else { Choice::Act(Act::own("wait")) };
        warboard::control::Answer::plain(choice)
    }

    fn begin(&mut self, _: u64) {}
}

fn script(text: &str) -> Script {
    Script::read(&Source::new("script.ron", text), Box::new(Idle)).unwrap_or_else(|wrong| panic!("{}", wrong.brief()))
}

#[test]
fn a_script_takes_reactions_by_name_and_interrupts_with_an_act() {
    use warboard::content::{Reaction, Reactors, Response};
    let halt = reaction("halt", Trigger::BeforeStep, "strike", &[Amendment::StopMovement]);
    let interrupt = Reaction {
        who: Reactors::Enemies,
        does: Response::AnyAct,
        ..reaction("interrupt", Trigger::ActionDeclared, "strike", &[])
    };
    let mut battle =
        skirmish(&tiny(vec![halt]), "a B .\n. . .").unit('a', tough()).unit('B', tough()).rolls(&[20, 10, 2]);
    crate::proofs::all_may_react(&mut battle);
    battle.walk('a', &[(0, 1)]);
    let mut reacts = script(r#"[(who: "B", react: "halt")]"#);
    let choice = scripted(&mut reacts, &battle).expect("it fits");
    assert_eq!((choice.clone(), reacts.left()), (react("halt"), 0));
    battle.choose('B', choice);
    battle.all_rolled();

    let mut battle =
        skirmish(&tiny(vec![interrupt]), "a B .\n. . .").unit('a', tough()).unit('B', tough()).rolls(&[20, 10, 2]);
    crate::proofs::all_may_react(&mut battle);
    battle.walk('a', &[(0, 1)]);
    let mut strikes = script(r#"[(who: "B", react: "interrupt", does: "strike", at: "a", with: "long_sword")]"#);
    let Ok(Choice::Act(act)) = scripted(&mut strikes, &battle) else { panic!("an act") };
    assert_eq!((act.action.as_str(), act.weapon), ("strike", Some(WeaponSlot(0))));
    battle.act('B', act);
    battle.all_rolled();
}

#[test]
fn a_script_with_an_unknown_reaction_is_located_and_one_for_another_is_left_to_the_other_controller() {
    let mut battle = watched();
    crate::proofs::all_may_react(&mut battle);
    battle.walk('a', &[(0, 1)]);
    let fault = scripted(&mut script(r#"[(who: "B", react: "hallt")]"#), &battle).expect_err("no such reaction");
    assert!(fault.starts_with("script.ron:1:20: unknown reaction `hallt` (did you mean `halt`"), "{fault}");
    let mut others = script(r#"[(who: "a", does: "wait")]"#);
    assert_eq!((scripted(&mut others, &battle), others.left()), (Ok(Choice::Pass), 1));
}

#[test]
fn a_script_names_objects_and_their_cells_and_parts_of_the_body() {
    let two = |field: &mut Field| {
        field.things.push(things::object("chest", &[(1, 0)], 4, None));
        field.things.push(things::object("chest", &[(0, 1)], 4, None));
    };
    let plan = skirmish(&things::rules(), "a . . B\n. . . .").field(two);
    let battle = plan.unit('a', base_unit()).unit('B', base_unit()).rolls(&[20, 10]);
    let thing = |text: &str| match scripted(&mut script(text), &battle) {
        Ok(Choice::Act(act)) => Ok(act.thing()),
        Ok(other) => panic!("{other:?}"),
        Err(fault) => Err(fault),
    };
    let at = |index: u16| Ok(Some(warboard::battle::ThingRef::Placed(warboard::battle::ThingId(index))));
    assert_eq!(thing(r#"[(who: "a", does: "strike", thing: "chest")]"#), at(0), "the first of its name");
    assert_eq!(thing(r#"[(who: "a", does: "strike", thing: "chest", cell: (0, 1))]"#), at(1));
    let fault = thing(r#"[(who: "a", does: "strike", thing: "chst")]"#).expect_err("no such object");
    assert!(
        fault.starts_with("script.ron:1:") && fault.contains("unknown object `chst` (did you mean `chest`"),
        "{fault}"
    );
    let fault = thing(r#"[(who: "a", does: "force")]"#).expect_err("no object");
    assert!(fault.contains("Force needs `thing`"), "{fault}");
    let fault = thing(r#"[(who: "a", does: "strike", at: "B", part: "head")]"#).expect_err("no parts");
    assert!(fault.contains("may not strike"), "{fault}");
}
