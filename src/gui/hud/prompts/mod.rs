//! The panel of an open question: the question, its explanation, and the answers by button, digit, or click on the board.

mod cards;
mod cause;
mod critical;
mod defences;
mod explanation;
pub mod facing_offer;
pub mod recommended;
mod winner;

use bevy::prelude::{MessageWriter, Res, ResMut};
use bevy_egui::egui::{Button, Label, Rect, RichText, ScrollArea, Ui, vec2};

use crate::battle::{CombatantId, Facing};
use crate::control::Orders;
use crate::control::orders::{OrderScope, Question};
use crate::gui::board::Layout;
use crate::gui::hud::forecast::ForecastCache;
use crate::gui::hud::params::HudParams;
use crate::gui::hud::state::OpenWindows;
use crate::gui::hud::text;
use crate::gui::hud::widgets::{self, RuleLinks};
use crate::gui::hud::{layout, standing, style};
use crate::gui::input::Aimed;
use crate::gui::keys::{KeyCommand, Keys};
use crate::gui::session::{OpenPrompt, PlayerAnswer};
use crate::mechanics::space::{self, Crowding};
use crate::mechanics::{Game, water};
use crate::odds::Forecast;
use crate::resolution::{Asks, CellPurpose, Choice, Pick, PickPurpose, Prompt};
use cards::Card;
pub use cause::show_interrupt;
use explanation::{explain, reaction_words};
use facing_offer::{FacingOffer, show_compass};

/// Size of the compass, in points.
const COMPASS: f32 = 128.0;

