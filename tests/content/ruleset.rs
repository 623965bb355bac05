//! Time Count as authored: its files load and its tables equal the printed ones.

#![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

use std::collections::BTreeSet;
use std::fs;
use std::sync::Arc;

use crate::assets::assets;
use warboard::battle::Sheet;
use warboard::content::{
    Action, ActionSpeed, AttackKind, Condition, CountTurns, CoverPolicy, Diagnostic, Flanking, Forbidden, Modifier,
    Name, Pace, Size, SpeedClass, SpeedMode, Stat, Status, TurnOrder, Unit,
};
use warboard::rules::{Library, Ruleset, make_sheet};

const ID: &str = "time_count";

fn library() -> Library {
    Library::open(&assets()).unwrap_or_else(|refused| panic!("{}", refused[0].render()))
}

fn rules() -> Arc<Ruleset> {
    library().ruleset(ID).unwrap_or_else(|refused| {
        let all: Vec<String> = refused.iter().map(Diagnostic::render).collect();
        panic!("{}", all.join("\n"))
    })
}

fn action(rules: &Ruleset, id: &str) -> Arc<Action> {
    Arc::clone(rules.actions.get(Name::new(id)).unwrap_or_else(|| panic!("no action {id}")))
}

fn condition(rules: &Ruleset, id: &str) -> Arc<Condition> {
    Arc::clone(rules.conditions.get(Name::new(id)).unwrap_or_else(|| panic!("no condition {id}")))
}

fn sheet(rules: &Ruleset, unit: &str) -> Sheet {
    let prototype = library().unit(ID, unit).unwrap_or_else(|refused| panic!("{}", refused.brief()));
    make_sheet(rules, unit, &prototype, SpeedMode::Fixed).unwrap_or_else(|refused| panic!("{refused}"))
}

#[test]
fn the_authored_files_load_without_mistakes() {
    let library = library();
    assert!(library.check().is_empty(), "{:?}", library.check());
    rules();
}

#[derive(serde::Deserialize)]
struct Pictures {
    names: BTreeSet<String>,
}

fn pictures(file: &str) -> BTreeSet<String> {
    let text = fs::read_to_string(assets().join("art").join(file)).unwrap();
    ron::from_str::<Pictures>(&text).unwrap().names
}

#[test]
fn every_named_figure_and_icon_exists() {
    let (library, rules) = (library(), rules());
    let (figures, icons) = (pictures("figures.ron"), pictures("icons.ron"));
    let units = ["time_count", "fragments"].map(|of| library.units(of).into_iter().map(move |id| (of, id)));
    for (of, id) in units.into_iter().flatten() {
        let unit = library.unit(of, &id).unwrap();
        assert!(figures.contains(&unit.figure), "{id}: no figure {}", unit.figure);
        assert_ne!(unit.figure, "unknown", "{id} has the figure of an unknown combatant");
    }
    let conditions = rules.conditions.iter().map(|condition| (condition.id, condition.icon.as_str()));
    let actions = rules.actions.iter().map(|action| (action.id, rules.hud.icon(action.id)));
    for (id, icon) in actions.chain(conditions) {
        assert!(icons.contains(icon), "{id}: no icon {icon}");
    }
}

#[test]
fn every_unit_makes_a_sheet_that_can_fight() {
    let (library, rules) = (library(), rules());
    assert!(library.units(ID).len() >= 16);
    for id in library.units(ID) {
        let sheet = sheet(&rules, &id);
        assert!(sheet.stat(Stat::HitPoints) > 0 && !sheet.weapons.is_empty(), "{id}");
        assert!(sheet.stat(Stat::Passive) <= sheet.stat(Stat::Primary), "{id}");
        assert_eq!(sheet.speed, SpeedMode::Fixed, "{id}: the scenario decides");
        assert_eq!(sheet.unarmed.is_none(), ["cockatrice", "great_spider", "wolf"].contains(&&*id), "{id}");
    }
}

#[test] // TC-006, TC-016, TC-022, TC-041, TC-045, TC-065, TC-067, TC-094, TC-095, TC-100, TC-102, TC-104
fn the_numbers_of_a_sheet_list_their_terms() {
    let sheet = sheet(&rules(), "swordsman");
    let sword = &sheet.weapons[0];
    assert_eq!(sword.to_hit.to_string(), "6 (accuracy +3 [TC-006], strength +2 [TC-016], proficient +1 [TC-022])");
    assert_eq!(sword.damage.to_string(), "2 (strength +2 [TC-045])");
    assert_eq!(
        sheet.derived(Stat::Primary).to_string(),
        "17 (base +10 [TC-094], armour +3 [TC-094], shield +2 [TC-094], fortitude +2 [TC-094])",
    );
    assert_eq!(sheet.derived(Stat::Passive).to_string(), "13 (base +10 [TC-095], armour +3 [TC-095])");
    assert_eq!(sheet.derived(Stat::Vigor).total(), 13);
    assert_eq!(sheet.derived(Stat::Celerity).total(), 12);
    assert_eq!(sheet.derived(Stat::Spirit).total(), 12);
    assert_eq!(sheet.derived(Stat::Threshold).to_string(), "5 (endurance +3 [TC-065], mail +2 [G-30])");
}

