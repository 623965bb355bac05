//! Icons of what befalls a combatant: at most four, and how many more.

use bevy::prelude::*;

use super::dress::IconRow;
use crate::battle::{Combatant, CombatantId, Snapshot, View};
use crate::content::breakdown::Label;
use crate::gui::board::{Art, SheetName};
use crate::gui::session::Session;
use crate::gui::theme;
use crate::mechanics::{flanking, status};
use crate::rules::Ruleset;

const ICON: f32 = 15.0;
const MOST: usize = 4;

/// Draws the icons of all combatants as they are now.
pub fn mark(
    mut commands: Commands,
    snapshot: Res<Snapshot>,
    session: Option<Res<Session>>,
    art: Res<Art>,
    tokens: Query<(&Combatant, &Children)>,
    rows: Query<Entity, With<IconRow>>,
    mut drawn: Local<std::collections::BTreeMap<CombatantId, (Entity, Vec<String>)>>,
) {
    let Some(session) = session else { return };
    for (combatant, children) in &tokens {
        let Some(row) = children.iter().find_map(|child| rows.get(child).ok()) else { continue };
        let icons = icons(snapshot.view(), session.rules(), combatant.id);
        if drawn.get(&combatant.id).is_some_and(|(at, known)| *at == row && *known == icons) {
            continue;
        }
        commands.entity(row).despawn_children().with_children(|place| spawn(place, &art, &icons));
        drawn.insert(combatant.id, (row, icons));
    }
}

/// The names of all icons of a combatant, the oldest first, each once.
fn icons(view: View<'_>, rules: &Ruleset, id: CombatantId) -> Vec<String> {
    if view.row(id).gone {
        return Vec::new();
    }
    let book = rules.book();
    let mut found: Vec<String> = Vec::new();
    let mut note = |icon: &str| {
        if !icon.is_empty() && !found.iter().any(|known| known == icon) {
            found.push(icon.to_owned());
        }
    };
    let conditions = view.row(id).conditions.0.iter().map(|held| held.condition);
    let derived = status::statuses(view, book, id);
    let derived = derived.iter().filter_map(|(label, _)| match label {
        Label::Named(name) => Some(*name),
        _ => None,
    });
    for name in conditions.chain(view.row(id).stance.held).chain(derived) {
        if let Some(condition) = rules.conditions.get(name) {
            note(&condition.icon);
        }
    }
    if view.holds_by(id).next().is_some() {
        note("grabbing");
    }
    if flanking::is_flanked(view, book, id) {
        note("flanked");
    }
    found
}

fn spawn(place: &mut ChildSpawnerCommands<'_>, art: &Art, icons: &[String]) {
    let shown = icons.len().min(MOST);
    let more = icons.len() - shown;
    let slots = shown + usize::from(more > 0);
    let x = |at: usize| (at as f32 - (slots as f32 - 1.0) / 2.0) * (ICON + 1.0);
    for (at, icon) in icons.iter().take(shown).enumerate() {
        let Some(sprite) = art.sheet(SheetName::Icons).named(icon) else { continue };
        let plate = Sprite::from_color(theme::INK.with_alpha(0.72), Vec2::splat(ICON + 1.0));
        place.spawn((plate, Transform::from_xyz(x(at), 0.0, 0.0)));
        let sprite = Sprite { custom_size: Some(Vec2::splat(ICON)), ..sprite };
        place.spawn((sprite, Transform::from_xyz(x(at), 0.0, 0.0005)));
    }
    if more > 0 {
        let words = (Text2d::new(format!("+{more}")), TextFont::from_font_size(12.0), TextColor(theme::IVORY));
        place.spawn((words, Transform::from_xyz(x(shown), 0.0, 0.0005)));
    }
}
