//! Objects: hardness, hit points, and breaking by strength.

use crate::facts::terms;
use crate::fighters::*;
use crate::hits::types;
use crate::skirmish::*;
use warboard::battle::{Door, Field, Thing, ThingId, ThingRef, WeaponSlot};
use warboard::content::{Breakdown, HitTraits, ItemMagic, Label, Modifier, Name, Size, Trait, Unit};
use warboard::grid::Cell;
use warboard::mechanics::damage::Hit;
use warboard::mechanics::{Game, objects};
use warboard::resolution::{Act, BattleEvent, Choice, Target};
use warboard::rules::Ruleset;

/// The object of these tests.
pub const FIRST: ThingRef = ThingRef::Placed(ThingId(0));

fn object(field: &mut Field, kind: &str, left: i16) {
    let cell = Cell::new(1, 1);
    field.set_tile(cell, 1);
    field.doors.push(Door { cell, closed: 1, open: 0, is_open: false });
    let (name, cells) = (Name::new(kind), [cell].into_iter().collect());
    field.things.push(Thing {
        name,
        kind: name,
        cells,
        left,
        softened: 0,
        stiff: false,
        useless: false,
        leaves: Some(0),
        holds: Vec::new(),
    });
}

/// `a`, which acts first, before an object of this kind.
pub fn before(kind: fn(&mut Field), unit: Unit, dice: &[u16]) -> Skirmish {
    let plan = skirmish(&pathrunner(), "# # #\na . B\n# # #").field(kind);
    battle_of(plan, &[('a', unit, 20), ('B', fighter(), 1)], dice)
}

