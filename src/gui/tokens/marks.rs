//! Marks of a token: bars for health and fatigue, at most five badges of conditions, its height above the ground.

use std::collections::BTreeMap;

use bevy::prelude::*;
use bevy::sprite::Text2dShadow;

use super::motion::{TOKEN, TokenPlace, part};
use crate::battle::{CombatantId, Conditions, PairFacts, Position, Stance, Vitals};
use crate::ecs::{CombatantData, EffectiveConditions, Flanked, Grappled, OutOfPlay};
use crate::gui::badges::{Badge, badges};
use crate::gui::board::{Art, SheetName};
use crate::gui::session::Session;
use crate::gui::theme;

/// The value a bar shows: health that is left, or below it fatigue against that health.
#[derive(Copy, Clone, PartialEq)]
pub enum BarKind {
    Health,
    Fatigue,
}

#[derive(Component)]
pub struct TokenBar {
    kind: BarKind,
    is_frame: bool,
}

const WIDTH: f32 = TOKEN * 0.8;

impl TokenBar {
    pub fn spawn(token: &mut ChildSpawnerCommands<'_>, kind: BarKind) {
        let (height, y) = kind.shape();
        let frame = Sprite::from_color(theme::INK, Vec2::new(WIDTH + 3.0, height + 3.0));
        token.spawn((TokenBar { kind, is_frame: true }, frame, Transform::from_xyz(0.0, y, part::BAR)));
        let filled = Sprite::from_color(theme::HEALTH, Vec2::new(WIDTH, height));
        token.spawn((TokenBar { kind, is_frame: false }, filled, Transform::from_xyz(0.0, y, part::FILL)));
    }
}

impl BarKind {
    /// Height, and place above the middle of the token.
    fn shape(self) -> (f32, f32) {
        match self {
            BarKind::Health => (5.0, -TOKEN * 0.43),
            BarKind::Fatigue => (2.5, -TOKEN * 0.43 - 5.5),
        }
    }

    fn of(self, vitals: &Vitals) -> (f32, Color) {
        let (now, most) = (f32::from(vitals.current().max(0)), f32::from(vitals.maximum.max(1)));
        match self {
            BarKind::Health => match (now / most).clamp(0.0, 1.0) {
                share @ 0.6.. => (share, theme::HEALTH),
                share @ 0.3.. => (share, theme::HEALTH_LOW),
                share => (share, theme::HEALTH_DIRE),
            },
            BarKind::Fatigue => ((f32::from(vitals.fatigue.max(0)) / now.max(1.0)).min(1.0), theme::TIRED),
        }
    }
}

/// Fills the bars of combatants whose vitals have changed; the fallen have none.
pub fn fill_bars(
    tokens: Query<(&Vitals, &OutOfPlay, &Children), Or<(Changed<Vitals>, Changed<OutOfPlay>, Changed<Children>)>>,
    mut bars: Query<(&TokenBar, &mut Sprite, &mut Transform, &mut Visibility)>,
) {
    for (vitals, gone, children) in &tokens {
        for child in children {
            let Ok((bar, mut sprite, mut place, mut visibility)) = bars.get_mut(*child) else { continue };
            let is_empty = bar.is_frame && bar.kind == BarKind::Fatigue && vitals.fatigue <= 0;
            visibility.set_if_neq(if gone.0 || is_empty { Visibility::Hidden } else { Visibility::Inherited });
            if !bar.is_frame {
                let (share, colour) = bar.kind.of(vitals);
                let (height, y) = bar.kind.shape();
                let width = WIDTH * share;
                (sprite.color, sprite.custom_size) = (colour, Some(Vec2::new(width, height)));
                place.translation = Vec3::new((width - WIDTH) / 2.0, y, part::FILL);
            }
        }
    }
}

const ICON: f32 = 16.0;
const MOST: usize = 5;

/// How far above the middle of its token the row of badges is.
const ABOVE: f32 = TOKEN * 0.42;

#[derive(Component)]
#[require(Transform, Visibility)]
pub struct IconRow;

/// The badges drawn at a token, and its height in feet above the ground, or below the surface.
type Marks = (Vec<Badge>, i16);

type Stale = Or<(
    Changed<Conditions>,
    Changed<EffectiveConditions>,
    Changed<Stance>,
    Changed<PairFacts>,
    Changed<Grappled>,
    Changed<Flanked>,
    Changed<Position>,
    Changed<OutOfPlay>,
    Changed<Children>,
)>;

