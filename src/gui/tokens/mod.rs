//! Tokens: the combatants on the board.
//!
//! A token is the combatant's own entity with a picture: shadow, disc in the side's colour and pattern, ivory figure,
//! facing, bars, marks. What it shows follows the components that playback writes. Rings surround tokens, chains join
//! holders and held combatants, and words rise from them.

mod dress;
mod motion;
mod points;
mod posture;

pub(crate) use dress::{PaletteShown, badge_at};
pub(crate) use motion::TokenPlace;
pub use points::PointRow;

use bevy::prelude::*;
use bevy::sprite::Text2dShadow;

use crate::battle::{CombatantId, Link, LinkKind};
use crate::content::DefenceOption;
use crate::ecs::{Roster, ShownBattle};
use crate::gui::board::{Art, CELL, Layout, SheetName};
use crate::gui::canvas::{Canvas, DrawingAssets};
use crate::gui::frame::FrameSystems;
use crate::gui::input::{Aimed, Hovered, Selected};
use crate::gui::known::FogOfWar;
use crate::gui::playback::{Playback, ShownFact};
use crate::gui::session::{Notice, OpenPrompt, Session};
use crate::gui::theme::{self, layer};
use crate::gui::{Animating, BattleScene};
use crate::mechanics::attack::Degree;
use crate::mechanics::damage::AppliedDamage;
use crate::resolution::Choice;
use crate::resolution::event::{BattleEvent, Rolled};

/// Draws and moves tokens.
pub fn plugin(app: &mut App) {
    app.add_systems(Startup, spawn_rings).add_systems(
        Update,
        (
            (dress::dress, motion::arrange).chain(),
            (posture::pose, posture::settle).chain(),
            (dress::fill_bars, dress::mark, points::draw_points),
            (motion::react, speak, dress::tint),
            (motion::glide, dress::face, rise, follow_rings, draw_bonds).chain(),
        )
            .chain()
            .in_set(FrameSystems::Tokens)
            .run_if(resource_exists::<Layout>)
            .run_if(resource_exists::<ShownBattle>),
    );
}

#[derive(Component)]
#[require(Transform)]
enum Ring {
    Asked,
    Selected,
    Hovered,
    Target,
}

#[derive(Component)]
struct Bonds;

fn spawn_rings(mut commands: Commands, mut easel: DrawingAssets) {
    for ring in [Ring::Asked, Ring::Selected, Ring::Hovered, Ring::Target] {
        commands.spawn((ring, Sprite::default(), Visibility::Hidden));
    }
    commands.spawn((Bonds, easel.drawing(Canvas::new(), layer::LINES)));
}

fn follow_rings(
    (art, roster, fog): (Res<Art>, Res<Roster>, Res<FogOfWar>),
    (asked, selected, hovered, aimed): (Res<OpenPrompt>, Res<Selected>, Res<Hovered>, Res<Aimed>),
    tokens: Query<(&Transform, &TokenPlace), Without<Ring>>,
    mut rings: Query<(&Ring, &mut Sprite, &mut Transform, &mut Visibility)>,
) {
    let target = match &aimed.choice {
        Some(Choice::Act(act)) if aimed.refusal.is_none() => act.aimed_at(),
        _ => None,
    };
    for (ring, mut sprite, mut place, mut visibility) in &mut rings {
        let (who, name, color, scale, layer) = match ring {
            Ring::Asked => (asked.who(), "selection", theme::PATH, 1.24, layer::TOKENS + 0.2),
            Ring::Selected => (selected.0, "selection", Color::WHITE, 1.18, layer::TOKENS + 0.3),
            Ring::Hovered => (hovered.who, "hover", Color::WHITE, 1.18, layer::LINES - 1.0),
            Ring::Target => (target, "target", theme::HURT, 1.24, layer::LINES - 0.5),
        };
        let entity = who.filter(|who| fog.knows(*who)).and_then(|who| roster.entity(who));
        let token = entity.and_then(|entity| tokens.get(entity).ok());
        visibility.set_if_neq(if token.is_some() { Visibility::Visible } else { Visibility::Hidden });
        let Some((token, rest)) = token else { continue };
        let custom_size = Some(Vec2::splat(rest.size * scale));
        place.translation = token.translation.truncate().extend(layer);
        if sprite.custom_size != custom_size {
            let picture = art.sheet(SheetName::Bases).named(name).unwrap_or_default();
            *sprite = Sprite { color, custom_size, ..picture };
        }
    }
}

