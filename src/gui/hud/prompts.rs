//! Questions other than what to do: answered with buttons, digits, or on the board.

use bevy::prelude::{MessageWriter, Res, ResMut};
use bevy_egui::egui::{Button, Label, Rect, RichText, Ui, vec2};

use super::cite::Pen;
use super::desk::Desk;
use super::thoughts::{action_name, choice_words};
use super::{asking, compass, frame, look, orders};
use crate::battle::{CombatantId, Facing, Snapshot, View};
use crate::control::Orders;
use crate::control::orders::{Question, Whose};
use crate::grid::Direction;
use crate::gui::input::Aimed;
use crate::gui::keys::{Command, Keys};
use crate::gui::session::{Answer, Asked};
use crate::mechanics::space::{self, Crowding};
use crate::mechanics::water;
use crate::resolution::{Asks, CellPurpose, Choice, Pick, PickPurpose, Prompt};
use crate::rules::Ruleset;

/// Height of the compass on which a facing is chosen.
const COMPASS: f32 = 128.0;

/// Answers with digits and the keys of the compass; Enter gives the first answer unless something is aimed at.
pub fn keys(
    keys: Keys,
    asked: Res<Asked>,
    aimed: Res<Aimed>,
    snapshot: Res<Snapshot>,
    mut orders: ResMut<Orders>,
    mut answers: MessageWriter<Answer>,
) {
    let Some(prompt) = &asked.0 else { return };
    let compass = compass::Offer::asked(prompt.who, &prompt.asks);
    if let Some(facing) = compass.and_then(|offer| offer.pressed(snapshot.view().shape(), &keys)) {
        answers.write(Answer(Choice::Face(facing)));
        return;
    }
    let first = (aimed.choice.is_none() && keys.pressed(Command::Confirm)).then_some(1);
    let Some(digit) = keys.digit().or(first) else { return };
    if let Some(reply) = replies(prompt, &orders).into_iter().nth(digit - 1) {
        reply.obey(prompt.who, &mut orders);
        answers.write(Answer(reply.choice));
    }
}

/// An answer with a button.
struct Reply {
    choice: Choice,
    /// Whether it ends the order to walk.
    halts: bool,
}

impl Reply {
    /// Does to the orders what it means for them.
    fn obey(&self, who: CombatantId, orders: &mut Orders) {
        if self.halts {
            orders.halt(who);
        }
    }
}

/// All answers that have a button. One who is on the way under orders may give up a space and still go on, or stop.
fn replies(prompt: &Prompt, orders: &Orders) -> Vec<Reply> {
    let plain = choices(&prompt.asks).into_iter().map(|choice| Reply { choice, halts: false });
    let stops = is_entry(prompt) && walks(orders, prompt.who);
    plain.chain(stops.then_some(Reply { choice: Choice::Pick(Pick::No), halts: true })).collect()
}

/// Whether somebody is on the way under orders.
pub(super) fn walks(orders: &Orders, who: CombatantId) -> bool {
    orders.walks().any(|(walker, _)| walker == who)
}

/// The answers to a question that stand in a row; directions are on the compass.
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

/// Draws the question, beside the compass where it is about a facing.
pub fn show(ui: &mut Ui, desk: &mut Desk, pen: &mut Pen<'_>) {
    let Some(prompt) = desk.asked.0.clone() else { return };
    let Some(offer) = compass::Offer::asked(prompt.who, &prompt.asks) else {
        return question_and_answers(ui, desk, &prompt, pen);
    };
    let all = ui.max_rect();
    let size = COMPASS.min(all.height());
    let left = Rect::from_min_size(all.min, vec2(size, size));
    let chosen = frame::part(ui, left, |ui| compass::show(ui, desk, &offer, size));
    if let Some(facing) = chosen {
        desk.answer(Choice::Face(facing));
    }
    let rest = Rect::from_min_max(left.right_top() + vec2(14.0, 0.0), all.max);
    frame::part(ui, rest, |ui| question_and_answers(ui, desk, &prompt, pen));
}

