//! Making an action ready: what sets it off, and what is then done.

use bevy_egui::egui::{Button, RichText, ScrollArea, Ui, vec2};

use super::actions;
use super::desk::Desk;
use super::{look, thoughts};
use crate::battle::CombatantId;
use crate::content::action::{Action, Aim};
use crate::resolution::{Act, Choice, Target, legal};

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

/// What can be made ready: after it was aimed on the board, or at once for whoever sets it off.
pub fn show(ui: &mut Ui, desk: &mut Desk, who: CombatantId) {
    let acts = actions::list(&desk.offered, &desk.intent, desk.rules());
    let aimed = legal::to_be_aimed(desk.view(), desk.rules(), who);
    ui.horizontal_wrapped(|ui| triggers(ui, desk));
    ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = vec2(5.0, 5.0);
            for action in aimed {
                let picked = desk.intent.readies == Some(action.id);
                let words = RichText::new(format!("{}: {}", action.name, where_to(&action)));
                if ui.add(Button::new(words).selected(picked).min_size(vec2(120.0, 30.0))).clicked() {
                    desk.intent.readies = (!picked).then_some(action.id);
                }
            }
            for (at, act) in acts.into_iter().enumerate() {
                let Target::Ready(readied) = &act.target else { continue };
                let number = if at < 9 { format!("{} ", at + 1) } else { String::new() };
                let words = format!("{number}{}", words(desk, who, &readied.act));
                if ui.add(Button::new(words).min_size(vec2(120.0, 30.0))).clicked() {
                    desk.answer(Choice::Act(act));
                }
            }
        });
        if desk.intent.readies.is_some() {
            ui.label(RichText::new("Now click on the board what it is aimed at.").color(look::GOLD));
        }
    });
}

/// What is made ready, in words.
fn words(desk: &Desk, who: CombatantId, act: &Act) -> String {
    thoughts::act_words(desk.view(), desk.rules(), Some(who), act)
}

/// What an action that must be aimed is aimed at.
fn where_to(action: &Action) -> &'static str {
    match action.aim {
        Aim::Path => "whither?",
        Aim::Door => "which door?",
        Aim::Point => "where?",
        _ => "whom?",
    }
}
