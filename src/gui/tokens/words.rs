//! Words and numbers that rise from a token when something happens to it.

use bevy::prelude::*;
use bevy::sprite::Text2dShadow;

use crate::battle::CombatantId;
use crate::ecs::Roster;
use crate::gui::board::CELL;
use crate::gui::known::FogOfWar;
use crate::gui::playback::{Playback, ShownFact};
use crate::gui::session::{Notice, Session};
use crate::gui::theme::{self, layer};
use crate::gui::{Animating, BattleScene};
use crate::mechanics::attack::Degree;
use crate::mechanics::damage::AppliedDamage;
use crate::resolution::event::{BattleEvent, Rolled};

/// From one line of words to the next above it.
const LINE: f32 = 21.0;

/// A word on its way up.
#[derive(Component)]
#[require(BattleScene)]
pub struct Rising {
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

/// Says what has just happened to whom.
pub fn speak(
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
    let facts = heard.filter_map(|shown| of(&shown.event, session.as_deref(), &fog)).filter(|_| !quick);
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

fn of(event: &BattleEvent, session: Option<&Session>, fog: &FogOfWar) -> Option<Saying> {
    match event {
        BattleEvent::CheckRolled(rolled) => of_roll(rolled, session, fog),
        BattleEvent::DamageTaken(hurt) => say_hurt(hurt),
        BattleEvent::FatigueGained { who, amount, .. } => say(*who, format!("+{amount} fatigue"), theme::TIRED),
        BattleEvent::MoveStopped { who, why, .. } => say(*who, why.clone(), theme::FAILED),
        BattleEvent::ActionTakenBack { who, .. } => say(*who, "taken back", theme::FAILED),
        BattleEvent::ActionAbandoned { who, why, .. } => say(*who, why.clone(), theme::FAILED),
        BattleEvent::ConditionGained { who, affliction, .. } => {
            let name = affliction.condition;
            let known = session.and_then(|session| session.rules().conditions.get(name));
            let words = known.map_or_else(|| name.as_str().replace('_', " "), |known| known.name.to_lowercase());
            say(*who, words, theme::TIRED)
        }
        BattleEvent::LinkMade { link, .. } => say(link.held, "grabbed", theme::BOND),
        BattleEvent::LinkEnded { held, .. } => say(*held, "free", theme::GOOD),
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
        Degree::Failure if rolled.target.is_some() && strikes => say(at, "miss", theme::FAILED),
        Degree::Failure if rolled.target.is_some() => say(at, "notices", theme::FAILED),
        Degree::Failure => say(at, "fails", theme::FAILED),
        Degree::Critical if strikes => say(at, "critical!", theme::HURT),
        Degree::Critical | Degree::Success => None,
    }
}

fn say_hurt(hurt: &AppliedDamage) -> Option<Saying> {
    let (words, colour) = match (hurt.wounds, hurt.fatigue) {
        (0, 0) => ("no harm".to_owned(), theme::FAILED),
        (0, fatigue) => (format!("+{fatigue} fatigue"), theme::TIRED),
        (wounds, 0) => (format!("-{wounds}"), theme::HURT),
        (wounds, fatigue) => (format!("-{wounds}, +{fatigue} fatigue"), theme::HURT),
    };
    Some(Saying { who: hurt.target, words, colour, size: 24.0 })
}

/// Lets words rise and fade.
pub fn rise(
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
        place.translation.y += seconds * 26.0 * (1.0 - share);
        colour.0.set_alpha((2.5 * (1.0 - share)).min(1.0));
    }
}
