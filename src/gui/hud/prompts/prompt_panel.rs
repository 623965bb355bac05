//! The panel of an open question, answered with buttons, digits, or on the board.

use bevy::prelude::{MessageWriter, Res, ResMut};
use bevy_egui::egui::{Button, Label, Rect, RichText, Ui, vec2};

use super::replies::{answer_words, question, replies};
use super::{compass, explanation, facing_offer};
use crate::battle::CombatantId;
use crate::control::Orders;
use crate::control::orders::{OrderScope, Question};
use crate::gui::board::Layout;
use crate::gui::hud::params::HudParams;
use crate::gui::hud::widgets::RuleLinks;
use crate::gui::hud::{layout, style, text, widgets};
use crate::gui::input::Aimed;
use crate::gui::keys::{KeyCommand, Keys};
use crate::gui::session::{OpenPrompt, PlayerAnswer};
use crate::mechanics::water;
use crate::resolution::{Asks, Choice, Prompt};

/// Height of the compass, in points.
const COMPASS: f32 = 128.0;

/// Answers with digits and facing keys. Enter gives the first answer unless an act is aimed.
pub fn keys(
    keys: Keys,
    asked: Res<OpenPrompt>,
    aimed: Res<Aimed>,
    layout: Res<Layout>,
    mut orders: ResMut<Orders>,
    mut answers: MessageWriter<PlayerAnswer>,
) {
    let Some(prompt) = &asked.0 else { return };
    let compass = facing_offer::FacingOffer::asked(prompt.who, &prompt.asks);
    if let Some(facing) = compass.and_then(|offer| offer.pressed(layout.shape(), &keys)) {
        answers.write(PlayerAnswer(Choice::Face(facing)));
        return;
    }
    let first = (aimed.choice.is_none() && keys.pressed(KeyCommand::Confirm)).then_some(1);
    let Some(digit) = keys.digit().or(first) else { return };
    if let Some(reply) = replies(prompt, &orders).into_iter().nth(digit - 1) {
        reply.apply(prompt.who, &mut orders);
        answers.write(PlayerAnswer(reply.choice));
    }
}

/// Draws the question, beside the compass if it asks for a facing.
pub fn show(ui: &mut Ui, params: &mut HudParams, links: &mut RuleLinks<'_>) {
    let Some(prompt) = params.asked.0.clone() else { return };
    let Some(offer) = facing_offer::FacingOffer::asked(prompt.who, &prompt.asks) else {
        return question_and_answers(ui, params, &prompt, links);
    };
    let all = ui.max_rect();
    let size = COMPASS.min(all.height());
    let left = Rect::from_min_size(all.min, vec2(size, size));
    let chosen = layout::part(ui, left, |ui| compass::show(ui, params, &offer, size));
    if let Some(facing) = chosen {
        params.answer(Choice::Face(facing));
    }
    let rest = Rect::from_min_max(left.right_top() + vec2(14.0, 0.0), all.max);
    layout::part(ui, rest, |ui| question_and_answers(ui, params, &prompt, links));
}

fn question_and_answers(ui: &mut Ui, params: &mut HudParams, prompt: &Prompt, links: &mut RuleLinks<'_>) {
    ui.horizontal_wrapped(|ui| {
        widgets::name(ui, params, prompt.who);
        let words = match &prompt.asks {
            Asks::React { to, options } => explanation::reaction_words(params, (prompt.who, *to), options),
            _ => question(params, prompt),
        };
        ui.add(Label::new(RichText::new(words).size(17.0)).wrap());
    });
    explanation::show(ui, params, prompt, links);
    ui.add_space(4.0);
    if let Asks::Cell { cells, .. } = &prompt.asks {
        ui.colored_label(style::GOLD, "Click one of the ringed cells.");
        let game = params.game();
        if let Some(carrying) = cells.iter().find_map(|cell| water::sweeping_policy(game, (*cell).into())) {
            let words = "Crossed-out cells are deep water: a unit that lands there is carried away.";
            ui.colored_label(style::BAD, words);
            links.rule(ui, carrying.rule.as_str());
        }
        return;
    }
    ui.horizontal_wrapped(|ui| {
        for (at, reply) in replies(prompt, &params.orders).into_iter().enumerate() {
            let words = format!("{}  {}", at + 1, answer_words(params, prompt, &reply));
            let button = Button::new(RichText::new(words).size(16.0)).min_size(vec2(120.0, 34.0));
            if widgets::clicked_once(&ui.add(button)) {
                reply.apply(prompt.who, &mut params.orders);
                params.answer(reply.choice);
            }
        }
    });
    ui.add_space(4.0);
    habits(ui, params, prompt);
}

/// Draws "do not ask again". An automatic answer that is decided here answers this question too.
fn habits(ui: &mut Ui, params: &mut HudParams, prompt: &Prompt) {
    let questions = Question::in_asks(&prompt.asks);
    if questions.is_empty() {
        return;
    }
    let mut decided = false;
    ui.horizontal_wrapped(|ui| {
        let whose = scope(ui, params, prompt.who);
        for question in questions {
            let title = text::question_name(params.rules(), question);
            ui.colored_label(style::FAINT, format!("From now on, {title}:"));
            decided |= widgets::choose(ui, params, whose, question);
        }
    });
    if let Some(choice) = params.orders.habitual(params.view(), prompt).filter(|_| decided) {
        params.answer(choice);
    }
}

/// Picks whether an automatic answer holds for the whole side or for this combatant only.
fn scope(ui: &mut Ui, params: &HudParams, who: CombatantId) -> OrderScope {
    let id = ui.id().with("whose");
    let mut only = ui.data(|kept| kept.get_temp::<bool>(id)).unwrap_or(false);
    if ui.checkbox(&mut only, format!("only {}", params.name(who))).changed() {
        ui.data_mut(|kept| kept.insert_temp(id, only));
    }
    if only { OrderScope::One(who) } else { OrderScope::Side(params.side(who).unwrap_or_default()) }
}
