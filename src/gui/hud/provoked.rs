//! What an act provokes, in words.

use crate::battle::CombatantId;
use crate::content::Name;
use crate::gui::hud::params::HudParams;
use crate::gui::hud::text::{self, hit_words};
use crate::odds;

/// A line for each combatant that may react to an act of another: `provokes an attack of opportunity by Anchor (hit 45%)`.
pub fn lines(params: &HudParams, who: CombatantId, found: &[(CombatantId, Name)]) -> Vec<String> {
    let known = found.chunk_by(|one, next| one.0 == next.0).filter(|of| params.watch.knows(of[0].0));
    let line = |of: &[(CombatantId, Name)]| {
        let by = of[0].0;
        let mut names: Vec<String> =
            of.iter().map(|(_, id)| text::reaction_name(params.rules(), *id).to_lowercase()).collect();
        names.dedup();
        let attack = odds::best_attack(params.view(), params.rules(), by, who).ok();
        let chance = attack.as_ref().and_then(|attack| Some(format!(" (hit {})", hit_words(attack.versus()?))));
        format!("provokes {}: {}{}", params.name(by), names.join(" or "), chance.unwrap_or_default())
    };
    known.map(line).collect()
}
