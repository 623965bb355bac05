//! The computer opponent with spells and afflictions.

use crate::fighters::*;
use crate::skirmish::*;
use warboard::batch::Opponent;
use warboard::battle::{Afflicted, AfflictionState, Side, Target, Until};
use warboard::content::{Kept, Name, Unit};
use warboard::resolution::{Act, BattleEvent, Choice};

/// The answer of the tactician to the open prompt.
fn answer(battle: &Skirmish) -> Choice {
    let setup = battle.battle().setup();
    let prompt = battle.battle().prompt().expect("an open prompt");
    let mut tactician = Opponent::Tactician.controller(Side(0), 0);
    tactician.answer(battle.snapshot().view(), &setup.rules, setup, prompt).choice
}

/// The act that the tactician chooses now.
fn choice(battle: &Skirmish) -> Act {
    match answer(battle) {
        Choice::Act(act) => act,
        other => panic!("an act, not {other:?}"),
    }
}

fn caster(spells: &[&str]) -> Unit {
    let spells = spells.iter().map(|spell| Name::new(spell)).collect();
    Unit { spells, ..fighter().has("Reason", 3).has("Lore", 2).has("Arcana", 3).weapon("dagger") }
}

#[test] // HD-166, HD-167
fn nobody_takes_back_the_declaration_of_a_friend() {
    let fighters = |slow| [('c', fighter().has("Perception", 3), 14), (slow, fighter(), 8), ('B', fighter(), 3)];
    let mut friendly = battle("c B a", &fighters('a'), &[]);
    friendly.end_turn('c').no_interrupts().attack('a', "standard_attack", 'B');
    assert_eq!((friendly.interrupting(), answer(&friendly)), (Some('c'), Choice::Pass));
    let mut hostile = battle("c A . B", &fighters('A'), &[]);
    hostile.end_turn('c').no_interrupts().attack('A', "standard_attack", 'c');
    assert_eq!(hostile.interrupting(), Some('c'));
    assert_ne!(answer(&hostile), Choice::Pass, "an enemy is interrupted");
}

#[test] // HD-237
fn a_caster_burns_a_distant_foe() {
    let units = [('a', caster(&["fire_bolt"]), 9), ('B', fighter(), 5)];
    let battle = battle("a . . . . . . . . . B", &units, &[]);
    assert_eq!(choice(&battle).action, Name::new("fire_bolt"));
}

#[test] // HD-237, HD-348
fn a_healer_saves_a_friend_with_a_fatal_wound_by_a_spell() {
    let healer = caster(&["healing_touch"]);
    let champion = fighter().has("Strength", 5).has("Melee", 5);
    let units = [('B', fighter().weapon("bow"), 10), ('a', healer, 9), ('c', champion, 7)];
    let mut battle = battle("a c . . . . . . . . . . . . . . . B", &units, &[&wild(5)]);
    battle.attack('B', "standard_attack", 'c').end_turn('B');
    assert_eq!(battle.wounds('c'), [0, 0, 0, 0, 1]);
    let act = choice(&battle);
    assert_eq!((act.action, act.aimed_at()), (Name::new("healing_touch"), Some(battle.id('c'))));
}

#[test] // HD-337
fn a_healer_treats_a_friend_that_bleeds_badly() {
    let healer = fighter().has("Lore", 2).has("Healing", 9).has("Speed", 3).weapon("dagger");
    let units = [('a', healer, 9), ('c', fighter(), 7), ('B', fighter(), 5)];
    let mut battle = battle("a c . . . . . . . . . . . . . . . . B", &units, &[]);
    let state = AfflictionState { against: 3, ..AfflictionState::default() };
    let affliction = Afflicted { condition: "bleeding".into(), by: None, until: Until::Ended, level: 4, state };
    let (who, rule) = (battle.id('c'), Name::new("test"));
    battle.state.impose(&BattleEvent::ConditionGained { who, affliction, rule });
    let act = choice(&battle);
    assert_eq!((act.action, act.aimed_at()), (Name::new("treat_condition"), Some(who)));
}

/// a, with this weapon and a turn of 8 points, on or beside the horse h; S is its enemy.
fn horseman(map: &str, weapon: &str, rides: bool) -> Skirmish {
    let rider = fighter().weapon(weapon).has("Speed", 2);
    let units = [('a', rider, 9), ('h', crate::mounts::horse(), 8), ('S', fighter(), 3)];
    let mut battle = battle(map, &units, &[]);
    if rides {
        battle.seat('a', 'h');
    }
    battle
}

