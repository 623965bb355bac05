//! Acts that were found legal, so that nobody has to find out again.

use super::judge;
use crate::battle::{CombatantId, Momentum, View, WeaponSlot};
use crate::content::refusal::Refusal;
use crate::mechanics::attack::Mode;
use crate::resolution::act::{Act, Choice};
use crate::rules::Ruleset;

/// An act that was found legal, and when. Only [`judged`] makes one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judged {
    who: CombatantId,
    act: Act,
    /// When anything had changed last; `None` if that was judged which somebody imagined.
    changed: Option<u64>,
    finding: Finding,
}

/// What comes of an act, as far as it had to be found out to judge it.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Finding {
    Nothing,
    /// The memory of the movement if it goes as planned.
    Walk(Momentum),
    /// How this weapon is used on this target.
    Aim(CombatantId, WeaponSlot, Mode),
}

/// An act if a combatant may declare it in its turn.
///
/// # Errors
/// As [`check`](super::check).
pub fn judged(view: View<'_>, rules: &Ruleset, who: CombatantId, act: Act) -> Result<Judged, Refusal> {
    let finding = judge(view, rules, who, &act, false)?;
    let changed = view.is_plain().then(|| view.changed().any);
    Ok(Judged { who, act, changed, finding })
}

impl Judged {
    /// What was judged.
    pub fn act(&self) -> &Act {
        &self.act
    }

    /// What was found out besides.
    pub(in crate::resolution) fn finding(&self) -> Finding {
        self.finding
    }

    /// Whether this choice is what was judged, and nothing has changed since.
    pub(in crate::resolution) fn is_of(&self, view: View<'_>, who: CombatantId, choice: &Choice) -> bool {
        let same = matches!(choice, Choice::Act(act) if *act == self.act);
        same && self.who == who && self.changed == Some(view.changed().any)
    }
}
