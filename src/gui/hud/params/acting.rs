//! Who takes a turn now.

use super::HudParams;
use crate::battle::CombatantId;
use crate::mechanics::status;
use crate::resolution::Frame;
use crate::turn::DueKind;

impl HudParams<'_, '_> {
    /// The combatants that are taking a turn now.
    pub fn acting(&self) -> Vec<CombatantId> {
        if self.asked.0.is_none() && !self.playback.is_idle() {
            return self.without_scheduled_turn();
        }
        let actors = self.session.battle().stack().iter().flat_map(|frame| match frame {
            Frame::Activation(activation) => activation.actors.to_vec(),
            _ => Vec::new(),
        });
        actors.collect()
    }

    /// While facts are being shown the simulation is ahead: a combatant without a scheduled turn is taking one.
    fn without_scheduled_turn(&self) -> Vec<CombatantId> {
        let waits = |who| {
            self.timeline().iter().any(|due| match due.what {
                DueKind::Turn(of) | DueKind::Completion { who: of, .. } => of == who,
                _ => false,
            })
        };
        let able = self.present().filter(|data| !data.turn.is_delaying()).map(|data| data.combatant.id);
        able.filter(|who| status::is_conscious(self.game(), *who) && !waits(*who)).collect()
    }

    /// The combatant the AI is thinking for, once all earlier facts are shown; `None` if it is unnoticed.
    pub fn thinking(&self) -> Option<CombatantId> {
        let who = self.session.thinks_for().filter(|_| self.asked.0.is_none() && self.playback.is_idle());
        who.filter(|who| self.watch.notices(*who))
    }

    /// Whether a combatant is taking a turn now.
    pub fn acts_now(&self, who: CombatantId) -> bool {
        self.offered.who == Some(who) || self.acting().contains(&who)
    }
}
