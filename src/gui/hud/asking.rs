//! What a question is about: who does what just now, what each answer does, and by which rule.

use bevy_egui::egui::{Label, RichText, Ui};

use super::cite::Pen;
use super::desk::Desk;
use super::forecast::percent;
use super::{look, prompts, thoughts};
use crate::battle::CombatantId;
use crate::content::policy::{Flanking, Trigger};
use crate::content::{Name, Rule};
use crate::grid::Shape;
use crate::mechanics::{height, skill, space};
use crate::odds;
use crate::resolution::{Act, Asks, Choice, Frame, Pick, PickPurpose, Prompt};

/// A line and the rule it goes by.
type Line = (String, Rule);

/// Writes what there is to know before one answers.
pub fn show(ui: &mut Ui, desk: &Desk, prompt: &Prompt, pen: &mut Pen<'_>) {
    let lines = lines(desk, prompt);
    // What is said in a few words each stands in one row.
    let rows = lines.chunks(if matches!(prompt.asks, Asks::Face { .. }) { lines.len().max(1) } else { 1 });
    for row in rows {
        ui.horizontal_wrapped(|ui| {
            for (words, rule) in row {
                ui.add(Label::new(RichText::new(words).color(look::FAINT)).wrap());
                pen.rule(ui, rule.as_str());
            }
        });
    }
}

fn lines(desk: &Desk, prompt: &Prompt) -> Vec<Line> {
    match &prompt.asks {
        Asks::React { to, options } => {
            let happens = happening(desk, *to).map(|words| (words, "".into()));
            happens.into_iter().chain(options.iter().map(|option| reaction(desk, (prompt.who, *to), *option))).collect()
        }
        Asks::Pick { purpose: PickPurpose::Defence, options } => defences(desk, options),
        Asks::Pick { purpose: PickPurpose::CatchHold, .. } => hold(desk, prompt.who).into_iter().collect(),
        Asks::Face { .. } => facings(desk),
        Asks::Pick { purpose: PickPurpose::EnterAnyway, .. } => taken(desk, prompt.who).into_iter().collect(),
        _ => Vec::new(),
    }
}

/// What gives the chance to react.
fn happening(desk: &Desk, to: CombatantId) -> Option<String> {
    let Some(Frame::Window(window)) = desk.session.battle().stack().last() else { return None };
    let action = window.action.map(|action| thoughts::action_name(desk.rules(), action));
    let does = match (window.trigger, action) {
        (Trigger::ActionDeclared, Some(action)) => format!("has declared {action}, which has not begun"),
        (Trigger::ActionDeclared, None) => "has declared an action, which has not begun".to_owned(),
        (Trigger::BeforeStep, _) => "is about to take a step".to_owned(),
        (Trigger::AfterStep, _) => "has taken a step".to_owned(),
        (Trigger::BeforeRoll, Some(action)) => format!("uses {action}; the dice have not fallen"),
        (Trigger::BeforeRoll, None) => "attacks; the dice have not fallen".to_owned(),
        (Trigger::BeforeDamage, _) => "hits; the harm is not done yet".to_owned(),
        (Trigger::ContestWon, _) => "has lost the contest".to_owned(),
    };
    Some(format!("{} {does}.", desk.name(to)))
}

/// What a unit may do in answer to another, with its chance: `Reaction: attack Berec (40%)?`.
pub fn reaction_words(desk: &Desk, (who, to): (CombatantId, CombatantId), options: &[Name]) -> String {
    let known = |id: Name| desk.rules().policies.reactions.iter().find(|known| known.id == id);
    let readied = || desk.view().row(who).ready.0.as_ref().map(|readied| readied.act.clone());
    let words = |id: &Name| match (known(*id), readied()) {
        (Some(known), _) => known.name.to_lowercase(),
        (None, Some(act)) => thoughts::action_name(desk.rules(), act.action).to_lowercase(),
        (None, None) => thoughts::action_name(desk.rules(), *id).to_lowercase(),
    };
    let named: Vec<String> = options.iter().map(words).collect();
    let against = if options.iter().any(|id| known(*id).is_some()) { " against" } else { "" };
    let act = readied().filter(|_| options.iter().all(|id| known(*id).is_none()));
    let chance = act.and_then(|act| released(desk, who, to, &act)).map_or_else(String::new, |hit| format!(" ({hit})"));
    format!("Reaction: {}{against} {}{chance}?", named.join(" or "), desk.name(to))
}

/// What a reaction is, what it costs, and its rule.
fn reaction(desk: &Desk, (who, to): (CombatantId, CombatantId), id: Name) -> Line {
    let rules = desk.rules();
    let about = |action: Name| rules.actions.get(action).map(|action| action.about.clone()).unwrap_or_default();
    if let Some(known) = rules.policies.reactions.iter().find(|known| known.id == id) {
        return (format!("{}: {}{}", known.name, about(known.action), takes(known.cost)), known.rule);
    }
    let readied = desk.view().row(who).ready.0.as_ref().map(|readied| readied.act.clone());
    let words = readied.map(|act| {
        let chance = released(desk, who, to, &act).map_or_else(String::new, |hit| format!(" ({hit} to hit)"));
        format!("Readied: {}{chance}.", thoughts::choice_words(desk.view(), rules, &Choice::Act(act)))
    });
    let words = words.unwrap_or_else(|| about(id));
    (words, rules.policies.ready.as_ref().map_or_else(|| "".into(), |policy| policy.release_rule))
}