/// Draws a chain from every holder to the one it holds, with a hook at the held end and a second line for a pin.
fn draw_bonds(
    (links, fog): (Query<&Link>, Res<FogOfWar>),
    roster: Res<Roster>,
    tokens: Query<&Transform>,
    drawing: Single<&Mesh2d, With<Bonds>>,
    mut easel: DrawingAssets,
    mut shown: Local<Vec<(Vec2, Vec2, bool)>>,
) {
    let place = |id: CombatantId| {
        let token = roster.entity(id).and_then(|entity| tokens.get(entity).ok());
        token.map(|token| token.translation.truncate())
    };
    let known = links.iter().filter(|link| fog.knows(link.holder) && fog.knows(link.held));
    let ends = known.filter_map(|link| Some((place(link.holder)?, place(link.held)?, link.is_pin())));
    let ends: Vec<(Vec2, Vec2, bool)> = ends.collect();
    if *shown != ends {
        let mut canvas = Canvas::new();
        for &(from, to, pin) in &ends {
            chain(&mut canvas, from, to, pin);
        }
        easel.renew(&drawing, canvas);
        *shown = ends;
    }
}

fn chain(canvas: &mut Canvas, from: Vec2, to: Vec2, pin: bool) {
    let way = (to - from).normalize_or(Vec2::Y);
    let reach = (from.distance(to) * 0.28).min(20.0);
    let (from, to) = (from + way * reach, to - way * reach);
    let sides: &[f32] = if pin { &[-3.5, 3.5] } else { &[0.0] };
    for side in sides {
        let shift = way.perp() * *side;
        canvas.line(from + shift, to + shift, 6.0, theme::INK);
        canvas.dashed(from + shift, to + shift, 3.0, (6.0, 3.0), theme::BOND);
    }
    canvas.disc(from, 5.0, theme::INK);
    canvas.disc(from, 3.2, theme::BOND);
    canvas.arrow_head(to + way * 7.0, way, 14.0, theme::INK);
    canvas.arrow_head(to + way * 4.5, way, 9.5, theme::BOND);
}

/// From one line of words to the next above it.
const LINE: f32 = 21.0;

#[derive(Component)]
#[require(BattleScene)]
struct Rising {
    from: CombatantId,
    age: f32,
}

/// Seconds a word is shown.
const LASTS: f32 = 1.5;

struct Saying {
    who: CombatantId,
    words: String,
    colour: Color,
    size: f32,
}

fn say(who: CombatantId, words: impl Into<String>, colour: Color) -> Option<Saying> {
    Some(Saying { who, words: words.into(), colour, size: 20.0 })
}

fn speak(
    mut commands: Commands,
    mut shown: MessageReader<ShownFact>,
    mut notices: MessageReader<Notice>,
    (session, fog): (Option<Res<Session>>, Res<FogOfWar>),
    (playback, roster): (Res<Playback>, Res<Roster>),
    tokens: Query<&Transform, Without<Rising>>,
    mut above: Query<(&Rising, &mut Transform)>,
) {
    let quick = playback.pace().is_none();
    let heard = shown.read().filter(|shown| fog.hears(&shown.secret, &[]));
    let facts = heard.filter_map(|shown| saying_of(&shown.event, session.as_deref(), &fog)).filter(|_| !quick);
    let refusals = notices.read().filter_map(|notice| say(notice.who?, &*notice.refusal.why, theme::FAILED));
    let said: Vec<Saying> = facts.chain(refusals).filter(|saying| fog.knows(saying.who)).collect();
    for (at, saying) in said.iter().enumerate() {
        let Some(Ok(token)) = roster.entity(saying.who).map(|entity| tokens.get(entity)) else { continue };
        // Earlier words make room for later ones.
        for (_, mut place) in above.iter_mut().filter(|(rising, _)| rising.from == saying.who) {
            place.translation.y += LINE;
        }
        let later = said[at + 1..].iter().filter(|other| other.who == saying.who).count();
        let place = token.translation.truncate() + Vec2::new(0.0, CELL * 0.45 + later as f32 * LINE);
        commands.spawn((
            Rising { from: saying.who, age: 0.0 },
            Text2d::new(saying.words.clone()),
            TextFont::from_font_size(saying.size),
            TextColor(saying.colour),
            Text2dShadow { offset: Vec2::new(1.5, -1.5), color: Color::BLACK },
            Transform::from_translation(place.extend(layer::WORDS)),
        ));
    }
}