/// A wooden door.
pub fn good_door(field: &mut Field) {
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
fn taken(kind: fn(&mut Field), points: i16, harm: &str) -> Vec<(String, i16, &'static str)> {
    taken_in(&before(kind, fighter(), &[]), points, harm)
}

/// What the object of a battle takes of a hit.
fn taken_in(battle: &Skirmish, points: i16, harm: &str) -> Vec<(String, i16, &'static str)> {
    let rules = &battle.battle().setup().rules;
    taken_under(rules, Game::new(battle.snapshot().view(), rules.book()), points, harm)
}

/// What the object of a battle takes of a hit under some rules.
fn taken_under(rules: &Ruleset, game: Game<'_>, points: i16, harm: &str) -> Vec<(String, i16, &'static str)> {
    let amount = hit_under(rules, game, points, harm);
    amount.terms().iter().map(|term| (term.label.words(), term.amount, term.rule.as_str())).collect()
}

fn hit_under(rules: &Ruleset, game: Game<'_>, points: i16, harm: &str) -> Breakdown {
    let (policy, object) = (objects::policy(game).expect("objects"), objects::find(game, FIRST).expect("it"));
    let traits = HitTraits::default();
    let (types, blocked, nonlethal, margin) = (types(&[harm]), false, false, 0);
    let hit = Hit { types, traits: &traits, blocked, nonlethal, margin, submerged: false, ally: false, above: 0 };
    let rolled = Breakdown::of([(Label::DamageDice, points, Name::new("PR-056"))]);
    objects::damage_taken((&rules.policies.damage, policy), &object, hit, &rolled, false)
}

fn sum(terms: &[(String, i16, &'static str)]) -> i16 {
    terms.iter().map(|term| term.1).sum()
}

fn cites(terms: &[(String, i16, &'static str)], rule: &str) -> bool {
    terms.iter().any(|term| term.2 == rule)
}

#[test] // PR-081, PR-082, PR-090, PR-091
fn hardness_is_subtracted_from_each_hit() {
    let hit = taken(good_door, 9, "slashing");
    assert_eq!((sum(&hit), hit[1].1), (4, -5));
    assert_eq!(sum(&taken(good_door, 3, "slashing")), 0);
    assert_eq!(sum(&taken(rope, 3, "slashing")), 3);
}

#[test] // PR-096, PR-126, PR-128, PR-135
fn sonic_anarchic_and_primal_damage_are_doubled_and_the_sonic_ignores_hardness() {
    assert_eq!(sum(&taken(good_door, 9, "sonic")), 18);
    assert_eq!(sum(&taken(rope, 9, "sonic")), 9, "a rope is not rigid");
    assert_eq!(sum(&taken(good_door, 9, "anarchic")), 18 - 5);
    assert_eq!(sum(&taken(rock, 9, "primal")), 18 - 8, "hewn stone is built");
}

#[test] // PR-081
fn stone_has_the_hardness_and_hit_points_of_the_table() {
    let rules = pathrunner();
    let policy = rules.policies.things.as_ref().and_then(|things| things.objects.as_ref()).expect("objects");
    for id in ["rock", "unhewn_rock", "shaped_rock"] {
        let kind = policy.kinds.iter().find(|kind| kind.id.as_str() == id).expect("a kind");
        assert_eq!((kind.hardness, kind.hit_points), (8, 540), "3 feet of 15 points an inch: {id}");
    }
}

#[test] // PR-134, PR-137
fn primal_damage_of_any_amount_does_nothing_to_what_grew() {
    for kind in
        [|field: &mut Field| object(field, "unhewn_rock", 540), |field: &mut Field| object(field, "shaped_rock", 540)]
    {
        assert_eq!(sum(&taken(kind, 3000, "primal")), 0);
    }
}

#[test] // PR-123
fn ten_points_of_cold_take_two_of_hardness() {
    let battle = before(good_door, fighter(), &[]);
    let rules = &battle.battle().setup().rules;
    let game = Game::new(battle.snapshot().view(), rules.book());
    let softened = |points: i16| objects::softened(&hit_under(rules, game, points, "cold"));
    assert_eq!([softened(4), softened(5), softened(10)], [0, 1, 2]);
}

#[test] // PR-076, PR-077
fn each_point_of_enhancement_is_2_of_hardness_and_10_hit_points() {
    let battle = before(good_door, fighter(), &[]);
    let mut rules = Ruleset::clone(&battle.battle().setup().rules);
    let objects = rules.policies.things.as_mut().and_then(|things| things.objects.as_mut()).expect("objects");
    let kind = objects.kinds.iter_mut().find(|kind| kind.id.as_str() == "good_door").expect("a kind");
    let plain = kind.hit_points;
    kind.magic = ItemMagic { enhancement: 2, level: 0 };
    let kind = kind.clone();
    assert_eq!(objects::whole_points(&rules.policies, &kind) - plain, 20);
    let game = Game::new(battle.snapshot().view(), rules.book());
    assert_eq!(sum(&taken_under(&rules, game, 20, "slashing")), 20 - 5 - 4);
}

#[test] // PR-170
fn a_door_is_opened_and_closed_at_no_cost() {
    let mut battle = before(good_door, fighter(), &[]);
    for (action, open) in [("open_door", true), ("close_door", false)] {
        let act = Act { target: Target::Cell(Cell::new(1, 1)), ..Act::own(action) };
        battle.act('a', act);
        assert_eq!((battle.snapshot().field.doors[0].is_open, battle.left('a', "half")), (open, 2), "{action}");
    }
}

#[test] // PR-134, PR-136, PR-137
fn primal_damage_does_nothing_to_what_grew_and_spares_or_doubles_no_other_object() {
    let unhewn = taken(|field| object(field, "unhewn_rock", 540), 30, "primal");
    assert!(sum(&unhewn) == 0 && cites(&unhewn, "PR-134"), "{unhewn:?}");
    let shaped = taken(|field| object(field, "shaped_rock", 540), 30, "primal");
    assert!(sum(&shaped) == 0 && cites(&shaped, "PR-137"), "{shaped:?}");
    assert_eq!(sum(&taken(|field| object(field, "chest", 15), 9, "primal")), 9 - 5, "no structure");
}

fn harmed(battle: &mut Skirmish, left: i16, breaks: bool) {
    let (who, amount, rule) = (battle.id('a'), Breakdown::default(), Name::new("PR-092"));
    battle.state.impose(&BattleEvent::ObjectHarmed { who, thing: FIRST, amount, left, breaks, softened: 0, rule });
}

#[test] // PR-128
fn anarchic_damage_does_nothing_to_what_is_broken() {
    let mut battle = before(good_door, fighter(), &[]);
    harmed(&mut battle, 8, false);
    assert_eq!(sum(&taken_in(&battle, 9, "anarchic")), 18 - 5);
    harmed(&mut battle, 7, true);
    assert_eq!(sum(&taken_in(&battle, 9, "anarchic")), 0);
}

#[test] // PR-123, PR-124
fn cold_softens_even_what_resists_it_and_makes_rigid_what_bends() {
    let door = taken(good_door, 11, "cold");
    assert!(cites(&door, "PR-123") && !cites(&door, "PR-124"), "{door:?}");
    let strands = taken(rope, 1, "cold");
    assert!(cites(&strands, "PR-124"), "{strands:?}");
    let mut battle = before(rope, fighter(), &[]);
    let (who, rule) = (battle.id('a'), Name::new("PR-124"));
    battle.state.impose(&BattleEvent::ObjectStiffened { who, thing: ThingId(0), rule });
    assert_eq!(sum(&taken_in(&battle, 9, "sonic")), 18, "rigid now");
    assert!(!cites(&taken_in(&battle, 1, "cold"), "PR-124"), "already");
}

#[test] // PR-087, PR-088, PR-090, PR-092
fn smashing_is_a_manoeuvre_against_the_armour_class_of_the_object() {
    // 10 - 5 - 2; a manoeuvre bonus of 6 reaches it except with a natural 1.
    for (face, dice, left) in [(1, vec![1], 15), (2, vec![2, 8], 15 - (8 + 3 - 5))] {
        let mut battle = before(good_door, fighter().has("BaseAttack", 3), &dice);
        battle.act('a', Act::at_thing("smash", FIRST, Some(WeaponSlot(0))));
        let roll = rolled(&battle.events()).remove(0);
        assert_eq!((roll.difficulty.total(), battle.left('a', "half")), (3, 0));
        assert_eq!(battle.snapshot().field.things[0].left, if face == 1 { 15 } else { left }, "{face}");
        battle.all_rolled();
    }
}

#[test] // PR-090
fn smashing_deals_the_damage_of_the_weapon_less_the_hardness() {
    // One die of 12 and 1.5 times a modifier of 3, less 5.
    let left = 15 - (7 + 4 - 5);
    for (action, dice) in [("smash", vec![10, 7]), ("aimed_smash", vec![7])] {
        let mut battle = before(good_door, fighter().weapon("great_axe"), &dice);
        battle.act('a', Act::at_thing(action, FIRST, Some(WeaponSlot(0))));
        assert_eq!(battle.snapshot().field.things[0].left, left, "{action}");
        battle.all_rolled();
    }
}

#[test] // PR-089
fn a_round_of_aiming_never_misses_an_object_in_melee_and_adds_5_to_a_shot() {
    let mut near = before(good_door, fighter(), &[8]);
    near.act('a', Act::at_thing("aimed_smash", FIRST, Some(WeaponSlot(0))));
    assert_eq!(near.snapshot().field.things[0].left, 15 - (8 + 3 - 5));
    near.all_rolled();
    let mut far = before(good_door, fighter().weapon("longbow"), &[2, 8]);
    far.act('a', Act::at_thing("aimed_smash", FIRST, Some(WeaponSlot(0))));
    let bonus = rolled(&far.events()).remove(0).bonus;
    assert!(terms(&bonus).iter().any(|term| (term.1, term.2) == (5, "PR-089")), "{bonus}");
}

#[test] // PR-100, PR-101
fn only_magic_objects_make_saving_throws_with_2_and_half_their_level() {
    let battle = before(good_door, fighter(), &[]);
    let rules = &battle.battle().setup().rules;
    let game = Game::new(battle.snapshot().view(), rules.book());
    let saves = objects::policy(game).and_then(|policy| policy.saves).expect("saves");
    let mut door = objects::find(game, FIRST).expect("it");
    assert_eq!(objects::save_bonus(&saves, &door).expect_err("none").as_str(), "PR-101");
    door.magic = ItemMagic { enhancement: 1, level: 7 };
    let bonus = objects::save_bonus(&saves, &door).expect("magic");
    assert!(bonus.total() == 5 && bonus.to_string().contains("PR-100"), "{bonus}");
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

/// `a`, with a great axe and 27 - 5 points of damage at most, smashes a door of 15 hit points.
fn smashed(die: u16) -> Skirmish {
    let unit = fighter().has("Strength", 30).weapon("great_axe");
    let mut battle = before(good_door, unit, &[10, die]);
    battle.act('a', Act::at_thing("smash", FIRST, Some(WeaponSlot(0))));
    battle
}

#[test] // PR-379, PR-093, PR-C10
fn an_attacker_may_spare_an_object_that_its_blow_would_destroy() {
    let door = |battle: &Skirmish| battle.snapshot().field.things[0].clone();
    // 1d12 + 15 - 5: exactly 15 points destroy, and fewer leave it, without a choice.
    assert!(door(&smashed(5)).is_gone());
    assert_eq!(door(&smashed(4)).left, 1);
    for spares in [false, true] {
        let mut battle = smashed(6);
        battle.answer('a', !spares);
        let left = door(&battle);
        assert_eq!((left.is_gone(), left.useless), (!spares, spares));
        let told = battle.log_lines().join("\n");
        assert_eq!(told.contains("useless until repaired [PR-379]"), spares, "{told}");
        if spares {
            assert_eq!((left.left, battle.snapshot().field.doors[0].is_open), (1, false));
            let open = Act { target: Target::Cell(Cell::new(1, 1)), ..Act::own("open_door") };
            battle.wait('a').wait('B').refused(Choice::Act(open));
        }
    }
}

#[test] // PR-097, PR-092, PR-093
fn a_broken_object_does_its_work_until_it_has_no_hit_points() {
    let mut battle = before(good_door, fighter(), &[]);
    harmed(&mut battle, 1, true);
    let bars = |battle: &Skirmish| battle.snapshot().field.board.terrain(Cell::new(1, 1)).cost.is_none();
    assert!(bars(&battle), "a closed door still bars the way");
    let open = Act { target: Target::Cell(Cell::new(1, 1)), ..Act::own("open_door") };
    battle.act('a', open);
    assert!(battle.snapshot().field.doors[0].is_open && !bars(&battle), "and still opens");
    let mut gone = before(good_door, fighter(), &[]);
    harmed(&mut gone, 0, false);
    assert!(!bars(&gone));
}

#[test] // PR-084, PR-104
fn of_two_kinds_of_magic_that_hold_a_door_the_higher_counts() {
    let number = |kind: &str, seals: Option<&[(i16, &str)]>| {
        let battle = before(good_door, fighter(), &[]);
        let rules = &battle.battle().setup().rules;
        let policy = rules.policies.things.as_ref().and_then(|things| things.objects.as_ref()).expect("objects");
        let mut policy = policy.clone();
        let at = policy.kinds.iter().position(|known| known.id.as_str() == kind).expect("a kind");
        if let Some(seals) = seals {
            let seal = |(amount, rule): &(i16, &str)| Modifier { amount: *amount, rule: Name::new(rule) };
            policy.kinds[at].seals = seals.iter().map(seal).collect();
        }
        let mut rules = warboard::rules::Ruleset::clone(rules);
        rules.policies.things.as_mut().expect("things").objects = Some(policy.clone());
        let mut field = battle.snapshot().field.clone();
        field.things[0].kind = Name::new(kind);
        let mut snapshot = battle.snapshot().clone();
        snapshot.field = field;
        let game = Game::new(snapshot.view(), rules.book());
        let object = objects::find(game, FIRST).expect("it");
        objects::force(&policy, &object).expect("it can be broken").total()
    };
    assert_eq!((number("good_door", None), number("held_door", None), number("locked_door", None)), (18, 23, 33));
    assert_eq!(number("good_door", Some(&[(5, "PR-084"), (10, "PR-084")])), 28, "not 33");
}

#[test] // PR-103, PR-088
fn an_animated_object_has_the_armour_class_of_a_creature() {
    let statue = fighter().with_trait(Trait::Construct).has("Dexterity", 14).has("NaturalArmor", 6);
    let mut battle = duel("a B", fighter(), statue, &[10]);
    battle.attack('a', 'B');
    assert_eq!(rolled(&battle.events()).remove(0).difficulty.total(), 10 + 2 + 6);
}
