//! Forecasts as data.

use super::chances::Fraction;
use super::contest::ContestOdds;
use super::outcome::CheckOutcome;
use crate::battle::{CombatantId, View};
use crate::content::{Action, AdvantageTerms, Breakdown, Name, Refusal, RollPolicy, RolledBy, Rule, Stat};
use crate::dice::Distribution;
use crate::mechanics::attack::Chances;
use crate::mechanics::{Game, items, status};
use crate::resolution::act::Act;
use crate::resolution::legal;
use crate::resolution::procedure::action::check::results::Decided;
use crate::rules::Ruleset;
use crate::turn::speed;

/// The roll against one defence.
#[derive(Clone, Debug)]
pub struct Versus {
    /// The defending stat; `None` for an opposed roll or a fixed difficulty.
    pub defence: Option<Stat>,
    /// Whether the target makes an opposed roll.
    pub rolls: bool,
    /// The difficulty with its terms; in an opposed roll, the bonus to the target's dice, or its own target number.
    pub difficulty: Breakdown,
    /// Advantage and disadvantage of the target's opposed roll.
    pub edge: AdvantageTerms,
    /// The number of die results for each degree of success.
    pub chances: Chances,
    /// The chances of the exchange, if both combatants roll under target numbers.
    pub contest: Option<ContestOdds>,
    /// The defence that the target chooses, where it has a choice.
    pub choice: Option<DefenceOdds>,
}

/// A defence that the target may choose.
#[derive(Clone, Debug)]
pub struct DefenceOdds {
    /// The id of the defence; `None` if the target chooses none.
    pub id: Option<Name>,
    /// The name players read.
    pub name: String,
    /// Its cost in words; empty if it costs nothing.
    pub cost: String,
    /// Mean damage in hundredths, misses counted as 0.
    pub mean: i128,
    /// Damage after damage reduction; 0 for a miss.
    pub damage: Distribution,
    /// Probability that the target falls unconscious or dies.
    pub drops: Fraction,
}

/// The forecast of an act.
#[derive(Clone, Debug)]
pub struct Forecast {
    /// Display name of the acting combatant.
    pub actor: String,
    /// Display name of the action.
    pub action: String,
    /// Display name of the target.
    pub target: String,
    /// The name of the weapon used.
    pub weapon: Option<String>,
    /// Id of the rule that defines the action.
    pub rule: Name,
    /// Why the act cannot be declared now; `None` unless the caller of [`forecast`](fn@super::forecast) sets it.
    pub refused: Option<Refusal>,
    /// The dice and the rules of the roll.
    pub roll: RollPolicy,
    /// The combatant that rolls. Chances are those of affecting the target: that its saving throw fails, if the target rolls.
    pub by: RolledBy,
    /// The result without a roll, if a difference in size decides it.
    pub decided: Option<Decided>,
    /// The bonus to the dice, or the target number that they may not exceed, with its terms.
    pub bonus: Breakdown,
    /// Advantage and disadvantage of the roll.
    pub edge: AdvantageTerms,
    /// The rule by which the actor fails without a roll, because the target is behind full cover.
    pub fails: Option<Rule>,
    /// The chance that the actor, which climbs or swims, keeps its hold first, with the rule. All chances count it.
    pub hold: Option<(Fraction, Rule)>,
    /// The chance that a spell overcomes the resistance of its target first, with the rule. All chances count it (PR-201).
    pub resisted: Option<(Fraction, Rule)>,
    /// One entry for each possible defence; a target that may choose takes its best.
    pub versus: Vec<Versus>,
    /// The effects of each degree of success, apart from the weapon's normal damage.
    pub outcomes: Vec<CheckOutcome>,
    /// Damage after damage reduction; 0 for a miss.
    pub damage: Distribution,
    /// Probability that the target falls unconscious or dies.
    pub drops: Fraction,
    /// Probability that the target dies.
    pub kills: Fraction,
    /// The chance that the worst wound has each severity, lightest first; empty in rule systems whose wounds have none (HD-019, HD-020).
    pub wounds: Vec<(Name, Fraction)>,
    /// Whether the target is an object, which is destroyed instead of killed.
    pub at_object: bool,
    /// Minimum and maximum duration in counts; `None` if actions take no counts.
    pub takes: Option<(u16, u16)>,
}

/// Why there is no forecast for an act.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ForecastError {
    /// The action is unknown.
    #[error("this rule system has no action `{0}`")]
    Unknown(Name),
    /// The action makes no roll against a target.
    #[error("{0} makes no roll against a target")]
    NoCheck(String),
}

/// The time that an act takes, from the least to the most counts; `None` if actions take no counts.
pub(super) fn takes(
    view: View<'_>,
    rules: &Ruleset,
    actor: CombatantId,
    act: &Act,
    action: &Action,
) -> Option<(u16, u16)> {
    let turns = rules.policies.turn.counted()?;
    let sheet = &view.row(actor).sheet;
    let class = legal::speed_class(view, actor, action, act.weapon);
    let (slower, _) = status::slowdown(Game::new(view, rules.book()), actor, false);
    Some(speed::speed_span(turns, items::reading_speed(view, actor, act, action), class, sheet.speed, slower))
}
