//! The window of standing orders: what is always or never answered, for a side or for one of it, and who is on the way.

use bevy::prelude::*;
use bevy_egui::EguiContexts;
use bevy_egui::egui::{self, RichText, ScrollArea, Ui};

use super::desk::Desk;
use super::thoughts::action_name;
use super::windows::Windows;
use super::{frame, look};
use crate::battle::{CombatantId, Side};
use crate::control::Habit;
use crate::control::orders::{Question, Standing, Walking, Whose};
use crate::resolution::{Act, PickPurpose};
use crate::rules::Ruleset;

/// Draws the window while it is open.
pub fn show(mut contexts: EguiContexts, mut desk: Desk, mut windows: ResMut<Windows>) -> Result {
    if !windows.orders {
        return Ok(());
    }
    let ctx = contexts.ctx_mut()?.clone();
    windows.orders = frame::window(&ctx, "orders", "Standing orders", egui::vec2(800.0, 460.0), |ui| {
        ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
            let sides = (0..desk.session.opening.setup.sides.len() as u8).map(Side);
            let mine: Vec<Side> = sides.filter(|side| desk.watch.commands(*side)).collect();
            for side in mine {
                of_side(ui, &mut desk, side);
            }
            on_the_way(ui, &mut desk);
        });
    });
    Ok(())
}

fn of_side(ui: &mut Ui, desk: &mut Desk, side: Side) {
    let name = desk.session.opening.setup.sides[usize::from(side.0)].name.to_string();
    let whose = ui.horizontal(|ui| {
        ui.label(RichText::new(&name).color(look::side(side)).strong().size(17.0));
        pick_whose(ui, desk, side)
    });
    let whose = whose.inner;
    egui::Grid::new(("orders", side.0)).num_columns(2).spacing([18.0, 6.0]).show(ui, |ui| {
        for question in questions(desk, whose) {
            ui.horizontal(|ui| ui.label(question_name(desk.rules(), question)));
            ui.horizontal(|ui| {
                choose(ui, desk, whose, question);
                let as_others = desk.orders.kept(whose, question).is_none();
                if matches!(whose, Whose::One(_)) && ui.selectable_label(as_others, "as the others").clicked() {
                    desk.orders.keep(whose, question, None);
                }
            });
            ui.end_row();
        }
    });
    for kept in of_members(desk, side) {
        let Whose::One(who) = kept.whose else { continue };
        let (title, habit) = (question_name(desk.rules(), kept.question), habit_words(kept.question, kept.habit));
        ui.label(RichText::new(format!("{}, {title}: {habit}", desk.name(who))).color(look::FAINT));
    }
    ui.add_space(8.0);
}

/// For whom habits are decided: everybody of the side, or one of it.
fn pick_whose(ui: &mut Ui, desk: &Desk, side: Side) -> Whose {
    let id = ui.id().with(("whose", side.0));
    let known = ui.data(|kept| kept.get_temp::<Option<CombatantId>>(id)).flatten();
    let known = known.filter(|who| desk.view().find(*who).is_some_and(|row| row.side == side));
    let mut wanted = known;
    let words = |who: Option<CombatantId>| who.map_or("everybody", |who| desk.name(who)).to_owned();
    egui::ComboBox::from_id_salt(("whose", side.0)).width(180.0).selected_text(words(known)).show_ui(ui, |ui| {
        ui.selectable_value(&mut wanted, None, words(None));
        for row in desk.view().present().filter(|row| row.side == side) {
            ui.selectable_value(&mut wanted, Some(row.id), words(Some(row.id)));
        }
    });
    ui.data_mut(|kept| kept.insert_temp(id, wanted));
    wanted.map_or(Whose::Side(side), Whose::One)
}

/// All kinds of question that these rules may ask again and again.
fn questions(desk: &Desk, whose: Whose) -> Vec<Question> {
    let reactions = desk.rules().policies.reactions.iter().map(|reaction| Question::React(reaction.id));
    let picks = [PickPurpose::KeepHold, PickPurpose::BreakHold, PickPurpose::EnterAnyway, PickPurpose::PushFurther];
    let mut all: Vec<Question> = reactions.chain([Question::Face]).chain(picks.map(Question::Pick)).collect();
    // An offer to follow up is listed once something was decided about it.
    let decided = desk.orders.habits().iter().filter(|kept| kept.whose == whose);
    let more: Vec<Question> = decided.map(|kept| kept.question).filter(|question| !all.contains(question)).collect();
    all.extend(more);
    all
}

