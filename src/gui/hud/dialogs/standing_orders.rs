//! The window of standing orders: automatic answers of a side or of one combatant, and who is moving under orders.

use bevy::prelude::*;
use bevy_egui::EguiContexts;
use bevy_egui::egui::{self, RichText, ScrollArea, Ui};

use super::open_windows::OpenWindows;
use crate::battle::{CombatantId, Side};
use crate::control::orders::{OrderScope, Question, StandingOrder, WalkOrder};
use crate::gui::hud::params::HudParams;
use crate::gui::hud::text::{habit_words, question_name};
use crate::gui::hud::widgets::choose;
use crate::gui::hud::{layout, style};
use crate::resolution::{Act, PickPurpose};

/// Draws the window while it is open.
pub fn show(mut contexts: EguiContexts, mut params: HudParams, mut windows: ResMut<OpenWindows>) -> Result {
    if !windows.orders {
        return Ok(());
    }
    let ctx = contexts.ctx_mut()?.clone();
    windows.orders = layout::window(&ctx, "orders", "Standing orders", egui::vec2(800.0, 460.0), |ui| {
        ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
            let sides = (0..params.session.opening.setup.sides.len() as u8).map(Side);
            let mine: Vec<Side> = sides.filter(|side| params.watch.commands(*side)).collect();
            for side in mine {
                of_side(ui, &mut params, side);
            }
            show_moving(ui, &mut params);
        });
    });
    Ok(())
}

fn of_side(ui: &mut Ui, params: &mut HudParams, side: Side) {
    let name = params.session.opening.setup.sides[usize::from(side.0)].name.to_string();
    let whose = ui.horizontal(|ui| {
        ui.label(RichText::new(&name).color(style::side(side)).strong().size(17.0));
        pick_whose(ui, params, side)
    });
    let whose = whose.inner;
    egui::Grid::new(("orders", side.0)).num_columns(2).spacing([18.0, 6.0]).show(ui, |ui| {
        for question in questions(params, whose) {
            ui.horizontal(|ui| ui.label(question_name(params.rules(), question)));
            ui.horizontal(|ui| {
                choose(ui, params, whose, question);
                let as_others = params.orders.kept(whose, question).is_none();
                if matches!(whose, OrderScope::One(_)) && ui.selectable_label(as_others, "like the side").clicked() {
                    params.orders.keep(whose, question, None);
                }
            });
            ui.end_row();
        }
    });
    for kept in of_members(params, side) {
        let OrderScope::One(who) = kept.whose else { continue };
        let (title, habit) = (question_name(params.rules(), kept.question), habit_words(kept.question, kept.habit));
        ui.label(RichText::new(format!("{}, {title}: {habit}", params.name(who))).color(style::FAINT));
    }
    ui.add_space(8.0);
}

/// Picks for whom automatic answers are decided: the whole side, or one combatant.
fn pick_whose(ui: &mut Ui, params: &HudParams, side: Side) -> OrderScope {
    let id = ui.id().with(("whose", side.0));
    let known = ui.data(|kept| kept.get_temp::<Option<CombatantId>>(id)).flatten();
    let known = known.filter(|who| params.side(*who) == Some(side));
    let mut wanted = known;
    let words = |who: Option<CombatantId>| who.map_or("everyone", |who| params.name(who)).to_owned();
    egui::ComboBox::from_id_salt(("whose", side.0)).width(180.0).selected_text(words(known)).show_ui(ui, |ui| {
        ui.selectable_value(&mut wanted, None, words(None));
        for who in params.present().filter(|data| data.combatant.side == side).map(|data| data.combatant.id) {
            ui.selectable_value(&mut wanted, Some(who), words(Some(who)));
        }
    });
    ui.data_mut(|kept| kept.insert_temp(id, wanted));
    wanted.map_or(OrderScope::Side(side), OrderScope::One)
}

/// All kinds of questions that these rules may ask repeatedly.
fn questions(params: &HudParams, whose: OrderScope) -> Vec<Question> {
    let reactions = params.rules().policies.reactions.iter().map(|reaction| Question::React(reaction.id));
    let picks = [PickPurpose::KeepHold, PickPurpose::BreakHold, PickPurpose::EnterAnyway, PickPurpose::PushFurther];
    let mut all: Vec<Question> = reactions.chain([Question::Face]).chain(picks.map(Question::Pick)).collect();
    // A follow-up is listed once an automatic answer exists for it.
    let decided = params.orders.habits().iter().filter(|kept| kept.whose == whose);
    let more: Vec<Question> = decided.map(|kept| kept.question).filter(|question| !all.contains(question)).collect();
    all.extend(more);
    all
}

fn of_members(params: &HudParams, side: Side) -> Vec<StandingOrder> {
    let of_side = |kept: &&StandingOrder| match kept.whose {
        OrderScope::One(who) => params.side(who) == Some(side),
        OrderScope::Side(_) => false,
    };
    params.orders.habits().iter().filter(of_side).copied().collect()
}

fn show_moving(ui: &mut Ui, params: &mut HudParams) {
    let bound = |walking: &WalkOrder| match walking.strike.as_ref().and_then(Act::aimed_at) {
        Some(target) => format!("is moving to attack {}", params.name(target)),
        None => format!("is moving to {}", walking.goal),
    };
    let walks = params.orders.walks().map(|(who, walking)| (who, bound(walking)));
    let waits = params.orders.watches().map(|who| (who, "is standing by".to_owned()));
    let under_orders: Vec<_> = walks.chain(waits).filter(|(who, _)| params.commands(*who)).collect();
    for (who, words) in under_orders {
        ui.horizontal(|ui| {
            ui.label(format!("{} {words}", params.name(who)));
            if ui.button("Stop").clicked() {
                params.orders.halt(who);
            }
        });
    }
    let kept = params.automatic_answers();
    if kept > 0 && ui.button(format!("Clear automatic answers ({kept})")).clicked() {
        let own: Vec<OrderScope> = params.orders.habits().iter().map(|kept| kept.whose).collect();
        let own: Vec<OrderScope> = own.into_iter().filter(|whose| params.decides_for(*whose)).collect();
        params.orders.forget_habits(|whose| own.contains(&whose));
    }
}