#[test] // TC-067, TC-065
fn persona_and_armour_add_to_the_threshold_of_pain() {
    let mut unit = Unit::clone(&library().unit(ID, "swordsman").unwrap());
    unit.stats.insert(Stat::Persona, 2);
    let threshold = |unit: &Unit| {
        let sheet = make_sheet(&rules(), "unit", unit, SpeedMode::Fixed).unwrap();
        sheet.derived(Stat::Threshold).to_string()
    };
    assert_eq!(threshold(&unit), "7 (endurance +3 [TC-065], persona +2 [TC-067], mail +2 [G-30])");
    unit.armor = None;
    assert_eq!(threshold(&unit), "5 (endurance +3 [TC-065], persona +2 [TC-067])");
}

#[test] // TC-018, TC-478, TC-479, TC-050, G-33, G-74
fn size_and_body_decide_modifier_reach_and_the_unarmed_die() {
    let rules = rules();
    let unarmed = |unit: &str| {
        let sheet = sheet(&rules, unit);
        let strike = sheet.weapon(sheet.unarmed.unwrap()).unwrap();
        (strike.weapon.damage.to_string(), strike.attribute)
    };
    assert_eq!(unarmed("slinger"), ("d2".to_owned(), Stat::Dexterity));
    assert_eq!(unarmed("swordsman"), ("d3".to_owned(), Stat::Strength));
    assert_eq!(unarmed("ogre"), ("d4".to_owned(), Stat::Strength));
    let reach_extent = |unit: &str| {
        let sheet = sheet(&rules, unit);
        (sheet.reach, sheet.extent, sheet.size_modifier(Name::new("attack")), sheet.occupancy)
    };
    assert_eq!(reach_extent("ogre"), (10, 2, -1, 48));
    assert_eq!(reach_extent("wolf"), (5, 1, 0, 16));
    assert_eq!(reach_extent("slinger"), (5, 1, 1, 8));
    let sling = &sheet(&rules, "slinger").weapons[0];
    assert_eq!(sling.to_hit.total(), 3 + 3 + 1 + 1);
}

#[test] // TC-048, TC-049
fn a_bow_adds_negative_strength_and_a_composite_bow_positive_strength_too() {
    let (library, rules) = (library(), rules());
    let damage = |strength: i16, weapon: &str| {
        let mut unit = (*library.unit(ID, "archer").unwrap()).clone();
        unit.stats.insert(Stat::Strength, strength);
        unit.weapons[0].weapon = Name::new(weapon);
        make_sheet(&rules, "archer", &unit, SpeedMode::Fixed).unwrap().weapons[0].damage.to_string()
    };
    assert_eq!(damage(-2, "shortbow"), "1 (dexterity +3 [TC-045], strength -2 [TC-048])");
    assert_eq!(damage(2, "shortbow"), "3 (dexterity +3 [TC-045])");
    assert_eq!(damage(2, "composite_shortbow"), "5 (dexterity +3 [TC-045], strength +2 [TC-049])");
    assert_eq!(damage(-2, "composite_shortbow"), "1 (dexterity +3 [TC-045], strength -2 [TC-048])");
}

fn counts(rules: &Ruleset) -> &CountTurns {
    match &rules.policies.turn {
        TurnOrder::Counts(counts) => counts,
        TurnOrder::Rounds(_) => panic!("this rule system counts"),
    }
}

#[test] // E2: TC-221, TC-222
fn a_dagger_is_fast_and_a_long_sword_standard() {
    let rules = rules();
    let speed = |weapon: &str| rules.weapons.get(Name::new(weapon)).unwrap().speed;
    let fixed = |class| counts(&rules).speeds.iter().find(|row| row.class == class).unwrap().fixed;
    assert_eq!((speed("dagger"), fixed(speed("dagger"))), (SpeedClass::Fast, 6));
    assert_eq!((speed("long_sword"), fixed(speed("long_sword"))), (SpeedClass::Standard, 9));
}

