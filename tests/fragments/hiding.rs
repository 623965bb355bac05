//! Concealed, hidden and undetected combatants: from whom and for how long.

use crate::advantage::{NO_ADVANTAGE, attack_advantage, disadvantage};
use crate::facts::*;
use crate::shown::ShownApp;
use crate::skirmish::*;
use warboard::battle::{Casting, Detection, PairRelation, Readied, Side, Target};
use warboard::content::{AdvantageKind, AdvantageTerms, Components, Stat, Unit};
use warboard::control::{Seats, Strength, Tactician, play};
use warboard::ecs::Visible;
use warboard::grid::Cell;
use warboard::mechanics::attack::{Degree, Mode};
use warboard::mechanics::{Game, advantage, sight};
use warboard::resolution::event::Rolled;
use warboard::resolution::{Act, BattleEvent, Choice};

/// A battle on a board with a pillar before `a`, which acts first; `dice` follow the initiative.
fn duel(map: &str, a: Unit, dice: &[u16]) -> Skirmish {
    let faces: Vec<u16> = [20, 1].iter().chain(dice).copied().collect();
    skirmish(&fragments(), map).unit('a', a).unit('B', plain()).rolls(&faces)
}

fn archer() -> Unit {
    plain().weapon("shortbow")
}

/// A battle in which `a` stands behind a pillar, seen from `B`.
const PILLAR: &str = "
    . . . . . .
    a # . . . B
    . . . . . .
";

fn seen(battle: &Skirmish, by: char, who: char) -> Detection {
    let rules = &battle.battle().setup().rules;
    sight::visibility(Game::new(battle.snapshot().view(), rules.book()), battle.id(by), battle.id(who))
}

fn rolled(battle: &mut Skirmish) -> Rolled {
    checks(&battle.events()).remove(0)
}

#[test] // TA-245, TA-217, TA-186, TA-188
fn the_invisible_are_concealed_from_everyone_and_everyone_from_the_blind() {
    let mut battle = duel("a B", plain(), &[]);
    assert_eq!(
        (seen(&battle, 'a', 'B'), attack_advantage(&battle, 'a', 'B', Mode::Melee)),
        (Detection::Seen, NO_ADVANTAGE)
    );
    battle.afflict('B', "invisible");
    assert_eq!(seen(&battle, 'a', 'B'), Detection::Concealed);
    assert_eq!(attack_advantage(&battle, 'a', 'B', Mode::Melee), disadvantage("TA-245"));
    assert_eq!(attack_advantage(&battle, 'B', 'a', Mode::Melee), NO_ADVANTAGE);
    let mut battle = duel("a B", plain(), &[]);
    battle.afflict('a', "blinded");
    assert_eq!(attack_advantage(&battle, 'a', 'B', Mode::Melee), disadvantage("TA-217"));
    assert_eq!(
        attack_advantage(&battle, 'B', 'a', Mode::Melee).0,
        Some(AdvantageKind::Advantage),
        "the blind are flat footed"
    );
}

#[test] // TA-189, TA-206
fn attacks_on_an_area_respect_cover_from_its_origin_and_ignore_concealment() {
    let mut battle = duel(PILLAR, plain(), &[]);
    battle.afflict('a', "invisible");
    let (view, rules) = (battle.snapshot().view(), &battle.battle().setup().rules);
    let from = |cell: (i16, i16)| {
        let origin = Cell::from(cell).into();
        let (pair, mut edge) = ((battle.id('B'), battle.id('a')), AdvantageTerms::even());
        advantage::add_for_area(Game::new(view, rules.book()), pair, origin, Mode::Spell, &mut edge);
        edge.net()
    };
    assert_eq!(from((0, 0)), None);
    assert_eq!(from((5, 1)), Some(AdvantageKind::Disadvantage));
}

#[test] // TA-G31, TA-190, TA-191
fn sneaking_requires_cover_and_a_roll_of_ten_plus_level_and_mind() {
    for (die, hidden) in [(10, true), (9, false)] {
        let mut battle = duel(PILLAR, plain(), &[die]);
        battle.perform('a', "sneak");
        assert_eq!(rolled(&mut battle).difficulty.total(), 11);
        let found = if hidden { Detection::Hidden } else { Detection::Seen };
        assert_eq!(seen(&battle, 'B', 'a'), found, "{die}");
        assert_eq!(battle.row('a').turn_state.actions(), 2);
        battle.all_rolled();
    }
    let mut open = duel("a . . B", plain(), &[]);
    assert!(open.refused_action('a', "sneak").to_string().contains("TA-G31"));
}

