//! The list of all lessons, over the title screen, and the button that opens it.

use bevy::prelude::*;
use bevy_egui::EguiContexts;
use bevy_egui::egui::{Button, Label, RichText, ScrollArea, Sense, Stroke, StrokeKind, Ui, UiBuilder, vec2};

use super::{LessonRequest, Tutorials};
use crate::gui::hud::{OpenWindows, layout, name_button, style};
use crate::gui::screens::ScenarioLibrary;
use crate::gui::settings::Settings;
use crate::tutorial::{Lesson, LessonPlace, Tutorial};

/// The tutorial whose lessons are listed.
#[derive(Resource, Default, Debug)]
pub struct ListView(usize);

pub fn show(
    mut contexts: EguiContexts,
    (tutorials, scenarios, settings): (Res<Tutorials>, Res<ScenarioLibrary>, Res<Settings>),
    (mut view, mut windows): (ResMut<ListView>, ResMut<OpenWindows>),
    mut requests: MessageWriter<LessonRequest>,
) -> Result {
    if !windows.learn {
        return Ok(());
    }
    let ctx = contexts.ctx_mut()?.clone();
    windows.learn = layout::window(&ctx, "learn", "Learn to play", vec2(800.0, 480.0), |ui| {
        ui.add(Label::new("Each lesson is a real battle on a small board and takes a minute or two.").wrap());
        ui.horizontal_wrapped(|ui| {
            for (at, tutorial) in tutorials.all.iter().enumerate() {
                let name = scenarios.rules_name(&tutorial.ruleset);
                let words = format!("{name}  {}/{}", completed(tutorial, &settings), tutorial.lessons.len());
                if ui.selectable_label(view.0 == at, RichText::new(words).size(16.0)).clicked() {
                    view.0 = at;
                }
            }
        });
        ui.separator();
        for wrong in &tutorials.wrong {
            ui.add(Label::new(RichText::new(wrong.brief()).color(style::BAD)).wrap());
        }
        let Some(tutorial) = tutorials.all.get(view.0).or(tutorials.all.first()) else {
            ui.label("No lessons found.");
            return;
        };
        ui.add(Label::new(RichText::new(&tutorial.about).color(style::FAINT)).wrap());
        ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
            for (at, lesson) in tutorial.lessons.iter().enumerate() {
                if card(ui, (at, lesson), is_completed(tutorial, lesson, &settings)) {
                    requests.write(LessonRequest::Start(LessonPlace { tutorial: tutorial.clone(), at }));
                }
            }
        });
    });
    Ok(())
}

fn is_completed(tutorial: &Tutorial, lesson: &Lesson, settings: &Settings) -> bool {
    settings.lessons.get(&tutorial.ruleset).is_some_and(|done| done.contains(&lesson.id))
}

fn completed(tutorial: &Tutorial, settings: &Settings) -> usize {
    tutorial.lessons.iter().filter(|lesson| is_completed(tutorial, lesson, settings)).count()
}

/// Draws a lesson. Returns whether it was clicked.
fn card(ui: &mut Ui, (at, lesson): (usize, &Lesson), is_completed: bool) -> bool {
    // A measuring pass may have no room.
    let size = vec2((ui.available_width() - 6.0).max(150.0), 46.0);
    let (rect, shown) = ui.allocate_exact_size(size, Sense::click());
    let done = if is_completed { ", done" } else { "" };
    name_button(&shown, || format!("{} {}{done}. {}", at + 1, lesson.title, lesson.about));
    let painter = ui.painter_at(rect);
    let edge = if shown.hovered() { style::GOLD } else { style::EDGE };
    painter.rect_filled(rect, 4.0, ui.visuals().widgets.style(&shown).weak_bg_fill);
    painter.rect_stroke(rect, 4.0, Stroke::new(1.0, edge), StrokeKind::Inside);
    let mut inner = ui.new_child(UiBuilder::new().max_rect(rect.shrink2(vec2(10.0, 3.0))));
    inner.horizontal(|ui| {
        ui.label(RichText::new(format!("{}  {}", at + 1, lesson.title)).strong().size(16.0));
        if is_completed {
            ui.label(RichText::new("done").color(style::GOOD));
        }
    });
    inner.add(Label::new(RichText::new(&lesson.about).color(style::FAINT)).truncate());
    shown.clicked()
}

/// Draws the button that opens the list, with the number of completed lessons. Returns whether it was clicked.
pub fn entry(ui: &mut Ui, tutorials: &Tutorials, settings: &Settings) -> bool {
    let all: usize = tutorials.all.iter().map(|tutorial| tutorial.lessons.len()).sum();
    if all == 0 {
        return false;
    }
    let many: usize = tutorials.all.iter().map(|tutorial| completed(tutorial, settings)).sum();
    let words = RichText::new("Learn to play").color(style::GOLD).size(18.0).strong();
    let progress = format!("{many} of {all} lessons done");
    let wide = ui.available_width() > 320.0;
    let button = Button::new(words).truncate().min_size(vec2((ui.available_width() - 4.0).max(120.0), 36.0));
    let button = if wide { button.right_text(progress.clone()) } else { button };
    ui.add(button).on_hover_text(format!("Short lessons for each rule system. {progress}")).clicked()
}
