//! Sight: light, darkness, fog, and their effect on attacks.

use crate::advantage::{NO_ADVANTAGE, attack_advantage, disadvantage};
use crate::skirmish::*;
use warboard::battle::{CombatantId, Field, Light, LightFrom};
use warboard::content::{Source, Terrains, Trait, Unit};
use warboard::grid::Cell;
use warboard::mechanics::attack::Mode;
use warboard::mechanics::{Game, sight};
use warboard::rules::Library;
use warboard::scenario::Scenario;

fn archer() -> Unit {
    plain().weapon("shortbow")
}

fn seer() -> Unit {
    Unit { traits: vec![Trait::Darkvision], ..archer() }
}

/// A battle of `a` and `B` on an edited field.
fn duel(map: &str, a: Unit, field: fn(&mut Field)) -> Skirmish {
    skirmish(&fragments(), map).unit('a', a).unit('B', archer()).field(field).seeded(1)
}

/// Fog on one cell.
fn fog(field: &mut Field, x: i16, y: i16) {
    field.fog.insert(Cell::new(x, y));
}

fn dark(field: &mut Field) {
    field.dark = true;
}

#[test] // TA-162, TA-187, TA-188, TA-G32, TA-G41
fn combatants_in_darkness_are_concealed_from_all_that_cannot_see_in_it() {
    let map = "a . . . B";
    assert_eq!(attack_advantage(&duel(map, archer(), |_| {}), 'a', 'B', Mode::Ranged), NO_ADVANTAGE);
    let night = duel(map, seer(), dark);
    assert_eq!(attack_advantage(&night, 'B', 'a', Mode::Ranged), disadvantage("TA-162"));
    assert_eq!(attack_advantage(&night, 'a', 'B', Mode::Ranged), NO_ADVANTAGE, "it sees in the dark");
}

#[test] // TA-163, TA-164, TA-G32
fn light_has_a_radius_and_does_not_pass_walls() {
    let lit = |map: &str, light: fn(&mut Field)| -> String {
        let battle = duel(map, archer(), light);
        let (view, rules) = (battle.snapshot().view(), battle.battle().setup().rules.clone());
        let cells = view.board().cells().filter(|cell| cell.y == 0);
        cells.map(|cell| if sight::is_lit(Game::new(view, rules.book()), cell) { '*' } else { '.' }).collect()
    };
    let lamp: fn(&mut Field) = |field| {
        field.dark = true;
        field.lights.push(Light { from: LightFrom::Cell(Cell::new(1, 0)), radius: 20 });
    };
    assert_eq!(lit("a . . . . . . B", dark), "........");
    assert_eq!(lit("a . . . . . . B", lamp), "******..");
    assert_eq!(lit("a . . # . . . B", lamp), "****....", "a wall keeps the light off what is behind it");
}

#[test] // TA-164, TA-178
fn a_light_bearer_is_seen_and_sees_those_near_it() {
    let mut torch = duel(". a . . . . . . B", archer(), |field| {
        field.dark = true;
        field.lights.push(Light { from: LightFrom::Bearer(CombatantId(0)), radius: 20 });
    });
    assert_eq!(attack_advantage(&torch, 'B', 'a', Mode::Ranged), NO_ADVANTAGE);
    assert_eq!(attack_advantage(&torch, 'a', 'B', Mode::Ranged), disadvantage("TA-162"), "out of its light");
    if torch.asked().0 == 'B' {
        torch.perform('B', "wait");
    }
    torch.walk('a', &[(2, 0), (3, 0), (4, 0)]);
    assert_eq!(attack_advantage(&torch, 'a', 'B', Mode::Ranged), NO_ADVANTAGE, "the light comes along");
}

#[test] // TA-165, TA-166, TA-167, TA-G33
fn fog_anywhere_on_the_line_conceals_both_ends_from_each_other() {
    let fogged = |cell: fn(&mut Field)| {
        let battle = duel("a . . . B\n. . . . .", seer(), cell);
        assert_eq!(
            attack_advantage(&battle, 'a', 'B', Mode::Ranged),
            attack_advantage(&battle, 'B', 'a', Mode::Ranged)
        );
        attack_advantage(&battle, 'a', 'B', Mode::Ranged)
    };
    assert_eq!(fogged(|field| fog(field, 2, 0)), disadvantage("TA-166"), "between");
    assert_eq!(fogged(|field| fog(field, 0, 0)), disadvantage("TA-166"), "about the viewer");
    assert_eq!(fogged(|field| fog(field, 4, 0)), disadvantage("TA-166"), "about the target");
    assert_eq!(fogged(|field| fog(field, 2, 1)), NO_ADVANTAGE, "beside the line");
    let near = duel("a B", seer(), |field| fog(field, 1, 0));
    assert!(attack_advantage(&near, 'a', 'B', Mode::Ranged).1.contains(&"TA-166"), "neighbours as well");
}