// T1: TC-009, TC-010, TC-011, TC-012, TC-013, TC-015
#[test] // T5: TC-156, TC-157, TC-158, TC-159, TC-160, TC-161, TC-162
fn the_size_table_is_the_printed_one() {
    let rules = rules();
    let rows: Vec<_> = rules
        .policies
        .sizes
        .iter()
        .map(|row| {
            (row.size, row.modifier(Name::new("attack")), row.extent, row.reach_tall, row.reach_long, row.occupancy)
        })
        .collect();
    let printed = [
        (Size::Fine, 8, 1, 0, 0, 1),
        (Size::Diminutive, 4, 1, 0, 0, 2),
        (Size::Tiny, 2, 1, 0, 0, 4),
        (Size::Small, 1, 1, 5, 5, 8),
        (Size::Medium, 0, 1, 5, 5, 16),
        (Size::Large, -1, 2, 10, 5, 48),
        (Size::Huge, -2, 3, 15, 10, 48),
        (Size::Gargantuan, -4, 4, 20, 15, 48),
        (Size::Colossal, -8, 6, 30, 20, 48),
    ];
    assert_eq!(rows, printed);
}

#[test] // T2: TC-020, TC-021, TC-022, TC-023, TC-024, TC-025, TC-026, TC-027, TC-028, TC-029, TC-030, TC-438
fn the_common_attack_modifiers_are_the_printed_ones() {
    let rules = rules();
    let attack = &rules.policies.attack;
    let CoverPolicy::Grades(cover) = &attack.cover else { panic!("cover takes numbers off") };
    let Flanking::Separation { bonus, facing, .. } = &rules.policies.flanking else { panic!("angles flank") };
    let known = attack.familiarity.as_ref().unwrap();
    let rear = facing.as_ref().unwrap().rear;
    let amounts = [
        attack.higher_ground.as_ref().unwrap().bonus,
        known.proficient,
        *bonus,
        rear,
        known.no_affinity,
        cover.quarter,
        cover.half,
        cover.creature,
        cover.three_quarters,
        cover.nine_tenths,
    ]
    .map(|modifier: Modifier| modifier.amount);
    assert_eq!(amounts, [1, 1, 2, 4, -2, -2, -4, -4, -6, -8]);
}

#[test] // T4: TC-140, TC-142, TC-143, TC-144
fn the_movement_table_is_the_printed_one() {
    let rules = rules();
    let Pace::CountPattern { cell, extra, exceptions, .. } = &rules.policies.movement.pace else {
        panic!("a pattern of counts");
    };
    let cycle = |rate: u16| -> [u8; 4] {
        let cells = (rate / cell) as usize;
        let row = exceptions.iter().find(|row| row.rate == rate);
        row.map_or_else(|| extra[cells % 4].map(|more| (cells / 4) as u8 + more), |row| row.cells)
    };
    let printed = [
        (5, [0, 1, 0, 0]),
        (10, [1, 0, 1, 0]),
        (15, [1, 1, 0, 1]),
        (20, [1, 1, 1, 1]),
        (25, [1, 2, 1, 1]),
        (30, [2, 1, 2, 1]),
        (35, [2, 2, 1, 2]),
        (40, [2, 2, 2, 2]),
        (45, [2, 3, 2, 2]),
        (50, [3, 2, 3, 2]),
        (55, [3, 3, 3, 2]),
        (60, [3, 3, 3, 3]),
    ];
    for (rate, cells) in printed {
        assert_eq!(cycle(rate), cells, "{rate} ft");
    }
}

// T6: TC-216, TC-218, TC-219, TC-220, TC-221, TC-222, TC-223, TC-224, TC-225, TC-226
#[test] // TC-230, TC-231, TC-234
fn the_speed_classes_are_the_printed_ones() {
    let rules = rules();
    let counts = counts(&rules);
    let rows: Vec<_> = counts.speeds.iter().map(|row| (row.class, row.random.to_string(), row.fixed)).collect();
    let printed = [
        (SpeedClass::Free, "0", 0),
        (SpeedClass::Rapid, "d4", 2),
        (SpeedClass::Swift, "d4+2", 4),
        (SpeedClass::Fast, "d6+3", 6),
        (SpeedClass::Standard, "d6+6", 9),
        (SpeedClass::Slow, "d8+8", 12),
        (SpeedClass::Sluggish, "d10+10", 15),
        (SpeedClass::Lethargic, "d12+12", 18),
        (SpeedClass::Sedentary, "d12+16", 22),
    ]
    .map(|(class, random, fixed)| (class, random.to_owned(), fixed));
    assert_eq!(rows, printed);
    assert_eq!((counts.beyond_slowest, counts.fastest, counts.least), (4, SpeedClass::Rapid, 1));
}

