//! The defences that a target may choose, with both tests, everything that can happen, and the expected damage of each.

use super::cards::Card;
use super::explanation::Explanation;
use crate::battle::CombatantId;
use crate::gui::hud::forecast::exchange::{self, Viewpoint, mean_words};
use crate::gui::hud::params::HudParams;
use crate::gui::hud::style;
use crate::gui::hud::text::{self, percent};
use crate::odds::{self, Forecast, Versus};
use crate::resolution::{Act, Asks, Choice, Frame, Pick, Prompt};

/// The attack against which a defence of the rule system is chosen, as its attacker uses it.
pub fn attack(params: &HudParams, prompt: &Prompt) -> Option<(CombatantId, Act)> {
    let Asks::Pick { purpose, .. } = &prompt.asks else { return None };
    purpose.attack_on(prompt.who).filter(|(from, _)| params.watch.knows(*from))
}

fn of<'f>(forecast: &'f Forecast, choice: &Choice) -> Option<&'f Versus> {
    match choice {
        Choice::Pick(Pick::Action(defence)) => forecast.against(Some(*defence)),
        Choice::Pick(Pick::No) => forecast.against(None),
        _ => None,
    }
}

/// A defence as a card.
pub fn card(forecast: &Forecast, number: usize, choice: &Choice) -> Option<Card> {
    let versus = of(forecast, choice)?;
    let defence = versus.choice.as_ref()?;
    let best = forecast.best_defence()?.choice.as_ref()?.id == defence.id;
    let test = match (&versus.contest, defence.id) {
        (Some(odds), Some(_)) => {
            let chance = percent(odds.target.per_ten_thousand());
            format!("your test: {} or less, {chance}", versus.difficulty.total())
        }
        (Some(_), None) => "no test".to_owned(),
        (None, _) => format!("hit {}", percent(versus.fractions()[0].1.per_ten_thousand())),
    };
    let drops = defence.drops.per_ten_thousand();
    let ko = if drops > 0 { format!(", KO {}", percent(drops)) } else { String::new() };
    let most = defence.damage.iter().last().map_or(0, |(value, _)| value);
    let damage = format!("damage {}, at most {most}{ko}", mean_words(defence.mean));
    let all = versus.contest.map(|odds| exchange::words(&odds, Viewpoint::Target));
    let terms = (!versus.difficulty.is_empty()).then(|| format!("your test: {}", versus.difficulty));
    let tooltip: Vec<String> = all.into_iter().chain(terms).collect();
    Some(Card {
        title: format!("{number}  {}", text::capitalised(&defence.name)),
        price: defence.cost.clone(),
        best,
        lines: vec![(test, style::INK), (damage, if best { style::GOLD } else { style::FAINT })],
        bar: versus.contest,
        tooltip: tooltip.join("\n"),
        ..Card::default()
    })
}

/// The attack against which a defence of the rule system is chosen, with its test.
pub fn attack_words(forecast: &Forecast) -> String {
    let with = forecast.weapon.as_ref().map_or_else(String::new, |weapon| format!(" with {}", weapon.to_lowercase()));
    let attack = format!("{} uses {}{with}", forecast.actor, forecast.action);
    let odds = forecast.versus.iter().find_map(|versus| versus.contest);
    let test = odds.map(|odds| {
        let chance = percent(odds.attacker.per_ten_thousand());
        format!(": its test is {} or less, {chance}", forecast.bonus.total())
    });
    format!("{attack}{}.", test.unwrap_or_default())
}

/// The attack against which the target chooses one of its stats, with the chance against each.
pub fn asked(params: &HudParams, options: &[Pick]) -> Vec<Explanation> {
    let Some(Frame::Acting(acting)) = params.session.battle().stack().last() else { return Vec::new() };
    let forecast = odds::forecast(params.view(), params.rules(), acting.actor, &acting.act, None);
    let Ok(forecast) = forecast else { return Vec::new() };
    let offered = |versus: &&Versus| versus.defence.is_some_and(|stat| options.contains(&Pick::Defence(stat)));
    let chances = forecast.versus.iter().filter(offered).map(|versus| {
        let hit = percent(versus.fractions()[0].1.per_ten_thousand());
        format!("{hit} against {}", versus.words(&forecast.roll))
    });
    let chances: Vec<String> = chances.collect();
    let who = if params.watch.knows(acting.actor) { params.name(acting.actor) } else { "An unseen enemy" };
    vec![(format!("{who} uses {}. Chance to hit: {}.", forecast.action, chances.join(", ")), forecast.rule)]
}
