//! A forecast in words: chances, damage, and the terms behind them.

use std::sync::Arc;

use bevy_egui::egui::{Label as Text, RichText, Ui};

use super::exchange;
use crate::battle::CombatantId;
use crate::content::{Displacement, Effect};
use crate::grid::Cell;
use crate::gui::hud::params::HudParams;
use crate::gui::hud::text::{self, percent, span_words};
use crate::gui::hud::unit_card::gear;
use crate::gui::hud::widgets::{RuleLinks, line};
use crate::gui::hud::{provoked, style};
use crate::gui::input::Approach;
use crate::gui::keys::KeyCommand;
use crate::mechanics::{attack, height, water};
use crate::odds::{CheckOutcome, Forecast};
use crate::resolution::{Act, Occasion, legal};

pub struct ForecastCard {
    pub known: Arc<(Act, Forecast)>,
    pub approach: Option<Approach>,
    /// The cell in which the hidden target is guessed.
    pub guess: Option<Cell>,
    pub rested: bool,
    /// Whether the screen has no room for everything at once.
    pub low: bool,
}

impl ForecastCard {
    pub fn show(&self, ui: &mut Ui, params: &HudParams, links: &mut RuleLinks, width: f32) {
        let (act, forecast) = &*self.known;
        ui.set_width(width);
        if let Some(approach) = &self.approach {
            line(ui, approach_words(params, approach), style::TIRED);
        }
        chances(ui, forecast, links);
        if let (None, Some(who)) = (&self.approach, params.offered.who) {
            let found = legal::provoked_by_act(params.view(), params.rules(), who, act);
            provoked::lines(params, who, &found).into_iter().for_each(|words| line(ui, words, style::BAD));
        }
        if let Some(cell) = self.guess {
            line(ui, format!("if it is at {cell}; in any other cell the attack misses"), style::TIRED);
        }
        if !(self.low && self.rested) {
            outcomes(ui, forecast, links);
            let walk = self.approach.as_ref().map_or(0, |approach| approach.counts);
            damage_and_cost(ui, params, (walk, act), forecast);
        }
        if self.rested {
            ui.add_space(6.0);
            terms(ui, forecast, links);
            if !self.low {
                fine_print(ui, forecast, links);
            }
        } else {
            let words = format!("Hover for breakdown, {} to pin", params.keys.words(KeyCommand::PinForecast));
            ui.colored_label(style::FAINT, RichText::new(words).small());
        }
    }
}

pub fn chances(ui: &mut Ui, forecast: &Forecast, links: &mut RuleLinks) {
    let with = forecast.weapon.as_ref().map(|weapon| format!(" with {weapon}")).unwrap_or_default();
    ui.colored_label(style::GOLD, format!("{}{with}", forecast.action));
    if forecast.target != forecast.actor {
        ui.colored_label(style::FAINT, format!("at {}", forecast.target));
    }
    if let Some(refusal) = &forecast.refused {
        line(ui, format!("Not now: {}", links.settings.reason(refusal)), style::BAD);
    }
    if let Some(rule) = forecast.fails {
        line(ui, format!("Full cover: it fails without a roll{}", links.settings.cited(rule)), style::BAD);
    }
    if forecast.is_exchange() {
        return exchange::show(ui, forecast, links);
    }
    let several = forecast.versus.len() > 1;
    let colour = if forecast.refused.is_some() { style::FAINT } else { style::INK };
    for versus in &forecast.versus {
        let [hit, critical, fumble] = versus.fractions().map(|(_, chance)| chance.per_ten_thousand());
        ui.horizontal(|ui| {
            ui.colored_label(colour, RichText::new(percent(hit)).text_style(style::big()).strong());
            ui.vertical(|ui| {
                match &forecast.weapon {
                    _ if several => ui.label(format!("against {}", versus.words(&forecast.roll))),
                    Some(_) => ui.label("to hit"),
                    None => ui.label("to succeed"),
                };
                let fumble = if fumble > 0 { format!(", fumble {}", percent(fumble)) } else { String::new() };
                ui.colored_label(style::FAINT, format!("critical {}{fumble}", percent(critical)));
            });
        });
    }
}

