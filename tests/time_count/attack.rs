//! Attack rolls: terms, defences and degrees.

use crate::fixture::{
    FIRST, Fighter, Scene, base_fighter, claws, crossbow, dagger, foe, javelin, longbow, named, rules, shortbow, spear,
    sword, term,
};
use warboard::battle::{PairRelation, WeaponLocation, WeaponSlot};
use warboard::content::{Breakdown, Hold, Increments, Label, Range, RangedKind, Size, Stat, Trait};
use warboard::mechanics::attack::{self, Degree, Mode};
use warboard::mechanics::checks::{chances, judge};

fn range_of(x: Fighter, increments: Range) -> u32 {
    let scene = Scene::square("a").unit('a', x);
    attack::maximum_range(scene.view(), &rules().policies.attack.range, scene.id('a'), increments)
}

fn duel(map: &str, a: Fighter, x: Fighter) -> Scene {
    Scene::square(map).unit('a', a).unit('x', x)
}

fn mode(scene: &Scene) -> Result<Mode, &'static str> {
    let mode = attack::mode(scene.game(), scene.id('a'), FIRST, scene.id('x'));
    mode.map_err(|refusal| refusal.rule.as_str())
}

fn to_hit(scene: &Scene, mode: Mode) -> Breakdown {
    let mut sum = Breakdown::new();
    attack::add_to_hit(scene.game(), (scene.id('a'), FIRST), scene.id('x'), mode, &mut sum);
    sum
}

fn defence(scene: &Scene, asked: Option<Stat>, mode: Mode) -> (Stat, Breakdown) {
    attack::defence(scene.game(), scene.id('a'), scene.id('x'), asked, mode)
}

#[test] // TC-031, TC-032, TC-035 (E1)
fn every_range_increment_beyond_the_first_costs_one() {
    let penalty = |feet| -attack::increments(Increments::Exceeded, feet, 40);
    assert_eq!([45, 80, 85, 120].map(penalty), [-1, -1, -2, -2]);
    assert_eq!([0, 5, 40, 125, 400].map(penalty), [0, 0, 0, -3, -9]);
}

#[test] // TC-033, TC-034, G-14 (E1)
fn a_bow_shoots_ten_increments_and_strength_extends_a_throw() {
    let (missile, thrown) = (RangedKind::Missile, RangedKind::Thrown);
    let strong = |strength| base_fighter().stat(Stat::Strength, strength);
    assert_eq!(range_of(strong(5), Range { kind: missile, increment: 40 }), 400);
    assert_eq!(range_of(strong(2), Range { kind: thrown, increment: 30 }), 360);
    assert_eq!(range_of(strong(-1), Range { kind: thrown, increment: 30 }), 270);
    assert_eq!(range_of(strong(-20), Range { kind: thrown, increment: 30 }), 30);
}

#[test] // TC-032, TC-033 (E1)
fn the_distance_on_the_board_decides() {
    let at = |cells: usize| {
        let map = format!("a {} x", ". ".repeat(cells - 1));
        let scene = duel(&map, base_fighter().with(shortbow()), foe());
        mode(&scene).map(|mode| term(&to_hit(&scene, mode), Label::RangeIncrements))
    };
    assert_eq!(at(8), Ok(None));
    assert_eq!(at(9), Ok(Some((-1, "TC-032"))));
    assert_eq!(at(80), Ok(Some((-9, "TC-032"))));
    assert_eq!(at(81), Err("TC-033"));
}

#[test] // G-34, TC-031
fn an_attack_within_reach_is_melee_and_otherwise_ranged() {
    assert_eq!(mode(&duel("a x", base_fighter(), foe())), Ok(Mode::Melee));
    assert_eq!(mode(&duel("a . x", base_fighter(), foe())), Err("TC-133"));
    assert_eq!(mode(&duel("a . x", base_fighter().with(spear()), foe())), Ok(Mode::Melee));
    assert_eq!(mode(&duel("a x", base_fighter().with(dagger()), foe())), Ok(Mode::Melee));
    assert_eq!(mode(&duel("a . x", base_fighter().with(dagger()), foe())), Ok(Mode::Ranged));
    assert_eq!(mode(&duel("a x", base_fighter().with(shortbow()), foe())), Ok(Mode::Ranged), "a bow has no other use");
    assert!(mode(&duel("a # x", base_fighter().with(shortbow()), foe())).is_err());
    assert!(mode(&duel("a x", base_fighter(), foe()).edit('x', |row| row.gone = true)).is_err());
    assert!(
        mode(&duel("a x", base_fighter(), foe()).edit('a', |row| row.arms.weapons[0].place = WeaponLocation::Carried))
            .is_err()
    );
}