#[test] // TA-201
fn darkness_and_fog_block_no_line_of_effect() {
    let battle = duel("a . . . B", archer(), |field| {
        field.dark = true;
        field.fog.insert(Cell::new(2, 0));
    });
    let (view, rules) = (battle.snapshot().view(), &battle.battle().setup().rules);
    let at = |mark| view.footprint(battle.id(mark));
    assert!(warboard::mechanics::line::has_line(Game::new(view, rules.book()), at('a'), at('B')));
}

fn scenario(extra: &str) -> Result<Scenario, Vec<String>> {
    let text = format!(
        r#"(name: "Night", about: "A night.", shape: Square, map: ["a..b", "...."], legend: {{ ".": "grass" }},
            marks: {{ "a": "grass", "b": "grass" }}, {extra}
            sides: [
                (name: "A", control: Ai, units: [(unit: "archer", at: Mark("a"), light: 20)]),
                (name: "B", control: Ai, units: [(unit: "archer", at: Mark("b"))]),
            ])"#
    );
    let terrains = Terrains::open(&crate::assets::assets()).expect("the terrain loads");
    let read = Scenario::read(&Source::new("night.ron", text), &terrains);
    read.map_err(|wrong| wrong.iter().map(|one| one.brief().to_string()).collect())
}

#[test] // TA-163, TA-165
fn a_scenario_sets_light_and_fog() {
    let night = scenario(r#"light: Dark, lights: [(at: (3, 1), radius: 30)], fog: [Cell(1, 1), Mark("b")],"#);
    let night = night.unwrap_or_else(|wrong| panic!("{wrong:?}"));
    let library = Library::open(&crate::assets::assets()).expect("the assets load");
    let setup = night.prepare(&library, "fragments").unwrap_or_else(|wrong| panic!("{}", wrong[0].brief()));
    assert!(setup.field.dark);
    assert_eq!(setup.field.fog.iter().copied().collect::<Vec<_>>(), [Cell::new(1, 1), Cell::new(3, 0)]);
    let lamp = Light { from: LightFrom::Cell(Cell::new(3, 1)), radius: 30 };
    let carried = Light { from: LightFrom::Bearer(CombatantId(0)), radius: 20 };
    assert_eq!(setup.field.lights, [lamp, carried]);
    assert!(!scenario("").expect("a bright day").field.dark);
}

#[test]
fn lights_and_fog_off_the_map_are_refused() {
    let wrong = |extra: &str| scenario(extra).expect_err("it is wrong").join("\n");
    assert!(wrong("lights: [(at: (9, 9), radius: 20)],").contains("(9, 9) is off the map"));
    assert!(wrong("lights: [(at: (1, 1), radius: 0)],").contains("a light radius must be 5 to 500 feet, not 0"));
    assert!(wrong("fog: [Cell(0, 7)],").contains("(0, 7) is off the map"));
    assert!(wrong(r#"fog: [Mark("z")],"#).contains("unknown mark `z`"));
    assert!(wrong("light: Dim,").contains("Dim"));
}

/// A battle in which `B` hovers over a dark field; its light, or that of a lamp below it, has a radius of 20 feet.
fn hovering(feet: i16, light: fn(&mut Field)) -> Skirmish {
    let flier = archer().with_trait(Trait::ImprovedFlight);
    let plan = skirmish(&fragments(), "a . B . .").unit('a', archer()).unit('B', flier).field(light);
    let mut battle = plan.rolls(&[1, 20]);
    if feet > 0 {
        battle.act('B', warboard::resolution::Act::flying("fly", Vec::new(), feet));
    }
    battle
}

#[test] // TA-164, TA-162, TA-G34
fn a_light_shines_no_farther_upwards_than_along() {
    let lamp: fn(&mut Field) = |field| {
        field.dark = true;
        field.lights.push(Light { from: LightFrom::Cell(Cell::new(2, 0)), radius: 20 });
    };
    let of =
        |feet, from, target| attack_advantage(&hovering(feet, lamp), from, target, Mode::Ranged).1.contains(&"TA-162");
    assert!(!of(0, 'a', 'B') && !of(20, 'a', 'B'), "up to 20 feet above the lamp");
    assert!(of(25, 'a', 'B') && of(60, 'a', 'B'), "higher up it is dark");
    assert!(!of(60, 'B', 'a'), "the archer beside the lamp is seen from there");
}

#[test] // TA-164, TA-162, TA-G34
fn a_lamp_in_the_air_lights_its_bearer_and_not_the_ground_far_below() {
    let torch: fn(&mut Field) = |field| {
        field.dark = true;
        field.lights.push(Light { from: LightFrom::Bearer(CombatantId(1)), radius: 20 });
    };
    let dark =
        |feet, from, target| attack_advantage(&hovering(feet, torch), from, target, Mode::Ranged).1.contains(&"TA-162");
    assert!(!dark(60, 'a', 'B'), "the bearer is always lit");
    assert!(dark(60, 'B', 'a') && dark(30, 'B', 'a'));
    assert!(!dark(20, 'B', 'a'), "20 feet below");
}

#[test] // TA-166, TA-G33
fn fog_has_no_height() {
    let fogged = hovering(60, |field| fog(field, 2, 0));
    assert_eq!(attack_advantage(&fogged, 'a', 'B', Mode::Ranged), disadvantage("TA-166"));
}
