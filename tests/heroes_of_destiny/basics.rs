//! Rules that stand for all actions and rolls: prices and requirements, checks that are no attacks, reactions and doors.

use crate::facts::{checks, damage_taken, refusal, refused_at, terms};
use crate::fighters::*;
use crate::mounts::horse;
use crate::skirmish::*;
use crate::spells::{energy, mage};
use warboard::battle::{Door, Field, Target, WeaponSlot};
use warboard::content::{ActionSpeed, Does, RollType, Trait, Unit};
use warboard::grid::Cell;
use warboard::resolution::{Act, Asks, Occasion, legal};

#[test] // HD-028, HD-G57
fn stamina_begins_at_ten_and_vitality() {
    let stamina = |vitality: i16| {
        let unit = fighter().has("Vitality", vitality);
        battle("a B", &[('a', unit, 9), ('B', fighter(), 5)], &[]).stamina('a')
    };
    assert_eq!([-2, 0, 3].map(stamina), [8, 10, 13]);
}

#[test] // HD-094, HD-095, HD-096, HD-097
fn combat_checks_are_rolled_like_attacks_without_damage_and_may_meet_other_numbers() {
    let mut grapple =
        battle("a B", &[('a', fighter().weapon("dagger"), 9), ('B', fighter(), 5)], &[&wild(0), &wild(3)]);
    grapple.drain('a', "points", 18);
    grapple.act('a', Act::at("grapple", grapple.id('B'), Some(WeaponSlot(1)))).no_interrupts();
    grapple.events();
    grapple.act_on('a', "pin", 'B').no_interrupts();
    let events = grapple.events();
    let rolled = &checks(&events)[0];
    assert_eq!(rolled.roll, RollType::Attack, "wild dice");
    assert_eq!((rolled.bonus.total(), rolled.difficulty.total()), (0, 3), "Power 2 less 2, against Agility");
    assert!(damage_taken(&events).is_empty() && grapple.has('B', "pinned"), "{rolled:?}");
    let mut opening = battle("a . B", &[('a', fighter(), 9), ('B', fighter(), 5)], &[&wild(-5)]);
    opening.act_on('a', "create_opening", 'B').no_interrupts();
    let events = opening.events();
    assert_eq!((checks(&events)[0].roll, damage_taken(&events).len()), (RollType::Attack, 0));
    assert!(checks(&events)[0].degree.is_hit(), "it meets no defence");
}

#[test] // HD-095, HD-261
fn an_opening_meets_no_number_however_bad_the_roll() {
    let feeble = fighter().has("Dexterity", -30).has("Melee", -30);
    let mut opening = battle("a . B", &[('a', feeble, 9), ('B', fighter(), 5)], &[&[1; 5]]);
    opening.events();
    opening.act_on('a', "create_opening", 'B').no_interrupts();
    let [check] = &checks(&opening.events())[..] else { panic!("one roll") };
    assert_eq!((check.bonus.total(), check.natural), (-60, -10));
    assert!(check.degree.is_hit(), "its result counts as a guard: {check:?}");
}

#[test] // HD-126
fn special_attacks_meet_the_defence_that_they_name() {
    // Ranged defence 4 with the shield, Agility 3 without.
    let shielded = || Unit { shield: Some("shield".into()), ..fighter() };
    let met = |spell: &str, energy| {
        let mage = mage().has("Speed", 4);
        let mut battle = battle("a . . B", &[('a', mage, 9), ('B', shielded(), 5)], &[&wild(-5)]);
        battle.cast('a', spell, energy, 'B');
        checks(&battle.events())[0].difficulty.total()
    };
    assert_eq!((met("fire_bolt", energy(1, 2, 0)), met("web", energy(1, 1, 0))), (4, 3));
}

