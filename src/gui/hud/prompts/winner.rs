//! The actions among which the winner of an exchange chooses, with their odds and what they do.

use super::cards::Card;
use crate::battle::CombatantId;
use crate::content::{Action, Effect, Name, RolledBy};
use crate::dice::Distribution;
use crate::gui::hud::forecast::exchange::mean_words;
use crate::gui::hud::params::HudParams;
use crate::gui::hud::style;
use crate::gui::hud::text::percent;
use crate::odds::{self, Forecast};
use crate::resolution::{Act, Choice, Frame, Pick};

/// An action of the winner as a card; `known` is its forecast against the loser, if it has a roll.
pub fn card(
    params: &HudParams,
    (number, choice): (usize, &Choice),
    loser: CombatantId,
    known: Option<&Forecast>,
) -> Option<Card> {
    let action = match choice {
        Choice::Pick(Pick::Action(action)) => params.rules().actions.get(*action)?,
        Choice::Pick(Pick::No) => {
            return Some(Card { title: format!("{number}  Nothing more"), ..Card::default() });
        }
        _ => return None,
    };
    let odds = match known {
        Some(forecast) => vec![odds_words(forecast, params.name(loser))],
        None => certain(params, action).into_iter().collect(),
    };
    Some(Card {
        title: format!("{number}  {}", action.name),
        lines: odds.into_iter().map(|words| (words, style::GOLD)).collect(),
        about: action.about.clone(),
        tooltip: known
            .map_or_else(|| action.about.clone(), |forecast| format!("{}\n{}", action.about, terms(forecast))),
        ..Card::default()
    })
}

/// The act that an action of the winner is.
pub fn act(action: Name, loser: CombatantId) -> Act {
    Act::at(action, loser, None)
}

/// The chance that it works, and whose test decides.
fn odds_words(forecast: &Forecast, loser: &str) -> String {
    let chance = forecast.versus.first().map_or(0, |versus| versus.fractions()[0].1.per_ten_thousand());
    let chance = percent(chance);
    let target = forecast.bonus.total();
    match (forecast.decided, forecast.by) {
        (Some(_), _) => format!("{chance}, by its size"),
        (None, RolledBy::Target) if forecast.roll.is_under() => format!("{chance}: {loser} fails above {target}"),
        (None, RolledBy::Target) => format!("{chance}: {loser} must save"),
        (None, RolledBy::Actor) if forecast.roll.is_under() => format!("{chance}: your test, {target} or less"),
        (None, RolledBy::Actor) => chance,
    }
}

fn terms(forecast: &Forecast) -> String {
    let whose = if forecast.by == RolledBy::Target { "its test" } else { "your test" };
    let names = forecast.roll.advantage_names();
    let edges = forecast.edge.terms().iter().map(|term| format!("\n{}: {}", names.of(term.gives), term.label.words()));
    format!("{whose}: {}{}", forecast.bonus, edges.collect::<String>())
}

/// What an action without a roll leads to, in numbers: the damage if the dice show their highest faces.
fn certain(params: &HudParams, action: &Action) -> Option<String> {
    let maximises = action.has_effect(|effect| matches!(effect, Effect::Maximise));
    let Some(Frame::Acting(acting)) = params.session.battle().stack().last() else { return None };
    if !maximises {
        return Some("always works".to_owned());
    }
    let (plain, most) = odds::rolled_damage(params.view(), params.rules(), acting, action.rule)?;
    Some(format!("{} damage, else {}", mean(&most), mean(&plain)))
}

fn mean(damage: &Distribution) -> String {
    let (sum, of) = damage.mean();
    let hundredths = sum.saturating_mul(100).div_euclid(i128::try_from(of).unwrap_or(i128::MAX).max(1));
    match hundredths % 100 {
        0 => (hundredths / 100).to_string(),
        _ => format!("~{}", mean_words(hundredths)),
    }
}
