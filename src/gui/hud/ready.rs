//! Making an action ready: what sets it off, and what is then done.

use bevy_egui::egui::{Button, Label, RichText, ScrollArea, Ui, vec2};

use super::desk::Desk;
use super::{listed, look, thoughts};
use crate::battle::CombatantId;
use crate::content::action::{Action, Aim};
use crate::resolution::{Act, Choice, Target, legal};

/// Height of a button, in points.
const BUTTON: f32 = 26.0;

/// One button for every trigger; the one that is picked is marked.
fn triggers(ui: &mut Ui, desk: &mut Desk) {
    let picked = desk.intent.watched(desk.rules());
    let policy = desk.rules().policies.ready.clone();
    for watch in policy.into_iter().flat_map(|policy| policy.watches) {
        if ui.selectable_label(picked == Some(watch.id), format!("when {}", watch.name)).clicked() {
            desk.intent.watch = Some(watch.id);
        }
    }
}

/// What can be made ready, a line for every group of actions: at once for whoever sets it off, or after it was aimed on
/// the board.
pub fn show(ui: &mut Ui, desk: &mut Desk, who: CombatantId) {
    let acts = listed::list(&desk.offered, &desk.intent, desk.rules());
    let aimed = legal::to_be_aimed(desk.view(), desk.rules(), who);
    ui.horizontal_wrapped(|ui| triggers(ui, desk));
    if desk.intent.readies.is_some() {
        ui.label(RichText::new("Now click on the board what it is aimed at.").color(look::GOLD));
    }
    ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
        for group in listed::groups() {
            let at_once: Vec<(usize, &Act)> =
                acts.iter().enumerate().filter(|(_, act)| listed::readied_group(desk.rules(), act) == group).collect();
            let aimed: Vec<_> = aimed.iter().filter(|action| desk.rules().hud.group(action.id) == group).collect();
            if at_once.is_empty() && aimed.is_empty() {
                continue;
            }
            ui.horizontal_wrapped(|ui| {
                ui.spacing_mut().item_spacing = vec2(5.0, 5.0);
                ui.add_sized([62.0, BUTTON], Label::new(RichText::new(listed::group_word(group)).color(look::FAINT)));
                at_once.into_iter().for_each(|(at, act)| ready(ui, desk, who, at, act));
                aimed.into_iter().for_each(|action| aim(ui, desk, action));
            });
        }
    });
}

/// A button that makes an act ready.
fn ready(ui: &mut Ui, desk: &mut Desk, who: CombatantId, at: usize, act: &Act) {
    let Target::Ready(readied) = &act.target else { return };
    let number = if at < 9 { format!("{} ", at + 1) } else { String::new() };
    let words = format!("{number}{}", words(desk, who, &readied.act));
    if ui.add(Button::new(words).min_size(vec2(100.0, BUTTON))).clicked() {
        desk.answer(Choice::Act(act.clone()));
    }
}

/// A button that picks an action to be aimed on the board.
fn aim(ui: &mut Ui, desk: &mut Desk, action: &Action) {
    let picked = desk.intent.readies == Some(action.id);
    let words = RichText::new(where_to(action));
    if ui.add(Button::new(words).selected(picked).min_size(vec2(100.0, BUTTON))).clicked() {
        desk.intent.readies = (!picked).then_some(action.id);
    }
}

/// What is made ready, in words.
fn words(desk: &Desk, who: CombatantId, act: &Act) -> String {
    thoughts::act_words(desk.view(), desk.rules(), Some(who), act)
}

/// An action, and what it must be aimed at.
fn where_to(action: &Action) -> String {
    let name = &action.name;
    match action.aim {
        Aim::Path => format!("{name} to..."),
        Aim::Door => format!("{name}: which door?"),
        Aim::Point => format!("{name}: where?"),
        _ => format!("{name}: whom?"),
    }
}
