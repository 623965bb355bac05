//! The AI's thoughts behind its last decision.

use bevy_egui::egui::{self, RichText, ScrollArea, Ui};

use crate::battle::CombatantId;
use crate::gui::hud::params::HudParams;
use crate::gui::hud::text::choice_words;
use crate::gui::hud::{style, widgets};
use crate::gui::session::Seat;

/// Draws the options of the last decision of the selected combatant, or of the latest decision.
pub fn show(ui: &mut Ui, params: &mut HudParams) {
    // The thoughts of a hidden combatant would reveal where it is.
    let decided = |who: &CombatantId| params.watch.knows(*who) && params.session.decision_of(*who).is_some();
    let wanted = params.selected.0.or(params.hovered.who).filter(decided);
    let all = params.combatants.iter().map(|data| data.combatant.id);
    let latest = all.filter(decided).max_by_key(|who| params.session.decision_of(*who).map(|made| made.count));
    let has_mind = (0..params.session.opening.setup.sides.len() as u8)
        .any(|side| params.session.seat(crate::battle::Side(side)) != Seat::Human);
    let Some((who, decision)) = wanted.or(latest).and_then(|who| Some((who, params.session.decision_of(who)?))) else {
        let words = if has_mind { "The AI has not decided anything yet." } else { "The AI plays no side." };
        ui.label(RichText::new(words).color(style::FAINT));
        return;
    };
    widgets::name(ui, params, who);
    ui.label(
        RichText::new(format!("at {} {}, best first. Scores are relative", params.moment(), decision.count))
            .color(style::FAINT),
    );
    ui.separator();
    ScrollArea::vertical().id_salt("thoughts").auto_shrink([false, false]).show(ui, |ui| {
        for thought in decision.thoughts.iter().take(40) {
            let taken = thought.choice == decision.choice;
            ui.horizontal_top(|ui| {
                ui.allocate_ui(egui::vec2(54.0, 18.0), |ui| {
                    ui.set_min_width(54.0);
                    let text =
                        RichText::new(thought.score.to_string()).color(if taken { style::GOLD } else { style::FAINT });
                    ui.add(egui::Label::new(text).extend());
                });
                ui.vertical(|ui| {
                    let words = choice_words(params, &thought.choice);
                    let text = RichText::new(words);
                    ui.add(egui::Label::new(if taken { text.color(style::GOLD).strong() } else { text }).wrap());
                    if !thought.why.is_empty() {
                        ui.add(egui::Label::new(RichText::new(&thought.why).color(style::FAINT)).wrap());
                    }
                });
            });
        }
    });
}
