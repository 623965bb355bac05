//! Everything one decision looks at.

use super::catalogue::Catalogue;
use super::folk::{Fighter, Folk};
use super::scene::Scene;
use super::weighed::Weighed;
use crate::battle::{CombatantId, Side, View};
use crate::content::Name;
use crate::content::action::{Action, Gait, Requirement};
use crate::content::policy::{CountTurns, Rulebook, TurnOrder};
use crate::mechanics::movement::MovementGains;
use crate::mechanics::{scroll, status};
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
    pub scene: &'a Scene,
    /// Attacks that were weighed already.
    pub weighed: &'a Weighed,
    pub who: CombatantId,
    /// How far it walks on each count from now on.
    pub stride: MovementGains,
    /// Value of a hundred hundredths of harm to a usual friend.
    pub our_price: i32,
    /// The same of an enemy.
    pub their_price: i32,
    /// Actions that are left in this turn after the next one; 0 where a turn is one action.
    pub left: i32,
}

/// Counts that one action of a turn stands for, where turns have several.
pub const ACTION: i32 = 4;

impl<'a> Mind<'a> {
    /// What one who decides looks at.
    pub fn of(
        (view, rules, setup): (View<'a>, &'a Ruleset, &'a Setup),
        catalogue: &'a Catalogue,
        folk: &'a Folk,
        (scene, weighed): (&'a Scene, &'a Weighed),
        who: CombatantId,
    ) -> Mind<'a> {
        let side = folk.get(who).side;
        let (our_price, their_price) = (Folk::price(folk.fit(side)), Folk::price(folk.foes(side)));
        let left = match &rules.policies.turn {
            TurnOrder::Counts(_) => 0,
            TurnOrder::Rounds(_) => i32::from(view.row(who).turn_state.actions) - 1,
        };
        let left = left.max(0);
        let stride = MovementGains::of(view, rules.book(), who, Gait::Walk);
        Mind { view, rules, setup, catalogue, folk, scene, weighed, who, stride, our_price, their_price, left }
    }

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
        match &self.rules.policies.turn {
            TurnOrder::Rounds(_) => (i32::from(action.actions()) * ACTION).max(1),
            TurnOrder::Counts(turns) => self.weighed.time(action.id, act.weapon, || self.counts(turns, action, act)),
        }
    }

    fn counts(&self, turns: &CountTurns, action: &Action, act: &Act) -> i32 {
        let row = self.view.row(self.who);
        let weapon = legal::speed_class(self.view, self.who, action, act.weapon);
        let (slower, _) = status::slowdown(self.view, self.book(), self.who, false);
        let time = scroll::speed(self.view, self.who, act, action);
        let (least, most) = speed::speed_span(turns, time, weapon, row.sheet.speed, slower);
        (i32::from(least) + i32::from(most)).div_euclid(2).max(1)
    }

    /// Actions that a turn has.
    pub fn actions_of_a_turn(&self) -> i32 {
        actions_of_a_turn(self.rules)
    }

    /// Counts that one count of the battle stands for: a round is as long as the actions of a turn.
    pub fn span(&self) -> i32 {
        if self.plans_turns() { self.actions_of_a_turn() * ACTION } else { 1 }
    }

    /// Whether turns have several actions.
    pub fn plans_turns(&self) -> bool {
        matches!(self.rules.policies.turn, TurnOrder::Rounds(_))
    }

    /// Whether nobody can walk in this stance.
    pub fn keeps_from_walking(&self, stance: Name) -> bool {
        let barred = |requirement: &Requirement| matches!(requirement, Requirement::NotInStances(names) if names.contains(&stance));
        self.catalogue.walk.iter().flat_map(|walk| &walk.requires).any(|cited| barred(&cited.needs))
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

/// Actions that a turn has.
pub fn actions_of_a_turn(rules: &Ruleset) -> i32 {
    match &rules.policies.turn {
        TurnOrder::Counts(_) => 1,
        TurnOrder::Rounds(turns) => i32::from(turns.actions),
    }
}