const AFAR: &str = "a h . . . . . . . . . . . . . . . . . . . . S\n. . . . . . . . . . . . . . . . . . . . . . .";
const BESIDE: &str = "h . S . a\n. . . . .";

#[test] // HD-274, HD-390, HD-391
fn a_swordsman_mounts_while_no_enemy_is_near() {
    let act = choice(&horseman(AFAR, "sword", false));
    assert_eq!(act.action, Name::new("mount"));
    let act = choice(&horseman(AFAR, "shortsword", false));
    assert_ne!(act.action, Name::new("mount"), "it could strike nobody from the saddle");
    let act = choice(&horseman("a h . .\nS . . .", "sword", false));
    assert_ne!(act.action, Name::new("mount"), "not in a melee");
    let units = [('a', fighter(), 9), ('h', crate::mounts::untrained(), 8), ('S', fighter(), 3)];
    let act = choice(&battle(AFAR, &units, &[]));
    assert_ne!(act.action, Name::new("mount"), "it may bolt");
}

#[test] // HD-274, HD-393, HD-397
fn a_rider_dismounts_where_it_cannot_fight() {
    assert_eq!(choice(&horseman(BESIDE, "shortsword", true)).action, Name::new("dismount"));
    let strikes = choice(&horseman(BESIDE, "sword", true));
    assert_eq!(strikes.aimed_at().map(|id| id.0), Some(2), "with a sword it strikes S from the saddle: {strikes:?}");
    let mut bolts = horseman(AFAR, "sword", true);
    assert_ne!(choice(&bolts).action, Name::new("dismount"));
    bolts.afflict('h', "bolting");
    assert_eq!(choice(&bolts).action, Name::new("dismount"));
}

#[test] // HD-363, HD-365, HD-367
fn the_nimble_snatch_a_weapon_from_their_pouch_and_the_clumsy_take_it() {
    let drawn = |dexterity: i16, stamina: i16| {
        let sword = warboard::content::Carried { in_hand: false, kept: Some(Kept::Pouch), ..carried("sword") };
        let unit = Unit { weapons: vec![sword], ..fighter().has("Dexterity", dexterity).has("Athletics", 2) };
        let units = [('a', unit, 9), ('B', fighter(), 5)];
        let mut battle = battle("a . . . B", &units, &[]);
        battle.drain('a', "stamina", stamina);
        choice(&battle).action
    };
    assert_eq!(drawn(3, 10), Name::new("snatch_from_pouch"), "5 against 2 saves 1 or 2 points of 3");
    assert_eq!(drawn(-3, 10), Name::new("draw_from_pouch"), "-1 against 2 costs points");
    assert_eq!(drawn(3, 0), Name::new("draw_from_pouch"), "a success would tire it");
}

/// What a readies at the end of its turn, with the trigger; B is this far away.
fn readied(weapon: &str, apart: usize, points: i16) -> Option<(Name, Name)> {
    let map = format!("a {} B", vec!["."; apart - 1].join(" "));
    let unit = fighter().weapon(weapon);
    let mut battle = battle(&map, &[('a', unit, 9), ('B', fighter(), 5)], &[]);
    battle.drain('a', "points", points);
    match choice(&battle).target {
        Target::Ready(readied) => Some((readied.watch, readied.act.action)),
        _ => None,
    }
}

#[test] // HD-249, HD-250, HD-G50
fn an_attack_is_readied_for_an_enemy_that_will_come() {
    let attack = Some((Name::new("steps_into_reach"), Name::new("standard_attack")));
    assert_eq!(readied("sword", 12, 1), attack);
    assert_eq!(readied("sword", 30, 1), None, "too far away");
    assert_eq!(readied("sword", 12, 0), None, "no point is left to ready with");
    assert_eq!(readied("sword", 2, 4), None, "a target in reach is attacked");
}

#[test] // HD-249, HD-251
fn what_is_readied_stays_so_to_the_end_of_the_turn() {
    let mut battle = battle("a . . . . . . . . . . . B", &[('a', fighter(), 9), ('B', fighter(), 5)], &[]);
    battle.drain('a', "points", 2);
    let ready = choice(&battle);
    assert!(matches!(ready.target, Target::Ready(_)), "{ready:?}");
    battle.act('a', ready);
    assert_eq!(choice(&battle).action, Name::new("wait"));
}
