//! What panels read and write.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy_egui::egui;

use super::callouts::Chance;
use super::lines::LogBook;
use super::offered::Offered;
use super::pictures::Pictures;
use crate::battle::{CombatantId, Snapshot, View};
use crate::content::Name;
use crate::content::action::ActionGroup;
use crate::content::policy::{Rulebook, TurnOrder};
use crate::control::Orders;
use crate::control::orders::Whose;
use crate::grid::Footprint;
use crate::gui::board::{CELL, Layout};
use crate::gui::camera::{BoardCamera, Focus};
use crate::gui::input::{Aimed, Hovered, Intent, Selected};
use crate::gui::keys::KeyMap;
use crate::gui::known::Watch;
use crate::gui::overlay::Shown;
use crate::gui::playback::Playback;
use crate::gui::saves::Request;
use crate::gui::session::{Answer, Asked, Session};
use crate::mechanics::status;
use crate::resolution::{Choice, Frame};
use crate::rules::Ruleset;
use crate::turn::{DueKind, Timeline};

/// What the panel at the right shows.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum Tab {
    #[default]
    Log,
    Goals,
    Thoughts,
}

/// The panels at the sides.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum SidePanel {
    /// The fighter that is looked at, at the left.
    Unit,
    /// Log, goals and thoughts, at the right.
    Log,
}

/// Which panels are open and what they show.
#[derive(Resource, Debug)]
pub struct Hud {
    /// Whether the player wants each panel at the sides.
    pub unit_open: bool,
    pub side_open: bool,
    /// The panel that was opened last: it is shown where there is room for one only.
    front: SidePanel,
    /// Whether there is room for one only.
    pub narrow: bool,
    pub tab: Tab,
    /// The group of actions that is shown; all that can be done now if none.
    pub group: Option<ActionGroup>,
    /// The action whose button is under the pointer.
    pub looked_at: Option<Name>,
    /// Who was asked last: looked at while nobody is.
    pub last: Option<CombatantId>,
    /// The forecast that stays in sight: of an act against this combatant.
    pub pinned: Option<CombatantId>,
    /// Whose forecast is shown at the pointer, and since when, in seconds of the panels' clock.
    pub hovering: Option<(CombatantId, f64)>,
    /// The height of the forecast at the foot of the panel at the right, in points; 0 while there is none.
    pub forecast: f32,
    /// The chance of what is aimed at, to be written on the board.
    pub chance: Option<Chance>,
}

impl Default for Hud {
    fn default() -> Hud {
        Hud {
            unit_open: true,
            side_open: true,
            front: SidePanel::Log,
            narrow: false,
            tab: Tab::Log,
            group: None,
            looked_at: None,
            last: None,
            pinned: None,
            hovering: None,
            forecast: 0.0,
            chance: None,
        }
    }
}

impl Hud {
    /// Whether a panel is seen.
    pub fn shows(&self, side: SidePanel) -> bool {
        let open = match side {
            SidePanel::Unit => self.unit_open,
            SidePanel::Log => self.side_open,
        };
        open && (!self.narrow || self.front == side)
    }

    /// Opens the panels that the player wants.
    pub fn restore(&mut self, unit: bool, log: bool) {
        (self.unit_open, self.side_open) = (unit, log);
        if !log {
            self.front = SidePanel::Unit;
        }
    }

    /// Opens a panel, or folds it away; the other one is kept for when there is room again.
    pub fn open(&mut self, side: SidePanel, open: bool) {
        match side {
            SidePanel::Unit => self.unit_open = open,
            SidePanel::Log => self.side_open = open,
        }
        if open {
            self.front = side;
        }
    }
}

/// What panels read and write.
#[derive(SystemParam)]
pub struct Desk<'w, 's> {
    pub snapshot: Res<'w, Snapshot>,
    pub watch: Res<'w, Watch>,
    pub session: ResMut<'w, Session>,
    pub timeline: Res<'w, Timeline>,
    pub layout: Res<'w, Layout>,
    pub asked: Res<'w, Asked>,
    pub hovered: Res<'w, Hovered>,
    pub aimed: Res<'w, Aimed>,
    pub orders: ResMut<'w, Orders>,
    pub offered: Res<'w, Offered>,
    pub pictures: Res<'w, Pictures>,
    pub keys: Res<'w, KeyMap>,
    pub hud: ResMut<'w, Hud>,
    pub book: ResMut<'w, LogBook>,
    pub selected: ResMut<'w, Selected>,
    pub intent: ResMut<'w, Intent>,
    pub focus: ResMut<'w, Focus>,
    pub playback: ResMut<'w, Playback>,
    pub shown: ResMut<'w, Shown>,
    pub answers: MessageWriter<'w, Answer>,
    pub requests: MessageWriter<'w, Request>,
    camera: Query<'w, 's, (&'static Transform, &'static Projection), With<BoardCamera>>,
}

/// What moments of a battle by these rules are called.
pub fn moment(rules: &Ruleset) -> &'static str {
    rules.policies.turn.moment()
}

