//! Standing facts: components that the schedule keeps true.

#[path = "common/skirmish.rs"]
mod skirmish;

use bevy::prelude::*;
use skirmish::*;
use warboard::battle::{Flanked, Grappled, InCover, Roster, Threatened};
use warboard::grid::CoverGrade;
use warboard::resolution::{BattleStep, RulesPlugin};

/// Moves a battle into an app with the rules and runs their schedule once.
fn in_app(battle: Skirmish) -> App {
    let mut app = App::new();
    *app.world_mut() = battle.world;
    app.add_plugins(RulesPlugin);
    app.world_mut().run_schedule(BattleStep);
    app
}

fn of<C: Component + Clone>(app: &App, at: usize) -> C {
    let (_, entity) = app.world().resource::<Roster>().iter().nth(at).expect("a combatant");
    app.world().get::<C>(entity).expect("a standing fact").clone()
}

#[test] // TC-430, TC-029, TC-297
fn threats_flankers_cover_and_holds_are_kept_as_components() {
    let rules = time_count();
    let battle = skirmish(&rules, "A b C . .\n. . . . .\n. d o . E")
        .unit('b', dull())
        .unit('A', dull())
        .unit('C', dull())
        .unit('d', dull())
        .unit('E', dull().weapon("shortbow"))
        .rolls(&[1, 6, 6, 6, 6]);
    let (a, c, e) = (battle.id('A'), battle.id('C'), battle.id('E'));
    let app = in_app(battle);
    assert_eq!(of::<Threatened>(&app, 0).0, [a, c]);
    assert_eq!(of::<Flanked>(&app, 0).0, Some((a, c)));
    assert_eq!(of::<Flanked>(&app, 3).0, None);
    assert!(of::<InCover>(&app, 3).0.contains(&(e, CoverGrade::Half)));
    assert_eq!(of::<Grappled>(&app, 0), Grappled::default());
}

#[test] // TC-275, TC-302
fn a_hold_is_seen_from_both_ends() {
    let rules = time_count();
    let mut battle =
        skirmish(&rules, "a B").unit('a', dull().unarmed()).unit('B', dull()).rolls(&[1, 6, 15]);
    battle.does('a', "grab", 'B');
    let (a, b) = (battle.id('a'), battle.id('B'));
    let app = in_app(battle);
    assert_eq!(of::<Grappled>(&app, 0).holding, [b]);
    assert_eq!(of::<Grappled>(&app, 1).by, [a]);
}
