//! What is drawn over the board to help a player decide: where one can go and when, what enemies threaten, what a line
//! of sight meets, who flanks whom. The mechanics answer; nothing here is a rule.

pub mod area;
mod callout;
mod choice;
mod flank;
mod hiding;
mod labels;
mod outlook;
mod reach;
mod sight;
mod spell;
mod target;
mod threat;
mod way;
mod zones;

pub use callout::{About, Callout, Callouts};
pub use labels::{Label, Labels};
pub use outlook::{Outlook, Prospect};
pub use reach::Reached;

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use super::Draws;
use super::board::Layout;
use super::canvas::{Canvas, Easel};
use super::known::Watch;
use super::screens::Screen;
use super::session::Session;
use super::theme::layer;
use crate::battle::View;
use crate::content::policy::Rulebook;
use crate::ecs::ShownBattle;
use crate::rules::Ruleset;

/// The kinds of overlay, each a drawing of its own.
#[derive(Component, Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Overlay {
    /// Cells that can be reached, with the count.
    Reach,
    /// Cells that enemies threaten.
    Threat,
    /// Cells that the fighter under the pointer threatens.
    Donut,
    /// Cells that may be chosen, and where standing orders lead.
    Choice,
    /// The way to the cell under the pointer.
    Way,
    /// The line of sight to the fighter under the pointer.
    Sight,
    /// Who flanks whom.
    Flank,
    /// Whom the picked action may be aimed at.
    Target,
    /// How far the picked spell goes, and where it works.
    Spell,
    /// What could happen at the end of the way.
    Outlook,
    /// Where those who hide were last seen.
    Hiding,
    /// Places that goals are about.
    Zones,
}

impl Overlay {
    const ALL: [Overlay; 12] = [
        Overlay::Reach,
        Overlay::Threat,
        Overlay::Donut,
        Overlay::Choice,
        Overlay::Way,
        Overlay::Sight,
        Overlay::Flank,
        Overlay::Target,
        Overlay::Spell,
        Overlay::Outlook,
        Overlay::Hiding,
        Overlay::Zones,
    ];

    fn layer(self) -> f32 {
        match self {
            Overlay::Zones => layer::AREAS - 0.1,
            Overlay::Reach => layer::AREAS,
            Overlay::Threat => layer::AREAS + 0.1,
            Overlay::Donut => layer::AREAS + 0.2,
            Overlay::Choice => layer::AREAS + 0.3,
            Overlay::Spell => layer::AREAS + 0.4,
            Overlay::Way => layer::WAYS,
            Overlay::Hiding => layer::WAYS - 0.5,
            Overlay::Flank => layer::TOKENS + 0.1,
            Overlay::Target => layer::LINES,
            Overlay::Outlook => layer::LINES + 0.5,
            Overlay::Sight => layer::LINES + 1.0,
        }
    }
}

/// Which overlays the player wants.
#[derive(Resource, Debug)]
pub struct Shown {
    /// Cells that enemies threaten.
    pub threats: bool,
    /// Lines between those who flank.
    pub flanks: bool,
    /// What could happen at the end of the way under the pointer.
    pub outlook: bool,
}

impl Default for Shown {
    fn default() -> Shown {
        Shown { threats: true, flanks: true, outlook: true }
    }
}

/// What an overlay looks at: the shown battle as whoever looks at it knows it, and its rules.
#[derive(SystemParam)]
pub struct Table<'w> {
    snapshot: Res<'w, ShownBattle>,
    watch: Res<'w, Watch>,
    session: Res<'w, Session>,
    layout: Res<'w, Layout>,
}

impl Table<'_> {
    fn view(&self) -> View<'_> {
        self.watch.view(&self.snapshot)
    }

    fn rules(&self) -> &Ruleset {
        self.session.rules()
    }

    fn book(&self) -> Rulebook<'_> {
        self.rules().book()
    }

    fn has_changed(&self) -> bool {
        self.snapshot.is_changed() || self.layout.is_changed() || self.watch.is_changed()
    }
}

/// The drawings of all overlays.
#[derive(SystemParam)]
pub struct Pages<'w, 's> {
    easel: Easel<'w>,
    pages: Query<'w, 's, (&'static Overlay, &'static Mesh2d)>,
}

impl Pages<'_, '_> {
    /// Draws an overlay anew.
    pub fn draw(&mut self, overlay: Overlay, canvas: Canvas) {
        if let Some((_, page)) = self.pages.iter().find(|(kind, _)| **kind == overlay) {
            self.easel.renew(page, canvas);
        }
    }
}

/// Draws all overlays of the battle screen.
pub fn plugin(app: &mut App) {
    app.init_resource::<Shown>()
        .init_resource::<Outlook>()
        .init_resource::<Reached>()
        .init_resource::<Callouts>()
        .add_systems(Startup, spawn)
        .add_systems(
            Update,
            (
                (zones::draw, outlook::gather, reach::draw, threat::threats, threat::donut, choice::draw),
                (way::draw, sight::draw, outlook::draw, flank::draw, target::draw, hiding::draw, spell::draw),
                labels::enlarge,
            )
                .chain()
                .in_set(Draws::Overlays)
                .run_if(resource_exists::<Layout>)
                .run_if(resource_exists::<Session>)
                .run_if(resource_exists::<ShownBattle>),
        )
        .add_systems(OnExit(Screen::Battle), wipe);
}

fn spawn(mut commands: Commands, mut easel: Easel) {
    for overlay in Overlay::ALL {
        commands.spawn((overlay, easel.drawing(Canvas::new(), overlay.layer())));
    }
}

fn wipe(mut pages: Pages, mut labels: Labels, mut callouts: ResMut<Callouts>) {
    *callouts = Callouts::default();
    for overlay in Overlay::ALL {
        pages.draw(overlay, Canvas::new());
        labels.set(overlay, Vec::new());
    }
}
