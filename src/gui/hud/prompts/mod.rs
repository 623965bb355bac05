//! The panel of an open question, in words, answered with buttons, digits, or on the board.

mod explanation;
pub mod facing_offer;

use bevy::prelude::{MessageWriter, Res, ResMut};
use bevy_egui::egui::{Button, Label, Rect, RichText, Ui, vec2};

use crate::battle::{CombatantId, Facing};
use crate::control::Orders;
use crate::control::orders::{OrderScope, Question};
use crate::gui::board::Layout;
use crate::gui::hud::params::HudParams;
use crate::gui::hud::widgets::RuleLinks;
use crate::gui::hud::{layout, style, text, widgets};
use crate::gui::input::Aimed;
use crate::gui::keys::{KeyCommand, Keys};
use crate::gui::session::{OpenPrompt, PlayerAnswer};
use crate::mechanics::space::{self, Crowding};
use crate::mechanics::{Game, water};
use crate::resolution::{Asks, CellPurpose, Choice, Pick, PickPurpose, Prompt};
use facing_offer::{FacingOffer, show_compass};

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
    let compass = FacingOffer::asked(prompt.who, &prompt.asks);
    if let Some(facing) = compass.and_then(|offer| offer.pressed(layout.shape(), &keys)) {
        answers.write(PlayerAnswer(Choice::Face(facing)));
        return;
    }
    let first = (aimed.choice.is_none() && keys.pressed(KeyCommand::Confirm)).then_some(1);
    let Some(digit) = keys.digit().or(first) else { return };
    if let Some(reply) = replies(prompt, &orders).into_iter().nth(digit - 1) {
        if reply.halts {
            orders.halt(prompt.who);
        }
        answers.write(PlayerAnswer(reply.choice));
    }
}

/// Draws the question, beside the compass if it asks for a facing.
pub fn show(ui: &mut Ui, params: &mut HudParams, links: &mut RuleLinks<'_>) {
    let Some(prompt) = params.asked.0.clone() else { return };
    let Some(offer) = FacingOffer::asked(prompt.who, &prompt.asks) else {
        return question_and_answers(ui, params, &prompt, links);
    };
    let all = ui.max_rect();
    let size = COMPASS.min(all.height());
    let left = Rect::from_min_size(all.min, vec2(size, size));
    if let Some(facing) = layout::part(ui, left, |ui| show_compass(ui, params, &offer, size)) {
        params.answer(Choice::Face(facing));
    }
    let rest = Rect::from_min_max(left.right_top() + vec2(14.0, 0.0), all.max);
    layout::part(ui, rest, |ui| question_and_answers(ui, params, &prompt, links));
}

fn question_and_answers(ui: &mut Ui, params: &mut HudParams, prompt: &Prompt, links: &mut RuleLinks<'_>) {
    ui.horizontal_wrapped(|ui| {
        widgets::name(ui, params, prompt.who);
        ui.add(Label::new(RichText::new(question(params, prompt)).size(17.0)).wrap());
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
                if reply.halts {
                    params.orders.halt(prompt.who);
                }
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

/// An answer with a button.
struct Reply {
    choice: Choice,
    /// Whether it ends the standing order to move.
    halts: bool,
}

/// All answers that have a button. A combatant moving under orders may wait and continue, or stop.
fn replies(prompt: &Prompt, orders: &Orders) -> Vec<Reply> {
    let plain = choices(&prompt.asks).into_iter().map(|choice| Reply { choice, halts: false });
    let stops = is_entry(prompt) && is_moving(orders, prompt.who);
    plain.chain(stops.then_some(Reply { choice: Choice::Pick(Pick::No), halts: true })).collect()
}

fn is_moving(orders: &Orders, who: CombatantId) -> bool {
    orders.walks().any(|(walker, _)| walker == who)
}

/// The answers that stand in a row; directions are on the compass.
fn choices(asks: &Asks) -> Vec<Choice> {
    match asks {
        Asks::Act | Asks::Cell { .. } => Vec::new(),
        Asks::Pick { options, .. } => options.iter().copied().map(Choice::Pick).collect(),
        Asks::React { options, .. } => options.iter().copied().map(Choice::React).chain([Choice::Pass]).collect(),
        Asks::Face { options } => {
            let named = options.iter().filter(|facing| !matches!(facing, Facing::Direction(_)));
            named.copied().map(Choice::Face).collect()
        }
    }
}

/// Whether the question is if an occupied cell is entered.
fn is_entry(prompt: &Prompt) -> bool {
    matches!(&prompt.asks, Asks::Pick { purpose: PickPurpose::EnterAnyway, .. })
}

fn question(params: &HudParams, prompt: &Prompt) -> String {
    let words = match &prompt.asks {
        Asks::Act => "acts now",
        Asks::React { to, options } => return explanation::reaction_words(params, (prompt.who, *to), options),
        Asks::Face { .. } => "Flanked: face an attacker?",
        Asks::Cell { purpose, .. } => match purpose {
            CellPurpose::MoveTogether => "drags: where do both go?",
            CellPurpose::SlideTarget => "shoves: where does the target go?",
            CellPurpose::Landing => "throws: where does the target land?",
            CellPurpose::PushAway => "pushes: where does the target go?",
            CellPurpose::Fling => "flings it away: where to?",
        },
        Asks::Pick { purpose, .. } => return text::pick_words(params.rules(), *purpose).0,
    };
    words.to_owned()
}

fn answer_words(params: &HudParams, prompt: &Prompt, reply: &Reply) -> String {
    let rules = params.rules();
    match &reply.choice {
        Choice::Pass => "Skip".to_owned(),
        Choice::React(_) if matches!(&prompt.asks, Asks::React { options, .. } if options.len() == 1) => {
            "Use".to_owned()
        }
        Choice::Pick(Pick::Yes) if is_entry(prompt) => squeeze_words(params, prompt.who),
        Choice::Pick(Pick::No) if is_entry(prompt) => {
            let waits = !reply.halts && is_moving(&params.orders, prompt.who);
            if waits { "Wait a count".to_owned() } else { "Stop".to_owned() }
        }
        Choice::Pick(Pick::No) if matches!(&prompt.asks, Asks::Pick { purpose: PickPurpose::HarmWhat, .. }) => {
            "nothing".to_owned()
        }
        Choice::React(reaction) => {
            let readied = params.readied_act(prompt.who).map_or(*reaction, |act| act.action);
            text::known_reaction(rules, *reaction)
                .map_or_else(|| text::action_name(rules, readied), |known| known.name.clone())
        }
        Choice::Face(Facing::Towards(who)) => {
            let (shape, name) = (params.layout.shape(), params.name(*who));
            let ends = params.footprint(prompt.who).zip(params.footprint(*who));
            let way = ends.and_then(|(from, to)| shape.direction_towards(from, to));
            way.map_or_else(|| name.to_owned(), |way| format!("{name} ({})", shape.direction_name(way)))
        }
        other => text::choice_words(params, other),
    }
}

/// Entering an occupied cell, with the effect of crowding on attacks.
fn squeeze_words(params: &HudParams, who: CombatantId) -> String {
    let there = params.session.entering();
    let there = there.map(|there| space::crowding(Game::new(params.view_with(who, there), params.rules().book()), who));
    match there {
        Some(Crowding::Crowded(worse)) => format!("Squeeze in ({:+})", worse.amount),
        Some(Crowding::Packed { .. }) => "Squeeze in (no attacks)".to_owned(),
        Some(Crowding::Free) | None => "Squeeze in".to_owned(),
    }
}