#[test] // TC-405, TC-423
fn stances_forbid_some_weapons() {
    let shoots = |weapon, stance| mode(&duel("a . x", base_fighter().with(weapon).stance(stance), foe()));
    assert_eq!(shoots(longbow(), "crouch"), Err("TC-405"));
    assert_eq!(shoots(shortbow(), "crouch"), Ok(Mode::Ranged));
    assert_eq!(shoots(shortbow(), "prone"), Err("TC-423"));
    assert_eq!(shoots(javelin(), "prone"), Err("TC-423"));
    assert_eq!(shoots(crossbow(), "prone"), Ok(Mode::Ranged));
    assert_eq!(mode(&duel("a x", base_fighter().with(dagger()).stance("prone"), foe())), Ok(Mode::Melee));
}

#[test] // TC-414, TC-301, TC-123, TC-107
fn some_conditions_prevent_attacks() {
    let rule = |scene: &Scene| {
        let may = attack::may_attack(scene.game(), scene.id('a'));
        may.err().map(|refusal| refusal.rule.as_str())
    };
    let with = |fighter| duel("a x", fighter, foe());
    assert_eq!(rule(&with(base_fighter())), None);
    assert_eq!(rule(&with(base_fighter().stance("parrying"))), Some("TC-414"));
    assert_eq!(rule(&with(base_fighter().shifting("parrying"))), Some("TC-414"));
    assert_eq!(rule(&with(base_fighter().has("unconscious"))), Some("TC-123"));
    assert_eq!(rule(&with(base_fighter()).holding('x', 'a', &[Hold::Pinned])), Some("TC-301"));
    assert_eq!(rule(&with(base_fighter()).holding('x', 'a', &[])), None);
}

#[test] // TC-001, TC-006, TC-007, TC-018
fn the_roll_begins_with_the_terms_that_always_apply() {
    let scene = duel("a x", base_fighter().stat(Stat::Accuracy, 3).size(Size::Small), foe());
    let sum = to_hit(&scene, Mode::Melee);
    assert_eq!(term(&sum, Label::Stat(Stat::Accuracy)), Some((3, "TC-006")));
    assert_eq!(sum.total(), 4);
    let mut plain = Breakdown::new();
    attack::add_situation(scene.game(), scene.id('a'), scene.id('x'), Mode::Melee, &mut plain);
    assert_eq!(plain, Breakdown::new());
}

#[test] // TC-021, G-32
fn higher_ground_helps_the_attacker_above() {
    let scene = Scene::square("^ .").unit_at('a', (0, 0), base_fighter()).unit_at('x', (1, 0), foe());
    assert_eq!(term(&to_hit(&scene, Mode::Melee), Label::HigherGround), Some((1, "TC-021")));
    let below = Scene::square("^ .").unit_at('a', (1, 0), base_fighter()).unit_at('x', (0, 0), foe());
    assert_eq!(term(&to_hit(&below, Mode::Melee), Label::HigherGround), None);
}

#[test] // TC-023, TC-028, TC-431, TC-432
fn flanking_and_cover_are_terms_of_the_roll() {
    let flank = Scene::square("a x b").unit('a', base_fighter()).unit('x', foe()).unit('b', base_fighter());
    assert_eq!(term(&to_hit(&flank, Mode::Melee), Label::Flanked), Some((2, "TC-431")));
    assert_eq!(to_hit(&flank, Mode::Ranged).total(), 0);
    let past = duel("a b x", base_fighter().with(spear()), foe()).unit('b', base_fighter());
    assert_eq!(term(&to_hit(&past, Mode::Melee), Label::CoverCreature), Some((-4, "TC-028")));
}

#[test] // TC-401, TC-406, TC-424, TC-395
fn stances_weaken_the_attacks_of_their_users() {
    let term = |stance, mode| term(&to_hit(&duel("a x", base_fighter().stance(stance), foe()), mode), named(stance));
    assert_eq!(term("cautious", Mode::Melee), Some((-2, "TC-401")));
    assert_eq!(term("cautious", Mode::Ranged), Some((-2, "TC-401")));
    assert_eq!(term("crouch", Mode::Melee), Some((-2, "TC-406")));
    assert_eq!(term("crouch", Mode::Ranged), None);
    assert_eq!(term("prone", Mode::Melee), Some((-4, "TC-424")));
    let shifting = duel("a x", base_fighter().shifting("cautious"), foe());
    assert_eq!(to_hit(&shifting, Mode::Melee).total(), -2);
}

