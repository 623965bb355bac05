//! Blows, losses of gear, provoked attacks and holds in a tiny rule system with rolls under a target number.

use std::sync::Arc;

use crate::manoeuvres::{duel, fighter, fighting, no, pick, rolled};
use crate::proofs::{economy, reactions_left};
use crate::skirmish::*;
use crate::spells::{energy, mage, on};
use warboard::battle::{GearPiece, LinkKind, WeaponLocation, WeaponSlot};
use warboard::content::authored::parse;
use warboard::content::{
    Action, AdvantageKind, Breakdown, DamageStep, Name, PoolId, Pusher, Reaction, Size, Source, Stat, Table, Unit,
};
use warboard::resolution::{Asks, BattleEvent, Choice, Pick};
use warboard::rules::Ruleset;

/// Target numbers of 16 to strike and to conjure flames, and 5 points of damage from the stat of the blow.
fn striker() -> Unit {
    fighter().stat(Stat::Accuracy, 11).stat(Stat::Strength, 5).stat(Stat::Persona, 5)
}

fn guarded() -> Unit {
    Unit { shield: Some("small_shield".into()), ..fighter() }
}

fn read<T: serde::de::DeserializeOwned>(text: &str) -> T {
    parse(&Source::new("text.ron", text)).unwrap_or_else(|wrong| panic!("{}", wrong.brief()))
}

fn damage(battle: &mut Skirmish) -> Vec<(i16, String)> {
    let found = battle.events().into_iter().filter_map(|event| match event {
        BattleEvent::DamageTaken(hurt) => Some((hurt.amount.total(), hurt.amount.to_string())),
        _ => None,
    });
    found.collect()
}

