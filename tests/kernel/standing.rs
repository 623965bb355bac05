//! Derived components, kept up to date by the schedule.

use bevy::prelude::*;
use warboard::battle::{CombatantId, Drift};
use warboard::content::{Carried, Unit};
use warboard::control::{Charger, Controller, Seats};
use warboard::dice::Dice;
use warboard::ecs::{self, Flanked, Grappled, InCover, MovementRate, Reach, RulesPlugin, Simulation, Threatened};
use warboard::grid::CoverGrade;
use warboard::resolution::BattleEvent;

use crate::shown::ShownApp;
use crate::skirmish::*;

#[test] // TC-430, TC-029, TC-297
fn threats_flankers_cover_and_holds_are_kept_as_components() {
    let rules = time_count();
    let battle = skirmish(&rules, "A b C . .\n. . . . .\n. d o . E")
        .unit('b', base_unit())
        .unit('A', base_unit())
        .unit('C', base_unit())
        .unit('d', base_unit())
        .unit('E', base_unit().weapon("shortbow"))
        .rolls(&[1, 6, 6, 6, 6]);
    let (a, c, e) = (battle.id('A'), battle.id('C'), battle.id('E'));
    let shown = ShownApp::showing(&battle);
    assert_eq!(shown.of::<Threatened>(battle.id('b')).0, [a, c]);
    assert_eq!(shown.of::<Flanked>(battle.id('b')).0, Some((a, c)));
    assert_eq!(shown.of::<Flanked>(battle.id('d')).0, None);
    assert!(shown.of::<InCover>(battle.id('d')).from(e).is_some_and(|cover| cover.grade == CoverGrade::Half));
    assert_eq!(*shown.of::<Grappled>(battle.id('b')), Grappled::default());
    assert_eq!((shown.of::<Reach>(a).0, shown.of::<MovementRate>(a).0), (5, 20));
}

#[test]
fn reach_is_that_of_the_weapons_in_hand() {
    let rules = time_count();
    let sheathed = Unit { weapons: vec![Carried { in_hand: false, ..carried("long_spear") }], ..base_unit() };
    let plan = skirmish(&rules, "a . B").unit('a', base_unit().weapon("long_spear")).unit('B', sheathed);
    let battle = plan.rolls(&[1, 6]);
    let shown = ShownApp::showing(&battle);
    assert_eq!([battle.id('a'), battle.id('B')].map(|id| shown.of::<Reach>(id).0), [10, 5]);
}

#[test] // TA-158
fn a_drift_is_published() {
    let rules = fragments();
    let mut battle = skirmish(&rules, "a . B").unit('a', base_unit()).unit('B', base_unit()).seeded(1);
    let (who, drift) = (battle.id('a'), Drift { way: Some(2), speed: 10, ..Drift::default() });
    battle.state.impose(&BattleEvent::DriftChanged { who, drift, rule: "TA-158".into() });
    assert_eq!(*ShownApp::showing(&battle).of::<Drift>(who), drift);
}

#[test] // TC-275, TC-302
fn a_hold_is_seen_from_both_ends() {
    let rules = time_count();
    let mut battle = skirmish(&rules, "a B").unit('a', base_unit().unarmed()).unit('B', base_unit()).rolls(&[1, 6, 15]);
    battle.act_on('a', "grab", 'B');
    let (a, b) = (battle.id('a'), battle.id('B'));
    let shown = ShownApp::showing(&battle);
    assert_eq!(shown.of::<Grappled>(a).holding, [b]);
    assert_eq!(shown.of::<Grappled>(b).by, [a]);
}

/// The cover of every combatant of a shown battle, by number.
fn cover(app: &mut App) -> Vec<(CombatantId, InCover)> {
    let mut combatants = app.world_mut().query::<(&warboard::battle::Combatant, &InCover)>();
    let mut cover: Vec<_> = combatants.iter(app.world()).map(|(who, cover)| (who.id, cover.clone())).collect();
    cover.sort_by_key(|(id, _)| *id);
    cover
}

#[test]
fn cover_updated_through_a_battle_equals_cover_derived_at_once() {
    for rules in [time_count(), fragments()] {
        let map = "a . . # . B\n. c o . D .\n. . . o . .\ne . # . . F";
        let plan = "acBDeF".chars().fold(skirmish(&rules, map), |plan, mark| plan.unit(mark, base_unit()));
        let setup = plan.seeded(1).state.setup().clone();
        let mut app = App::new();
        app.add_plugins(RulesPlugin);
        let charger = || Box::new(Charger::default()) as Box<dyn Controller + Send>;
        let seats = Seats::new(vec![charger(), charger()]);
        Simulation::begin(app.world_mut(), &setup, Dice::seeded(3, 0), seats);
        let mut changes = 0;
        let mut before = Vec::new();
        for _ in 0..60 {
            app.update();
            let kept = cover(&mut app);
            let mut at_once = App::new();
            at_once.add_plugins(RulesPlugin);
            let field = app.world().resource::<Simulation>().state().field().clone();
            ecs::show_field(at_once.world_mut(), field);
            at_once.update();
            assert_eq!(kept, cover(&mut at_once));
            changes += usize::from(kept != before);
            before = kept;
        }
        assert!(changes > 1, "cover changed {changes} times");
    }
}