/// Answers with digits, facing keys and the key that skips. Enter gives the first answer unless an act is aimed.
pub fn keys(
    keys: Keys,
    asked: Res<OpenPrompt>,
    aimed: Res<Aimed>,
    layout: Res<Layout>,
    mut orders: ResMut<Orders>,
    mut answers: MessageWriter<PlayerAnswer>,
) {
    let Some(prompt) = &asked.0 else { return };
    if prompt.asks.may_pass() && keys.pressed(KeyCommand::Skip) {
        answers.write(PlayerAnswer(Choice::Pass));
        return;
    }
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

/// The windows that a prompt can open, and the forecasts that it shows.
type Shared<'a> = (&'a mut OpenWindows, &'a mut ForecastCache);

pub fn show(ui: &mut Ui, params: &mut HudParams, links: &mut RuleLinks<'_>, shared: Shared<'_>) {
    let Some(prompt) = params.asked.0.clone() else { return };
    let Some(offer) = FacingOffer::asked(prompt.who, &prompt.asks) else {
        return question_and_answers(ui, params, &prompt, links, shared);
    };
    let all = ui.max_rect();
    let size = all.height().min(COMPASS);
    let left = Rect::from_min_size(all.min, vec2(size, size));
    if let Some(facing) = layout::part(ui, left, |ui| show_compass(ui, params, &offer, size)) {
        params.answer(Choice::Face(facing));
    }
    let rest = Rect::from_min_max(left.right_top() + vec2(14.0, 0.0), all.max);
    layout::part(ui, rest, |ui| question_and_answers(ui, params, &prompt, links, shared));
    params.hud.question = params.hud.question.max(layout::panel_height(COMPASS));
}

/// Draws the question, which scrolls where it needs more height than the panel may have.
fn question_and_answers(
    ui: &mut Ui,
    params: &mut HudParams,
    prompt: &Prompt,
    links: &mut RuleLinks<'_>,
    shared: Shared<'_>,
) {
    let area = ScrollArea::vertical().id_salt("question").auto_shrink([false, false]);
    let shown = area.show(ui, |ui| ask(ui, params, prompt, links, shared));
    params.hud.question = layout::panel_height(shown.content_size.y);
}

fn ask(
    ui: &mut Ui,
    params: &mut HudParams,
    prompt: &Prompt,
    links: &mut RuleLinks<'_>,
    (windows, forecasts): Shared<'_>,
) {
    let attack = defences::attack(params, prompt);
    let attack = attack.and_then(|(from, act)| forecasts.against(params, from, act, prompt.who));
    let attack = attack.as_ref().map(|known| &known.1);
    ui.horizontal_wrapped(|ui| {
        widgets::name(ui, params, prompt.who);
        ui.add(Label::new(RichText::new(question(params, prompt)).size(17.0)).wrap());
        if let Some(forecast) = attack {
            ui.colored_label(style::TIRED, defences::attack_words(forecast));
            links.rule(ui, forecast.rule.as_str());
        }
    });
    if attack.is_none() {
        explain(ui, params, prompt, links);
    }
    ui.add_space(3.0);
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
    let replies = replies(prompt, &params.orders);
    let cards = cards(params, prompt, &replies, attack, forecasts);
    let clicked = match cards.len() == replies.len() && !cards.is_empty() {
        true => cards::show(ui, &mut params.hud, &cards),
        false => buttons(ui, params, prompt, &replies),
    };
    if let Some(reply) = clicked.and_then(|at| replies.into_iter().nth(at)) {
        if reply.halts {
            params.orders.halt(prompt.who);
        }
        params.answer(reply.choice);
    }
    ui.add_space(3.0);
    habits(ui, params, (prompt, attack), windows);
}

/// The answers as cards, where numbers tell what each leads to: defences, and the actions of a winner.
fn cards(
    params: &HudParams,
    prompt: &Prompt,
    replies: &[Reply],
    attack: Option<&Forecast>,
    forecasts: &mut ForecastCache,
) -> Vec<Card> {
    let numbered = replies.iter().enumerate().map(|(at, reply)| (at + 1, &reply.choice));
    match &prompt.asks {
        Asks::Pick { purpose: PickPurpose::Winner { on, .. }, .. } => {
            let card = |(number, choice): (usize, &Choice)| {
                let known = match choice {
                    Choice::Pick(Pick::Action(action)) => {
                        forecasts.against(params, prompt.who, winner::act(*action, *on), *on)
                    }
                    _ => None,
                };
                winner::card(params, (number, choice), *on, known.as_ref().map(|known| &known.1))
            };
            numbered.filter_map(card).collect()
        }
        Asks::Pick { purpose: PickPurpose::Critical { .. }, .. } => {
            numbered.filter_map(|(number, choice)| critical::card(params, number, choice)).collect()
        }
        _ => {
            let Some(attack) = attack else { return Vec::new() };
            numbered.filter_map(|(number, choice)| defences::card(attack, number, choice)).collect()
        }
    }
}

/// Draws the answers as buttons. Returns the index of the one that was clicked.
fn buttons(ui: &mut Ui, params: &mut HudParams, prompt: &Prompt, replies: &[Reply]) -> Option<usize> {
    let mut clicked = None;
    ui.horizontal_wrapped(|ui| {
        for (at, reply) in replies.iter().enumerate() {
            let words = format!("{}  {}", at + 1, answer_words(params, prompt, reply));
            let button = ui.add(Button::new(RichText::new(words).size(16.0)).min_size(vec2(120.0, 34.0)));
            params.hud.focus_first(&button);
            if widgets::clicked_once(&button) {
                clicked = Some(at);
            }
        }
    });
    clicked
}

/// Draws "do not ask again". An automatic answer that is decided here answers this question too.
fn habits(
    ui: &mut Ui,
    params: &mut HudParams,
    (prompt, attack): (&Prompt, Option<&Forecast>),
    windows: &mut OpenWindows,
) {
    let questions = Question::in_asks(&prompt.asks);
    if questions.is_empty() {
        return;
    }
    let mut decided = false;
    ui.horizontal_wrapped(|ui| {
        let whose = scope(ui, params, prompt.who);
        for question in questions {
            let title = standing::question_name(params.rules(), question);
            ui.colored_label(style::FAINT, format!("From now on, {title}:"));
            let best = attack.and_then(Forecast::best_defence).and_then(|best| best.choice.as_ref()?.id);
            decided |= standing::choose_in_prompt(ui, params, whose, (question, best));
        }
        decided |= recommended::offer_in_prompt(ui, params, prompt.who);
        if ui.button("Conditions...").on_hover_text("Opens the standing orders").clicked() {
            windows.orders = true;
        }
    });
    if let Some(choice) = params.orders.habitual(params.view(), params.rules(), prompt).filter(|_| decided) {
        params.answer(choice);
    }
}

fn scope(ui: &mut Ui, params: &HudParams, who: CombatantId) -> OrderScope {
    let id = ui.id().with("whose");
    let mut only = ui.data(|kept| kept.get_temp::<bool>(id)).unwrap_or(false);
    if ui.checkbox(&mut only, format!("only {}", params.name(who))).changed() {
        ui.data_mut(|kept| kept.insert_temp(id, only));
    }
    if only { OrderScope::One(who) } else { OrderScope::Side(params.combatants.side(who).unwrap_or_default()) }
}

/// The open question in words, with its answers by number.
pub fn in_words(params: &HudParams, prompt: &Prompt) -> String {
    let asked = format!("{}: {}", params.name(prompt.who), question(params, prompt));
    let replies = replies(prompt, &params.orders);
    let answers = replies.iter().enumerate().map(|(at, reply)| {
        let words = answer_words(params, prompt, reply);
        format!("{} {words}", at + 1)
    });
    let answers: Vec<String> = answers.collect();
    if answers.is_empty() { asked } else { format!("{asked} {}", answers.join(", ")) }
}

/// Whether a prompt has answers on buttons.
pub fn has_answers(prompt: &Prompt) -> bool {
    !choices(&prompt.asks).is_empty()
}

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
        Asks::Act | Asks::Interrupt { .. } | Asks::Cell { .. } => Vec::new(),
        Asks::Pick { options, .. } => options.iter().copied().map(Choice::Pick).collect(),
        Asks::React { options, .. } => options.iter().copied().map(Choice::React).chain([Choice::Pass]).collect(),
        Asks::Face { options } => {
            let named = options.iter().filter(|facing| !matches!(facing, Facing::Direction(_)));
            named.copied().map(Choice::Face).collect()
        }
    }
}

