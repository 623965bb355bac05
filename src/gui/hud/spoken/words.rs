//! Cells and units in words.

use crate::ecs::{CellLight, CombatantDataItem};
use crate::grid::Cell;
use crate::gui::badges::{Says, badges};
use crate::gui::hud::params::HudParams;
use crate::gui::hud::text;
use crate::gui::settings::Settings;
use crate::mechanics::health;
use crate::narration::{Line, Span, laid_words, object_words};
use crate::resolution::Choice;

/// A log line, with the ids of its rules if they are shown.
pub fn of_line(line: &Line, settings: &Settings) -> String {
    let spoken = line.spans.iter().filter(|span| settings.rule_ids || !matches!(span, Span::Rule(_)));
    spoken.map(Span::to_string).collect()
}

/// A unit with its side, place, health and conditions.
pub fn of_unit(params: &HudParams, data: &CombatantDataItem<'_, '_>) -> String {
    let side = params.session.opening.setup.sides.get(usize::from(data.combatant.side.0));
    let side = side.map_or("", |side| &*side.name);
    let policy = &params.rules().policies.consciousness;
    let mut words = vec![
        format!("{}, {side}", data.combatant.name),
        format!("at {}", data.position.cell()),
        health::in_words(policy, data.vitals),
    ];
    words.extend(conditions(params, data));
    if params.asked.who() == Some(data.combatant.id) {
        words.push("asked now".to_owned());
    }
    words.join(", ")
}

fn conditions(params: &HudParams, data: &CombatantDataItem<'_, '_>) -> Vec<String> {
    let rules = params.rules();
    let word = |says: Says| match says {
        Says::Has(name) | Says::Towards(name) => rules.conditions.get(name).map(|found| found.name.to_lowercase()),
        Says::Holds => Some(format!("holds {}", params.names(&data.grappled.holding))),
        Says::Flanked => Some("flanked".to_owned()),
    };
    badges(data, rules).into_iter().filter_map(|badge| word(badge.says)).collect()
}

/// A cell with its ground, what is in it, and what Enter would do there, with the chance or the reason why not.
pub fn of_cell(params: &HudParams, cell: Cell) -> String {
    let mut words = vec![format!("{cell}, {}", ground(params, cell))];
    let (view, rules) = (params.view(), params.rules());
    words
        .extend(object_words(view, rules, cell).into_iter().map(|object| format!("{}: {}", object.what, object.state)));
    words.extend(laid_words(view, rules, cell).into_iter().map(|laid| format!("{}: {}", laid.what, laid.does)));
    let shape = params.layout.shape();
    let here = params.present().filter(|data| data.position.footprint().contains(shape, cell));
    words.extend(here.map(|data| of_unit(params, &data)));
    words.extend(aim(params));
    words.join(". ")
}

fn ground(params: &HudParams, cell: Cell) -> String {
    let Some(data) = params.grounds.get(cell) else { return "off the board".to_owned() };
    let mut words =
        vec![params.grounds.kind(*data.terrain).map_or_else(String::new, |kind| kind.name.replace('_', " "))];
    if data.elevation.0 != 0 {
        words.push(format!("{} up", params.rules().policies.board.unit.short(data.elevation.0)));
    }
    if data.fog.0 {
        words.push("fog".to_owned());
    }
    if *data.light == CellLight::Dark {
        words.push("dark".to_owned());
    }
    words.join(", ")
}

/// What Enter would do at the pointed cell.
fn aim(params: &HudParams) -> Option<String> {
    let does = match params.aimed.choice.as_ref()? {
        Choice::Act(act) => text::act_words(params, params.asked.who(), act),
        other => text::capitalised(&text::choice_words(params, other)),
    };
    let strike = params.aimed.approach.as_ref().map(|approach| &approach.strike);
    let then = strike.map(|strike| format!(", then {}", text::act_words(params, params.asked.who(), strike)));
    let does = does + &then.unwrap_or_default();
    let chance = params.hud.chance.as_ref().map_or_else(String::new, |chance| format!(", {}", chance.words));
    Some(match &params.aimed.refusal {
        Some(refusal) => format!("{does}: not possible, {}", params.settings.reason(refusal)),
        None => format!("{does}{chance}"),
    })
}