/// How many reactions something costs.
fn takes(reactions: u8) -> String {
    match reactions {
        0 => String::new(),
        1 => " Takes one reaction.".to_owned(),
        many => format!(" Takes {many} reactions."),
    }
}

/// How often what was made ready would hit the one who sets it off.
fn released(desk: &Desk, who: CombatantId, to: CombatantId, act: &Act) -> Option<String> {
    let weapon = act.weapon.and_then(|slot| desk.view().row(who).sheet.weapon(slot)).map(|held| held.weapon.id);
    let (act, _) = odds::act_at(desk.view(), desk.rules(), who, act.action, to, weapon);
    let forecast = odds::forecast(desk.view(), desk.rules(), who, &act, None).ok()?;
    Some(percent(forecast.versus.first()?.fractions()[0].1.per_ten_thousand()))
}

/// Who attacks, and how often it would hit against each defence.
fn defences(desk: &Desk, options: &[Pick]) -> Vec<Line> {
    let Some(Frame::Acting(acting)) = desk.session.battle().stack().last() else { return Vec::new() };
    let forecast = odds::forecast(desk.view(), desk.rules(), acting.actor, &acting.act, None);
    let Ok(forecast) = forecast else { return Vec::new() };
    let offered = |versus: &&odds::Versus| versus.defence.is_some_and(|stat| options.contains(&Pick::Defence(stat)));
    let chances = forecast.versus.iter().filter(offered).map(|versus| {
        let hit = percent(versus.fractions()[0].1.per_ten_thousand());
        format!("{hit} against {}", versus.words(forecast.sides))
    });
    let chances: Vec<String> = chances.collect();
    let who = if desk.watch.knows(acting.actor) { desk.name(acting.actor) } else { "Somebody" };
    vec![(format!("{who} uses {}, and hits in {}.", forecast.action, chances.join(", ")), forecast.rule)]
}

/// How far somebody falls, and how likely it is to catch hold.
fn hold(desk: &Desk, who: CombatantId) -> Option<Line> {
    let (view, rules) = (desk.view(), desk.rules());
    let climb = &rules.policies.height.as_ref()?.climb;
    let difficulty = skill::climbing(climb, height::surface(view, who)?).total();
    let bonus = skill::bonus(view, who, &climb.skill).total();
    let sides = rules.policies.attack.natural.sides;
    let holds = (1..=sides).filter(|face| i32::from(*face) + i32::from(bonus) >= i32::from(difficulty)).count() as u32;
    let words = format!(
        "It is {} ft above the ground, beside something to hold on to: a check to climb, d{sides} {bonus:+} against \
         {difficulty}, works in {}.{}",
        view.altitude(who),
        percent(holds * 10_000 / u32::from(sides)),
        takes(climb.catch_cost),
    );
    Some((words, climb.catch_rule))
}

/// What each way to face does to attacks.
fn facings(desk: &Desk) -> Vec<Line> {
    let Flanking::Separation { bonus, facing: Some(policy), .. } = &desk.rules().policies.flanking else {
        return Vec::new();
    };
    let has_sides = match desk.view().shape() {
        Shape::Square => policy.side_square > policy.front_square,
        Shape::Hex => policy.side_hex > policy.front_hex,
    };
    let arcs = [("the front", policy.front), ("the side", policy.side), ("behind", policy.rear)];
    let arcs = arcs.into_iter().filter(|(from, _)| has_sides || *from != "the side");
    let all = format!("All around: {:+} for each who flanks", bonus.amount);
    let faced = arcs.map(|(from, term)| (format!("{:+} from {from}", term.amount), term.rule));
    let faced = faced.enumerate().map(|(at, (words, rule))| match at {
        0 => (format!("; facing one way: {words}"), rule),
        _ => (format!(", {words}"), rule),
    });
    [(all, bonus.rule)].into_iter().chain(faced).collect()
}

/// Who has just taken a space.
fn taken(desk: &Desk, who: CombatantId) -> Option<Line> {
    let there = desk.session.entering()?;
    let holders = desk.session.holding(desk.view(), who, there);
    let names: Vec<&str> = holders.iter().map(|holder| desk.name(*holder)).collect();
    let by = if names.is_empty() { "Somebody".to_owned() } else { names.join(", ") };
    let stop =
        if prompts::walks(&desk.orders, who) { "Stop ends the order." } else { "Stopping loses the rest of the way." };
    let words = format!("{by} moved to {} (marked on the board) at the same time. {stop}", there.anchor);
    Some((words, space::give_up_rule(desk.rules().book())))
}