fn question_and_answers(ui: &mut Ui, desk: &mut Desk, prompt: &Prompt, pen: &mut Pen<'_>) {
    let row = desk.view().row(prompt.who);
    let (name, side) = (row.name.to_string(), row.side);
    ui.horizontal_wrapped(|ui| {
        ui.label(RichText::new(name).color(look::side(side)).strong().size(17.0));
        let words = match &prompt.asks {
            Asks::React { to, options } => asking::reaction_words(desk, (prompt.who, *to), options),
            _ => question(desk.view(), desk.rules(), prompt),
        };
        ui.add(Label::new(RichText::new(words).size(17.0)).wrap());
    });
    asking::show(ui, desk, prompt, pen);
    ui.add_space(4.0);
    if let Asks::Cell { cells, .. } = &prompt.asks {
        ui.label(RichText::new("Click one of the ringed cells on the board.").color(look::GOLD));
        let (view, book) = (desk.view(), desk.rulebook());
        if let Some(carrying) = cells.iter().find_map(|cell| water::sweeping_policy(view, book, (*cell).into())) {
            let words = "Crossed out are cells of deep water: whoever comes down there is carried away.";
            ui.label(RichText::new(words).color(look::BAD));
            pen.rule(ui, carrying.rule.as_str());
        }
        return;
    }
    ui.horizontal_wrapped(|ui| {
        for (at, reply) in replies(prompt, &desk.orders).into_iter().enumerate() {
            let words = answer_words(desk, prompt, &reply);
            let button =
                Button::new(RichText::new(format!("{}  {words}", at + 1)).size(16.0)).min_size(vec2(120.0, 34.0));
            if frame::answered(&ui.add(button)) {
                reply.obey(prompt.who, &mut desk.orders);
                desk.answer(reply.choice);
            }
        }
    });
    ui.add_space(4.0);
    habits(ui, desk, prompt);
}

/// "Do not ask again in this battle": a habit that is decided here answers this question too.
fn habits(ui: &mut Ui, desk: &mut Desk, prompt: &Prompt) {
    let questions = Question::in_asks(&prompt.asks);
    if questions.is_empty() {
        return;
    }
    let mut decided = false;
    ui.horizontal_wrapped(|ui| {
        let whose = scope(ui, desk, prompt.who);
        for question in questions {
            let title = orders::question_name(desk.rules(), question);
            ui.label(RichText::new(format!("From now on, {title}:")).color(look::FAINT));
            decided |= orders::choose(ui, desk, whose, question);
        }
    });
    if let Some(choice) = desk.orders.habitual(desk.snapshot.view(), prompt).filter(|_| decided) {
        desk.answer(choice);
    }
}

/// Whether a habit is for everybody of the side or only for the one who is asked.
fn scope(ui: &mut Ui, desk: &Desk, who: CombatantId) -> Whose {
    let id = ui.id().with("whose");
    let mut only = ui.data(|kept| kept.get_temp::<bool>(id)).unwrap_or(false);
    let row = desk.view().row(who);
    if ui.checkbox(&mut only, format!("only {}", row.name)).changed() {
        ui.data_mut(|kept| kept.insert_temp(id, only));
    }
    if only { Whose::One(who) } else { Whose::Side(row.side) }
}

/// The question in words.
fn question(view: View<'_>, rules: &Ruleset, prompt: &Prompt) -> String {
    let name = |who: CombatantId| view.find(who).map_or("?", |row| &row.name).to_owned();
    match &prompt.asks {
        Asks::Act => "acts now".to_owned(),
        Asks::Cell { purpose, .. } => match purpose {
            CellPurpose::MoveTogether => "drags: where do both go?".to_owned(),
            CellPurpose::SlideTarget => "shoves: where does the other go?".to_owned(),
            CellPurpose::Landing => "throws: where does the other land?".to_owned(),
            CellPurpose::PushAway => "pushes: where does the other go?".to_owned(),
            CellPurpose::Fling => "flings it away: where to?".to_owned(),
        },
        Asks::Pick { purpose, .. } => match purpose {
            PickPurpose::Defence => "is attacked: with which defence?".to_owned(),
            PickPurpose::EnterAnyway => "Cell is occupied.".to_owned(),
            PickPurpose::KeepHold => "still holds the other: keep the hold?".to_owned(),
            PickPurpose::BreakHold => "may break the hold as well: do it?".to_owned(),
            PickPurpose::FollowUp(action) => {
                format!("may follow up with {} at no cost: do it?", action_name(rules, *action))
            }
            PickPurpose::DistractFor => "distracts: to whose advantage?".to_owned(),
            PickPurpose::DistractWhat => "distracts: what suffers?".to_owned(),
            PickPurpose::PushFurther => "pushes: go on?".to_owned(),
            PickPurpose::CatchHold => "falls: catch hold of something?".to_owned(),
            PickPurpose::ComeIn => "put its turn off: take it now?".to_owned(),
            PickPurpose::WhichItem => "means: which of the other's things?".to_owned(),
            PickPurpose::HarmWhat => "succeeds greatly and may deal harm as well: to whom or what?".to_owned(),
            PickPurpose::SprintAgain => "may roll the sprint again: take the new result, be it worse?".to_owned(),
            PickPurpose::SplitHealing => {
                "heals: how many points become hit points? The others take fatigue away".to_owned()
            }
            PickPurpose::TakeIt => "has struck the thing out of the hand: take it?".to_owned(),
            PickPurpose::TakeOrFling => "has the thing: take it, or fling it away?".to_owned(),
        },
        Asks::React { to, .. } => format!("Reaction: {}?", name(*to)),
        Asks::Face { .. } => "Flanked: face an attacker?".to_owned(),
    }
}