#[test] // HD-145
fn work_that_is_paid_in_part_need_not_be_finished() {
    let healer = fighter().has("Lore", 1).has("Healing", 7);
    let fighters = [('B', fighter(), 9), ('a', fighter(), 7), ('c', healer, 5)];
    let mut battle = battle("c a B", &fighters, &[&wild(0)]);
    battle.attack('B', "standard_attack", 'a').no_interrupts().end_turn('B').end_turn('a');
    battle.act_on('c', "treat_wound", 'a').no_interrupts();
    assert_eq!(battle.points('c'), 0, "6 of 8");
    battle.end_turn('c').end_turn('B').end_turn('a');
    battle.end_turn('c');
    assert_eq!(battle.points('c'), 18, "nothing more was paid");
    assert_eq!(battle.wounds('a'), [0, 1, 0, 0, 0]);
    battle.all_rolled();
}

#[test] // HD-172
fn one_trigger_allows_one_reaction() {
    let shooter = Unit { weapons: vec![carried("bow")], ..fighter() };
    let fighters = [('k', shooter, 9), ('h', fighter(), 4), ('G', fighter().weapon("dagger"), 3)];
    let mut battle = battle("k G\n. h", &fighters, &[&wild(0), &wild(-5)]);
    battle.no_interrupts().end_turn('k').no_interrupts().end_turn('h');
    battle.act('G', Act::at("grapple", battle.id('h'), Some(WeaponSlot(1)))).no_interrupts().end_turn('G');
    battle.attack('k', "standard_attack", 'G');
    while matches!(battle.asked().1, Asks::Interrupt { .. }) {
        let who = battle.asked().0;
        battle.pass(who);
    }
    let (who, mut offered) = battle.offered();
    offered.sort();
    assert_eq!((who, offered), ('G', vec!["harry".to_owned(), "interpose".to_owned()]));
    battle.react('G', "harry").no_interrupts();
    assert_eq!(battle.asked().0, 'k', "it is not asked for the other one");
    battle.all_rolled();
}

#[test] // HD-210, HD-234
fn every_action_says_what_it_does_and_what_it_costs() {
    let rules = heroes();
    for action in rules.actions.iter() {
        assert!(!action.name.is_empty() && !action.about.is_empty(), "{}", action.id);
    }
    let strong = rules.actions.get("strong_attack".into()).expect("the action");
    assert_eq!(strong.speed, ActionSpeed::WeaponPoints(-2));
    let stamina: Vec<_> = strong.costs.iter().flatten().map(|price| (price.pool.as_str(), price.points)).collect();
    assert_eq!(stamina, [("stamina", 1)]);
}

#[test] // HD-212
fn mana_is_spent_or_invested_by_the_kind_of_action() {
    let mage = || mage().has("Speed", 4);
    let dice: [&[u16]; 1] = [&wild(-5)];
    let cast = |spell: &str, energy, at: char| {
        let mut battle = battle("a . . B", &[('a', mage(), 9), ('B', fighter(), 5)], &dice[..usize::from(at == 'B')]);
        battle.cast('a', spell, energy, at);
        let most =
            warboard::mechanics::magic::most_energy(battle.snapshot().view(), battle.id('a'), stat("ManaMaximum"));
        (battle.row('a').vitals.energy, most)
    };
    assert_eq!(cast("fire_bolt", energy(1, 2, 0), 'B'), (9, 12), "an attack spends it");
    assert_eq!(cast("shield_of_force", energy(1, 1, 2), 'a'), (8, 8), "what lasts has it invested");
}

#[test] // HD-213, HD-299
fn no_reaction_without_its_trigger() {
    let mut battle = battle("a B", &[('a', fighter(), 9), ('B', fighter(), 5)], &[]);
    for (reaction, rule) in [("rebuff", "HD-227"), ("harry", "HD-246"), ("cling", "HD-282"), ("interpose", "HD-299")] {
        let act = Act::at(reaction, battle.id('B'), Some(WeaponSlot(0)).filter(|_| reaction == "rebuff"));
        assert_eq!(refusal(&mut battle, act), rule, "{reaction}");
    }
}