#[test] // TA-197, TA-178
fn a_combatant_is_hidden_from_each_enemy_separately() {
    let map = format!("{PILLAR} . . . . . .\n C . . . . .");
    let plan = skirmish(&fragments(), &map).unit('a', plain()).unit('B', plain()).unit('C', plain());
    let mut battle = plan.rolls(&[20, 2, 1, 15]);
    battle.perform('a', "sneak");
    assert_eq!((seen(&battle, 'B', 'a'), seen(&battle, 'C', 'a')), (Detection::Hidden, Detection::Seen));
    let (view, rules) = (battle.snapshot().view(), battle.battle().setup().rules.clone());
    assert!(!sight::unknown_to(Game::new(view, rules.book()), Side(1)).has(battle.id('a')), "C tells B");
}

#[test] // TA-197, TA-196
fn a_combatant_discovered_by_one_enemy_stays_hidden_from_another() {
    let plan = skirmish(&fragments(), "a B . . C").unit('a', plain()).unit('B', plain()).unit('C', plain());
    let mut battle = plan.field(|field| field.dark = true).rolls(&[20, 2, 1, 15, 18, 8]);
    battle.perform('a', "sneak");
    assert_eq!((seen(&battle, 'B', 'a'), seen(&battle, 'C', 'a')), (Detection::Hidden, Detection::Hidden));
    battle.act_on('a', "attack", 'B');
    assert_eq!((seen(&battle, 'B', 'a'), seen(&battle, 'C', 'a')), (Detection::Concealed, Detection::Hidden));
}

#[test] // TA-192, TA-196
fn enemies_are_flat_footed_to_a_hidden_combatant_until_it_attacks() {
    let mut battle = duel(PILLAR, archer(), &[15, 9]);
    battle.perform('a', "sneak");
    battle.events();
    battle.act_on('a', "attack", 'B');
    let roll = rolled(&mut battle);
    assert!(
        roll.edge.terms().iter().any(|term| term.rule.as_str() == "TA-182" && term.gives == AdvantageKind::Advantage)
    );
    assert_eq!(seen(&battle, 'B', 'a'), Detection::Seen);
}

#[test] // TA-195
fn a_combatant_that_ends_its_turn_in_plain_sight_is_no_longer_hidden() {
    let mut stays = duel(PILLAR, plain(), &[15]);
    stays.perform('a', "sneak").perform('a', "wait");
    assert_eq!(seen(&stays, 'B', 'a'), Detection::Hidden);
    let mut leaves = duel(PILLAR, plain(), &[15]);
    leaves.perform('a', "sneak");
    leaves.walk('a', &[(0, 0), (1, 0), (2, 0)]);
    assert_eq!(seen(&leaves, 'B', 'a'), Detection::Hidden, "as long as its turn lasts");
    leaves.perform('a', "wait");
    assert_eq!(seen(&leaves, 'B', 'a'), Detection::Seen);
}

/// A battle in which `a` has hidden from `B`, at the turn of `B`.
fn hunted(map: &str, dice: &[u16]) -> Skirmish {
    let faces: Vec<u16> = [15].iter().chain(dice).copied().collect();
    let mut battle = duel(map, plain(), &faces);
    battle.perform('a', "sneak").perform('a', "wait");
    battle.events();
    battle
}

/// Cells from which `B` can strike behind the corner.
const CORNER: &str = "
    . # .
    a . .
    . B .
";