fn answer_words(desk: &Desk, prompt: &Prompt, reply: &Reply) -> String {
    let (view, rules) = (desk.view(), desk.rules());
    match &reply.choice {
        Choice::Pass => "Skip".to_owned(),
        Choice::React(_) if matches!(&prompt.asks, Asks::React { options, .. } if options.len() == 1) => {
            "Use".to_owned()
        }
        Choice::Pick(Pick::Yes) if is_entry(prompt) => squeeze_words(desk, prompt.who),
        Choice::Pick(Pick::No) if is_entry(prompt) => {
            let goes_on = !reply.halts && walks(&desk.orders, prompt.who);
            let words = if goes_on { "Wait a count" } else { "Stop" };
            words.to_owned()
        }
        Choice::Pick(Pick::No) if is_harm(prompt) => "nobody and nothing".to_owned(),
        Choice::React(reaction) => {
            let known = rules.policies.reactions.iter().find(|known| known.id == *reaction);
            let readied = view.row(prompt.who).ready.0.as_ref().map_or(*reaction, |readied| readied.act.action);
            known.map_or_else(|| action_name(rules, readied), |known| known.name.clone())
        }
        Choice::Face(Facing::Towards(who)) => {
            let compass = view.shape().direction_towards(view.footprint(prompt.who), view.footprint(*who));
            let name = view.find(*who).map_or("?", |row| &row.name);
            compass.map_or_else(|| name.to_owned(), |way| format!("{name} ({})", view.shape().direction_name(way)))
        }
        other => choice_words(view, rules, other),
    }
}

/// Whether it is asked if an occupied cell is entered.
fn is_entry(prompt: &Prompt) -> bool {
    matches!(&prompt.asks, Asks::Pick { purpose: PickPurpose::EnterAnyway, .. })
}

/// Entering an occupied cell, with what crowding does to attacks there.
fn squeeze_words(desk: &Desk, who: CombatantId) -> String {
    let there =
        desk.session.entering().map(|there| space::crowding(desk.view().with(who, there), desk.rulebook(), who));
    match there {
        Some(Crowding::Crowded(worse)) => format!("Squeeze in ({:+})", worse.amount),
        Some(Crowding::Packed { .. }) => "Squeeze in (no attacks)".to_owned(),
        Some(Crowding::Free) | None => "Squeeze in".to_owned(),
    }
}

/// Whether it is asked what harm falls on.
fn is_harm(prompt: &Prompt) -> bool {
    matches!(&prompt.asks, Asks::Pick { purpose: PickPurpose::HarmWhat, .. })
}

/// A facing in words.
pub fn facing_words(view: View<'_>, facing: Facing) -> String {
    match facing {
        Facing::AllAround => "all around".to_owned(),
        Facing::Direction(way) => view.shape().direction_name(Direction(way)).to_owned(),
        Facing::Towards(who) => view.find(who).map_or("?", |row| &row.name).to_owned(),
    }
}

/// The names of those at once, for sentences.
pub fn names(snapshot: &Snapshot, ids: &[CombatantId]) -> String {
    let names: Vec<&str> = ids.iter().filter_map(|id| snapshot.rows.get(id.index())).map(|row| &*row.name).collect();
    names.join(", ")
}
