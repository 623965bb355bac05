//! Dialogs about the running battle: standing orders, the confirmation before leaving it, and changes of its files.

use bevy::prelude::*;
use bevy::window::WindowCloseRequested;
use bevy_egui::EguiContexts;
use bevy_egui::egui::{self, Button, ComboBox, Grid, Id, Label, Modal, RichText, ScrollArea, Ui, vec2};

use crate::battle::{CombatantId, Side};
use crate::content::Diagnostic;
use crate::control::orders::{OrderScope, Question, WalkOrder};
use crate::gui::camera::PanelInsets;
use crate::gui::hud::params::HudParams;
use crate::gui::hud::prompts::recommended;
use crate::gui::hud::standing::{self, order_words, question_name};
use crate::gui::hud::state::{Leaving, OpenWindows};
use crate::gui::hud::{capitalised, layout, style};
use crate::gui::keys::{KeyCommand, KeyMap};
use crate::gui::saves::SessionRequest;
use crate::gui::screens::Screen;
use crate::gui::session::Session;
use crate::gui::session::files::{BattleFiles, FileChanges};
use crate::resolution::{Act, PickPurpose};

pub fn show_orders(mut contexts: EguiContexts, mut params: HudParams, mut windows: ResMut<OpenWindows>) -> Result {
    if !windows.orders {
        return Ok(());
    }
    let ctx = contexts.ctx_mut()?.clone();
    windows.orders = layout::window(&ctx, "orders", "Standing orders", vec2(800.0, 460.0), |ui| {
        ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
            for side in (0..params.session.opening.setup.sides.len() as u8).map(Side) {
                if params.watch.commands(side) {
                    show_orders_of(ui, &mut params, side);
                }
            }
            show_moving(ui, &mut params);
        });
    });
    Ok(())
}

fn show_orders_of(ui: &mut Ui, params: &mut HudParams, side: Side) {
    let name = params.session.opening.setup.sides[usize::from(side.0)].name.to_string();
    let picked = ui.horizontal(|ui| {
        ui.colored_label(style::side(side), RichText::new(name).strong().size(17.0));
        let whose = pick_whose(ui, params, side);
        recommended::offer(ui, params, whose);
        whose
    });
    let whose = picked.inner;
    Grid::new(("orders", side.0)).num_columns(2).spacing([18.0, 6.0]).show(ui, |ui| {
        for question in questions(params, whose) {
            ui.horizontal(|ui| ui.label(capitalised(&question_name(params.rules(), question))));
            ui.vertical(|ui| {
                ui.horizontal_wrapped(|ui| {
                    standing::choose(ui, params, whose, question);
                    let as_others = params.orders.kept(whose, question).next().is_none();
                    if matches!(whose, OrderScope::One(_)) && ui.selectable_label(as_others, "like the side").clicked()
                    {
                        params.orders.keep(whose, question, None);
                    }
                });
                standing::show_conditions(ui, params, whose, question);
            });
            ui.end_row();
        }
    });
    for kept in params.orders.habits() {
        let OrderScope::One(who) = kept.whose else { continue };
        if params.combatants.side(who) == Some(side) {
            let (title, order) = (question_name(params.rules(), kept.question), order_words(params.rules(), kept));
            ui.colored_label(style::FAINT, format!("{}, {title}: {order}", params.name(who)));
        }
    }
    ui.add_space(8.0);
}

fn pick_whose(ui: &mut Ui, params: &HudParams, side: Side) -> OrderScope {
    let id = ui.id().with(("whose", side.0));
    let known = ui.data(|kept| kept.get_temp::<Option<CombatantId>>(id)).flatten();
    let mut wanted = known.filter(|who| params.combatants.side(*who) == Some(side));
    let shown = wanted.map_or("everyone", |who| params.name(who));
    ComboBox::from_id_salt(("whose", side.0)).width(180.0).selected_text(shown).show_ui(ui, |ui| {
        ui.selectable_value(&mut wanted, None, "everyone");
        for data in params.present().filter(|data| data.combatant.side == side) {
            ui.selectable_value(&mut wanted, Some(data.combatant.id), data.combatant.name.as_str());
        }
    });
    ui.data_mut(|kept| kept.insert_temp(id, wanted));
    wanted.map_or(OrderScope::Side(side), OrderScope::One)
}

fn questions(params: &HudParams, whose: OrderScope) -> Vec<Question> {
    let reactions = params.rules().policies.reactions.iter().map(|reaction| Question::React(reaction.id));
    let picks = [PickPurpose::KeepHold, PickPurpose::BreakHold, PickPurpose::EnterAnyway, PickPurpose::PushFurther];
    let staged = [Question::Defence, Question::Winner, Question::Critical];
    let staged = staged.into_iter().filter(|question| !question.choices(params.rules()).is_empty());
    let all = reactions.chain(staged).chain([Question::Face]).chain(picks.map(Question::Pick));
    let mut all: Vec<Question> = all.filter(|question| question.is_known(params.rules())).collect();
    // A follow-up is listed once an automatic answer exists for it.
    for kept in params.orders.habits().iter().filter(|kept| kept.whose == whose) {
        if !all.contains(&kept.question) {
            all.push(kept.question);
        }
    }
    all
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
        let all = params.orders.habits().iter().map(|kept| kept.whose);
        let own: Vec<OrderScope> = all.filter(|whose| params.decides_for(*whose)).collect();
        params.orders.forget_habits(|whose| own.contains(&whose));
    }
}

