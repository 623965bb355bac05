//! What each rung of a check's ladder brings, in words, and how often it is reached.

use super::{Fraction, Trial};
use crate::content::Name;
use crate::content::action::When;
use crate::content::effect::{Amount, CitedEffect, Displacement, Effect, Harmed, Hold, ItemFate, Who};
use crate::dice::DiceFormula;
use crate::mechanics::attack::Degree;
use crate::mechanics::damage::DamageRoll;
use crate::resolution::procedure::action::degrees::DefenceResult;
use crate::resolution::procedure::action::{damage_roll, degrees};

/// One result of a check. A blow that every success deals is none: the damage tells it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// How well the check must go, in words: `hit`, `success`, `by 5 or more`.
    pub when: String,
    /// What then happens, in words.
    pub what: String,
    /// How often it does.
    pub chance: Fraction,
    /// The rule that says so.
    pub rule: Name,
}

/// The outcomes of a check in the order of its ladder.
pub(super) fn outcomes(trial: &Trial<'_>) -> Vec<Outcome> {
    let mut throws: Vec<(u128, Vec<DefenceResult>)> = Vec::new();
    trial.each_throw(|weight, results| throws.push((weight.into(), results.to_vec())));
    let all = throws.iter().map(|(weight, _)| weight).sum();
    let armed = trial.odds.weapon.is_some();
    let mut found = Vec::new();
    for rung in &trial.check.ladder {
        let reached = throws.iter().filter(|(_, results)| degrees::is_reached(rung, results));
        let chance = Fraction::new(reached.map(|(weight, _)| weight).sum(), all);
        let plain = |effect: &&CitedEffect| {
            rung.when == When::Wins && matches!(effect.does, Effect::Harm { to: Harmed::Target, .. })
        };
        let rest = rung.effects.iter().filter(|effect| !plain(effect));
        let told = rest.filter_map(|effect| Some((trial.words(effect)?, effect.rule)));
        found.extend(told.map(|(what, rule)| Outcome { when: when(rung.when, armed), what, chance, rule }));
    }
    found
}

/// How well a check must go, with a weapon or bare hands or with neither, as the log calls it.
fn when(when: When, armed: bool) -> String {
    match when {
        When::Wins if armed => "hit".to_owned(),
        When::Wins => "success".to_owned(),
        When::Over(by) => format!("by {by} or more"),
        When::Every(by) => format!("for every {by}"),
        When::Critical => "critical".to_owned(),
        When::Fails if armed => "miss".to_owned(),
        When::Fails => "failure".to_owned(),
    }
}

