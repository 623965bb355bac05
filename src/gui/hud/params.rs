//! What panels read and write.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy_egui::egui;

use super::log::book::LogBook;
use super::pictures::Pictures;
use super::state::Hud;
use crate::battle::{ActiveSpell, CombatantId, Count, Link, SpellId, View, WeaponSlot};
use crate::content::{Action, Name};
use crate::control::Orders;
use crate::control::orders::OrderScope;
use crate::ecs::{CellGrid, CombatantDataItem, Combatants, ShownBattle};
use crate::grid::Footprint;
use crate::gui::board::{CELL, Layout};
use crate::gui::camera::{BoardCamera, Focus};
use crate::gui::input::{Aimed, GamepadInUse, Hovered, Intent, Offered, Selected, action_span, gamepad_button};
use crate::gui::keys::{Chord, KeyCommand, KeyMap};
use crate::gui::known::FogOfWar;
use crate::gui::playback::Playback;
use crate::gui::saves::SessionRequest;
use crate::gui::session::{OpenPrompt, PlayerAnswer, Session};
use crate::gui::settings::Settings;
use crate::mechanics::{Game, status};
use crate::resolution::{Act, Choice, Frame};
use crate::rules::Ruleset;
use crate::turn::{DueKind, Timeline};

/// The keys of commands and actions; where a gamepad is in use, its buttons instead.
#[derive(SystemParam)]
pub struct ShownKeys<'w> {
    map: Res<'w, KeyMap>,
    gamepad: Res<'w, GamepadInUse>,
}

impl ShownKeys<'_> {
    /// The button or the keys of a command in words.
    pub fn words(&self, command: KeyCommand) -> String {
        self.button(command).map_or_else(|| self.map.words(command), str::to_owned)
    }

    /// A label with the button or the keys of a command behind it.
    pub fn hint(&self, words: &str, command: KeyCommand) -> String {
        self.button(command).map_or_else(|| self.map.hint(words, command), |button| format!("{words} ({button})"))
    }

    /// The keys of a command; none while a gamepad is in use.
    pub fn of(&self, command: KeyCommand) -> &[Chord] {
        if self.gamepad.0 { &[] } else { self.map.of(command) }
    }

    /// The keys of an action of a rule system; none while a gamepad is in use, which has no button for it.
    pub fn of_action(&self, rules: &Ruleset, action: Name) -> Vec<Chord> {
        if self.gamepad.0 { Vec::new() } else { self.map.of_action(rules, action) }
    }

    fn button(&self, command: KeyCommand) -> Option<&'static str> {
        gamepad_button(command).filter(|_| self.gamepad.0)
    }
}

/// Everything that panels read and write. Facts about combatants and cells are read from their components.
#[derive(SystemParam)]
pub struct HudParams<'w, 's> {
    pub combatants: Combatants<'w, 's>,
    pub watch: Res<'w, FogOfWar>,
    pub session: ResMut<'w, Session>,
    pub layout: Res<'w, Layout>,
    pub asked: Res<'w, OpenPrompt>,
    pub hovered: Res<'w, Hovered>,
    pub aimed: Res<'w, Aimed>,
    pub orders: ResMut<'w, Orders>,
    pub offered: Res<'w, Offered>,
    pub pictures: Res<'w, Pictures>,
    pub keys: ShownKeys<'w>,
    pub settings: Res<'w, Settings>,
    pub hud: ResMut<'w, Hud>,
    pub log: ResMut<'w, LogBook>,
    pub selected: ResMut<'w, Selected>,
    pub intent: ResMut<'w, Intent>,
    pub focus: ResMut<'w, Focus>,
    pub playback: ResMut<'w, Playback>,
    pub answers: MessageWriter<'w, PlayerAnswer>,
    pub requests: MessageWriter<'w, SessionRequest>,
    pub links: Query<'w, 's, &'static Link>,
    pub grounds: CellGrid<'w, 's>,
    battle: Res<'w, ShownBattle>,
    camera: Query<'w, 's, (&'static Transform, &'static Projection), With<BoardCamera>>,
}