fn is_defence(prompt: &Prompt) -> bool {
    matches!(&prompt.asks, Asks::Pick { purpose: PickPurpose::Defend { .. }, .. })
}

fn is_entry(prompt: &Prompt) -> bool {
    matches!(&prompt.asks, Asks::Pick { purpose: PickPurpose::EnterAnyway, .. })
}

fn question(params: &HudParams, prompt: &Prompt) -> String {
    let words = match &prompt.asks {
        Asks::Act => "acts now",
        Asks::Interrupt { reaction, .. } => return text::reaction_name(params.rules(), *reaction),
        Asks::React { to, options, .. } => return reaction_words(params, (prompt.who, *to), options),
        Asks::Face { .. } => "Flanked: face an attacker?",
        Asks::Cell { purpose, .. } => match purpose {
            CellPurpose::MoveTogether => "drags: where do both go?",
            CellPurpose::SlideTarget => "shoves: where does the target go?",
            CellPurpose::Landing => "throws: where does the target land?",
            CellPurpose::PushAway => "pushes: where does the target go?",
            CellPurpose::Fling => "flings it away: where to?",
            CellPurpose::Drag => "drags: how far does the target come?",
            CellPurpose::Reposition => "moves the target: where to?",
        },
        Asks::Pick { purpose, .. } => return text::pick_words(params.rules(), *purpose).0,
    };
    words.to_owned()
}

fn answer_words(params: &HudParams, prompt: &Prompt, reply: &Reply) -> String {
    let rules = params.rules();
    match &reply.choice {
        Choice::Pass => params.keys.hint("Skip", KeyCommand::Skip),
        Choice::Pick(Pick::No) if is_defence(prompt) => "No defence".to_owned(),
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
            let ends = params.combatants.footprint(prompt.who).zip(params.combatants.footprint(*who));
            let way = ends.and_then(|(from, to)| shape.direction_towards(from, to));
            way.map_or_else(|| name.to_owned(), |way| format!("{name} ({})", shape.direction_name(way)))
        }
        other => text::choice_words(params, other),
    }
}

fn squeeze_words(params: &HudParams, who: CombatantId) -> String {
    let there = params.session.entering();
    let there =
        there.map(|there| space::crowding(Game::new(params.view().with(who, there), params.rules().book()), who));
    match there {
        Some(Crowding::Crowded(worse)) => format!("Squeeze in ({:+})", worse.amount),
        Some(Crowding::Packed { .. }) => "Squeeze in (no attacks)".to_owned(),
        Some(Crowding::Free) | None => "Squeeze in".to_owned(),
    }
}