#[test] // TA-193
fn an_attack_on_a_hidden_target_must_name_a_space() {
    let mut battle = duel(CORNER, plain().stat(Stat::Dexterity, 9), &[]);
    let (a, hidden) = (battle.id('a'), PairRelation::Has("hidden".into()));
    battle.perform('a', "wait");
    hide(&mut battle);
    let refused = battle.refused(Choice::Act(Act::at("attack", a, None)));
    assert!(refused.to_string().contains("TA-193"), "{refused}");
    assert!(battle.row('a').pairs.0.iter().any(|fact| fact.slant == hidden));
    let off = battle.refused(Choice::Act(Act::guessing("attack", a, Cell::new(9, 9))));
    assert!(off.to_string().contains("no such space"), "{off}");
    let far = battle.refused(Choice::Act(Act::guessing("feint", a, Cell::new(1, 0))));
    assert!(far.to_string().contains("out of reach"), "reach counts to the space that is named: {far}");
}

/// Hides `a` from `B` directly.
fn hide(battle: &mut Skirmish) {
    let (who, towards, rule) = (battle.id('a'), battle.id('B'), "test".into());
    let fact = warboard::battle::PairFact {
        towards,
        slant: PairRelation::Has("hidden".into()),
        until: warboard::battle::Until::Ended,
        rule,
    };
    battle.state.impose(&BattleEvent::PairFactBegan { who, fact });
}

#[test] // TA-194, TA-191, TA-196
fn an_attack_on_a_wrong_space_misses_and_one_on_the_right_space_has_disadvantage() {
    let strike = |cell: (i16, i16), dice: &[u16]| {
        let mut battle = duel(CORNER, plain(), dice);
        battle.perform('a', "wait");
        hide(&mut battle);
        let act = Act::guessing("attack", battle.id('a'), Cell::from(cell));
        battle.events();
        battle.act('B', act);
        let events = battle.events();
        battle.all_rolled();
        (checks(&events).remove(0), damage_taken(&events).len(), seen(&battle, 'B', 'a'))
    };
    let (wrong, hurt, still) = strike((0, 2), &[20, 20]);
    assert_eq!((wrong.degree, wrong.rule.as_str(), hurt), (Degree::Failure, "TA-194", 0));
    assert_eq!(still, Detection::Hidden);
    let (right, hurt, found) = strike((0, 1), &[15, 16, 3]);
    assert_eq!((right.degree, right.edge.net(), hurt), (Degree::Success, Some(AdvantageKind::Disadvantage), 1));
    assert_eq!(found, Detection::Seen, "a hit shows where it is");
    let (_, _, missed) = strike((0, 1), &[2, 2]);
    assert_eq!(missed, Detection::Hidden);
}

#[test] // TA-196, TA-056
fn walking_into_a_hidden_combatant_discovers_it() {
    let mut battle = hunted(
        "
        . . . . .
        a # . . .
        . . . . B
    ",
        &[],
    );
    let path = [(3, 2), (2, 2), (1, 2), (0, 2), (0, 1)];
    let known = battle.snapshot().view();
    let rules = battle.battle().setup().rules.clone();
    assert!(sight::unknown_to(Game::new(known, rules.book()), Side(1)).has(battle.id('a')));
    battle.walk('B', &path);
    assert_eq!(battle.cell('B'), (0, 2), "it stops before the space");
    let events = battle.events();
    let stopped =
        events.iter().any(|event| matches!(event, BattleEvent::MoveStopped { rule, .. } if rule.as_str() == "TA-196"));
    assert!(stopped);
    assert_eq!(seen(&battle, 'B', 'a'), Detection::Seen);
}

#[test] // TA-009, TA-198, TA-199, TA-192, WE-09
fn attackers_in_ambush_are_undetected_by_unaware_enemies() {
    let rules = fragments();
    let plan = skirmish(&rules, PILLAR).unit('a', plain()).surprised('B', plain());
    let mut battle = plan.rolls(&[20, 1]);
    assert_eq!(seen(&battle, 'B', 'a'), Detection::Undetected);
    assert!(attack_advantage(&battle, 'a', 'B', Mode::Melee).1.contains(&"TA-182"), "flat footed");
    let unknown = sight::unknown_to(Game::new(battle.snapshot().view(), rules.book()), Side(1));
    assert_eq!(battle.snapshot().view().without(&unknown).enemies_of(Side(1)).count(), 0);
    battle.perform('a', "wait");
    let act = Act::guessing("attack", battle.id('a'), Cell::new(0, 1));
    assert_eq!(battle.asked().0, 'a', "the second round");
    battle.perform('a', "wait");
    let why = battle.refused(Choice::Act(act));
    assert!(why.to_string().contains("unknown"), "{why}");
}

