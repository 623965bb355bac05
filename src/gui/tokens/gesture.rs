//! Which facts make a token move without leaving its place.

use bevy::prelude::*;

use super::motion::{Gesture, Motion};
use crate::battle::CombatantId;
use crate::ecs::Roster;
use crate::gui::board::CELL;
use crate::gui::known::FogOfWar;
use crate::gui::playback::ShownFact;
use crate::resolution::event::BattleEvent;

/// How far an attacker lunges.
const LUNGE: f32 = CELL * 0.32;

/// Lunges on attacks, trembles on hits.
pub fn react(mut facts: MessageReader<ShownFact>, roster: Res<Roster>, fog: Res<FogOfWar>, mut tokens: Tokens) {
    for ShownFact { event, .. } in facts.read() {
        match event {
            BattleEvent::CheckRolled(rolled) => {
                // No token lunges towards a combatant whose place is not known.
                let known = |target: &CombatantId| *target != rolled.who && fog.knows(*target);
                let Some(target) = rolled.target.filter(known) else { continue };
                lunge(&roster, &mut tokens, rolled.who, target);
            }
            BattleEvent::DamageTaken(hurt) => shake(&roster, &mut tokens, hurt.target),
            BattleEvent::FellUnconscious { who, .. } => shake(&roster, &mut tokens, *who),
            _ => {}
        }
    }
}

type Tokens<'w, 's> = Query<'w, 's, (&'static mut Motion, &'static Transform)>;

fn lunge(roster: &Roster, tokens: &mut Tokens, who: CombatantId, target: CombatantId) {
    let (Some(actor), Some(target)) = (roster.entity(who), roster.entity(target)) else { return };
    let Ok(goal) = tokens.get(target).map(|(_, place)| place.translation.truncate()) else { return };
    let Ok((mut motion, place)) = tokens.get_mut(actor) else { return };
    let way = (goal - place.translation.truncate()).normalize_or(Vec2::Y);
    motion.gesture(Gesture::Lunge(way * LUNGE));
}

fn shake(roster: &Roster, tokens: &mut Tokens, who: CombatantId) {
    if let Some(Ok((mut motion, _))) = roster.entity(who).map(|entity| tokens.get_mut(entity)) {
        motion.gesture(Gesture::Shake);
    }
}