impl Desk<'_, '_> {
    /// The battle as it is shown, without those who hide from whoever looks at it.
    pub fn view(&self) -> View<'_> {
        self.watch.view(&self.snapshot)
    }

    /// The rules it is played by.
    pub fn rules(&self) -> &Ruleset {
        self.session.rules()
    }

    /// Whether time is a rising count, not rounds.
    pub fn is_counted(&self) -> bool {
        matches!(self.rules().policies.turn, TurnOrder::Counts(_))
    }

    /// What mechanics need to know of the rules.
    pub fn rulebook(&self) -> Rulebook<'_> {
        self.rules().book()
    }

    /// The name of a combatant.
    pub fn name(&self, who: CombatantId) -> &str {
        self.snapshot.rows.get(who.index()).map_or("?", |row| &row.name)
    }

    /// Everybody who takes a turn now: they have no turn that is due.
    pub fn acting(&self) -> Vec<CombatantId> {
        if self.asked.0.is_none() && !self.playback.is_idle() {
            return self.without_due();
        }
        let actors = self.session.battle().stack().iter().flat_map(|frame| match frame {
            Frame::Activation(activation) => activation.actors.to_vec(),
            _ => Vec::new(),
        });
        actors.collect()
    }

    /// While facts are shown the battle itself is further on; whoever takes a turn in what is seen has none due.
    fn without_due(&self) -> Vec<CombatantId> {
        let (view, book) = (self.view(), self.rulebook());
        let waits = |who| {
            self.timeline.iter().any(|due| match due.what {
                DueKind::Turn(of) | DueKind::Completion { who: of, .. } => of == who,
                _ => false,
            })
        };
        let able =
            view.present().filter(|row| !row.turn_state.is_delaying() && status::is_conscious(view, book, row.id));
        able.map(|row| row.id).filter(|who| !waits(*who)).collect()
    }

    /// For whom the program thinks, once all that came before is shown; nobody who is not noticed.
    pub fn thinking(&self) -> Option<CombatantId> {
        let who = self.session.thinks_for().filter(|_| self.asked.0.is_none() && self.playback.is_idle());
        who.filter(|who| self.watch.notices(*who))
    }

    /// Whether whoever sits at the window gives a combatant its orders.
    pub fn commands(&self, who: CombatantId) -> bool {
        self.view().find(who).is_some_and(|row| self.watch.commands(row.side))
    }

    /// Whether whoever sits at the window decides what these always or never answer.
    pub fn decides_for(&self, whose: Whose) -> bool {
        match whose {
            Whose::One(who) => self.commands(who),
            Whose::Side(side) => self.watch.commands(side),
        }
    }

    /// How many questions whoever sits at the window has answered for good.
    pub fn habits_kept(&self) -> usize {
        self.orders.habits().iter().filter(|kept| self.decides_for(kept.whose)).count()
    }

    /// Whether somebody takes a turn now.
    pub fn acts_now(&self, who: CombatantId) -> bool {
        self.offered.who == Some(who) || self.acting().contains(&who)
    }

    /// Answers what is asked.
    pub fn answer(&mut self, choice: Choice) {
        self.answers.write(Answer(choice));
    }

    /// Looks at a combatant: selects it and brings it into sight.
    pub fn look_at(&mut self, who: CombatantId) {
        let place = self.watch.place(self.view(), who);
        self.selected.0 = Some(who);
        if let Some(place) = place {
            let at = self.layout.middle(place);
            self.focus.on(at);
        }
    }

    /// What moments of this battle are called.
    pub fn moment(&self) -> &'static str {
        moment(self.rules())
    }

    /// Where a point of the board is on the screen, in the points of panels.
    pub fn on_screen(&self, ctx: &egui::Context, point: Vec2) -> Option<egui::Pos2> {
        // As the camera stands in this frame, which the renderer does not know yet.
        let (place, Projection::Orthographic(lens)) = self.camera.single().ok()? else { return None };
        let away = (point - place.translation.truncate()) / lens.scale / ctx.zoom_factor();
        Some(ctx.content_rect().center() + egui::vec2(away.x, -away.y))
    }

    /// The rectangle of the screen that a combatant covers.
    pub fn spot(&self, ctx: &egui::Context, who: CombatantId) -> Option<egui::Rect> {
        self.view().find(who)?;
        self.ground(ctx, self.view().footprint(who))
    }

    /// The rectangle of the screen that a footprint covers.
    pub fn ground(&self, ctx: &egui::Context, footprint: Footprint) -> Option<egui::Rect> {
        let (middle, half) = (self.layout.middle(footprint), CELL * 0.6 * f32::from(footprint.across()));
        let (a, b) = (self.on_screen(ctx, middle - half)?, self.on_screen(ctx, middle + half)?);
        Some(egui::Rect::from_two_pos(a, b))
    }

    /// The rectangles that everybody on the board covers.
    pub fn spots(&self, ctx: &egui::Context) -> Vec<egui::Rect> {
        self.view().present().filter_map(|row| self.spot(ctx, row.id)).collect()
    }
}
