//! Objects: hardness, hit points, and breaking by strength.

use crate::facts::terms;
use crate::fighters::*;
use crate::hits::types;
use crate::skirmish::*;
use warboard::battle::{Door, Field, Thing, ThingId, ThingRef};
use warboard::content::{Breakdown, DamageTypes, HitTraits, Label, Name, Size, Unit};
use warboard::grid::Cell;
use warboard::mechanics::damage::Hit;
use warboard::mechanics::{Game, objects};
use warboard::resolution::{Act, BattleEvent};

const FIRST: ThingRef = ThingRef::Placed(ThingId(0));

fn object(field: &mut Field, kind: &str, left: i16) {
    let cell = Cell::new(1, 1);
    field.set_tile(cell, 1);
    field.doors.push(Door { cell, closed: 1, open: 0, is_open: false });
    let (name, cells) = (Name::new(kind), [cell].into_iter().collect());
    field.things.push(Thing { name, kind: name, cells, left, softened: 0, leaves: Some(0), holds: Vec::new() });
}

fn before(kind: fn(&mut Field), unit: Unit, dice: &[u16]) -> Skirmish {
    let plan = skirmish(&pathrunner(), "# # #\na . B\n# # #").field(kind);
    battle_of(plan, &[('a', unit, 20), ('B', fighter(), 1)], dice)
}

fn good_door(field: &mut Field) {
    object(field, "good_door", 15);
}

fn rock(field: &mut Field) {
    object(field, "rock", 540);
}

fn rope(field: &mut Field) {
    object(field, "rope", 2);
}

#[test] // PR-082, PR-083, PR-104
fn an_object_is_broken_by_a_check_of_strength_against_its_number() {
    for (face, broken) in [(14, false), (15, true)] {
        let mut battle = before(good_door, fighter(), &[face]);
        battle.act('a', Act::at_thing("break", FIRST, None));
        let roll = rolled(&battle.events()).remove(0);
        assert_eq!((roll.difficulty.total(), roll.bonus.total()), (18, 3));
        assert_eq!(battle.snapshot().field.things[0].is_gone(), broken, "{face}");
        assert_eq!(battle.left('a', "half"), 0);
    }
}

#[test] // PR-105, PR-106, PR-092
fn a_broken_object_is_easier_and_a_large_body_stronger() {
    let mut battle = before(good_door, fighter().size(Size::Small), &[10]);
    let hurt = BattleEvent::ObjectHarmed {
        who: battle.id('a'),
        thing: FIRST,
        amount: Default::default(),
        left: 7,
        breaks: true,
        softened: 0,
        rule: "PR-092".into(),
    };
    battle.state.impose(&hurt);
    battle.act('a', Act::at_thing("break", FIRST, None));
    let roll = rolled(&battle.events()).remove(0);
    assert!(terms(&roll.difficulty).iter().any(|term| term.1 == -2 && term.2 == "PR-105"));
    assert!(terms(&roll.bonus).iter().any(|term| term.1 == -4 && term.2 == "PR-106"));
}

/// What an object takes of a hit.
fn taken(kind: fn(&mut Field), points: i16, harm: DamageTypes) -> Vec<(String, i16, &'static str)> {
    let battle = before(kind, fighter(), &[]);
    let rules = &battle.battle().setup().rules;
    let game = Game::new(battle.snapshot().view(), rules.book());
    let (policy, object) = (objects::policy(game).expect("objects"), objects::find(game, FIRST).expect("it"));
    let traits = HitTraits::default();
    let hit = Hit { types: harm, traits: &traits, blocked: false, nonlethal: false, margin: 0, submerged: false };
    let rolled = Breakdown::of([(Label::DamageDice, points, Name::new("PR-056"))]);
    let amount = objects::damage_taken((&rules.policies.damage, policy), &object, hit, &rolled, false);
    terms(&amount)
}

fn sum(terms: &[(String, i16, &'static str)]) -> i16 {
    terms.iter().map(|term| term.1).sum()
}

#[test] // PR-081, PR-082, PR-090, PR-091
fn hardness_is_subtracted_from_each_hit() {
    let hit = taken(good_door, 9, types(&["slashing"]));
    assert_eq!((sum(&hit), hit[1].1), (4, -5));
    assert_eq!(sum(&taken(good_door, 3, types(&["slashing"]))), 0);
    assert_eq!(sum(&taken(rope, 3, types(&["slashing"]))), 3);
}

#[test] // PR-096, PR-126, PR-128, PR-135
fn sonic_anarchic_and_primal_damage_are_doubled_and_the_sonic_ignores_hardness() {
    assert_eq!(sum(&taken(good_door, 9, types(&["sonic"]))), 18);
    assert_eq!(sum(&taken(rope, 9, types(&["sonic"]))), 9, "a rope is not rigid");
    assert_eq!(sum(&taken(good_door, 9, types(&["anarchic"]))), 18 - 5);
    assert_eq!(sum(&taken(rock, 9, types(&["primal"]))), 18 - 8, "hewn stone is built");
}

#[test] // PR-088, PR-080
fn the_armour_class_of_an_object_follows_its_size() {
    let class = |kind: fn(&mut Field)| {
        let battle = before(kind, fighter(), &[]);
        let game = Game::new(battle.snapshot().view(), battle.battle().setup().rules.book());
        let (policy, object) = (objects::policy(game).expect("objects"), objects::find(game, FIRST).expect("it"));
        objects::defence(game, policy, &object).total()
    };
    assert_eq!([class(good_door), class(rock), class(rope)], [3, 2, 7]);
}
