//! The effects of each degree of success of a check, in words, with their probabilities.

use super::Fraction;
use super::pending::PendingCheck;
use crate::content::{
    CitedEffect, Contest, Displacement, Effect, Harmed, Hold, ItemFate, LengthUnit, Measure, Name, RollMark, When, Who,
};
use crate::dice::DiceFormula;
use crate::mechanics::Game;
use crate::mechanics::attack::Degree;
use crate::mechanics::damage::DamageRoll;
use crate::resolution::procedure::action::check::outcome::Struck;
use crate::resolution::procedure::action::check::results::DefenceResult;
use crate::resolution::procedure::action::check::{degrees, outcome};

/// One possible effect of a check. Normal weapon damage is not listed: the damage distribution shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckOutcome {
    /// The required degree of success, in words: `hit`, `success`, `by 5 or more`.
    pub when: String,
    /// The effect, in words.
    pub what: String,
    /// The probability of reaching the degree.
    pub chance: Fraction,
    /// Id of the rule that defines the effect.
    pub rule: Name,
}

pub(super) fn outcomes(check: &PendingCheck<'_>) -> Vec<CheckOutcome> {
    let mut throws: Vec<(u128, Vec<DefenceResult>)> = Vec::new();
    check.each_outcome(|weight, results| throws.push((weight.into(), results.to_vec())));
    let all = throws.iter().map(|(weight, _)| weight).sum();
    let armed = check.odds.weapon.is_some();
    let mut found = Vec::new();
    for rung in &check.check.ladder {
        let reached = throws.iter().filter(|(_, results)| degrees::reached_with(rung, results).is_some());
        let chance = Fraction::new(reached.map(|(weight, _)| weight).sum(), all);
        let plain = |effect: &&CitedEffect| {
            rung.when == When::Wins && matches!(effect.does, Effect::Harm { to: Harmed::Target, .. })
        };
        let rest = rung.effects.iter().filter(|effect| !plain(effect));
        let told = rest.filter_map(|effect| Some((check.words(effect)?, effect.rule)));
        found.extend(told.map(|(what, rule)| CheckOutcome { when: when(rung.when, armed), what, chance, rule }));
    }
    found
}

/// The required degree of success in words, as in the log; `armed` checks hit or miss.
fn when(when: When, armed: bool) -> String {
    match when {
        When::Wins if armed => "hit".to_owned(),
        When::Wins => "success".to_owned(),
        When::Over(by) => format!("by {by} or more"),
        When::Every(by) => format!("for every {by}"),
        When::Critical => "critical".to_owned(),
        When::Fails if armed => "miss".to_owned(),
        When::Fails => "failure".to_owned(),
        When::FailsBy(by) => format!("missed by {by} or more"),
        When::Marked(RollMark::High) => "highest faces".to_owned(),
        When::Marked(RollMark::Low) => "lowest faces".to_owned(),
        When::Contested(Contest::OnlyActor) => "critical win".to_owned(),
        When::Contested(Contest::OnlyTarget) => "critical loss".to_owned(),
        When::Contested(Contest::BothPass) => "both pass".to_owned(),
        When::Contested(Contest::BothFail) => "both fail".to_owned(),
    }
}