/// Iron that protects against blows and, by 2, against magic; a shield of bone.
fn armoured() -> Ruleset {
    let mut rules = fighting();
    rules.armor = Table::new(vec![read(r#"(id: "iron", name: "Iron", bonus: 5, adds: {Essence: 2}, rule: "R-81")"#)]);
    rules.shields = Table::new(vec![read(r#"(id: "small_shield", name: "Bone shield", bonus: 6, rule: "R-82")"#)]);
    rules.policies.roles.highest = vec![Stat::Armor];
    rules.policies.damage.threshold = None;
    let steps: Vec<DamageStep> = read(
        r#"[
            (on: (types: "slashing"), does: Subtract(stat: Armor), rule: "R-83"),
            (on: (types: "slashing", blocked: Some(true)), does: Subtract(stat: Shield), rule: "R-84"),
            (on: (types: "fire"), does: Subtract(stat: Essence), rule: "R-85"),
            (on: (types: "fire", blocked: Some(true)), does: Subtract(stat: Shield, half: true), rule: "R-86"),
            (does: Lose([HitPoints]), rule: "R-87"),
        ]"#,
    );
    rules.policies.damage.pipeline = steps;
    rules
}

#[test] // FS-151 to FS-159, FS-G21, FS-G22, FS-A2
fn a_block_adds_the_shield_to_the_armour_and_half_of_it_against_magic() {
    let worn = |armor: bool| Unit { armor: armor.then(|| "iron".into()), ..guarded() };
    // 15 and 2 both pass: 7 + 5 less 5 and 6; the flames are 6 + 6 less 3, or less 2 + 3 in iron.
    for (act, armor, dice, left) in [
        ("strike", true, &[15, 2, 7][..], 1),
        ("strike", false, &[15, 2, 7], 6),
        ("flame", false, &[15, 2, 6, 6], 9),
        ("flame", true, &[15, 2, 6, 6], 7),
    ] {
        let mut battle = duel(armoured(), (striker(), worn(armor)), dice);
        battle.act_on('a', act, 'B').choose('B', pick("block"));
        let dealt = damage(&mut battle);
        assert_eq!(dealt[0].0, left, "{act}: {}", dealt[0].1);
        battle.all_rolled();
    }
    let mut dodged = duel(armoured(), (striker(), worn(true)), &[15, 2, 7]);
    dodged.act_on('a', "strike", 'B').choose('B', pick("dodge"));
    assert_eq!(damage(&mut dodged)[0].0, 7, "the shield does nothing");
}

#[test] // FS-155
fn only_the_best_source_of_such_a_stat_counts() {
    for (own, counts) in [(3, 5), (7, 7)] {
        let unit = Unit { armor: Some("iron".into()), ..fighter().stat(Stat::Armor, own).stat(Stat::Essence, 1) };
        let battle = duel(armoured(), (striker(), unit), &[]);
        let sheet = &battle.row('B').sheet;
        assert_eq!((sheet.stat(Stat::Armor), sheet.stat(Stat::Essence)), (counts, 3), "all others add up");
    }
}

fn disarmed(unit: Unit, dice: &[u16]) -> Skirmish {
    let unit = unit.stat(Stat::Athletics, 12);
    let faces: Vec<u16> = [9, 3].iter().chain(dice).copied().collect();
    let mut battle = duel(fighting(), (striker(), unit), &faces);
    battle.act_on('a', "strike", 'B').choose('B', no()).choose('a', pick("disarm"));
    battle
}

fn take(battle: &mut Skirmish, thing: GearPiece) {
    let whose = battle.id('B');
    battle.choose('a', Choice::Pick(Pick::Item(whose, thing)));
}

#[test] // FS-090 to FS-092, FS-G31
fn the_winner_chooses_what_the_loser_may_drop() {
    let sword = GearPiece::Weapon(WeaponSlot(0));
    let mut battle = disarmed(guarded(), &[13]);
    let (who, Asks::Pick { options, .. }) = battle.asked() else { panic!("{:?}", battle.asked()) };
    let whose = battle.id('B');
    assert_eq!((who, options), ('a', [sword, GearPiece::Shield].map(|thing| Pick::Item(whose, thing)).to_vec()));
    take(&mut battle, sword);
    assert!(rolled(&mut battle).pop().expect("a test").edge.terms().is_empty(), "a weapon for one hand");
    assert_eq!(battle.row('B').arms.place(WeaponSlot(0)), WeaponLocation::Gone);
    let on_ground = &battle.snapshot().view().field().items;
    assert_eq!(on_ground[0].cell, battle.row('B').position.cell(), "in the space of the loser");
    battle.all_rolled();
}

#[test] // FS-091, FS-092, FS-G31
fn a_lost_shield_lies_where_it_fell() {
    // Of 13 and 14 neither passes; of 13 and 12 one does.
    for (second, lost) in [(14, true), (12, false)] {
        let mut battle = disarmed(guarded(), &[13, second]);
        take(&mut battle, GearPiece::Shield);
        let edge = rolled(&mut battle).pop().expect("a test").edge;
        assert_eq!(
            edge.terms().first().map(|term| (term.gives, term.rule)),
            Some((AdvantageKind::Advantage, "R-52".into()))
        );
        assert_eq!(battle.row('B').arms.shield, !lost);
        battle.perform('a', "wait");
        if lost {
            battle.walk('B', &[(1, 1)]);
            assert_eq!(battle.refused_action('B', "ready_shield").why, "has no shield to ready");
            battle.walk('B', &[(1, 0)]).perform('B', "ready_shield");
            assert!(battle.row('B').arms.shield);
        }
        battle.all_rolled();
    }
}

#[test] // FS-092
fn a_weapon_held_in_two_hands_is_held_better() {
    let mut battle = disarmed(fighter().weapon("great_sword"), &[13, 14]);
    let edge = rolled(&mut battle).pop().expect("a test").edge;
    assert_eq!(edge.terms().first().map(|term| term.rule), Some("R-51".into()));
    assert_eq!(battle.row('B').arms.place(WeaponSlot(0)), WeaponLocation::Gone);
}

#[test] // FS-096, FS-110, FS-G30
fn a_push_after_a_failed_test_moves_one_cell_and_provokes_nothing() {
    for (map, to) in [("a B . C", (2, 0)), ("a B\nC .", (1, 0))] {
        let mut rules = watchful();
        rules.policies.push.pusher = Pusher::Stays;
        let plan = skirmish(&Arc::new(rules), map).unit('a', fighter()).unit('B', fighter()).unit('C', fighter());
        let mut battle = plan.rolls(&[20, 10, 5, 13]);
        for mark in ['B', 'C'] {
            grant(&mut battle, mark);
        }
        battle.act_on('a', "shove", 'B');
        assert_eq!((battle.cell('B'), battle.cell('a')), (to, (0, 0)));
        assert_eq!(battle.row('B').vitals.hit_points, 60, "no harm");
        assert_eq!(battle.asked(), ('a', Asks::Act));
        battle.all_rolled();
    }
}

/// Attacks on whoever moves within reach, casts or stands up, for a reaction and an attack each.
fn opportunities() -> Vec<Reaction> {
    let text = |id: &str, on: &str, filter: &str, limit: &str| {
        format!(
            r#"(id: "{id}", name: "Opportunity attack", on: {on}, who: Enemies,
                filter: (near: Some(MeleeReach), unless_cause: ["disengaged"]{filter}), does: Act("swift_strike"),
                costs: [(pool: "reactions", points: 1), (pool: "attacks", points: 1)], limit: {limit},
                declining_counts: true, then: [], rule: "R-9")"#
        )
    };
    let all =
        [text("opportunity", "BeforeStep", "", "PerMove"), text("opportunity_standing", "StandsUp", "", "PerTrigger")];
    all.iter().map(|text| read(text)).collect()
}

fn watchful() -> Ruleset {
    let mut rules = fighting();
    rules.policies.reactions = opportunities();
    rules.policies.economy = economy(&[("actions", 3), ("reactions", 3), ("attacks", 2)]);
    rules
}

/// Gives a combatant three reactions and two attacks before its first turn.
fn grant(battle: &mut Skirmish, mark: char) {
    let (who, by) = (battle.id(mark), Breakdown::new());
    battle.state.impose(&reactions_left(who, 3));
    battle.state.impose(&BattleEvent::PoolChanged { who, pool: PoolId(2), by, left: 2 });
}

/// `a` beside `B`, which has two attacks for its opportunities.
fn watched(dice: &[u16]) -> Skirmish {
    let faces: Vec<u16> = [20, 10].iter().chain(dice).copied().collect();
    let map = "a . . . . .\n. B . . . .";
    let plan = skirmish(&Arc::new(watchful()), map).unit('a', fighter().rate(25)).unit('B', striker());
    let mut battle = plan.rolls(&faces);
    grant(&mut battle, 'B');
    battle
}

/// The number of times that B is asked for a reaction until a may act again; it declines.
fn asked(battle: &mut Skirmish) -> usize {
    let mut times = 0;
    while let ('B', Asks::React { .. }) = battle.asked() {
        battle.pass('B');
        times += 1;
    }
    times
}

#[test] // FS-109, FS-G11, FS-A5
fn each_movement_provokes_once_however_it_is_divided() {
    let mut battle = watched(&[]);
    battle.walk('a', &[(1, 0), (2, 0)]);
    assert_eq!(asked(&mut battle), 1, "two steps within reach");
    battle.walk('a', &[(1, 0)]);
    assert_eq!(asked(&mut battle), 0, "the same free movement");
    battle.perform('a', "dash").walk('a', &[(2, 0)]);
    assert_eq!(asked(&mut battle), 1, "another movement");
    battle.walk('a', &[(3, 0)]);
    assert_eq!(asked(&mut battle), 0);
    battle.walk('a', &[(2, 0)]);
    assert_eq!(asked(&mut battle), 0, "a step into reach");
}

#[test] // FS-G11, FS-G15, FS-A5
fn a_mover_that_falls_stops_before_its_step_and_provokes_again_as_it_stands_up() {
    let mut battle = watched(&[9, 9]);
    battle.walk('a', &[(1, 0), (2, 0)]);
    battle.choose('B', Choice::React(Name::new("opportunity"))).choose('a', no());
    assert_eq!((battle.cell('a'), battle.has('a', "prone")), ((0, 0), true));
    let pools = &battle.row('B').turn_state.pools;
    assert_eq!((pools.left(PoolId::REACTIONS), pools.left(PoolId(2))), (2, 1), "one of each");
    battle.perform('a', "stand_up");
    battle.choose('B', Choice::React(Name::new("opportunity_standing"))).choose('a', no());
    assert_eq!(battle.row('B').turn_state.pools.left(PoolId(2)), 0);
    battle.all_rolled();
}

#[test] // FS-034, FS-111, FS-G45
fn a_disengaged_combatant_provokes_nothing_until_its_turn_ends() {
    let mut battle = watched(&[]);
    battle.perform('a', "disengage").walk('a', &[(1, 0), (2, 0)]);
    assert_eq!(asked(&mut battle), 0);
    battle.perform('a', "wait");
    assert!(!battle.has('a', "disengaged"));
}

#[test] // FS-112, FS-G12
fn a_spell_with_the_tag_of_melee_attacks_does_not_provoke() {
    for (tag, asks) in [(None, true), (Some("touch"), false)] {
        let mut rules = Ruleset::clone(&fragments());
        let mut actions: Vec<Action> = rules.actions.iter().map(|action| (**action).clone()).collect();
        let bolt = actions.iter_mut().find(|action| action.id.as_str() == "fire_bolt").expect("a spell");
        bolt.tags = tag.into_iter().map(Name::new).collect();
        rules.actions = Table::new(actions);
        rules.policies.reactions = vec![read(
            r#"(id: "opportunity", name: "Opportunity attack", on: Casts, who: Enemies,
                filter: (near: Some(MeleeReach), unless_tags: ["touch"]), does: Act("attack"), costs: [], then: [],
                rule: "R-9")"#,
        )];
        let plan = skirmish(&Arc::new(rules), "a B").unit('a', mage()).unit('B', plain());
        let mut battle = plan.rolls(&[20, 10, 2, 2, 2]);
        if asks {
            battle.spare_dice("the outcome does not matter");
        }
        let act = on("fire_bolt", energy(2, 1, 0, 0), battle.id('B'));
        battle.act('a', act);
        assert_eq!(matches!(battle.asked(), ('B', Asks::React { .. })), asks, "{tag:?}");
    }
}

fn holding(unit: Unit, dice: &[u16]) -> Skirmish {
    let mut rules = fighting();
    let (grapple, rule) = (&mut rules.policies.grapple, Some(Name::new("R-73")));
    (grapple.together, grapple.larger, grapple.wakeful, grapple.hand) = (rule, rule, rule, rule);
    grapple.holding = Some("dragging".into());
    let faces: Vec<u16> = [20, 10, 5].iter().chain(dice).copied().collect();
    let plan =
        skirmish(&Arc::new(rules), ". . . . a B .\nC . . . . . .").unit('a', fighter().unarmed()).unit('B', unit);
    let mut battle = plan.unit('C', fighter()).rolls(&faces);
    battle.act_on('a', "seize", 'B');
    battle
}

#[test] // FS-035, FS-036, FS-G05, FS-G17
fn a_contest_of_tests_decides_a_hold_and_a_tie_is_lost_by_its_beginner() {
    let nimble = || fighter().stat(Stat::Athletics, 3).stat(Stat::Acrobatics, 12);
    for (own, theirs, held) in [(9, 8, true), (9, 9, false), (9, 13, true), (13, 13, false)] {
        let battle = holding(nimble(), &[own, theirs]);
        assert_eq!(battle.has('B', "grabbed"), held, "{own} against {theirs} under the better stat, 12");
    }
}

#[test] // FS-G17
fn a_holder_drags_the_held_one_at_half_speed_with_one_hand_busy() {
    let mut battle = holding(fighter(), &[9, 8]);
    let free = warboard::mechanics::grapple::free_hands(battle.snapshot().view(), battle.id('a'));
    assert_eq!(free, 1);
    battle.refused_walk('a', &[(3, 0), (2, 0), (1, 0)]);
    battle.walk('a', &[(3, 0), (2, 0)]);
    assert_eq!((battle.cell('a'), battle.cell('B')), ((2, 0), (3, 0)));
    battle.perform('a', "wait");
    assert_eq!(battle.refused_action('B', "dash").why, "is grabbed");
}

#[test] // FS-G17
fn a_hold_ends_when_the_held_one_is_unconscious() {
    let mut battle = holding(fighter(), &[9, 8]);
    battle.afflict('B', "unconscious").perform('a', "shout");
    assert!(battle.snapshot().links.is_empty());
}

#[test] // FS-G17
fn a_holder_that_leaves_a_larger_combatant_lets_it_go() {
    let mut battle = holding(fighter().size(Size::Large), &[9, 8]);
    assert_eq!(battle.snapshot().links[0].kind, LinkKind::Grab);
    battle.walk('a', &[(3, 0)]);
    assert_eq!(battle.cell('B'), (5, 0));
    assert!(battle.snapshot().links.is_empty());
}
