//! What a question is about, in words: the cause of a reaction, the price of facing, the chance to catch hold.

use bevy_egui::egui::Ui;

use super::cause::cause_words;
use super::{defences, is_moving};
use crate::battle::CombatantId;
use crate::content::{Against, Flanking, Name, PoolPrice, Rule};
use crate::grid::Shape;
use crate::gui::hud::params::HudParams;
use crate::gui::hud::style;
use crate::gui::hud::text::{self, known_reaction, percent};
use crate::gui::hud::widgets::{RuleLinks, line};
use crate::mechanics::{checks, falling, space};
use crate::odds;
use crate::resolution::{Act, Asks, PickPurpose, Prompt, legal};

/// A line and the rule behind it.
pub type Explanation = (String, Rule);

pub fn explain(ui: &mut Ui, params: &HudParams, prompt: &Prompt, links: &mut RuleLinks<'_>) {
    let lines = explanations(params, prompt);
    // Short explanations share one row.
    let rows = lines.chunks(if matches!(prompt.asks, Asks::Face { .. }) { lines.len().max(1) } else { 1 });
    for row in rows {
        ui.horizontal_wrapped(|ui| {
            for (words, rule) in row {
                line(ui, words, style::FAINT);
                links.rule(ui, rule.as_str());
            }
        });
    }
}

fn explanations(params: &HudParams, prompt: &Prompt) -> Vec<Explanation> {
    match &prompt.asks {
        Asks::React { to, options, cause } => {
            let happens = Some((cause_words(params, cause), "".into()));
            let total = cause.total();
            let reactions = options.iter().map(|option| reaction(params, (prompt.who, *to), *option, total));
            happens.into_iter().chain(reactions).collect()
        }
        Asks::Face { .. } => facings(params),
        Asks::Pick { purpose: PickPurpose::Defence, options } => defences::asked(params, options),
        Asks::Pick { purpose: PickPurpose::CatchHold, .. } => Vec::from_iter(catch_hold(params, prompt.who)),
        Asks::Pick { purpose: PickPurpose::EnterAnyway, .. } => Vec::from_iter(contested_cell(params, prompt.who)),
        _ => Vec::new(),
    }
}

/// A reaction with its chance, as a question: `Reaction: attack Berec (40%)?`.
pub fn reaction_words(params: &HudParams, (who, to): (CombatantId, CombatantId), options: &[Name]) -> String {
    let rules = params.rules();
    let readied = params.readied_act(who);
    let words = |id: &Name| match known_reaction(rules, *id) {
        Some(known) => known.name.to_lowercase(),
        None => text::action_name(rules, readied.map_or(*id, |act| act.action)).to_lowercase(),
    };
    let named: Vec<String> = options.iter().map(words).collect();
    let is_known = options.iter().any(|id| known_reaction(rules, *id).is_some());
    let against = if is_known { " against" } else { "" };
    let chance = readied.filter(|_| !is_known).and_then(|act| readied_chance(params, who, to, act));
    let chance = chance.map_or_else(String::new, |hit| format!(" ({hit})"));
    format!("Reaction: {}{against} {}{chance}?", named.join(" or "), params.name(to))
}

fn reaction(params: &HudParams, (who, to): (CombatantId, CombatantId), id: Name, total: Option<i16>) -> Explanation {
    let rules = params.rules();
    let about = |action: Name| rules.actions.get(action).map(|action| action.about.clone()).unwrap_or_default();
    if let Some(known) = known_reaction(rules, id) {
        let (about, cost) = (known.action().map(about).unwrap_or_default(), cost_words(params, &known.costs));
        let chance = known.action().and_then(|action| chance_of(params, action, (who, to), total));
        let chance = chance.map_or_else(String::new, |chance| format!(" {chance}."));
        return (format!("{}: {about}{cost}{chance}", known.name), known.rule);
    }
    let words = params.readied_act(who).map(|act| {
        let chance = readied_chance(params, who, to, act).map_or_else(String::new, |hit| format!(" ({hit} to hit)"));
        format!("Readied: {}{chance}.", text::act_words(params, None, act))
    });
    let rule = rules.policies.ready.as_ref().map_or_else(|| "".into(), |policy| policy.release_rule);
    (words.unwrap_or_else(|| about(id)), rule)
}