impl PendingCheck<'_> {
    /// An effect in words, the target being `it`; `None` for effects that the action's description or damage covers.
    pub(super) fn words(&self, effect: &CitedEffect) -> Option<String> {
        let unit = &self.rules.policies.board.unit;
        Some(match &effect.does {
            Effect::Harm { to, .. } => self.harm_words(*to, &self.dealt_words(effect)),
            Effect::Heal(amount) => {
                let sheet = &self.view.row(self.plan.actor).sheet;
                let healed = outcome::amount_roll(sheet, amount, &self.plan.act, effect.rule).for_all_points();
                format!("it heals {}", formula(&healed))
            }
            Effect::HealWound { steps: 1 } => "its wound becomes one level lighter".to_owned(),
            Effect::HealWound { steps } => format!("its wound becomes {steps} levels lighter"),
            Effect::MoreSteps(steps) => format!("{steps} levels more"),
            Effect::Afflict { condition, against, .. } => {
                format!("it is {}, checks against {against}", self.condition(*condition))
            }
            Effect::Treat { steps: 1 } => "its affliction ends, or becomes one level lighter".to_owned(),
            Effect::Treat { steps } => format!("its affliction ends, or becomes {steps} levels lighter"),
            Effect::HealPart { amount, .. } => {
                let sheet = &self.view.row(self.plan.actor).sheet;
                let healed = outcome::amount_roll(sheet, amount, &self.plan.act, effect.rule);
                format!("a part of its body regains {}", formula(&healed))
            }
            Effect::Blocked => "it blocks the hit".to_owned(),
            Effect::Fall { height } => format!("it takes the damage of a {} fall", unit.short(*height)),
            Effect::MoreHarm(dice) => format!("{dice} more damage"),
            Effect::BetterDie(by) => format!("damage die improved by {by}"),
            Effect::Envenom(id) => format!("it is affected by {}", self.rules.venoms.get(*id)?.name.to_lowercase()),
            Effect::Gain { who, condition } | Effect::Inflict { who, condition, .. } => {
                format!("{} {}", self.is(*who), self.condition(*condition))
            }
            Effect::GainLevels { who, condition, level } => {
                format!("{} {}, {}", self.is(*who), self.condition(*condition), levels(*level))
            }
            Effect::LoseTowards(condition) => format!("it is no longer {} towards you", self.condition(*condition)),
            Effect::GainTowards { condition, .. } => format!("it is {} towards you", self.condition(*condition)),
            Effect::Staple { condition } => format!("it is {}", self.condition(*condition)),
            Effect::Lose { who, condition } => self.ends(*who, &self.condition(*condition)),
            Effect::NextAttack { to_hit, damage, edge } => {
                let names = self.rules.policies.rolls.attack.advantage_names();
                next_attack((*to_hit, *damage), edge.map(|edge| names.of(edge)))
            }
            Effect::GainPoints { pool, points, stat } => {
                let pool = self.rules.policies.economy.find(*pool)?.1;
                if stat.is_some() {
                    format!("you gain {}", pool.plural())
                } else {
                    format!("you gain {}", pool.points((*points).into()))
                }
            }
            Effect::LosePoints { who, pool, points, .. } => {
                let (_, pool) = self.rules.policies.economy.find(*pool)?;
                let who = if *who == Who::Actor { "you lose" } else { "it loses" };
                format!("{who} {}", pool.points((*points).into()))
            }
            Effect::Distract { amount, both } => {
                let on = if *both { "its attacks and its defence" } else { "its attacks or its defence" };
                format!("{amount} to {on} towards one ally")
            }
            Effect::Grab => "it is held".to_owned(),
            Effect::Tighten(Hold::HardToBreak(by)) => format!("the hold is broken at {by:+}"),
            Effect::Tighten(Hold::Pinned) => "it is pinned".to_owned(),
            Effect::Tighten(Hold::Stacks(more)) => format!("grip {more:+}"),
            Effect::BreakHold { optional: true, .. } => "the hold ends, if you like".to_owned(),
            Effect::BreakHold { .. } => "the hold ends".to_owned(),
            Effect::Displace(displacement) => displaced(*displacement, unit),
            Effect::Topple { .. } => "it falls to the ground".to_owned(),
            Effect::EndMove => "the movement ends here".to_owned(),
            Effect::Pass { .. } => "you may pass through".to_owned(),
            Effect::Farther(distance) => format!("{} further", unit.short(*distance)),
            Effect::Item(fate) => item(*fate, unit),
            Effect::KeepHoldOr(action) => format!("you keep the hold or {}", self.action(*action)?),
            Effect::Offer(action) => format!("free {} if you like", self.action(*action)?),
            Effect::Follow(action) => format!("then {}", self.action(*action)?),
            Effect::FollowOne(of) => self.choice_words(Who::Actor, of),
            Effect::Choose { by, of } => self.choice_words(*by, of),
            Effect::Slay => "it is killed".to_owned(),
            Effect::Extricate { .. } => "it is freed".to_owned(),
            Effect::Wear { who: Who::Actor, by } => format!("your weapon loses {by} durability"),
            Effect::Wear { who: Who::Target, by } => format!("its weapon loses {by} durability"),
            Effect::Stabilise => "it is stabilised".to_owned(),
            Effect::Dispel => "the spells on it end".to_owned(),
            Effect::DragAlong { points } => {
                format!("you move all that you grapple with along, for movement that costs up to {points} points")
            }
            Effect::EnterSpace => "you may enter its space in this turn, and stay in it".to_owned(),
            Effect::Guard => "the roll guards you against its rebuffs in this turn".to_owned(),
            Effect::TireByWound => "it gains fatigue by its worst wound".to_owned(),
            Effect::Initiative { who, amount, dice } => {
                let whose = if *who == Who::Target { "its" } else { "your" };
                let dice = dice.as_ref().map(|dice| format!("+{dice}"));
                let amount = dice.unwrap_or_else(|| format!("{amount:+}"));
                format!("{amount} to {whose} initiative")
            }
            Effect::GainMovement { quarters: 4 } => "you gain movement up to your speed".to_owned(),
            Effect::GainMovement { quarters } => format!("you gain {quarters}/4 of your speed"),
            _ => return None,
        })
    }

    fn choice_words(&self, by: Who, of: &[Name]) -> String {
        let named: Vec<String> = of.iter().filter_map(|action| self.action(*action)).collect();
        let who = if by == Who::Actor { "you" } else { "it" };
        format!("{who} may choose {}", named.join(" or "))
    }

    fn harm_words(&self, to: Harmed, amount: &str) -> String {
        match to {
            Harmed::Target => format!("{amount} damage before armour"),
            Harmed::TargetOrItem => format!("{amount} damage to it or, if you like, to the item"),
            Harmed::Item => format!("{amount} damage to the item"),
            Harmed::TargetSpared { .. } => format!("{amount} damage, as severe a wound as you like up to that"),
            Harmed::TargetIfWanted { gains } => format!("{amount} damage and {}, if you like", self.condition(gains)),
        }
    }

    fn dealt_words(&self, effect: &CitedEffect) -> String {
        let PendingCheck { view, rules, plan, target, odds, .. } = self;
        let game = Game::new(*view, rules.book());
        let roll = outcome::damage_roll(game, plan, Struck::Combatant(*target), odds, effect, Degree::Success, 0);
        roll.as_ref().map_or_else(String::new, formula)
    }

    fn is(&self, who: Who) -> &'static str {
        if who == Who::Actor { "you are" } else { "it is" }
    }

    /// The end of a condition in words: "stops bleeding", "is no longer prone".
    fn ends(&self, who: Who, condition: &str) -> String {
        match who {
            _ if !condition.ends_with("ing") => format!("{} no longer {condition}", self.is(who)),
            Who::Actor => format!("you stop {condition}"),
            Who::Target => format!("it stops {condition}"),
        }
    }

    fn condition(&self, condition: Name) -> String {
        self.rules.conditions.get(condition).map_or_else(|| condition.to_string(), |found| found.name.to_lowercase())
    }

    fn action(&self, action: Name) -> Option<String> {
        Some(self.rules.actions.get(action)?.name.to_lowercase())
    }
}