impl HudParams<'_, '_> {
    /// The shown battle as rules read it, without the combatants that are hidden from the players at the window.
    pub fn view(&self) -> View<'_> {
        self.battle.view()
    }

    pub fn game(&self) -> Game<'_> {
        Game::new(self.view(), self.rules().book())
    }

    /// Whether the shown battle, or the part of it that the players at the window know, has changed since the last frame.
    pub fn has_changed(&self) -> bool {
        self.battle.is_changed() || self.watch.is_changed()
    }

    pub fn rules(&self) -> &Ruleset {
        self.session.rules()
    }

    /// Whether time is a rising count instead of rounds.
    pub fn is_counted(&self) -> bool {
        self.rules().policies.turn.is_counted()
    }

    pub fn moment(&self) -> &'static str {
        self.rules().policies.turn.moment()
    }

    pub fn count(&self) -> Count {
        self.battle.whole_view().count()
    }

    pub fn timeline(&self) -> &Timeline {
        self.battle.timeline()
    }

    pub fn spells(&self) -> &[ActiveSpell] {
        self.battle.whole_view().spells()
    }

    pub fn spell(&self, id: SpellId) -> Option<&ActiveSpell> {
        self.spells().iter().find(|spell| spell.id == id)
    }

    /// The least and the most counts an action takes with a weapon; `None` under rules without counts.
    pub fn action_span(&self, who: CombatantId, action: &Action, weapon: Option<WeaponSlot>) -> Option<(u16, u16)> {
        action_span(&self.battle, &self.session, who, action, weapon)
    }

    /// All combatants on the board whose position is known to the players at the window, by number.
    pub fn present(&self) -> impl Iterator<Item = CombatantDataItem<'_, '_>> {
        self.combatants.iter().filter(|data| !data.out_of_play.0 && self.watch.knows(data.combatant.id))
    }

    /// All combatants that the players at the window have noticed, by number, those out of play included.
    pub fn noticed(&self) -> impl Iterator<Item = CombatantDataItem<'_, '_>> {
        self.combatants.iter().filter(|data| self.watch.notices(data.combatant.id))
    }

    pub fn name(&self, who: CombatantId) -> &str {
        self.combatants.name(who)
    }

    pub fn names(&self, ids: &[CombatantId]) -> String {
        ids.iter().map(|id| self.name(*id)).collect::<Vec<_>>().join(", ")
    }

    /// Where a combatant is as far as the players at the window know: where they last saw it if it is hidden.
    pub fn place(&self, who: CombatantId) -> Option<Footprint> {
        match self.watch.knows(who) {
            true => self.combatants.footprint(who),
            false => self.watch.hiding().find(|(hidden, _)| *hidden == who)?.1,
        }
    }

    pub fn readied_act(&self, who: CombatantId) -> Option<&Act> {
        self.combatants.get(who)?.ready.0.as_ref().map(|readied| &readied.act)
    }

    pub fn acting(&self) -> Vec<CombatantId> {
        if self.asked.0.is_none() && !self.playback.is_idle() {
            // While facts are being shown the simulation is ahead: a combatant without a scheduled turn is taking one.
            let waits = |who| {
                self.timeline().iter().any(|due| match due.what {
                    DueKind::Turn(of) | DueKind::Completion { who: of, .. } => of == who,
                    _ => false,
                })
            };
            let able = self.present().filter(|data| !data.turn.is_delaying()).map(|data| data.combatant.id);
            return able.filter(|who| status::is_conscious(self.game(), *who) && !waits(*who)).collect();
        }
        let frames = self.session.battle().stack().iter();
        let groups = frames.filter_map(|frame| match frame {
            Frame::Activation(activation) => Some(&activation.actors),
            _ => None,
        });
        groups.flatten().copied().collect()
    }

    /// The combatant the AI is thinking for, once all earlier facts are shown; `None` if it is unnoticed.
    pub fn thinking(&self) -> Option<CombatantId> {
        let who = self.session.thinks_for().filter(|_| self.asked.0.is_none() && self.playback.is_idle());
        who.filter(|who| self.watch.notices(*who))
    }

    /// Whether the players at the window control a combatant.
    pub fn commands(&self, who: CombatantId) -> bool {
        self.combatants.side(who).is_some_and(|side| self.watch.commands(side))
    }

    /// Whether the players at the window decide the automatic answers of a combatant or side.
    pub fn decides_for(&self, whose: OrderScope) -> bool {
        match whose {
            OrderScope::One(who) => self.commands(who),
            OrderScope::Side(side) => self.watch.commands(side),
        }
    }

    pub fn automatic_answers(&self) -> usize {
        self.orders.habits().iter().filter(|kept| self.decides_for(kept.whose)).count()
    }

    pub fn stand_by(&mut self, who: CombatantId, action: &Action) {
        self.orders.watch(Game::new(self.battle.view(), self.session.rules().book()), who, action);
    }

    pub fn answer(&mut self, choice: Choice) {
        self.answers.write(PlayerAnswer(choice));
    }

    pub fn select_and_focus(&mut self, who: CombatantId) {
        self.selected.0 = Some(who);
        if let Some(at) = self.place(who).map(|place| self.layout.middle(place)) {
            self.focus.on(at);
        }
    }

    /// Screen position of a point of the board, in points of egui.
    pub fn on_screen(&self, ctx: &egui::Context, point: Vec2) -> Option<egui::Pos2> {
        // Uses the camera of this frame, which the renderer does not know yet.
        let (place, Projection::Orthographic(lens)) = self.camera.single().ok()? else { return None };
        let away = (point - place.translation.truncate()) / lens.scale / ctx.zoom_factor();
        Some(ctx.content_rect().center() + egui::vec2(away.x, -away.y))
    }

    pub fn token_rect(&self, ctx: &egui::Context, who: CombatantId) -> Option<egui::Rect> {
        self.cells_rect(ctx, self.combatants.footprint(who)?)
    }

    pub fn cells_rect(&self, ctx: &egui::Context, footprint: Footprint) -> Option<egui::Rect> {
        let (middle, half) = (self.layout.middle(footprint), CELL * 0.6 * f32::from(footprint.across()));
        let (a, b) = (self.on_screen(ctx, middle - half)?, self.on_screen(ctx, middle + half)?);
        Some(egui::Rect::from_two_pos(a, b))
    }

    pub fn token_rects(&self, ctx: &egui::Context) -> Vec<egui::Rect> {
        self.present().filter_map(|data| self.cells_rect(ctx, data.position.footprint())).collect()
    }
}
