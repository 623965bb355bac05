//! What may be done, in whose turn, and at what price.

use crate::fighters::*;
use crate::skirmish::*;
use warboard::battle::Target;
use warboard::content::{ActionSpeed, Name, Unit};
use warboard::resolution::legal;

#[test] // FS-032, FS-048, FS-049, FS-050, FS-028, FS-029, FS-060, FS-062, FS-G08, FS-G38
fn primary_actions_cost_a_point_and_attacks_one_of_two() {
    let rules = fighting_style();
    let free = |speed: ActionSpeed| matches!(speed, ActionSpeed::Nothing | ActionSpeed::Actions(0));
    let without: Vec<&str> = rules.actions.iter().filter(|it| free(it.speed)).map(|it| it.id.as_str()).collect();
    let manoeuvres = ["bash", "brace", "caught", "disarm", "feint", "opportunity_attack", "precision", "push", "trip"];
    let others = ["crawl", "drop_item", "go_prone", "move", "postpone", "release", "wait"];
    let expected: Vec<&str> = manoeuvres.iter().chain(&others).copied().collect();
    let sorted = |mut ids: Vec<&'static str>| {
        ids.sort_unstable();
        ids
    };
    assert_eq!(sorted(without), sorted(expected));
    let attacks = rules.actions.iter().filter(|it| !it.costs.is_empty()).map(|it| it.id.as_str()).collect();
    assert_eq!(sorted(attacks), ["dread", "entangle", "fire_bolt", "frost_touch", "shock_lance", "strike"]);
}

#[test] // FS-033, FS-013
fn a_dash_adds_the_speed_to_the_free_movement() {
    let mut battle =
        duel(". a . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . B", fighter(), fighter(), &[]);
    let path: Vec<(i16, i16)> = (2..=16).map(|x| (x, 0)).collect();
    battle.walk('a', &path);
    battle.refused_walk('a', &[(17, 0)]);
    battle.perform('a', "dash");
    let path: Vec<(i16, i16)> = (17..=31).map(|x| (x, 0)).collect();
    battle.walk('a', &path);
    assert_eq!((battle.cell('a'), battle.left('a')), ((31, 0), (2, 2)));
}

#[test] // FS-052, FS-053, FS-054, FS-128, FS-G24
fn a_shot_uses_agility_and_a_strike_the_better_of_two_attributes() {
    let bonus = |weapon: Option<&str>, map: &str, strength, agility| {
        let unit = fighter().has("Strength", strength).has("Agility", agility);
        let armed = weapon.map_or_else(|| unit.clone().unarmed(), |weapon| unit.clone().weapon(weapon));
        let mut battle = duel(map, armed, fighter(), &[20]);
        battle.spend('B', "actions");
        battle.events();
        battle.strike('a', 'B');
        rolled(&battle.events())[0].bonus.total()
    };
    assert_eq!(bonus(Some("longbow"), "a . . B", 16, 8), 8 + 6);
    assert_eq!(bonus(Some("longsword"), "a B", 16, 8), 16 + 6);
    assert_eq!(bonus(Some("longsword"), "a B", 8, 16), 16 + 6);
    assert_eq!(bonus(None, "a B", 12, 8), 12 + 6);
    let mut battle = duel("a . B", fighter(), fighter(), &[]);
    let refused = battle.refused_strike('a', 'B');
    assert!(refused.contains("reach"), "{refused}");
}

#[test] // FS-070, FS-072
fn a_spell_on_the_mind_is_withstood_or_nothing() {
    let rules = fighting_style();
    let mage = Unit { spells: vec![Name::new("dread")], ..fighter().has("Sorcery", 3) };
    let mut battle = duel("a . . B", mage, fighter().has("Focus", 2), &[10, 12, 3]);
    let action = rules.actions.get(Name::new("dread")).expect("a spell").clone();
    let at = Target::Combatant(battle.id('B'));
    let act = legal::usual_casting(battle.snapshot().view(), &rules, battle.id('a'), &action, at).expect("a spell");
    battle.events();
    battle.act('a', act);
    assert_eq!(options(&battle), ('B', ["withstand", "-"].map(String::from).to_vec()));
    battle.choose('B', named("withstand"));
    let roll = &rolled(&battle.events())[0];
    assert_eq!((roll.bonus.total(), roll.difficulty.total()), (8 + 6, 8 + 4), "sorcery and focus, each by willpower");
    battle.spare_dice("12 against 10 Successes: no damage is rolled");
}

#[test] // FS-004, FS-006, FS-008, FS-007, FS-011, FS-020, FS-025
fn initiative_is_one_die_and_perception_or_the_initiative_of_a_character() {
    let rules = fighting_style();
    let turns = rules.policies.turn.in_rounds().expect("rounds");
    assert_eq!((turns.seconds, turns.initiative.to_string().as_str()), (6, "d6"));
    let of = |unit: Unit| {
        let battle = duel("a B", unit, fighter().has("Perception", 0), &[]);
        battle.row('a').turn_state.initiative
    };
    assert_eq!(of(fighter().has("Perception", 13)), 6 + 13);
    let character = fighter().has("Perception", 13).with_trait(warboard::content::Trait::PlayerCharacter);
    assert_eq!(of(character), 6 + (10 + 13) / 2);
    let mut battle = duel("a B", fighter(), fighter().has("Endurance", 2), &[10, 3]);
    battle.spend('B', "actions");
    battle.strike('a', 'B').choose('a', NONE);
    assert!(matches!(battle.status(), warboard::resolution::BattleStatus::Over(_)), "the encounter ends");
}