#[test] // HD-232, HD-231
fn a_standard_attack_has_no_modifier_of_its_own() {
    for (weapon, map) in [("sword", "a B"), ("bow", "a . . B")] {
        let unit = Unit { weapons: vec![carried(weapon)], ..fighter() };
        let mut battle = battle(map, &[('a', unit, 9), ('B', fighter().has("Reflex", 0), 5)], &[&wild(-5)]);
        let price = if weapon == "sword" { 4 } else { 5 };
        battle.attack('a', "standard_attack", 'B').no_interrupts();
        let rolled = checks(&battle.events());
        let amounts: Vec<i16> = terms(&rolled[0].bonus).iter().map(|(_, amount, _)| *amount).collect();
        assert_eq!((amounts, battle.points('a')), (vec![2, 2], 6 - price), "{weapon}");
    }
}

#[test] // HD-317
fn only_foes_in_melee_reach_are_hindered() {
    for action in ["disarm", "distract", "shove", "trip"] {
        let mut far = battle("a . . B", &[('a', fighter(), 9), ('B', fighter(), 5)], &[]);
        let near = battle("a B", &[('a', fighter(), 9), ('B', fighter(), 5)], &[]);
        assert!(!refused_at(&mut far, action, 'B').is_empty(), "{action}");
        let act = Act::at(action, near.id('B'), None);
        let check = legal::check_on(near.snapshot().view(), &heroes(), near.id('a'), &act, Occasion::OwnTurn);
        assert!(check.is_ok(), "{action}: {check:?}");
    }
}

/// A closed door in a wall.
fn door(field: &mut Field) {
    let cell = Cell::new(1, 1);
    field.set_tile(cell, 1);
    field.doors.push(Door { cell, closed: 1, open: 0, is_open: false });
}

/// `a` beside a door, or one yard farther off.
fn at_a_door(unit: Unit, map: &str) -> Skirmish {
    let plan = skirmish(&heroes(), map).field(door);
    let mut battle = battle_of(plan, &[('a', unit, 9), ('B', fighter().has("Reflex", 0), 5)], &[]);
    battle.no_interrupts();
    battle
}

fn open() -> Act {
    Act { target: Target::Cell(Cell::new(1, 1)), ..Act::own("open_door") }
}

#[test] // HD-355, HD-356
fn a_door_within_reach_is_opened_and_closed_for_two_points_each() {
    let beside = "# # # #\na . . B\n# # # #";
    let mut battle = at_a_door(fighter(), beside);
    battle.act('a', open()).no_interrupts();
    assert_eq!(battle.points('a'), 4);
    battle.act('a', Act { target: Target::Cell(Cell::new(1, 1)), ..Act::own("close_door") }).no_interrupts();
    assert_eq!(battle.points('a'), 2);
    let mut far = at_a_door(fighter(), "# # # #\n. . . B\n# a # #");
    assert!(!refusal(&mut far, Act { target: Target::Cell(Cell::new(3, 1)), ..open() }).is_empty(), "no door there");
}

#[test] // HD-355, HD-347, HD-337
fn those_without_hands_open_no_doors_and_treat_no_wounds() {
    let beast = Unit { weapons: vec![carried("hooves")], ..fighter() }.with_trait(Trait::NoHands);
    assert_eq!(refusal(&mut at_a_door(beast, "# # # #\na . . B\n# # # #"), open()), "HD-355");
    let fighters = [('B', fighter(), 9), ('a', fighter(), 7), ('h', horse(), 5)];
    let mut battle = battle("h . a B\n. . . .", &fighters, &[&wild(0)]);
    battle.attack('B', "standard_attack", 'a').no_interrupts().end_turn('B').end_turn('a');
    battle.drain('h', "points", 8);
    for (action, rule) in [("treat_wound", "HD-347"), ("treat_condition", "HD-337")] {
        assert_eq!(refused_at(&mut battle, action, 'a'), rule);
    }
}

#[test] // HD-362
fn no_attack_and_no_spell_is_done_in_a_hurry() {
    let rules = heroes();
    let hurried: Vec<_> = rules.actions.iter().filter(|action| action.hurry.is_some()).collect();
    assert!(!hurried.is_empty());
    for action in hurried {
        let check = action.check();
        assert!(check.is_none_or(|check| !check.is_attack()) && !matches!(action.does, Does::Cast(_)), "{}", action.id);
    }
}
