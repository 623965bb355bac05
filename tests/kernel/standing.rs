//! Standing facts: components that the schedule keeps true.

use crate::skirmish::*;
use bevy::prelude::*;
use warboard::battle::{Flanked, Grappled, InCover, Roster, Threatened};
use warboard::grid::CoverGrade;
use warboard::resolution::{BattleStep, RulesPlugin};

/// The world of a battle after one run of the rules' schedule.
fn after_a_step(mut battle: Skirmish) -> World {
    let mut app = App::new();
    app.add_plugins(RulesPlugin);
    let schedules = app.world_mut().remove_resource::<Schedules>().expect("the rules add a schedule");
    battle.world.insert_resource(schedules);
    battle.world.run_schedule(BattleStep);
    std::mem::take(&mut battle.world)
}

fn of<C: Component + Clone>(world: &World, at: usize) -> C {
    let (_, entity) = world.resource::<Roster>().iter().nth(at).expect("a combatant");
    world.get::<C>(entity).expect("a standing fact").clone()
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
    let world = after_a_step(battle);
    assert_eq!(of::<Threatened>(&world, 0).0, [a, c]);
    assert_eq!(of::<Flanked>(&world, 0).0, Some((a, c)));
    assert_eq!(of::<Flanked>(&world, 3).0, None);
    assert!(of::<InCover>(&world, 3).0.contains(&(e, CoverGrade::Half)));
    assert_eq!(of::<Grappled>(&world, 0), Grappled::default());
}

#[test] // TC-275, TC-302
fn a_hold_is_seen_from_both_ends() {
    let rules = time_count();
    let mut battle = skirmish(&rules, "a B").unit('a', dull().unarmed()).unit('B', dull()).rolls(&[1, 6, 15]);
    battle.does('a', "grab", 'B');
    let (a, b) = (battle.id('a'), battle.id('B'));
    let world = after_a_step(battle);
    assert_eq!(of::<Grappled>(&world, 0).holding, [b]);
    assert_eq!(of::<Grappled>(&world, 1).by, [a]);
}