#[test] // TC-298, G-56, G-57
fn held_attackers_take_one_penalty_for_any_number_of_holders() {
    let one = duel("a x", base_fighter(), foe()).holding('x', 'a', &[]);
    assert_eq!(term(&to_hit(&one, Mode::Melee), named("grabbed")), Some((-2, "TC-298")));
    let two = duel("a x y", base_fighter(), foe()).unit('y', foe()).holding('x', 'a', &[]).holding('y', 'a', &[]);
    assert_eq!(to_hit(&two, Mode::Melee).total(), -2);
}

#[test] // TC-359, TC-364
fn feints_and_distractions_concern_one_opponent() {
    let feint = PairRelation::NextAttack { to_hit: 2, damage: 0, edge: None };
    let scene = duel("a x y", base_fighter(), foe()).unit('y', foe());
    let scene = scene.with_relation('a', 'x', feint).with_relation('a', 'y', PairRelation::Attack(-2)).with_relation(
        'x',
        'a',
        PairRelation::Defence(-2),
    );
    assert_eq!(to_hit(&scene, Mode::Melee).term(Label::Feint), Some(2));
    assert_eq!(to_hit(&scene, Mode::Melee).total(), 2);
    assert_eq!(defence(&scene, None, Mode::Melee).1.total(), 8);
}

#[test] // TC-091, TC-093, TC-094, TC-095, TC-100, TC-102, TC-104
fn the_five_defences() {
    let stats =
        [(Stat::Armor, 3), (Stat::Agility, 2), (Stat::Fortitude, 1), (Stat::Constitution, 4), (Stat::Wisdom, 5)];
    let target = stats.into_iter().fold(foe().shield(1), |fighter, (stat, value)| fighter.stat(stat, value));
    let scene = duel("a x", base_fighter(), target);
    let total = |asked| defence(&scene, asked, Mode::Melee).1.total();
    assert_eq!(defence(&scene, None, Mode::Melee).0, Stat::Primary);
    assert_eq!(total(None), 16);
    assert_eq!(total(Some(Stat::Passive)), 13);
    assert_eq!([Stat::Vigor, Stat::Celerity, Stat::Spirit].map(|stat| total(Some(stat))), [15, 12, 15]);
}

#[test] // TC-004, TC-005, TC-096, TC-097, TC-098, TC-173, TC-419, G-17, G-18, G-19, G-58
fn defenders_that_cannot_react_use_passive_defence_and_the_term_names_the_reason() {
    let against = |target: Fighter| {
        let (stat, sum) = defence(&duel("a x", base_fighter(), target), None, Mode::Melee);
        (stat, sum.terms().last().map(|term| term.rule.as_str()))
    };
    assert_eq!(against(foe()), (Stat::Primary, Some("TC-094")));
    assert_eq!(against(foe().has("surprised")), (Stat::Passive, Some("TC-096")));
    assert_eq!(against(foe().has("unsteady")), (Stat::Passive, Some("TC-097")));
    assert_eq!(against(foe().has("running")), (Stat::Passive, Some("TC-097")));
    assert_eq!(against(foe().has("immobile")), (Stat::Passive, Some("TC-098")));
    assert_eq!(against(foe().has("unconscious")), (Stat::Passive, Some("G-19")));
    assert_eq!(against(foe().stance("poised")), (Stat::Passive, Some("TC-419")));
    let held = duel("a x", base_fighter(), foe()).holding('a', 'x', &[]);
    assert_eq!(defence(&held, None, Mode::Ranged).0, Stat::Passive);
    assert_eq!(defence(&held, Some(Stat::Vigor), Mode::Melee).0, Stat::Vigor, "only attacks on Primary change");
}

#[test] // TC-099, TC-480, TC-483, G-51
fn defenders_without_a_melee_weapon_use_passive_defence_against_melee() {
    let against = |target, mode| {
        let (stat, sum) = defence(&duel("a x", base_fighter(), target), None, mode);
        (stat, term(&sum, Label::NoMeleeWeapon).map(|(_, rule)| rule))
    };
    assert_eq!(against(foe().unarmed(), Mode::Melee), (Stat::Passive, Some("TC-099")));
    assert_eq!(against(foe().with(shortbow()), Mode::Melee), (Stat::Passive, Some("TC-483")));
    assert_eq!(against(foe().with(shortbow()), Mode::Ranged), (Stat::Primary, None));
    assert_eq!(against(foe().with(claws()), Mode::Melee), (Stat::Primary, None));
    assert_eq!(against(foe().unarmed().with_trait(Trait::UnarmedTrained), Mode::Melee), (Stat::Primary, None));
}

