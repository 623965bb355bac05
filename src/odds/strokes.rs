//! What follows an attack that has been rolled and whose damage has not, and the tests with which it could be met.

use super::pending::PendingCheck;
use super::{Fraction, damage, plain_attack};
use crate::battle::{CombatantId, View};
use crate::content::{AdvantageTerms, Breakdown, DefenceOption, Name, Rule};
use crate::dice::Distribution;
use crate::mechanics::reach;
use crate::resolution::act::Act;
use crate::resolution::frame::Acting;
use crate::resolution::legal;
use crate::resolution::procedure::action::check::terms::{self, Answered, Pair};
use crate::resolution::stroke::StrokeChoices;
use crate::rules::Ruleset;

/// The damage of the attack that an unfinished action has rolled last, and its damage if the dice show their highest faces by
/// this rule; `None` if it has rolled none.
pub fn rolled_damage(
    view: View<'_>,
    rules: &Ruleset,
    acting: &Acting,
    maximised: Rule,
) -> Option<(Distribution, Distribution)> {
    let plan = acting.plan.as_ref()?;
    let (stroke, check) = (plan.strokes.first()?, rules.actions.get(acting.act.action)?.check()?);
    let dealt = |maximised: Option<Rule>| {
        let choices = StrokeChoices { maximised, ..stroke.choices.clone() };
        let (target, odds, plan) = (stroke.target, &stroke.terms, (**plan).clone());
        let pending = PendingCheck { view, rules, check, target, odds, plan, choices: &choices };
        damage::of_result(&pending, &stroke.results)
    };
    Some((dealt(stroke.choices.maximised), dealt(Some(maximised))))
}

/// The results of a chosen effect of a critical hit.
#[derive(Clone, Debug)]
pub struct CriticalOdds {
    /// The damage.
    pub damage: Distribution,
    /// The chance that the target falls.
    pub drops: Fraction,
    /// The chance that it dies.
    pub kills: Fraction,
}

/// The results of an effect of the critical hit that an unfinished action has just confirmed; `None` if there is none.
pub fn critical_odds(view: View<'_>, rules: &Ruleset, acting: &Acting, critical: Name) -> Option<CriticalOdds> {
    let plan = acting.plan.as_ref()?;
    let (stroke, check) = (plan.strokes.first()?, rules.actions.get(acting.act.action)?.check()?);
    let choices = StrokeChoices { critical: Some(critical), ..stroke.choices.clone() };
    let (target, odds, plan) = (stroke.target, &stroke.terms, (**plan).clone());
    let pending = PendingCheck { view, rules, check, target, odds, plan, choices: &choices };
    let [damage, drops, kills] = damage::ends_of_result(&pending, &stroke.results);
    let yes = |found: &Distribution| Fraction::new(found.weight(1), found.total_weight());
    let (drops, kills) = (yes(&drops), yes(&kills));
    Some(CriticalOdds { damage, drops, kills })
}

/// A test with which a combatant can meet an attack.
#[derive(Clone, Debug)]
pub struct DefenceTest {
    /// The name players read.
    pub name: String,
    /// Its cost in words; empty if it costs nothing.
    pub cost: String,
    /// The target number, or the bonus to the dice, with its terms.
    pub bonus: Breakdown,
    /// Advantage and disadvantage.
    pub edge: AdvantageTerms,
    /// The rule of the defence.
    pub rule: Rule,
}

/// The tests that a combatant can choose from and pay for against the plain attack of another; none where targets have no choice.
pub fn defence_tests(view: View<'_>, rules: &Ruleset, attacker: CombatantId, target: CombatantId) -> Vec<DefenceTest> {
    let Some((action, check)) = plain_attack(rules).and_then(|action| Some((action, action.check()?))) else {
        return Vec::new();
    };
    let act = Act::at(action.id, target, reach::usable_slots(view, attacker).first().copied());
    let pair = Pair { view, rules, actor: attacker, target };
    let mode = terms::check_terms(pair, &act, check, Answered::default()).mode;
    let test = |option: &DefenceOption| {
        let answered = Answered { chosen: Some(option.id), ..Answered::default() };
        let rival = terms::check_terms(pair, &act, check, answered).rival?;
        let (name, cost) = (option.name.clone(), rules.policies.economy.in_words(&option.costs));
        Some(DefenceTest { name, cost, bonus: rival.bonus, edge: rival.edge, rule: option.rule })
    };
    legal::defences(view, rules, (attacker, target), (action, mode)).into_iter().filter_map(test).collect()
}