fn saying_of(event: &BattleEvent, session: Option<&Session>, fog: &FogOfWar) -> Option<Saying> {
    match event {
        BattleEvent::CheckRolled(rolled) => of_roll(rolled, session, fog),
        BattleEvent::DamageTaken(hurt) => say_hurt(hurt, session),
        BattleEvent::FatigueGained { who, amount, .. } => {
            say(*who, format!("+{amount} {}", fatigue_words(session)), theme::TIRED)
        }
        BattleEvent::MoveStopped { who, why, .. } => say(*who, why.clone(), theme::FAILED),
        BattleEvent::ActionTakenBack { who, .. } => say(*who, "taken back", theme::FAILED),
        BattleEvent::ActionAbandoned { who, why, .. } => say(*who, why.clone(), theme::FAILED),
        BattleEvent::ConditionGained { who, affliction, .. } | BattleEvent::ConditionJoined { who, affliction, .. } => {
            let name = affliction.condition;
            let known = session.and_then(|session| session.rules().conditions.get(name));
            let words = known.map_or_else(|| name.as_str().replace('_', " "), |known| known.name.to_lowercase());
            say(*who, words, theme::TIRED)
        }
        BattleEvent::LinkMade { link, .. } if link.kind == LinkKind::Ride => say(link.holder, "mounted", theme::GOOD),
        BattleEvent::LinkMade { link, .. } => say(link.held, "grabbed", theme::BOND),
        BattleEvent::LinkEnded { held, .. } => say(*held, "free", theme::GOOD),
        BattleEvent::RideEnded { rider, .. } => say(*rider, "dismounted", theme::TIRED),
        BattleEvent::WeaponDropped { who, .. } => say(*who, "weapon dropped", theme::FAILED),
        BattleEvent::ReactionTaken { who, reaction, .. } => say(*who, reaction.as_str().replace('_', " "), theme::GOOD),
        BattleEvent::FellUnconscious { who, .. } => say(*who, "unconscious", theme::HURT),
        BattleEvent::Woke { who, .. } => say(*who, "awake", theme::GOOD),
        BattleEvent::Died { who, .. } => say(*who, "dead", theme::HURT),
        BattleEvent::Escaped { who } => say(*who, "away", theme::GOOD),
        BattleEvent::CarriedOff { who, .. } => say(*who, "carried away", theme::HURT),
        _ => None,
    }
}

fn of_roll(rolled: &Rolled, session: Option<&Session>, fog: &FogOfWar) -> Option<Saying> {
    let action = session.and_then(|session| session.rules().actions.get(rolled.action));
    let strikes = action.is_none_or(|action| action.check().is_some());
    // An attack on a hidden target misses in front of the attacker.
    let at = rolled.target.filter(|target| fog.knows(*target)).unwrap_or(rolled.who);
    match rolled.degree {
        Degree::Fumble => say(rolled.who, "fumble!", theme::FAILED),
        Degree::Failure if rolled.target.is_some() && strikes => match defence(rolled, session) {
            Some(defence) => say(at, defence.name.to_lowercase(), theme::GOOD),
            None => say(at, "miss", theme::FAILED),
        },
        Degree::Failure if rolled.target.is_some() => say(at, "notices", theme::FAILED),
        Degree::Failure => say(at, "fails", theme::FAILED),
        Degree::Success | Degree::Critical if rolled.is_blocked() => say(at, "blocked", theme::GOOD),
        Degree::Critical if strikes => say(at, "critical!", theme::HURT),
        Degree::Critical | Degree::Success => None,
    }
}

/// The defence that the target chose.
fn defence<'a>(rolled: &Rolled, session: Option<&'a Session>) -> Option<&'a DefenceOption> {
    let options = session?.rules().policies.stages.defences.iter().flat_map(|choice| &choice.options);
    options.into_iter().find(|option| Some(option.id) == rolled.chosen)
}

/// The words of the rule system for fatigue.
fn fatigue_words(session: Option<&Session>) -> &'static str {
    session.map_or("fatigue", |session| session.rules().policies.consciousness.collapse.fatigue_words())
}

fn say_hurt(hurt: &AppliedDamage, session: Option<&Session>) -> Option<Saying> {
    let tiring = fatigue_words(session);
    let (words, colour) = match (hurt.wounds, hurt.fatigue) {
        (0, 0) => ("no harm".to_owned(), theme::FAILED),
        (0, fatigue) => (format!("+{fatigue} {tiring}"), theme::TIRED),
        (wounds, 0) => (format!("-{wounds}"), theme::HURT),
        (wounds, fatigue) => (format!("-{wounds}, +{fatigue} {tiring}"), theme::HURT),
    };
    Some(Saying { who: hurt.target, words, colour, size: 24.0 })
}

fn rise(
    mut commands: Commands,
    time: Res<Time>,
    playback: Res<Playback>,
    mut animating: ResMut<Animating>,
    mut words: Query<(Entity, &mut Rising, &mut Transform, &mut TextColor)>,
) {
    if words.is_empty() {
        return;
    }
    animating.note();
    let seconds = animating.passed(&time) * playback.pace().unwrap_or(1.0).min(2.0);
    for (entity, mut rising, mut place, mut colour) in &mut words {
        rising.age += seconds;
        let share = rising.age / LASTS;
        if share >= 1.0 {
            commands.entity(entity).despawn();
            continue;
        }
        if !playback.still {
            place.translation.y += seconds * 26.0 * (1.0 - share);
        }
        colour.0.set_alpha((2.5 * (1.0 - share)).min(1.0));
    }
}
