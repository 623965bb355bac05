//! Explanations of a question: what is happening, what each answer does, and the rules.

use bevy_egui::egui::Ui;

use crate::battle::CombatantId;
use crate::content::policy::{Flanking, Trigger};
use crate::content::{Name, Rule};
use crate::grid::Shape;
use crate::gui::hud::params::HudParams;
use crate::gui::hud::text::{known_reaction, percent};
use crate::gui::hud::widgets::{RuleLinks, line};
use crate::gui::hud::{style, text};
use crate::mechanics::{checks, falling, space};
use crate::odds;
use crate::resolution::{Act, Asks, Frame, Pick, PickPurpose, Prompt};

/// A line and the rule behind it.
type Line = (String, Rule);

pub fn show(ui: &mut Ui, params: &HudParams, prompt: &Prompt, links: &mut RuleLinks<'_>) {
    let lines = lines(params, prompt);
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

fn lines(params: &HudParams, prompt: &Prompt) -> Vec<Line> {
    match &prompt.asks {
        Asks::React { to, options } => {
            let happens = trigger_words(params, *to).map(|words| (words, "".into()));
            let reactions = options.iter().map(|option| reaction(params, (prompt.who, *to), *option));
            happens.into_iter().chain(reactions).collect()
        }
        Asks::Face { .. } => facings(params),
        Asks::Pick { purpose: PickPurpose::Defence, options } => defences(params, options),
        Asks::Pick { purpose: PickPurpose::CatchHold, .. } => Vec::from_iter(catch_hold(params, prompt.who)),
        Asks::Pick { purpose: PickPurpose::EnterAnyway, .. } => Vec::from_iter(contested_cell(params, prompt.who)),
        _ => Vec::new(),
    }
}

/// The event that triggers the reaction, in words.
fn trigger_words(params: &HudParams, to: CombatantId) -> Option<String> {
    let Some(Frame::Window(window)) = params.session.battle().stack().last() else { return None };
    let action = window.action.map(|action| text::action_name(params.rules(), action));
    let does = match (window.trigger, action) {
        (Trigger::ActionDeclared, Some(action)) => format!("declares {action}"),
        (Trigger::ActionDeclared, None) => "declares an action".to_owned(),
        (Trigger::BeforeStep, _) => "is about to take a step".to_owned(),
        (Trigger::AfterStep, _) => "has taken a step".to_owned(),
        (Trigger::BeforeRoll, Some(action)) => format!("uses {action}; no dice are rolled yet"),
        (Trigger::BeforeRoll, None) => "attacks; no dice are rolled yet".to_owned(),
        (Trigger::BeforeDamage, _) => "hits; no damage is dealt yet".to_owned(),
        (Trigger::ContestWon, _) => "has lost the contest".to_owned(),
    };
    Some(format!("{} {does}.", params.name(to)))
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

/// Effect and cost of a reaction, with its rule.
fn reaction(params: &HudParams, (who, to): (CombatantId, CombatantId), id: Name) -> Line {
    let rules = params.rules();
    let about = |action: Name| rules.actions.get(action).map(|action| action.about.clone()).unwrap_or_default();
    if let Some(known) = known_reaction(rules, id) {
        return (format!("{}: {}{}", known.name, about(known.action), cost_words(known.cost)), known.rule);
    }
    let words = params.readied_act(who).map(|act| {
        let chance = readied_chance(params, who, to, act).map_or_else(String::new, |hit| format!(" ({hit} to hit)"));
        format!("Readied: {}{chance}.", text::act_words(params, None, act))
    });
    let rule = rules.policies.ready.as_ref().map_or_else(|| "".into(), |policy| policy.release_rule);
    (words.unwrap_or_else(|| about(id)), rule)
}

fn cost_words(reactions: u8) -> String {
    match reactions {
        0 => String::new(),
        1 => " Costs one reaction.".to_owned(),
        many => format!(" Costs {many} reactions."),
    }
}

fn readied_chance(params: &HudParams, who: CombatantId, to: CombatantId, act: &Act) -> Option<String> {
    let weapon = act.weapon.zip(params.combatants.get(who)).and_then(|(slot, data)| data.sheet.0.weapon(slot));
    let weapon = weapon.map(|held| held.weapon.id);
    let (act, _) = odds::act_at(params.view(), params.rules(), who, act.action, to, weapon);
    let forecast = odds::forecast(params.view(), params.rules(), who, &act, None).ok()?;
    Some(percent(forecast.versus.first()?.fractions()[0].1.per_ten_thousand()))
}

/// Who attacks, and the chance to hit against each defence.
fn defences(params: &HudParams, options: &[Pick]) -> Vec<Line> {
    let Some(Frame::Acting(acting)) = params.session.battle().stack().last() else { return Vec::new() };
    let forecast = odds::forecast(params.view(), params.rules(), acting.actor, &acting.act, None);
    let Ok(forecast) = forecast else { return Vec::new() };
    let offered = |versus: &&odds::Versus| versus.defence.is_some_and(|stat| options.contains(&Pick::Defence(stat)));
    let chances = forecast.versus.iter().filter(offered).map(|versus| {
        let hit = percent(versus.fractions()[0].1.per_ten_thousand());
        format!("{hit} against {}", versus.words(forecast.sides))
    });
    let chances: Vec<String> = chances.collect();
    let who = if params.watch.knows(acting.actor) { params.name(acting.actor) } else { "An unseen enemy" };
    vec![(format!("{who} uses {}. Chance to hit: {}.", forecast.action, chances.join(", ")), forecast.rule)]
}

/// How far the combatant falls, and the chance to catch hold.
fn catch_hold(params: &HudParams, who: CombatantId) -> Option<Line> {
    let (view, rules) = (params.view(), params.rules());
    let climb = &rules.policies.height.as_ref()?.climb;
    let difficulty = checks::climbing_difficulty(climb, falling::surface(view, who)?).total();
    let bonus = checks::skill_bonus(view, who, &climb.skill).total();
    let sides = rules.policies.attack.natural.sides;
    let holds = (1..=sides).filter(|face| i32::from(*face) + i32::from(bonus) >= i32::from(difficulty)).count() as u32;
    let words = format!(
        "It is {} ft above the ground, next to a handhold. Climbing check, d{sides} {bonus:+} against \
         {difficulty}: {}.{}",
        params.combatants.get(who)?.position.altitude,
        percent(holds * 10_000 / u32::from(sides)),
        cost_words(climb.catch_cost),
    );
    Some((words, climb.catch_rule))
}

fn facings(params: &HudParams) -> Vec<Line> {
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

fn contested_cell(params: &HudParams, who: CombatantId) -> Option<Line> {
    let there = params.session.entering()?;
    let others = params.present().filter(|data| data.combatant.id != who);
    let inside = others.filter(|data| data.position.footprint().overlaps(params.layout.shape(), there));
    let names: Vec<&str> = inside.map(|data| params.name(data.combatant.id)).collect();
    let by = if names.is_empty() { "An unseen unit".to_owned() } else { names.join(", ") };
    let is_ordered = params.orders.walks().any(|(walker, _)| walker == who);
    let stop = if is_ordered { "Stop ends the order." } else { "Stopping forfeits the rest of the move." };
    let words = format!("{by} moved to {} (marked on the board) at the same time. {stop}", there.anchor);
    Some((words, space::give_up_rule(params.rules().book())))
}