impl Trial<'_> {
    /// An effect on the one aimed at, `it`; `None` for those of which the action's own words or the damage tell all.
    fn words(&self, effect: &CitedEffect) -> Option<String> {
        Some(match &effect.does {
            Effect::Harm { to, amount, .. } => self.harm_words(*to, &self.dealt_words(amount, effect)),
            Effect::Heal(amount) => format!("it heals {}", self.healed_words(amount, effect)),
            Effect::Fall { feet } => format!("it is hurt as by a fall of {feet} ft"),
            Effect::MoreHarm(dice) => format!("{dice} more damage"),
            Effect::BetterDie(by) => format!("damage dice {by} better"),
            Effect::Envenom(venom) => format!("{} works in it", self.rules.venoms.get(*venom)?.name.to_lowercase()),
            Effect::Gain { who, condition } | Effect::Inflict { who, condition, .. } => {
                format!("{} {}", self.is(*who), self.condition(*condition))
            }
            Effect::GainTowards { condition, .. } => format!("it is {} towards you", self.condition(*condition)),
            Effect::Staple { condition } => format!("it is {}", self.condition(*condition)),
            Effect::Lose { who, condition } => self.ends(*who, &self.condition(*condition)),
            Effect::NextAttack { to_hit, damage } => next_attack(*to_hit, *damage),
            Effect::Distract { amount, both } => {
                let on = if *both { "its attacks and its defence" } else { "its attacks or its defence" };
                format!("{amount} to {on} towards one ally")
            }
            Effect::Grab => "it is held".to_owned(),
            Effect::Tighten(Hold::HardToBreak(by)) => format!("the hold is broken at {by:+}"),
            Effect::Tighten(Hold::Pinned) => "the hold pins it".to_owned(),
            Effect::BreakHold { optional: true, .. } => "the hold ends, if you like".to_owned(),
            Effect::BreakHold { .. } => "the hold ends".to_owned(),
            Effect::Displace(displacement) => displaced(*displacement),
            Effect::Topple { .. } => "it falls to the ground".to_owned(),
            Effect::EndMove => "the movement ends here".to_owned(),
            Effect::Pass { .. } => "the way through is free".to_owned(),
            Effect::Farther(feet) => format!("{feet} ft farther"),
            Effect::Item(fate) => item(*fate),
            Effect::KeepHoldOr(action) => format!("the hold stays, or {} follows", self.action(*action)?),
            Effect::Offer(action) => format!("{} may follow at no cost", self.action(*action)?),
            Effect::Follow(action) => format!("{} follows", self.action(*action)?),
            Effect::Slay => "it is killed".to_owned(),
            Effect::Extricate { .. } => "it comes free".to_owned(),
            Effect::Wear { who: Who::Actor, by } => format!("your weapon wears by {by}"),
            Effect::Wear { who: Who::Target, by } => format!("its weapon wears by {by}"),
            Effect::Stabilise => "it is stable".to_owned(),
            Effect::Dispel => "the spells on it end".to_owned(),
            Effect::Initiative { who: Who::Target, amount } => format!("{amount:+} to its initiative"),
            Effect::Initiative { who: Who::Actor, amount } => format!("{amount:+} to your initiative"),
            _ => return None,
        })
    }

    fn harm_words(&self, to: Harmed, amount: &str) -> String {
        match to {
            Harmed::Target => format!("{amount} damage before armour"),
            Harmed::TargetOrItem => format!("{amount} damage to it or the thing, if you like"),
            Harmed::Item => format!("{amount} damage to the thing"),
            Harmed::TargetIfWanted { gains } => {
                format!("{amount} damage and {}, if you like", self.condition(gains))
            }
        }
    }

    /// Before armour and the like take anything off.
    fn dealt_words(&self, amount: &Amount, effect: &CitedEffect) -> String {
        let Trial { view, rules, plan, target, odds, .. } = self;
        let roll = damage_roll::damage_roll(*view, rules, plan, *target, odds, amount, effect, Degree::Success, 0);
        formula(&roll)
    }

    fn healed_words(&self, amount: &Amount, effect: &CitedEffect) -> String {
        let sheet = &self.view.row(self.plan.actor).sheet;
        formula(&damage_roll::amount_roll(sheet, amount, &self.plan.act, effect.rule))
    }

    fn is(&self, who: Who) -> &'static str {
        match who {
            Who::Actor => "you are",
            Who::Target => "it is",
        }
    }

    /// That a condition ends: bleeding stops, one who was prone no longer is.
    fn ends(&self, who: Who, condition: &str) -> String {
        match who {
            _ if !condition.ends_with("ing") => format!("{} no longer {condition}", self.is(who)),
            Who::Actor => format!("you stop {condition}"),
            Who::Target => format!("stops {condition}"),
        }
    }

    fn condition(&self, condition: Name) -> String {
        self.rules.conditions.get(condition).map_or_else(|| condition.to_string(), |found| found.name.to_lowercase())
    }

    fn action(&self, action: Name) -> Option<String> {
        Some(self.rules.actions.get(action)?.name.to_lowercase())
    }
}

/// Dice and what is added to them.
fn formula(roll: &DamageRoll) -> String {
    let half = if roll.halved { "half of " } else { "" };
    match (roll.dice == DiceFormula::constant(0), roll.fixed.total()) {
        (true, fixed) => format!("{half}{fixed}"),
        (false, 0) => format!("{half}{}", roll.dice),
        (false, fixed) => format!("{half}{}{fixed:+}", roll.dice),
    }
}

fn next_attack(to_hit: i16, damage: i16) -> String {
    let parts = [(to_hit, "to hit"), (damage, "damage")];
    let told: Vec<String> =
        parts.iter().filter(|(by, _)| *by != 0).map(|(by, what)| format!("{by:+} {what}")).collect();
    format!("{} with your next attack on it", told.join(", "))
}

fn displaced(displacement: Displacement) -> String {
    match displacement {
        Displacement::Together { feet } => format!("both of you move {feet} ft"),
        Displacement::Slide { feet } => format!("it slides {feet} ft"),
        Displacement::Place { feet } => format!("it lands up to {feet} ft from where it was"),
        Displacement::Push { feet } => format!("it is pushed {feet} ft"),
        Displacement::Enter => "you come into its space".to_owned(),
    }
}

fn item(fate: ItemFate) -> String {
    match fate {
        ItemFate::Dropped => "the thing falls to the ground".to_owned(),
        ItemFate::TakenIfHandFree => "you may take the thing, with a hand free".to_owned(),
        ItemFate::TakenOrFlung { feet } => format!("you take the thing, or fling it {feet} ft"),
    }
}