#[test] // T7: TC-242, TC-243, TC-244, TC-247, TC-250, TC-251, TC-254, TC-261, TC-262, TC-268; G-35, G-40
fn common_actions_take_the_printed_time() {
    use SpeedClass::{Rapid, Slow, Swift};
    let rules = rules();
    let class = ActionSpeed::Class;
    let printed = [
        ("drop_item", ActionSpeed::Nothing),
        ("draw", class(Rapid)),
        ("go_prone", class(Rapid)),
        ("sheathe", class(Rapid)),
        ("open_door", class(Swift)),
        ("pick_up", class(Swift)),
        ("stand_up", class(Swift)),
        ("stabilise", class(Slow)),
        ("strike", ActionSpeed::Weapon(0)),
        ("feint", ActionSpeed::HalfWeapon),
        ("move", ActionSpeed::Counts(1)),
        ("wait", ActionSpeed::Counts(1)),
    ];
    for (id, speed) in printed {
        assert_eq!(action(&rules, id).speed, speed, "{id}");
    }
}

#[test] // T8: TC-399 to TC-425
fn the_stances_are_the_printed_ones() {
    use SpeedClass::{Fast, Free, Rapid, Swift};
    let rules = rules();
    let does = |id: &str| -> (Vec<Status>, Vec<Status>, SpeedClass, SpeedClass) {
        let condition = condition(&rules, id);
        let stance = condition.stance.as_ref().unwrap_or_else(|| panic!("{id} is no stance"));
        let plain =
            |list: &[warboard::content::condition::CitedStatus]| list.iter().map(|cited| cited.does.clone()).collect();
        (plain(&condition.does), plain(&stance.benefits), stance.shift, stance.leave)
    };
    let attack = |kind, amount| Status::Attack { kind, amount };
    let defence = |stat, against, amount| Status::Defence { stat, against, amount, ladder: None };
    let passive = Status::Replace { defence: Stat::Primary, by: Stat::Passive };
    let (any, melee, ranged) = (AttackKind::Any, AttackKind::Melee, AttackKind::Ranged);
    assert_eq!(does("cautious"), (vec![attack(any, -2)], vec![defence(Some(Stat::Primary), any, 2)], Swift, Free));
    let drawbacks = vec![defence(None, melee, -2), Status::Forbid(vec![Forbidden::LongWeapons]), attack(melee, -2)];
    assert_eq!(does("crouch"), (drawbacks, vec![defence(None, ranged, 2)], Rapid, Rapid));
    let parry = Status::Parry { defence: Stat::Primary, least: 2, shield: 1 };
    let drawbacks = vec![Status::Forbid(vec![Forbidden::Attack]), Status::HalfRate];
    assert_eq!(does("parrying"), (drawbacks, vec![parry], Fast, Free));
    let drawbacks = vec![Status::Forbid(vec![Forbidden::Move]), passive];
    assert_eq!(does("poised"), (drawbacks, vec![Status::SkipsBuildUp], Swift, Free));
    let unusable = Status::Forbid(vec![Forbidden::RangedUnlessUsableProne]);
    let drawbacks = vec![defence(None, melee, -4), unusable, attack(melee, -4)];
    assert_eq!(does("prone"), (drawbacks, vec![defence(None, ranged, 4)], Rapid, Swift));
}

#[test] // T11: TC-277 to TC-390
fn the_special_actions_have_the_printed_costs() {
    use SpeedClass::{Fast, Slow, Standard, Swift};
    let rules = rules();
    let class = ActionSpeed::Class;
    let printed = [
        ("break_grab", class(Swift), 0),
        ("drag", class(Standard), 1),
        ("escape_grab", class(Fast), 0),
        ("grab", class(Standard), 0),
        ("grapple", class(Standard), 0),
        ("shunt", class(Standard), 1),
        ("throw", class(Slow), 2),
        ("approach", class(Fast), 0),
        ("bull_rush", class(Standard), 1),
        ("disarm", ActionSpeed::Weapon(1), 1),
        ("distract", class(Fast), 0),
        ("quick_strike", ActionSpeed::Weapon(-1), 0),
        ("strike_with_both", ActionSpeed::WorseOfTwo, 0),
        ("strike_with_other", ActionSpeed::Weapon(-1), 0),
        ("tackle", class(Standard), 1),
        ("trip", class(Fast), 1),
    ];
    for (id, speed, fatigue) in printed {
        let action = action(&rules, id);
        assert_eq!((action.speed, action.fatigue), (speed, fatigue), "{id}");
    }
}

#[test] // TC-068, TC-070, TC-071
fn hits_wear_the_threshold_of_pain_down_to_wounded() {
    let rules = rules();
    let threshold = rules.policies.damage.threshold.as_ref().expect("a threshold");
    assert_eq!((threshold.stat, threshold.wear, threshold.wounded.as_str()), (Stat::Threshold, 1, "wounded"));
}
