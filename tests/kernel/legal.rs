//! Offered choices are legal, legal choices are accepted, and all copies of the state stay equal.

use std::sync::Arc;

use crate::shown::ShownApp;
use crate::skirmish::*;
use warboard::battle::{
    Arms, CombatantId, Conditions, Facing, Link, Momentum, PairFacts, Position, RowPart, Stance, TurnState, Vitals,
};
use warboard::content::condition::Status as Doing;
use warboard::content::{Forbidden, Refusal, SpeedMode, Unit};
use warboard::dice::Dice;
use warboard::grid::Footprint;
use warboard::mechanics::{Game, status};
use warboard::resolution::{Act, Asks, BattleOutcome, BattleStatus, Choice, Target, legal};
use warboard::rules::{Library, Ruleset};
use warboard::turn::DueKind;

fn shipped(unit: &str) -> Unit {
    let library = Library::open(&crate::assets::assets()).expect("the assets load");
    let unit = library.unit("time_count", unit).expect("a unit that is shipped");
    Unit { speed: Some(SpeedMode::Random), ..Unit::clone(&unit) }
}

/// Four against four of all kinds, on broken ground.
fn mixed(rules: &Arc<Ruleset>, seed: u64, hexes: bool) -> Skirmish {
    let map = "
        . . . . . . . . . .
        . a . . , , . . B .
        . . . . , . . . . .
        . c . # # . . . D .
        . . . . . . . . . .
        e . . . . # . . F .
        . . . , . . . . . .
        . g . . . . . . H .
        . . . . . . . . . .
    ";
    let teams = [
        ("knight", "wolf", "goblin", "troll", "archer", "spearman", "brawler", "captain"),
        ("swordsman", "ogre", "rogue", "goblin", "slinger", "crossbowman", "guard", "troll"),
        ("berserker", "brawler", "wolf", "spearman", "peasant", "knight", "goblin", "archer"),
    ];
    let (a, b, c, d, e, f, g, h) = teams[(seed % 3) as usize];
    let mut plan = skirmish(rules, map).limit(600);
    for (mark, unit) in [('a', a), ('B', b), ('c', c), ('D', d), ('e', e), ('F', f), ('g', g), ('H', h)] {
        plan = if seed % 4 == 1 && mark == 'B' {
            plan.surprised(mark, shipped(unit))
        } else {
            plan.unit(mark, shipped(unit))
        };
    }
    if hexes { plan.hexes().seeded(seed) } else { plan.seeded(seed) }
}

fn sound(rules: &Ruleset, refusal: &Refusal, what: &str) {
    let known =
        rules.codex.rule(refusal.rule.as_str()).is_some() || rules.codex.ruling(refusal.rule.as_str()).is_some();
    assert!(!refusal.why.trim().is_empty(), "{what}: no reason");
    assert!(known, "{what}: {refusal:?} cites no rule");
}

/// A random offered choice; movements and attacks are likelier than the rest, as there are more of them.
fn any_act(battle: &Skirmish, rules: &Ruleset, who: CombatantId, dice: &mut Dice) -> Act {
    let view = battle.snapshot().view();
    let mut acts = Vec::new();
    for offer in legal::offers(view, rules, who) {
        for (act, refusal) in &offer.refused {
            sound(rules, refusal, &format!("{act:?}"));
            assert!(legal::check(view, rules, who, act).is_err(), "{act:?} is refused and legal");
        }
        assert!(offer.is_open() || offer.reason().is_some(), "{}: neither open nor refused", offer.action.id);
        for act in &offer.acts {
            let checked = legal::check(view, rules, who, act);
            assert!(checked.is_ok(), "{act:?} is offered and refused: {checked:?}");
        }
        let free = offer.action.is_free();
        acts.extend(offer.acts.into_iter().filter(|_| !free || dice.die(4) == 1));
    }
    let at = dice.pick(acts.len());
    acts.into_iter().nth(at).unwrap_or_else(|| Act::own("wait"))
}

fn any_choice(battle: &Skirmish, rules: &Ruleset, dice: &mut Dice) -> Choice {
    let prompt = battle.battle().prompt().expect("an open prompt").clone();
    match prompt.asks {
        Asks::Act => Choice::Act(any_act(battle, rules, prompt.who, dice)),
        Asks::Cell { cells, .. } => Choice::Cell(cells[dice.pick(cells.len())]),
        Asks::Pick { options, .. } => Choice::Pick(options[dice.pick(options.len())]),
        Asks::Face { options } => Choice::Face(options[dice.pick(options.len())]),
        Asks::React { options, .. } => options.first().map_or(Choice::Pass, |reaction| Choice::React(*reaction)),
        Asks::Interrupt { .. } => Choice::Pass,
    }
}

fn same<C: RowPart + std::fmt::Debug>(shown: &ShownApp, battle: &Skirmish) {
    for row in &battle.snapshot().rows {
        assert_eq!(shown.of::<C>(row.id), C::of(row), "{}", row.id);
    }
}

/// Asserts that the components of the shown battle equal the simulation.
fn components_agree(shown: &mut ShownApp, battle: &Skirmish) {
    shown.follow(&battle.state);
    same::<Position>(shown, battle);
    same::<Facing>(shown, battle);
    same::<Vitals>(shown, battle);
    same::<Conditions>(shown, battle);
    same::<Stance>(shown, battle);
    same::<Arms>(shown, battle);
    same::<Momentum>(shown, battle);
    same::<PairFacts>(shown, battle);
    same::<TurnState>(shown, battle);
    let world = shown.app.world_mut();
    let mut links: Vec<Link> = world.query::<&Link>().iter(world).cloned().collect();
    links.sort_unstable_by_key(|link| link.id);
    let mut published = battle.snapshot().links.clone();
    published.sort_unstable_by_key(|link| link.id);
    assert_eq!(links, published);
}

