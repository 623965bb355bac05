//! Notes: a small card that explains a concept when it first matters, one at a time, until the player dismisses it.

use bevy::prelude::*;
use bevy_egui::EguiContexts;
use bevy_egui::egui::{Label, Order, RichText, vec2};

use super::hint::Hint;
use crate::grid::CoverGrade;
use crate::gui::badges::{Says, badges};
use crate::gui::hud::{HudParams, OpenWindows, layout, style};
use crate::gui::overlay::{MovePreview, PlannedMove};
use crate::gui::settings::Settings;
use crate::mechanics::{cover, status};
use crate::resolution::{Asks, PickPurpose};

/// The concept whose note is shown, and the player's answer to it.
#[derive(Resource, Default, Debug)]
pub struct CurrentNote {
    hint: Option<Hint>,
    answer: Option<NoteAnswer>,
}

#[derive(Copy, Clone, Debug)]
enum NoteAnswer {
    GotIt,
    NoMore,
}

/// Keeps the answer to the note in the settings.
pub fn remember(mut current: ResMut<CurrentNote>, mut settings: ResMut<Settings>) {
    if current.answer.is_none() {
        return;
    }
    match (current.answer.take(), current.hint) {
        (Some(NoteAnswer::GotIt), Some(hint)) => drop(settings.hints_seen.insert(hint)),
        (Some(NoteAnswer::NoMore), _) => settings.hints = false,
        _ => {}
    }
}

/// Widest note, in points.
const WIDTH: f32 = 320.0;

pub fn show(
    mut contexts: EguiContexts,
    params: HudParams,
    (preview, windows): (Res<MovePreview>, Res<OpenWindows>),
    mut current: ResMut<CurrentNote>,
) -> Result {
    let settings = &params.settings;
    let is_new = |hint: &Hint| settings.hints && !settings.hints_seen.contains(hint);
    let hint = current.hint.filter(is_new).or_else(|| {
        let mut open = Hint::ALL.iter().copied().filter(is_new);
        open.find(|hint| params.asked.0.is_some() && matters(*hint, &params, preview.0.as_ref()))
    });
    if current.hint != hint {
        current.hint = hint;
    }
    let Some(hint) = hint.filter(|_| !windows.any()) else { return Ok(()) };
    let ctx = contexts.ctx_mut()?.clone();
    let board = layout::Regions::of(ctx.content_rect(), &params.hud).board;
    let sights = params.token_rects(&ctx);
    let (got, no_more) = layout::docked(&ctx, "hint", board, &sights, Order::Foreground, |ui| {
        ui.set_max_width(WIDTH.min(board.width() - 40.0));
        let (title, words) = hint.words();
        ui.label(style::heading(title));
        ui.add(Label::new(RichText::new(words).color(style::INK)).wrap());
        ui.add_space(2.0);
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing = vec2(8.0, 0.0);
            let got = ui.button(RichText::new("Got it").color(style::GOLD)).clicked();
            let no_more =
                ui.button("No more hints").on_hover_text("Hints can be shown again in the settings").clicked();
            (got, no_more)
        })
        .inner
    });
    if got || no_more {
        current.answer = Some(if got { NoteAnswer::GotIt } else { NoteAnswer::NoMore });
    }
    Ok(())
}

/// Whether a concept matters now.
fn matters(hint: Hint, params: &HudParams, planned: Option<&PlannedMove>) -> bool {
    let asks = params.asked.0.as_ref().map(|prompt| &prompt.asks);
    let mut own = params.noticed().filter(|data| params.watch.commands(data.combatant.side));
    match hint {
        Hint::Reaction => matches!(asks, Some(Asks::React { .. } | Asks::Interrupt { .. })),
        Hint::Defence => {
            matches!(asks, Some(Asks::Pick { purpose: PickPurpose::Defence | PickPurpose::Defend { .. }, .. }))
        }
        Hint::Flanked => own.any(|data| data.flanked.0.is_some()),
        Hint::Grapple => own.any(|data| !data.grappled.by.is_empty() || !data.grappled.holding.is_empty()),
        Hint::Fallen => own.any(|data| data.out_of_play.0 || !status::is_conscious(params.game(), data.combatant.id)),
        Hint::Provoked => planned.is_some_and(|planned| !planned.provoked.is_empty()),
        Hint::Cover => {
            let from = params.asked.acts();
            from.zip(params.hovered.who.filter(|to| Some(*to) != from)).is_some_and(|(from, to)| {
                let covered = cover::cover(params.game(), from, to);
                covered.grade != CoverGrade::None || covered.creature.is_some()
            })
        }
        Hint::Approach => params.aimed.approach.as_ref().is_some_and(|approach| approach.unpaid.is_none()),
        Hint::Forecast => params.hud.chance.is_some(),
        Hint::Simultaneous => params.is_counted() && params.acting().len() > 1,
        Hint::Orders => params.asked.acts().is_some() && params.automatic_answers() > 0,
        Hint::Condition => {
            own.any(|data| badges(&data, params.rules()).iter().any(|badge| matches!(badge.says, Says::Has(_))))
        }
    }
}
