//! What panels read and write.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy_egui::egui;

use super::log::book::LogBook;
use super::state::Hud;
use super::widgets::Pictures;
use crate::battle::{CombatantId, View};
use crate::content::policy::{Rulebook, TurnOrder};
use crate::control::Orders;
use crate::control::orders::Whose;
use crate::ecs::{Combatants, ShownBattle};
use crate::grid::Footprint;
use crate::gui::board::{CELL, Layout};
use crate::gui::camera::{BoardCamera, Focus};
use crate::gui::input::{Aimed, Hovered, Intent, Offered, Selected};
use crate::gui::keys::KeyMap;
use crate::gui::known::FogOfWar;
use crate::gui::overlay::OverlaySettings;
use crate::gui::playback::Playback;
use crate::gui::saves::SessionRequest;
use crate::gui::session::{OpenPrompt, PlayerAnswer, Session};
use crate::mechanics::status;
use crate::resolution::{Choice, Frame};
use crate::rules::Ruleset;
use crate::turn::DueKind;

/// What panels read and write.
#[derive(SystemParam)]
pub struct HudParams<'w, 's> {
    /// The shown battle.
    pub snapshot: Res<'w, ShownBattle>,
    /// What the players at the window know.
    pub watch: Res<'w, FogOfWar>,
    /// The running battle.
    pub session: ResMut<'w, Session>,
    /// The components of all combatants.
    pub combatants: Combatants<'w, 's>,
    /// The geometry of the board.
    pub layout: Res<'w, Layout>,
    /// The open question.
    pub asked: Res<'w, OpenPrompt>,
    /// What is under the pointer.
    pub hovered: Res<'w, Hovered>,
    /// What a click would choose.
    pub aimed: Res<'w, Aimed>,
    /// Standing orders and automatic answers.
    pub orders: ResMut<'w, Orders>,
    /// What the acting combatant can do.
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
    /// What the player has picked.
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
    camera: Query<'w, 's, (&'static Transform, &'static Projection), With<BoardCamera>>,
}

/// The word for a moment of time under these rules: round or count.
pub fn moment(rules: &Ruleset) -> &'static str {
    rules.policies.turn.moment()
}

impl HudParams<'_, '_> {
    /// The shown battle, without the combatants that are hidden from the players at the window.
    pub fn view(&self) -> View<'_> {
        self.watch.view(&self.snapshot)
    }

    /// The rules of the battle.
    pub fn rules(&self) -> &Ruleset {
        self.session.rules()
    }

    /// Whether time is a rising count instead of rounds.
    pub fn is_counted(&self) -> bool {
        matches!(self.rules().policies.turn, TurnOrder::Counts(_))
    }

    /// The part of the rules that mechanics need.
    pub fn rulebook(&self) -> Rulebook<'_> {
        self.rules().book()
    }

    /// How a combatant fights, in a sentence.
    pub fn about(&self, who: CombatantId) -> String {
        self.combatants.get(who).map_or_else(String::new, |data| data.sheet.0.about.clone())
    }

    /// The name of a combatant.
    pub fn name(&self, who: CombatantId) -> &str {
        self.snapshot.rows.get(who.index()).map_or("?", |row| &row.name)
    }

    /// The combatants that are taking a turn now.
    pub fn acting(&self) -> Vec<CombatantId> {
        if self.asked.0.is_none() && !self.playback.is_idle() {
            return self.without_scheduled_turn();
        }
        let actors = self.session.battle().stack().iter().flat_map(|frame| match frame {
            Frame::Activation(activation) => activation.actors.to_vec(),
            _ => Vec::new(),
        });
        actors.collect()
    }

    /// While facts are being shown the simulation is ahead: a combatant without a scheduled turn is taking one.
    fn without_scheduled_turn(&self) -> Vec<CombatantId> {
        let (view, book) = (self.view(), self.rulebook());
        let waits = |who| {
            self.snapshot.timeline().iter().any(|due| match due.what {
                DueKind::Turn(of) | DueKind::Completion { who: of, .. } => of == who,
                _ => false,
            })
        };
        let able =
            view.present().filter(|row| !row.turn_state.is_delaying() && status::is_conscious(view, book, row.id));
        able.map(|row| row.id).filter(|who| !waits(*who)).collect()
    }

    /// The combatant the AI is thinking for, once all earlier facts are shown; `None` if it is unnoticed.
    pub fn thinking(&self) -> Option<CombatantId> {
        let who = self.session.thinks_for().filter(|_| self.asked.0.is_none() && self.playback.is_idle());
        who.filter(|who| self.watch.notices(*who))
    }

    /// Whether the players at the window control a combatant.
    pub fn commands(&self, who: CombatantId) -> bool {
        self.view().find(who).is_some_and(|row| self.watch.commands(row.side))
    }

    /// Whether the players at the window decide the automatic answers of a combatant or side.
    pub fn decides_for(&self, whose: Whose) -> bool {
        match whose {
            Whose::One(who) => self.commands(who),
            Whose::Side(side) => self.watch.commands(side),
        }
    }

    /// Number of automatic answers the players at the window have decided.
    pub fn automatic_answers(&self) -> usize {
        self.orders.habits().iter().filter(|kept| self.decides_for(kept.whose)).count()
    }

    /// Whether a combatant is taking a turn now.
    pub fn acts_now(&self, who: CombatantId) -> bool {
        self.offered.who == Some(who) || self.acting().contains(&who)
    }

    /// Answers the open question.
    pub fn answer(&mut self, choice: Choice) {
        self.answers.write(PlayerAnswer(choice));
    }

    /// Selects a combatant and moves the camera to it.
    pub fn select_and_focus(&mut self, who: CombatantId) {
        let place = self.watch.place(self.view(), who);
        self.selected.0 = Some(who);
        if let Some(place) = place {
            let at = self.layout.middle(place);
            self.focus.on(at);
        }
    }

    /// The word for a moment of time in this battle: round or count.
    pub fn moment(&self) -> &'static str {
        moment(self.rules())
    }

    /// Screen position of a point of the board, in points of egui.
    pub fn on_screen(&self, ctx: &egui::Context, point: Vec2) -> Option<egui::Pos2> {
        // Uses the camera of this frame, which the renderer does not know yet.
        let (place, Projection::Orthographic(lens)) = self.camera.single().ok()? else { return None };
        let away = (point - place.translation.truncate()) / lens.scale / ctx.zoom_factor();
        Some(ctx.content_rect().center() + egui::vec2(away.x, -away.y))
    }

    /// Screen rectangle of a combatant, or `None` if it is not shown.
    pub fn token_rect(&self, ctx: &egui::Context, who: CombatantId) -> Option<egui::Rect> {
        self.view().find(who)?;
        self.cells_rect(ctx, self.view().footprint(who))
    }

    /// Screen rectangle of a footprint.
    pub fn cells_rect(&self, ctx: &egui::Context, footprint: Footprint) -> Option<egui::Rect> {
        let (middle, half) = (self.layout.middle(footprint), CELL * 0.6 * f32::from(footprint.across()));
        let (a, b) = (self.on_screen(ctx, middle - half)?, self.on_screen(ctx, middle + half)?);
        Some(egui::Rect::from_two_pos(a, b))
    }

    /// Screen rectangles of all combatants on the board.
    pub fn token_rects(&self, ctx: &egui::Context) -> Vec<egui::Rect> {
        self.view().present().filter_map(|row| self.token_rect(ctx, row.id)).collect()
    }
}