fn levels(level: Measure) -> String {
    match level {
        Measure::Just(1) => "one level".to_owned(),
        Measure::Just(levels) => format!("{levels} levels"),
        Measure::StatPlus(stat, more) => format!("levels equal to your {} {more:+}", stat.word()),
        Measure::Dice(dice) => format!("{dice} levels"),
        Measure::Dealt { per } => format!("one level for every {per} damage"),
        Measure::Energy => "a level for each point of energy".to_owned(),
        Measure::Duration => "a level for each round".to_owned(),
    }
}

fn formula(roll: &DamageRoll) -> String {
    let half = if roll.halved { "half of " } else { "" };
    match (roll.dice == DiceFormula::constant(0), roll.fixed.total()) {
        (true, fixed) => format!("{half}{fixed}"),
        (false, 0) => format!("{half}{}", roll.dice),
        (false, fixed) => format!("{half}{}{fixed:+}", roll.dice),
    }
}

fn next_attack((to_hit, damage): (i16, i16), edge: Option<&str>) -> String {
    let parts = [(to_hit, "to hit"), (damage, "damage")];
    let numbers = parts.iter().filter(|(by, _)| *by != 0).map(|(by, what)| format!("{by:+} {what}"));
    let told: Vec<String> = edge.map(str::to_owned).into_iter().chain(numbers).collect();
    format!("{} with your next attack on it", told.join(", "))
}

fn displaced(displacement: Displacement, unit: &LengthUnit) -> String {
    match displacement {
        Displacement::Together { distance } => format!("both of you move {}", unit.short(distance)),
        Displacement::Slide { distance } => format!("it slides {}", unit.short(distance)),
        Displacement::Place { distance } => format!("it lands up to {} from where it was", unit.short(distance)),
        Displacement::Push { distance } => format!("it is pushed {}", unit.short(distance)),
        Displacement::Enter => "you enter its space".to_owned(),
        Displacement::Drag { distance } => format!("you drag it {} behind you", unit.short(distance)),
        Displacement::Reposition { distance, .. } => format!("you move it up to {} around you", unit.short(distance)),
    }
}

fn item(fate: ItemFate, unit: &LengthUnit) -> String {
    match fate {
        ItemFate::Dropped => "the item falls to the ground".to_owned(),
        ItemFate::TakenIfHandFree => "you may take the item if you have a free hand".to_owned(),
        ItemFate::KnockedAway { items: 1 } => "the item is knocked away".to_owned(),
        ItemFate::KnockedAway { items } => format!("{items} items are knocked away"),
        ItemFate::Stolen => "you take the item".to_owned(),
        ItemFate::TakenOrFlung { distance } => format!("you take the item or fling it {}", unit.short(distance)),
    }
}
