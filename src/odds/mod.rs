//! What an act would come to: every term and the exact chances, with nothing rolled.

mod exchange;
mod fraction;
mod harm;
mod luck;
mod outcome;
mod words;

pub use exchange::{Attempt, Exchange, best_attack, exchanges, plain_attack};
pub use fraction::Fraction;
pub use luck::{Luck, chances_of};
pub use outcome::Outcome;

use crate::battle::{CombatantId, SpellId, Target, View};
use crate::content::Name;
use crate::content::action::{Action, Check, Does};
use crate::content::advantage::AdvantageTerms;
use crate::content::breakdown::Breakdown;
use crate::content::policy::TurnOrder;
use crate::content::refusal::Refusal;
use crate::content::stat::Stat;
use crate::dice::Distribution;
use crate::mechanics::attack::Chances;
use crate::mechanics::{scroll, status};
use crate::resolution::act::Act;
use crate::resolution::legal;
use crate::resolution::plan::Plan;
use crate::resolution::procedure::rungs::{self, Judged};
use crate::resolution::procedure::terms;
use crate::rules::Ruleset;
use crate::turn::speed;

/// A roll against one defence.
#[derive(Clone, Debug)]
pub struct Versus {
    /// Which defence answers; `None` where the target rolls against it, and against a plain number.
    pub defence: Option<Stat>,
    /// Whether the target rolls against it.
    pub rolls: bool,
    /// Its terms; where the target rolls, what is added to its die.
    pub difficulty: Breakdown,
    /// What makes the roll of the target lean, where it rolls.
    pub edge: AdvantageTerms,
    /// In how many throws of all it comes out how.
    pub chances: Chances,
}

/// Everything that can be said about an act before the dice fall.
#[derive(Clone, Debug)]
pub struct Forecast {
    pub actor: String,
    pub action: String,
    pub target: String,
    /// The weapon used.
    pub weapon: Option<String>,
    /// The rule that defines the action.
    pub rule: Name,
    /// Why it may not be declared now, if it may not.
    pub refused: Option<Refusal>,
    /// Sides of the die.
    pub sides: u16,
    /// What is added to the die.
    pub bonus: Breakdown,
    /// What makes the roll lean one way or the other.
    pub edge: AdvantageTerms,
    /// The defences it is compared with; a target that may choose takes its best.
    pub versus: Vec<Versus>,
    /// What each step of success brings beside a weapon's own blow.
    pub outcomes: Vec<Outcome>,
    /// Damage after reduction; 0 for a miss.
    pub damage: Distribution,
    /// How often the target falls unconscious or dies.
    pub drops: Fraction,
    /// How often it dies.
    pub kills: Fraction,
    /// The fewest and the most counts it takes; `None` where actions take no counts.
    pub takes: Option<(u16, u16)>,
}

/// Why there is nothing to forecast.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoForecast {
    #[error("these rules know no action `{0}`")]
    Unknown(Name),
    #[error("{0} makes no roll against anybody")]
    NoCheck(String),
}

/// The act by which somebody does an action to a target, with this weapon or the first that is allowed; and why it may
/// not be declared now, if it may not.
pub fn act_at(
    view: View<'_>,
    rules: &Ruleset,
    actor: CombatantId,
    action: Name,
    target: CombatantId,
    weapon: Option<Name>,
) -> (Act, Option<Refusal>) {
    let uses = |act: &Act| {
        let used = act.weapon.and_then(|slot| view.row(actor).sheet.weapon(slot)).map(|entry| entry.weapon.id);
        act.aimed_at() == Some(target) && (weapon.is_none() || used == weapon)
    };
    let offers = legal::offers(view, rules, actor);
    let Some(offer) = offers.into_iter().find(|offer| offer.action.id == action) else {
        return (Act::at(action, target, None), None);
    };
    if let Some(act) = offer.acts.into_iter().find(&uses) {
        return (act, None);
    }
    let reason = offer.refused.last().map(|(_, refusal)| refusal.clone());
    let refused = offer.refused.into_iter().find(|(act, _)| uses(act));
    refused.map_or_else(|| (Act::at(action, target, None), reason), |(act, refusal)| (act, Some(refusal)))
}

/// What an act would come to.
///
/// # Errors
/// If the action is unknown, or rolls nothing against its target.
pub fn forecast(
    view: View<'_>,
    rules: &Ruleset,
    actor: CombatantId,
    act: &Act,
    refused: Option<Refusal>,
) -> Result<Forecast, NoForecast> {
    let action = rules.actions.get(act.action).ok_or(NoForecast::Unknown(act.action))?;
    if let Target::Spell(id) = act.target {
        return controlled(view, rules, actor, action, id, refused);
    }
    let target = act.aimed_at().ok_or_else(|| NoForecast::NoCheck(action.name.clone()))?;
    forecast_on(view, rules, actor, act, target, refused)
}