/// The chance that an action taken as a reaction hits, or reaches the total of the roll that it answers.
fn chance_of(params: &HudParams, action: Name, pair: (CombatantId, CombatantId), total: Option<i16>) -> Option<String> {
    let (view, rules) = (params.view(), params.rules());
    let act = legal::act_of(view, rules, action, pair)?;
    let check = rules.actions.get(action)?.check()?;
    if let (Against::KnownTotal { .. }, Some(total)) = (&check.against, total) {
        let forecast = odds::forecast_answer(view, rules, pair.0, &act, total).ok()?;
        let (bonus, dice) = (forecast.bonus.total(), forecast.roll.dice.words());
        return Some(format!("{dice} {bonus:+} must reach {total}: {}", text::hit_words(forecast.versus.first()?)));
    }
    let forecast = odds::forecast(view, rules, pair.0, &act, None).ok()?;
    let hit = text::hit_words(forecast.best_defence().or(forecast.versus.first())?);
    let with = forecast.weapon.as_ref().map_or_else(String::new, |weapon| format!(" with {}", weapon.to_lowercase()));
    Some(format!("Chance to hit{with}: {hit}"))
}

fn cost_words(params: &HudParams, prices: &[PoolPrice]) -> String {
    let words = params.rules().policies.economy.in_words(prices);
    if words.is_empty() { words } else { format!(" Costs {words}.") }
}

fn readied_chance(params: &HudParams, who: CombatantId, to: CombatantId, act: &Act) -> Option<String> {
    let weapon = act.weapon.zip(params.combatants.get(who)).and_then(|(slot, data)| data.sheet.0.weapon(slot));
    let weapon = weapon.map(|held| held.weapon.id);
    let (act, _) = odds::act_at(params.view(), params.rules(), who, act.action, to, weapon);
    let forecast = odds::forecast(params.view(), params.rules(), who, &act, None).ok()?;
    Some(percent(forecast.versus.first()?.fractions()[0].1.per_ten_thousand()))
}

fn catch_hold(params: &HudParams, who: CombatantId) -> Option<Explanation> {
    let (view, rules) = (params.view(), params.rules());
    let climb = &rules.policies.height.as_ref()?.climb;
    let difficulty = checks::climbing_difficulty(climb, falling::surface(view, who)?).total();
    let bonus = checks::skill_bonus(view, who, falling::catching_skill(climb)).total();
    let roll = &rules.policies.rolls.skill;
    let chances = checks::chances(roll, None, (bonus, difficulty), false);
    let dice = roll.dice.words();
    let words = format!(
        "It is {} above the ground, next to a handhold. Climbing check, {dice} {bonus:+} against \
         {difficulty}: {}.{}",
        rules.policies.board.unit.short(params.combatants.get(who)?.position.altitude),
        percent(chances.hits * 10_000 / chances.faces.max(1)),
        cost_words(params, &climb.catch_costs),
    );
    Some((words, climb.catch_rule))
}

fn facings(params: &HudParams) -> Vec<Explanation> {
    let Flanking::Separation { bonus, facing: Some(policy), .. } = &params.rules().policies.flanking else {
        return Vec::new();
    };
    let has_sides = match params.layout.shape() {
        Shape::Square => policy.side_square > policy.front_square,
        Shape::Hex => policy.side_hex > policy.front_hex,
    };
    let arcs = [("the front", policy.front), ("the side", policy.side), ("behind", policy.rear)];
    let arcs = arcs.into_iter().filter(|(from, _)| has_sides || *from != "the side");
    let all = format!("All around: {:+} per flanker", bonus.amount);
    let faced = arcs.enumerate().map(|(at, (from, term))| {
        let before = if at == 0 { "; facing one direction:" } else { "," };
        (format!("{before} {:+} from {from}", term.amount), term.rule)
    });
    [(all, bonus.rule)].into_iter().chain(faced).collect()
}

fn contested_cell(params: &HudParams, who: CombatantId) -> Option<Explanation> {
    let there = params.session.entering()?;
    let others = params.present().filter(|data| data.combatant.id != who);
    let inside = others.filter(|data| data.position.footprint().overlaps(params.layout.shape(), there));
    let names: Vec<&str> = inside.map(|data| params.name(data.combatant.id)).collect();
    let by = if names.is_empty() { "An unseen unit".to_owned() } else { names.join(", ") };
    let stop =
        if is_moving(&params.orders, who) { "Stop ends the order." } else { "Stopping forfeits the rest of the move." };
    let words = format!("{by} moved to {} (marked on the board) at the same time. {stop}", there.anchor);
    Some((words, space::give_up_rule(params.rules().book())))
}
