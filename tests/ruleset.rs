//! The first rule system as authored: its files load, its tables equal the printed ones, its mistakes are found.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use warboard::battle::Sheet;
use warboard::content::Name;
use warboard::content::action::Action;
use warboard::content::authored::Diagnostic;
use warboard::content::condition::{AttackKind, Condition, Forbidden, Status};
use warboard::content::effect::Modifier;
use warboard::content::policy::{CountTurns, Flanking, Pace, TurnOrder, WoundPolicy};
use warboard::content::size::Size;
use warboard::content::speed::{ActionSpeed, SpeedClass, SpeedMode};
use warboard::content::stat::Stat;
use warboard::rules::{Library, Ruleset, make_sheet};

const ID: &str = "time_count";

fn assets() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("assets")
}

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
fn the_authored_files_load_and_nothing_is_wrong_with_them() {
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
fn every_figure_and_icon_that_is_named_is_drawn() {
    let (library, rules) = (library(), rules());
    let (figures, icons) = (pictures("figures.ron"), pictures("icons.ron"));
    for id in library.units(ID) {
        let unit = library.unit(ID, &id).unwrap();
        assert!(figures.contains(&unit.figure), "{id}: no figure {}", unit.figure);
    }
    let named = rules.actions.iter().map(|action| (action.id, &action.icon));
    for (id, icon) in named.chain(rules.conditions.iter().map(|condition| (condition.id, &condition.icon))) {
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
        assert_eq!(sheet.unarmed.is_some(), id != "wolf", "{id}");
    }
}

#[test] // TC-006, TC-016, TC-022, TC-041, TC-045, TC-065, TC-067, TC-094, TC-095, TC-100, TC-102, TC-104
fn the_numbers_of_a_sheet_say_what_they_are_made_of() {
    let sheet = sheet(&rules(), "swordsman");
    let sword = &sheet.weapons[0];
    assert_eq!(sword.to_hit.to_string(), "6 = +3 accuracy [TC-006], +2 strength [TC-016], +1 proficient [TC-022]");
    assert_eq!(sword.damage.to_string(), "2 = +2 strength [TC-045]");
    assert_eq!(
        sheet.derived(Stat::Primary).to_string(),
        "17 = +10 base [TC-094], +3 armour [TC-094], +2 shield [TC-094], +2 fortitude [TC-094]",
    );
    assert_eq!(sheet.derived(Stat::Passive).to_string(), "13 = +10 base [TC-095], +3 armour [TC-095]");
    assert_eq!(sheet.derived(Stat::Vigor).total(), 13);
    assert_eq!(sheet.derived(Stat::Celerity).total(), 12);
    assert_eq!(sheet.derived(Stat::Spirit).total(), 12);
    assert_eq!(sheet.derived(Stat::Threshold).to_string(), "5 = +3 endurance [TC-065], +2 mail [G-30]");
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
        (sheet.reach, sheet.extent, sheet.size_modifier, sheet.occupancy)
    };
    assert_eq!(reach_extent("ogre"), (10, 2, -1, 48));
    assert_eq!(reach_extent("wolf"), (5, 1, 0, 16));
    assert_eq!(reach_extent("slinger"), (5, 1, 1, 8));
    let sling = &sheet(&rules, "slinger").weapons[0];
    assert_eq!(sling.to_hit.total(), 3 + 3 + 1 + 1);
}