/// Invariants between any two choices of any battle.
fn laws_hold(battle: &Skirmish) {
    let (snapshot, timeline) = (battle.snapshot(), battle.state.timeline());
    let view = snapshot.view();
    for row in view.present() {
        let Footprint { anchor, .. } = view.footprint(row.id);
        assert!(view.board().fits(view.footprint(row.id)), "{} stands at {anchor}", row.name);
        assert!(row.vitals.fatigue >= 0 && row.vitals.hit_points <= row.vitals.maximum);
        let turns: Vec<i32> =
            timeline.iter().filter(|due| due.what == DueKind::Turn(row.id)).map(|due| due.at).collect();
        assert!(turns.len() <= 1, "{} has {} turns due", row.name, turns.len());
        assert_eq!(turns.first().copied(), row.turn_state.next, "{}", row.name);
    }
    for link in &snapshot.links {
        assert!(!view.row(link.holder).gone && !view.row(link.held).gone, "{link:?}");
    }
}

/// Asserts that cached sums of conditions equal sums over the list of conditions.
fn sums_agree(battle: &Skirmish, rules: &Ruleset) {
    let game = Game::new(battle.snapshot().view(), rules.book());
    for row in game.rows() {
        let (names, all) = (status::condition_names(game, row.id), status::each(game, row.id).collect::<Vec<_>>());
        let does = |wanted: &dyn Fn(&Doing) -> bool| all.iter().any(|(_, cited)| wanted(&cited.does));
        for condition in rules.conditions.iter() {
            let listed = names.iter().any(|(name, _)| *name == condition.id);
            assert_eq!(status::has_condition(game, row.id, condition.id), listed, "{}", condition.id);
        }
        for what in [Forbidden::Move, Forbidden::Attack, Forbidden::Act, Forbidden::Run, Forbidden::LongWeapons] {
            let forbidden = does(&|status| matches!(status, Doing::Forbid(things) if things.contains(&what)));
            assert_eq!(status::forbids(game, row.id, what).is_some(), forbidden, "{what:?}");
        }
        assert_eq!(status::is_helpless(game, row.id), does(&|status| *status == Doing::Helpless));
    }
}

fn play(rules: &Arc<Ruleset>, seed: u64, hexes: bool, choices: usize) -> (usize, u64) {
    let mut battle = mixed(rules, seed, hexes);
    let (mut dice, mut shown) = (Dice::seeded(seed, 9), ShownApp::showing(&battle));
    for made in 0..choices {
        components_agree(&mut shown, &battle);
        laws_hold(&battle);
        sums_agree(&battle, rules);
        if let BattleStatus::Over(outcome) = battle.status() {
            assert!(!matches!(&outcome, BattleOutcome::Draw { because } if because.contains("nested")), "{outcome:?}");
            return (made, battle.battle().activations());
        }
        let choice = any_choice(&battle, rules, &mut dice);
        let mark = battle.asked().0;
        battle.choose(mark, choice);
    }
    (choices, battle.battle().activations())
}

#[test] // TC-271, TC-272, G-41
fn no_battle_of_random_choices_breaks_anything_on_squares() {
    let rules = time_count();
    let activations: u64 = (0..8).map(|seed| play(&rules, seed, false, 300).1).sum();
    assert!(activations > 500, "{activations} turns were taken");
}

#[test] // TC-271, TC-272, G-41
fn no_battle_of_random_choices_breaks_anything_on_hexes() {
    let rules = time_count();
    let activations: u64 = (100..108).map(|seed| play(&rules, seed, true, 300).1).sum();
    assert!(activations > 500, "{activations} turns were taken");
}

#[test] // TC-271
fn equal_choices_and_dice_give_an_equal_battle() {
    let rules = time_count();
    let told = |_| {
        let mut battle = mixed(&rules, 5, false);
        let mut dice = Dice::seeded(5, 9);
        for _ in 0..120 {
            if let BattleStatus::Over(_) = battle.status() {
                break;
            }
            let choice = any_choice(&battle, &rules, &mut dice);
            let mark = battle.asked().0;
            battle.choose(mark, choice);
        }
        battle.events()
    };
    assert_eq!(told(1), told(2));
}

#[test] // TC-271
fn senseless_acts_are_refused_with_a_reason() {
    let rules = time_count();
    let mut battle = mixed(&rules, 0, false);
    let (who, nobody) = (battle.battle().prompt().expect("asked").who, CombatantId(999));
    let nonsense = [
        Act::own("strike"),
        Act::at("strike", who, None),
        Act::at("strike", nobody, None),
        Act::at("move", who, None),
        Act::along("move", vec![warboard::grid::Cell::new(-3, 40)]),
        Act {
            action: "open_door".into(),
            target: Target::Cell(warboard::grid::Cell::new(0, 0)),
            weapon: None,
            part: None,
        },
        Act {
            action: "draw".into(),
            target: Target::Weapon(warboard::battle::WeaponSlot(77)),
            weapon: None,
            part: None,
        },
        Act { action: "face".into(), target: Target::Facing(Facing::Direction(99)), weapon: None, part: None },
        Act::at("stabilise", who, None),
        Act::own("shunt_trip"),
    ];
    for act in nonsense {
        let refusal = battle.refused(Choice::Act(act.clone()));
        sound(&rules, &refusal, &format!("{act:?}"));
    }
    for choice in [Choice::Pass, Choice::Face(Facing::AllAround)] {
        assert!(!battle.refused(choice).why.is_empty());
    }
}
