//! The strip of a lesson below the timeline: its title, the sentence of the step, and its buttons; and the window after its end.

use bevy::prelude::*;
use bevy_egui::EguiContexts;
use bevy_egui::egui::{self, Align, Align2, Button, Label, Layout, RichText, Ui, vec2};

use super::{LessonRequest, LessonRun};
use crate::gui::hud::{Hud, layout, style};
use crate::tutorial::{LessonGesture, StepGoal};

/// Width of the buttons of the strip, in points.
const BUTTONS: f32 = 250.0;

pub fn show(
    mut contexts: EguiContexts,
    hud: Res<Hud>,
    mut run: ResMut<LessonRun>,
    mut requests: MessageWriter<LessonRequest>,
) -> Result {
    let ctx = contexts.ctx_mut()?.clone();
    let regions = layout::Regions::of(ctx.content_rect(), &hud);
    let Some(lesson) = run.lesson().cloned() else { return Ok(()) };
    layout::panel(&ctx, "lesson", regions.lesson, |ui| {
        let all = ui.max_rect();
        let middle = all.right() - BUTTONS;
        let words = egui::Rect::from_min_max(all.min, egui::pos2(middle - 8.0, all.bottom()));
        layout::part(ui, words, |ui| {
            ui.spacing_mut().item_spacing.y = 1.0;
            let many = lesson.steps.len();
            let (number, sentence) = match run.step() {
                Some(step) => (format!("step {} of {many}", run.step + 1), &step.say),
                None => ("complete".to_owned(), &lesson.end),
            };
            let colour = if run.is_complete() { style::GOOD } else { style::GOLD };
            let title = format!("{}: {number}", lesson.title);
            ui.add(Label::new(RichText::new(title).color(colour).small()).truncate());
            ui.add(Label::new(RichText::new(sentence).color(style::INK).size(16.0)).wrap());
        });
        let right = egui::Rect::from_min_max(egui::pos2(middle, all.top()), all.max);
        layout::part(ui, right, |ui| {
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| buttons(ui, &mut run, &mut requests));
        });
    });
    Ok(())
}

fn buttons(ui: &mut Ui, run: &mut LessonRun, requests: &mut MessageWriter<LessonRequest>) {
    ui.spacing_mut().item_spacing.x = 4.0;
    if ui.button("Leave").on_hover_text("Back to the list of lessons").clicked() {
        requests.write(LessonRequest::Leave);
    }
    if ui.button("Restart").on_hover_text("Begin this lesson again").clicked() {
        requests.write(LessonRequest::Restart);
    }
    let Some(step) = run.step() else {
        let next = run.place.next();
        if let Some(next) = next
            && gold(ui, "Next lesson")
        {
            requests.write(LessonRequest::Start(next));
        }
        return;
    };
    let reads = matches!(step.until, StepGoal::Does(LessonGesture::Continues));
    if reads {
        if gold(ui, "Continue") {
            run.continued = true;
        }
    } else if ui.button("Skip").on_hover_text("Go to the next step without doing this one").clicked() {
        let step = run.step + 1;
        run.go_to(step);
    }
    if ui.add_enabled(run.step > 0, Button::new("Back")).on_hover_text("Read the step before again").clicked() {
        let step = run.step - 1;
        run.go_to(step);
    }
}

fn gold(ui: &mut Ui, words: &str) -> bool {
    ui.add(Button::new(RichText::new(words).color(style::GOLD).strong()).min_size(vec2(0.0, 28.0))).clicked()
}

/// Least size of a button in the window after the end, in points.
const BUTTON: egui::Vec2 = vec2(120.0, 32.0);

/// The window after the battle of a lesson has ended.
pub(crate) fn show_end(ctx: &egui::Context, run: &LessonRun, requests: &mut MessageWriter<LessonRequest>) {
    let Some(lesson) = run.lesson() else { return };
    let window = egui::Window::new(&lesson.title).collapsible(false).resizable(false);
    window.anchor(Align2::CENTER_CENTER, vec2(0.0, 0.0)).show(ctx, |ui| {
        ui.set_width(440.0);
        let (heading, colour, words) = match run.is_complete() {
            true => ("Lesson complete", style::GOOD, lesson.end.as_str()),
            false => {
                let words = "The battle ended before the last step. Try the lesson again: it begins as it did before.";
                ("Not quite", style::TIRED, words)
            }
        };
        ui.label(RichText::new(heading).color(colour).size(24.0).strong());
        ui.add(Label::new(RichText::new(words).size(16.0)).wrap());
        ui.add_space(8.0);
        ui.horizontal(|ui| {
            if let Some(next) = run.place.next().filter(|_| run.is_complete())
                && ui.add(Button::new(RichText::new("Next lesson").color(style::GOLD)).min_size(BUTTON)).clicked()
            {
                requests.write(LessonRequest::Start(next));
            }
            if ui.add(Button::new("Restart").min_size(BUTTON)).clicked() {
                requests.write(LessonRequest::Restart);
            }
            if ui.add(Button::new("All lessons").min_size(BUTTON)).clicked() {
                requests.write(LessonRequest::Leave);
            }
        });
    });
}