/// What an act would come to for one of those on whom it works.
///
/// # Errors
/// If the action is unknown, or rolls nothing against its targets.
pub fn forecast_on(
    view: View<'_>,
    rules: &Ruleset,
    actor: CombatantId,
    act: &Act,
    target: CombatantId,
    refused: Option<Refusal>,
) -> Result<Forecast, NoForecast> {
    let action = rules.actions.get(act.action).ok_or(NoForecast::Unknown(act.action))?;
    let check = action.check().ok_or_else(|| NoForecast::NoCheck(action.name.clone()))?;
    Ok(of_check(view, rules, actor, act, (action, check), target, refused))
}

/// What the control of a spell that lasts would come to.
fn controlled(
    view: View<'_>,
    rules: &Ruleset,
    actor: CombatantId,
    action: &Action,
    id: SpellId,
    refused: Option<Refusal>,
) -> Result<Forecast, NoForecast> {
    let no_check = || NoForecast::NoCheck(action.name.clone());
    let spell = view.spell(id).ok_or_else(no_check)?;
    let cast = rules.actions.get(spell.spell).ok_or(NoForecast::Unknown(spell.spell))?;
    let Does::Cast(rolls) = &cast.does else { return Err(no_check()) };
    let (check, target) = rolls.control.as_ref().zip(spell.target()).ok_or_else(no_check)?;
    let told = of_check(view, rules, actor, &spell.act(), (action, check), target, refused);
    Ok(Forecast { action: format!("{}: {}", action.name, cast.name), ..told })
}

fn of_check(
    view: View<'_>,
    rules: &Ruleset,
    actor: CombatantId,
    act: &Act,
    (action, check): (&Action, &Check),
    target: CombatantId,
    refused: Option<Refusal>,
) -> Forecast {
    let odds = terms::odds(view, rules, actor, act, check, target, None);
    let trial = Trial { view, rules, check, target, odds: &odds, plan: Plan::new(actor, act.clone(), 0) };
    let (harm, outcomes) = (harm::expected(&trial), outcome::outcomes(&trial));
    let weapon = odds.weapon.and_then(|slot| view.row(actor).sheet.weapon(slot));
    Forecast {
        actor: view.row(actor).name.to_string(),
        action: action.name.clone(),
        target: view.row(target).name.to_string(),
        weapon: weapon.map(|entry| entry.weapon.name.clone()),
        rule: action.rule,
        refused,
        versus: trial.versus(),
        outcomes,
        sides: rules.policies.attack.natural.sides,
        bonus: odds.bonus,
        edge: odds.edge,
        damage: harm.damage,
        drops: harm.drops,
        kills: harm.kills,
        takes: takes(view, rules, actor, act, action),
    }
}

/// A check of an act on somebody, with all its numbers, before the dice fall.
struct Trial<'a> {
    view: View<'a>,
    rules: &'a Ruleset,
    check: &'a Check,
    target: CombatantId,
    odds: &'a terms::Odds,
    plan: Plan,
}

impl Trial<'_> {
    /// How every throw comes out, each with how many of all it is.
    fn each_throw(&self, mut each: impl FnMut(u32, &[Judged])) {
        rungs::each_throw(self.rules, self.odds, |weight, faces| {
            each(weight, &rungs::judge_all(self.view, self.rules, self.target, self.odds, faces));
        });
    }

    fn versus(&self) -> Vec<Versus> {
        let of = |defence, rolls, difficulty: &Breakdown, edge: AdvantageTerms| {
            let (difficulty, chances) = (difficulty.clone(), Chances::default());
            Versus { defence, rolls, difficulty, edge, chances }
        };
        let met = self.odds.defences.iter().map(|(defence, sum)| of(*defence, false, sum, AdvantageTerms::even()));
        let rolled = self.odds.rival.iter().map(|rival| of(None, true, &rival.bonus, rival.edge.clone()));
        let mut versus: Vec<Versus> = met.chain(rolled).collect();
        self.each_throw(|weight, results| {
            for (versus, (_, degree, _)) in versus.iter_mut().zip(results) {
                versus.chances.count(weight, *degree);
            }
        });
        versus
    }
}

fn takes(view: View<'_>, rules: &Ruleset, actor: CombatantId, act: &Act, action: &Action) -> Option<(u16, u16)> {
    let TurnOrder::Counts(turns) = &rules.policies.turn else { return None };
    let sheet = &view.row(actor).sheet;
    let class = legal::speed_class(view, actor, action, act.weapon);
    let (slower, _) = status::slowdown(view, rules.book(), actor, false);
    Some(speed::speed_span(turns, scroll::speed(view, actor, act, action), class, sheet.speed, slower))
}