/// `walk`: the counts that the actor walks before it acts.
pub fn damage_and_cost(ui: &mut Ui, params: &HudParams, (walk, act): (u16, &Act), forecast: &Forecast) {
    let actor = params.offered.who;
    if walk == 0 && actor.is_some_and(|who| throws_weapon(params, who, act)) {
        ui.colored_label(style::TIRED, "thrown: the weapon leaves the hand");
    }
    if let Some(words) = actor.and_then(|who| push_hazard(params, who, act)) {
        line(ui, &words, style::GOOD);
    }
    let mean = forecast.mean_hundredths();
    if mean > 0 {
        let most = forecast.damage.iter().last().map_or(0, |(value, _)| value);
        let against = forecast.best_defence().and_then(|versus| versus.choice.as_ref());
        let against = against.map_or_else(String::new, |choice| format!(" against {}", choice.name));
        line(ui, format!("damage{against} {} on average, at most {most}", exchange::mean_words(mean)), style::INK);
        exchange::histogram(ui, &forecast.damage);
        if !forecast.wounds.is_empty() {
            ui.add(Text::new(RichText::new(wound_chances(forecast)).color(style::INK)).wrap());
        }
        let [drops, kills] = [&forecast.drops, &forecast.kills].map(|chance| chance.per_ten_thousand());
        let colour = if drops > 0 { style::GOOD } else { style::FAINT };
        let kill = if kills > 0 { format!(", kill chance {}", percent(kills)) } else { String::new() };
        let words = match forecast.at_object {
            true => format!("destroyed in {}", percent(kills)),
            false => format!("KO chance {}{kill}", percent(drops)),
        };
        ui.colored_label(colour, words);
    }
    if let Some(span) = forecast.takes {
        let [least, most] = [span.0, span.1].map(|counts| params.count() + i32::from(walk) + i32::from(counts));
        let next = if least == most { least.to_string() } else { format!("{least}-{most}") };
        ui.colored_label(style::FAINT, format!("takes {}: next at {next}", span_words(span)));
    }
    let actor = actor.and_then(|who| params.combatants.get(who)).filter(|_| !params.is_counted());
    if let Some(actor) = actor {
        let action = params.rules().actions.iter().find(|action| action.name == forecast.action);
        let words = action.and_then(|action| text::cost_of_left(params, actor.combatant.id, action));
        words.into_iter().for_each(|words| drop(ui.colored_label(style::FAINT, format!("costs {words} left"))));
    }
}

pub fn outcomes(ui: &mut Ui, forecast: &Forecast, links: &mut RuleLinks) {
    // The bars of an exchange show who wins how often.
    let told = |outcome: &&CheckOutcome| !(forecast.is_exchange() && outcome.when.starts_with("critical "));
    for CheckOutcome { when, what, chance, rule } in forecast.outcomes.iter().filter(told) {
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = 6.0;
            ui.colored_label(style::INK, percent(chance.per_ten_thousand()));
            ui.colored_label(style::TIRED, format!("{when}: {what}"));
            links.rule(ui, rule.as_str());
        });
    }
}

fn throws_weapon(params: &HudParams, who: CombatantId, act: &Act) -> bool {
    let game = params.game();
    act.weapon.zip(act.aimed_at()).is_some_and(|(slot, target)| {
        let mode = attack::mode(game, who, slot, target);
        mode.is_ok_and(|mode| attack::landing_rule(game, who, slot, mode).is_some())
    })
}

/// The hazard at the end of a push by one cell, in words with the rule id: deep water or a fall. `None` if there is none.
fn push_hazard(params: &HudParams, who: CombatantId, act: &Act) -> Option<String> {
    let (game, target) = (params.game(), act.aimed_at()?);
    let check = params.rules().actions.get(act.action)?.check()?;
    check.effects().find(|effect| matches!(effect, Effect::Displace(Displacement::Push { .. })))?;
    let to = water::push_destination(game, who, target)?;
    if let Some(carrying) = water::sweeping_policy(game, to) {
        let cited = params.settings.cited(carrying.rule);
        return Some(format!("if pushed, it is carried away by deep water at {}{cited}", to.anchor));
    }
    let policy = game.policies.height.as_ref()?;
    let drop = height::of(game.view, target).saturating_sub(height::ground(game.view, to));
    let falls = drop >= i16::try_from(policy.ledge).unwrap_or(i16::MAX);
    let drop = game.policies.board.unit.short(drop);
    let cited = params.settings.cited(policy.ledge_rule);
    falls.then(|| format!("if pushed, it falls {drop} at {}{cited}", to.anchor))
}

