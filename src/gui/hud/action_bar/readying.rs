//! Readying an action: its trigger and the readied act.

use bevy_egui::egui::{Button, Label, RichText, ScrollArea, Ui, vec2};

use super::variants;
use crate::battle::CombatantId;
use crate::content::action::{Action, Aim};
use crate::gui::hud::params::HudParams;
use crate::gui::hud::{style, text};
use crate::resolution::{Act, Choice, Target, legal};

/// Height of a button, in points.
const BUTTON: f32 = 26.0;

/// One button per trigger; the picked one is marked.
fn triggers(ui: &mut Ui, params: &mut HudParams) {
    let picked = params.intent.trigger(params.rules());
    let policy = params.rules().policies.ready.clone();
    for watch in policy.into_iter().flat_map(|policy| policy.watches) {
        if ui.selectable_label(picked == Some(watch.id), format!("when {}", watch.name)).clicked() {
            params.intent.watch = Some(watch.id);
        }
    }
}

/// Draws what can be readied, one line per group: at once against the trigger's actor, or after aiming on
/// the board.
pub fn show(ui: &mut Ui, params: &mut HudParams, who: CombatantId) {
    let acts = variants::list(&params.offered, &params.intent, params.rules());
    let aimed = legal::actions_to_ready(params.view(), params.rules(), who);
    ui.horizontal_wrapped(|ui| triggers(ui, params));
    if params.intent.readies.is_some() {
        ui.label(RichText::new("Now click its target on the board.").color(style::GOLD));
    }
    ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
        for group in text::groups() {
            let at_once: Vec<(usize, &Act)> = acts
                .iter()
                .enumerate()
                .filter(|(_, act)| variants::readied_group(params.rules(), act) == group)
                .collect();
            let aimed: Vec<_> = aimed.iter().filter(|action| params.rules().hud.group(action.id) == group).collect();
            if at_once.is_empty() && aimed.is_empty() {
                continue;
            }
            ui.horizontal_wrapped(|ui| {
                ui.spacing_mut().item_spacing = vec2(5.0, 5.0);
                ui.add_sized([62.0, BUTTON], Label::new(RichText::new(text::group_word(group)).color(style::FAINT)));
                at_once.into_iter().for_each(|(at, act)| ready(ui, params, who, at, act));
                aimed.into_iter().for_each(|action| aim(ui, params, action));
            });
        }
    });
}

/// A button that readies an act.
fn ready(ui: &mut Ui, params: &mut HudParams, who: CombatantId, at: usize, act: &Act) {
    let Target::Ready(readied) = &act.target else { return };
    let number = if at < 9 { format!("{} ", at + 1) } else { String::new() };
    let words = format!("{number}{}", text::act_words(params, Some(who), &readied.act));
    if ui.add(Button::new(words).min_size(vec2(100.0, BUTTON))).clicked() {
        params.answer(Choice::Act(act.clone()));
    }
}

/// A button that picks an action to be aimed on the board.
fn aim(ui: &mut Ui, params: &mut HudParams, action: &Action) {
    let picked = params.intent.readies == Some(action.id);
    let words = RichText::new(aim_label(action));
    if ui.add(Button::new(words).selected(picked).min_size(vec2(100.0, BUTTON))).clicked() {
        params.intent.readies = (!picked).then_some(action.id);
    }
}

/// An action with what it must be aimed at.
fn aim_label(action: &Action) -> String {
    let name = &action.name;
    match action.aim {
        Aim::Path => format!("{name} to..."),
        Aim::Door => format!("{name}: which door?"),
        Aim::Point => format!("{name}: where?"),
        _ => format!("{name}: which target?"),
    }
}