/// Closes the window at once unless a battle is running; a second request closes it in any case.
pub fn close_requested(
    mut requested: MessageReader<WindowCloseRequested>,
    screen: Res<State<Screen>>,
    mut windows: ResMut<OpenWindows>,
    mut exit: MessageWriter<AppExit>,
) {
    for _ in requested.read() {
        if *screen.get() != Screen::Battle || windows.leaving == Some(Leaving::Program) {
            exit.write(AppExit::Success);
        }
        windows.leaving = Some(Leaving::Program);
    }
}

pub fn confirm_leaving(
    mut contexts: EguiContexts,
    (session, keys): (Res<Session>, Res<KeyMap>),
    mut windows: ResMut<OpenWindows>,
    mut requests: MessageWriter<SessionRequest>,
    mut exit: MessageWriter<AppExit>,
) -> Result {
    let Some(leaving) = windows.leaving else { return Ok(()) };
    let ctx = contexts.ctx_mut()?.clone();
    let (title, leave) = match leaving {
        Leaving::Battle => ("Leave this battle?", "Leave"),
        Leaving::Program => ("Close Warboard?", "Close"),
    };
    let words = if session.is_replay() {
        "The replay can be opened again at any time."
    } else if session.is_written_down() {
        "The battle is saved. “Continue” on the title screen resumes it."
    } else {
        "The battle cannot be saved and will be lost."
    };
    let modal = Modal::new(Id::new("leaving")).show(&ctx, |ui| {
        ui.set_width(380.0);
        ui.colored_label(style::GOLD, RichText::new(title).size(22.0).strong());
        ui.add(Label::new(words).wrap());
        ui.add_space(10.0);
        let button = |words: &str| Button::new(RichText::new(words).size(17.0)).min_size(vec2(120.0, 34.0));
        let stay = keys.hint("Stay", KeyCommand::Cancel);
        ui.horizontal(|ui| (ui.add(button(leave)).clicked(), ui.add(button(&stay)).clicked())).inner
    });
    let (leaves, stays) = modal.inner;
    if leaves || stays || modal.backdrop_response.clicked() {
        windows.leaving = None;
    }
    match leaving {
        Leaving::Battle if leaves => drop(requests.write(SessionRequest::Leave)),
        Leaving::Program if leaves => drop(exit.write(AppExit::Success)),
        _ => {}
    }
    Ok(())
}

pub fn show_file_changes(
    mut contexts: EguiContexts,
    covered: Res<PanelInsets>,
    mut files: ResMut<BattleFiles>,
    mut requests: MessageWriter<SessionRequest>,
) -> Result {
    let ctx = contexts.ctx_mut()?.clone();
    let (title, wide) = match &files.news {
        FileChanges::Same => return Ok(()),
        FileChanges::Broken(_) => ("Broken files", 760.0_f32),
        FileChanges::Changed { .. } => ("Changed files", 420.0),
    };
    let zoom = ctx.zoom_factor();
    let at = ctx.content_rect().min + vec2(covered.left, covered.top) / zoom + vec2(12.0, 12.0);
    let mut aside = false;
    egui::Window::new(title).default_pos(at).resizable(false).collapsible(true).show(&ctx, |ui| {
        ui.set_max_width(wide.min(ctx.content_rect().width() - 60.0));
        match &files.news {
            FileChanges::Same => {}
            FileChanges::Broken(wrong) => {
                ScrollArea::both().max_height(320.0).id_salt("mistakes").show(ui, |ui| {
                    for diagnostic in wrong {
                        ui.add(Label::new(RichText::new(diagnostic.render()).monospace().color(style::INK)).extend());
                    }
                });
                if ui.button("Copy").on_hover_text("Copies the errors with their positions").clicked() {
                    let text: Vec<String> = wrong.iter().map(Diagnostic::brief).collect();
                    ui.ctx().copy_text(text.join("\n"));
                }
            }
            FileChanges::Changed { what, .. } => {
                ui.add(Label::new(format!("Changed since this battle began: {}.", what.join(", "))).wrap());
                let restart = Button::new(RichText::new("Restart with the new files").color(style::GOLD));
                let about = "Starts the battle again; its journal is kept under another name";
                if ui.add(restart).on_hover_text(about).clicked() {
                    requests.write(SessionRequest::RestartChanged);
                }
            }
        }
        ui.horizontal(|ui| {
            ui.colored_label(style::FAINT, "This battle continues with the files it started with.");
            aside = ui.button("Dismiss").on_hover_text("Hides this until a file changes again").clicked();
        });
    });
    if aside {
        files.dismiss();
    }
    Ok(())
}