#[test] // TC-400, TC-403, TC-404, TC-421, TC-422, TC-395
fn stances_change_the_defence_by_the_kind_of_attack() {
    let total = |target: Fighter, mode| defence(&duel("a x", base_fighter(), target), None, mode).1.total();
    assert_eq!(total(foe().stance("cautious"), Mode::Melee), 12);
    assert_eq!(total(foe().shifting("cautious"), Mode::Melee), 10);
    assert_eq!(total(foe().stance("cautious").has("unsteady"), Mode::Melee), 10, "Primary only");
    assert_eq!([Mode::Melee, Mode::Ranged].map(|mode| total(foe().stance("crouch"), mode)), [8, 12]);
    assert_eq!([Mode::Melee, Mode::Ranged].map(|mode| total(foe().stance("prone"), mode)), [6, 14]);
    assert_eq!([Mode::Melee, Mode::Ranged].map(|mode| total(foe().shifting("prone"), mode)), [6, 10]);
}

#[test] // TC-409, TC-410, TC-411, TC-412, TC-413, G-21
fn parrying_adds_half_the_attack_bonus_and_the_shield_again() {
    let primary = |target: Fighter| {
        defence(&duel("a x", base_fighter(), target.stance("parrying")), None, Mode::Ranged).1.total()
    };
    let skilled = |accuracy| foe().stat(Stat::Accuracy, accuracy);
    assert_eq!(primary(skilled(7)), 13);
    assert_eq!(primary(skilled(0)), 12, "never less than 2");
    assert_eq!(primary(skilled(-3)), 12);
    assert_eq!(primary(skilled(7).with(shortbow())), 13, "a bow parries too");
    assert_eq!(primary(skilled(7).and(sword())), 13, "two weapons are no better than one");
    assert_eq!(primary(skilled(7).shield(2)), 17, "2 for the shield, 2 again, 3 for the bonus");
    assert_eq!(primary(skilled(1).shield(1)), 13, "the least counts in all");
}

#[test] // TC-002, TC-036, TC-037, TC-038, TC-051, TC-052, TC-057, TC-092, G-65
fn degrees_of_an_attack_roll() {
    let policy = &rules().policies.rolls.attack;
    let judge = |roll, bonus, difficulty, precise| judge(policy, roll, bonus, difficulty, precise);
    assert_eq!(judge(10, 5, 15, false), (Degree::Success, 0), "equal is enough");
    assert_eq!(judge(9, 5, 15, false), (Degree::Failure, -1));
    assert_eq!(judge(1, 40, 15, false), (Degree::Fumble, 26), "a 1 always misses");
    assert_eq!(judge(20, 0, 30, false), (Degree::Success, -10), "a 20 always hits");
    assert_eq!(judge(20, 0, 20, false), (Degree::Success, 0), "critical only above the defence");
    assert_eq!(judge(20, 1, 20, false), (Degree::Critical, 1));
    assert_eq!(judge(19, 10, 20, false), (Degree::Success, 9));
    assert_eq!(judge(19, 10, 20, true), (Degree::Critical, 9));
    assert_eq!(judge(19, 0, 20, true), (Degree::Failure, -1));
}

#[test] // TC-002, TC-037, TC-052, TC-057
fn chances_are_counted_over_the_faces_of_the_die() {
    let policy = &rules().policies.rolls.attack;
    let count = |bonus, difficulty, precise| {
        let chances = chances(policy, None, (bonus, difficulty), precise);
        (chances.hits, chances.criticals, chances.fumbles, chances.per_mille())
    };
    assert_eq!(count(0, 11, false), (10, 1, 1, 500));
    assert_eq!(count(0, 11, true), (10, 2, 1, 500));
    assert_eq!(count(30, 11, false), (19, 1, 1, 950));
    assert_eq!(count(-30, 11, false), (1, 0, 1, 50));
}

#[test] // G-16
fn an_empty_hand_strikes_with_the_fist() {
    let scene = duel("a x", base_fighter().unarmed(), foe());
    assert_eq!(mode(&scene), Ok(Mode::Melee));
    let missing = attack::mode(scene.game(), scene.id('a'), WeaponSlot(7), scene.id('x'));
    assert!(missing.is_err());
}
