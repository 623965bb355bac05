//! Spells that create zones: fog and illusions.

use crate::advantage::{NO_ADVANTAGE, attack_advantage, disadvantage};
use crate::facts::*;
use crate::skirmish::*;
use crate::spells::*;
use warboard::content::{Stat, Trait, Unit, ZoneKind};
use warboard::grid::Cell;
use warboard::mechanics::attack::Mode;
use warboard::mechanics::{Game, cover, line, sight};
use warboard::narration::laid_words;
use warboard::resolution::{Act, BattleEvent};

fn archer() -> Unit {
    plain().weapon("shortbow")
}

fn cells(battle: &Skirmish) -> Vec<(i16, i16)> {
    let view = battle.snapshot().view();
    view.zones().flat_map(|(_, zone)| &zone.cells).map(|cell| (cell.x, cell.y)).collect()
}

#[test] // TA-064, TA-065, TA-071, TA-165, TA-166, TA-G33
fn fog_from_a_spell_conceals_like_any_fog_until_it_ends() {
    let mut battle = duel("a . . . . . B", mage(), archer(), &[]);
    battle.events();
    battle.act('a', at_cell("fog", energy(1, 1, 1, 1), 3, 0));
    let told = ["a: Fog", "a spends 4 energy: 5 left [TA-065]", "a's Fog covers 3 cells around (3, 0) [TA-165]"];
    assert_eq!(battle.log_lines(), told);
    assert_eq!(cells(&battle), [(2, 0), (3, 0), (4, 0)], "within 5 feet");
    assert_eq!(
        (attack_advantage(&battle, 'a', 'B', Mode::Ranged), attack_advantage(&battle, 'B', 'a', Mode::Ranged)),
        (disadvantage("TA-166"), disadvantage("TA-166"))
    );
    let words = laid_words(battle.snapshot().view(), &fragments(), Cell::new(4, 0));
    let [words] = &words[..] else { panic!("{words:?}") };
    assert_eq!((&*words.what, &*words.until), ("Fog of a", "until the turn of a in round 2"));
    battle.perform('a', "wait");
    assert_eq!(attack_advantage(&battle, 'B', 'a', Mode::Ranged), disadvantage("TA-166"), "for one round");
    battle.events();
    battle.perform('B', "wait");
    assert!(battle.log_lines().iter().any(|line| line.starts_with("a's Fog ends")));
    assert_eq!((attack_advantage(&battle, 'B', 'a', Mode::Ranged), cells(&battle)), (NO_ADVANTAGE, vec![]));
}

#[test] // TA-201, TA-166
fn fog_blocks_no_line_of_effect_and_no_step() {
    let mut battle = duel("a . B", mage(), plain(), &[]);
    battle.act('a', at_cell("fog", energy(1, 0, 1, 1), 1, 0)).perform('a', "wait");
    let (rules, b) = (fragments(), battle.id('B'));
    let view = battle.snapshot().view();
    assert!(line::has_line(Game::new(view, rules.book()), view.footprint(b), Cell::new(0, 0).into()));
    battle.walk('B', &[(1, 0)]);
    assert_eq!(battle.cell('B'), (1, 0));
}

#[test] // TA-167, TA-162
fn an_exact_sense_ignores_fog_and_darkness() {
    let seer = || archer().with_trait(Trait::ExactSense);
    let mut battle = duel("a . . . . . B", mage(), seer(), &[]);
    battle.act('a', at_cell("fog", energy(1, 1, 1, 1), 3, 0));
    assert_eq!(attack_advantage(&battle, 'a', 'B', Mode::Ranged), disadvantage("TA-166"), "the caster is no exception");
    assert_eq!(attack_advantage(&battle, 'B', 'a', Mode::Ranged), NO_ADVANTAGE);
    let night = skirmish(&fragments(), "a . . B").unit('a', seer()).unit('B', archer());
    let night = night.field(|field| field.dark = true).seeded(1);
    assert_eq!(
        (attack_advantage(&night, 'a', 'B', Mode::Ranged), attack_advantage(&night, 'B', 'a', Mode::Ranged)),
        (NO_ADVANTAGE, disadvantage("TA-162"))
    );
    let seen = duel("a . . B", archer().with_trait(Trait::Darkvision), mage(), &[]);
    assert!(!seen.row('a').sheet.has(Trait::ExactSense), "sight in the dark is no such sense (TA-G33)");
}

#[test] // TA-217
fn a_blinded_combatant_is_blind_despite_other_senses() {
    let mut battle = duel("a . . B", archer().with_trait(Trait::ExactSense), archer(), &[]);
    battle.afflict('a', "blinded");
    let (rules, a, b) = (fragments(), battle.id('a'), battle.id('B'));
    let concealed = sight::concealment(Game::new(battle.snapshot().view(), rules.book()), a, b);
    assert_eq!(concealed.map(|rule| rule.as_str()), Some("TA-217"));
}