#[test] // TC-048, TC-049
fn a_bow_adds_a_negative_strength_and_a_composite_one_a_positive_one_too() {
    let (library, rules) = (library(), rules());
    let damage = |strength: i16, weapon: &str| {
        let mut unit = (*library.unit(ID, "archer").unwrap()).clone();
        unit.stats.insert(Stat::Strength, strength);
        unit.weapons[0].weapon = Name::new(weapon);
        make_sheet(&rules, "archer", &unit, SpeedMode::Fixed).unwrap().weapons[0].damage.to_string()
    };
    assert_eq!(damage(-2, "shortbow"), "1 = +3 dexterity [TC-045], -2 strength [TC-048]");
    assert_eq!(damage(2, "shortbow"), "3 = +3 dexterity [TC-045]");
    assert_eq!(damage(2, "composite_shortbow"), "5 = +3 dexterity [TC-045], +2 strength [TC-049]");
    assert_eq!(damage(-2, "composite_shortbow"), "1 = +3 dexterity [TC-045], -2 strength [TC-048]");
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

#[test] // T1: TC-009 to TC-015; T5: TC-157 to TC-162
fn the_size_table_is_the_printed_one() {
    let rules = rules();
    let rows: Vec<_> = rules
        .policies
        .sizes
        .iter()
        .map(|row| (row.size, row.modifier, row.extent, row.reach_tall, row.reach_long, row.occupancy))
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

#[test] // T2: TC-021 to TC-030, TC-438
fn the_common_attack_modifiers_are_the_printed_ones() {
    let rules = rules();
    let (attack, cover) = (&rules.policies.attack, &rules.policies.attack.cover);
    let Flanking::Separation { bonus, facing, .. } = &rules.policies.flanking;
    let rear = facing.as_ref().unwrap().rear;
    let amounts = [
        attack.higher_ground,
        attack.proficient,
        *bonus,
        rear,
        attack.no_affinity,
        cover.quarter,
        cover.half,
        cover.creature,
        cover.three_quarters,
        cover.nine_tenths,
    ]
    .map(|modifier: Modifier| modifier.amount);
    assert_eq!(amounts, [1, 1, 2, 4, -2, -2, -4, -4, -6, -8]);
}

#[test] // T4: TC-140, TC-142 to TC-144
fn the_movement_table_is_the_printed_one() {
    let rules = rules();
    let Pace::CountPattern { feet, extra, exceptions, .. } = &rules.policies.movement.pace;
    let cycle = |rate: u16| -> [u8; 4] {
        let cells = (rate / feet) as usize;
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

#[test] // T6: TC-218 to TC-226, TC-230, TC-234
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

#[test] // T7: TC-242 to TC-268; G-35, G-40
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
    let defence = |stat, against, amount| Status::Defence { stat, against, amount };
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
fn the_special_actions_cost_what_is_printed() {
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
        ("tackle", class(Standard), 1),
        ("trip", class(Fast), 1),
    ];
    for (id, speed, fatigue) in printed {
        let action = action(&rules, id);
        assert_eq!((action.speed, action.fatigue), (speed, fatigue), "{id}");
    }
}

#[test] // TC-068, TC-070, TC-071
fn blows_wear_the_threshold_of_pain_down_to_a_wound() {
    let rules = rules();
    let WoundPolicy::Threshold(threshold) = &rules.policies.damage.wounds;
    assert_eq!((threshold.stat, threshold.wear, threshold.wounded.as_str()), (Stat::Threshold, 1, "wounded"));
}

/// A copy of the content in which one text is replaced by another.
fn changed(file: &str, from: &str, to: &str) -> tempfile::TempDir {
    let copy = tempfile::tempdir().unwrap();
    for folder in ["rulesets/time_count", "units/time_count", "units/time_count/items"] {
        fs::create_dir_all(copy.path().join(folder)).unwrap();
        for entry in fs::read_dir(assets().join(folder)).unwrap() {
            let path = entry.unwrap().path();
            if path.is_file() {
                fs::copy(&path, copy.path().join(folder).join(path.file_name().unwrap())).unwrap();
            }
        }
    }
    let path = copy.path().join(file);
    let text = fs::read_to_string(&path).unwrap();
    assert!(text.contains(from), "{file} does not contain {from:?}");
    fs::write(&path, text.replacen(from, to, 1)).unwrap();
    copy
}

/// What is found in such a copy.
fn found_after(file: &str, from: &str, to: &str) -> Vec<String> {
    let copy = changed(file, from, to);
    let refused = Library::open(copy.path()).unwrap().ruleset(ID).unwrap_err();
    let root = format!("{}/", copy.path().display());
    refused.iter().map(|diagnostic| diagnostic.brief().replace(&root, "")).collect()
}

/// The line and column of the first place of a text in a file as authored.
fn place(file: &str, text: &str) -> String {
    let whole = fs::read_to_string(assets().join(file)).unwrap();
    let at = whole.find(text).unwrap_or_else(|| panic!("{file} does not contain {text:?}"));
    let line_start = whole[..at].rfind('\n').map_or(0, |newline| newline + 1);
    format!("{file}:{}:{}: ", 1 + whole[..at].matches('\n').count(), 1 + whole[line_start..at].chars().count())
}

#[test]
fn a_misspelt_name_is_found_where_it_stands_and_the_right_one_suggested() {
    let rows = [
        (
            "units/time_count/swordsman.ron",
            "\"long_sword\"",
            "\"long_swrod\"",
            "unknown weapon `long_swrod` (did you mean `long_sword`?",
        ),
        ("units/time_count/knight.ron", "\"plate\"", "\"plat\"", "unknown armour `plat` (did you mean `plate`?"),
        (
            "units/time_count/knight.ron",
            "\"large_shield\"",
            "\"large_sheild\"",
            "unknown shield `large_sheild` (did you mean `large_shield`?",
        ),
        (
            "rulesets/time_count/ruleset.ron",
            "\"unsteady\"",
            "\"unsteddy\"",
            "unknown condition `unsteddy` (did you mean `unsteady`?",
        ),
        (
            "rulesets/time_count/ruleset.ron",
            "\"TC-021\"",
            "\"TC-O21\"",
            "unknown rule `TC-O21` (did you mean `TC-021`?",
        ),
        (
            "rulesets/time_count/ruleset.ron",
            "\"wounded\"",
            "\"wonded\"",
            "unknown condition `wonded` (did you mean `wounded`?",
        ),
        (
            "rulesets/time_count/actions.ron",
            "\"grab\"), rule: \"TC-386\"",
            "\"grap\"), rule: \"TC-386\"",
            "unknown action `grap` (did you mean `grab`?",
        ),
        (
            "rulesets/time_count/actions.ron",
            "\"TC-340\"",
            "\"TC-34O\"",
            "unknown rule `TC-34O` (did you mean `TC-340`?",
        ),
        (
            "rulesets/time_count/actions.ron",
            "\"dying\"",
            "\"diing\"",
            "unknown condition `diing` (did you mean `dying`?",
        ),
        (
            "rulesets/time_count/conditions.ron",
            "\"TC-096\"",
            "\"TX-096\"",
            "unknown rule `TX-096` (did you mean `TC-096`?",
        ),
        ("units/time_count/items/weapons.ron", "\"G-29\"", "\"G29\"", "unknown rule `G29` (did you mean `G-29`?"),
    ];
    for (file, from, to, message) in rows {
        let found = found_after(file, from, to);
        assert!(found[0].starts_with(&format!("{}{message}", place(file, from))), "{found:?}");
        assert_eq!(found.len(), 1, "{found:?}");
    }
}

#[test]
fn an_unknown_field_is_refused_with_the_nearest_one() {
    let file = "units/time_count/wolf.ron";
    let found = found_after(file, "rate: 35", "rat: 35");
    assert!(found[0].starts_with(&place(file, "rate: 35")) && found[0].contains("did you mean `rate`?"), "{found:?}");
    let file = "rulesets/time_count/ruleset.ron";
    let found = found_after(file, "higher_by: 5", "higher_bye: 5");
    assert!(
        found[0].starts_with(&place(file, "higher_by: 5")) && found[0].contains("did you mean `higher_by`?"),
        "{found:?}"
    );
}

#[test]
fn numbers_out_of_range_and_missing_or_doubled_rows_are_found() {
    let ruleset = "rulesets/time_count/ruleset.ron";
    let rows = [
        ("units/time_count/wolf.ron", "35", "350", "350 is out of range: 0 to 200"),
        ("units/time_count/ogre.ron", "32,", "3200,", "3200 is out of range: 1 to 500"),
        ("units/time_count/ogre.ron", "5, Dex", "500, Dex", "500 is out of range: -20 to 60"),
        ("units/time_count/items/weapons.ron", "10, range: None", "100, range: None", "100 is out of range: 0 to 60"),
        (
            "units/time_count/items/shields.ron",
            "\"large_shield\"",
            "\"small_shield\"",
            "the id `small_shield` is given twice",
        ),
        ("rulesets/time_count/conditions.ron", "\"immobile\"", "\"unsteady\"", "the id `unsteady` is given twice"),
        (ruleset, "2, reach_tall: 10", "7, reach_tall: 10", "7 is out of range: 1 to 6"),
        (ruleset, "Huge, ", "Large,", "there are two rows for large"),
        (ruleset, "\"1d4\", \"1d6\"", "\"1d3\", \"1d6\"", "d3 is no better than d3"),
        (ruleset, "(3, 3, 3, 2)", "(3, 3, 3, 3)", "12 cells in four counts are not 55 feet"),
        (ruleset, "Sedentary,", "Lethargic,", "there are two rows for lethargic"),
        ("rulesets/time_count/actions.ron", "'q'", "'a'", "the key 'a' is already that of `strike`"),
        (
            "rulesets/time_count/actions.ron",
            "Celerity, effects: [\n                    (does: Gain",
            "Spirit, effects: [\n                    (does: Gain",
            "the check does not ask for spirit",
        ),
    ];
    for (file, from, to, message) in rows {
        let found = found_after(file, from, to);
        let expected = format!("{}{message}", place(file, from));
        assert!(found.iter().any(|brief| brief.starts_with(&expected)), "{expected}\n{found:?}");
    }
}

#[test]
fn what_cannot_be_is_refused_as_a_whole() {
    let missing = found_after("rulesets/time_count/ruleset.ron", "Huge, ", "Large,");
    assert!(missing.iter().any(|brief| brief.ends_with("there is no row for huge")), "{missing:?}");
    let hands = found_after("units/time_count/captain.ron", "Affinity, in_hand: false", "Affinity, in_hand: true");
    assert!(hands[0].ends_with("weapons in hand and shield take 4 hands, and there are 2"), "{hands:?}");
    let derived = found_after("units/time_count/captain.ron", "HitPoints: 20", "HitPoints: 20, Primary: 3");
    assert!(derived[0].ends_with("primary defence is worked out by the rules"), "{derived:?}");
}

#[test]
fn unknown_ids_are_refused_with_the_nearest_one() {
    let library = library();
    assert!(library.ruleset("time_cuont").unwrap_err()[0].brief().contains("did you mean `time_count`?"));
    assert!(library.unit(ID, "knigt").unwrap_err().brief().contains("did you mean `knight`?"));
    assert!(library.ruleset_ids().contains(&ID.to_owned()));
    assert!(Library::open(&assets().join("no_such_folder")).is_err());
}

#[test]
fn the_hash_is_that_of_all_texts_and_of_nothing_else() {
    let hash = |file: &str, from: &str, to: &str| {
        Library::open(changed(file, from, to).path()).unwrap().ruleset(ID).unwrap().content_hash
    };
    let wolf = "units/time_count/wolf.ron";
    assert_eq!(hash(wolf, "rate: 35", "rate: 35"), rules().content_hash);
    assert_ne!(hash(wolf, "rate: 35", "rate: 30"), rules().content_hash);
    assert_ne!(hash("rulesets/time_count/codex.ron", "1d20 + Accuracy", "1d20+Accuracy"), rules().content_hash);
}