#[test] // TA-190, TA-198
fn a_side_that_does_not_know_where_its_enemies_are_plays_on() {
    let rules = fragments();
    for seed in 0..4 {
        let plan = skirmish(
            &rules,
            "
            a . # . . B
            . c . . # .
            . . # . . D
        ",
        );
        let plan = plan.unit('a', archer()).unit('c', plain()).surprised('B', plain()).surprised('D', archer());
        let mut battle = plan.limit(40).seeded(seed);
        let mind = |side: u8| -> Box<dyn warboard::control::Controller + Send> {
            Box::new(Tactician::new(Side(side), seed, Strength::Hard))
        };
        let mut seats = Seats::new(vec![mind(0), mind(1)]);
        play(&mut battle.state, &mut seats).unwrap_or_else(|stopped| panic!("seed {seed}: {stopped}"));
    }
}

#[test] // TA-178, TA-190
fn detection_by_enemies_is_a_component() {
    let mut battle = duel(PILLAR, plain(), &[15]);
    battle.perform('a', "sneak");
    let b = battle.id('B');
    assert_eq!(ShownApp::showing(&battle).of::<Visible>(battle.id('a')), &Visible(vec![(b, Detection::Hidden)]));
}

#[test] // TA-196, TA-G15
fn a_search_finds_combatants_whose_level_and_dexterity_it_equals() {
    for (die, found) in [(10, Detection::Seen), (9, Detection::Hidden)] {
        let mut battle = duel(PILLAR, plain(), &[15, die]);
        battle.perform('a', "sneak").perform('a', "wait");
        battle.events();
        battle.perform('B', "search");
        let roll = rolled(&mut battle);
        assert_eq!(
            (roll.bonus.total(), roll.difficulty.total()),
            (1, 11),
            "level and mind against 10, level, dexterity"
        );
        assert_eq!(seen(&battle, 'B', 'a'), found, "{die}");
        assert_eq!(battle.row('B').turn_state.actions(), 2);
        battle.all_rolled();
    }
}

#[test] // TA-190, TA-193, TA-194
fn a_spell_at_a_hidden_target_names_a_space_too() {
    let bolt = |at| {
        let energy = Components { effect: 1, range: 2, area: 0, duration: 0 };
        Act { target: Target::Cast(Box::new(Casting { energy, at })), ..Act::own("fire_bolt") }
    };
    for right in [true, false] {
        let spells = vec![warboard::content::Name::new("fire_bolt")];
        let mage = Unit { spells, ..plain().stat(Stat::Essence, 8) };
        let dice: &[u16] = if right { &[20, 1, 15, 12, 14, 3] } else { &[20, 1, 15, 12, 14] };
        let mut battle = skirmish(&fragments(), PILLAR).unit('a', plain()).unit('B', mage).rolls(dice);
        battle.perform('a', "sneak").perform('a', "wait");
        let who = battle.id('a');
        assert_eq!(refusal(&mut battle, bolt(Target::Combatant(who))), "TA-193");
        let here = Cell::from(battle.cell('a'));
        let cell = if right { here } else { Cell::new(here.x, here.y + 1) };
        battle.events();
        battle.act('B', bolt(Target::Guess { who, cell }));
        let events = battle.events();
        assert_eq!(checks(&events)[0].dice.len(), 2, "with disadvantage");
        assert_eq!(damage(&events), if right { vec![3] } else { vec![] });
        battle.all_rolled();
    }
}

#[test] // TA-119, TA-190
fn a_watcher_does_not_notice_the_actions_of_the_hidden() {
    for hides in [true, false] {
        let dice: &[u16] = if hides { &[15] } else { &[] };
        let mut battle = duel(PILLAR, plain(), dice);
        battle.perform('a', "wait");
        let readied = Readied { watch: "moves".into(), act: Act::own("dodge") };
        battle.act('B', Act { target: Target::Ready(Box::new(readied)), ..Act::own("ready") }).perform('B', "wait");
        if hides {
            battle.perform('a', "sneak");
        }
        battle.walk('a', &[(0, 0)]);
        assert_eq!(battle.asked().0, if hides { 'a' } else { 'B' });
    }
}
