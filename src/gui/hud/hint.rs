//! What to do next, in words, beside the name of the one who is asked.

use bevy_egui::egui::{Label, RichText, Ui};

use super::cite::Pen;
use super::desk::Desk;
use super::listed::is_listed;
use super::{actions, height, look, prompts, standby, weapons};
use crate::battle::CombatantId;
use crate::content::action::{Action, Aim, Does, Gait};
use crate::content::policy::TurnOrder;
use crate::gui::input::Intent;
use crate::gui::keys::Command;
use crate::resolution::{Act, Target};

/// Room below which there is no hint.
const LEAST: f32 = 80.0;

/// Draws it; with weapons where there are several, or what else goes with the action that is picked.
pub fn show(ui: &mut Ui, desk: &mut Desk, pen: &mut Pen<'_>, who: CombatantId) {
    let picked = desk.intent.action.and_then(|action| desk.rules().actions.get(action)).cloned();
    let Some(action) = picked else {
        standby::show(ui, desk, who);
        if ui.available_width() > LEAST && !together(ui, desk, pen, who) {
            ui.add(Label::new(RichText::new(nothing_picked(desk)).color(look::FAINT)).truncate());
        }
        return;
    };
    let thoughts = if action.does == Does::Wait {
        actions::second_thoughts(desk.view(), desk.rules(), who, &desk.offered)
    } else {
        None
    };
    let what = thoughts
        .map_or_else(|| click(desk, who, &action).to_owned(), |thoughts| format!("{thoughts}; once more to end it"));
    ui.label(RichText::new(format!("{}: {what}", action.name)).color(look::GOLD).strong());
    match &action.does {
        Does::Cast(_) => {}
        Does::Move(Gait::Fly(_)) => height::row(ui, desk, who),
        _ if is_listed(&action) => {}
        _ => weapons::row(ui, desk, who, action.id),
    }
    let back = desk.keys.hint("Back", Command::Cancel);
    if ui.button(back).on_hover_text("Picks nothing; a right click does the same").clicked() {
        *desk.intent = Intent::default();
    }
}

/// Who else acts on this count: everybody chooses before anything happens, which nobody would guess. Says whether there is
/// anybody.
fn together(ui: &mut Ui, desk: &Desk, pen: &mut Pen<'_>, who: CombatantId) -> bool {
    let TurnOrder::Counts(turns) = &desk.rules().policies.turn else { return false };
    let acting = desk.acting();
    let others: Vec<CombatantId> =
        acting.into_iter().filter(|other| *other != who && desk.watch.notices(*other)).collect();
    if others.is_empty() {
        return false;
    }
    let names = prompts::names(&desk.snapshot, &others);
    let words = format!("Simultaneous with {names}: all orders resolve at once.");
    let about = "Everybody who acts on this count gives orders before any of them is carried out";
    ui.add(Label::new(RichText::new(words).color(look::TIRED)).truncate()).on_hover_text(about);
    pen.rule(ui, turns.together_rule.as_str());
    true
}

fn nothing_picked(desk: &Desk) -> &'static str {
    match desk.watch.hiding().next() {
        Some(_) => "Click a cell to walk there, an enemy to attack; an attack that is picked may guess at a space.",
        None => "Click a cell to walk there, an enemy to attack; or pick an action.",
    }
}

/// What is to be clicked for an action that was picked.
fn click(desk: &Desk, who: CombatantId, action: &Action) -> &'static str {
    let acts = desk.offered.of(action.id).map_or(&[][..], |offer| &offer.acts);
    match action.aim {
        Aim::Enemy if acts.iter().any(is_guess) => "click an enemy, or a space with a question mark",
        Aim::Enemy => "click an enemy",
        Aim::Ally => "click a friend",
        Aim::Friend if acts.iter().all(|act| act.aimed_at() == Some(who)) => "click yourself",
        Aim::Friend => "click a friend or yourself",
        Aim::Path => "click a cell",
        Aim::Door => "click a door",
        Aim::Ground => "click the ground",
        Aim::Facing => "click where to face, on the board or the compass",
        Aim::CarriedWeapon | Aim::GroundWeapon | Aim::Known => "which one?",
        Aim::Own => "click yourself",
        Aim::Point => "click the middle of its area",
        Aim::Spell => "which one? A click on whom it is on will do too",
        Aim::Ready => "for what?",
    }
}

fn is_guess(act: &Act) -> bool {
    matches!(act.aim(), Target::Guess { .. })
}
