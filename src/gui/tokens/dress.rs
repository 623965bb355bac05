//! The pictures of a token and how it stands, its bars for health and fatigue, badges of conditions, and height.

use std::collections::BTreeMap;
use std::f32::consts::FRAC_PI_2;

use bevy::prelude::*;
use bevy::sprite::Text2dShadow;

use crate::battle::{Combatant, CombatantId, Conditions, Facing, PairFacts, Position, Stance, Vitals};
use crate::ecs::{CombatantData, CombatantSheet, EffectiveConditions, Flanked, Grappled, OutOfPlay, Roster};
use crate::grid::Direction;
use crate::gui::BattleScene;
use crate::gui::badges::{Badge, badges};
use crate::gui::board::{Art, Layout, SheetName};
use crate::gui::session::Session;
use crate::gui::theme::{self, Palette};
use crate::gui::tokens::motion::{Motion, TOKEN, TokenPlace, part};
use crate::gui::tokens::points::PointRow;
use crate::gui::tokens::posture::{Posture, seen_if};
use crate::mechanics::health;

#[derive(Component, Copy, Clone, PartialEq)]
pub enum TokenPart {
    Disc,
    /// The wedge that shows which way it faces.
    Facing,
    Figure,
    Fallen,
}

#[derive(Resource, Copy, Clone, Debug, PartialEq, Eq)]
pub struct PaletteShown(pub Palette);

pub fn dress(
    mut commands: Commands,
    art: Res<Art>,
    bare: Query<(Entity, &Combatant, &CombatantSheet), Without<Motion>>,
) {
    const DISCS: [&str; 4] = ["disc_a", "disc_b", "disc_c", "disc_d"];
    let base = |name: &str, size: f32, color: Color| {
        let sprite = art.sheet(SheetName::Bases).named(name).unwrap_or_default();
        Sprite { color, custom_size: Some(Vec2::splat(size)), ..sprite }
    };
    let figures = art.sheet(SheetName::Figures);
    let at = |layer: f32| Transform::from_xyz(0.0, 0.0, layer);
    for (entity, combatant, sheet) in &bare {
        let colour = theme::side(combatant.side);
        let figure = figures.named(&sheet.0.figure).or_else(|| figures.named("unknown")).unwrap_or_default();
        let figure = Sprite { custom_size: Some(Vec2::splat(TOKEN * 1.04)), ..figure };
        let disc = base(DISCS[usize::from(combatant.side.0) % DISCS.len()], TOKEN, colour);
        let facing = base("facing", TOKEN * 1.28, colour.lighter(0.25));
        let fallen = base("dead", TOKEN * 0.62, theme::IVORY);
        let mut token = commands.entity(entity);
        token.insert((BattleScene, Motion::default(), Posture::default(), Transform::default(), Visibility::Hidden));
        token.with_children(|token| {
            let shadow = base("shadow", TOKEN * 1.08, Color::WHITE);
            token.spawn((shadow, Transform::from_xyz(1.5, -3.0, part::SHADOW)));
            token.spawn((TokenPart::Disc, disc, at(part::DISC)));
            token.spawn((TokenPart::Facing, facing, at(part::FACING), Visibility::Hidden));
            token.spawn((TokenPart::Figure, figure, at(part::FIGURE)));
            token.spawn((TokenPart::Fallen, fallen, at(part::MARK), Visibility::Hidden));
            TokenBar::spawn(token, BarKind::Health);
            TokenBar::spawn(token, BarKind::Fatigue);
            token.spawn(PointRow::new());
            token.spawn((IconRow, Transform::from_xyz(0.0, TOKEN * 0.42, part::ICON)));
        });
    }
}

pub fn tint(
    palette: Option<Res<PaletteShown>>,
    tokens: Query<(&Combatant, &Children)>,
    mut parts: Query<(&TokenPart, &mut Sprite)>,
) {
    if !palette.is_some_and(|palette| palette.is_changed()) {
        return;
    }
    for (combatant, children) in &tokens {
        let colour = theme::side(combatant.side);
        for child in children {
            match parts.get_mut(*child) {
                Ok((TokenPart::Disc, mut disc)) => disc.color = colour,
                Ok((TokenPart::Facing, mut mark)) => mark.color = colour.lighter(0.25),
                _ => {}
            }
        }
    }
}

pub fn face(
    (layout, roster): (Res<Layout>, Res<Roster>),
    tokens: Query<(&Facing, &OutOfPlay, &Children, &Transform), With<Combatant>>,
    mut parts: Query<(&TokenPart, &mut Transform, &mut Visibility), Without<Combatant>>,
) {
    let place_of = |id| roster.entity(id).and_then(|entity| tokens.get(entity).ok());
    for (facing, gone, children, place) in &tokens {
        let here = place.translation.truncate();
        let way = match *facing {
            Facing::AllAround => None,
            Facing::Direction(number) => Some(layout.heading(Direction(number))),
            Facing::Towards(id) => place_of(id).map(|(_, _, _, there)| there.translation.truncate() - here),
        };
        let shown = way.filter(|way| !gone.0 && *way != Vec2::ZERO);
        for child in children {
            let Ok((TokenPart::Facing, mut wedge, mut visibility)) = parts.get_mut(*child) else { continue };
            visibility.set_if_neq(seen_if(shown.is_some()));
            let turned = shown.map(|way| Quat::from_rotation_z(way.to_angle() - FRAC_PI_2));
            if let Some(turned) = turned.filter(|turned| wedge.rotation != *turned) {
                wedge.rotation = turned;
            }
        }
    }
}

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
    fn spawn(token: &mut ChildSpawnerCommands<'_>, kind: BarKind) {
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
        let now = f32::from(health::remaining(vitals).max(1));
        match self {
            BarKind::Health => match (health::fraction(vitals) as f32 / 1000.0).min(1.0) {
                share @ 0.6.. => (share, theme::HEALTH),
                share @ 0.3.. => (share, theme::HEALTH_LOW),
                share => (share, theme::HEALTH_DIRE),
            },
            BarKind::Fatigue => ((f32::from(health::fatigue(vitals).max(0)) / now).min(1.0), theme::TIRED),
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
            let is_empty = bar.is_frame && bar.kind == BarKind::Fatigue && health::fatigue(vitals) <= 0;
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

/// The badges drawn at a token, and its height above the ground, or below the surface, in words.
type Marks = (Vec<Badge>, Option<String>);

type StaleMarks = Or<(
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
    tokens: Query<(CombatantData, &Children), StaleMarks>,
    rows: Query<Entity, With<IconRow>>,
    mut drawn: Local<BTreeMap<CombatantId, (Entity, Marks)>>,
) {
    let Some(session) = session else { return };
    for (data, children) in &tokens {
        let Some(place) = children.iter().find_map(|child| rows.get(child).ok()) else { continue };
        let altitude = Some(data.position.altitude).filter(|altitude| *altitude != 0 && !data.out_of_play.0);
        let altitude = altitude.map(|altitude| session.rules().policies.board.unit.signed(altitude));
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
    if let Some(altitude) = altitude {
        let at = Vec2::new(TOKEN * 0.44, -ABOVE - TOKEN * 0.16);
        let plate = Sprite::from_color(theme::INK.with_alpha(0.8), Vec2::new(34.0, 15.0));
        place.spawn((plate, Transform::from_translation(at.extend(0.0))));
        place.spawn(words(altitude.clone(), at, theme::REACH_NOW));
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
