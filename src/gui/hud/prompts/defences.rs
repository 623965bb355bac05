//! The defences that a target may choose, with the exact chance and the expected damage of each.

use super::Line;
use crate::gui::hud::params::HudParams;
use crate::gui::hud::text::percent;
use crate::odds::{self, Forecast, Versus};
use crate::resolution::{Asks, Choice, Frame, Pick, Prompt};

/// The forecast of the attack against which a defence of the rule system is chosen.
pub fn forecast(params: &HudParams, prompt: &Prompt) -> Option<Forecast> {
    let Asks::Pick { purpose, .. } = &prompt.asks else { return None };
    let (from, act) = purpose.attack_on(prompt.who).filter(|(from, _)| params.watch.knows(*from))?;
    odds::forecast(params.view(), params.rules(), from, &act, Some(prompt.who)).ok()
}

/// The chance to be hit with an answer, to follow its name.
pub fn chance_words(forecast: &Forecast, choice: &Choice) -> Option<String> {
    Some(format!(": hit {}", chance(of(forecast, choice)?)))
}

/// The expected damage with an answer.
pub fn about(forecast: &Forecast, choice: &Choice) -> Option<String> {
    let versus = of(forecast, choice)?;
    let choice = versus.choice.as_ref()?;
    let price = if choice.cost.is_empty() { String::new() } else { format!("; costs {}", choice.cost) };
    Some(format!("{} damage on average, misses counted as 0{price}", damage(choice.mean)))
}

fn of<'f>(forecast: &'f Forecast, choice: &Choice) -> Option<&'f Versus> {
    match choice {
        Choice::Pick(Pick::Action(defence)) => forecast.against(Some(*defence)),
        Choice::Pick(Pick::No) => forecast.against(None),
        _ => None,
    }
}

fn chance(versus: &Versus) -> String {
    percent(versus.fractions()[0].1.per_ten_thousand())
}

/// A mean in hundredths, with one decimal.
fn damage(hundredths: i128) -> String {
    let tenths = (hundredths + 5) / 10;
    format!("{}.{}", tenths / 10, tenths % 10)
}

/// The attack against which a defence of the rule system is chosen, with the expected damage of each defence.
pub fn chosen(params: &HudParams, forecast: &Forecast) -> Vec<Line> {
    let means = forecast.versus.iter().filter_map(|versus| {
        let choice = versus.choice.as_ref()?;
        Some(format!("{} {}", choice.name, damage(choice.mean)))
    });
    let means: Vec<String> = means.collect();
    let with = forecast.weapon.as_ref().map_or_else(String::new, |weapon| format!(" with {}", weapon.to_lowercase()));
    let words = format!("{} uses {}{with}. Expected damage: {}.", forecast.actor, forecast.action, means.join(", "));
    let rule = params.rules().policies.stages.defences.as_ref().and_then(|choice| choice.options.first());
    vec![(words, rule.map_or(forecast.rule, |option| option.rule))]
}

/// The attack against which the target chooses one of its stats, with the chance against each.
pub fn asked(params: &HudParams, options: &[Pick]) -> Vec<Line> {
    let Some(Frame::Acting(acting)) = params.session.battle().stack().last() else { return Vec::new() };
    let forecast = odds::forecast(params.view(), params.rules(), acting.actor, &acting.act, None);
    let Ok(forecast) = forecast else { return Vec::new() };
    let offered = |versus: &&Versus| versus.defence.is_some_and(|stat| options.contains(&Pick::Defence(stat)));
    let chances = forecast.versus.iter().filter(offered).map(|versus| {
        let hit = chance(versus);
        format!("{hit} against {}", versus.words(&forecast.roll))
    });
    let chances: Vec<String> = chances.collect();
    let who = if params.watch.knows(acting.actor) { params.name(acting.actor) } else { "An unseen enemy" };
    vec![(format!("{who} uses {}. Chance to hit: {}.", forecast.action, chances.join(", ")), forecast.rule)]
}
