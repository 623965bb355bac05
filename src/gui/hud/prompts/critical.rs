//! The effects of a critical hit as cards: the damage of each, and how likely the target falls or dies.

use super::cards::Card;
use crate::dice::Distribution;
use crate::gui::hud::forecast::exchange::mean_words;
use crate::gui::hud::params::HudParams;
use crate::gui::hud::style;
use crate::gui::hud::text::percent;
use crate::odds;
use crate::resolution::{Choice, Frame, Pick};

/// An effect of a critical hit that has just been confirmed.
pub fn card(params: &HudParams, number: usize, choice: &Choice) -> Option<Card> {
    let Choice::Pick(Pick::Action(id)) = choice else { return None };
    let option = params.rules().policies.stages.critical(*id)?;
    let acting = params.session.battle().stack().iter().rev().find_map(|frame| match frame {
        Frame::Acting(acting) if acting.plan.is_some() => Some(acting),
        _ => None,
    })?;
    let known = odds::critical_odds(params.view(), params.rules(), acting, *id)?;
    let most = known.damage.iter().last().map_or(0, |(value, _)| value);
    let (drops, kills) = (known.drops.per_ten_thousand(), known.kills.per_ten_thousand());
    let kill = if kills > 0 { format!(", kill chance {}", percent(kills)) } else { String::new() };
    let past: Vec<String> = option.hit.bypasses.iter().map(|past| past.as_str().replace('_', " ")).collect();
    let past = if past.is_empty() { String::new() } else { format!("goes past {}", past.join(", ")) };
    let fate = (format!("KO chance {}{kill}", percent(drops)), if drops > 0 { style::GOOD } else { style::FAINT });
    let damage = format!("{} on average, at most {most}", mean(&known.damage));
    Some(Card {
        title: format!("{number}  {}", option.name),
        lines: vec![(damage, style::INK), fate, (past, style::TIRED)],
        tooltip: format!("rule {}", option.rule),
        ..Card::default()
    })
}

fn mean(damage: &Distribution) -> String {
    let (sum, of) = damage.mean();
    mean_words(sum.saturating_mul(100).div_euclid(i128::try_from(of).unwrap_or(i128::MAX).max(1)))
}
