//! What panels read and write.

mod acting;
mod facts;
mod screen;

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use super::log::book::LogBook;
use super::state::Hud;
use super::widgets::Pictures;
use crate::battle::{CombatantId, Link, View};
use crate::content::action::Action;
use crate::content::policy::TurnOrder;
use crate::control::Orders;
use crate::control::orders::OrderScope;
use crate::ecs::{CellGrid, Combatants, ShownBattle};
use crate::grid::Footprint;
use crate::gui::board::Layout;
use crate::gui::camera::{BoardCamera, Focus};
use crate::gui::input::{Aimed, Hovered, Intent, Offered, Selected};
use crate::gui::keys::KeyMap;
use crate::gui::known::FogOfWar;
use crate::gui::overlay::OverlaySettings;
use crate::gui::playback::Playback;
use crate::gui::saves::SessionRequest;
use crate::gui::session::{OpenPrompt, PlayerAnswer, Session};
use crate::mechanics::Game;
use crate::resolution::Choice;
use crate::rules::Ruleset;

/// Everything that panels read and write. Facts about combatants and cells are read from their components.
#[derive(SystemParam)]
pub struct HudParams<'w, 's> {
    /// The components of all combatants.
    pub combatants: Combatants<'w, 's>,
    /// Knowledge of the players at the window.
    pub watch: Res<'w, FogOfWar>,
    /// The running battle.
    pub session: ResMut<'w, Session>,
    /// The geometry of the board.
    pub layout: Res<'w, Layout>,
    /// The open question.
    pub asked: Res<'w, OpenPrompt>,
    /// The combatant and cell under the pointer.
    pub hovered: Res<'w, Hovered>,
    /// The choice that a click would make.
    pub aimed: Res<'w, Aimed>,
    /// Standing orders and automatic answers.
    pub orders: ResMut<'w, Orders>,
    /// All actions of the acting combatant.
    pub offered: Res<'w, Offered>,
    /// The sprite sheets.
    pub pictures: Res<'w, Pictures>,
    /// The key bindings.
    pub keys: Res<'w, KeyMap>,
    /// Which panels are open.
    pub hud: ResMut<'w, Hud>,
    /// The log book.
    pub log: ResMut<'w, LogBook>,
    /// The selected combatant.
    pub selected: ResMut<'w, Selected>,
    /// The action the player has picked.
    pub intent: ResMut<'w, Intent>,
    /// Where the camera goes.
    pub focus: ResMut<'w, Focus>,
    /// The playback of facts.
    pub playback: ResMut<'w, Playback>,
    /// Which overlays are shown.
    pub shown: ResMut<'w, OverlaySettings>,
    /// Answers to the open question.
    pub answers: MessageWriter<'w, PlayerAnswer>,
    /// Requests about files and turns.
    pub requests: MessageWriter<'w, SessionRequest>,
    /// The shown battle.
    battle: Res<'w, ShownBattle>,
    links: Query<'w, 's, &'static Link>,
    grounds: CellGrid<'w, 's>,
    camera: Query<'w, 's, (&'static Transform, &'static Projection), With<BoardCamera>>,
}

/// The word for a moment of time under these rules: round or count.
pub fn moment(rules: &Ruleset) -> &'static str {
    rules.policies.turn.moment()
}

impl HudParams<'_, '_> {
    /// The shown battle as rules read it, without the combatants that are hidden from the players at the window.
    pub fn view(&self) -> View<'_> {
        self.battle.view()
    }

    /// The shown battle as rules read it, with one combatant imagined at another position.
    pub fn view_with(&self, who: CombatantId, at: Footprint) -> View<'_> {
        self.view().with(who, at)
    }

    /// Whether the shown battle, or the part of it that the players at the window know, has changed since the last frame.
    pub fn has_changed(&self) -> bool {
        self.battle.is_changed() || self.watch.is_changed()
    }

    /// The rules of the battle.
    pub fn rules(&self) -> &Ruleset {
        self.session.rules()
    }

    /// Whether time is a rising count instead of rounds.
    pub fn is_counted(&self) -> bool {
        matches!(self.rules().policies.turn, TurnOrder::Counts(_))
    }

    /// The battle and its rules, as mechanics read them.
    pub fn game(&self) -> Game<'_> {
        Game::new(self.view(), self.rules().book())
    }

    /// The word for a moment of time in this battle: round or count.
    pub fn moment(&self) -> &'static str {
        moment(self.rules())
    }

    /// Whether the players at the window control a combatant.
    pub fn commands(&self, who: CombatantId) -> bool {
        self.side(who).is_some_and(|side| self.watch.commands(side))
    }

    /// Whether the players at the window decide the automatic answers of a combatant or side.
    pub fn decides_for(&self, whose: OrderScope) -> bool {
        match whose {
            OrderScope::One(who) => self.commands(who),
            OrderScope::Side(side) => self.watch.commands(side),
        }
    }

    /// Number of automatic answers the players at the window have decided.
    pub fn automatic_answers(&self) -> usize {
        self.orders.habits().iter().filter(|kept| self.decides_for(kept.whose)).count()
    }

    /// Orders a combatant to wait with this action until something happens.
    pub fn stand_by(&mut self, who: CombatantId, action: &Action) {
        let view = self.battle.view();
        self.orders.watch(Game::new(view, self.session.rules().book()), who, action);
    }

    /// Answers the open question.
    pub fn answer(&mut self, choice: Choice) {
        self.answers.write(PlayerAnswer(choice));
    }

    /// Selects a combatant and moves the camera to it.
    pub fn select_and_focus(&mut self, who: CombatantId) {
        let place = self.place(who);
        self.selected.0 = Some(who);
        if let Some(place) = place {
            let at = self.layout.middle(place);
            self.focus.on(at);
        }
    }
}