fn added_to(forecast: &Forecast) -> String {
    let dice = forecast.roll.dice.words();
    if forecast.roll.is_under() { format!("target number of the {dice}") } else { format!("added to the {dice}") }
}

pub fn terms(ui: &mut Ui, forecast: &Forecast, links: &mut RuleLinks) {
    links.terms(ui, &added_to(forecast), &forecast.bonus);
    links.edge(ui, &forecast.edge, &forecast.roll);
    for versus in &forecast.versus {
        ui.add_space(4.0);
        let title = match (&versus.contest, &versus.choice) {
            (Some(_), Some(choice)) if choice.id.is_none() => continue,
            (Some(_), Some(choice)) => format!("target number of its {}", choice.name),
            _ => versus.words(&forecast.roll),
        };
        links.terms(ui, &title, &versus.difficulty);
        links.edge(ui, &versus.edge, &forecast.roll);
    }
}

pub fn fine_print(ui: &mut Ui, forecast: &Forecast, links: &mut RuleLinks) {
    for needed in forecast.versus.iter().filter_map(|versus| forecast.needed(versus)) {
        line(ui, needed, style::FAINT);
    }
    if forecast.mean_hundredths() > 0 {
        line(ui, format!("90th percentile damage: {} (with misses)", forecast.quantile(90)), style::FAINT);
    }
    ui.horizontal(|ui| {
        ui.colored_label(style::FAINT, "rule of the action");
        links.rule(ui, forecast.rule.as_str());
    });
}

/// The chance of each severity of the worst wound, such as "light 21%, moderate 9%".
fn wound_chances(forecast: &Forecast) -> String {
    let likely = forecast.wounds.iter().filter(|(_, chance)| chance.per_ten_thousand() > 0);
    let words = likely.map(|(level, chance)| format!("{} {}", level.as_str().replace('_', " "), chance.percent()));
    format!("wound: {}", words.collect::<Vec<_>>().join(", "))
}

/// Whether too few actions are left in the turn for the attack after an approach.
fn attacks_later(params: &HudParams, approach: &Approach) -> bool {
    let actor = params.offered.who.and_then(|who| params.combatants.get(who));
    let strike = params.rules().actions.get(approach.strike.action);
    let (Some(actor), Some(strike)) = (actor, strike) else { return false };
    let takes = approach.counts.saturating_add(strike.actions().into());
    params.rules().policies.turn.plans_whole_turns() && takes > actor.turn.actions().into()
}

fn approach_words(params: &HudParams, approach: &Approach) -> String {
    let one = |many: u16, unit: &str| if many == 1 { format!("1 {unit}") } else { format!("{many} {unit}s") };
    let board = &params.rules().policies.board;
    let cost = match params.offered.who.and_then(|who| gear::movement_to_use(params, who)) {
        Some(left) => format!("{} of {left}", board.unit.short(i32::from(approach.cost) * i32::from(board.cell))),
        None => {
            format!("{}, {}", one(approach.cost, "cell"), one(approach.counts, params.rules().policies.turn.price()))
        }
    };
    if params.offered.who.is_some_and(|who| throws_weapon(params, who, &approach.strike)) {
        return format!(
            "A click moves there first ({cost}) and then attacks. To throw the weapon from here, pick the attack."
        );
    }
    if let Some(refusal) = &approach.unpaid {
        return format!(
            "Out of reach: a click moves there ({cost}) and does not attack: doing both {}",
            params.settings.reason(refusal)
        );
    }
    if params.asked.acting().is_some_and(|(_, occasion)| occasion != Occasion::OwnTurn) {
        return format!("Out of reach: a click moves there ({cost}). Out of turn that is all: the attack has to wait.");
    }
    if attacks_later(params, approach) {
        return format!(
            "Out of reach: a click moves there first ({cost}), and no action is left for the attack this turn."
        );
    }
    format!("Out of reach: a click moves there first ({cost}) and then attacks.")
}
