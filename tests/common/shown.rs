//! A Bevy app that shows a battle: its components as the window and inspectors see them.

#![allow(dead_code, reason = "every test file that includes this uses its own part of it")]

use bevy::prelude::*;
use warboard::battle::CombatantId;
use warboard::ecs::{self, Roster, RulesPlugin, ShownBattle};
use warboard::resolution::BattleState;

use crate::skirmish::Skirmish;

/// An app with the rules plugin that follows the facts of a battle.
pub struct ShownApp {
    pub app: App,
    shown: usize,
}

impl ShownApp {
    /// An app that shows the current state of a battle.
    pub fn showing(battle: &Skirmish) -> ShownApp {
        let mut app = App::new();
        app.add_plugins(RulesPlugin);
        ecs::show_field(app.world_mut(), battle.state.field().clone());
        app.update();
        ShownApp { app, shown: battle.state.log().events().len() }
    }

    /// Applies the facts since the last call.
    pub fn follow(&mut self, state: &BattleState) {
        let facts = &state.log().events()[self.shown..];
        self.shown += facts.len();
        let mut battle = self.app.world_mut().resource_mut::<ShownBattle>();
        facts.iter().for_each(|fact| battle.apply(fact));
        self.app.update();
    }

    /// A component of a combatant.
    pub fn of<C: Component>(&self, who: CombatantId) -> &C {
        let world = self.app.world();
        let entity = world.resource::<Roster>().entity(who).expect("every combatant has an entity");
        world.get::<C>(entity).expect("every combatant has all components")
    }
}
