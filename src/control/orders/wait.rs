use super::walk::{Observed, WalkEnd};
use crate::battle::{CombatantId, Count, View};
use crate::content::Name;
use crate::content::action::{Action, Does};
use crate::mechanics::Game;
use crate::resolution::Act;

/// The longest wait under one order, in counts.
pub const LONGEST_WAIT: Count = 10;

/// An order to wait until something happens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WaitOrder {
    action: Name,
    until: Count,
    seen: Observed,
    spell: Spell,
}

/// The spell being prepared, and whether it is ready.
type Spell = Option<(Name, bool)>;

impl WaitOrder {
    pub(super) fn begin(game: Game<'_>, who: CombatantId, action: &Action) -> Option<WaitOrder> {
        (action.does == Does::Wait).then(|| WaitOrder {
            action: action.id,
            until: game.count() + LONGEST_WAIT,
            seen: Observed::by(game, who),
            spell: spell(game.view, who),
        })
    }

    /// The next act of the waiting combatant.
    pub(super) fn next_act(&mut self, game: Game<'_>, who: CombatantId) -> Result<Act, WalkEnd> {
        let now = Observed::by(game, who);
        if let Some(end) = self.seen.worse(&now) {
            return Err(end);
        }
        self.seen = now;
        if spell(game.view, who) != self.spell {
            return Err(WalkEnd::Prepared);
        }
        if game.count() >= self.until {
            return Err(WalkEnd::Waited);
        }
        Ok(Act::own(self.action))
    }
}

fn spell(view: View<'_>, who: CombatantId) -> Spell {
    view.row(who).incanting.spell.as_ref().map(|spell| (spell.spell, spell.until.is_some()))
}