pub fn mark(
    mut commands: Commands,
    session: Option<Res<Session>>,
    art: Res<Art>,
    tokens: Query<(CombatantData, &Children), Stale>,
    rows: Query<Entity, With<IconRow>>,
    mut drawn: Local<BTreeMap<CombatantId, (Entity, Marks)>>,
) {
    let Some(session) = session else { return };
    for (data, children) in &tokens {
        let Some(place) = children.iter().find_map(|child| rows.get(child).ok()) else { continue };
        let altitude = if data.out_of_play.0 { 0 } else { data.position.altitude };
        let (who, marks) = (data.combatant.id, (badges(&data, session.rules()), altitude));
        if drawn.get(&who).is_some_and(|(at, known)| *at == place && *known == marks) {
            continue;
        }
        commands.entity(place).despawn_children().with_children(|place| spawn(place, &art, &marks));
        drawn.insert(who, (place, marks));
    }
}

/// Number of badges drawn, and where the first is, from the middle of the row.
fn slots(many: usize) -> (usize, f32) {
    let shown = many.min(MOST);
    let slots = shown + usize::from(many > shown);
    (shown, (slots as f32 - 1.0) / -2.0 * (ICON + 1.0))
}

/// Index of the badge of a token under a point of the board, given its number of badges.
pub fn badge_at(rest: &TokenPlace, many: usize, point: Vec2) -> Option<usize> {
    let (shown, first) = slots(many);
    let away = (point - rest.at) / (rest.size / TOKEN) - Vec2::new(first, ABOVE);
    let slot = (away.x / (ICON + 1.0)).round();
    let hit = away.y.abs() <= ICON / 2.0 && slot >= 0.0 && slot < shown as f32;
    hit.then_some(slot as usize)
}

fn spawn(place: &mut ChildSpawnerCommands<'_>, art: &Art, (badges, altitude): &Marks) {
    let (shown, first) = slots(badges.len());
    let x = |at: usize| first + at as f32 * (ICON + 1.0);
    for (at, badge) in badges.iter().take(shown).enumerate() {
        let Some(sprite) = art.sheet(SheetName::Icons).named(&badge.icon) else { continue };
        let plate = Sprite::from_color(theme::INK.with_alpha(0.8), Vec2::splat(ICON + 1.0));
        place.spawn((plate, Transform::from_xyz(x(at), 0.0, 0.0)));
        let sprite = Sprite { custom_size: Some(Vec2::splat(ICON)), ..sprite };
        place.spawn((sprite, Transform::from_xyz(x(at), 0.0, 0.0005)));
        if badge.level != 0 {
            place.spawn(words(badge.level.to_string(), Vec2::new(x(at) + 5.0, -5.0), theme::PATH));
        }
    }
    if badges.len() > shown {
        place.spawn(words(format!("+{}", badges.len() - shown), Vec2::new(x(shown), 0.0), theme::IVORY));
    }
    if *altitude != 0 {
        let at = Vec2::new(TOKEN * 0.44, -ABOVE - TOKEN * 0.16);
        let plate = Sprite::from_color(theme::INK.with_alpha(0.8), Vec2::new(34.0, 15.0));
        place.spawn((plate, Transform::from_translation(at.extend(0.0))));
        place.spawn(words(format!("{altitude:+} ft"), at, theme::REACH_NOW));
    }
}

fn words(words: String, at: Vec2, colour: Color) -> impl Bundle {
    (
        Text2d::new(words),
        TextFont::from_font_size(12.0),
        TextColor(colour),
        Text2dShadow { offset: Vec2::new(1.0, -1.0), color: Color::BLACK },
        Transform::from_translation(at.extend(0.0008)),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_badge_is_found_where_it_is_drawn_on_tokens_of_all_sizes() {
        for size in [TOKEN, TOKEN * 0.5, TOKEN * 2.2] {
            let rest = TokenPlace { at: Vec2::new(96.0, -160.0), size, layer: 0.0 };
            for many in 1..=7 {
                let (shown, first) = slots(many);
                for at in 0..shown {
                    let offset = Vec2::new(first + at as f32 * (ICON + 1.0), ABOVE) * (size / TOKEN);
                    assert_eq!(badge_at(&rest, many, rest.at + offset), Some(at), "{at} of {many}");
                }
                assert_eq!(badge_at(&rest, many, rest.at), None);
            }
        }
    }
}