#[test] // TA-071, TA-010
fn fog_outlasts_its_caster() {
    let giant = plain().stat(Stat::Strength, 60);
    // The blow that kills rolls two dice in the fog.
    let mut battle = duel("a B . . .", mage(), giant, &[15, 15, 8]);
    battle.act('a', at_cell("fog", energy(1, 0, 1, 2), 1, 0)).perform('a', "wait");
    battle.act_on('B', "attack", 'a');
    assert!(battle.row('a').gone);
    assert_eq!(cells(&battle), [(0, 0), (1, 0), (2, 0)]);
    battle.all_rolled();
}

/// `a` and its friend `c` behind an illusory wall, seen by `B`.
fn phantom(dice: &[u16]) -> Skirmish {
    let map = "c . . . . .\na . . . . B\n. . . . . .";
    let faces = [20, 2, 1].iter().chain(dice).copied().collect::<Vec<_>>();
    let mut battle =
        skirmish(&fragments(), map).unit('a', mage()).unit('c', archer()).unit('B', archer()).rolls(&faces);
    battle.act('a', at_cell("phantom_wall", energy(1, 1, 1, 2), 2, 1));
    battle.perform('a', "wait").perform('c', "wait");
    battle
}

#[test] // TA-203, TA-205, TA-G55
fn an_attacker_that_believes_in_an_illusory_wall_attacks_through_cover() {
    let battle = phantom(&[]);
    assert_eq!(cells(&battle), [(2, 0), (2, 1), (2, 2)], "across the way to it");
    assert_eq!(attack_advantage(&battle, 'B', 'a', Mode::Ranged), disadvantage("TA-203"));
    assert_eq!(
        (attack_advantage(&battle, 'a', 'B', Mode::Ranged), attack_advantage(&battle, 'c', 'B', Mode::Ranged)),
        (NO_ADVANTAGE, NO_ADVANTAGE),
        "its maker and its friends know it"
    );
    let (rules, view) = (fragments(), battle.snapshot().view());
    let found = cover::cover(Game::new(view, rules.book()), battle.id('B'), battle.id('a'));
    assert!(found.seen && found.illusion.is_some() && found.creature.is_none(), "nothing is there: it never hides all");
    let [(_, zone)] = view.zones().collect::<Vec<_>>()[..] else { panic!("one zone") };
    assert_eq!((zone.does, zone.known_by.len()), (ZoneKind::Illusion, 0));
}

#[test] // TA-203, TA-G55
fn a_combatant_that_walks_through_an_illusion_disbelieves_it() {
    let mut battle = phantom(&[]);
    battle.events();
    battle.walk('B', &[(4, 1), (3, 1), (2, 1), (1, 1)]);
    let told = battle.log_lines();
    let seen: Vec<&String> = told.iter().filter(|line| line.contains("sees through")).collect();
    assert_eq!(seen, ["B sees through a's Phantom wall [TA-G55]"]);
    assert_eq!(battle.cell('B'), (1, 1), "there is nothing to stop it");
    assert!(!attack_advantage(&battle, 'B', 'c', Mode::Ranged).1.contains(&"TA-203"));
}

#[test] // TA-196, TA-203, TA-G55
fn a_search_reveals_an_illusion() {
    // Against 10 and the level and mind of its maker: 9 + 1 is one too little.
    for (rolled, found) in [(9, false), (10, true)] {
        let mut battle = phantom(&[rolled]);
        battle.events();
        battle.perform('B', "search");
        let events = battle.events();
        let check = checks(&events).remove(0);
        assert_eq!((check.defence, check.difficulty.total()), (Some(Stat::MentalDefence), 11));
        let through = |event: &BattleEvent| match event {
            BattleEvent::IllusionSeenThrough { rule, .. } => Some(rule.as_str()),
            _ => None,
        };
        assert_eq!(events.iter().find_map(through), found.then_some("TA-G55"));
        assert_eq!(
            attack_advantage(&battle, 'B', 'a', Mode::Ranged),
            if found { NO_ADVANTAGE } else { disadvantage("TA-203") }
        );
        battle.all_rolled();
    }
}

#[test] // TA-070, TA-072, TA-200, TA-G14
fn zones_are_neither_controlled_nor_cast_behind_a_wall() {
    let mut battle = duel("a . # . . B", mage(), plain(), &[]);
    assert_eq!(refusal(&mut battle, at_cell("fog", energy(1, 1, 1, 1), 4, 0)), "TA-064");
    battle.act('a', at_cell("fog", energy(1, 1, 2, 2), 1, 0));
    assert_eq!(cells(&battle), [(0, 0), (1, 0), (2, 0)], "10 feet, and not beyond the wall");
    battle.perform('a', "wait").perform('B', "wait");
    let id = battle.snapshot().spells[0].id;
    let control = Act { target: warboard::battle::Target::Spell(id), ..Act::own("control") };
    assert!(battle.refused(warboard::resolution::Choice::Act(control)).to_string().contains("cannot be controlled"));
}
