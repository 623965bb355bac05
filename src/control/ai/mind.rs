//! Everything one decision looks at.

use super::catalogue::Catalogue;
use super::folk::{Fighter, Folk};
use crate::battle::{CombatantId, Side, View};
use crate::content::action::Action;
use crate::content::policy::{Rulebook, TurnOrder};
use crate::resolution::{Act, Setup, legal};
use crate::rules::Ruleset;
use crate::turn::speed;

/// What one decision looks at. Copying it is free.
#[derive(Copy, Clone)]
pub struct Mind<'a> {
    pub view: View<'a>,
    pub rules: &'a Ruleset,
    pub setup: &'a Setup,
    pub catalogue: &'a Catalogue,
    pub folk: &'a Folk,
    pub who: CombatantId,
    /// Value of a hundred hundredths of harm to a usual friend.
    pub our_price: i32,
    /// The same of an enemy.
    pub their_price: i32,
}

impl<'a> Mind<'a> {
    /// What mechanics need to know of the ruleset.
    pub fn book(&self) -> Rulebook<'a> {
        self.rules.book()
    }

    /// The one who decides, at a glance.
    pub fn me(&self) -> &'a Fighter {
        self.folk.get(self.who)
    }

    /// Its side.
    pub fn side(&self) -> Side {
        self.me().side
    }

    /// The same with the one who decides imagined elsewhere.
    pub fn seen_from(self, view: View<'a>) -> Mind<'a> {
        Mind { view, ..self }
    }

    /// Enemies who are worth a thought: the fit, or everybody if nobody is fit.
    pub fn foes(&self) -> impl Iterator<Item = &'a Fighter> {
        self.folk.foes(self.side())
    }

    /// Fit friends, the one who decides left out.
    pub fn friends(&self) -> impl Iterator<Item = &'a Fighter> {
        let who = self.who;
        self.folk.fit(self.side()).filter(move |one| one.id != who)
    }

    /// The counts an act usually takes, never less than 1.
    pub fn time(&self, action: &Action, act: &Act) -> i32 {
        let TurnOrder::Counts(turns) = &self.rules.policies.turn else { return 6 };
        let row = self.view.row(self.who);
        let weapon = legal::speed_class(self.view, self.who, action, act.weapon);
        let (least, most) = speed::speed_span(turns, &action.speed, weapon, row.sheet.speed, 0);
        (i32::from(least) + i32::from(most)).div_euclid(2).max(1)
    }

    /// Cells between the one who decides and another.
    pub fn distance(&self, other: CombatantId) -> u16 {
        self.apart(self.who, other)
    }

    /// Cells between two combatants.
    pub fn apart(&self, one: CombatantId, other: CombatantId) -> u16 {
        crate::mechanics::reach::distance_between(self.view, self.book(), one, other)
    }
}
