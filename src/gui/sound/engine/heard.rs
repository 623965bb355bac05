//! Which sounds belong to what happens: cues of the battle, turns, buttons, results, screens.

use bevy::prelude::*;
use bevy_egui::input::EguiWantsInput;

use super::effects::SoundEffect;
use super::mixer::SoundOrder;
use super::music::Piece;
use super::player::Sounds;
use crate::battle::{CombatantId, Side};
use crate::gui::cues::{Cue, CueKind, Missile};
use crate::gui::screens::Screen;
use crate::gui::session::{BattleOpening, Ended, OpenPrompt, Past, Seat};
use crate::gui::settings::Settings;
use crate::gui::sound::Volumes;
use crate::resolution::Asks;
use crate::resolution::event::BattleOutcome;

/// The effect of a cue; `None` for what is seen but not heard.
pub fn effect_of(kind: &CueKind) -> Option<SoundEffect> {
    Some(match kind {
        CueKind::Declared(_) | CueKind::Area(_) => return None,
        CueKind::Cast | CueKind::Shot { missile: Missile::Spell, .. } => SoundEffect::Spell,
        CueKind::Strike => SoundEffect::Swing,
        CueKind::Shot { missile: Missile::Arrow, .. } => SoundEffect::Arrow,
        CueKind::Shot { missile: Missile::Stone | Missile::Thrown, .. } => SoundEffect::Throw,
        CueKind::Dodge => SoundEffect::Miss,
        CueKind::Block => SoundEffect::Block,
        CueKind::Hit => SoundEffect::Hit,
        CueKind::Enchant => SoundEffect::Charm,
        CueKind::Step => SoundEffect::Step,
        CueKind::Forced => SoundEffect::Push,
        CueKind::Drop | CueKind::Topple => SoundEffect::Fall,
        CueKind::Out => SoundEffect::Death,
    })
}

/// The effect of a result, as the players at the window see it.
pub fn effect_of_result(outcome: &BattleOutcome, opening: &BattleOpening) -> Option<SoundEffect> {
    let BattleOutcome::Won { side, .. } = outcome else { return None };
    let is_human = |side: &Side| opening.seat(*side) == Seat::Human;
    let plays = (0..opening.setup.sides.len() as u8).map(Side).any(|side| is_human(&side));
    Some(if is_human(side) || !plays { SoundEffect::Victory } else { SoundEffect::Defeat })
}

/// Seconds in which a further turn of the player is not heard.
const TURNS: f32 = 4.0;

/// Plays the effects of this frame, each once.
pub(super) fn play_effects(
    mut cues: MessageReader<Cue>,
    (time, asked, buttons): (Res<Time>, Res<OpenPrompt>, Res<ButtonInput<MouseButton>>),
    (panels, ended, past): (Option<Res<EguiWantsInput>>, Option<Res<Ended>>, Option<Res<Past>>),
    sounds: Res<Sounds>,
    mut acted: Local<Option<(CombatantId, f32)>>,
) {
    let mut heard: Vec<SoundEffect> = cues.read().filter_map(|cue| effect_of(&cue.kind)).collect();
    let acts = asked.0.as_ref().filter(|prompt| prompt.asks == Asks::Act).map(|prompt| prompt.who);
    if let Some(who) = acts.filter(|_| asked.is_changed()) {
        let now = time.elapsed_secs();
        if acted.is_none_or(|(before, at)| before != who && now - at > TURNS) {
            heard.push(SoundEffect::YourTurn);
            *acted = Some((who, now));
        }
    }
    if buttons.just_pressed(MouseButton::Left) && panels.is_some_and(|panels| panels.wants_any_pointer_input()) {
        heard.push(SoundEffect::Click);
    }
    if let (Some(ended), Some(past)) = (ended, past)
        && past.is_added()
    {
        heard.extend(effect_of_result(&ended.0, &past.0.opening));
    }
    heard.sort_unstable();
    heard.dedup();
    heard.into_iter().for_each(|effect| sounds.play(effect));
}

/// Plays the music of the screen.
pub(super) fn play_music(screen: Res<State<Screen>>, sounds: Res<Sounds>) {
    if screen.is_changed() {
        sounds.play_piece(match screen.get() {
            Screen::Title | Screen::Skirmish | Screen::Result => Piece::Hearth,
            Screen::Battle => Piece::March,
        });
    }
}

/// Follows the volumes of the settings.
pub(super) fn follow_volumes(settings: Res<Settings>, sounds: Res<Sounds>, mut known: Local<Option<Volumes>>) {
    if *known != Some(settings.volumes) {
        *known = Some(settings.volumes);
        sounds.order(SoundOrder::Volumes(settings.volumes));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_effect_is_heard_of_something() {
        let shot = |missile| CueKind::Shot { missile, lands: true };
        let cues = [
            CueKind::Cast,
            CueKind::Strike,
            shot(Missile::Arrow),
            shot(Missile::Stone),
            shot(Missile::Thrown),
            shot(Missile::Spell),
            CueKind::Dodge,
            CueKind::Block,
            CueKind::Hit,
            CueKind::Enchant,
            CueKind::Step,
            CueKind::Forced,
            CueKind::Drop,
            CueKind::Topple,
            CueKind::Out,
        ];
        let mut heard =
            BTreeSet::from([SoundEffect::YourTurn, SoundEffect::Click, SoundEffect::Victory, SoundEffect::Defeat]);
        for cue in &cues {
            heard.insert(effect_of(cue).unwrap_or_else(|| panic!("{cue:?} is silent")));
        }
        assert_eq!(heard, BTreeSet::from(SoundEffect::ALL));
    }
}