fn of_members(desk: &Desk, side: Side) -> Vec<Standing> {
    let of_side = |kept: &&Standing| match kept.whose {
        Whose::One(who) => desk.view().find(who).is_some_and(|row| row.side == side),
        Whose::Side(_) => false,
    };
    desk.orders.habits().iter().filter(of_side).copied().collect()
}

fn on_the_way(ui: &mut Ui, desk: &mut Desk) {
    let bound = |walking: &Walking| match walking.strike().and_then(Act::aimed_at) {
        Some(target) => format!("is on the way to strike {}", desk.name(target)),
        None => format!("is on the way to {}", walking.goal()),
    };
    let walks = desk.orders.walks().map(|(who, walking)| (who, bound(walking)));
    let waits = desk.orders.watches().map(|who| (who, "stands by".to_owned()));
    let under_orders: Vec<_> = walks.chain(waits).filter(|(who, _)| desk.commands(*who)).collect();
    for (who, words) in under_orders {
        ui.horizontal(|ui| {
            ui.label(format!("{} {words}", desk.name(who)));
            if ui.button("halt").clicked() {
                desk.orders.halt(who);
            }
        });
    }
    let kept = desk.habits_kept();
    if kept > 0 && ui.button(format!("Ask everything again ({kept})")).clicked() {
        let own: Vec<Whose> = desk.orders.habits().iter().map(|kept| kept.whose).collect();
        let own: Vec<Whose> = own.into_iter().filter(|whose| desk.decides_for(*whose)).collect();
        desk.orders.forget_habits(|whose| own.contains(&whose));
    }
}

/// The buttons that decide what is answered; says whether one was pressed.
pub fn choose(ui: &mut Ui, desk: &mut Desk, whose: Whose, question: Question) -> bool {
    let usual = matches!(whose, Whose::Side(_)).then_some(Habit::Ask);
    let now = desk.orders.kept(whose, question).or(usual);
    let mut pressed = false;
    for habit in Habit::ALL {
        if ui.selectable_label(now == Some(habit), habit_words(question, habit)).clicked() {
            desk.orders.keep(whose, question, Some(habit).filter(|habit| Some(*habit) != usual));
            pressed = true;
        }
    }
    pressed
}

fn habit_words(question: Question, habit: Habit) -> &'static str {
    match (question, habit) {
        (_, Habit::Ask) => "ask me",
        (Question::Face, Habit::Always) => "always face the enemy named first",
        (Question::Face, Habit::Never) => "never: stay all around",
        (Question::React(_), Habit::Always) => "always take it",
        (Question::React(_), Habit::Never) => "never take it",
        (Question::Pick(_), Habit::Always) => "always yes",
        (Question::Pick(_), Habit::Never) => "always no",
    }
}

/// A kind of question in words.
pub fn question_name(rules: &Ruleset, question: Question) -> String {
    let purpose = match question {
        Question::React(reaction) => {
            let known = rules.policies.reactions.iter().find(|known| known.id == reaction);
            return known.map_or_else(|| reaction.as_str().replace('_', " "), |known| known.name.clone());
        }
        Question::Face => return "facing when flanked".to_owned(),
        Question::Pick(purpose) => purpose,
    };
    match purpose {
        PickPurpose::KeepHold => "keep a hold".to_owned(),
        PickPurpose::BreakHold => "break a hold as well".to_owned(),
        PickPurpose::EnterAnyway => "squeeze into an occupied cell".to_owned(),
        PickPurpose::PushFurther => "push further".to_owned(),
        PickPurpose::CatchHold => "catch hold in a fall".to_owned(),
        PickPurpose::FollowUp(action) => format!("follow up with {}", action_name(rules, action)),
        PickPurpose::Defence => "which defence".to_owned(),
        PickPurpose::DistractFor => "for whom to distract".to_owned(),
        PickPurpose::DistractWhat => "what to distract from".to_owned(),
        PickPurpose::ComeIn => "come in after a turn that was put off".to_owned(),
        PickPurpose::WhichItem => "which thing to disarm".to_owned(),
        PickPurpose::HarmWhat => "what a great success harms".to_owned(),
        PickPurpose::SprintAgain => "roll the sprint again".to_owned(),
        PickPurpose::SplitHealing => "how to split healing".to_owned(),
        PickPurpose::TakeIt => "take a thing out of the hand of another".to_owned(),
        PickPurpose::TakeOrFling => "take a thing or fling it away".to_owned(),
    }
}
